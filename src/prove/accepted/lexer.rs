//! Verilog text in pieces.

use crate::text::diagnostic::Diagnostic;
use std::ops::Range;

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or keyword.
    Word,
    /// `$name`.
    System,
    /// `` `name `` with the rest of its line.
    Directive,
    /// A literal, with its width and base where given.
    Number,
    /// Anything between quotation marks.
    Text,
    /// An operator or other sign.
    Sign,
}

/// A piece of text and its place.
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

    pub fn is(&self, sign: &str) -> bool {
        self.kind == TokenKind::Sign && self.text == sign
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.kind == TokenKind::Word && self.text == word
    }
}

/// Operators of several characters, longest first.
const SIGNS: [&str; 27] = [
    "<<<", ">>>", "===", "!==", "->", "**", "<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "~&", "~|", "~^", "^~",
    "+:", "-:", "::", "++", "--", "+=", "-=", "'{", ".*",
];

/// First words of comments that some tools interpret as directives.
const PRAGMAS: [&str; 18] = [
    "altera",
    "ambit",
    "cadence",
    "coverage",
    "exemplar",
    "lint_off",
    "lint_on",
    "mentor",
    "pragma",
    "quartus",
    "rtl_synthesis",
    "synopsys",
    "synplify",
    "synthesis",
    "verilator",
    "vcs",
    "xilinx",
    "yosys",
];
/// Words that make a comment a directive for some tools, anywhere in it.
const ORDERS: [&str; 6] = [
    "translate_off",
    "translate_on",
    "synthesis_off",
    "synthesis_on",
    "full_case",
    "parallel_case",
];

/// The pieces of a text without comments and white space, and errors for characters and comments that not all tools read alike.
pub(super) fn tokens(source: &str) -> (Vec<Token<'_>>, Vec<Diagnostic>) {
    let mut lexer = Lexer {
        source,
        at: 0,
        errors: vec![],
    };
    let mut tokens = vec![];
    while let Some(token) = lexer.token() {
        tokens.push(token);
    }
    (tokens, lexer.errors)
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    errors: Vec<Diagnostic>,
}

fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// The length of the prefix of the rest whose characters satisfy `belongs`.
    fn length(&self, belongs: impl Fn(char) -> bool) -> usize {
        self.rest().find(|c| !belongs(c)).unwrap_or(self.rest().len())
    }

    fn error(&mut self, length: usize, message: impl Into<String>, expected: &str) {
        let span = self.at..self.at + length;
        self.errors.push(Diagnostic::new(span, message, expected));
    }

    fn token(&mut self) -> Option<Token<'a>> {
        loop {
            self.at += self.length(char::is_whitespace);
            let rest = self.rest();
            let first = rest.chars().next()?;
            let (kind, length) = match first {
                '/' if rest.starts_with("//") || rest.starts_with("/*") => {
                    self.comment();
                    continue;
                }
                'a'..='z' | 'A'..='Z' | '_' => (TokenKind::Word, self.length(is_name)),
                '$' => (TokenKind::System, self.length(is_name)),
                '`' => (TokenKind::Directive, self.length(|c| c != '\n')),
                '0'..='9' | '\'' if !rest.starts_with("'{") => (TokenKind::Number, self.number()),
                '"' => {
                    let end = rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2);
                    (TokenKind::Text, end)
                }
                ' '..='~' if first != '\\' => {
                    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                    (TokenKind::Sign, sign.map_or(1, |sign| sign.len()))
                }
                '\\' => {
                    let length = self.length(|c| !c.is_whitespace());
                    self.error(
                        length,
                        format!("`{}`: escaped name", &rest[..length]),
                        "letters, digits and `_`",
                    );
                    self.at += length;
                    continue;
                }
                _ => {
                    self.error(first.len_utf8(), "a character that Verilog does not have", "ASCII");
                    self.at += first.len_utf8();
                    continue;
                }
            };
            let token = Token {
                kind,
                text: &rest[..length],
                start: self.at,
            };
            self.at += length;
            return Some(token);
        }
    }

    /// The length of a literal: digits, then perhaps white space, base and more digits.
    fn number(&self) -> usize {
        let rest = self.rest();
        let is_digit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '?' | '.');
        let end = |from: usize| rest[from..].find(|c| !is_digit(c)).map_or(rest.len(), |end| from + end);
        let width = match rest.starts_with('\'') {
            true => 0,
            false => end(0),
        };
        let gap = rest[width..].len() - rest[width..].trim_start().len();
        let Some(base) = rest[width + gap..].strip_prefix('\'') else {
            return width;
        };
        let from = width + gap + 1;
        let letters = base.len() - base.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let signs = letters.min(if base.starts_with(['s', 'S']) { 2 } else { 1 });
        let digits = &base[signs..];
        let gap = digits.len() - digits.trim_start().len();
        end(from + signs + gap)
    }

    /// Skips a comment.
    fn comment(&mut self) {
        let rest = self.rest();
        let (body, length) = match rest.starts_with("//") {
            true => {
                let length = self.length(|c| c != '\n');
                (&rest[2..length], length)
            }
            false => match rest[2..].find("*/") {
                Some(end) => (&rest[2..2 + end], end + 4),
                None => {
                    self.error(2, "a comment without end", "`*/`");
                    (&rest[2..], rest.len())
                }
            },
        };
        let lower = body.to_lowercase();
        let mut words = lower
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty());
        let first = words.clone().next().unwrap_or("");
        if PRAGMAS.contains(&first) || words.any(|word| ORDERS.contains(&word)) {
            let shown = body.lines().next().unwrap_or("").len() + 2;
            let message = format!("`{}`: a comment that some tools obey", body.trim());
            self.error(shown, message, "a comment that is no instruction to a tool");
        }
        self.at += length;
    }
}
