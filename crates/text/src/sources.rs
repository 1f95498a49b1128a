//! Errors in programs of several files with macros: the position in the source, and the chain of expansions and inclusions.

use super::diagnostic::Diagnostic;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// A text with the name that it has in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceText {
    /// A path, or a name for standard input.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// One expansion or inclusion that led to a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpansionStep {
    /// Its description, such as `in the expansion of the macro …`.
    pub title: String,
    /// The number of the source that contains it.
    pub source: usize,
    /// The byte range in that source.
    pub span: Range<usize>,
}

/// An error in one of several sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The number of the source.
    pub source: usize,
    /// The error.
    pub diagnostic: Diagnostic,
    /// The expanded text, if it differs from the source.
    pub reads: Option<String>,
    /// The expansions and inclusions, innermost first.
    pub steps: Vec<ExpansionStep>,
}

/// Errors and their sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors {
    /// All files that were read; the first is the main file.
    pub sources: Vec<SourceText>,
    /// The errors, at least one.
    pub list: Vec<Located>,
}

/// Number of errors that are shown, and of steps of each.
const SHOWN: usize = 100;
const STEPS: usize = 5;

impl Errors {
    /// The errors with excerpts; at most [`SHOWN`].
    pub fn render(&self, colour: bool) -> String {
        let shown = self.list.iter().take(SHOWN);
        let mut drawn: Vec<String> = shown.map(|error| self.draw(error, colour)).collect();
        if self.list.len() > SHOWN {
            drawn.push(format!("error: {} more errors", self.list.len() - SHOWN));
        }
        drawn.join("\n\n")
    }

    fn draw(&self, error: &Located, colour: bool) -> String {
        let diagnostic = &error.diagnostic;
        let place = |source: usize, kind: AnnotationKind, span: &Range<usize>, label: Option<&str>| {
            let SourceText { name, text } = &self.sources[source];
            let annotation = kind.span(span.clone());
            let annotation = annotation.label(label.map(str::to_owned));
            Snippet::source(text.clone()).path(name.clone()).annotation(annotation)
        };
        let primary = place(
            error.source,
            AnnotationKind::Primary,
            &diagnostic.span,
            Some(&diagnostic.expected),
        );
        let mut first = Group::with_title(Level::ERROR.primary_title(&diagnostic.message)).element(primary);
        if let Some(reads) = &error.reads {
            first = first.element(Level::NOTE.message(format!("the line reads `{reads}`")));
        }
        let mut groups = vec![first];
        for step in error.steps.iter().take(STEPS) {
            let snippet = place(step.source, AnnotationKind::Context, &step.span, None);
            groups.push(Group::with_title(Level::NOTE.secondary_title(step.title.clone())).element(snippet));
        }
        if let Some(more) = error.steps.len().checked_sub(STEPS).filter(|more| *more > 0) {
            groups.push(Group::with_title(
                Level::NOTE.secondary_title(format!("and {more} more levels around it")),
            ));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&groups).to_string()
    }
}
