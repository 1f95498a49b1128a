//! The assembler's language: a program in the ISA author's style against words that were written down before, and what is
//! wrong with programs as pictures.

use crate::program;
use lanesmith::units::brew::isa::{AssembledStatement, assemble, disassemble, words};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// With all of the language. The words below are worked out by hand from the tables of the ISA.
const PROGRAM: &str = r#"
/* a comment
   of two lines */
.set base, 0x10000              // behind it
.equ wait, 1 << 28
io = (base + 0x2000) | wait     # 0x10012000
.set mask, ~0xf & 0xff
.set limit, .table_end - .table; .set last, limit / 4 - 1

.macro CALL label, link=$lr
    \link <- 1f
    $pc <- \label
1:
.endm

.global _start
.weak _start
.text
.p2align 1
_start:
    NOP
    $a0 <- io
    $a1 <- short mask
    $r3 <- tiny 'a' - 'b'
    CALL sub
    CALL sub, link=$r10
1:  $r2 <- short $r2 - 1
    if $r2 != 0 $pc <- 1b
    if signed $r2 < $a0 $pc <- 2f
    mem32[$sp + tiny -8] <- $lr
    $r0 <- mem8[$a0 + 4]
    $r1 <- mem[.table + 4 * 1]
2:  .irp R, 6, 7
    $r\R <- $r\R ^ $r\R
    .endr
    .rept 2
    nop
    .endr
.if wait == 1 << 28 && limit_is_not_set_yet - limit_is_not_set_yet
.else
.endif
.ifdef wait
    $r5 <- $r5 | $a2
.else
    this is not read
.endif
    $r8 <- limit
    $r9 <- last
    type $r0, $r1 <- int8x4, fp32
    $r1 <- -1.5
sub: $pc <- $lr

.section .rodata, "a", @progbits
    .p2align 2
.table:
    .int sub, last + 1, -(5 % 3)
.table_end:
    .byte 1, 'B', '\n', 0x80 >> 4
    .short -2; .half 0xffff
    .string "a\"b"
    .asciz "x"
    .ascii "yz"
    .fill 2, 2, 0x1234
    .skip 1
    .p2align 1
    .word .
.data
    .long .buffer
.bss
.buffer:
    .space 64
"#;

const WORDS: [u16; 70] = [
    0x2222, // 00
    0x400f, 0x2000, 0x1001, // 02
    0x50f0, 0x00f0, // 08
    0x301e, // 0c: -1 in one's complement
    0xe00f, 0x001a, 0x0000, 0x20ef, 0x0060, 0x0000, // 0e
    0xa00f, 0x0026, 0x0000, 0x20ef, 0x0060, 0x0000, // 1a
    0x24f2, 0xffff, // 26: -1 + $r2
    0xf012, 0xfffd, // 2a: -4, the sign in bit 0
    0xf324, 0x0010, // 2e
    0xecfd, // 32: -2 words from $sp
    0x0f44, 0x0004, // 34
    0x1f6f, 0x0068, 0x0000, // 38
    0x6166, 0x7177, // 3e
    0x2222, 0x2222, // 42
    0x5265, // 46
    0x800f, 0x000c, 0x0000, // 48
    0x900f, 0x0002, 0x0000, // 4e
    0x80ef, 0xff82, 0xffff, // 54
    0x100f, 0x0000, 0xbfc0, // 5a
    0xe002, // 60
    0x0000, // 62: up to the next section
    0x0060, 0x0000, 0x0003, 0x0000, 0xfffe, 0xffff, // 64
    0x4201, 0x080a, // 70
    0xfffe, 0xffff, // 74
    0x2261, 0x0062, 0x0078, 0x7a79, // 78
    0x1234, 0x1234, // 80
    0x0000, // 84: one byte, and one up to an even address
    0x0086, // 86
    0x008c, 0x0000, // 88
];

fn assembled(source: &str) -> Vec<u16> {
    match assemble(source) {
        Ok(statements) => words(&statements),
        Err(errors) => panic!("{}", errors[0].render("text", source, false)),
    }
}

