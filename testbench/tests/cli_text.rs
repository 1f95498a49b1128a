//! The command line on good and bad texts and vector files: what it prints, and its exit status.

use crate::program::has;
use crate::ptx_kernel::{self, ARGUMENTS};
use crate::skip::skipped;
use lanesmith::ptx::{Instruction, OPERATIONS};
use lanesmith::units::video::encoding::{Control, FIELDS};
use std::path::{Path, PathBuf};
use std::process::Command;

struct Outcome {
    status: i32,
    out: String,
    err: String,
}

fn lanesmith(arguments: &[&str]) -> Outcome {
    let output = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .unwrap();
    Outcome {
        status: output.status.code().expect("no signal"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn file(directory: &tempfile::TempDir, name: &str, contents: &[u8]) -> PathBuf {
    let path = directory.path().join(name);
    std::fs::write(&path, contents).unwrap();
    path
}

/// `check` on a file with these contents.
fn check(contents: &[u8]) -> Outcome {
    let directory = tempfile::tempdir().unwrap();
    let path = file(&directory, "vectors.csv", contents);
    lanesmith(&["check", path.to_str().unwrap()])
}

/// NVIDIA's results and their number.
const NVIDIA: [(&str, u32); 3] = [
    ("testbench/vectors/ptx_vop.csv", 20_160),
    ("testbench/vectors/ptx_vset.csv", 12_000),
    ("testbench/vectors/ptx_dp.csv", 4_000),
];

#[test]
fn check_passes_nvidias_results_with_both_forms_of_golden_and_says_so() {
    for engine in ["golden", "golden-sliced"] {
        for (file, rows) in NVIDIA {
            let outcome = lanesmith(&["check", "--engine", engine, file]);
            let passed = format!("{rows} passed, 0 failed\n");
            assert_eq!((outcome.status, outcome.out), (0, passed), "{}", outcome.err);
        }
    }
}

#[test]
fn check_passes_nvidias_results_on_the_hardware() {
    for (engine, (file, rows)) in ["native", "verilator"]
        .into_iter()
        .flat_map(|engine| NVIDIA.map(|file| (engine, file)))
    {
        let outcome = lanesmith(&["check", "--engine", engine, file]);
        if outcome.out.starts_with(&format!("{rows} skipped: ")) {
            let skips = format!("0 passed, 0 failed, {rows} skipped\n");
            assert!(engine == "verilator" && outcome.out.ends_with(&skips));
            assert_eq!(outcome.status, 2, "{}", outcome.err);
            skipped(&outcome.out);
        } else {
            let passed = format!("{rows} passed, 0 failed\n");
            assert_eq!((outcome.status, outcome.out), (0, passed), "{file}: {}", outcome.err);
        }
    }
}

#[test]
fn check_passes_every_verdict_and_names_the_b1024_rows_as_skipped() {
    let outcome = lanesmith(&["check", "testbench/vectors/ptx_legality.csv"]);
    assert_eq!(outcome.status, 0);
    assert!(
        outcome.out.starts_with("2 skipped: ") && outcome.out.contains("`.b1024`"),
        "{}",
        outcome.out
    );
    assert!(
        outcome.out.ends_with("\n481 passed, 0 failed, 2 skipped\n"),
        "{}",
        outcome.out
    );
    for (file, passed) in [("vset", "180 passed, 0 failed\n"), ("dp", "72 passed, 0 failed\n")] {
        let outcome = lanesmith(&["check", &format!("testbench/vectors/ptx_{file}_legality.csv")]);
        assert_eq!((outcome.status, outcome.out.as_str()), (0, passed));
    }
}

#[test]
fn a_wrong_result_is_explained_lane_by_lane_and_exits_1() {
    let row = "\"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\",0x7f80ff01,0x10203040,-1";
    let outcome = check(format!("instruction,a,b,c,d\n{row},0x11ff7fff\n{row},0x11ff7eff\n").as_bytes());
    assert_eq!(outcome.status, 1);
    for part in [
        "vectors.csv:3: d should be 0x11ff7eff and is 0x11ff7fff: lane 1 0x7f instead of 0x7e",
        "byte 1 of a 0xff .s32 = -1    byte 2 of a 0x80 .u32 = 128",
        "masked off: 0xff from c",
        "\n1 passed, 1 failed\n",
    ] {
        assert!(outcome.out.contains(part), "{part}: {}", outcome.out);
    }
    assert!(outcome.err.is_empty());
}

#[test]
fn only_as_many_mismatches_are_explained_as_asked_for() {
    let row = "\"vmax2.u32.u32.u32.add r1, r2, r3, r4\",1,2,3,4\n";
    let directory = tempfile::tempdir().unwrap();
    let path = file(
        &directory,
        "x.csv",
        format!("instruction,a,b,c,d\n{}", row.repeat(5)).as_bytes(),
    );
    let outcome = lanesmith(&["check", "--show", "2", path.to_str().unwrap()]);
    assert_eq!(outcome.out.matches("d should be").count(), 2);
    has(&outcome.out, &["and 3 more mismatches", "is 0x00000005: +1 off"]);
}

#[test]
fn a_wrong_verdict_is_a_mismatch_with_the_reason_drawn() {
    let outcome = check(
        b"instruction,accepted,reason\n\
        \"vadd2.u32.u32.u32 r1, r2, r3, r4\",no,some reason\n\
        \"vadd2.u32.u32.u32 r1, r2, r3.h40, r4\",yes,\n",
    );
    assert_eq!(outcome.status, 1);
    has(
        &outcome.out,
        &["should be refused (some reason) and is accepted", "vectors.csv:3:32"],
    );
    assert!(outcome.out.ends_with("0 passed, 2 failed\n"), "{}", outcome.out);
}

#[test]
fn unreadable_vector_files_exit_2_with_the_place_and_what_was_expected() {
    let header = "instruction,a,b,c,d\n";
    let row = |text: &str| format!("{header}\"vadd2.u32.u32.u32 r1, r2, r3, r4\",{text}\n").into_bytes();
    let instruction = |text: &str| format!("{header}\"{text}\",1,2,3,4\n").into_bytes();
    let cases: Vec<(Vec<u8>, &[&str])> = vec![
        (b"".to_vec(), &["is empty", "CSV file with a header"]),
        (
            b"\x7fELF\x02\x01\0\0".to_vec(),
            &["vectors.csv:1:7: byte 0x00 is not text", "UTF-8"],
        ),
        (
            b"instruction,a,b\xff".to_vec(),
            &["vectors.csv:1:16: byte 0xff", "UTF-8"],
        ),
        (
            b"instruction,a,b,c\n".to_vec(),
            &["vectors.csv:1:1", "column `d` is missing", "instruction,a,b,c,d"],
        ),
        (
            b"x,y\n1,2\n".to_vec(),
            &[
                "vectors.csv:1:1",
                "no kind of vector file",
                "instruction,accepted,reason",
            ],
        ),
        (
            b"instruction,a,b,c,d,d\n".to_vec(),
            &["vectors.csv:1:1", "a column stands twice"],
        ),
        (
            row("1,2,3"),
            &["vectors.csv:2:41", "column `d` is missing in this row", "5 columns"],
        ),
        (row("1,2,3,4,5"), &["vectors.csv:2:44", "this row has 6 columns"]),
        (
            row("1,0xg,3,4"),
            &["vectors.csv:2:38", "`0xg` is not a 32-bit number", "^^^"],
        ),
        (
            row("1,2,4294967296,4"),
            &["vectors.csv:2:40", "does not fit into 32 bits"],
        ),
        (
            instruction("vadd4.u32.u32.u32 r1, r2.b1238, r3, r4"),
            &[
                "vectors.csv:2:31",
                "`8` in `.b1238`: no such element",
                "4 digits 0 to 7",
            ],
        ),
        (
            instruction("vadd4.u32.u32.u32 r1, r2.h12, r3, r4"),
            &["vectors.csv:2:27", "does not begin with `.b`"],
        ),
        (
            instruction("vadd4.u32.u32.u32 r1, r2, r3"),
            &["vectors.csv:2:30", "`vadd4` lacks operand 4"],
        ),
        (
            instruction("vadd4.u32.u32.u32.sat.add r1, r2, r3, r4"),
            &["vectors.csv:2:23", "`.add` does not fit `vadd4.u32.u32.u32.sat`"],
        ),
        (
            b"instruction,accepted,reason\nx,maybe,\n".to_vec(),
            &["vectors.csv:2:3", "`maybe`", "`yes` or `no`"],
        ),
    ];
    for (contents, parts) in cases {
        let outcome = check(&contents);
        let shown = String::from_utf8_lossy(&contents);
        assert_eq!(
            (outcome.status, outcome.out.as_str()),
            (2, ""),
            "{shown}: {}",
            outcome.err
        );
        for part in parts {
            assert!(outcome.err.contains(part), "{shown}: {part}: {}", outcome.err);
        }
    }
}

#[test]
fn a_path_that_cannot_be_read_exits_2_before_anything_is_checked() {
    let outcome = lanesmith(&["check", "testbench/vectors/ptx_vop.csv", "no/such/file.csv"]);
    assert_eq!((outcome.status, outcome.out.as_str()), (2, ""));
    assert!(outcome.err.contains("cannot read no/such/file.csv"), "{}", outcome.err);
    let directory = lanesmith(&["check", "testbench"]);
    assert_eq!(directory.status, 2);
    assert!(directory.err.contains("cannot read testbench"), "{}", directory.err);
}

#[test]
fn explain_shows_each_lane_with_its_elements_and_what_became_of_it() {
    let text = "vabsdiff2.u32.s32.u32.add r1, r2, r3, r4";
    let outcome = lanesmith(&["explain", text, "--a", "0x8000", "--b", "-1", "--c", "0b101"]);
    assert_eq!(outcome.status, 0, "{}", outcome.err);
    assert!(
        outcome
            .out
            .contains("half 0 of a 0x8000 .s32 = -32768  half 0 of b 0xffff .u32 = 65535  98303")
    );
    assert!(
        outcome
            .out
            .ends_with("d = r1 = 0x00000005 + (65535) + (98303) = 0x00028003\n"),
        "{}",
        outcome.out
    );
}

#[test]
fn explain_refuses_bad_texts_and_numbers_with_exit_2() {
    for (arguments, parts) in [
        (
            vec!["vadd4.u32.u32.u32 r1, r2.b1238, r3, r4"],
            vec!["instruction:1:30", "`8` in `.b1238`", "^"],
        ),
        (
            vec!["vadd4.u32.u32.u32 r1, r2, r3"],
            vec!["instruction:1:29", "lacks operand 4"],
        ),
        (vec![""], vec!["instead of a SIMD video instruction"]),
        (
            vec!["vadd4.u32.u32.u32 r1, r2, r3, r4", "--a", "12z"],
            vec!["--a", "`12z` is not a 32-bit number"],
        ),
        (vec![], vec!["<INSTRUCTION>"]),
    ] {
        let outcome = lanesmith(&[&["explain"], arguments.as_slice()].concat());
        assert_eq!((outcome.status, outcome.out.as_str()), (2, ""), "{arguments:?}");
        for part in parts {
            assert!(outcome.err.contains(part), "{arguments:?}: {}", outcome.err);
        }
    }
}

/// The control word put together from the rows that `encode` prints: `hi:lo name bits`.
fn assembled(printed: &str) -> u64 {
    let rows = printed.lines().skip(1).map(|row| {
        let cells: Vec<&str> = row.split_whitespace().collect();
        let lo: u32 = cells[0].rsplit(':').next().unwrap().parse().unwrap();
        let hi: u32 = cells[0].split(':').next().unwrap().parse().unwrap();
        assert_eq!(cells[2].len() as u32, hi - lo + 1, "{row}");
        u64::from_str_radix(cells[2], 2).unwrap() << lo
    });
    rows.fold(0, |word, field| word | field)
}

#[test]
fn encode_and_decode_undo_each_other_on_random_instructions_of_every_operation() {
    let (mut state, mut seen) = (0x9e37_79b9_7f4a_7c15u64, std::collections::BTreeSet::new());
    let mut tried = 0;
    while tried < 300 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        // A dot product has one word for each pair of types: few random words are one's.
        let dots = [0x96u64, 0x97, 0x9f].map(|word| word | state >> 50 & 0x60);
        let word = match state >> 60 {
            at @ 0..3 => dots[at as usize],
            _ => state >> 27,
        };
        let Ok(instruction) = Instruction::try_from(Control(word)) else {
            continue;
        };
        tried += 1;
        seen.insert(instruction.operation);
        let text = instruction.to_string();
        let outcome = lanesmith(&["encode", &text]);
        assert_eq!(outcome.status, 0, "{text}: {}", outcome.err);
        let printed = outcome.out.lines().next().unwrap();
        let value = u64::from_str_radix(printed.strip_prefix("0x").unwrap(), 16).unwrap();
        assert_eq!(assembled(&outcome.out), value, "{text}");
        let outcome = lanesmith(&["decode", printed]);
        assert_eq!((outcome.status, outcome.out), (0, format!("{text}\n")), "{printed}");
        let outcome = lanesmith(&["decode", &format!("{word:#x}")]);
        // Fields that the instruction's own word has otherwise.
        assert_eq!(
            outcome.status,
            if word == value { 0 } else { 2 },
            "{word:#x}: {}",
            outcome.err
        );
    }
    assert_eq!(seen.len(), OPERATIONS.len(), "{seen:?}");
}

#[test]
fn encode_prints_the_word_and_its_fields_by_name() {
    let text = "@p vadd4.s32.s32.u32.sat %r9.b31, r2.b7412, r3.b0123, r4";
    let outcome = lanesmith(&["encode", text]);
    assert_eq!(outcome.status, 0, "{}", outcome.err);
    assert!(outcome.out.starts_with("0x00a7e154b0\n"), "{}", outcome.out);
    for row in [
        " 12:9  mask        1010\n",
        "    7  saturate    1\n",
        "24:13  asel        111100001010\n",
    ] {
        assert!(outcome.out.contains(row), "{row}: {}", outcome.out);
    }
    let json = lanesmith(&["encode", text, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["word"], "0x00a7e154b0");
    assert_eq!(
        json["fields"][7],
        serde_json::json!({"name": "mask", "lo": 9, "bits": 4, "value": 10})
    );
    assert_eq!(json["fields"].as_array().unwrap().len(), FIELDS.len());
    let back = lanesmith(&["decode", "0xa7e1_54b0"]);
    assert_eq!(back.out, "vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4;\n");
    let bad = lanesmith(&["encode", "vadd4.u32.u32.u32 r1, r2, r3"]);
    assert_eq!((bad.status, bad.out.as_str()), (2, ""));
    assert!(bad.err.contains("instruction:1:29"), "{}", bad.err);
}

#[test]
fn decode_says_why_no_instruction_has_a_word() {
    for (word, part) in [
        ("0", "no instruction has the word 0x0000000000: no lane takes part"),
        ("0x1f80", "saturate and accumulate"),
        ("0x96_0000_0096", "does not fit into 37 bits"),
        ("0x9e", "a dot product with lanes"),
        ("0x296", "a dot product with lanes"),
        ("0b1110_0000_1000", "`mask` is 0111, and 0011 in `vadd2.u32.u32.u32"),
        (
            "0x1000608",
            "`asel` is 100000000000, and 000000000000 in `vadd2.u32.u32.u32",
        ),
        ("0x2000000000", "does not fit into 37 bits"),
        ("99999999999999999999999", "does not fit into 37 bits"),
        ("0xg", "expected a number of 37 bits"),
        ("", "expected a number of 37 bits"),
        ("+1", "expected a number of 37 bits"),
    ] {
        let outcome = lanesmith(&["decode", word]);
        assert_eq!((outcome.status, outcome.out.as_str()), (2, ""), "{word}");
        assert!(outcome.err.contains(part), "{word}: {}", outcome.err);
    }
}

#[test]
fn errors_are_plain_text_in_a_pipe() {
    let outcome = lanesmith(&["explain", "vadd4"]);
    assert!(!outcome.err.contains('\u{1b}'), "{:?}", outcome.err);
}

#[test]
fn every_subcommand_has_help_with_examples() {
    let help = lanesmith(&["--help"]);
    assert!(help.out.contains("Exit status:") && help.out.contains("NO_COLOR"));
    let commands = help
        .out
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let names = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"check") && names.contains(&"explain"), "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = lanesmith(&[name, "--help"]);
        assert!(help.out.contains("Examples:"), "{name}");
    }
}

#[test]
fn completions_are_there_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let outcome = lanesmith(&["completions", shell]);
        assert!(outcome.status == 0 && outcome.out.contains("lanesmith"), "{shell}");
    }
}

