//! Tokens of PTX text. White space and comments may stand between any two tokens, but not inside one: a modifier is
//! one token together with its dot, so white space may stand before the dot and not after it.

use lanesmith_text::diagnostic::Diagnostic;
use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PtxTokenKind {
    /// A mnemonic, a register, a label: `vadd4`, `r1`, `%r1`, `$L_1`.
    Word,
    /// A modifier, a selector or a directive: a dot and the characters directly after it, such as `.u32` or `.reg`.
    Dotted,
    /// A number, of any base.
    Number,
    /// `"…"`.
    Quoted,
    /// Any other character.
    Symbol(char),
    /// The end of the text; its span is empty.
    End,
}

/// A token and its place.
#[derive(Clone, Debug)]
pub(super) struct PtxToken {
    pub(super) kind: PtxTokenKind,
    pub(super) span: Range<usize>,
}

/// A text and a place between two of its tokens.
pub(super) struct Cursor<'a> {
    pub(super) source: &'a str,
    tokens: Vec<PtxToken>,
    next: usize,
}

impl<'a> Cursor<'a> {
    /// Splits `source` into tokens; the cursor is before the first.
    pub(super) fn new(source: &'a str) -> Result<Self, Diagnostic> {
        Ok(Cursor {
            source,
            tokens: tokens(source)?,
            next: 0,
        })
    }

    /// The next token; at the end, [`PtxTokenKind::End`] for ever.
    pub(super) fn peek(&self) -> &PtxToken {
        &self.tokens[self.next]
    }

    /// The token after the next.
    pub(super) fn peek_second(&self) -> &PtxToken {
        &self.tokens[(self.next + 1).min(self.tokens.len() - 1)]
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> PtxToken {
        let token = self.tokens[self.next].clone();
        self.next = (self.next + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes the next token if it is of this kind.
    pub(super) fn take_if(&mut self, kind: PtxTokenKind) -> Option<PtxToken> {
        (self.peek().kind == kind).then(|| self.take())
    }

    /// This place, to come back to.
    pub(super) fn mark(&self) -> usize {
        self.next
    }

    /// Goes back to a marked place.
    pub(super) fn reset(&mut self, mark: usize) {
        self.next = mark;
    }

    /// The tokens taken since a marked place.
    pub(super) fn taken_since(&self, mark: usize) -> &[PtxToken] {
        &self.tokens[mark..self.next]
    }

    /// The text of a token.
    pub(super) fn text(&self, token: &PtxToken) -> &'a str {
        &self.source[token.span.clone()]
    }

    /// The empty range right after the last token taken: where something is missing.
    pub(super) fn gap(&self) -> Range<usize> {
        let end = self.next.checked_sub(1).map_or(0, |last| self.tokens[last].span.end);
        end..end
    }

    /// The next token in words, for messages.
    pub(super) fn found(&self) -> String {
        match self.peek().kind {
            PtxTokenKind::End => "the end of the text".into(),
            _ => format!("`{}`", self.text(self.peek())),
        }
    }

    /// The range of the next token, or of the gap before the end of the text.
    pub(super) fn place(&self) -> Range<usize> {
        match self.peek().kind {
            PtxTokenKind::End => self.gap(),
            _ => self.peek().span.clone(),
        }
    }
}

fn tokens(source: &str) -> Result<Vec<PtxToken>, Diagnostic> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blanks(source, at)?;
        let rest = &source[at..];
        let Some(first) = rest.chars().next() else {
            break;
        };
        let (kind, length) = match first {
            '.' if rest[1..].starts_with(in_word) => (PtxTokenKind::Dotted, 1 + run(&rest[1..], in_word)),
            '0'..='9' => (PtxTokenKind::Number, number(rest)),
            '"' => match rest[1..].find(['"', '\n']) {
                Some(end) if rest[1 + end..].starts_with('"') => (PtxTokenKind::Quoted, end + 2),
                _ => {
                    let line = rest.find('\n').unwrap_or(rest.len());
                    return Err(Diagnostic::new(
                        at..at + line,
                        "a string is not closed",
                        "`\"` before the end of the line",
                    ));
                }
            },
            '%' if rest[1..].starts_with(in_word) => (PtxTokenKind::Word, 1 + run(&rest[1..], in_word)),
            _ if in_word(first) => (PtxTokenKind::Word, run(rest, in_word)),
            _ if first.is_control() => {
                let message = format!("the control character U+{:04X}", u32::from(first));
                let span = at..at + first.len_utf8();
                return Err(Diagnostic::new(span, message, "PTX text"));
            }
            _ => (PtxTokenKind::Symbol(first), first.len_utf8()),
        };
        tokens.push(PtxToken {
            kind,
            span: at..at + length,
        });
        at += length;
    }
    tokens.push(PtxToken {
        kind: PtxTokenKind::End,
        span: source.len()..source.len(),
    });
    Ok(tokens)
}

fn in_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn run(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// The length of a number: a dot belongs to it only before a digit, so `077.b30` is a number and a selector.
fn number(text: &str) -> usize {
    let whole = run(text, in_word);
    match text[whole..].strip_prefix('.') {
        Some(fraction) if fraction.starts_with(|c: char| c.is_ascii_digit()) => whole + 1 + run(fraction, in_word),
        _ => whole,
    }
}

/// The place of the first character from `at` on that is neither white space nor in a comment. Line markers of a
/// preprocessor (`# 1 "file"`) and the debug lines of early PTX (`@@DWARF …`) count as comments.
fn skip_blanks(source: &str, mut at: usize) -> Result<usize, Diagnostic> {
    loop {
        let rest = &source[at..];
        let trimmed = rest.trim_start();
        at += rest.len() - trimmed.len();
        let starts_line = source[..at].trim_end_matches([' ', '\t']).ends_with('\n') || at == 0;
        if trimmed.starts_with("//") || (starts_line && (trimmed.starts_with('#') || trimmed.starts_with("@@"))) {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if let Some(comment) = trimmed.strip_prefix("/*") {
            let Some(length) = comment.find("*/") else {
                return Err(Diagnostic::new(
                    at..at + 2,
                    "a comment is not closed",
                    "`*/` somewhere after this",
                ));
            };
            at += length + 4;
        } else {
            return Ok(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(source: &str) -> Vec<String> {
        let cursor = Cursor::new(source).unwrap();
        let texts = cursor.tokens.iter().map(|token| cursor.text(token).to_string());
        texts.collect()
    }

    #[test]
    fn a_dot_binds_to_what_follows_it_directly_and_to_nothing_else() {
        assert_eq!(texts("r1 .b31"), ["r1", ".b31", ""]);
        assert_eq!(texts("r1. b31"), ["r1", ".", "b31", ""]);
        assert_eq!(texts("077.b30 1.5 8.4.x"), ["077", ".b30", "1.5", "8.4", ".x", ""]);
    }

    #[test]
    fn comments_strings_and_line_markers_hide_what_is_in_them() {
        assert_eq!(texts("a/*;*/b//;\n# 1 \";\"\n\"{;\"c"), ["a", "b", "\"{;\"", "c", ""]);
        assert!(Cursor::new("a /* b").is_err());
        assert!(Cursor::new("a \"b\n\"").is_err());
    }

    #[test]
    fn a_control_character_splits_no_word() {
        let error = Cursor::new("v\0add4").err().expect("an error");
        assert_eq!(
            (error.span.clone(), error.message.as_str()),
            (1..2, "the control character U+0000")
        );
        assert_eq!(texts("a /* \0 */ b"), ["a", "b", ""]);
    }
}
