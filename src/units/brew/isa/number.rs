//! Numbers and registers as assembly text has them.

use lanesmith_text::diagnostic::Diagnostic;
use std::num::IntErrorKind;
use std::ops::Range;

/// The error in a piece of text, and the allowed values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub message: String,
    pub expected: String,
}

impl Problem {
    pub fn new(message: impl Into<String>, expected: impl Into<String>) -> Self {
        Problem {
            message: message.into(),
            expected: expected.into(),
        }
    }

    /// The error at a place.
    pub fn at(self, span: Range<usize>) -> Diagnostic {
        Diagnostic::new(span, self.message, self.expected)
    }
}

/// A number, sign included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    /// Decimal point or exponent: binary32.
    Float(f32),
}

impl Number {
    /// A number without its sign: decimal, octal after a leading 0, hexadecimal after `0x`, binary after `0b`, decimal
    /// floating point, or the code of a character behind an apostrophe.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        if let Some(character) = text.strip_prefix('\'') {
            return match character.as_bytes() {
                [byte @ 0..=127] | [byte @ 0..=127, b'\''] => Ok(Number::Integer((*byte).into())),
                _ => Err(Problem::new(format!("`{text}` is not one byte"), "an ASCII character")),
            };
        }
        let lower = text.to_ascii_lowercase();
        if let Some(digits) = lower.strip_prefix("0x") {
            return integer(text, digits, 16, "hexadecimal digits after 0x");
        }
        if let Some(digits) = lower.strip_prefix("0b") {
            return integer(text, digits, 2, "binary digits after 0b");
        }
        if lower.contains(['.', 'e']) {
            return match lower.parse::<f32>() {
                Ok(value) if value.is_finite() => Ok(Number::Float(value)),
                Ok(_) => Err(Problem::new(
                    format!("`{text}` does not fit FP32"),
                    "a magnitude below 3.4028236e38",
                )),
                Err(_) => Err(Problem::new(
                    format!("`{text}` is not a number"),
                    "a floating-point number such as 1.5 or 1.5e-3",
                )),
            };
        }
        match lower.strip_prefix('0').filter(|digits| !digits.is_empty()) {
            Some(digits) => integer(text, digits, 8, "octal digits, 0 to 7, after a leading 0"),
            None => integer(text, &lower, 10, "decimal digits"),
        }
    }

    pub fn negated(self) -> Self {
        match self {
            Number::Integer(value) => Number::Integer(value.saturating_neg()),
            Number::Float(value) => Number::Float(-value),
        }
    }
}

fn integer(text: &str, digits: &str, radix: u32, expected: &str) -> Result<Number, Problem> {
    match i64::from_str_radix(digits, radix) {
        // Beyond every range that a field has, and still safe to negate.
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Ok(Number::Integer(i64::MAX)),
        Ok(value) if !digits.starts_with(['+', '-']) => Ok(Number::Integer(value)),
        _ => Err(Problem::new(format!("`{text}` is not a number"), expected)),
    }
}

/// The names that the registers have besides their numbers: frame, stack, link, the arguments of calls; static chain, error
/// number of system calls, address of a returned structure, data of exception handlers.
pub const REGISTER_NAMES: [(&str, u8); 12] = [
    ("fp", 12),
    ("sp", 13),
    ("lr", 14),
    ("a0", 4),
    ("a1", 5),
    ("a2", 6),
    ("a3", 7),
    ("st", 2),
    ("sen", 14),
    ("sva", 1),
    ("eh0", 8),
    ("eh1", 9),
];

/// The register called `text`, which begins with `$`.
pub(super) fn register(text: &str) -> Result<u8, Problem> {
    let name = text[1..].to_ascii_lowercase();
    if let Some((_, number)) = REGISTER_NAMES.iter().find(|(other, _)| *other == name) {
        return Ok(*number);
    }
    let number = name
        .strip_prefix('r')
        .filter(|digits| *digits == "0" || !digits.starts_with(['0', '+']));
    match number.and_then(|digits| digits.parse().ok()) {
        Some(number) if number < 15 => Ok(number),
        _ => Err(Problem::new(
            format!("there is no register `{text}`"),
            "$r0 to $r14, $fp, $sp, $lr, $a0 to $a3, $st, $sva, $sen, $eh0 or $eh1",
        )),
    }
}