/// A reader that goes away at once must not make us panic.
#[test]
#[cfg(unix)]
fn a_broken_pipe_ends_the_program_quietly() {
    use std::process::{Command, Stdio};
    let program = Path::new(env!("CARGO_BIN_EXE_lanesmith"));
    for arguments in [
        &["completions", "bash"][..],
        &["--help"],
        &["explain", "vadd4.u32.u32.u32 a, b, c, d"],
    ] {
        let mut child = Command::new(program)
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{arguments:?}: {}", output.status);
    }
}

#[test]
fn a_value_that_contradicts_the_text_or_another_value_of_the_same_register_is_refused() {
    for (arguments, expected) in [
        (
            &["dp4a.s32.s32 r1, r2, r3, 5", "--c", "9"][..],
            "error: --c 0x9: this operand is the number 5 in the text\n",
        ),
        (
            &["prmt.b32 r1, 7, r3, 0x7531", "--a", "8"],
            "error: --a 0x8: this operand is the number 7 in the text\n",
        ),
        (
            &["vadd4.u32.u32.u32 r1, r2, r2, r4", "--a", "1", "--b", "2"],
            "error: --a 0x1 and --b 0x2 give two values to one register, r2\n",
        ),
        (
            &["prmt.b32 r1, r3, r2, r2", "--b", "1", "--c", "2"],
            "error: --b 0x1 and --c 0x2 give two values to one register, r2\n",
        ),
        (
            &["neg.s8x4 r1, r2", "--a", "1", "--b", "2"],
            "error: a negation has one source: --a gives it\n",
        ),
    ] {
        let outcome = lanesmith(&[&["explain"], arguments].concat());
        assert_eq!((outcome.status, outcome.err.as_str()), (2, expected), "{arguments:?}");
    }
    // What says the same twice is right, and a register has its value wherever it is read.
    for (arguments, expected) in [
        (&["dp4a.s32.s32 r1, r2, r3, 5", "--c", "5"][..], "= 0x00000005"),
        (&["vadd4.u32.u32.u32 r1, r2, r2, r4", "--b", "1"], "d = r1 = 0x00000002"),
        (
            &["vadd4.u32.u32.u32 r1, r2, r2, r2", "--a", "3", "--b", "3", "--c", "3"],
            "d = r1 = 0x00000006",
        ),
        (&["prmt.b32 r1, r2, r2, 0x7654", "--a", "0x12345678"], "d 0x12345678"),
    ] {
        let outcome = lanesmith(&[&["explain"], arguments].concat());
        assert_eq!(outcome.status, 0, "{}", outcome.err);
        assert!(outcome.out.contains(expected), "{arguments:?}: {}", outcome.out);
    }
}

