//! Numbers as people write them.

/// The syntax of [`parse_u32`], for messages.
pub const EXPECTED_U32: &str = "a 32-bit number: 0x… (hexadecimal), 0b… (binary) or decimal, also negative";

/// The digits and the radix of a number without a sign: `0x…`, `0b…` or decimal, with `_` between digits. `None` if there are no
/// digits or other characters; so parsing the result can fail only because of too many digits.
pub fn digits(text: &str) -> Option<(String, u32)> {
    let lower = text.to_ascii_lowercase();
    let (digits, radix) = match (lower.strip_prefix("0x"), lower.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (lower.as_str(), 10),
    };
    let plain = digits.replace('_', "");
    (!plain.is_empty() && plain.chars().all(|c| c.is_digit(radix))).then_some((plain, radix))
}

/// A 32-bit word: `0x…`, `0b…`, decimal from -2^31 to 2^32 - 1; `_` may separate digits.
pub fn parse_u32(text: &str) -> Result<u32, String> {
    let (negative, magnitude) = match text.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, text),
    };
    let Some((plain, radix)) = digits(magnitude) else {
        return Err(format!("`{text}` is not {EXPECTED_U32}"));
    };
    let outside = || format!("`{text}` does not fit into 32 bits");
    let magnitude = i64::from_str_radix(&plain, radix).map_err(|_| outside())?;
    let value = if negative { -magnitude } else { magnitude };
    match value {
        -0x8000_0000..0 => Ok(value as i32 as u32),
        0..=0xffff_ffff => Ok(value as u32),
        _ => Err(outside()),
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
        ] {
            assert!(parse_u32(text).is_err(), "{text}");
        }
    }
}
