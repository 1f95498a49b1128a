//! Lists of instructions and words (`--list`), and numbers as Verilog writes them.

use crate::program::{cases, has, lanesmith};
use std::fs;
use std::path::Path;
use tempfile::{TempDir, tempdir};

const INSTRUCTIONS: [&str; 2] = [
    "vadd4.u32.u32.u32 r1, r2, r3, r4",
    "vabsdiff2.s32.s32.u32.sat r1, r2, r3, r4",
];

fn folder() -> TempDir {
    let folder = tempdir().expect("a folder");
    let list = format!("# two\n{}\n\n  {};   // last\n", INSTRUCTIONS[0], INSTRUCTIONS[1]);
    for (name, text) in [
        ("list.txt", &list[..]),
        ("brew.txt", "$r1 <- $r2 + $r3\n$r4 <- $r2 - $r3\n"),
        ("wrong.txt", "\nvadd4.u32.u32.u32 r1, r2, r3, r4\nvadd4 r1\nnonsense\n"),
        ("words.txt", "0x1f58d11e00\n\n0\n999999999999\n8'h1ff\n"),
        ("empty.txt", "# nothing\n"),
    ] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

/// What a command prints that succeeds.
fn printed(folder: &Path, arguments: &[&str]) -> String {
    let (status, out, err) = lanesmith(folder, arguments);
    assert_eq!((status, &err[..]), (0, ""), "{arguments:?}");
    out
}

#[test]
fn a_list_gives_for_each_line_what_its_instruction_alone_gives() {
    let folder = folder();
    let run = |arguments: &[&str]| printed(folder.path(), arguments);
    let words = INSTRUCTIONS.map(|text| run(&["encode", text]).lines().next().expect("a word").to_owned());
    assert_eq!(run(&["encode", "--list", "list.txt"]), words.join("\n") + "\n");
    let report: serde_json::Value =
        serde_json::from_str(&run(&["encode", "--list", "list.txt", "--json"])).expect("JSON");
    assert_eq!(report["format_version"], 1);
    assert_eq!(
        [0, 1].map(|i| &report["instructions"][i]["word"]),
        words.each_ref().map(|word| word.as_str())
    );
    let explained = |arguments: &[&str]| run(&[&["explain", "--a", "0x7f80ff01", "--b", "-1"], arguments].concat());
    let alone = INSTRUCTIONS.map(|text| explained(&[text]));
    assert_eq!(explained(&["--list", "list.txt"]), alone.join("\n"));
    let brew = run(&["explain", "--list", "brew.txt", "--set", "r2=5", "--set", "r3=7"]);
    has(brew, &["0x0000000c"]);
}

#[test]
fn errors_of_a_list_name_file_and_line_and_nothing_is_printed() {
    cases(
        folder().path(),
        "
encode --list wrong.txt => 2: wrong.txt:3: error | wrong.txt:4: error
explain --list wrong.txt => 2: wrong.txt:3: error | wrong.txt:4: error
decode --list words.txt => 2: words.txt:3: error: no instruction has the word | words.txt:4: error: `999999999999` | `8'h1ff`: it does not fit into its 8 bits
encode --list empty.txt => 2: empty.txt: no line with an instruction or word
encode --list none.txt => 2: cannot read none.txt
encode --list list.txt -o list.txt => 2: it is also an input
encode => 2: <INSTRUCTION>
decode 0x1 --list words.txt => 2: cannot be used with
explain --program x.ptx --list list.txt => 2: cannot be used with
",
    );
}

#[test]
fn numbers_of_verilog_are_read_as_words_and_operands() {
    cases(
        Path::new("."),
        r#"
decode 37'h1f58d11e00 => 0: vadd4.u32.u32.u32 r1, r2, r3, r4
decode 37'h1f_58d1_1e00 => 0: vadd4.u32.u32.u32 r1, r2, r3, r4
decode 'h1f58d11e00 => 0: vadd4.u32.u32.u32 r1, r2, r3, r4
decode 37'd134634085888 => 0: vadd4.u32.u32.u32 r1, r2, r3, r4
decode 64'H1F58D11E00 => 0: vadd4.u32.u32.u32 r1, r2, r3, r4
explain "vadd4.u32.u32.u32 r1, r2, r3, r4" --a 8'hff --b 4'b1000 => 0: d = r1 = 0x00000007
explain "vadd4.u32.u32.u32 r1, r2, r3, r4" --a 32'o377 --b 4'd8 => 0: d = r1 = 0x00000007
decode 38'h2000000000 => 2: does not fit into 37 bits
decode 8'h100 => 2: does not fit into its 8 bits
decode 37'g1 => 2: Verilog's 37'h
explain "vadd4.u32.u32.u32 r1, r2, r3, r4" --a 4'hff => 2: does not fit into 4 bits
explain "vadd4.u32.u32.u32 r1, r2, r3, r4" --a 37'hff_ffff_ffff => 2: does not fit into 37 bits
"#,
    );
}