#[test]
fn a_row_that_gives_one_register_two_values_is_refused_where_it_differs() {
    // The mark is before the second value.
    for (marked, message) in [
        (
            "\"vadd4.u32.u32.u32 r1, r2, r2, r4\",1,!2,0,3",
            "`r2` is 0x00000001 in column a",
        ),
        (
            "\"vadd4.u32.u32.u32 r1, r2, r3, r2\",1,2,!0,3",
            "`r2` is 0x00000001 in column a",
        ),
        (
            "\"vmad.u32.u32.u32 r1, r2, r3, r3\",1,2,!3,5",
            "`r3` is 0x00000002 in column b",
        ),
        ("\"add.u8x4 r1, r2, r2\",1,!2,0,3", "`r2` is 0x00000001 in column a"),
    ] {
        let row = marked.replace('!', "");
        let outcome = check(format!("instruction,a,b,c,d\n{row}\n").as_bytes());
        assert_eq!(outcome.status, 2, "{row}: {}", outcome.out);
        assert!(outcome.err.contains(message), "{row}: {}", outcome.err);
        let place = format!(":2:{}\n", marked.find('!').expect("a mark") + 1);
        assert!(outcome.err.contains(&place), "{row}: {}", outcome.err);
    }
    let permute = check(b"permute,a,b,c,d\n\"prmt.b32 r1, r2, r2, 0x3210\",1,2,0x3210,1\n");
    assert_eq!(permute.status, 2, "{}", permute.out);
    // Sources that an instruction does not have may have any value, and one value twice is no contradiction.
    for row in [
        "\"add.u8x4 r1, r2, r3\",1,2,7,3",
        "\"neg.s8x4 r1, r2\",1,2,3,0xff",
        "\"vadd4.u32.u32.u32 r1, r2, r2, r1\",1,1,0,2",
    ] {
        let outcome = check(format!("instruction,a,b,c,d\n{row}\n").as_bytes());
        assert_eq!(outcome.status, 0, "{row}: {}{}", outcome.out, outcome.err);
    }
}