#[test]
fn a_program_in_the_authors_style_gives_the_words_that_were_worked_out_by_hand() {
    // What is not known where it is asked for is an error; without that line the program has none.
    let asked = ".if wait == 1 << 28 && limit_is_not_set_yet - limit_is_not_set_yet\n.else\n.endif\n";
    let errors = assemble(PROGRAM).unwrap_err();
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(errors[0].message.contains("`limit_is_not_set_yet` is not known yet"));
    assert_eq!(assembled(&PROGRAM.replace(asked, "")), WORDS);
}

/// Names that the author's assembler takes and the disassembler does not write, with the words by hand.
const OTHER_NAMES: [(&str, &[u16]); 13] = [
    ("sii", &[0x6000]),
    ("HWI", &[0x7000]),
    ("swi 5", &[0x5000]),
    ("fence__w_rw", &[0x1001]),
    ("FENCE_R__RW", &[0x2001]),
    ("fence____rw", &[0x3001]),
    ("fence_____w", &[0x7001]),
    ("fence_rw_r_", &[0x8001]),
    ("fence__w___", &[0xd001]),
    ("$sva <- $sen | $eh0", &[0x128e]),
    ("$st <- short $eh1 + 3", &[0x24f9, 3]),
    (
        "memsr[$r3] <- $a0; memsr32[$r3 + 8] <- $a0; memsr32[0x12] <- $a0",
        &[0x4eb3, 0x4fb3, 8, 0x4fbf, 0x12, 0],
    ),
    ("smem8[$r3] <- $r1; smem16[$r3 - 2] <- $r1", &[0x1e83, 0x1f93, 0xfffe]),
];

#[test]
fn names_that_only_the_authors_assembler_has_give_the_words_that_were_worked_out_by_hand() {
    for (text, expected) in OTHER_NAMES {
        assert_eq!(assembled(text), expected, "{text}");
    }
    // Blanks between the digits of a fence's name stand for what it does not order: both spellings are one instruction.
    assert_eq!(
        assembled("fence_w_r; fence_r_; fence__rw"),
        assembled("fence__w_r_; fence_r____; fence____rw")
    );
}

#[test]
fn calls_give_the_words_of_the_newer_isa_and_come_back_as_text() {
    let source = "start: CALL far\ncall short 0x40\nCall mem[$r3]\ncall mem32[$r3 - 4]\ncall mem[table]\n\
                  far: $pc <- $lr\ntable: .int far\n";
    let words = assembled(source);
    let expected = [
        0x40ef, 0x0016, 0x0000, // start
        0x40fe, 0x0040, 0x4ee3, 0x4fe3, 0xfffc, 0x4fef, 0x0018, 0x0000, //
        0xe002, // far, at 0x16
        0x0016, 0x0000, // table
    ];
    assert_eq!(words, expected);
    let back: Vec<String> = disassemble(&words[..12]).into_iter().map(|line| line.text).collect();
    assert!(back[..5].iter().all(|text| text.starts_with("call ")), "{back:?}");
    assert_eq!(assembled(&back.join("\n")), words[..12]);
    // A macro with this name, as in the older sources, is that macro.
    let macros = ".macro CALL label\n$lr <- 1f\n$pc <- \\label\n1:\n.endm\n";
    assert_eq!(
        assembled(&format!("{macros}CALL 0x20\n")),
        [0xe00f, 0x000c, 0x0000, 0x20ef, 0x0020, 0x0000]
    );
}

/// What the author's assembler takes without a word and encodes as something else.
#[test]
fn numbers_that_the_authors_assembler_encodes_as_others_are_refused() {
    for (text, message) in [
        ("$r1 <- mem[$fp + tiny 508]", "the number does not fit its field"),
        ("mem32[$sp + tiny -512] <- $r1", "the number does not fit its field"),
        (
            "$r1 <- short $r2 - -0x8000",
            "the number does not fit the short form's 16 bits",
        ),
    ] {
        let errors = assemble(text).unwrap_err();
        assert!(errors[0].message.contains(message), "{text}: {}", errors[0].message);
    }
}

