//! Splits assembly text, and the table's spellings, into tokens.

use crate::text::diagnostic::Diagnostic;
use std::ops::Range;

/// What kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, or a directive that begins with a dot.
    Name,
    /// `$` and a name.
    Register,
    /// Anything that begins like a number.
    Number,
    /// An operator or mark.
    Mark,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// Byte range in the whole source.
    pub span: Range<usize>,
}

/// Longer marks first, so that the longest is taken.
const MARKS: [&str; 22] = [
    "...", ">>>", "<-", "<<", ">>", "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "^", "|", "&", "~", ",", ":",
    "=",
];

/// The tokens of one line of a source, up to a comment; `start` is the line's place in the source.
pub(super) fn tokens(line: &str, start: usize) -> Result<Vec<Token<'_>>, Diagnostic> {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next().filter(|c| *c != '#') else {
            return Ok(found);
        };
        let at = line.len() - rest.len();
        let dotted = |next: fn(&u8) -> bool| first == '.' && rest.as_bytes().get(1).is_some_and(next);
        let (kind, length) = if first.is_ascii_digit() || dotted(u8::is_ascii_digit) {
            (Kind::Number, number(rest))
        } else if first == '$' {
            (Kind::Register, 1 + word(&rest[1..]))
        } else if first.is_ascii_alphabetic() || first == '_' || dotted(u8::is_ascii_alphabetic) {
            (Kind::Name, 1 + word(&rest[1..]))
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            (Kind::Mark, mark.len())
        } else {
            let span = start + at..start + at + first.len_utf8();
            let message = format!("`{}` has no meaning here", first.escape_default());
            return Err(Diagnostic::new(span, message, "a name, register, number or operator"));
        };
        let (text, tail) = rest.split_at(length);
        let span = start + at..start + at + length;
        found.push(Token { kind, text, span });
        rest = tail;
    }
}

fn word(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// The length of the number at the beginning of `text`, including signs after a decimal exponent.
fn number(text: &str) -> usize {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut previous = ' ';
    for (i, c) in text.char_indices() {
        let exponent_sign = matches!(previous, 'e' | 'E') && matches!(c, '+' | '-') && !hexadecimal;
        let ellipsis = text[i..].starts_with("..");
        if ellipsis || !(c.is_ascii_alphanumeric() || c == '_' || c == '.' || exponent_sign) {
            return i;
        }
        previous = c;
    }
    text.len()
}
