//! Numbers, and the values of constant expressions (PTX ISA, section "Constants").

use crate::tree::Constant;
use std::cmp::Ordering;

/// The message about a number that does not fit.
const LARGE: &str = "does not fit into 64 bits";

const FORMS: &str =
    "is not a number: decimal, 0x… (hexadecimal), 0… (octal), 0b… (binary), 0f… or 0d… (bits of a float)";

/// The value of a number without a sign, or the rest of the sentence about its mistake.
pub(super) fn number(text: &str) -> Result<Constant, &'static str> {
    let digits = text.strip_suffix('U');
    match text.as_bytes() {
        [b'0', b'f' | b'F', bits @ ..] if bits.len() == 8 => {
            float_bits(&text[2..]).map(|bits| Constant::Single(bits as u32))
        }
        [b'0', b'd' | b'D', bits @ ..] if bits.len() == 16 => float_bits(&text[2..]).map(Constant::Double),
        [b'0', b'x' | b'X', ..] => integer(text, 2, 16),
        [b'0', b'b' | b'B', ..] => integer(text, 2, 2),
        bytes if digits.is_none() && bytes.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) => decimal(text),
        [b'0', _, ..] => integer(text, 1, 8),
        _ => integer(text, 0, 10),
    }
}

fn float_bits(digits: &str) -> Result<u64, &'static str> {
    match digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => u64::from_str_radix(digits, 16).map_err(|_| FORMS),
        false => Err(FORMS),
    }
}

fn decimal(text: &str) -> Result<Constant, &'static str> {
    let value: f64 = text.parse().map_err(|_| FORMS)?;
    let has_digits = text.bytes().take_while(|byte| !matches!(byte, b'e' | b'E'));
    let is_zero = !has_digits.clone().any(|byte| matches!(byte, b'1'..=b'9'));
    match value.is_finite() && (value != 0.0 || is_zero) {
        true => Ok(Constant::Double(value.to_bits())),
        false => Err(LARGE),
    }
}

/// Bits above 64 are lost where the number without its last digit has less than 64 bits: NVIDIA's assembler accepts such numbers.
fn integer(text: &str, prefix: usize, radix: u32) -> Result<Constant, &'static str> {
    let unsigned = text.strip_suffix('U');
    let digits = &unsigned.unwrap_or(text)[prefix..];
    if digits.is_empty() && prefix != 1 {
        return Err(FORMS);
    }
    let mut value = 0_u64;
    for digit in digits.chars() {
        let digit = digit.to_digit(radix).ok_or(FORMS)?;
        if value >> 63 != 0 {
            return Err(LARGE);
        }
        value = value.wrapping_mul(u64::from(radix)).wrapping_add(u64::from(digit));
    }
    Ok(Constant::Integer(value, unsigned.is_some() || value >> 63 != 0))
}

/// The operators of two operands: their text, how tightly they bind, and what they are.
pub(super) const OPERATORS: [(&str, u8, Operator); 18] = [
    ("||", 1, Operator::Or),
    ("&&", 2, Operator::And),
    ("|", 3, Operator::BitOr),
    ("^", 4, Operator::BitXor),
    ("&", 5, Operator::BitAnd),
    ("==", 6, Operator::Compare(|order| order.is_eq())),
    ("!=", 6, Operator::Compare(|order| order.is_ne())),
    ("<=", 7, Operator::Compare(|order| order.is_le())),
    (">=", 7, Operator::Compare(|order| order.is_ge())),
    ("<", 7, Operator::Compare(|order| order.is_lt())),
    (">", 7, Operator::Compare(|order| order.is_gt())),
    ("<<", 8, Operator::ShiftLeft),
    (">>", 8, Operator::ShiftRight),
    ("+", 9, Operator::Add),
    ("-", 9, Operator::Subtract),
    ("*", 10, Operator::Multiply),
    ("/", 10, Operator::Divide),
    ("%", 10, Operator::Remainder),
];

