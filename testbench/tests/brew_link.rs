//! Programs of several assembly files: which names a file sees, where its sections come to stand, and errors across files.

use crate::brew_assembly::{all, run};
use std::path::Path;
use tempfile::{TempDir, tempdir};

const START: &str = "\
.global start
.extern greet
start:
    $a0 <- message
    $pc <- greet
local: $r1 <- tiny 1
.data
    .byte 1
";
const GREET: &str = "\
.global greet, message
local: $r2 <- tiny 2
greet: $pc <- local
.data
message: .ascii \"hi\"
";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

/// The words of a program.
fn words(folder: &Path, line: &str) -> Vec<u16> {
    let found = run(folder, &line.split(' ').collect::<Vec<_>>(), "");
    assert_eq!(found.status, 0, "{}", found.err);
    let words = found.out.split_whitespace().map(|word| u16::from_str_radix(word, 16));
    words.collect::<Result<_, _>>().expect("words")
}

/// The errors of a program of these files, in their order.
fn refusal(files: &[(&str, &str)], more: &[&str]) -> String {
    let folder = folder(files);
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let found = run(folder.path(), &[&["asm"], &names[..], more].concat(), "");
    assert_eq!((found.status, found.out.as_str()), (2, ""), "{}", found.err);
    found.err
}

#[test]
fn two_files_give_the_words_that_were_worked_out_by_hand_in_either_order() {
    let folder = folder(&[("start.s", START), ("greet.s", GREET)]);
    // Both files have a label `local`. The second file's data begins at an even address.
    let expected = [
        0x400f, 0x0018, 0x0000, // 00: message
        0x20ef, 0x0010, 0x0000, // 06: greet
        0x1011, // 0c
        0x2012, // 0e: local of greet.s
        0x20ef, 0x000e, 0x0000, // 10
        0x0001, // 16
        0x6968, // 18
    ];
    assert_eq!(words(folder.path(), "asm start.s greet.s"), expected);
    let reversed = [
        0x2012, 0x20ef, 0x0000, 0x0000, // 00
        0x400f, 0x0016, 0x0000, // 08: message
        0x20ef, 0x0002, 0x0000, // 0e: greet
        0x1011, // 14
        0x6968, // 16
        0x0001, // 18
    ];
    assert_eq!(words(folder.path(), "asm greet.s start.s"), reversed);
}

#[test]
fn macros_values_and_local_labels_belong_to_their_file() {
    let one = ".macro LOAD\n$r1 <- tiny 1\n.endm\nn = 5\n.byte n, 0\nLOAD\n1: $pc <- 1b\n.global m\nm = n + 1\n";
    let two = ".macro LOAD\n$r2 <- tiny 2\n.endm\n.ifdef n\n.byte 99\n.endif\nn = m\nLOAD\n.byte n, 0\n1: $pc <- 1b\n";
    let folder = folder(&[("one.s", one), ("two.s", two)]);
    let expected = [
        0x0005, 0x1011, 0x20ef, 0x0004, 0x0000, 0x2012, 0x0006, 0x20ef, 0x000e, 0x0000,
    ];
    assert_eq!(words(folder.path(), "asm one.s two.s"), expected);
    let err = refusal(&[("one.s", ".macro LOAD\nnop\n.endm\n"), ("two.s", "LOAD\n")], &[]);
    all(&err, &["two.s:1:1", "there is no instruction or macro `LOAD`"]);
}

#[test]
fn a_formula_over_names_of_other_files_has_the_value_of_the_end() {
    let one = ".global size\n.data\nfirst: .int 1, 2\nsize = last - first + offset\noffset = 2\n";
    let two = ".global last\noffset = 100\n.byte offset, size\n.data\nlast:\n";
    let folder = folder(&[("one.s", one), ("two.s", two)]);
    assert_eq!(words(folder.path(), "asm one.s two.s"), [0x0a64, 1, 0, 2, 0]);
}

#[test]
fn a_weak_definition_gives_way_to_another_files() {
    let weak = ".weak handler\nhandler: $r1 <- tiny 1\n";
    let own = ".global handler\nhandler: $r2 <- tiny 2\n";
    let user = "$pc <- handler\n";
    let folder = folder(&[("weak.s", weak), ("own.s", own), ("user.s", user)]);
    for (line, address) in [
        ("asm user.s weak.s own.s", 8),
        ("asm user.s own.s weak.s", 6),
        ("asm user.s weak.s", 6),
        ("asm user.s weak.s weak.s", 6),
    ] {
        assert_eq!(words(folder.path(), line)[..3], [0x20ef, address, 0], "{line}");
    }
}

