//! `check` on vector files: the files of the repository, wrong rows, and files that cannot be read.

use crate::program::{cases, has, lanesmith};
use crate::skip::skipped;
use std::fs;
use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// `check` on a file with these contents.
fn check(contents: &[u8], options: &[&str]) -> (i32, String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("vectors.csv"), contents).expect("writable");
    lanesmith(folder.path(), &[&["check", "vectors.csv"], options].concat())
}

/// Checks files of a table, one in a line: contents, `=>`, exit status and parts of the output. `@` stands for the header of results, `V` for
/// a `vadd2` of r2 and r3.
fn files(table: &str) {
    for line in table.lines().filter(|line| !line.is_empty()) {
        let (contents, expected) = line.split_once(" => ").expect("an expectation");
        let contents = contents
            .replace('@', "instruction,a,b,c,d\\n")
            .replace('V', "\"vadd2.u32.u32.u32 r1, r2, r3, r4\"")
            .replace("\\n", "\n");
        let (status, parts) = expected.split_once(": ").expect("parts");
        let (found, out, err) = check(contents.as_bytes(), &[]);
        assert_eq!(found.to_string(), status, "{line}: {out}{err}");
        let (said, silent) = if found == 2 { (err, out) } else { (out, err) };
        assert!(silent.is_empty(), "{line}: {silent}");
        has(said, &parts.split(" | ").collect::<Vec<_>>());
    }
}

#[test]
fn the_files_of_the_repository_pass_and_skipped_rows_are_named() {
    cases(
        Path::new(ROOT),
        "
check src/units/vectors/ptx_dp.csv => 0: 4000 passed, 0 failed
check --engine golden-sliced src/units/vectors/ptx_dp.csv => 0: 4000 passed, 0 failed
check --engine native src/units/vectors/ptx_dp.csv => 0: 4000 passed, 0 failed
check src/units/vectors/ptx_legality.csv => 0: 2 skipped:  | `.b1024` | 481 passed, 0 failed, 2 skipped
check src/units/vectors/ptx_vset_legality.csv => 0: 180 passed, 0 failed
check src/units/vectors/ptx_dp_legality.csv => 0: 72 passed, 0 failed
check src/units/vectors/brew_page.csv => 0: 12000 passed, 0 failed
check src/units/vectors/brew_alu.csv => 0: 18259 passed, 0 failed, 6254 skipped
check src/units/vectors/brew_encoding.csv => 0: 3484 passed, 0 failed
check src/units/vectors/brew_decode.csv => 0: 2816 passed, 0 failed
check src/units/vectors/ptx_vop.csv no/such/file.csv => 2: cannot read no/such/file.csv
check testbench => 2: cannot read testbench
",
    );
}

#[test]
fn check_passes_results_on_verilators_model() {
    let (status, out, err) = lanesmith(
        ROOT,
        &["check", "--engine", "verilator", "src/units/vectors/ptx_dp.csv"],
    );
    if out.starts_with("4000 skipped: ") {
        assert_eq!(status, 2, "{err}");
        return skipped(out);
    }
    assert_eq!((status, &out[..]), (0, "4000 passed, 0 failed\n"), "{err}");
}

#[test]
fn wrong_rows_are_explained_and_the_exit_status_is_1() {
    let row = "\"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\",0x7f80ff01,0x10203040,-1";
    let text = format!("instruction,a,b,c,d\n{row},0x11ff7fff\n{row},0x11ff7eff\n");
    let (status, out, err) = check(text.as_bytes(), &[]);
    assert_eq!((status, &err[..]), (1, ""));
    has(
        out,
        &[
            "vectors.csv:3: d should be 0x11ff7eff and is 0x11ff7fff: lane 1 0x7f instead of 0x7e",
            "byte 1 of a 0xff .s32 = -1    byte 2 of a 0x80 .u32 = 128",
            "masked off: 0xff from c",
            "\n1 passed, 1 failed\n",
        ],
    );
    let row = "\"vmax2.u32.u32.u32.add r1, r2, r3, r4\",1,2,3,4\n";
    let text = format!("instruction,a,b,c,d\n{}", row.repeat(5));
    let (_, out, _) = check(text.as_bytes(), &["--show", "2"]);
    assert_eq!(out.matches("d should be").count(), 2);
    has(out, &["and 3 more mismatches", "is 0x00000005: +1 off"]);
    files(
        r#"
instruction,accepted,reason\nV,no,some reason\n => 1: should be refused (some reason) and is accepted | 0 passed, 1 failed
instruction,accepted,reason\n"vadd2.u32.u32.u32 r1, r2, r3.h40, r4",yes,\n => 1: vectors.csv:2:32
words,a_type,a,b_type,b,d_type,d\n1432,0,00000001,0,00000002,0,00000004\n => 1: $r1 should be 00000004 int32 and is 00000003 int32
assembly,words\nnop,2223\n => 1: 0 passed, 1 failed
word,length,status\n1bff,2,invalid\n => 1: 0 passed, 1 failed
"#,
    );
}

