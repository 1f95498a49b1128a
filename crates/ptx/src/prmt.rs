//! Parses the byte permute.

use super::cursor::Cursor;
use super::instructions::PERMUTE_NAME as NAME;
use super::lexer::PtxTokenKind;
use super::parser::guard;
use super::registers::{Registers, Scope};
use super::single::parse_single;
use super::source::sources;
use super::{PERMUTE_MODES, PermuteInstruction};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;

/// The mnemonic without its modifiers.
pub(super) const STEM: &str = NAME[0];

impl PermuteInstruction {
    /// Parses one instruction, as [`parse`](super::parse) does.
    pub fn parse(source: &str, registers: Option<&Registers>) -> Result<Self, Diagnostic> {
        parse_single(source, registers, instruction)
    }
}

/// Parses from the guard to the last operand.
pub(super) fn instruction(cursor: &mut Cursor, scopes: Scope) -> Result<PermuteInstruction, Diagnostic> {
    let guard = guard(cursor, scopes)?;
    let suffixes = || PERMUTE_MODES[1..].iter().map(|mode| mode.suffix);
    let all = suffixes().collect::<Vec<_>>().join(" ");
    let expected = format!("{name}, or {name} with one of {all}", name = NAME.concat());
    for (part, kind) in NAME.iter().zip([PtxTokenKind::Word, PtxTokenKind::Dotted]) {
        if cursor.text(cursor.peek()) != *part || cursor.take_if(kind).is_none() {
            let message = format!("{} is not a byte permute's `{part}`", cursor.found());
            return Err(Diagnostic::new(cursor.place(), message, expected));
        }
    }
    let mode = match cursor.take_if(PtxTokenKind::Dotted) {
        None => 0,
        Some(token) => {
            let text = cursor.text(&token);
            let known = suffixes().position(|suffix| suffix == text);
            known.map(|before| before + 1).ok_or_else(|| {
                let message = format!("`{text}` is not a mode of {}", NAME.concat());
                Diagnostic::new(token.span.clone(), message, did_you_mean(text, suffixes(), &expected))
            })?
        }
    };
    let operands = sources(cursor, NAME[0], false, scopes)?;
    Ok(PermuteInstruction { guard, mode, operands })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Operands;

    #[test]
    fn texts_are_read_as_they_are_written_and_wrong_ones_refused_at_their_place() {
        for mode in 0..PERMUTE_MODES.len() {
            let written = PermuteInstruction {
                guard: None,
                mode,
                operands: Operands::default(),
            };
            assert_eq!(PermuteInstruction::parse(&written.to_string(), None), Ok(written));
        }
        let read =
            PermuteInstruction::parse("@!p prmt.b32.ecl %d, 0x80, b$1, -1 ; ", None).expect("as the manual has it");
        assert_eq!(read.to_string(), "@!p prmt.b32.ecl %d, 128, b$1, 4294967295");
        for (text, place) in [
            ("", ""),
            ("prmt d, a, b, c", "d"),
            ("prmt.b64 d, a, b, c", ".b64"),
            ("prmt.b32.f4f d, a, b, c", ".f4f"),
            ("prmt.b32 1, a, b, c", "1"),
            ("prmt.b32 d, a, b", ""),
            ("prmt.b32 d, a, b, c, 5", ","),
            ("prmt.b32 d, a,, c", ","),
            ("prmt.b32 d, a, 18446744073709551616, c", "18446744073709551616"),
            ("prmt.b32 d, -a, b, c", "-"),
        ] {
            let wrong = PermuteInstruction::parse(text, None).expect_err(text);
            assert_eq!(&text[wrong.span.clone()], place, "{text}: {}", wrong.message);
        }
    }
}
