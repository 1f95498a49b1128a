//! Instructions that compilers place between those of the units: moves, logic, shifts, integer arithmetic, comparisons,
//! selections and conversions of at most 32 bits. The golden model executes them. [`table`] has their meanings.

mod shape;
mod special;
mod table;

pub(super) use shape::{PlainShape, PlainSource, PlainValue, shape};
pub(super) use special::is_special;

use super::statement::Operand;
use super::value_type::Type;
use std::ops::Range;
use table::{Combine, PlainRow};

/// An instruction of a module that the golden model executes between those of the units.
#[derive(Clone, Debug)]
pub struct PlainInstruction {
    /// The register that it writes, and the second predicate of `setp`: indices among the module's.
    pub destinations: Vec<usize>,
    /// Its sources.
    pub sources: Vec<Operand>,
    /// Their places in the text.
    pub places: Vec<Range<usize>>,
    /// The place of the guard in the text, and the index of its predicate, if there is one.
    pub guard: Option<(Range<usize>, usize)>,
    pub(super) operation: PlainOperation,
}

/// The operation of a plain instruction.
#[derive(Clone, Debug)]
pub(super) struct PlainOperation {
    row: &'static PlainRow,
    /// The type of the result.
    to: Type,
    /// The types of the sources.
    from: Vec<Type>,
    /// The type of the register that is written; a conversion's may be wider than its result.
    pub(super) register: Type,
    /// How a comparison is combined with the last source, and whether that is negated.
    combine: Option<(Combine, bool)>,
}

impl PlainInstruction {
    /// The values of the destinations for values of the sources: low bits of the registers, upper bits 0.
    pub fn execute(&self, sources: &[u32]) -> Vec<u32> {
        self.operation.execute(sources)
    }
}

impl PlainOperation {
    fn execute(&self, sources: &[u32]) -> Vec<u32> {
        let exact = sources.iter().zip(&self.from).map(|(value, kind)| kind.extend(*value));
        let exact: Vec<i64> = exact.collect();
        let source = |i: usize| exact.get(i).copied().unwrap_or(0);
        let result = (self.row.meaning)(self.to, [source(0), source(1), source(2)]);
        let Some((combine, negated)) = self.combine else {
            return vec![self.register.cut(self.to.extend(self.to.cut(result)))];
        };
        let last = (source(2) != 0) != negated;
        let combined = [result != 0, result == 0].map(|compared| combine(compared, last).into());
        combined.to_vec()
    }
}
