//! Numbers and constant expressions (PTX ISA, section "Constants").

use super::{MAX_NESTED, Parse, Parser, wrong};
use crate::lexer::PtxTokenKind;
use crate::special::WARP_SIZE;
use crate::tree::Constant;
use std::cmp::Ordering;

const WHAT: &str = "a constant expression";

impl Parser<'_> {
    /// Parses a constant expression.
    pub(super) fn constant(&mut self) -> Parse<Constant> {
        self.nest(Self::conditional)
    }

    /// Parses a part that may have parts of its own kind.
    pub(super) fn nest<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nested == MAX_NESTED {
            let message = format!("more than {MAX_NESTED} nested parts");
            return wrong(self.token.span, message, "fewer parentheses, signs and braces");
        }
        self.nested += 1;
        let parsed = parse(self)?;
        self.nested -= 1;
        Ok(parsed)
    }

    /// Parses a constant expression that is an integer.
    pub(super) fn integer(&mut self) -> Parse<u64> {
        let start = self.token.span.start;
        match self.constant()? {
            Constant::Integer(value, _) => Ok(value),
            _ => wrong(self.since(start), "this is a float", "an integer"),
        }
    }

    /// The value of an expression that begins at `start`.
    fn value_of(&self, start: u32, value: Result<Constant, &'static str>) -> Parse<Constant> {
        value.or_else(|message| wrong(self.since(start), format!("{WHAT}: {message}"), "one with a value"))
    }

    fn conditional(&mut self) -> Parse<Constant> {
        let start = self.token.span.start;
        let condition = self.binary(0)?;
        if !self.skip('?') {
            return Ok(condition);
        }
        let then = self.nest(Self::conditional)?;
        self.expect(':', WHAT)?;
        let value = match (condition, then, self.nest(Self::conditional)?) {
            (Constant::Integer(condition, _), Constant::Integer(then, a), Constant::Integer(otherwise, b)) => {
                Ok(Constant::Integer(if condition != 0 { then } else { otherwise }, a || b))
            }
            _ => Err("a float is an operand of `?:`"),
        };
        self.value_of(start, value)
    }

    /// The operator that comes next, and how tightly it binds.
    fn operator(&self) -> Option<(&'static str, usize)> {
        let rest = &self.source[self.token.span.start as usize..];
        let levels = (1..).zip(OPERATORS);
        let all = levels.flat_map(|(level, texts)| texts.split(' ').map(move |text| (text, level)));
        all.filter(|(text, _)| rest.starts_with(text))
            .max_by_key(|(text, _)| text.len())
    }

    /// Operators that bind more tightly than `least`.
    fn binary(&mut self, least: usize) -> Parse<Constant> {
        let start = self.token.span.start;
        let mut left = self.prefixed()?;
        while let Some((text, level)) = self.operator().filter(|(_, level)| *level > least) {
            for _ in text.chars() {
                self.take();
            }
            let right = self.binary(level)?;
            left = self.value_of(start, binary(text, left, right))?;
        }
        Ok(left)
    }

    fn prefixed(&mut self) -> Parse<Constant> {
        let start = self.token.span.start;
        match self.token.kind {
            PtxTokenKind::Symbol(sign @ ('-' | '+' | '!' | '~')) => {
                self.take();
                let value = self.nest(Self::prefixed)?;
                self.value_of(start, unary(sign, value))
            }
            PtxTokenKind::Symbol('(') => {
                self.take();
                let cast = [".s64", ".u64"].iter().position(|cast| *cast == self.peek());
                let Some(cast) = cast else {
                    let value = self.nest(Self::conditional)?;
                    return self.expect(')', WHAT).map(|()| value);
                };
                self.take();
                self.expect(')', "a cast")?;
                let value = match self.nest(Self::prefixed)? {
                    Constant::Integer(value, _) => Ok(Constant::Integer(value, cast == 1)),
                    _ => Err("the cast of a float"),
                };
                self.value_of(start, value)
            }
            PtxTokenKind::Word if self.peek() == "WARP_SZ" => {
                self.take();
                Ok(Constant::Integer(WARP_SIZE.into(), false))
            }
            _ => self.number(),
        }
    }

    /// Parses a number without a sign.
    pub(super) fn number(&mut self) -> Parse<Constant> {
        let is_fraction = self.token.kind == PtxTokenKind::Dotted && self.peek().as_bytes()[1].is_ascii_digit();
        if !is_fraction && self.token.kind != PtxTokenKind::Number {
            return self.unexpected("an operand or a constant expression", "a number, a name, `(` or a sign");
        }
        let word = self.word();
        number(word.text).or_else(|message| wrong(word.span(), format!("`{}` {message}", word.text), "a number"))
    }
}

