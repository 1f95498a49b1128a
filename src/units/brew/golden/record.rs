//! The record of a retired instruction besides its effect: its operands, the type that selects the operation, its destination.

use super::execute::{InstructionInputs, operand, working_type};
use crate::brew::isa::{BrewOperation, ExceptionRule, InstructionRow, OperandSource, PREFIX, TypeRule};
use lanesmith_algebra::Algebra;

/// The first and the second operand of an instruction of `row`, as unsigned numbers of 32 bits, whether it raises the
/// exception or not.
///
/// The first operand is the row's `x`, the second its `y`; a negation is a difference from 0, so that its register is the
/// second. Only values of registers and of FIELD_E are recorded. `None`: constants, tiny values, and both operands of rows that
/// read a type, set many types, or are not executed.
pub fn operands<A: Algebra>(row: &InstructionRow, inputs: &InstructionInputs<A>) -> [Option<A::Int>; 2] {
    let recorded = |source| {
        let is_recorded = matches!(
            source,
            OperandSource::A | OperandSource::B | OperandSource::Short | OperandSource::Long
        );
        is_recorded.then(|| operand(source, inputs))
    };
    match row.operation {
        BrewOperation::ReadType
        | BrewOperation::SetTypesLow
        | BrewOperation::SetTypesHigh
        | BrewOperation::NotExecuted => [None, None],
        BrewOperation::Negate => [None, recorded(row.x)],
        _ => [recorded(row.x), recorded(row.y)],
    }
}

/// The code of the type that an instruction of `row` works by, whether it raises the exception or not; `None` if no type
/// selects the operation or passes to the destination: loads, instructions that set types, rows that are not executed.
pub fn deciding_type<'a, A: Algebra>(row: &InstructionRow, inputs: &'a InstructionInputs<A>) -> Option<&'a A::Int> {
    let decides = !matches!(row.types, TypeRule::Kept | TypeRule::FromX) && row.exceptions != ExceptionRule::Always;
    decides.then(|| working_type(row, inputs))
}

/// The destination of an instruction with these words, legal or not: FIELD_D. 15 names no register, and counts as one with
/// type 0. For first words 0x.0ef, which set many types, it is the first of their registers: `$r0` or `$r8` by FIELD_D's lowest
/// bit.
pub fn destination<A: Algebra>([first, second]: [&A::Int; 2]) -> A::Int {
    let prefixed = A::equal(first, &A::int(i64::from(PREFIX)));
    let field_d = A::field(&A::select(&prefixed, second, first), 12, 4);
    let sets_many = A::equal(&A::field(first, 0, 12), &A::int(0x0ef));
    A::select(&sets_many, &A::shl(&A::field(&field_d, 0, 1), 3), &field_d)
}
