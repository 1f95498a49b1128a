//! Brew: assembly, words, program files.

use super::corpus::{Bytes, edited};
use super::{check_diagnostic, fuzz};
use lanesmith::unit::{ImageError, ImageFormat};
use lanesmith::units::brew::isa::{INSTRUCTIONS, TYPES, assemble, decode, disassemble};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The words of the language: all parts of all spellings, the types, registers, numbers.
fn tokens() -> Vec<String> {
    const OTHERS: &str = "$r0 $r1 $r7 $r8 $r14 $r15 $r $fp $a0 0 7 8 -7 15 16 1.5 1e-3 0x7fff 0x8000 0xffffffff 017 3210 label \
        label: .word .set .set\u{a0}x,\u{a0}label-x x . ... # , <- << >>> ~ - ( ) 'a' ' = / %";
    let spellings = INSTRUCTIONS.iter().flat_map(|row| row.spellings);
    let parts = spellings.flat_map(|spelling| spelling.text.split(' '));
    let types = TYPES.iter().filter_map(|row| row.name);
    let mut all: Vec<String> = parts
        .chain(types)
        .chain(OTHERS.split(' '))
        .map(str::to_string)
        .collect();
    all.sort();
    all.dedup();
    all
}

/// Any words, more of them legal than by chance: the table's patterns with random digits in their open places.
fn program() -> impl Strategy<Value = Vec<u16>> {
    let patterned = (select(INSTRUCTIONS), any::<u64>()).prop_map(|(row, mut bits)| {
        let digit = |c: char| {
            bits = bits.rotate_left(4);
            let open = (bits & 15) as u32;
            match c {
                '.' => open % 15,
                '*' => open,
                c => c.to_digit(16).expect("a digit"),
            }
        };
        let digits: Vec<u32> = row.pattern.chars().filter(|c| *c != ' ').map(digit).collect();
        digits
            .chunks(4)
            .map(|word| word.iter().fold(0, |word, digit| word << 4 | *digit as u16))
            .collect()
    });
    let any_words = vec(any::<u16>(), 1..4);
    vec(prop_oneof![4 => patterned.boxed(), 1 => any_words.boxed()], 0..30)
        .prop_map(|pieces: Vec<Vec<u16>>| pieces.concat())
}

/// The words of what the disassembler says about `program`.
fn there_and_back(program: &[u16]) {
    let lines = disassemble(program);
    assert_eq!(
        lines.iter().flat_map(|line| &line.words).collect::<Vec<_>>(),
        program.iter().collect::<Vec<_>>()
    );
    for line in &lines {
        let again = assemble(&line.text).map(|statements| statements.concat());
        assert_eq!(again.as_ref(), Ok(&line.words), "{line}");
    }
    let listing: Vec<String> = lines.iter().map(ToString::to_string).collect();
    assert_eq!(
        assemble(&listing.join("\n"))
            .map(|statements| statements.concat())
            .as_deref(),
        Ok(program)
    );
}

/// The verdict on assembly: errors at their places in the text's order, or words that come back from text.
fn check_assembly(text: &str) {
    match assemble(text) {
        Err(errors) => {
            assert!(!errors.is_empty() && errors.is_sorted_by_key(|error| error.span.start));
            errors.iter().for_each(|error| check_diagnostic(error, text));
        }
        Ok(statements) => there_and_back(&statements.concat()),
    }
}

/// The verdict on a program's file: an error, or words that any format gives back.
fn check_image(bytes: &[u8]) {
    for format in [ImageFormat::Words, ImageFormat::Binary] {
        match format.read(bytes) {
            Err(ImageError::Text(error)) => check_diagnostic(&error, std::str::from_utf8(bytes).expect("text")),
            Err(ImageError::Binary(message)) => assert!(!message.is_empty()),
            Ok(words) => {
                for other in [ImageFormat::Words, ImageFormat::Binary] {
                    assert_eq!(
                        other.read(&other.write([words.as_slice()])).as_ref(),
                        Ok(&words),
                        "{other:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn any_words_come_back_from_their_disassembly() {
    fuzz(1000, program(), |program| there_and_back(&program));
}

#[test]
fn edited_assembly_is_refused_at_its_places_or_comes_back_from_its_words() {
    fuzz(1500, edited("brew_assembly", tokens()), |input| {
        check_assembly(&input.text())
    });
}

/// One line by a spelling of the table, with a value for each of its places.
fn spelled() -> impl Strategy<Value = (String, &'static str)> {
    let spellings = INSTRUCTIONS.iter().flat_map(|row| row.spellings);
    let spellings: Vec<&str> = spellings.map(|spelling| spelling.text).collect();
    let register = || select(&["$r0", "$r1", "$R7", "$r14", "$fp", "$SP", "$lr"][..]);
    let number = select(&["0", "1", "-7", "7", "0x5", "007", "-0x7", "(2 - 5)", "here"][..]);
    let kind = select(&["int32", "INT16x2", "sint8x4s", "fp16x2", "7", "14"][..]);
    let values = ([register(), register(), register()], number, kind, 0..256u32);
    (select(spellings), values).prop_map(|(spelling, ([d, a, b], number, kind, digits))| {
        let digits: String = (0..4).map(|i| (digits >> (2 * i) & 3).to_string()).collect();
        let values = [
            ("$rD", d),
            ("$rA", a),
            ("$rB", b),
            ("$rS", a),
            ("VALUE", number),
            ("CONST", number),
            ("NEGATED", number),
            ("REGISTERS", "$r9, $r8, $lr"),
            ("TYPES", "int8x4, fp32, 7"),
            ("TYPE", kind),
            ("DIGITS", digits.as_str()),
        ];
        let replace = |line: String, (place, value): &(&str, &str)| line.replace(place, value);
        (values.iter().fold(spelling.to_owned(), replace), spelling)
    })
}

#[test]
fn every_spelling_of_the_table_is_accepted_with_any_values_in_its_places() {
    fuzz(2000, spelled(), |(line, spelling)| {
        // The two groups of registers have rows of their own, and both are tried by name.
        let text = format!("here: {line} # {spelling}\n");
        let accepted = assemble(&text).unwrap_or_else(|errors| panic!("{}", errors[0].render("line", &text, false)));
        let found = accepted.concat();
        assert_eq!(
            decode(&found).map(|decoded| decoded.length),
            Some(found.len()),
            "{text}"
        );
        there_and_back(&found);
    });
}

#[test]
fn edited_program_files_are_refused_or_come_back_in_every_format() {
    let tokens = ["0000", "fff0", "1f", "#"].map(str::to_string).to_vec();
    fuzz(3000, edited("brew_image", tokens), |Bytes(input)| check_image(&input));
}
