//! What a kernel needs, before it runs.

use crate::memory::FIRST_GLOBAL;
use crate::program::{Op, Program};
use lanesmith_ptx::PtxInstruction;
use lanesmith_ptx::tree::Span;

impl Program {
    /// The number of threads of a block that the kernel demands by `.reqntid`.
    pub fn required_block(&self) -> Option<[u32; 3]> {
        self.required_block
    }

    /// The instructions of units in the kernel and the functions that it calls, with their places.
    pub fn unit_instructions(&self) -> impl Iterator<Item = (&PtxInstruction, Span)> {
        let functions = self.functions.iter();
        let operations = functions.flat_map(|function| function.code.iter().zip(&function.spans));
        operations.filter_map(|(operation, span)| match operation {
            Op::Unit(unit, ..) => Some((&self.units[*unit as usize], *span)),
            _ => None,
        })
    }

    /// The variables of the module in global memory with their contents at the start.
    pub fn variables(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let segments = self.memory.segments.iter().skip(FIRST_GLOBAL as usize);
        segments.map(|segment| (&segment.name[..], &segment.bytes[..]))
    }
}