#[test]
fn files_that_cannot_be_read_are_refused_with_place_and_expectation() {
    files(
        r#"
instruction,a,b,c\n => 2: vectors.csv:1:1 | column `d` is missing | instruction,a,b,c,d
x,y\n1,2\n => 2: vectors.csv:1:1 | no kind of vector file | instruction,accepted,reason
instruction,a,b,c,d,d\n => 2: vectors.csv:1:1 | a column stands twice
@V,1,2,3\n => 2: vectors.csv:2:41 | column `d` is missing in this row | 5 columns
@V,1,2,3,4,5\n => 2: vectors.csv:2:44 | this row has 6 columns
@V,1,0xg,3,4\n => 2: vectors.csv:2:38 | `0xg` is not a 32-bit number | ^^^
@V,1,2,4294967296,4\n => 2: vectors.csv:2:40 | does not fit into 32 bits
@"vadd4.u32.u32.u32 r1, r2.b1238, r3, r4",1,2,3,4\n => 2: vectors.csv:2:31 | `8` in `.b1238`: no such element | 4 digits 0 to 7
@"vadd4.u32.u32.u32 r1, r2.h12, r3, r4",1,2,3,4\n => 2: vectors.csv:2:27 | does not begin with `.b`
@"vadd4.u32.u32.u32 r1, r2, r3",1,2,3,4\n => 2: vectors.csv:2:30 | `vadd4` lacks operand 4
@"vadd4.u32.u32.u32.sat.add r1, r2, r3, r4",1,2,3,4\n => 2: vectors.csv:2:23 | `.add` does not fit `vadd4.u32.u32.u32.sat`
instruction,accepted,reason\nx,maybe,\n => 2: vectors.csv:2:3 | `maybe` | `yes` or `no`
words,a_type,a,b_type,b,d_type,d\n1432,0,1,0,00000002,0,00000004\n => 2: vectors.csv:2:
words,a_type,a,b_type,b,d_type,d\n143f,,,0,00000002,0,00000004\n => 2: vectors.csv:2:
assembly,words\nnop,222\n => 2: vectors.csv:2:
word,length,status\n1bff,4,invalid\n => 2: vectors.csv:2:
"#,
    );
    for (contents, parts) in [
        (&b""[..], &["is empty", "CSV file with a header"][..]),
        (
            b"\x7fELF\x02\x01\0\0",
            &["vectors.csv:1:7: byte 0x00 is not text", "UTF-8"],
        ),
        (b"instruction,a,b\xff", &["vectors.csv:1:16: byte 0xff", "UTF-8"]),
    ] {
        let (status, out, err) = check(contents, &[]);
        assert_eq!((status, &out[..]), (2, ""));
        has(err, parts);
    }
    // However long a cell is, the message has few lines.
    let long = "x".repeat(20_000);
    for row in [
        format!("\"vadd4.u32.u32.u32 r1, r2, r3, r4\",1,{long},0,3"),
        format!("{long},1,2,3,4"),
    ] {
        let (status, _, err) = check(format!("instruction,a,b,c,d\n{row}\n").as_bytes(), &[]);
        assert!(status == 2 && err.len() < 2000, "{}", err.len());
    }
}

#[test]
fn a_row_that_gives_one_register_two_values_is_refused_where_it_differs() {
    files(
        r#"
@"vadd4.u32.u32.u32 r1, r2, r2, r4",1,2,0,3\n => 2: vectors.csv:2:38 | `r2` is 0x00000001 in column a
@"vadd4.u32.u32.u32 r1, r2, r3, r2",1,2,0,3\n => 2: vectors.csv:2:40 | `r2` is 0x00000001 in column a
@"vmad.u32.u32.u32 r1, r2, r3, r3",1,2,3,5\n => 2: vectors.csv:2:39 | `r3` is 0x00000002 in column b
@"add.u8x4 r1, r2, r2",1,2,0,3\n => 2: vectors.csv:2:25 | `r2` is 0x00000001 in column a
permute,a,b,c,d\n"prmt.b32 r1, r2, r2, 0x3210",1,2,0x3210,1\n => 2: vectors.csv:2:
@"add.u8x4 r1, r2, r3",1,2,7,3\n => 0: 1 passed
@"neg.s8x4 r1, r2",1,2,3,0xff\n => 0: 1 passed
@"vadd4.u32.u32.u32 r1, r2, r2, r1",1,1,0,2\n => 0: 1 passed
"#,
    );
}
