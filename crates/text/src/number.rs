//! Numbers as people write them.

/// The syntax of [`parse_u32`], for messages.
pub const EXPECTED_U32: &str =
    "a 32-bit number: 0x… (hexadecimal), 0b… (binary), decimal, or Verilog's 32'h…, also negative";

/// Why a text is not a number without a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// There are no digits, or other characters.
    Syntax,
    /// More than 64 bits.
    Large,
    /// More than the number of bits that the text gives.
    LargerThan(u32),
}

/// A number without a sign: `0x…`, `0b…`, decimal, or as in Verilog `37'h…`, `8'b…`, `12'o…`, `9'd…`, where the number of bits may be
/// missing. `_` may separate digits.
pub fn unsigned(text: &str) -> Result<u64, NumberError> {
    let lower = text.to_ascii_lowercase();
    let (size, digits, radix) = match lower.split_once('\'') {
        Some((size, based)) => {
            let based = based.strip_prefix('s').unwrap_or(based);
            let radix = match based.chars().next() {
                Some('h') => 16,
                Some('d') => 10,
                Some('o') => 8,
                Some('b') => 2,
                _ => return Err(NumberError::Syntax),
            };
            let size = match size {
                "" => None,
                size if size.bytes().all(|digit| digit.is_ascii_digit()) => Some(size.parse().unwrap_or(u32::MAX)),
                _ => return Err(NumberError::Syntax),
            };
            (size.filter(|size| *size < u64::BITS), &based[1..], radix)
        }
        None => match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
            (Some(digits), _) => (None, digits, 16),
            (_, Some(digits)) => (None, digits, 2),
            _ => (None, lower.as_str(), 10),
        },
    };
    let plain = digits.replace('_', "");
    if plain.is_empty() || !plain.chars().all(|c| c.is_digit(radix)) {
        return Err(NumberError::Syntax);
    }
    // Digits alone can only be too many.
    let value = u64::from_str_radix(&plain, radix).map_err(|_| NumberError::Large)?;
    match size {
        Some(size) if value >> size != 0 => Err(NumberError::LargerThan(size)),
        _ => Ok(value),
    }
}

/// A 32-bit word: a number as [`unsigned`] reads it, from -2^31 to 2^32 - 1.
pub fn parse_u32(text: &str) -> Result<u32, String> {
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text),
    };
    let outside = |bits: u32| format!("`{text}` does not fit into {bits} bits");
    let magnitude = unsigned(magnitude).map_err(|error| match error {
        NumberError::Syntax => format!("`{text}` is not {EXPECTED_U32}"),
        NumberError::Large => outside(32),
        NumberError::LargerThan(bits) => outside(bits),
    })?;
    match (u32::try_from(magnitude), negative) {
        (Ok(value), false) => Ok(value),
        (Ok(value), true) if value <= 1 << 31 => Ok(value.wrapping_neg()),
        _ => Err(outside(32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_a_word_are_read_and_nothing_beyond_32_bits() {
        for (text, value) in [
            ("0", 0),
            ("0xFFFF_ffff", u32::MAX),
            ("4294967295", u32::MAX),
            ("-1", u32::MAX),
            ("-2147483648", 0x8000_0000),
            ("-0x1", u32::MAX),
            ("0b101", 5),
            ("0X10", 16),
            ("32'hffff_ffff", u32::MAX),
            ("8'd255", 255),
            ("'o17", 15),
            ("4'b1010", 10),
            ("8'sh80", 128),
            ("64'h1", 1),
            ("-8'd1", u32::MAX),
        ] {
            assert_eq!(parse_u32(text), Ok(value), "{text}");
        }
        for text in [
            "",
            "-",
            "0x",
            "0b2",
            "1f",
            "0xg",
            "+1",
            " 1",
            "--1",
            "4294967296",
            "-2147483649",
            "99999999999999999999",
            "8'h100",
            "37'h1f58d11e00",
            "8'q1",
            "8'h",
            "8'",
            "x'h1",
            "-1'h1f",
            "8'hxz",
            "0'b1",
        ] {
            assert!(parse_u32(text).is_err(), "{text}");
        }
    }
}
