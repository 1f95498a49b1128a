//! What an implementation of the ISA may leave out.

use super::table::Operation;
use super::types::{Arithmetic, Type};

/// The optional parts that an implementation has. What it lacks raises the invalid-instruction exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Subset {
    /// Addition, subtraction, multiplication, negation and comparison of FP32 and FP16X2.
    pub float: bool,
    /// Integer multiplication.
    pub multiplier: bool,
}

impl Subset {
    /// Whether `operation` by the type `kind` is there.
    pub fn has(self, operation: Operation, kind: Type) -> bool {
        let by_float = kind.arithmetic == Arithmetic::Float;
        let compares = (Operation::Equal..=Operation::AtLeast).contains(&operation);
        match operation {
            Operation::Mul if !by_float => self.multiplier,
            Operation::Add | Operation::Sub | Operation::Mul | Operation::Negate => self.float || !by_float,
            _ => self.float || !by_float || !compares,
        }
    }
}