#[test]
fn an_instruction_without_its_operands_is_encoded_and_explained_on_registers() {
    for (bare, whole) in [
        ("vadd4.u32.u32.u32", "vadd4.u32.u32.u32 r1, r2, r3, r4"),
        ("vadd4.u32.u32.u32;", "vadd4.u32.u32.u32 r1, r2, r3, r4"),
        ("prmt.b32.rc16", "prmt.b32.rc16 r1, r2, r3, r4"),
        ("dp4a.s32.u32", "dp4a.s32.u32 r1, r2, r3, r4"),
        ("add.u8x4", "add.u8x4 r1, r2, r3"),
        ("neg.s8x4", "neg.s8x4 r1, r2"),
        ("vadd.u32.u32.u32.sat", "vadd.u32.u32.u32.sat r1, r2, r3, r4"),
    ] {
        for command in ["encode", "explain"] {
            let [bare, whole] = [bare, whole].map(|text| lanesmith(&[command, text]));
            assert_eq!((bare.status, bare.err), (0, String::new()));
            assert_eq!(bare.out, whole.out);
        }
    }
    // An error is about the text as it is.
    let outcome = lanesmith(&["encode", "vadd4.u32.u33.u32"]);
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.err.contains(".u33") && !outcome.err.contains("r1"),
        "{}",
        outcome.err
    );
    assert_eq!(lanesmith(&["encode", "nop"]).status, 2);
}

