//! Kernel expressions and literals as text, for messages, and literals as bits.

use rust_hdl::prelude::VerilogLiteral;
use rust_hdl::prelude::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// The expression roughly as it stands in the kernel.
pub fn render(expr: &VerilogExpression) -> String {
    use VerilogExpression::*;
    match expr {
        Signal(name) => name.replace('$', "."),
        Literal(literal) => render_literal(literal),
        Cast(x, bits) => format!("bit_cast::<{bits}, _>({})", render(x)),
        Signed(x) => format!("signed({})", render(x)),
        Unsigned(x) => format!("unsigned({})", render(x)),
        Paren(x) => format!("({})", render(x)),
        Binary(x, op, y) => format!("{} {} {}", render(x), symbol(op), render(y)),
        Unary(VerilogOpUnary::Not, x) => format!("!{}", render(x)),
        Unary(VerilogOpUnary::Neg, x) => format!("-{}", render(x)),
        Unary(VerilogOpUnary::All, x) => format!("{}.all()", render(x)),
        Unary(VerilogOpUnary::Any, x) => format!("{}.any()", render(x)),
        Unary(VerilogOpUnary::Xor, x) => format!("{}.xor()", render(x)),
        Index(x, i) => format!("{}.get_bit({})", render(x), render(i)),
        Slice(x, width, offset) => format!("{}.get_bits::<{width}>({})", render(x), render(offset)),
        IndexReplace(x, i, bit) => format!("{}.replace_bit({}, {})", render(x), render(i), render(bit)),
    }
}

fn symbol(op: &VerilogOp) -> &'static str {
    match op {
        VerilogOp::Add => "+",
        VerilogOp::Sub => "-",
        VerilogOp::Mul => "*",
        VerilogOp::LogicalAnd => "&&",
        VerilogOp::LogicalOr => "||",
        VerilogOp::BitXor => "^",
        VerilogOp::BitAnd => "&",
        VerilogOp::BitOr => "|",
        VerilogOp::Shl => "<<",
        VerilogOp::Shr => ">>",
        VerilogOp::Eq => "==",
        VerilogOp::Lt => "<",
        VerilogOp::Le => "<=",
        VerilogOp::Ne => "!=",
        VerilogOp::Ge => ">=",
        VerilogOp::Gt => ">",
    }
}

fn render_literal(literal: &VerilogLiteral) -> String {
    let text = literal.to_string();
    match parse_literal(&text) {
        Some((1, bits)) => bits[0].to_string(),
        Some((_, bits)) if integer(&bits).is_some() => integer(&bits).unwrap_or_default().to_string(),
        _ => text,
    }
}

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

/// An unsigned Rust integer literal: decimal, hexadecimal, octal or binary, with underscores and type suffix.
pub fn parse_integer(text: &str) -> Option<u128> {
    let text = text.replace('_', "");
    let (radix, digits) = match text.get(..2) {
        Some("0x") => (16, &text[2..]),
        Some("0b") => (2, &text[2..]),
        Some("0o") => (8, &text[2..]),
        _ => (10, &text[..]),
    };
    let suffixes = [
        "usize", "u128", "u64", "u32", "u16", "u8", "i128", "i64", "i32", "i16", "i8", "isize",
    ];
    let digits = suffixes
        .iter()
        .find_map(|suffix| digits.strip_suffix(suffix))
        .unwrap_or(digits);
    u128::from_str_radix(digits, radix)
        .ok()
        .filter(|_| !digits.starts_with('+'))
}

/// The text of a `comment!`, which rust-hdl hands over as source text.
pub fn comment(source: &str) -> String {
    let text = match source.split_once('"') {
        Some((before, text)) if before.contains('!') => text.rsplit_once('"').map_or(text, |(text, _)| text),
        _ => source,
    };
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => plain.push('\n'),
                Some('\n') | None => {}
                Some(other) => plain.push(other),
            },
            c => plain.push(c),
        }
    }
    // A line that ends in a backslash continues with the next one, less its indentation.
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
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

    #[test]
    fn rust_integers_are_read_in_every_form() {
        for (text, value) in [
            ("0x3f", 63),
            ("1_000", 1000),
            ("0b101u8", 5),
            ("7usize", 7),
            ("3_u64", 3),
        ] {
            assert_eq!(parse_integer(text), Some(value), "{text}");
        }
        for text in ["", "x", "-1", "0x", "+3", "1.5"] {
            assert_eq!(parse_integer(text), None, "{text}");
        }
    }
}