/// The message about a number that does not fit.
const LARGE: &str = "does not fit into 64 bits";

const FORMS: &str =
    "is not a number: decimal, 0x… (hexadecimal), 0… (octal), 0b… (binary), 0f… or 0d… (bits of a float)";

/// The value of a number without a sign, or the rest of the sentence about its mistake.
pub(crate) fn number(text: &str) -> Result<Constant, &'static str> {
    let digits = text.strip_suffix('U').unwrap_or(text);
    let is_unsigned = digits.len() < text.len();
    let bits = text.get(2..).and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let bits = |length| bits.filter(|_| text.len() == length).ok_or(FORMS);
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'f' | b'F', ..] => return bits(10).map(|bits| Constant::Single(bits as u32)),
        [b'0', b'd' | b'D', ..] => return bits(18).map(Constant::Double),
        [b'0', b'x' | b'X', ..] => (digits.get(2..).unwrap_or_default(), 16),
        [b'0', b'b' | b'B', ..] => (digits.get(2..).unwrap_or_default(), 2),
        bytes if !is_unsigned && bytes.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) => return decimal(text),
        [b'0', ..] => (digits, 8),
        _ => (digits, 10),
    };
    if digits.is_empty() {
        return Err(FORMS);
    }
    let mut value = 0_u64;
    for digit in digits.chars() {
        let digit = digit.to_digit(radix).ok_or(FORMS)?;
        // NVIDIA's assembler looks for lost bits here only, and accepts 2^64, which becomes 0.
        if value >> 63 != 0 {
            return Err(LARGE);
        }
        value = value.wrapping_mul(radix.into()).wrapping_add(digit.into());
    }
    Ok(Constant::Integer(value, is_unsigned || value >> 63 != 0))
}

fn decimal(text: &str) -> Result<Constant, &'static str> {
    let value: f64 = text.parse().map_err(|_| FORMS)?;
    let mut digits = text.bytes().take_while(|byte| !matches!(byte, b'e' | b'E'));
    let is_small = value == 0.0 && digits.any(|byte| matches!(byte, b'1'..=b'9'));
    match value.is_finite() && !is_small {
        true => Ok(Constant::Double(value.to_bits())),
        false => Err(LARGE),
    }
}

/// The operators of two operands, from those that bind least to those that bind most.
const OPERATORS: [&str; 10] = ["||", "&&", "|", "^", "&", "== !=", "<= >= < >", "<< >>", "+ -", "* / %"];

const NO_FLOAT: &str = "a float is an operand of an operator on integers";

const DIVISION: &str = "the quotient has no value";

/// The result of an operator of two operands, or the mistake. Integers are computed in 64 bits. If one is unsigned, both are; shifts have
/// the type of their left operand, comparisons are signed, the remainder is unsigned.
fn binary(operator: &str, left: Constant, right: Constant) -> Result<Constant, &'static str> {
    let (a, b, left_unsigned, unsigned) = match (left, right) {
        (Constant::Integer(a, left), Constant::Integer(b, right)) => (a, b, left, left || right),
        (Constant::Double(a), Constant::Double(b)) => return float(operator, f64::from_bits(a), f64::from_bits(b)),
        _ => return Err("one operand is an integer and the other one is a float, or one is a number `0f…`"),
    };
    let (signed_a, signed_b) = (a as i64, b as i64);
    let order = if unsigned { a.cmp(&b) } else { signed_a.cmp(&signed_b) };
    let (value, unsigned) = match operator {
        "||" => (u64::from(a != 0 || b != 0), false),
        "&&" => (u64::from(a != 0 && b != 0), false),
        "|" => (a | b, unsigned),
        "^" => (a ^ b, unsigned),
        "&" => (a & b, unsigned),
        "<<" => (a.wrapping_shl(b as u32), left_unsigned),
        ">>" if left_unsigned => (a.wrapping_shr(b as u32), true),
        ">>" => (signed_a.wrapping_shr(b as u32) as u64, false),
        "+" => (a.wrapping_add(b), unsigned),
        "-" => (a.wrapping_sub(b), unsigned),
        "*" => (a.wrapping_mul(b), unsigned),
        "/" if unsigned => (a.checked_div(b).ok_or(DIVISION)?, true),
        "/" => (signed_a.checked_div(signed_b).ok_or(DIVISION)? as u64, false),
        "%" => (a.checked_rem(b).ok_or(DIVISION)?, true),
        _ => (compare(operator, order).into(), false),
    };
    Ok(Constant::Integer(value, unsigned))
}

