//! Lines and columns of places in a text.

/// Where the lines of a text begin.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<usize>,
}

impl Lines {
    /// The lines of a text.
    pub fn new(text: &str) -> Self {
        let behind = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Lines {
            starts: [0].into_iter().chain(behind.map(|(at, _)| at + 1)).collect(),
        }
    }

    /// The line of a byte, from 1.
    pub fn line(&self, at: usize) -> usize {
        self.starts.partition_point(|start| *start <= at)
    }

    /// Line and column of a byte of the text, both from 1; columns count characters.
    pub fn position(&self, text: &str, at: usize) -> (usize, usize) {
        let line = self.line(at);
        (line, text[self.starts[line - 1]..at].chars().count() + 1)
    }

    /// The number of lines; one that is empty at the end does not count.
    pub fn count(&self, text: &str) -> usize {
        self.starts.len() - usize::from(text.is_empty() || text.ends_with('\n'))
    }
}