#[test]
fn encode_gives_the_control_bits_of_a_byte_permute() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/byte-permute.md")).unwrap();
    let modes = ["", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"];
    for (control, mode) in modes.into_iter().enumerate() {
        let outcome = lanesmith(&["encode", &format!("prmt.b32{mode} %d, r2,5 , x;")]);
        let expected = format!("{control:#x}\n  2:0  mode        {control:03b}\n");
        assert_eq!((outcome.status, outcome.out), (0, expected), "{}", outcome.err);
        // The page says the same.
        let name = if mode.is_empty() {
            "none".to_owned()
        } else {
            format!("`{mode}`")
        };
        assert!(page.contains(&format!("\n| {name} | {control}")), "{mode}");
    }
    let outcome = lanesmith(&["encode", "prmt.b32.rc16 %d, r2,5 , x;", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&outcome.out).unwrap();
    assert_eq!(report["instruction"], "prmt.b32.rc16 %d, r2, 5, x");
    assert_eq!(report["word"], "0x6");
    let outcome = lanesmith(&["encode", "prmt.b32.rc17 r1, r2, r3, r4"]);
    assert_eq!(outcome.status, 2);
}

#[test]
fn a_kernel_that_needs_options_of_hardware_names_them() {
    let directory = tempfile::tempdir().unwrap();
    for (text, options, expected) in [
        ("vset4.u32.u32.lt r1, r2, r3, r4", &[][..], "hardware with --vset"),
        ("dp4a.u32.u32 r1, r2, r3, r4", &[], "hardware with --dot"),
        (
            "vadd4.u32.u32.u32 r1, r2.b0000, r3, r4",
            &["--no-selectors"],
            "hardware without --no-selectors",
        ),
        (
            "vadd4.u32.u32.u32.add r1, r2, r3, r4",
            &["--no-accumulate"],
            "hardware without --no-accumulate",
        ),
        (
            "vadd2.u32.u32.u32 r1, r2, r3, r4",
            &["--no-vop2"],
            "hardware without --no-vop2",
        ),
        (
            "vset2.u32.u32.lt.add r1, r2, r3, r4",
            &["--no-vop2", "--no-accumulate"],
            "hardware with --vset without --no-accumulate without --no-vop2",
        ),
    ] {
        let path = file(&directory, "p.ptx", ptx_kernel::kernel(&format!("{text};")).as_bytes());
        let path = path.to_str().unwrap();
        let arguments = format!("run {path} {ARGUMENTS} --engine native --module video_alu");
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let outcome = lanesmith(&[&arguments, options].concat());
        assert_eq!(outcome.status, 2, "{text}");
        assert!(outcome.err.contains(expected), "{text}: {}", outcome.err);
    }
}
