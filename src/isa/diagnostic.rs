//! One form for everything that is wrong with a text: where, what stands there, what may stand there.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// An error at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Byte range of the offending text; may be empty where something is missing.
    pub span: Range<usize>,
    /// What is wrong, naming the part.
    pub message: String,
    /// What is allowed there.
    pub expected: String,
}

impl Diagnostic {
    /// An error about `span`.
    pub fn new(span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> Self {
        Diagnostic {
            span,
            message: message.into(),
            expected: expected.into(),
        }
    }

    /// Line and column, both from 1, of the offending text; columns count characters.
    pub fn position(&self, source: &str) -> (usize, usize) {
        let before = &source[..self.span.start.min(source.len())];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (
            before.matches('\n').count() + 1,
            before[line_start..].chars().count() + 1,
        )
    }

    /// The picture for people: message, `path:line:column`, the line, the offending text underlined, what was expected.
    pub fn render(&self, path: &str, source: &str, colour: bool) -> String {
        let snippet = Snippet::source(source)
            .path(path)
            .annotation(AnnotationKind::Primary.span(self.span.clone()).label(&self.expected));
        let report = [Group::with_title(Level::ERROR.primary_title(&self.message)).element(snippet)];
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&report).to_string()
    }
}
