//! Literals: two-valued, and as wide as they say.

use super::lexer::{Token, TokenKind};
use crate::text::diagnostic::Diagnostic;

/// A literal taken apart.
struct Literal {
    width: Option<u64>,
    /// Bits in each digit; `None` for decimal ones.
    bits: Option<u64>,
    digits: String,
}

fn parse(text: &str) -> Option<Literal> {
    let plain: String = text.chars().filter(|c| *c != '_' && !c.is_whitespace()).collect();
    let plain = plain.to_ascii_lowercase();
    let Some((width, rest)) = plain.split_once('\'') else {
        return Some(Literal {
            width: None,
            bits: None,
            digits: plain,
        });
    };
    let width = match width {
        "" => None,
        digits => Some(digits.parse().ok()?),
    };
    let rest = rest.strip_prefix('s').unwrap_or(rest);
    let (base, digits) = rest.split_at_checked(1)?;
    let bits = match base {
        "b" => Some(1),
        "o" => Some(3),
        "h" => Some(4),
        "d" => None,
        _ => return None,
    };
    Some(Literal {
        width,
        bits,
        digits: digits.to_string(),
    })
}

impl Literal {
    /// How many bits its value takes; `None` where its digits are none of its base.
    fn length(&self) -> Option<u64> {
        let value = |digit: char| u64::from(digit.to_digit(16).unwrap_or(16));
        let base = self.bits.map_or(10, |bits| 1 << bits);
        if self.digits.is_empty() || self.digits.chars().any(|digit| value(digit) >= base) {
            return None;
        }
        let digits = self.digits.trim_start_matches('0');
        let first = digits.chars().next().map_or(0, value);
        let length = |value: u128| u64::from(u128::BITS - value.leading_zeros());
        match self.bits {
            Some(_) if digits.is_empty() => Some(0),
            Some(bits) => Some(length(first.into()) + bits * (digits.len() as u64 - 1)),
            // Wider ones do not fit into anything that is declared.
            None => Some(digits.parse().map_or(if digits.is_empty() { 0 } else { 129 }, length)),
        }
    }
}

/// Numbers without a width have this one.
const PLAIN: u64 = 32;

/// The error in a literal.
pub(super) fn error(token: &Token) -> Option<Diagnostic> {
    let literal = parse(token.text);
    let length = literal.as_ref().and_then(Literal::length);
    let (Some(literal), Some(length)) = (literal, length) else {
        let digits = token.text.split_once('\'').map_or(token.text, |(_, digits)| digits);
        return match digits.to_ascii_lowercase().contains(['x', 'z', '?']) {
            true => super::error(token, format!("`{}`: an unknown value", token.text), "0 and 1"),
            false => super::error(
                token,
                format!("`{}` is not a whole number", token.text),
                "as in 12 or 8'hf0",
            ),
        };
    };
    let width = literal.width.unwrap_or(PLAIN);
    match length > width {
        true => super::error(
            token,
            format!("`{}` needs {length} bits, and has {width}", token.text),
            "a literal that fits its width",
        ),
        false => None,
    }
}

/// Whether a piece is a literal other than 0.
pub(super) fn is_not_zero(token: &Token) -> bool {
    length(token).is_some_and(|length| length > 0)
}

/// Whether a piece is the literal 0.
pub(super) fn is_zero(token: &Token) -> bool {
    length(token) == Some(0)
}

fn length(token: &Token) -> Option<u64> {
    (token.kind == TokenKind::Number).then(|| parse(token.text)?.length())?
}
