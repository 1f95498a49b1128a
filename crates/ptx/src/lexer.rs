//! Tokens of PTX text. White space and comments may stand between any two tokens, but not inside one: a modifier is
//! one token together with its dot, so white space may stand before the dot and not after it.

use crate::span::Span;
use lanesmith_text::diagnostic::Diagnostic;

/// The kind of a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum PtxTokenKind {
    /// A mnemonic, a register, a label: `vadd4`, `r1`, `%r1`, `$L_1`.
    Word,
    /// A modifier, a selector or a directive: a dot and the characters directly after it, such as `.u32`, `.reg` or `.shared::cta`.
    Dotted,
    /// A number, of any base.
    Number,
    /// `"…"`.
    Quoted,
    /// Any other character.
    Symbol(char),
    /// The end of the text; its span is empty.
    #[default]
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Token {
    pub(super) kind: PtxTokenKind,
    pub(super) span: Span,
}

/// A text of at most 4 GiB and a place in it, from which the next token is read.
#[derive(Default)]
pub(super) struct Lexer<'a> {
    source: &'a str,
    at: usize,
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')
}

impl<'a> Lexer<'a> {
    /// Before the first token of `source`.
    pub(super) fn new(source: &'a str) -> Self {
        Lexer { source, at: 0 }
    }

    /// The byte at a distance from the place; 0 at the end.
    fn byte(&self, distance: usize) -> u8 {
        *self.source.as_bytes().get(self.at + distance).unwrap_or(&0)
    }

    fn skip(&mut self, class: fn(u8) -> bool) {
        while class(self.byte(0)) {
            self.at += 1;
        }
    }

    /// Takes the next token; [`PtxTokenKind::End`] for ever at the end. After an error, goes on behind it.
    pub(super) fn token(&mut self) -> Result<Token, Diagnostic> {
        self.blanks()?;
        let start = self.at;
        let kind = match self.byte(0) {
            b'.' if in_word(self.byte(1)) => {
                self.word();
                while self.byte(0) == b':' && self.byte(1) == b':' && in_word(self.byte(2)) {
                    self.at += 1;
                    self.word();
                }
                PtxTokenKind::Dotted
            }
            b'0'..=b'9' => self.number(),
            b'"' => self.quoted()?,
            b'%' if in_word(self.byte(1)) => self.word(),
            _ if in_word(self.byte(0)) => self.word(),
            _ => self.symbol()?,
        };
        let (start, end) = (start as u32, self.at as u32);
        let span = Span { start, end };
        Ok(Token { kind, span })
    }

    fn word(&mut self) -> PtxTokenKind {
        self.at += 1;
        self.skip(in_word);
        PtxTokenKind::Word
    }

    fn symbol(&mut self) -> Result<PtxTokenKind, Diagnostic> {
        let start = self.at;
        let Some(symbol) = self.source[start..].chars().next() else {
            return Ok(PtxTokenKind::End);
        };
        self.at += symbol.len_utf8();
        if symbol.is_control() {
            let message = format!("the control character U+{:04X}", u32::from(symbol));
            return Err(Diagnostic::new(start..self.at, message, "PTX text"));
        }
        Ok(PtxTokenKind::Symbol(symbol))
    }