/// A program in the style of the author's own: several files, a section for each function, names with dots in the middle.
const FIRMWARE: [(&str, &str); 3] = [
    (
        "inc/board.inc",
        r#"/* Where things are. */
.set ram.base, 0x20000
.set lamp.control, ram.base + 0x40
.set lamp.bit.on, 3
.set lamp.on, 1 << lamp.bit.on
.equ lamp.blink, 2 * (1 << 4)     // two times a second
"#,
    ),
    (
        "inc/macros.inc",
        r#".macro CALL label
    $lr <- 1f
    $pc <- \label
1:
.endm
.macro SAVE register, slot=0
    mem[$sp + tiny -(4 * (\slot + 1))] <- \register
.endm
"#,
    ),
    (
        "main.s",
        r#".include "inc/board.inc"
.include "inc/macros.inc"

.global start
.extern console

# start
# =====
# Clobbers: $r0, $r1, $a0
.section .text.start, "ax", @progbits
    .p2align 2
start:
    $r0 <- lamp.on | lamp.blink | 1
    mem8[lamp.control] <- $r0       # lights it
    $a0 <- mem8[lamp.control + 1]
    $a0 <- short $a0 & (~lamp.on & 0xff)
    SAVE $a0, 1
    SAVE $fp
    CALL wait
    if $a0 == 0 $pc <- _done
    $r1 <- table_size / 4 - 1
    if $r1 <= $a0 $pc <- _done
    $r1 <- short $a0 << 2
    $r1 <- $r1 + table
    $pc <- mem[$r1]
_done:
    $pc <- $lr

.section .text.wait, "ax", @progbits
    .p2align 2
wait:
    $r3 <- 28
1:  $r2 <- $a0 >> $r3
    $r3 <- tiny $r3 - 4
    if $r3 > 0 $pc <- 1b
    $r2 <- short $r2 - 2
    $tpc <- $r2; $a1 <- $tpc
    syscall; NOP
    $a0 <- $a1
    $pc <- $lr

.section .rodata.table
    .p2align 2
table:
    .int start    # 0
    .int wait     # 1
.set table_size, .-table
    .string "on\n"
    .byte lamp.bit.on, 'z' - 'a'
    .short -1, lamp.blink >> 4
    .ascii "ok"
    .rept 2
    .byte 1
    .endr
    .irp n, 4, 5
    .short \n
    .endr
"#,
    ),
];

/// Worked out by hand from the tables of the ISA.
const FIRMWARE_WORDS: [u16; 63] = [
    0x000f, 0x0029, 0x0000, // 00
    0x0f8f, 0x0040, 0x0002, // 06
    0x4f4f, 0x0041, 0x0002, // 0c
    0x43f4, 0x00f7, // 12
    0x4cfd, 0xccff, // 16
    0xe00f, 0x0026, 0x0000, 0x20ef, 0x0044, 0x0000, // 1a
    0xf004, 0x001a, // 26
    0x100f, 0x0001, 0x0000, // 2a
    0xf641, 0x0010, // 30
    0x16f4, 0x0002, // 34
    0x141f, 0x0064, 0x0000, // 38
    0x2ee1, // 3e
    0xe002, // 40
    0x0000, // 42: up to the next section
    0x300f, 0x001c, 0x0000, // 44
    0x2734, 0x3b3b, // 4a
    0xf043, 0xfffd, // 4e: -4
    0x24f2, 0xfffe, // 52
    0x2003, 0x5005, // 56
    0x2000, 0x2222, // 5a
    0x4255, // 5e
    0xe002, // 60
    0x0000, // 62: likewise
    0x0000, 0x0000, 0x0044, 0x0000, // 64
    0x6e6f, 0x000a, // 6c
    0x1903, // 70
    0xffff, 0x0002, // 72
    0x6b6f, // 76
    0x0101, // 78
    0x0004, 0x0005, // 7a
];

#[test]
fn a_program_of_several_files_with_a_section_for_each_function_gives_the_words_worked_out_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("inc")).unwrap();
    for (name, text) in FIRMWARE {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let found = run(folder.path(), &["asm", "main.s"], "");
    assert_eq!(found.status, 0, "{}", found.err);
    let words = found.out.split_whitespace().map(|word| u16::from_str_radix(word, 16));
    assert_eq!(words.collect::<Result<Vec<u16>, _>>().unwrap(), FIRMWARE_WORDS);
}

