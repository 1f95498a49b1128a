//! The assembler's language: a program against words that were worked out by hand, and the errors of programs.

use crate::brew_isa::assembled;
use lanesmith::units::brew::isa::assemble;

/// In the style of the ISA author's programs. The words below are worked out by hand from the table of the ISA.
const PROGRAM: &str = "
.set ram.base, 0x20000
.set lamp.bit, 3
.set lamp.on, 1 << lamp.bit
.set lamp.blink, 2 * (1 << 4)           # two times a second
.set size, (end - start) / 2
start:  NOP
        $r0 <- lamp.on | lamp.blink | 1
        $a0 <- short $a0 & (~lamp.on & 0xff)
        $r1 <- ram.base / 4 - 1
        $r1 <- short $a0 << 2
        $r1 <- $r1 + ram.base
        $r3 <- tiny $r3 - 4
        $r2 <- $a0 >> $r3
        $a0 <- '0 + 9                   # prints '9'
        $a1 <- short 'b' - 'a'
        $r1 <- $r2 + (~0x80000000)
        $r8 <- -1.5
        type $r0, $r1 <- INT8x4, fp32
        $fp <- size
inner: outer: .word start, outer, -1, 0xffff, 017, 0b11\r
end:";

const WORDS: [u16; 39] = [
    0x2222, // 00
    0x000f, 0x0029, 0x0000, // 02
    0x43f4, 0x00f7, // 08
    0x100f, 0x7fff, 0x0000, // 0c
    0x16f4, 0x0002, // 12
    0x141f, 0x0000, 0x0002, // 16
    0x3b3b, // 1c: -4 in one's complement
    0x2734, // 1e
    0x400f, 0x0039, 0x0000, // 20
    0x50f0, 0x0001, // 26
    0x142f, 0xffff, 0x7fff, // 2a
    0x800f, 0x0000, 0xbfc0, // 30
    0x80ef, 0xff82, 0xffff, // 36
    0xc00f, 0x0027, 0x0000, // 3c
    0x0000, 0x0042, 0xffff, 0xffff, 0x000f, 0x0003, // 42
];

#[test]
fn a_program_gives_the_words_that_were_worked_out_by_hand() {
    assert_eq!(assembled(PROGRAM), WORDS);
}

#[test]
fn operators_bind_as_in_the_authors_assembler() {
    for (text, value) in [
        ("1 + 2 << 3", 17),
        ("3 & 1 + 4", 5),
        ("2 * 3 + 4 * 5", 26),
        ("10 - 4 - 3", 3),
        ("7 % 4 * 2", 6),
        ("-7 / 2", -3),
        ("-1 >> 1", -1),
        ("6 & 3 ^ 1", 3),
        ("~0 - -5", 4),
        ("(1 + 2) * 3", 9),
        ("0x10 + 010 + 0b10 + 10", 36),
        ("'a' + '#", 97 + 35),
    ] {
        assert_eq!(assembled(&format!(".word {text}")), [value as u16], "{text}");
    }
    assert_eq!(assembled("$r1 <- (2 + 3) * $r2"), [0x192f, 5, 0]);
    assert_eq!(assembled("$r1 <- $r2 + 3 + 4"), [0x142f, 7, 0]);
    assert_eq!(assembled("$r1 <- 3 + 4 + $r2"), [0x142f, 7, 0]);
}

#[test]
fn parentheses_are_read_once_at_every_depth() {
    let nested = |depth: usize| format!(".word {}1{}", "1 + 1 * (".repeat(depth), ")".repeat(depth));
    assert_eq!(assembled(&nested(100)), [101]);
    assert_eq!(
        assemble(&nested(101)).unwrap_err()[0].message,
        "the expression is too deep"
    );
    assert_eq!(assemble(&nested(100).replace(')', "")).unwrap_err().len(), 1);
}

