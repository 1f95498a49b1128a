//! Results of all copies, for golden to judge many at a time.

use crate::sim::testbench::{FaultIn, TestbenchFault, TestbenchFaultKind};
use crate::unit::pipelined::Pipelined;
use crate::unit::pipelined::scoreboard::wrong;

/// A case with the hardware's result: 32 bytes, of which half a line of the cache has one.
#[derive(Clone, Debug)]
pub(super) struct CheckedCopies {
    pub control: u64,
    pub operands: [u32; 3],
    pub d: u32,
    pub copy: u16,
    /// Cycles since the first of the results.
    pub since: u32,
}

/// Results in the order in which they came.
#[derive(Default)]
pub(super) struct Results {
    results: Vec<CheckedCopies>,
    /// The cycle of the first one.
    first: u64,
}

impl Results {
    pub fn len(&self) -> usize {
        self.results.len()
    }

    /// Makes room for the results of a cycle. Returns the cycles since the first one.
    pub fn begin(&mut self, count: usize, cycle: u64) -> u32 {
        if self.results.is_empty() {
            self.first = cycle;
        }
        self.results.reserve(count);
        (cycle - self.first) as u32
    }

    #[inline(always)]
    pub fn push(&mut self, result: CheckedCopies) {
        self.results.push(result);
    }

    /// Judges all that there are.
    pub fn judge(&mut self, unit: &impl Pipelined) -> Result<(), FaultIn> {
        let golden = unit.evaluate_each(&self.results, |one| one.control, |one| one.operands);
        let wrong_one = self.results.drain(..).zip(golden).find(|(one, d)| one.d != *d);
        wrong_one.map_or(Ok(()), |(one, d)| {
            let fault = TestbenchFault {
                cycle: self.first + u64::from(one.since),
                kind: TestbenchFaultKind::WrongResult,
                detail: wrong(one.d, d),
            };
            Err((one.copy.into(), fault))
        })
    }
}
