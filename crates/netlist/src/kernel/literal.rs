//! Literals of rust-hdl: width and digits as text.

/// The bits, least significant first, of a literal such as `8'hff` or `3'b101`; `None` for negative ones and
/// those that do not fit their width.
pub fn parse_literal(text: &str) -> Option<Vec<bool>> {
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
    Some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_give_their_bits() {
        assert_eq!(parse_literal("3'b101"), Some(vec![true, false, true]));
        let bits = parse_literal("37'h1f00000000").expect("a literal");
        assert_eq!((bits.len(), bits.iter().position(|bit| *bit)), (37, Some(32)));
        assert_eq!(parse_literal("8'h-1"), None);
        assert_eq!(parse_literal("2'h7"), None);
        assert_eq!(parse_literal("seven"), None);
    }
}