/// Statements, each with the column of its error, a part of the message and a part of what was expected; or without an error.
const ERRORS: &str = r"
$r15 <- $r1 + $r2 => 1: there is no register `$r15`; $r0 to $r14
$r1 <- $r2 + $r3 $r4 => 18: `$r4` does not fit here; the end of the line
$r1 <- short 0xffff + $r2 => 14: does not fit the short form; -32768 to 32767
$r1 <- short $r2 - -0x8000 => 20: does not fit the short form; 32767
$r1 <- -2147483649 => 8: does not fit 32 bits; -2147483648 to 4294967295
$r1 <- tiny 8 => 13: does not fit the tiny form; -7 to 7
$r1 <- tiny 2 * 100 => 13: this is 200: the number does not fit the tiny form; -7 to 7
$r1 <- 089 => 8: `089` is not a number; octal digits
$r1 <- 'é' => 8: is not one byte; an ASCII character
$r1 <- lane_swizzle $r2, 3214 => 26: does not choose four bytes; 0 to 3
$r1 <- $r2 << 4 => 15: `4` does not fit here; a register
$r1 <- $r2 * 2 + 3 => 16: `+` does not fit here; parentheses around the whole number
$r1 <- nowhere => 8: `nowhere` is not defined; a label or a name
$r1 <- 1 + twic => 12: `twic` is not defined; did you mean `twice`?
type $r1 <- int64 => 13: `int64` is not a type; uint8x4s
type $r1, $r9 <- int32, int32 => 11: cannot be in the list; $r0 to $r7
$r1 <- => 7: the line ends too early; a register
$r1 <- $r2 @ $r3 => 12: `@` has no meaning; operator
$r1 <- \x + 1 => 8: `\` has no meaning; operator
x = 5 => 3: `=` has no meaning; `.set NAME, VALUE`
nop; nop => 4: `;` has no meaning; one statement on each line
nop // x => 5: `/` has no meaning; `#` for a comment
$r1 <- 5 + (3 + $r2) => 17: `$r2` does not fit here; a number or symbol
$r1 <- (1 => 10: the line ends too early; an operator or `)`
.word 65536 => 7: does not fit 16 bits; -32768 to 65535
.word 1.5 => 7: does not fit 16 bits; an integer
.word 1, => 9: the line ends too early; an expression
.word 1 2 => 9: `2` does not fit here; `,` or the end of the line
.word 5 / (2 - 2) => 7: division by 0; other than 0
.word 1 << 64 => 7: the shift is out of range; 0 to 63
.word 0x7fffffffffffffff + 1 => 7: does not fit 64 bits; smaller
.word 1 + ) => 11: `)` does not fit here; an expression
.word 1.5 + 1 => 7: floating-point operand; integers
.wrd 1 => 1: there is no directive `.wrd`; did you mean `.word`?
.macro M => 1: there is no directive `.macro`; `.set` or `.word`
.set a => 7: the line ends too early; a comma and a value
.set 5, 6 => 6: `5` does not fit here; a name
.set a, b => 9: `b` is not known yet; `.set` defines above
.set b, a
.set a, 1 => 6: `a` is already defined; another name
.set c, 1, 2 => 12: one too many; one value
tiny: nop => 1: cannot be a name; another name
.x: nop => 1: begins with a dot; another name
twice: twice: nop => 8: is already defined; another name
1: nop => 1: `1` does not fit here; a name and `:`
PUSH $r1 => 1: there is no instruction `PUSH`; `.set`, `.word`
set x, 1 => 1: there is no instruction `set`; did you mean `.set`?
";

#[test]
fn all_errors_of_a_program_are_reported_with_place_and_what_was_expected() {
    let lines: Vec<(&str, Option<&str>)> = ERRORS
        .trim()
        .lines()
        .map(|line| {
            line.split_once(" => ")
                .map_or((line, None), |(text, error)| (text, Some(error)))
        })
        .collect();
    let source: String = lines.iter().map(|(text, _)| format!("{text}  # remark\n")).collect();
    let errors = assemble(&source).unwrap_err();
    let wanted = (1..)
        .zip(lines)
        .filter_map(|(number, (text, error))| Some((number, text, error?)));
    assert_eq!(errors.len(), wanted.clone().count(), "{errors:#?}");
    for ((number, text, wanted), error) in wanted.zip(&errors) {
        let (column, wanted) = wanted.split_once(": ").expect("a column");
        let (message, expected) = wanted.split_once("; ").expect("a message");
        assert_eq!(
            error.position(&source),
            (number, column.parse().expect("a column")),
            "{text}: {error:?}"
        );
        assert!(error.message.contains(message), "{text}: {error:?}");
        assert!(error.expected.contains(expected), "{text}: {error:?}");
    }
}