/// An operator of two operands.
#[derive(Clone, Copy)]
pub(super) enum Operator {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Compare(fn(Ordering) -> bool),
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// The message about a float where none may be.
const NO_FLOAT: &str = "a float is an operand of an operator on integers";

const DIVISION: &str = "the quotient has no value";

const fn truth(value: bool) -> Constant {
    Constant::Integer(value as u64, false)
}

impl Operator {
    /// The result, or the mistake. Integers are computed in 64 bits. If one is unsigned, both are; shifts have the type of their left
    /// operand, comparisons are signed, the remainder is unsigned.
    pub(super) fn apply(self, left: Constant, right: Constant) -> Result<Constant, &'static str> {
        let (a, b, unsigned) = match (left, right) {
            (Constant::Integer(a, a_unsigned), Constant::Integer(b, b_unsigned)) => {
                (a, b, [a_unsigned, a_unsigned || b_unsigned])
            }
            (Constant::Double(a), Constant::Double(b)) => return self.float(f64::from_bits(a), f64::from_bits(b)),
            (Constant::Single(_), _) | (_, Constant::Single(_)) => return Err("a number `0f…` is an operand"),
            _ => return Err("one operand is an integer and the other one is a float"),
        };
        let [left_unsigned, either_unsigned] = unsigned;
        let (signed_a, signed_b) = (a as i64, b as i64);
        let value = match self {
            Operator::Or => return Ok(truth(a != 0 || b != 0)),
            Operator::And => return Ok(truth(a != 0 && b != 0)),
            Operator::Compare(holds) if either_unsigned => return Ok(truth(holds(a.cmp(&b)))),
            Operator::Compare(holds) => return Ok(truth(holds(signed_a.cmp(&signed_b)))),
            Operator::ShiftLeft => return Ok(Constant::Integer(a.wrapping_shl(b as u32), left_unsigned)),
            Operator::ShiftRight if left_unsigned => a.wrapping_shr(b as u32),
            Operator::ShiftRight => return Ok(Constant::Integer(signed_a.wrapping_shr(b as u32) as u64, false)),
            Operator::BitOr => a | b,
            Operator::BitXor => a ^ b,
            Operator::BitAnd => a & b,
            Operator::Add => a.wrapping_add(b),
            Operator::Subtract => a.wrapping_sub(b),
            Operator::Multiply => a.wrapping_mul(b),
            Operator::Divide if either_unsigned => a.checked_div(b).ok_or(DIVISION)?,
            Operator::Divide => signed_a.checked_div(signed_b).ok_or(DIVISION)? as u64,
            Operator::Remainder => return Ok(Constant::Integer(a.checked_rem(b).ok_or(DIVISION)?, true)),
        };
        Ok(Constant::Integer(value, either_unsigned))
    }

    fn float(self, a: f64, b: f64) -> Result<Constant, &'static str> {
        let value = match self {
            Operator::Add => a + b,
            Operator::Subtract => a - b,
            Operator::Multiply => a * b,
            Operator::Divide if b != 0.0 => a / b,
            Operator::Divide => return Err(DIVISION),
            Operator::Compare(holds) => return Ok(truth(a.partial_cmp(&b).is_some_and(holds))),
            _ => return Err(NO_FLOAT),
        };
        Ok(Constant::Double(value.to_bits()))
    }
}

/// The result of `-`, `+`, `!` or `~`, or the mistake.
pub(super) fn unary(operator: char, value: Constant) -> Result<Constant, &'static str> {
    Ok(match (operator, value) {
        ('+', Constant::Integer(..) | Constant::Double(_)) => value,
        ('-', Constant::Integer(value, unsigned)) => Constant::Integer(value.wrapping_neg(), unsigned),
        ('-', Constant::Double(bits)) => Constant::Double((-f64::from_bits(bits)).to_bits()),
        ('!', Constant::Integer(value, _)) => truth(value == 0),
        ('~', Constant::Integer(value, unsigned)) => Constant::Integer(!value, unsigned),
        (_, Constant::Single(_)) => return Err("a number `0f…` is an operand"),
        _ => return Err(NO_FLOAT),
    })
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
