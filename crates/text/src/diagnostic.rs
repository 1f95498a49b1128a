//! Errors about a text: the position, the error, and the expected text.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// An error at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Byte range of the offending text; empty if a part is missing.
    pub span: Range<usize>,
    /// The error, with the offending part.
    pub message: String,
    /// The expected text.
    pub expected: String,
}

impl Diagnostic {
    /// An error about `span`. Long quotations in the message are shortened, because the excerpt shows the text.
    pub fn new(span: Range<usize>, message: impl Into<String>, expected: impl Into<String>) -> Self {
        Diagnostic {
            span,
            message: shortened(message.into()),
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

    /// The message with `path:line:column`, the line with the offending text underlined, and the expected text.
    pub fn render(&self, path: &str, source: &str, colour: bool) -> String {
        let snippet = Snippet::source(source)
            .path(path)
            .annotation(AnnotationKind::Primary.span(self.span.clone()).label(&self.expected));
        let report = [Group::with_title(Level::ERROR.primary_title(&self.message)).element(snippet)];
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&report).to_string()
    }
}

/// The longest quotation that is not shortened, and the length of a shortened one, in characters.
const LONGEST: usize = 100;
const LEFT: usize = 60;

/// Lines of a file from number `line` on, with a position underlined and without a message.
pub fn excerpt(path: &str, line: usize, lines: &str, span: Range<usize>) -> String {
    let snippet = Snippet::source(lines)
        .path(path)
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(span));
    let report = [Group::with_level(Level::ERROR).element(snippet)];
    Renderer::plain().render(&report).to_string()
}

/// The text with long quotations between backquotes shortened.
fn shortened(text: String) -> String {
    if text.len() <= LONGEST {
        return text;
    }
    let piece = |piece: &str| match piece.char_indices().nth(LONGEST) {
        None => piece.to_owned(),
        Some(_) => piece.chars().take(LEFT).chain(['…']).collect(),
    };
    text.split('`').map(piece).collect::<Vec<_>>().join("`")
}

/// Number of errors of a file that are shown.
const SHOWN: usize = 100;

/// Errors about a text with excerpts; at most 100.
pub fn render_all(path: &str, source: &str, diagnostics: &[Diagnostic]) -> String {
    let draw = |diagnostic: &Diagnostic| diagnostic.render(path, source, true);
    let mut drawn: Vec<String> = diagnostics.iter().take(SHOWN).map(draw).collect();
    if diagnostics.len() > SHOWN {
        drawn.push(format!("error: {} more errors", diagnostics.len() - SHOWN));
    }
    drawn.join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_quotation_is_cut_and_the_words_around_it_are_not() {
        let error = Diagnostic::new(0..1, format!("`{}` is no number, `x` is", "é".repeat(5000)), "a number");
        assert_eq!(error.message, format!("`{}…` is no number, `x` is", "é".repeat(60)));
    }
}