#[test]
fn operators_bind_as_in_the_gnu_assembler() {
    for (text, value) in [
        ("1 + 2 << 3", 17),
        ("3 & 1 + 4", 5),
        ("2 * 3 + 4 * 5", 26),
        ("10 - 4 - 3", 3),
        ("7 % 4 * 2", 6),
        ("-7 / 2", -3),
        ("-1 >> 1", -1),
        ("6 & 3 ^ 1", 3),
        ("6 ! 0", -1),
        ("3 < 4", -1),
        ("3 == 4", 0),
        ("1 && 2 || 0", 1),
        ("!3 + ~0 + - -5 + +1", 5),
        ("(1 + 2) * 3", 9),
        ("0x10 + 010 + 0b10 + 10", 36),
        ("'a' + '\\x01' + '\\''", 97 + 1 + 39),
    ] {
        let bits = value as u32;
        let found = assembled(&format!(".int {text}"));
        assert_eq!(found, [bits as u16, (bits >> 16) as u16], "{text}");
    }
}

#[test]
fn symbols_have_the_values_of_where_they_stand_and_labels_those_of_the_end() {
    let source =
        ".set n, 1\n.byte n\n.set n, n + 1\n.byte n, behind\nbehind = 7\n.byte later\nlater: .set m, later\n.byte m";
    assert_eq!(assembled(source), [0x0201, 0x0407, 0x0004]);
}

#[test]
fn an_expression_beside_an_operator_of_the_instruction_stands_in_parentheses() {
    assert_eq!(assembled("$r1 <- (2 + 3) * $r2"), [0x192f, 5, 0]);
    assert_eq!(assembled("$r1 <- $r2 + 3 + 4"), [0x142f, 7, 0]);
    assert_eq!(assembled("$r1 <- $r2 + (-(4294967294))"), [0x142f, 2, 0]);
    for text in ["$r1 <- $r2 * 2 + 3", "$r1 <- $r2 - 2 - 3"] {
        let errors = assemble(text).unwrap_err();
        assert!(
            errors[0].expected.contains("parentheses around the whole number"),
            "{errors:?}"
        );
    }
}

#[test]
fn the_labels_of_a_structure_are_numbers_and_take_no_room() {
    let source = ".set page, 0xffffffff - 1024 + 1\n.struct 0\n context.next: .space 4\n context.r4: context.a0: .space 4\n\
        .balign 16\n context.lr: .space 4\n context.size:\n.struct page\n saved: .space 4\n current: .space 4\n\
        .text\n $r0 <- current\n mem[$r0 + context.lr] <- $lr\n $r1 <- short context.size - context.a0\n\
        .data\n .byte context.r4, context.lr\n";
    assert_eq!(
        assembled(source),
        [0x000f, 0xfc04, 0xffff, 0xefa0, 0x0010, 0x10f0, 0x0010, 0x1004]
    );
    for (source, place, message) in [
        (".struct 0\nnop\n", "nop", "without contents"),
        (".struct 0\n.int 4\n", ".int", "without contents"),
        (".struct -1\n", "-1", "-1 is out of range"),
        (".struct 0, 1\n", "1", "one too many"),
        (".struct\n", "", "too early"),
        (".struct later\nlater = 4\n", "later", "`later`"),
        (
            ".struct 0xffffffff\n.space 2\n",
            ".space",
            "more than there is room for",
        ),
    ] {
        let errors = assemble(source).unwrap_err();
        let error = &errors[0];
        assert!(error.message.contains(message), "{source}: {error:?}");
        assert_eq!(&source[error.span.clone()], place, "{source}: {error:?}");
    }
}

#[test]
fn sections_follow_each_other_as_they_are_filled_with_data_behind_code() {
    let source = ".data\n.word 4\n.section .init\nnop\n.text\n$r1 <- tiny 1\n.bss\nb: .skip 2\n.data\n.word 5, b\n";
    assert_eq!(assembled(source), [0x2222, 0x1011, 4, 5, 10]);
}

#[test]
fn every_statement_knows_its_line_and_address() {
    let source = ".macro TWO\nnop\nnop\n.endm\n.byte 1\n.byte 2\nTWO\n";
    let statement = |line, address, word| AssembledStatement {
        line,
        address,
        words: vec![word],
    };
    let wanted = [
        statement(5, 0, 0x0201),
        statement(7, 2, 0x2222),
        statement(7, 4, 0x2222),
    ];
    assert_eq!(assemble(source).unwrap(), wanted);
}

