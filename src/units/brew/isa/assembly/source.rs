//! Lines during preprocessing: their text, its place in a file, and the expansions that led to it.

use super::text::TracedText;
use crate::text::diagnostic::Diagnostic;
use crate::text::sources::{ExpansionStep, Located, SourceText};
use std::ops::Range;
use std::rc::Rc;

/// A statement.
#[derive(Debug)]
pub(super) struct SourceLine {
    pub text: TracedText,
    /// The line of the main source that it belongs to, from 1.
    pub number: usize,
    /// The expansions around it.
    pub trail: Option<Rc<Trail>>,
}

/// An expansion or inclusion.
#[derive(Debug)]
pub(super) struct Trail {
    /// In words.
    title: String,
    source: usize,
    span: Range<usize>,
    around: Option<Rc<Trail>>,
}

impl SourceLine {
    /// The lines that come from this one, for which `title` says how.
    pub fn inner(&self, title: String, texts: Vec<TracedText>) -> Vec<Rc<SourceLine>> {
        let whole = super::macros::trimmed(self.text.as_str(), 0..self.text.as_str().len());
        let (source, span) = self.text.place(whole);
        let trail = Rc::new(Trail {
            title,
            source,
            span,
            around: self.trail.clone(),
        });
        let line = |text| {
            Rc::new(SourceLine {
                text,
                number: self.number,
                trail: Some(trail.clone()),
            })
        };
        texts.into_iter().map(line).collect()
    }

    /// An error in it, at its place in the sources.
    pub fn locate(&self, diagnostic: Diagnostic, sources: &[SourceText]) -> Located {
        let (source, mut span) = self.text.place(diagnostic.span.clone());
        let length = sources.get(source).map_or(0, |source| source.text.len());
        span.start = span.start.min(length);
        span.end = span.end.clamp(span.start, length);
        let is_patched = self.trail.is_some() && self.text.is_patched();
        let trail = std::iter::successors(self.trail.as_ref(), |trail| trail.around.as_ref());
        Located {
            source,
            diagnostic: Diagnostic { span, ..diagnostic },
            reads: is_patched.then(|| self.text.as_str().trim().chars().take(200).collect()),
            steps: trail
                .map(|trail| ExpansionStep {
                    title: trail.title.clone(),
                    source: trail.source,
                    span: trail.span.clone(),
                })
                .collect(),
        }
    }
}
