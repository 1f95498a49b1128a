//! The tokens of a text with a place between two of them, for the parsers of single instructions.

use crate::lexer::{Lexer, PtxTokenKind};
use lanesmith_text::diagnostic::Diagnostic;
use std::ops::Range;

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
        let mut lexer = Lexer::new(source);
        let mut tokens: Vec<PtxToken> = vec![];
        while tokens.last().is_none_or(|token| token.kind != PtxTokenKind::End) {
            let token = lexer.token()?;
            tokens.push(PtxToken {
                kind: token.kind,
                span: token.span.range(),
            });
        }
        Ok(Cursor {
            source,
            tokens,
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
