//! Lists of instructions and words, numbers as Verilog writes them, and assembly written to a file.

use crate::program::{self, has, lanesmith, lanesmith_line};
use std::process::Command;
use std::time::Duration;
use tempfile::tempdir;

/// What a command prints that succeeds with this input.
fn printed(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = program::run(command.args(arguments), input.as_bytes(), Duration::from_secs(60));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

const INSTRUCTIONS: &str = "\
# two instructions
vadd4.u32.u32.u32 r1, r2, r3, r4

  vabsdiff2.s32.s32.u32.sat r1, r2, r3, r4;   // with a comment
";

#[test]
fn a_list_gives_for_each_line_what_its_instruction_alone_gives() {
    let lines = [
        "vadd4.u32.u32.u32 r1, r2, r3, r4",
        "vabsdiff2.s32.s32.u32.sat r1, r2, r3, r4",
    ];
    let word = |line| {
        printed(&["encode", line], "")
            .lines()
            .next()
            .expect("a word")
            .to_owned()
    };
    let words = lines.map(word);
    let listed = printed(&["encode", "--list", "-"], INSTRUCTIONS);
    assert_eq!(listed.lines().collect::<Vec<_>>(), words);
    let decoded = printed(&["decode", "--list", "-"], &listed);
    let alone: String = words.iter().map(|word| printed(&["decode", word], "")).collect();
    assert_eq!(decoded, alone);
    let operands = ["--a", "0x7f80ff01", "--b", "-1"];
    let explained = printed(&[&["explain", "--list", "-"], &operands[..]].concat(), INSTRUCTIONS);
    let alone = lines.map(|line| printed(&[&["explain", line], &operands[..]].concat(), ""));
    assert_eq!(explained, alone.join("\n"));
    let json = printed(&["encode", "--list", "-", "--json"], INSTRUCTIONS);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["format_version"], 1);
    for (entry, word) in report["instructions"].as_array().expect("a list").iter().zip(&words) {
        assert_eq!(entry["word"], word.as_str());
    }
    let brew = "$r1 <- $r2 + $r3\n$r4 <- $r2 - $r3\n";
    let explained = printed(&["explain", "--list", "-", "--set", "r2=5", "--set", "r3=7"], brew);
    assert!(explained.contains("0x0000000c"), "{explained}");
}

#[test]
fn errors_of_a_list_name_file_and_line_and_nothing_is_printed() {
    let folder = tempdir().expect("a folder");
    for (file, text) in [
        ("list.txt", "\nvadd4.u32.u32.u32 r1, r2, r3, r4\nvadd4 r1\nnonsense\n"),
        ("words.txt", "0x1f58d11e00\n\n0\n999999999999\n8'h1ff\n"),
        ("empty.txt", "# nothing\n"),
    ] {
        std::fs::write(folder.path().join(file), text).expect("writable");
    }
    for (line, parts) in [
        (
            "encode --list list.txt",
            &["list.txt:3: error", "list.txt:4: error"][..],
        ),
        ("explain --list list.txt", &["list.txt:3: error", "list.txt:4: error"]),
        (
            "decode --list words.txt",
            &[
                "words.txt:3: error: no instruction has the word",
                "words.txt:4: error: `999999999999`",
                "words.txt:5: error: `8'h1ff`: it does not fit into its 8 bits",
            ],
        ),
        (
            "encode --list empty.txt",
            &["empty.txt: no line with an instruction or word"],
        ),
        ("encode --list none.txt", &["cannot read none.txt"]),
        ("encode --list list.txt -o list.txt", &["it is also an input"]),
        ("encode", &["<INSTRUCTION>"]),
        ("decode 0x1 --list words.txt", &["cannot be used with"]),
        ("explain --program x.ptx --list list.txt", &["cannot be used with"]),
    ] {
        let (status, out, err) = lanesmith_line(folder.path(), line);
        assert_eq!((status, out.as_str()), (2, ""), "{line}: {err}");
        has(err, parts);
    }
}

#[test]
fn numbers_of_verilog_are_numbers_wherever_an_instruction_or_word_is_given() {
    let expected = printed(&["decode", "0x1f58d11e00"], "");
    for word in ["37'h1f_58d1_1e00", "'h1f58d11e00", "37'd134634085888", "64'H1F58D11E00"] {
        assert_eq!(printed(&["decode", word], ""), expected, "{word}");
    }
    let instruction = "vadd4.u32.u32.u32 r1, r2, r3, r4";
    let explain = |a, b| ["explain", instruction, "--a", a, "--b", b];
    let expected = printed(&explain("255", "8"), "");
    assert_eq!(printed(&explain("8'hff", "4'b1000"), ""), expected);
    assert_eq!(printed(&explain("32'o377", "4'd8"), ""), expected);
    for (arguments, why) in [
        (&["decode", "38'h2000000000"][..], "does not fit into 37 bits"),
        (&["decode", "8'h100"], "does not fit into its 8 bits"),
        (&["decode", "37'g1"], "Verilog's 37'h"),
        (&explain("4'hff", "0"), "does not fit into 4 bits"),
        (&explain("37'hff_ffff_ffff", "0"), "does not fit into 37 bits"),
    ] {
        let (status, _, err) = lanesmith(".", arguments);
        assert!(status == 2 && err.contains(why), "{arguments:?}: {err}");
    }
}

#[test]
fn disassembly_goes_to_a_file_that_assembles_to_the_same_words() {
    let folder = tempdir().expect("a folder");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/programs/blend.s");
    let run = |line: &str| lanesmith_line(folder.path(), line);
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(run(&format!("asm {source} -o blend.bin")).0, 0);
    let (_, printed, _) = run("disasm blend.bin");
    assert_eq!(run("disasm blend.bin -o again.s"), (0, String::new(), String::new()));
    assert_eq!(read("again.s"), printed.as_bytes());
    assert_eq!(run("asm again.s -o again.bin").0, 0);
    assert_eq!(read("again.bin"), read("blend.bin"));
    let (status, _, err) = run("disasm blend.bin -o blend.bin");
    assert!(status == 2 && err.contains("it is also an input"), "{err}");
}
