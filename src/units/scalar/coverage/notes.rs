//! The bins that right results hit.

use super::crosses::{Hits, PART_WIDTHS};
use crate::algebra::ConcreteWide;
use crate::ptx::{MultiplyAddSign, REGISTER_PARTS, ScalarFamily, ScalarOperation, ScalarTail, SecondaryOperation};
use crate::sim::cover::corner;
use crate::unit::pipelined::Case;
use crate::units::scalar::encoding;
use crate::units::scalar::golden::{ScalarModifiers, steps};

/// The class of a part's width.
fn width(part: usize) -> usize {
    let bits = REGISTER_PARTS[part].bits;
    PART_WIDTHS
        .iter()
        .position(|width| *width == bits)
        .expect("a width of parts")
}

/// Records the bins that a correct result hits.
pub(in crate::units::scalar) fn note(case: &Case, hits: &mut Hits) {
    let instruction = encoding::decode(case.control);
    let operation = instruction.operation as usize;
    let [a, b, c] = case.operands.map(i128::from);
    let steps = steps(
        &ScalarModifiers::<ConcreteWide>::decode(&case.control.into()),
        [&a, &b, &c],
    );
    let types = usize::from(instruction.a_signed) << 1 | usize::from(instruction.b_signed);
    let class = |register: u32, part: usize, signed| {
        let part = REGISTER_PARTS[part];
        corner(register >> part.lo, part.bits, signed)
    };
    hits.operands(&[
        operation,
        types,
        width(instruction.asel),
        width(instruction.bsel),
        class(case.operands[0], instruction.asel, instruction.a_signed),
        class(case.operands[1], instruction.bsel, instruction.b_signed),
    ]);
    let (dsel, secondary, wrap) = match instruction.tail {
        ScalarTail::MultiplyAdd { sign, scale } => {
            let is_signed =
                types != 0 || matches!(sign, MultiplyAddSign::NegatedProduct | MultiplyAddSign::NegatedAddend);
            let range = match limits(32, is_signed) {
                (least, _) if steps.exact < least => 0,
                (_, greatest) if steps.exact > greatest => 2,
                _ => 1,
            };
            return hits.multiply_add(&[types, sign as usize, scale, range]);
        }
        ScalarTail::Secondary { dsel, operation, wrap } => (dsel, operation, wrap),
    };
    // Without vmad.
    let row = operation - usize::from(operation > ScalarOperation::Mad as usize);
    for (operand, part) in [instruction.asel, instruction.bsel, dsel].into_iter().enumerate() {
        hits.parts(&[row, operand, part]);
    }
    let d_type = usize::from(instruction.d_signed);
    if instruction.saturate {
        let (least, greatest) = limits(REGISTER_PARTS[dsel].bits, instruction.d_signed);
        let range = match steps.exact {
            exact if exact < least => 0,
            exact if exact == least => 1,
            exact if exact == greatest => 3,
            exact if exact > greatest => 4,
            _ => 2,
        };
        hits.results(&[operation, d_type, width(dsel), range]);
    }
    let tc = if instruction.d_signed {
        i128::from(case.operands[2] as i32)
    } else {
        c
    };
    let outcome = match secondary {
        SecondaryOperation::None => None,
        SecondaryOperation::Add => {
            let (least, greatest) = limits(32, instruction.d_signed);
            Some(usize::from(!(least..=greatest).contains(&(steps.clamped + tc))))
        }
        SecondaryOperation::Min => Some(2 + usize::from(tc < steps.clamped)),
        SecondaryOperation::Max => Some(4 + usize::from(tc > steps.clamped)),
    };
    if let Some(outcome) = outcome {
        hits.secondary(&[row, outcome, d_type]);
    }
    if instruction.operation.family() == ScalarFamily::Shift {
        let amount = match steps.tb {
            0 => 0,
            1..32 => 1,
            32 => 2,
            _ => 3,
        };
        let direction = usize::from(instruction.operation == ScalarOperation::Shr);
        hits.shifts(&[direction, usize::from(wrap), amount, usize::from(instruction.a_signed)]);
    }
}

/// The least and the greatest number of this many bits.
fn limits(bits: u32, signed: bool) -> (i128, i128) {
    if signed {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}
