//! The Brew ISA's encodings against the author's assembler and decoder, and programs as files.

use lanesmith::unit::ImageFormat;
use lanesmith::units::brew::golden::BrewMachine;
use lanesmith::units::brew::isa::{PREFIX, assemble, decode, disassemble, length};

/// The rows of a vector file.
pub fn rows(file: &str) -> Vec<csv::StringRecord> {
    let path = format!("{}/src/units/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).expect("the vector file");
    reader.records().map(|row| row.expect("a row")).collect()
}

/// The words of assembly that has no errors.
pub fn assembled(source: &str) -> Vec<u16> {
    match assemble(source) {
        Ok(statements) => statements.concat(),
        Err(errors) => panic!("{}", errors[0].render("text", source, false)),
    }
}

/// The words of a row of `brew_encoding.csv`.
fn words(row: &csv::StringRecord) -> Vec<u16> {
    let words = row[1].split(' ').map(|word| u16::from_str_radix(word, 16));
    words.collect::<Result<_, _>>().expect("words")
}

#[test]
fn every_line_of_the_authors_assembler_comes_back_as_an_instruction() {
    let rows = rows("brew_encoding.csv");
    assert_eq!(rows.len(), 3484);
    for row in rows {
        let theirs = words(&row);
        assert_eq!(assembled(&row[0]), theirs, "{}", &row[0]);
        let lines = disassemble(&theirs);
        assert_eq!(lines.len(), 1, "{}", &row[0]);
        assert!(!lines[0].text.starts_with(".word"), "{}: {}", &row[0], lines[0].text);
    }
}

#[test]
fn instructions_of_other_groups_and_their_words_are_refused() {
    let rows = rows("brew_encoding_other.csv");
    assert_eq!(rows.len(), 167);
    for row in rows {
        let errors = assemble(&row[0]).expect_err(&row[0]);
        assert!(errors.len() == 1 && !errors[0].expected.is_empty(), "{errors:?}");
        let lines = disassemble(&words(&row));
        assert!(lines[0].text.starts_with(".word"), "{}: {}", &row[0], lines[0].text);
    }
}

/// Checks that decoder, disassembler and golden say the same about the first instruction of `program`.
fn agree(program: &[u16; 3]) {
    let decoded = decode(program).unwrap();
    assert_eq!(decoded.length, length(program[0]));
    let line = &disassemble(program)[0];
    assert_eq!(line.words.len(), decoded.length, "{line}");
    assert_eq!(assembled(&line.text), line.words, "{line}");
    let refused = line.remark.as_ref().is_some_and(|remark| remark.starts_with("invalid"));
    assert_eq!(decoded.is_legal(), !refused, "{line}");
    // All registers are INT32 and 0: no type makes an instruction invalid.
    let retire = BrewMachine::new(program.to_vec()).step().unwrap();
    assert_eq!(
        (usize::from(retire.length), !retire.exception),
        (decoded.length, decoded.is_legal()),
        "{line}"
    );
}

#[test]
fn decoder_disassembler_and_golden_agree_on_every_operation_word() {
    for first in 0..=u16::MAX {
        for tail in [[0x0123, 0x4567], [0xffff, 0xffff]] {
            agree(&[first, tail[0], tail[1]]);
        }
        agree(&[PREFIX, first, 0x1132]);
    }
}

#[test]
fn other_spellings_of_the_page_are_printed_as_the_author_spells_them() {
    let pairs = [
        ("$r1 <- $r2 << short 3", "$r1 <- short $r2 << 3"),
        ("$r1 <- $r2 >> short -1", "$r1 <- short $r2 >> -1"),
        ("$r1 <- $r2 >>> short 0x1f", "$r1 <- short $r2 >>> 31"),
        ("$r1 <- $r2 - 5", "$r1 <- -5 + $r2"),
        ("$r1 <- $r2 - 1.5", "$r1 <- 0xbfc00000 + $r2"),
        ("$r1 <- short $r2 - 5", "$r1 <- short -5 + $r2"),
        ("$r1 <- tiny $r2 - 5", "$r1 <- tiny $r2 + -5"),
        ("$r1 <- $r2 | $r2", "$r1 <- $r2"),
        ("$r2 <- $r2 | $r2", "nop"),
        ("$r1 <- $r2 > $r3", "$r1 <- $r3 < $r2"),
        ("$fp <- signed $sp <= $lr", "$r12 <- signed $r14 >= $r13"),
        ("type $r0...$r7 <- 0xffffff21", "type $r0, $r1 <- int16x2, int8x4"),
        (
            "type $r8...$r14 <- 0xf0ffff21",
            "type $r8, $r9, $r14 <- int16x2, int8x4, int32",
        ),
        ("type $r8...$r14 <- 0x00000000", "type $r8...$r14 <- 0"),
        ("type $r3 <- 11", "type $r3 <- 11"),
        ("$st <- short $eh1 | 3", "$r2 <- short 3 | $r9"),
    ];
    for (given, printed) in pairs {
        let words = assembled(given);
        assert_eq!(disassemble(&words)[0].text, printed, "{given}");
        assert_eq!(assembled(printed), words, "{given}");
    }
}

#[test]
fn every_file_format_gives_back_the_words_and_is_detected() {
    let words: Vec<u16> = (0..40_000u32)
        .map(|i| (i.wrapping_mul(0x9e37_79b9) >> 16) as u16)
        .collect();
    for format in [ImageFormat::Words, ImageFormat::Binary] {
        let bytes = format.write(words.chunks(3));
        assert_eq!(format.read(&bytes), Ok(words.clone()), "{format:?}");
        assert_eq!(ImageFormat::detect("program".as_ref(), &bytes), format);
    }
}
