//! The record of a retired instruction besides its effect: its operands, the type that selects the operation, its destination.

use super::execute::{InstructionInputs, operand, working_type};
use crate::algebra::Algebra;
use crate::units::brew::isa::{BrewOperation, ExceptionRule, InstructionRow, OperandSource, PREFIX, TypeRule};

/// The first and the second operand of an instruction of `row`, as unsigned numbers of 32 bits, whether it raises the
/// exception or not.
///
/// The first operand is the row's `x`, the second its `y`; a negation is a difference from 0, so that its register is the
/// second. Told are values of registers and of FIELD_E. `None`: constants, tiny values, and all of the rows that read no
/// value, which are those that read a type or set many of them, and those outside of the datapath.
pub fn operands<A: Algebra>(row: &InstructionRow, inputs: &InstructionInputs<A>) -> [Option<A::Int>; 2] {
    let told = |source| {
        let told = matches!(
            source,
            OperandSource::A | OperandSource::B | OperandSource::Short | OperandSource::Long
        );
        told.then(|| operand(source, inputs))
    };
    match row.operation {
        BrewOperation::ReadType | BrewOperation::SetTypesLow | BrewOperation::SetTypesHigh | BrewOperation::Outside => {
            [None, None]
        }
        BrewOperation::Negate => [None, told(row.x)],
        _ => [told(row.x), told(row.y)],
    }
}

/// The code of the type that an instruction of `row` works by, whether it raises the exception or not; `None` where no
/// type decides or is carried over to the destination: loads, types that are set, rows outside of the datapath.
pub fn deciding_type<'a, A: Algebra>(row: &InstructionRow, inputs: &'a InstructionInputs<A>) -> Option<&'a A::Int> {
    let decides = !matches!(row.types, TypeRule::Kept | TypeRule::FromX) && row.exceptions != ExceptionRule::Always;
    decides.then(|| working_type(row, inputs))
}

/// The register that an instruction with these words has as its destination, legal or not: FIELD_D, where 15 names none
/// and has type 0; for the first words 0x.0ef, which set many types, the first of them: `$r0` or `$r8` by FIELD_D's lowest
/// bit.
pub fn destination<A: Algebra>([first, second]: [&A::Int; 2]) -> A::Int {
    let prefixed = A::equal(first, &A::int(i64::from(PREFIX)));
    let field_d = A::field(&A::select(&prefixed, second, first), 12, 4);
    let sets_many = A::equal(&A::field(first, 0, 12), &A::int(0x0ef));
    A::select(&sets_many, &A::shl(&A::field(&field_d, 0, 1), 3), &field_d)
}
