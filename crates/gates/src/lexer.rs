//! The tokens of a structural netlist.

use super::text::{Parsed, refused};
use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword; of an escaped name the text has no `\`.
    Word { escaped: bool },
    /// A number, with its width and base if it has them.
    Number,
    /// A string; the text has no quotation marks.
    Text,
    /// A sign of one character, `(*` or `*)`.
    Sign,
    /// The end of the text.
    End,
}

/// A token and the byte at which its text begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    pub start: usize,
}

impl<'a> Token<'a> {
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// Whether it is this sign or keyword.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, TokenKind::Sign | TokenKind::Word { escaped: false }) && self.text == text
    }

    pub fn refuse<T>(&self, message: impl Into<String>, expected: impl Into<String>) -> Parsed<T> {
        refused(self.span(), message, expected)
    }
}

/// The tokens of a text without comments, with one for its end.
pub(super) fn tokens(source: &str) -> Parsed<Vec<Token<'_>>> {
    let mut tokens = vec![];
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let until = |from: usize, end: &str| rest[from..].find(end).map(|length| from + length);
        let unclosed = |length: usize, end: &str| refused(at..at + length, "no end", format!("`{end}`"));
        let while_in = |from: usize, belongs: fn(char) -> bool| {
            let length = rest[from..].find(|c| !belongs(c));
            length.map_or(rest.len(), |length| from + length)
        };
        let (kind, text, skipped) = match first {
            _ if first.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            '/' if rest.starts_with("//") => {
                at += until(0, "\n").unwrap_or(rest.len());
                continue;
            }
            '/' if rest.starts_with("/*") => match until(2, "*/") {
                Some(end) => {
                    at += end + 2;
                    continue;
                }
                None => return unclosed(2, "*/"),
            },
            '\\' => {
                let end = while_in(1, |c| c.is_ascii_graphic());
                (TokenKind::Word { escaped: true }, &rest[1..end], 1)
            }
            'a'..='z' | 'A'..='Z' | '_' => {
                let end = while_in(0, |c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
                (TokenKind::Word { escaped: false }, &rest[..end], 0)
            }
            '0'..='9' => {
                let end = while_in(0, |c| c.is_ascii_alphanumeric() || matches!(c, '\'' | '_'));
                (TokenKind::Number, &rest[..end], 0)
            }
            '"' => match until(1, "\"") {
                Some(end) => (TokenKind::Text, &rest[1..end], 1),
                None => return unclosed(1, "\""),
            },
            '(' if rest.starts_with("(*") => (TokenKind::Sign, &rest[..2], 0),
            '*' if rest.starts_with("*)") => (TokenKind::Sign, &rest[..2], 0),
            _ if "()[]{},;:.#=".contains(first) => (TokenKind::Sign, &rest[..1], 0),
            _ => {
                let message = format!("unexpected `{first}`");
                return refused(
                    at..at + first.len_utf8(),
                    message,
                    "structural Verilog, as yosys writes it",
                );
            }
        };
        let start = at + skipped;
        tokens.push(Token { kind, text, start });
        at = start + text.len() + usize::from(kind == TokenKind::Text);
    }
    tokens.push(Token {
        kind: TokenKind::End,
        text: "",
        start: source.len(),
    });
    Ok(tokens)
}
