//! Places in the user's source, as they are shown.

use crate::kernel::{At, KernelSource};
use std::ops::Range;

/// A place in the source of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourcePlace {
    /// Path of the file, as the compiler was given it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1, in characters.
    pub column: u32,
    /// The lines around it and where it is in them; `None` if the compiler had no text.
    excerpt: Option<(String, Range<usize>)>,
}

impl SourcePlace {
    pub(super) fn new(source: &KernelSource, at: At) -> Option<Self> {
        if at.line == 0 || source.file.is_empty() {
            return None;
        }
        let excerpt = range(source, at).map(|range| {
            let start = source.text[..range.start].rfind('\n').map_or(0, |i| i + 1);
            let end = source.text[range.end..].find('\n');
            let end = end.map_or(source.text.len(), |i| range.end + i);
            // The kernel's text begins in the middle of its first line.
            let column = source.at.column.saturating_sub(1) as usize;
            let missing = if start == 0 { column } else { 0 };
            let lines = " ".repeat(missing) + &source.text[start..end];
            (lines, range.start - start + missing..range.end - start + missing)
        });
        Some(SourcePlace {
            file: source.file.to_owned(),
            line: at.line,
            column: at.column,
            excerpt,
        })
    }

    /// `file:line:column`, and the lines with the place underlined if their text is known.
    pub fn picture(&self) -> String {
        match &self.excerpt {
            None => format!("  --> {}:{}:{}", self.file, self.line, self.column),
            Some((lines, range)) => {
                lanesmith_text::diagnostic::excerpt(&self.file, self.line as usize, lines, range.clone())
            }
        }
    }
}

/// The bytes of a place in a kernel's text.
fn range(source: &KernelSource, at: At) -> Option<Range<usize>> {
    let position = |line: u32, column: u32| {
        let line = line.checked_sub(source.at.line)?;
        // The first line begins where the text does.
        let column = match line {
            0 => column.checked_sub(source.at.column)?,
            _ => column.checked_sub(1)?,
        };
        let mut start = 0;
        for _ in 0..line {
            start += source.text.get(start..)?.find('\n')? + 1;
        }
        let rest = source.text.get(start..)?;
        let mut offsets = rest.char_indices().map(|(i, _)| i).chain([rest.len()]);
        Some(start + offsets.nth(column as usize)?)
    };
    (at.line > 0).then_some(())?;
    let (from, to) = (position(at.line, at.column)?, position(at.end_line, at.end_column)?);
    (from < to).then_some(from..to)
}

/// The text at a place, in one line; empty if the compiler had none.
pub fn text(source: &KernelSource, at: At) -> String {
    let text = range(source, at).and_then(|range| source.text.get(range));
    let words = text.unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ")
}
