//! Texts made of pieces of sources: every byte knows where it was written, through all substitutions of macros.

use std::ops::Range;

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Chunk {
    /// Where it begins in the text.
    start: usize,
    /// The source it was written in, and the byte there.
    source: usize,
    at: usize,
}

/// A text with the places of its pieces in the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TracedText {
    text: String,
    chunks: Vec<Chunk>,
}

impl TracedText {
    /// The character at `at` in a source.
    pub fn new(source: usize, at: usize, text: &str) -> Self {
        let mut new = TracedText::default();
        new.push(source, at, text);
        new
    }

    /// Appends the character at `at` in a source.
    pub fn push(&mut self, source: usize, at: usize, text: &str) {
        let start = self.text.len();
        if text.is_empty() && start > 0 {
            return;
        }
        self.chunks.push(Chunk { start, source, at });
        self.text.push_str(text);
    }

    /// Appends a part of another text.
    pub fn push_part(&mut self, other: &TracedText, part: Range<usize>) {
        let first = other.chunk(part.start);
        for (i, chunk) in other.chunks.iter().enumerate().skip(first) {
            let end = other.chunks.get(i + 1).map_or(other.text.len(), |next| next.start);
            let from = chunk.start.max(part.start);
            if from > part.end || from == part.end && i > first {
                break;
            }
            let text = &other.text[from..end.min(part.end)];
            self.push(chunk.source, chunk.at + from - chunk.start, text);
        }
    }

    /// A part as a text of its own.
    pub fn part(&self, part: Range<usize>) -> TracedText {
        let mut new = TracedText::default();
        new.push_part(self, part);
        new
    }

    /// Its characters.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the text is put together from several pieces of sources.
    pub fn is_patched(&self) -> bool {
        self.chunks.len() > 1
    }

    /// The source of a part, and its place there; of a part with several pieces the place of the first.
    pub fn place(&self, part: Range<usize>) -> (usize, Range<usize>) {
        let Some(last) = self.chunks.len().checked_sub(1) else {
            return (0, 0..0);
        };
        let i = self.chunk(part.start);
        let chunk = self.chunks[i];
        let end = if i == last {
            self.text.len()
        } else {
            self.chunks[i + 1].start
        };
        let place = |at: usize| chunk.at + at.clamp(chunk.start, end) - chunk.start;
        (chunk.source, place(part.start)..place(part.end))
    }

    /// The number of the chunk that holds the byte at `at`.
    fn chunk(&self, at: usize) -> usize {
        self.chunks.partition_point(|chunk| chunk.start <= at).saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_found_where_it_was_written() {
        let mut text = TracedText::new(0, 10, "mov ");
        text.push_part(&TracedText::new(1, 50, "xy, zw"), 4..6);
        text.push(0, 16, " end");
        assert_eq!(text.as_str(), "mov zw end");
        assert_eq!(text.place(0..3), (0, 10..13));
        assert_eq!(text.place(4..6), (1, 54..56));
        assert_eq!(text.place(2..6), (0, 12..14));
        assert_eq!(text.part(5..9).place(1..3), (0, 16..18));
        assert_eq!(text.place(10..10), (0, 20..20));
    }
}
