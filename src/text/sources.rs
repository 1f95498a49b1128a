//! Errors in texts that are made of several files, and of pieces of them: where it is written, and how it got there.

use super::diagnostic::Diagnostic;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// A text with the name that it has in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// A path, or what stands for it.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// One step of the way that a text took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What happened, `in the expansion of the macro …`.
    pub title: String,
    /// The number of the source where it happened.
    pub source: usize,
    /// The place there.
    pub span: Range<usize>,
}

/// An error in one of several sources.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// The number of the source.
    pub source: usize,
    /// What is wrong there.
    pub diagnostic: Diagnostic,
    /// What the text became, where it does not stand anywhere as it is.
    pub reads: Option<String>,
    /// How it got there, the innermost step first.
    pub steps: Vec<Step>,
}

/// Errors, and the sources that they are in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors {
    /// All that was read; the first is the main one.
    pub sources: Vec<Source>,
    /// The errors, one at least.
    pub list: Vec<Located>,
}

/// How many errors are drawn, and how many steps of each.
const SHOWN: usize = 100;
const STEPS: usize = 5;

impl Errors {
    /// The pictures of the errors; of very many the first ones.
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
            let Source { name, text } = &self.sources[source];
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
                Level::NOTE.secondary_title(format!("and {more} more of the like around it")),
            ));
        }
        let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
        renderer.render(&groups).to_string()
    }
}
