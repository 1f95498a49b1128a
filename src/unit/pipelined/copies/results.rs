//! Results of all copies, for golden to judge many at a time.

use crate::pipelined::Pipelined;
use lanesmith_sim::testbench::FaultyCopy;

/// A case with the hardware's result: 32 bytes, of which half a line of the cache has one.
#[derive(Clone, Debug)]
pub(super) struct CheckedCopies {
    pub control: u64,
    pub operands: [u32; 3],
    pub d: u32,
    pub copy: u16,
}

/// Results in the order in which they came.
#[derive(Default)]
pub(super) struct Results(pub Vec<CheckedCopies>);

impl Results {
    /// Judges all that there are.
    pub fn judge(&mut self, unit: &impl Pipelined) -> Result<(), FaultyCopy> {
        let golden = unit.evaluate_each(&self.0, |one| one.control, |one| one.operands);
        let wrong = self.0.drain(..).zip(golden).find(|(one, d)| one.d != *d);
        wrong.map_or(Ok(()), |(one, _)| Err(FaultyCopy(one.copy.into())))
    }
}
