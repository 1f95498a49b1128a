//! Arguments of kernels as a user writes them.

use crate::ptx::tree::Variable;
use crate::ptx::{DataType, TypeClass};
use lanesmith_execution::Argument;

/// The value of an argument.
#[derive(Clone, Debug)]
pub enum ArgumentValue {
    /// The text of a number.
    Number(String),
    /// The contents of a buffer, or the bytes of a parameter that is no address.
    Bytes(Vec<u8>),
}

impl ArgumentValue {
    /// The argument of a parameter. Errors: a number that the parameter's type does not have.
    pub(super) fn argument(self, parameter: &Variable) -> Result<Argument, String> {
        let bytes = match self {
            ArgumentValue::Bytes(bytes) if is_address(parameter) => return Ok(Argument::Buffer(bytes)),
            ArgumentValue::Bytes(bytes) => bytes,
            ArgumentValue::Number(text) => {
                let kind = parameter.kind.filter(|_| parameter.dimensions.is_empty());
                let kind = kind.ok_or("it has several elements: give its bytes as @FILE or zeros:N")?;
                number(&text, kind)?
            }
        };
        Ok(Argument::Bytes(bytes))
    }
}

/// Whether a parameter may be the address of a buffer.
fn is_address(parameter: &Variable) -> bool {
    let is_scalar = parameter.dimensions.is_empty() && parameter.vector == 1;
    let is_integer = |kind: DataType| matches!(kind.class, TypeClass::Unsigned | TypeClass::Signed | TypeClass::Bits);
    is_scalar && parameter.kind.is_some_and(|kind| kind.bits == 64 && is_integer(kind))
}

/// The bytes of a number of a type, the lowest first.
fn number(text: &str, kind: DataType) -> Result<Vec<u8>, String> {
    let bits = kind.bits.min(64);
    let integer = || {
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let value = match digits.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok()?,
            None => digits.parse().ok()?,
        };
        Some(if is_negative { -i128::from(value) } else { value.into() })
    };
    let value = match (kind.class, kind.name) {
        (TypeClass::Float, name @ (".f32" | ".f64")) if !text.starts_with("0x") => {
            let bits = match name {
                ".f32" => text.parse().ok().map(|value| f32::to_bits(value).into()),
                _ => text.parse().ok().map(|value| f64::to_bits(value).into()),
            };
            bits.ok_or_else(|| {
                format!("`{text}` is not a number of type {name}, such as 1.5, or its bits, such as 0x3fc00000")
            })?
        }
        (_, name) => {
            let value = integer().ok_or_else(|| format!("`{text}` is not a number such as 16, -1 or 0x7f"))?;
            if value >= 1 << bits || value < -(1 << (bits - 1)) {
                return Err(format!("{text} does not fit into the {bits} bits of {name}"));
            }
            value
        }
    };
    Ok(value.to_le_bytes()[..kind.bytes() as usize].to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_become_the_bytes_of_their_type() {
        for (text, kind, wanted) in [
            ("258", ".u32", Ok(vec![2, 1, 0, 0])),
            ("-1", ".s16", Ok(vec![255, 255])),
            ("0xff", ".b8", Ok(vec![255])),
            ("256", ".u8", Err("256 does not fit into the 8 bits of .u8")),
            ("-129", ".s8", Err("-129 does not fit into the 8 bits of .s8")),
            ("1.5", ".f32", Ok(vec![0, 0, 0xc0, 0x3f])),
            ("0x3c00", ".f16", Ok(vec![0, 0x3c])),
            ("x", ".u32", Err("`x` is not a number such as 16, -1 or 0x7f")),
            ("--1", ".u32", Err("`--1` is not a number such as 16, -1 or 0x7f")),
        ] {
            let kind = DataType::read(kind).expect("a type");
            assert_eq!(number(text, kind), wanted.map_err(str::to_owned), "{text}");
        }
    }
}
