//! Records cycles of an engine as VCD: a window of cycles, or the last ones before the end.

use super::vcd::{Helper, VcdStream};
use crate::sim::Engine;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::Range;

/// The cycles to keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The cycles in the range; written as they come.
    Window(Range<u64>),
    /// The last cycles of this number; written at the end.
    Last(usize),
}

/// A recording in progress.
pub struct Recorder {
    keep: Keep,
    stream: VcdStream<Box<dyn Write>>,
    nets: Vec<usize>,
    helpers: usize,
    rows: VecDeque<(u64, Vec<u64>)>,
    written: Option<Range<u64>>,
    outcome: io::Result<()>,
}

impl Recorder {
    /// Records all nets that `engine` shows, and `helpers`, to `sink`.
    pub fn new(engine: &dyn Engine, helpers: &[Helper], keep: Keep, sink: Box<dyn Write>) -> io::Result<Self> {
        let (stream, nets) = VcdStream::new(sink, &engine.hierarchy(), &engine.clocks(), helpers)?;
        Ok(Recorder {
            keep,
            stream,
            nets,
            helpers: helpers.len(),
            rows: VecDeque::new(),
            written: None,
            outcome: Ok(()),
        })
    }

    /// Whether `cycle` may be kept.
    pub fn wants(&self, cycle: u64) -> bool {
        match &self.keep {
            Keep::Window(window) => window.contains(&cycle),
            Keep::Last(_) => true,
        }
    }

    /// Takes the settled values of a cycle. `helpers` appends the helper signals' values in their order; those
    /// that it leaves out at the end are 0.
    pub fn sample(&mut self, engine: &dyn Engine, cycle: u64, helpers: impl FnOnce(&dyn Engine, &mut Vec<u64>)) {
        let recycled = match &self.keep {
            Keep::Last(count) if self.rows.len() >= *count => self.rows.pop_front(),
            _ => None,
        };
        let mut row = recycled.map_or_else(Vec::new, |(_, row)| row);
        row.clear();
        row.extend(self.nets.iter().map(|net| engine.watch(*net)));
        helpers(engine, &mut row);
        row.resize(self.nets.len() + self.helpers, 0);
        match self.keep {
            Keep::Last(_) => self.rows.push_back((cycle, row)),
            Keep::Window(_) => self.write(cycle, &row),
        }
    }

    /// Writes the remaining cycles, and returns the cycles in the file; an error if any write failed.
    pub fn finish(mut self) -> io::Result<Range<u64>> {
        for (cycle, row) in std::mem::take(&mut self.rows) {
            self.write(cycle, &row);
        }
        self.outcome?;
        self.stream.finish()?;
        Ok(self.written.unwrap_or(0..0))
    }

    fn write(&mut self, cycle: u64, row: &[u64]) {
        if self.outcome.is_ok() {
            self.outcome = self.stream.cycle(cycle, row);
            let first = self.written.as_ref().map_or(cycle, |written| written.start);
            self.written = Some(first..cycle + 1);
        }
    }
}
