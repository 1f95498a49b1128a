//! Splits lines of assembly, and the spellings of the table, into tokens.

use lanesmith_text::diagnostic::Diagnostic;
use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BrewTokenKind {
    /// A word, which may contain dots.
    Name,
    /// `$` and a name.
    Register,
    /// Anything that begins like a number, and characters behind an apostrophe.
    Number,
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
const MARKS: [&str; 24] = [
    "...", ">>>", "<-", "<<", ">>", "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "%", "^", "|", "&", "~", "(",
    ")", ",", ":",
];

/// The tokens of a line up to its comment; `start` is its place in the source.
pub(super) fn tokens(line: &str, start: usize) -> Result<Vec<BrewToken<'_>>, Diagnostic> {
    let mut found = Vec::new();
    let mut rest = line;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next().filter(|first| *first != '#') else {
            return Ok(found);
        };
        let at = line.len() - rest.len();
        let second = rest[first.len_utf8()..].chars().next().unwrap_or(' ');
        let (kind, length) = if first.is_ascii_digit() || first == '.' && second.is_ascii_digit() {
            (BrewTokenKind::Number, number(rest))
        } else if first == '\'' && !second.is_whitespace() {
            let length = first.len_utf8() + second.len_utf8();
            (
                BrewTokenKind::Number,
                length + usize::from(rest[length..].starts_with('\'')),
            )
        } else if first == '$' {
            (BrewTokenKind::Register, 1 + word(&rest[1..], "_"))
        } else if first.is_ascii_alphabetic() || first == '_' || first == '.' && second != '.' {
            (BrewTokenKind::Name, 1 + word(&rest[1..], "_."))
        } else if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark))
            && !rest.starts_with("//")
            && !rest.starts_with("/*")
        {
            (BrewTokenKind::Mark, mark.len())
        } else {
            let span = start + at..start + at + first.len_utf8();
            // A control character is invisible, so the message shows its escape.
            let shown = if first.is_control() {
                first.escape_default().to_string()
            } else {
                first.to_string()
            };
            let expected = match first {
                '=' => "`.set NAME, VALUE` to give a name a value",
                ';' => "one statement on each line",
                '/' => "`#` for a comment up to the end of the line",
                _ => "a name, register, number or operator",
            };
            return Err(Diagnostic::new(
                span,
                format!("`{shown}` has no meaning here"),
                expected,
            ));
        };
        let (text, tail) = rest.split_at(length);
        let span = start + at..start + at + length;
        found.push(BrewToken { kind, text, span });
        rest = tail;
    }
}

/// The length of the letters, digits and `others` that `text` begins with.
fn word(text: &str, others: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !others.contains(c));
    end.unwrap_or(text.len())
}

/// The length of the number at the beginning of `text`, including signs after a decimal exponent.
fn number(text: &str) -> usize {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let mut previous = ' ';
    for (i, c) in text.char_indices() {
        let exponent_sign = matches!(previous, 'e' | 'E') && matches!(c, '+' | '-') && !hexadecimal;
        if !(c.is_ascii_alphanumeric() || c == '_' || c == '.' || exponent_sign) {
            return i;
        }
        previous = c;
    }
    text.len()
}
