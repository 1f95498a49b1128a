//! Numbers and registers as assembly text has them.

use std::num::IntErrorKind;

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
}

/// A number, sign included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    /// Decimal point or exponent: binary32.
    Float(f32),
}

impl Number {
    /// A number without its sign: decimal, octal after a leading 0, hexadecimal after `0x`, binary after `0b`, or decimal
    /// floating point.
    pub fn parse(text: &str) -> Result<Self, Problem> {
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

    /// The code of a character behind an apostrophe, whether there is one behind it too or not.
    pub fn character(text: &str) -> Result<Self, Problem> {
        let inner = &text[1..];
        let inner = match inner.strip_suffix('\'') {
            Some(inner) if !inner.is_empty() && inner != "\\" => inner,
            _ => inner,
        };
        let mut bytes = unescaped(inner)?;
        match (bytes.pop(), bytes.as_slice()) {
            (Some(byte), []) => Ok(Number::Integer(byte.into())),
            _ => Err(Problem::new(
                format!("`{text}` is not one byte"),
                "an ASCII character or an escape such as \\n or \\x41",
            )),
        }
    }

    pub fn negated(self) -> Self {
        match self {
            Number::Integer(value) => Number::Integer(value.saturating_neg()),
            Number::Float(value) => Number::Float(-value),
        }
    }
}

/// The bytes of a string or character without its quotes.
pub(super) fn unescaped(text: &str) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend(rest[..at].bytes());
        rest = &rest[at + 1..];
        let code = rest.chars().next().unwrap_or('\\');
        let digits = |text: &str, radix, most| text.chars().take(most).take_while(|c| c.is_digit(radix)).count();
        let (byte, length) = match code {
            'n' => (b'\n', 1),
            't' => (b'\t', 1),
            'r' => (b'\r', 1),
            'b' => (8, 1),
            'f' => (12, 1),
            '\\' | '"' | '\'' => (code as u8, 1),
            '0'..='7' => {
                let count = digits(rest, 8, 3);
                (u32::from_str_radix(&rest[..count], 8).unwrap_or_default() as u8, count)
            }
            'x' if digits(&rest[1..], 16, 2) > 0 => {
                let count = digits(&rest[1..], 16, 2);
                (
                    u8::from_str_radix(&rest[1..1 + count], 16).unwrap_or_default(),
                    1 + count,
                )
            }
            _ => {
                return Err(Problem::new(
                    format!("there is no escape `\\{code}`"),
                    "\\n, \\t, \\r, \\b, \\f, \\\\, \\\", \\', one to three octal digits, or \\x and hexadecimal digits",
                ));
            }
        };
        bytes.push(byte);
        rest = &rest[length..];
    }
    bytes.extend(rest.bytes());
    Ok(bytes)
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
