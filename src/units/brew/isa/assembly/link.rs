//! Several files as one program: each has names of its own, and exports some of them.

use super::macros::{blanks, word};
use super::source::SourceLine;
use super::text::TracedText;
use super::{AssembledStatement, Assembler, Diagnostic, Errors, Frame, Head, diagnostic};
use crate::text::sources::SourceText;
use crate::unit::AssemblySource;
use std::ops::Range;
use std::rc::Rc;

/// A name of a file that other files may use.
pub(super) struct Export {
    pub file: usize,
    pub name: String,
    /// Whether another file's definition replaces this one.
    pub is_weak: bool,
    line: Rc<SourceLine>,
    span: Range<usize>,
}

impl Assembler<'_> {
    /// Reads all files, and lays out their contents. `defined` are names and values that every file may use.
    pub(super) fn run(
        mut self,
        files: Vec<AssemblySource>,
        defined: &[(String, u32)],
    ) -> Result<Vec<AssembledStatement>, Errors> {
        self.symbols.define(defined);
        for file in files {
            self.file(file);
        }
        self.link();
        let statements = self.finish();
        if self.errors.is_empty() {
            return Ok(statements);
        }
        let (sources, mut list) = (self.sources, self.errors);
        list.sort_by_key(|error| (error.source, error.diagnostic.span.start));
        Err(Errors { sources, list })
    }

    /// Reads a file, whose macros, local labels and names are its own.
    fn file(&mut self, file: AssemblySource) {
        self.main = self.sources.len();
        self.macros.clear();
        self.symbols.begin_file(&file.name);
        let lines = self.source(file.path, file.name, file.text);
        let line = |number, text| {
            Rc::new(SourceLine {
                text,
                number,
                trail: None,
            })
        };
        self.layout
            .begin_file(self.symbols.file, &line(1, TracedText::new(self.main, 0, "")));
        let lines = lines.into_iter().map(|(number, text)| line(number, text));
        self.frames.push(Frame::of(lines.collect()));
        while let Some(line) = self.next() {
            if let Err(diagnostic) = self.statement(&line) {
                self.report(&line, diagnostic);
            }
        }
        for condition in std::mem::take(&mut self.conditions) {
            let word = Head::of(condition.line.text.as_str()).word;
            self.report(
                &condition.line,
                Diagnostic::new(word, "this condition has no end", "`.endif` behind it"),
            );
        }
    }

    /// `.global`, `.globl` and `.weak`, with names behind `at`.
    pub(super) fn export(&mut self, line: &Rc<SourceLine>, at: Range<usize>, is_weak: bool) {
        let whole = line.text.as_str();
        let mut start = at.end + blanks(&whole[at.end..]);
        loop {
            let span = start..start + word(&whole[start..]);
            if span.is_empty() {
                return;
            }
            start = span.end + blanks(&whole[span.end..]);
            start += usize::from(whole[start..].starts_with(','));
            start += blanks(&whole[start..]);
            self.exports.push(Export {
                file: self.symbols.file,
                name: whole[span.clone()].to_owned(),
                is_weak,
                line: line.clone(),
                span,
            });
        }
    }

    /// Makes the exported names known to all files.
    fn link(&mut self) {
        for export in std::mem::take(&mut self.exports) {
            if let Err(problem) = self.symbols.export(&export) {
                self.report(&export.line, diagnostic((export.span.clone(), problem)));
            }
        }
    }

    /// Makes a source known; gives its statements.
    pub(super) fn source(&mut self, path: std::path::PathBuf, name: String, text: String) -> Vec<(usize, TracedText)> {
        let number = self.sources.len();
        let (statements, unended) = super::scan::statements(number, &text);
        self.sources.push(SourceText { name, text });
        self.paths.push(path);
        if let Some(diagnostic) = unended {
            let line = SourceLine {
                text: TracedText::new(number, 0, &self.sources[number].text),
                number: 1,
                trail: None,
            };
            self.report(&line, diagnostic);
        }
        statements
    }
}
