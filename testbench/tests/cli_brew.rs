//! `asm`, `disasm`, `run` and `check` on Brew programs and vectors: what they print, and their exit status.

use crate::program;

fn lanesmith(arguments: &[&str]) -> (i32, String, String) {
    program::lanesmith(env!("CARGO_MANIFEST_DIR"), arguments)
}

#[test]
fn check_passes_the_brew_vectors_and_counts_deviating_rows_apart() {
    for (file, last) in [
        ("brew_page", "12000 passed, 0 failed"),
        ("brew_alu", "18259 passed, 0 failed, 6254 skipped"),
        ("brew_encoding", "3484 passed, 0 failed"),
        ("brew_decode", "2816 passed, 0 failed"),
    ] {
        let (status, out, _) = lanesmith(&["check", &format!("testbench/vectors/{file}.csv")]);
        assert_eq!((status, out.lines().last()), (0, Some(last)), "{out}");
    }
}

#[test]
fn check_shows_wrong_brew_rows_and_exits_with_1_and_unreadable_ones_with_2() {
    let folder = tempfile::tempdir().unwrap();
    let check = |text: &str| {
        let path = folder.path().join("vectors.csv");
        std::fs::write(&path, text).unwrap();
        lanesmith(&["check", path.to_str().unwrap()])
    };
    let (status, out, _) = check("words,a_type,a,b_type,b,d_type,d\n1432,0,00000001,0,00000002,0,00000004\n");
    assert_eq!(status, 1);
    assert!(
        out.contains("$r1 should be 00000004 int32 and is 00000003 int32"),
        "{out}"
    );
    assert_eq!(check("assembly,words\nnop,2223\n").0, 1);
    assert_eq!(check("word,length,status\n1bff,2,invalid\n").0, 1);
    for text in [
        "words,a_type,a,b_type,b,d_type,d\n1432,0,1,0,00000002,0,00000004\n",
        "words,a_type,a,b_type,b,d_type,d\n143f,,,0,00000002,0,00000004\n",
        "assembly,words\nnop,222\n",
        "word,length,status\n1bff,4,invalid\n",
    ] {
        let (status, out, err) = check(text);
        assert!(status == 2 && out.is_empty() && err.contains("vectors.csv:2:"), "{err}");
    }
}

#[test]
fn errors_in_a_program_are_all_drawn_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("bad.s");
    std::fs::write(&source, "$r1 <- $r20 + $r1\nnop\n$r3 <- short 70000\n").unwrap();
    let output = folder.path().join("bad.words");
    let (status, _, err) = lanesmith(&["asm", source.to_str().unwrap(), "-o", output.to_str().unwrap()]);
    assert_eq!(status, 2);
    assert!(
        err.contains("bad.s:1:8") && err.contains("bad.s:3:14") && err.contains("-32768 to 32767"),
        "{err}"
    );
    assert!(!output.exists());
    assert_eq!(lanesmith(&["run", "nowhere.s"]).0, 2);
    std::fs::write(&source, b"\x22").unwrap();
    let (status, _, err) = lanesmith(&["disasm", "--format", "binary", source.to_str().unwrap()]);
    assert!(status == 2 && err.contains("ends within a word"), "{err}");
}

#[test]
fn run_prints_the_trace_the_registers_and_what_did_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let image = folder.path().join("program.words");
    std::fs::write(&image, "101e 1bff ffff ffff 80ef ff21 ffff 143f 0001\n").unwrap();
    let (status, out, _) = lanesmith(&["run", "--trace", image.to_str().unwrap()]);
    assert_eq!(status, 0);
    let lines: Vec<&str> = out.lines().map(str::trim).collect();
    assert!(
        lines[0].starts_with("0 0000: 101e") && lines[0].ends_with("$r1 = ffffffff int32"),
        "{out}"
    );
    assert!(
        lines[1].starts_with("1 0002: 1bff ffff ffff") && lines[1].ends_with("invalid instruction"),
        "{out}"
    );
    assert!(lines[2].ends_with("type $r0 = int16x2"), "{out}");
    assert_eq!(lines[4], "$r1  ffffffff int8x4");
    assert_eq!(lines[18], "3 instructions, 1 exceptions");
    assert!(lines[19].contains("0x000e is cut short"), "{out}");
}

#[test]
fn explain_shows_the_lanes_of_a_brew_instruction_its_types_and_why_it_is_invalid() {
    let explain = |text: &str, sets: &[&str]| {
        let sets = sets.iter().flat_map(|set| ["--set", set]);
        let arguments: Vec<&str> = ["explain", text].into_iter().chain(sets).collect();
        lanesmith(&arguments)
    };
    for (text, sets, parts) in [
        (
            "$r1 <- $r2 + $r3",
            &["r2=sint8x4s:0x7f80ff01", "r3=0x01ff0001"][..],
            &[
                "clipped to -128…127",
                "0x80 = -128  0xff = -1  -129   -128",
                "$r1 = 0x7f80ff02 sint8x4s",
            ][..],
        ),
        (
            "$r1 <- $r2 * $r3",
            &["r2=fp16x2:0x3c004900", "r3=0x7bff0001"],
            &["0x4900 = 10.0", "65504.0", "$r1 = 0x7bff000a fp16x2"],
        ),
        (
            "$r1 <- short $r2 >>> 3",
            &["$r2=int16x2:0xc900"],
            &["x = $r2, y = 3", "0xf920", "$r1 = 0x0000f920 int16x2"],
        ),
        (
            "$r1 <- $r2 < $r3",
            &["r3=uint8x4s:0x010001"],
            &["holds", "does not hold", "$r1 = 0x00ff00ff int32"],
        ),
        (
            "$r1 <- lane_swizzle $r2, 0123",
            &["r2=0x12345678"],
            &["byte 3 is byte 0 of 0x12345678: 0x78", "$r1 = 0x78563412"],
        ),
        ("type $r1, $r2 <- int8x4, fp32", &[], &["type $r2 = fp32, was int32"]),
        (
            "$r1 <- $r2 * $r3",
            &["r2=7:1"],
            &["invalid instruction, nothing is written: it does not work on the type 7"],
        ),
        (".word 0xffff, 1", &[], &["these words are no instruction"]),
    ] {
        let (status, out, err) = explain(text, sets);
        assert_eq!(status, 0, "{err}");
        for part in parts {
            assert!(out.contains(part), "{text}: no `{part}` in\n{out}");
        }
    }
    for (arguments, part) in [
        (&["$r1 <- $r1 & 7 7"][..], "instruction:1:16"),
        (&["nop $r1"], "instruction:1:5"),
        (&["$r1 <- 7", "--set", "r15=1"], "`r15` is not a register"),
        (&["$r1 <- 7", "--set", "r1=int9:1"], "`int9` is not a type: int32"),
        (
            &["$r1 <- 7", "--a", "1"],
            "--set gives the registers of this Brew instruction",
        ),
        (
            &["vadd4.u32.u32.u32 r1, r2, r3, r4", "--set", "r1=1"],
            "--a, --b and --c give the operands of this PTX instruction",
        ),
    ] {
        let (status, out, err) = lanesmith(&[&["explain"], arguments].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(part), "{arguments:?}: {err}");
    }
}
