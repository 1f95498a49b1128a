//! Operands of instructions without lanes: registers, and numbers.

use super::Operands;
use super::cursor::Cursor;
use super::lexer::PtxTokenKind;
use super::operand::{Role, WORD, after_last_operand, register};
use super::registers::Scope;
use lanesmith_text::diagnostic::Diagnostic;

/// The operands of an instruction without lanes: registers, and numbers for sources.
pub(super) fn sources(cursor: &mut Cursor, name: &str, negated: bool, scopes: Scope) -> Result<Operands, Diagnostic> {
    let mut operand = |role| {
        let operand = match role {
            Role::D => register(cursor, role, false, scopes, &WORD)?,
            _ => source(cursor, role, role.is_signed(negated), scopes)?,
        };
        match cursor.peek().kind {
            PtxTokenKind::Dotted => {
                let message = format!("{} of {name} takes no selector: {}", role.describe(), cursor.found());
                Err(Diagnostic::new(cursor.place(), message, "the operand alone"))
            }
            _ => Ok(operand),
        }
    };
    let [d, a, b, c] = [
        operand(Role::D)?,
        operand(Role::A)?,
        operand(Role::B)?,
        operand(Role::C)?,
    ];
    after_last_operand(cursor)?;
    Ok(Operands { d, a, b, c })
}

/// Takes the comma before a source, and its register or number.
pub(super) fn source(cursor: &mut Cursor, role: Role, negated: bool, scopes: Scope) -> Result<String, Diagnostic> {
    let start = cursor.mark();
    let is_comma = cursor.take_if(PtxTokenKind::Symbol(',')).is_some();
    let first = cursor.peek().span.start;
    let sign = cursor.take_if(PtxTokenKind::Symbol('-')).map_or("", |_| "-");
    let Some(number) = cursor.take_if(PtxTokenKind::Number).filter(|_| is_comma) else {
        cursor.reset(start);
        return register(cursor, role, negated, scopes, &WORD);
    };
    match integer(cursor.text(&number)) {
        // A constant has 64 bits, of which the instruction takes the low 32.
        Some(magnitude) => {
            let value = if sign.is_empty() {
                magnitude
            } else {
                magnitude.wrapping_neg()
            };
            Ok((value as u32).to_string())
        }
        None => {
            let message = format!("{} is not an integer of 64 bits", role.describe());
            let expected = "a register, or a number: decimal, 0x… (hexadecimal), 0… (octal) or 0b… (binary)";
            Err(Diagnostic::new(first..number.span.end, message, expected))
        }
    }
}

/// An integer constant of PTX.
pub(super) fn integer(text: &str) -> Option<u64> {
    let digits = text.strip_suffix('U').unwrap_or(text);
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&digits[2..], 16),
        [b'0', b'b' | b'B', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    u64::from_str_radix(digits, radix).ok()
}