fn compare(operator: &str, order: Ordering) -> bool {
    match operator {
        "==" => order.is_eq(),
        "!=" => order.is_ne(),
        "<=" => order.is_le(),
        ">=" => order.is_ge(),
        "<" => order.is_lt(),
        _ => order.is_gt(),
    }
}

fn float(operator: &str, a: f64, b: f64) -> Result<Constant, &'static str> {
    let value = match operator {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" if b == 0.0 => return Err(DIVISION),
        "/" => a / b,
        "==" | "!=" | "<=" | ">=" | "<" | ">" => {
            let order = a.partial_cmp(&b).unwrap_or(Ordering::Greater);
            return Ok(Constant::Integer(compare(operator, order).into(), false));
        }
        _ => return Err(NO_FLOAT),
    };
    Ok(Constant::Double(value.to_bits()))
}

/// The result of `-`, `+`, `!` or `~`, or the mistake.
fn unary(operator: char, value: Constant) -> Result<Constant, &'static str> {
    match (operator, value) {
        ('+', Constant::Integer(..) | Constant::Double(_)) => Ok(value),
        ('-', Constant::Integer(value, unsigned)) => Ok(Constant::Integer(value.wrapping_neg(), unsigned)),
        ('-', Constant::Double(bits)) => Ok(Constant::Double((-f64::from_bits(bits)).to_bits())),
        ('!', Constant::Integer(value, _)) => Ok(Constant::Integer(u64::from(value == 0), false)),
        ('~', Constant::Integer(value, unsigned)) => Ok(Constant::Integer(!value, unsigned)),
        _ => Err(NO_FLOAT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_values_that_ptxas_gives_them() {
        for (text, wanted) in [
            ("0", Some((0, false))),
            ("00", Some((0, false))),
            ("0U", Some((0, true))),
            ("017U", Some((15, true))),
            ("0X1F", Some((31, false))),
            ("0B11", Some((3, false))),
            ("9223372036854775807", Some((i64::MAX as u64, false))),
            ("9223372036854775808", Some((1 << 63, true))),
            ("18446744073709551620", Some((4, false))),
            ("0x1ffffffffffffffff", Some((u64::MAX, true))),
            ("99999999999999999999", None),
            ("0777777777777777777777777777", None),
            ("08", None),
            ("0x", None),
            ("0b12", None),
            ("12abc", None),
            ("5u", None),
            ("1.5U", None),
            ("1e999", None),
            ("1e-999", None),
            ("0d3ff", None),
            ("0f3f80000", None),
        ] {
            let wanted = wanted.map(|(value, unsigned)| Constant::Integer(value, unsigned));
            assert_eq!(number(text).ok(), wanted, "{text}");
        }
        for (text, wanted) in [
            ("1.", 1.0),
            ("09.5", 9.5),
            (".5", 0.5),
            ("1.E3", 1e3),
            ("0e9", 0.0),
            ("0D3ff0000000000000", 1.0),
        ] {
            assert_eq!(number(text), Ok(Constant::Double(f64::to_bits(wanted))), "{text}");
        }
        assert_eq!(number("0F3f800000"), Ok(Constant::Single(1_f32.to_bits())));
    }
}
