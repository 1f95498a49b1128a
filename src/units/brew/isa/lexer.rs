//! Splits assembly text, and the tables' spellings, into tokens.

use crate::text::diagnostic::Diagnostic;
use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BrewTokenKind {
    /// A word, which may contain dots, or `.`, the current address.
    Name,
    /// `$` and a name.
    Register,
    /// Anything that begins like a number, local labels such as `1f` among them.
    Number,
    /// A character after an apostrophe.
    Character,
    /// A string with its quotes.
    Text,
    /// An operator or mark.
    Mark,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BrewToken<'a> {
    pub kind: BrewTokenKind,
    pub text: &'a str,
    /// Byte range in the whole source.
    pub span: Range<usize>,
}

/// Longer marks first, so that the longest is taken.
const MARKS: [&str; 31] = [
    "...", ">>>", "<-", "<<", ">>", "<=", ">=", "==", "!=", "<>", "&&", "||", "<", ">", "+", "-", "*", "/", "%", "^",
    "|", "&", "~", "!", "(", ")", "[", "]", ",", ":", "=",
];

/// The tokens of one statement without comments; `start` is its place in the source.
pub(super) fn tokens(line: &str, start: usize) -> Result<Vec<BrewToken<'_>>, Diagnostic> {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return Ok(found);
        };
        let at = line.len() - rest.len();
        let second = rest.as_bytes().get(1).copied().unwrap_or(b' ');
        let (kind, length) = if first.is_ascii_digit() || first == '.' && second.is_ascii_digit() {
            (BrewTokenKind::Number, number(rest))
        } else if first == '$' {
            (BrewTokenKind::Register, 1 + word(&rest[1..]))
        } else if first.is_ascii_alphabetic() || first == '_' || first == '.' && second != b'.' {
            (BrewTokenKind::Name, 1 + name(&rest[1..]))
        } else if first == '\'' || first == '"' {
            let kind = if first == '"' {
                BrewTokenKind::Text
            } else {
                BrewTokenKind::Character
            };
            let unended = || {
                let (message, expected) = match kind {
                    BrewTokenKind::Text => ("the string does not end in this line", "`\"`"),
                    _ => (
                        "there is no character behind the apostrophe",
                        "a character such as 'a' or '\\n'",
                    ),
                };
                Diagnostic::new(start + at..start + line.trim_end().len(), message, expected)
            };
            (kind, quoted(rest).ok_or_else(unended)?)
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            (BrewTokenKind::Mark, mark.len())
        } else {
            let span = start + at..start + at + first.len_utf8();
            // A control character is invisible, so the message shows its escape.
            let shown = match first.is_control() {
                true => first.escape_default().to_string(),
                false => first.to_string(),
            };
            let message = format!("`{shown}` has no meaning here");
            return Err(Diagnostic::new(span, message, "a name, register, number or operator"));
        };
        let (text, tail) = rest.split_at(length);
        let span = start + at..start + at + length;
        found.push(BrewToken { kind, text, span });
        rest = tail;
    }
}

/// The length of the string or character that `text` begins with, quotes included; the quote behind a character may be
/// missing. `None` where the line ends within.
pub(super) fn quoted(text: &str) -> Option<usize> {
    // No further than the line's end, and no further than needed: there may be many of them in a line.
    let is_line_end = |c: &char| ['\n', '\r'].contains(c);
    let mut characters = text.char_indices().skip(1).take_while(|(_, c)| !is_line_end(c));
    if text.starts_with('\'') {
        let mut end = 1;
        let mut next = || {
            let (at, c) = characters.next()?;
            end = at + c.len_utf8();
            Some(c)
        };
        if next()? == '\\' {
            let radix = match next()? {
                'x' => 16,
                '0'..='7' => 8,
                _ => 0,
            };
            let digits = text[end..].chars().take_while(|c| radix > 0 && c.is_digit(radix));
            end += digits.count();
        }
        return Some(end + usize::from(text[end..].starts_with('\'')));
    }
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return Some(at + 1),
            '\\' => drop(characters.next()?),
            _ => {}
        }
    }
    None
}

/// The length of the letters, digits and underscores that `text` begins with.
fn word(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    end.unwrap_or(text.len())
}

/// The length of the rest of a name: dots belong to it where more of it follows.
pub(super) fn name(text: &str) -> usize {
    let mut length = word(text);
    while text[length..].starts_with('.') {
        match word(&text[length + 1..]) {
            0 => break,
            more => length += 1 + more,
        }
    }
    length
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