    /// A dot belongs to a number before a digit or an exponent, and where nothing follows that could be a selector; so `077.b30` is a
    /// number and a selector.
    fn number(&mut self) -> PtxTokenKind {
        let start = self.at;
        self.skip(in_word);
        let exponent = matches!(self.byte(1), b'e' | b'E')
            && (self.byte(2).is_ascii_digit() || matches!(self.byte(2), b'+' | b'-'));
        if self.byte(0) == b'.' && (!in_word(self.byte(1)) || self.byte(1).is_ascii_digit() || exponent) {
            self.at += 1;
            self.skip(in_word);
        }
        let digits = self.source[start..self.at].strip_suffix(['e', 'E']);
        let is_decimal = digits.is_some_and(|digits| digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.')));
        if is_decimal && matches!(self.byte(0), b'+' | b'-') && self.byte(1).is_ascii_digit() {
            self.at += 1;
            self.skip(in_word);
        }
        PtxTokenKind::Number
    }

    fn quoted(&mut self) -> Result<PtxTokenKind, Diagnostic> {
        let start = self.at;
        let rest = &self.source.as_bytes()[start + 1..];
        let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\n'));
        self.at = end.map_or(self.source.len(), |end| start + 1 + end);
        if self.byte(0) == b'"' {
            self.at += 1;
            return Ok(PtxTokenKind::Quoted);
        }
        let expected = "`\"` before the end of the line";
        Err(Diagnostic::new(start..self.at, "a string is not closed", expected))
    }

    /// Passes over white space and comments. Line markers of a preprocessor (`# 1 "file"`) and the debug lines of early PTX
    /// (`@@DWARF …`) count as comments.
    fn blanks(&mut self) -> Result<(), Diagnostic> {
        loop {
            self.skip(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c));
            let rest = &self.source.as_bytes()[self.at..];
            match rest {
                [b'/', b'/', ..] | [b'#', ..] | [b'@', b'@', b'D', b'W', b'A', b'R', b'F', ..]
                    if rest[0] == b'/' || self.is_line_start() =>
                {
                    self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                [b'/', b'*', ..] => {
                    let start = self.at;
                    let length = self.source[start + 2..].find("*/");
                    self.at = length.map_or(self.source.len(), |length| start + length + 4);
                    if length.is_none() {
                        let expected = "`*/` somewhere after this";
                        return Err(Diagnostic::new(start..start + 2, "a comment is not closed", expected));
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    fn is_line_start(&self) -> bool {
        let before = &self.source.as_bytes()[..self.at];
        let last = before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
        last.is_none_or(|byte| *byte == b'\n')
    }
}

/// The text of a file: UTF-8, or bytes of Latin-1 in comments. The error comes with the text that its place is in.
pub fn decode(bytes: Vec<u8>) -> Result<String, (String, Diagnostic)> {
    let text: String = match String::from_utf8(bytes) {
        Ok(text) => return Ok(text),
        Err(error) => error.as_bytes().iter().map(|byte| char::from(*byte)).collect(),
    };
    let mut lexer = Lexer::new(&text);
    loop {
        let place = match lexer.token() {
            Ok(token) if token.kind == PtxTokenKind::End => return Ok(text),
            Ok(token) => token.span.range(),
            Err(error) => error.span,
        };
        if !text[place.clone()].is_ascii() {
            let expected = "text in UTF-8; bytes of other encodings are allowed in comments";
            return Err((text, Diagnostic::new(place, "a byte that is not UTF-8", expected)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(source: &str) -> Result<Vec<&str>, Diagnostic> {
        let (mut lexer, mut texts) = (Lexer::new(source), vec![]);
        loop {
            let token = lexer.token()?;
            match token.kind {
                PtxTokenKind::End => return Ok(texts),
                _ => texts.push(&source[token.span.range()]),
            }
        }
    }

    fn texts(source: &str) -> Vec<&str> {
        tokens(source).expect("tokens")
    }

    #[test]
    fn a_dot_binds_to_what_follows_it_directly_and_to_nothing_else() {
        assert_eq!(texts("r1 .b31"), ["r1", ".b31"]);
        assert_eq!(texts("r1. b31"), ["r1", ".", "b31"]);
        assert_eq!(texts("077.b30 1.5 8.4.x"), ["077", ".b30", "1.5", "8.4", ".x"]);
        assert_eq!(
            texts("1. 1.e5 1.5e-3 2E+7 0x1e+5 .5"),
            ["1.", "1.e5", "1.5e-3", "2E+7", "0x1e", "+", "5", ".5"]
        );
        assert_eq!(texts(".a::b.c::d::e ::f"), [".a::b", ".c::d::e", ":", ":", "f"]);
    }

    #[test]
    fn comments_strings_and_line_markers_hide_what_is_in_them() {
        assert_eq!(texts("a/*;*/b//;\n# 1 \";\"\n\"{;\"c"), ["a", "b", "\"{;\"", "c"]);
        assert_eq!(texts("@@DWARF x\na # b\n@@p"), ["a", "#", "b", "@", "@", "p"]);
        assert!(tokens("a /* b").is_err());
        assert!(tokens("a \"b\n\"").is_err());
    }

    #[test]
    fn a_control_character_splits_no_word() {
        let error = tokens("v\0add4").expect_err("an error");
        assert_eq!(
            (error.span.clone(), error.message.as_str()),
            (1..2, "the control character U+0000")
        );
        assert_eq!(texts("a /* \0 */ b"), ["a", "b"]);
    }

    #[test]
    fn bytes_of_latin_1_are_allowed_in_comments_only() {
        assert_eq!(decode(b"ret; // \xe9".to_vec()), Ok("ret; // é".into()));
        assert_eq!(decode("ret é".into()), Ok("ret é".into()));
        for bytes in [&b"re\xe9t"[..], b"\"\xe9\"", b"ret \x85 \xff"] {
            let (text, error) = decode(bytes.to_vec()).expect_err("an error");
            assert!(!text[error.span].is_ascii(), "{text}");
        }
    }
}
