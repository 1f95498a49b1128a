//! `asm`, `disasm` and `run` on Brew programs.

use crate::program::{cases, has, lanesmith, lanesmith_line};
use std::fs;

#[test]
fn errors_in_a_program_are_all_shown_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("writable");
    write("bad.s", "$r1 <- $r20 + $r1\nnop\n$r3 <- short 70000\n");
    write("one", "\x22");
    write("many.s", &"$r15 <- $r1\n".repeat(250));
    cases(
        folder.path(),
        "
asm bad.s -o bad.words => 2: bad.s:1:8 | bad.s:3:14 | -32768 to 32767
run nowhere.s => 2: cannot read nowhere.s
disasm --format binary one => 2: ends within a word
",
    );
    assert!(!folder.path().join("bad.words").exists());
    let (status, _, err) = lanesmith_line(folder.path(), "asm many.s");
    assert_eq!((status, err.matches("there is no register").count()), (2, 100), "{err}");
    assert!(err.ends_with("error: 150 more errors\n"), "{err}");
}

#[test]
fn run_prints_the_trace_the_registers_and_what_did_not_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = "101e 1bff ffff ffff 80ef ff21 ffff 143f 0001\n";
    fs::write(folder.path().join("program.words"), program).expect("writable");
    let (status, out, _) = lanesmith(folder.path(), &["run", "--trace", "program.words"]);
    assert_eq!(status, 0);
    let lines: Vec<&str> = out.lines().map(str::trim).collect();
    for (line, begin, end) in [
        (0, "0 0000: 101e", "$r1 = ffffffff int32"),
        (1, "1 0002: 1bff ffff ffff", "invalid instruction"),
        (2, "", "type $r0 = int16x2"),
        (4, "$r1  ffffffff int8x4", ""),
        (18, "3 instructions, 1 exceptions", ""),
    ] {
        assert!(lines[line].starts_with(begin) && lines[line].ends_with(end), "{out}");
    }
    has(lines[19], &["0x000e is cut short"]);
}

#[test]
fn a_byte_order_mark_is_skipped_in_every_text() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("m.ptx", ".version 8.0\n.target sm_80\n"),
        ("p.s", "$r1 <- 5\n"),
        ("p.words", "101e\n"),
        (
            "v.csv",
            "instruction,a,b,c,d\n\"vadd4.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n",
        ),
        ("wrong.s", "$r1 <- $r99\n"),
    ] {
        fs::write(folder.path().join(name), format!("\u{feff}{text}")).expect("a file");
    }
    cases(
        folder.path(),
        "
ptx m.ptx => 0: m.ptx: PTX 8.0
asm p.s => 0
run p.s => 0: 1 instructions
run p.words => 0: 1 instructions
disasm p.words => 0: $r1
check v.csv => 0: 1 passed, 0 failed
asm wrong.s => 2: wrong.s:1:8
",
    );
}

#[test]
fn disassembly_goes_to_a_file_that_assembles_to_the_same_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/programs/blend.s");
    let run = |arguments: &[&str]| {
        let (status, out, err) = lanesmith(folder.path(), arguments);
        assert_eq!((status, &err[..]), (0, ""), "{arguments:?}");
        out
    };
    run(&["asm", source, "-o", "blend.bin"]);
    assert_eq!(run(&["disasm", "blend.bin", "-o", "again.s"]), "");
    let read = |name: &str| fs::read(folder.path().join(name)).expect("a file");
    assert_eq!(read("again.s"), run(&["disasm", "blend.bin"]).into_bytes());
    run(&["asm", "again.s", "-o", "again.bin"]);
    assert_eq!(read("again.bin"), read("blend.bin"));
    cases(folder.path(), "disasm blend.bin -o blend.bin => 2: it is also an input");
}