/// How the program ended, and what it said.
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs the program in a folder.
pub fn run(folder: &Path, arguments: &[&str], input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command.current_dir(folder).args(arguments);
    let output = program::run(&mut command, input.as_bytes(), Duration::from_secs(60));
    Run {
        status: output.status.code().expect("it ends by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// The error of `asm main.s` in a folder of these files.
fn refusal(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().unwrap();
    for (name, contents) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, contents).unwrap();
    }
    let run = run(folder.path(), &["asm", "main.s"], "");
    assert_eq!((run.status, run.out.as_str()), (2, ""), "{}", run.err);
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run.err
}

/// That all parts are in what was said.
pub fn all(err: &str, parts: &[&str]) {
    for part in parts {
        assert!(err.contains(part), "no `{part}` in\n{err}");
    }
}

#[test]
fn files_are_included_from_the_folder_of_the_one_that_includes_them() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("lib")).unwrap();
    std::fs::write(folder.path().join("main.s"), ".include \"lib/a.s\"\nSET $r1, two\n").unwrap();
    std::fs::write(
        folder.path().join("lib/a.s"),
        ".include \"b.s\"\n.include \"b.s\"\ntwo = 2\n",
    )
    .unwrap();
    std::fs::write(
        folder.path().join("lib/b.s"),
        ".macro SET r, n\n\\r <- tiny \\n\n.endm\n",
    )
    .unwrap();
    let found = run(folder.path(), &["asm", "main.s"], "");
    assert_eq!((found.status, found.out.as_str()), (0, "1012\n"), "{}", found.err);
    let found = run(folder.path(), &["asm", "-"], ".include \"lib/a.s\"\nSET $r2, two + 1\n");
    assert_eq!((found.status, found.out.as_str()), (0, "2013\n"), "{}", found.err);
}

#[test]
fn an_undefined_symbol_is_called_so_where_it_stands() {
    let err = refusal(&[("main.s", "nop\n$r1 <- counter + 1\ncounted: nop\n")]);
    all(
        &err,
        &[
            "`counter` is not defined",
            "main.s:2:8",
            "did you mean `counted`?",
            "a name of this file, or one that another file exports",
        ],
    );
}

#[test]
fn an_error_in_a_macro_of_another_file_names_both_places_and_what_the_line_became() {
    let macros = "# shared\n.macro STORE where, what\n  mem32[\\where] <- \\what\n  $r1 <- tiny \\what\n.endm\n";
    let err = refusal(&[
        ("main.s", "nop\n.include \"lib/macros.s\"\n  STORE 16, $r2\n"),
        ("lib/macros.s", macros),
    ]);
    all(
        &err,
        &[
            "main.s:3:16",
            "expansion of the macro `STORE`",
            "main.s:3:3",
            "the line reads `$r1 <- tiny $r2`",
        ],
    );
    let err = refusal(&[
        ("main.s", ".include \"lib/macros.s\"\nBAD\n"),
        (
            "lib/macros.s",
            ".macro BAD\n  nop\n  $r1 <- short 70000\n.endm\n$r15 <- $r1\n",
        ),
    ]);
    all(
        &err,
        &[
            "lib/macros.s:3:16",
            "expansion of the macro `BAD`",
            "main.s:2:1",
            "lib/macros.s:5:1",
            "included from here",
        ],
    );
}

#[test]
fn a_macro_without_an_end_to_its_calls_and_one_that_grows_are_refused() {
    let err = refusal(&[("main.s", ".macro LOOP\n  LOOP\n  LOOP\n.endm\n  LOOP\n")]);
    all(
        &err,
        &[
            "expansions are more than 100 deep",
            "a macro that calls itself needs a condition",
            "and 94 more",
        ],
    );
    let err = refusal(&[("main.s", ".macro GROW x\n  GROW \\x\\x\n.endm\n  GROW 1234567890\n")]);
    all(&err, &["expand to too much", "16 MiB"]);
    let err = refusal(&[("main.s", ".rept 100000\n.rept 100000\nnop\n.endr\n.endr\n")]);
    all(&err, &["expand to too much"]);
    let counted = ".macro DOWN n\n.if \\n\n.byte \\n\nDOWN \\n - 1\n.endif\n.endm\nDOWN 4\n";
    assert_eq!(assembled(counted), [0x0304, 0x0102]);
}

