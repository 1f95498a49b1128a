//! Records cycles of an engine: a window of cycles, or the last ones before the end.

use super::Helper;
use super::vcd::Stream;
use crate::Engine;
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
pub struct WaveRecorder {
    keep: Keep,
    stream: Stream,
    nets: Vec<usize>,
    helpers: usize,
    rows: VecDeque<(u64, Vec<u64>)>,
    written: Option<Range<u64>>,
    /// The index in a row of the signal that marks results, and its value while there is none.
    result: Option<(usize, u64)>,
    first_result: Option<u64>,
    outcome: io::Result<()>,
}

impl WaveRecorder {
    /// Records all nets that `engine` shows, and `helpers`, to `sink`. `result` is as in [`View::result`](super::View::result).
    pub(super) fn new(
        engine: &dyn Engine,
        helpers: &[Helper],
        keep: Keep,
        result: Option<&(String, u64)>,
        sink: Box<dyn Write>,
    ) -> io::Result<Self> {
        let top = engine.hierarchy();
        let (stream, nets) = Stream::new(sink, &top, helpers)?;
        let result = result.and_then(|(path, idle)| {
            let (scope, name) = path.split_once('.')?;
            let mut ports = top.variables.iter().filter(|_| scope == top.name);
            let place = match ports.find(|port| port.name == name) {
                Some(port) => nets.iter().position(|index| *index == port.index)?,
                None => {
                    let mut helpers = helpers.iter();
                    nets.len() + helpers.position(|helper| (helper.scope, &*helper.name) == (scope, name))?
                }
            };
            Some((place, *idle))
        });
        Ok(WaveRecorder {
            keep,
            stream,
            nets,
            helpers: helpers.len(),
            rows: VecDeque::new(),
            written: None,
            result,
            first_result: None,
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

    /// Writes the remaining cycles, and returns the cycles in the file, and the first one of them with a result; an error if any write
    /// failed. `end` gets both, and returns the cycle to which the file extends at least.
    pub(super) fn finish(
        mut self,
        end: impl FnOnce(&Range<u64>, Option<u64>) -> u64,
    ) -> io::Result<(Range<u64>, Option<u64>)> {
        for (cycle, row) in std::mem::take(&mut self.rows) {
            self.write(cycle, &row);
        }
        self.outcome?;
        let written = self.written.unwrap_or(0..0);
        self.stream.finish(end(&written, self.first_result))?;
        Ok((written, self.first_result))
    }

    fn write(&mut self, cycle: u64, row: &[u64]) {
        if self.outcome.is_ok() {
            self.outcome = self.stream.cycle(cycle, row);
            let first = self.written.as_ref().map_or(cycle, |written| written.start);
            self.written = Some(first..cycle + 1);
            if self.first_result.is_none() && self.result.is_some_and(|(place, idle)| row[place] != idle) {
                self.first_result = Some(cycle);
            }
        }
    }
}
