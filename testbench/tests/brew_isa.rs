//! The Brew ISA's encodings against the author's assembler and decoder.

use lanesmith::unit::{ImageError, ImageFormat};
use lanesmith::units::brew::golden::BrewMachine;
use lanesmith::units::brew::isa::{PREFIX, assemble, decode, disassemble, length, words};

/// The rows of a vector file.
pub fn rows(file: &str) -> Vec<csv::StringRecord> {
    let path = format!("{}/testbench/vectors/{file}", env!("CARGO_MANIFEST_DIR"));
    let mut reader = csv::Reader::from_path(path).expect("the vector file");
    reader.records().map(|row| row.expect("a row")).collect()
}

#[test]
fn every_first_word_of_the_authors_decoder_has_its_length_and_status() {
    let rows = rows("brew_decode.csv");
    assert_eq!(rows.len(), 2816);
    for row in rows {
        let word = u16::from_str_radix(&row[0], 16).unwrap();
        let decoded = decode(&[word, 0, 0]).unwrap();
        let status = if decoded.is_legal() { "ok" } else { "invalid" };
        assert_eq!(
            (decoded.length.to_string().as_str(), status),
            (&row[1], &row[2]),
            "{word:04x}"
        );
    }
}

fn assembled(source: &str) -> Vec<u16> {
    match assemble(source) {
        Ok(statements) => words(&statements),
        Err(errors) => panic!("{source}: {errors:?}"),
    }
}

#[test]
fn every_line_of_the_authors_assembler_gives_the_authors_words_and_comes_back_as_text() {
    let own = rows("brew_encoding.csv");
    let others = rows("brew_encoding_other.csv");
    assert_eq!((own.len(), others.len()), (3484, 167));
    for row in own.into_iter().chain(others) {
        let theirs: Vec<u16> = row[1]
            .split(' ')
            .map(|word| u16::from_str_radix(word, 16).unwrap())
            .collect();
        assert_eq!(assembled(&row[0]), theirs, "{}", &row[0]);
        let lines = disassemble(&theirs);
        assert_eq!(lines.len(), 1, "{}", &row[0]);
        assert!(!lines[0].text.starts_with(".word"), "{}: {}", &row[0], lines[0].text);
        assert_eq!(assembled(&lines[0].text), theirs, "{}: {}", &row[0], lines[0].text);
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
fn decoder_disassembler_and_golden_agree_on_length_and_legality_of_every_first_word() {
    for first in 0..=u16::MAX {
        for tail in [[0, 0], [0x0123, 0x4567], [0xffff, 0xffff], [0x1132, 0x00ff]] {
            agree(&[first, tail[0], tail[1]]);
        }
    }
}

#[test]
fn decoder_disassembler_and_golden_agree_on_every_word_after_the_prefix() {
    for second in 0..=u16::MAX {
        agree(&[PREFIX, second, 0x1132]);
    }
}

#[test]
fn the_pages_other_spellings_mean_the_same_and_are_printed_as_the_author_spells_them() {
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
        ("$r1 <- 017", "$r1 <- 15"),
    ];
    for (given, printed) in pairs {
        let words = assembled(given);
        assert_eq!(disassemble(&words)[0].text, printed, "{given}");
        assert_eq!(assembled(printed), words, "{given}");
    }
}

#[test]
fn labels_are_byte_addresses_and_may_stand_before_they_are_defined() {
    let source = "start: $r1 <- end   # 3 words\n middle: $r2 <- short middle\n.word end, -1, 0xffff\nend:\n";
    let words = assembled(source);
    assert_eq!(words, [0x100f, 16, 0, 0x20f0, 6, 16, 0xffff, 0xffff]);
}

#[test]
fn all_errors_of_a_file_are_found_in_one_run_with_line_column_and_what_was_expected() {
    let lines = [
        ("$r15 <- $r1 + $r2", 1, "there is no register `$r15`", "$r0 to $r14"),
        (
            "$r1 <- $r2 + $r3 $r4",
            18,
            "`$r4` does not fit here",
            "the end of the line",
        ),
        (
            "$r1 <- short 0xffff + $r2",
            14,
            "does not fit the short form",
            "-32768 to 32767",
        ),
        (
            "$r1 <- -2147483649",
            8,
            "does not fit 32 bits",
            "-2147483648 to 4294967295",
        ),
        ("$r1 <- tiny 8", 13, "does not fit the tiny form", "-7 to 7"),
        ("$r1 <- 089", 8, "`089` is not a number", "octal digits"),
        (
            "$r1 <- lane_swizzle $r2, 3214",
            26,
            "does not choose four bytes",
            "0 to 3",
        ),
        ("$r1 <- $r2 << 4", 15, "`4` does not fit here", "a register"),
        (
            "$r1 <- nowhere",
            8,
            "`nowhere` is not defined",
            "a name of this file, or one that another file exports",
        ),
        ("type $r1 <- int64", 13, "`int64` is not a type", "uint8x4s"),
        (
            "type $r1, $r9 <- int32, int32",
            11,
            "cannot be in the list",
            "$r0 to $r7",
        ),
        ("$r1 <-", 7, "the line ends too early", "a register"),
        ("$r1 <- $r2 @ $r3", 12, "`@` has no meaning", "operator"),
        (".word 65536", 7, "does not fit 16 bits", "65535"),
        (".bite 1", 1, "there is no directive `.bite`", "did you mean `.byte`?"),
        ("tiny: nop", 1, "cannot be a label", "another name"),
        ("twice: twice: nop", 8, "is already defined", "another name"),
    ];
    let source: String = lines.iter().map(|line| format!("{}  # remark\n", line.0)).collect();
    let errors = assemble(&source).unwrap_err();
    assert_eq!(errors.len(), lines.len(), "{errors:#?}");
    for ((number, (text, column, message, expected)), error) in (1..).zip(lines).zip(&errors) {
        assert_eq!(error.position(&source), (number, column), "{text}: {error:?}");
        assert!(error.message.contains(message), "{text}: {error:?}");
        assert!(error.expected.contains(expected), "{text}: {error:?}");
    }
}

#[test]
fn every_file_format_gives_back_the_words_and_intel_hex_notices_damage() {
    let words: Vec<u16> = (0..40_000u32)
        .map(|i| (i.wrapping_mul(0x9e37_79b9) >> 16) as u16)
        .collect();
    for format in [ImageFormat::Words, ImageFormat::Binary, ImageFormat::IntelHex] {
        let bytes = format.write(words.chunks(3));
        assert_eq!(format.read(&bytes), Ok(words.clone()), "{format:?}");
        assert_eq!(ImageFormat::detect("program".as_ref(), &bytes), format);
    }
    let hex = ":04000000321122";
    let good = format!("{hex}2275\n:00000001FF\n");
    assert_eq!(
        ImageFormat::IntelHex.write([[0x1132, 0x2222].as_slice()]),
        good.as_bytes()
    );
    for (rest, message) in [
        ("2375", "checksum"),
        ("75", "count"),
        ("2z75", "not an Intel HEX record"),
    ] {
        match ImageFormat::IntelHex.read(format!("{hex}{rest}").as_bytes()) {
            Err(ImageError::Text(error)) => assert!(error.message.contains(message), "{error:?}"),
            other => panic!("{rest}: {other:?}"),
        }
    }
}
