//! A scalar video instruction's result step by step, for people.

use super::Scalar;
use super::golden::{ScalarModifiers, ScalarSteps, steps};
use lanesmith_algebra::ConcreteWide;
use lanesmith_ptx::{
    MultiplyAddSign, Operands, REGISTER_PARTS, SCALES, ScalarFamily, ScalarInstruction, ScalarTail, SecondaryOperation,
    WHOLE_REGISTER,
};
use lanesmith_unit::pipelined::{Case, instruction};

/// The steps of a case.
pub(super) fn steps_of(case: &Case) -> ScalarSteps<ConcreteWide> {
    let [a, b, c] = case.operands.map(i128::from);
    steps(&ScalarModifiers::decode(&case.control.into()), [&a, &b, &c])
}

/// How `d` comes about, a step to the line. A guard is taken as passed.
pub(super) fn explain(case: &Case) -> String {
    let instruction = instruction::<Scalar>(case).expect("every word has an instruction");
    let [a, b, c] = case.operands;
    let steps = steps_of(case);
    let Operands {
        a: ra, b: rb, c: rc, ..
    } = &instruction.operands;
    let with_c = if instruction.has_c {
        format!(", c = {rc} = {c:#010x}")
    } else {
        String::new()
    };
    let mut lines = vec![
        instruction.to_string(),
        format!("a = {ra} = {a:#010x}, b = {rb} = {b:#010x}{with_c}"),
        selected("ta", ra, instruction.asel, instruction.a_signed, steps.ta),
        selected("tb", rb, instruction.bsel, instruction.b_signed, steps.tb),
        format!("{} = {}", formula(&instruction), steps.exact),
    ];
    if steps.clamped != steps.exact {
        lines.push(format!("clamped to {} = {}", range(&instruction), steps.clamped));
    } else if instruction.saturate {
        lines.push(format!("within {}", range(&instruction)));
    }
    let d = steps.d;
    lines.push(match instruction.tail {
        ScalarTail::Secondary { dsel, .. } if dsel != WHOLE_REGISTER => {
            format!("d = {d:#010x}: c with the result in {}", REGISTER_PARTS[dsel].selector)
        }
        ScalarTail::Secondary { operation, .. } => match operation {
            SecondaryOperation::None => format!("d = {d:#010x}: the low 32 bits"),
            SecondaryOperation::Add => format!("d = {d:#010x}: the low 32 bits of the result + c"),
            SecondaryOperation::Min => format!("d = {d:#010x}: the smaller of the result and c"),
            SecondaryOperation::Max => format!("d = {d:#010x}: the larger of the result and c"),
        },
        ScalarTail::MultiplyAdd { .. } => format!("d = {d:#010x}: the low 32 bits"),
    });
    lines.join("\n")
}

/// A selected part.
fn selected(name: &str, register: &str, part: usize, signed: bool, value: i128) -> String {
    let kind = if signed { "signed" } else { "unsigned" };
    format!("{name} = {register}{}, {kind} = {value}", REGISTER_PARTS[part].selector)
}

/// The primary operation in the manual's notation.
fn formula(instruction: &ScalarInstruction) -> String {
    let text = instruction.operation.row().formula;
    let ScalarTail::MultiplyAdd { sign, scale } = instruction.tail else {
        return text.to_owned();
    };
    let sum = match sign {
        MultiplyAddSign::Plain => "ta * tb + c",
        MultiplyAddSign::NegatedProduct => "-( ta * tb ) + c",
        MultiplyAddSign::NegatedAddend => "ta * tb - c",
        MultiplyAddSign::PlusOne => "ta * tb + c + 1",
    };
    match SCALES[scale].1 {
        0 => sum.to_owned(),
        bits => format!("( {sum} ) >> {bits}"),
    }
}

/// The range of `.sat`.
fn range(instruction: &ScalarInstruction) -> String {
    let (bits, signed) = match instruction.tail {
        ScalarTail::Secondary { dsel, .. } => (REGISTER_PARTS[dsel].bits, instruction.d_signed),
        ScalarTail::MultiplyAdd { sign, .. } => {
            let negates = matches!(sign, MultiplyAddSign::NegatedProduct | MultiplyAddSign::NegatedAddend);
            (32, instruction.a_signed || instruction.b_signed || negates)
        }
    };
    debug_assert!(instruction.operation.family() != ScalarFamily::Comparison);
    if signed {
        format!("{} .. {}", -(1_i64 << (bits - 1)), (1_i64 << (bits - 1)) - 1)
    } else {
        format!("0 .. {}", (1_u64 << bits) - 1)
    }
}
