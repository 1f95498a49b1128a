//! The optional parts of the ISA.

use super::table::BrewOperation;
use super::types::{Arithmetic, BrewType};

/// The optional parts that an implementation has. Instructions of other parts raise the invalid-instruction exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subset {
    /// Addition, subtraction, multiplication, negation and comparison of FP32 and FP16X2.
    pub float: bool,
    /// Integer multiplication.
    pub multiplier: bool,
}

impl Subset {
    /// Whether `operation` by the type `kind` is there.
    pub fn has(self, operation: BrewOperation, kind: BrewType) -> bool {
        let by_float = kind.arithmetic == Arithmetic::Float;
        match operation {
            BrewOperation::Mul if !by_float => self.multiplier,
            BrewOperation::Add | BrewOperation::Sub | BrewOperation::Mul | BrewOperation::Negate => {
                self.float || !by_float
            }
            _ => self.float || !by_float || !operation.is_comparison(),
        }
    }
}