#[test]
fn files_that_are_not_there_or_lead_back_are_refused_at_their_names() {
    let err = refusal(&[("main.s", "nop\n.include \"none.s\"\n")]);
    all(&err, &["main.s:2:10", "`none.s` cannot be read", "No such file"]);
    let err = refusal(&[
        ("main.s", ".include \"a.s\"\n"),
        ("a.s", "nop\n.include \"./main.s\"\n"),
    ]);
    all(&err, &["a.s:2:10", "`./main.s` includes itself", "main.s:1:1"]);
    let err = refusal(&[
        ("main.s", ".include \"a.s\"\n"),
        ("a.s", ".include \"b.s\"\n"),
        ("b.s", ".include \"a.s\"\n"),
    ]);
    all(&err, &["b.s:1:10", "`a.s` includes itself"]);
}

#[test]
fn local_labels_without_a_counterpart_divisions_by_zero_and_numbers_out_of_range_are_shown() {
    for (source, parts) in [
        (
            "1: nop\n$r1 <- 1f\n",
            &["main.s:2:8", "there is no label `1:` behind this line"][..],
        ),
        (
            "$r1 <- 2b\n2: nop\n",
            &["main.s:1:8", "there is no label `2:` before this line"],
        ),
        ("1x: nop\n", &["main.s:1:1", "`1x` is no label"]),
        (".set n, 0\n.int 5 / (n * 2)\n", &["main.s:2:6", "division by 0"]),
        (".int 5 % later\n.set later, 0\n", &["main.s:1:6", "division by 0"]),
        (
            ".set n, 200\n$r1 <- tiny n\n",
            &[
                "main.s:2:13",
                "this is 200: the number does not fit the tiny form",
                "-7 to 7",
            ],
        ),
        (
            ".byte 'a' * 3\n",
            &[
                "main.s:1:7",
                "this is 291: the number does not fit 8 bits",
                "-128 to 255",
            ],
        ),
        (
            ".int 1 << 32\n",
            &["this is 4294967296: the number does not fit 32 bits"],
        ),
        (".int 1 << 64\n", &["main.s:1:6", "the shift is out of range"]),
        (".int 0x7fffffffffffffff + 1\n", &["does not fit 64 bits"]),
        ("a = b\nb = a\n", &["main.s:1:5", "depends on itself"]),
        (
            "if $r1 == 0 $pc <- far\n.skip 70000\nfar: nop\n",
            &["main.s:1:20", "this is address 70004", "-65536 to 65534"],
        ),
        (
            "if $r1[10] == 1 $pc <- 0\n",
            &["main.s:1:8", "branches cannot look at this bit", "14, 15, 16"],
        ),
        (".skip 1 << 40\n", &["main.s:1:7", "out of range"]),
        (".skip 2000000\n", &["main.s:1:1", "more than there is room for"]),
        (".byte 1\nnop\n", &["main.s:2:1", "odd address", ".p2align 1"]),
        (".bss\nnop\n", &["main.s:2:1", "without contents"]),
        (".if 1\nnop\n", &["main.s:1:1", "this condition has no end"]),
        (".else\n", &["main.s:1:1", "does not belong to a condition"]),
        (".macro X\nnop\n", &["main.s:1:1", "`.macro` has no end", "`.endm`"]),
        (".endr\n", &["`.endr` ends nothing"]),
        (".macro M a:req\n.endm\nM\n", &["main.s:3:2", "has no value for `a`"]),
        (".macro M a\n.endm\nM 1, 2\n", &["main.s:3:6", "no parameter for `2`"]),
        ("PUSH x\n", &["main.s:1:1", "there is no instruction or macro `PUSH`"]),
        (".string \"a\n", &["main.s:1:9", "the string does not end"]),
        (".ascii \"\\q\"\n", &["main.s:1:8", "there is no escape `\\q`"]),
        ("nop /* x\n", &["main.s:1:5", "the comment does not end"]),
        ("$r1 <- 1.5 + 1\n", &["main.s:1:8", "no whole number"]),
    ] {
        all(&refusal(&[("main.s", source)]), parts);
    }
}
