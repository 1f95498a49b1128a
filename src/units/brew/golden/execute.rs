//! The effect of one instruction on its destination, for any contents and types of the registers.

use super::lanes::{by_lanes, swizzle};
use crate::brew::isa::{
    Arithmetic, BrewOperation, BrewType, ExceptionRule, InstructionRow, MASK, OperandSource, TYPES, TypeRule,
};
use lanesmith_algebra::Algebra;

/// A register: 32 bits as an unsigned number, and a type code of four bits.
#[derive(Clone, Debug)]
pub struct TypedRegister<A: Algebra> {
    /// The contents.
    pub value: A::Int,
    /// The type code.
    pub code: A::Int,
}

/// Everything an instruction looks at besides its row of the table.
#[derive(Clone, Debug)]
pub struct InstructionInputs<A: Algebra> {
    /// The register that FIELD_A names; any where FIELD_A names none.
    pub a: TypedRegister<A>,
    /// The register that FIELD_B names; any where FIELD_B names none.
    pub b: TypedRegister<A>,
    /// The destination as it was.
    pub d: TypedRegister<A>,
    /// FIELD_A itself, four bits.
    pub field_a: A::Int,
    /// FIELD_E, 16 or 32 bits as an unsigned number.
    pub field_e: A::Int,
}

/// The destination after the instruction; unchanged where `exception` holds.
#[derive(Clone, Debug)]
pub struct InstructionEffect<A: Algebra> {
    /// The destination.
    pub d: TypedRegister<A>,
    /// The invalid-instruction exception.
    pub exception: A::Cond,
}

/// The effect of an instruction of `row`. Rows that set many types at once have no destination: see [`new_types`].
pub fn execute<A: Algebra>(row: &InstructionRow, inputs: &InstructionInputs<A>) -> InstructionEffect<A> {
    let exception = exception(row, inputs);
    let value = match row.types {
        TypeRule::FromX => inputs.d.value.clone(),
        _ => value(row, inputs),
    };
    let code = match row.types {
        TypeRule::OfA => inputs.a.code.clone(),
        TypeRule::OfB => inputs.b.code.clone(),
        TypeRule::Kept => inputs.d.code.clone(),
        TypeRule::Int32 => A::int(0),
        TypeRule::FromX => new_type::<A>(&operand(row.x, inputs), &inputs.d.code),
    };
    let kept = |old: &A::Int, new: &A::Int| A::select(&exception, old, new);
    InstructionEffect {
        d: TypedRegister {
            value: kept(&inputs.d.value, &value),
            code: kept(&inputs.d.code, &code),
        },
        exception,
    }
}

/// The types of up to eight registers after an instruction that sets them from the digits of `field_e`.
pub fn new_types<A: Algebra>(field_e: &A::Int, old: &[A::Int]) -> Vec<A::Int> {
    let digits = (0..).step_by(4).map(|lo| A::field(field_e, lo, 4));
    digits.zip(old).map(|(digit, old)| new_type::<A>(&digit, old)).collect()
}

fn new_type<A: Algebra>(code: &A::Int, old: &A::Int) -> A::Int {
    let unchanged = A::equal(code, &A::int(i64::from(MASK)));
    A::select(&unchanged, old, &A::field(code, 0, 4))
}

/// The value of an operand: an unsigned number of 32 bits, but signed for [`OperandSource::Tiny`].
pub(super) fn operand<A: Algebra>(source: OperandSource, inputs: &InstructionInputs<A>) -> A::Int {
    match source {
        OperandSource::Zero => A::int(0),
        OperandSource::AllOnes => A::int(0xffff_ffff),
        OperandSource::A => inputs.a.value.clone(),
        OperandSource::B => inputs.b.value.clone(),
        OperandSource::Short => A::field(&A::signed_field(&inputs.field_e, 0, 16), 0, 32),
        OperandSource::Long => inputs.field_e.clone(),
        OperandSource::Tiny => {
            let lessened = A::sub(&inputs.field_a, &A::int(15));
            A::select(&A::bit(&inputs.field_a, 3), &lessened, &inputs.field_a)
        }
        OperandSource::FieldA => inputs.field_a.clone(),
    }
}

fn value<A: Algebra>(row: &InstructionRow, inputs: &InstructionInputs<A>) -> A::Int {
    let (x, y) = (operand(row.x, inputs), operand(row.y, inputs));
    match row.operation {
        BrewOperation::Xor => A::xor(&x, &y),
        BrewOperation::Or => A::field(&A::or(&x, &y), 0, 32),
        BrewOperation::And => A::and(&x, &y),
        BrewOperation::AndNot => A::and(&A::xor(&x, &A::int(0xffff_ffff)), &y),
        BrewOperation::Swizzle => swizzle::<A>(&x, &y),
        BrewOperation::ReadType => inputs.a.code.clone(),
        BrewOperation::SetType
        | BrewOperation::SetTypesLow
        | BrewOperation::SetTypesHigh
        | BrewOperation::NotExecuted => A::int(0),
        operation => A::case(working_type(row, inputs), &TYPES, |kind| {
            by_lanes::<A>(operation, kind, &x, &y)
        }),
    }
}

/// The type an instruction works by.
pub(super) fn working_type<'a, A: Algebra>(row: &InstructionRow, inputs: &'a InstructionInputs<A>) -> &'a A::Int {
    match row.types {
        TypeRule::OfB => &inputs.b.code,
        _ => &inputs.a.code,
    }
}

fn exception<A: Algebra>(row: &InstructionRow, inputs: &InstructionInputs<A>) -> A::Cond {
    let works_by = |refused: fn(BrewType) -> bool| {
        let refuses = |kind| A::int(i64::from(refused(kind)));
        A::bit(&A::case(working_type(row, inputs), &TYPES, refuses), 0)
    };
    match row.exceptions {
        ExceptionRule::Never => A::known(false),
        ExceptionRule::Reserved => works_by(|kind| kind.arithmetic == Arithmetic::Reserved),
        ExceptionRule::Float => works_by(|kind| matches!(kind.arithmetic, Arithmetic::Reserved | Arithmetic::Float)),
        ExceptionRule::AboveTypes => A::less(&A::int(i64::from(MASK)), &operand(row.x, inputs)),
        ExceptionRule::Always => A::known(true),
    }
}
