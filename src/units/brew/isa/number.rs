//! Numbers and registers as assembly text has them.

use std::num::IntErrorKind;

/// What is wrong with a piece of text, and what is allowed.
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
}

/// A number, sign included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    /// Decimal point or exponent: binary32.
    Float(f32),
}

impl Number {
    /// A number without its sign: decimal, octal after a leading 0, hexadecimal after `0x`, or decimal floating point.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let lower = text.to_ascii_lowercase();
        if let Some(digits) = lower.strip_prefix("0x") {
            return integer(text, digits, 16, "hexadecimal digits after 0x");
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
            Number::Integer(value) => Number::Integer(-value),
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

/// The register called `text`, which begins with `$`.
pub(super) fn register(text: &str) -> Result<u8, Problem> {
    let name = text[1..].to_ascii_lowercase();
    match name.as_str() {
        "fp" => return Ok(12),
        "sp" => return Ok(13),
        "lr" => return Ok(14),
        _ => {}
    }
    let number = name
        .strip_prefix('r')
        .filter(|digits| *digits == "0" || !digits.starts_with(['0', '+']));
    match number.and_then(|digits| digits.parse().ok()) {
        Some(number) if number < 15 => Ok(number),
        _ => Err(Problem::new(
            format!("there is no register `{text}`"),
            "$r0 to $r14, $fp, $sp or $lr",
        )),
    }
}
