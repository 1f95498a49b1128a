//! Verilog text as tokens.

use super::{Parsed, refused};
use lanesmith_netlist::verilog::is_tool;

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    /// A decimal number, or a literal with its width and base.
    Number,
    /// A word between quotation marks.
    Text,
    /// A directive with its backquote.
    Directive,
    /// An operator or other sign.
    Sign,
    /// The end of the text.
    End,
}

/// A token and the byte at which it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub kind: TokenKind,
    pub text: &'a str,
    pub start: usize,
}

impl Token<'_> {
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// An error about it.
    pub fn refuse<T>(&self, message: impl Into<String>, expected: impl Into<String>) -> Parsed<T> {
        refused(self.span(), message, expected)
    }

    /// Whether it is this sign, word or number.
    pub fn is(&self, text: &str) -> bool {
        self.kind != TokenKind::Text && self.text == text
    }
}

/// Signs of two characters.
const PAIRS: [&str; 7] = ["<=", ">=", "==", "!=", "<<", ">>", "+:"];
/// Signs of one character.
const SIGNS: &str = "()[]{},;:.#=?~&|^+-*<>@!";

/// The tokens of a text, with one for its end. Error: a character that the language does not have.
pub(super) fn tokens(source: &str) -> Parsed<Vec<Token<'_>>> {
    let mut tokens = vec![];
    let mut at = 0;
    while let Some(first) = source[at..].chars().next() {
        let rest = &source[at..];
        let error = |length: usize, message: &str, expected: &str| refused(at..at + length, message, expected);
        let while_in = |belongs: fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let (kind, length) = match first {
            ' ' | '\t' | '\n' => {
                at += 1;
                continue;
            }
            '/' if rest.starts_with("//") => {
                let end = rest.find('\n').unwrap_or(rest.len());
                if let Some(bad) = rest[..end].find(|c| !matches!(c, ' '..='~' | '\t') || c == '\\') {
                    at += bad;
                    let length = source[at..].chars().next().map_or(0, char::len_utf8);
                    let message = "a character in a comment that tools interpret differently";
                    return refused(at..at + length, message, "printable ASCII without `\\`");
                }
                let comment = rest[2..end].trim_start();
                let word = comment.split_whitespace().next().unwrap_or_default();
                if is_tool(word) {
                    let length = end - comment.len() + word.len();
                    return error(length, "a comment that tools obey", "another first word");
                }
                at += end;
                continue;
            }
            'a'..='z' | 'A'..='Z' | '_' => (TokenKind::Word, while_in(is_name)),
            '0'..='9' => (TokenKind::Number, while_in(|c| c.is_ascii_alphanumeric() || c == '\'')),
            '`' => (
                TokenKind::Directive,
                1 + rest[1..].find(|c| !is_name(c)).unwrap_or(rest.len() - 1),
            ),
            '"' => match rest[1..].find(|c: char| !c.is_ascii_alphanumeric()) {
                Some(length) if rest[1 + length..].starts_with('"') => (TokenKind::Text, length + 2),
                _ => {
                    return error(
                        1,
                        "a text that is not a word",
                        "letters and digits between quotation marks",
                    );
                }
            },
            _ if PAIRS.iter().any(|pair| rest.starts_with(pair)) => (TokenKind::Sign, 2),
            _ if SIGNS.contains(first) => (TokenKind::Sign, 1),
            _ => {
                let message = "a character that the language does not have";
                return error(first.len_utf8(), message, "docs/proofs.md has the grammar");
            }
        };
        tokens.push(Token {
            kind,
            text: &rest[..length],
            start: at,
        });
        at += length;
    }
    tokens.push(Token {
        kind: TokenKind::End,
        text: "",
        start: source.len(),
    });
    Ok(tokens)
}