#[test]
fn symbols_of_the_command_line_are_for_all_files() {
    let folder = folder(&[("one.s", "$r1 <- stack\n"), ("two.s", "$r2 <- stack - 4\n")]);
    let found = words(folder.path(), "asm one.s two.s --define stack=32'h2_0000");
    assert_eq!(found, [0x100f, 0, 2, 0x200f, 0xfffc, 1]);
    let both = [("one.s", ".global stack\nstack:\n")];
    let err = refusal(&both, &["--define", "stack=4"]);
    all(&err, &["one.s:1:9", "`stack` is exported by --define, too"]);
    for (value, why) in [("stack", "is not NAME=VALUE"), ("stack=x", "is not a 32-bit number")] {
        all(&refusal(&both, &["--define", value]), &[why]);
    }
    all(
        &refusal(&both, &["--define", "a=1", "--define", "a=1"]),
        &["--define a: set twice"],
    );
}

#[test]
fn names_that_no_file_or_several_files_define_are_shown_where_they_stand() {
    let err = refusal(&[("one.s", "nop\n$pc <- gret\n"), ("two.s", GREET)], &[]);
    all(&err, &["one.s:2:8", "`gret` is not defined", "did you mean `greet`?"]);
    let err = refusal(&[("one.s", "$pc <- hidden\n"), ("two.s", "hidden: nop\n")], &[]);
    all(
        &err,
        &["one.s:1:8", "`hidden` is not defined", "`.global hidden` in two.s"],
    );
    let twice = ".global a, b\na: nop\nb: nop\n";
    let err = refusal(&[("one.s", twice), ("two.s", ".globl b\nb: nop\n")], &[]);
    all(
        &err,
        &[
            "two.s:1:8",
            "`b` is exported by one.s, too",
            "one definition for all files",
        ],
    );
    // The errors of all files are there.
    let err = refusal(&[("one.s", "what\n"), ("two.s", "nop\n.if 1\n")], &[]);
    all(&err, &["one.s:1:1", "two.s:2:1", "this condition has no end"]);
    let err = refusal(&[("one.s", ".macro X\nnop\n"), ("two.s", ".endm\n")], &[]);
    all(
        &err,
        &["one.s:1:1", "`.macro` has no end", "two.s:1:1", "`.endm` ends nothing"],
    );
}

#[test]
fn what_a_linked_program_computes_is_what_one_file_computes() {
    // The program of one file, cut in two: the second half uses a value and a table of the first.
    let first = "$r1 <- first\n$r2 <- scale\n";
    let second = "$r3 <- $r1 * $r2\n$r4 <- $r3 + last\n";
    let values = "first = 21\nscale = 2\nlast = 100\n";
    let exported = format!(".global first, scale, last\n{values}");
    let one = format!("{values}{first}{second}");
    let folder = folder(&[
        ("one.s", &one),
        ("a.s", first),
        ("b.s", second),
        ("values.s", &exported),
    ]);
    let whole = words(folder.path(), "asm one.s");
    assert_eq!(words(folder.path(), "asm a.s b.s values.s"), whole);
    assert_eq!(words(folder.path(), "asm values.s a.s b.s"), whole);
    let linked = run(folder.path(), &["asm", "a.s", "b.s", "values.s", "-o", "p.hex"], "");
    assert_eq!(linked.status, 0, "{}", linked.err);
    let ran = run(folder.path(), &["run", "p.hex"], "");
    assert!(
        ran.out.contains(&format!("$r4  {:08x} int32\n", 21 * 2 + 100)),
        "{}",
        ran.out
    );
}

#[test]
fn a_file_that_is_an_output_or_is_not_there_is_refused() {
    let folder = folder(&[("one.s", "nop\n"), ("two.s", "nop\n")]);
    for (line, why) in [
        ("asm one.s two.s -o two.s", "it is also an input"),
        ("asm one.s three.s", "cannot read three.s"),
        ("asm - one.s -", "it can be read only once"),
    ] {
        let found = run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!(found.status, 2, "{line}");
        all(&found.err, &[why]);
    }
    assert_eq!(words(folder.path(), "asm one.s one.s"), [0x2222, 0x2222]);
}
