//! Literals of rust-hdl: width and digits as text.

/// Width and bits, least significant first, of a literal such as `8'hff` or `3'b101`; `None` for negative ones and
/// those that do not fit their width.
pub fn parse_literal(text: &str) -> Option<(u32, Vec<bool>)> {
    let (width, rest) = text.split_once('\'')?;
    let width: u32 = width.parse().ok()?;
    let (digit_bits, digits) = match rest.split_at_checked(1)? {
        ("b", digits) => (1, digits),
        ("h", digits) => (4, digits),
        _ => return None,
    };
    let mut bits = Vec::new();
    for digit in digits.chars().rev() {
        let value = digit.to_digit(1 << digit_bits)?;
        bits.extend((0..digit_bits).map(|i| value >> i & 1 != 0));
    }
    if bits.iter().skip(width as usize).any(|bit| *bit) {
        return None;
    }
    bits.resize(width as usize, false);
    Some((width, bits))
}

/// The number with these bits, least significant first.
pub fn integer(bits: &[bool]) -> Option<u128> {
    let significant = bits.iter().rposition(|bit| *bit).map_or(0, |i| i + 1);
    let value = |bits: &[bool]| bits.iter().rev().fold(0, |value, bit| value << 1 | u128::from(*bit));
    (significant <= 128).then(|| value(&bits[..significant]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_give_their_bits() {
        assert_eq!(parse_literal("3'b101"), Some((3, vec![true, false, true])));
        assert_eq!(
            parse_literal("37'h1f00000000").map(|(_, bits)| integer(&bits)),
            Some(Some(0x1f_0000_0000))
        );
        assert_eq!(parse_literal("8'h-1"), None);
        assert_eq!(parse_literal("2'h7"), None);
        assert_eq!(parse_literal("seven"), None);
    }
}
