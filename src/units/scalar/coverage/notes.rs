//! The bins that right results hit.

use super::crosses::{Hits, PART_WIDTHS};
use crate::scalar::encoding;
use lanesmith_ptx::{REGISTER_PARTS, ScalarFamily, ScalarOperation, ScalarTail, WHOLE_REGISTER};
use lanesmith_sim::cover::corner;
use lanesmith_unit::pipelined::Case;

/// The class of a part's width.
fn width(part: usize) -> usize {
    let bits = REGISTER_PARTS[part].bits;
    PART_WIDTHS
        .iter()
        .position(|width| *width == bits)
        .expect("a width of parts")
}

/// Records the bins that a correct result hits.
pub(in crate::scalar) fn note(case: &Case, hits: &mut Hits) {
    let instruction = encoding::decode(case.control);
    let operation = instruction.operation as usize;
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
        ScalarTail::MultiplyAdd { sign, scale } => return hits.multiply_add(&[types, sign as usize, scale]),
        ScalarTail::Secondary { dsel, operation, wrap } => (dsel, operation, wrap),
    };
    // Without vmad.
    let row = operation - usize::from(operation > ScalarOperation::Mad as usize);
    for (operand, part) in [instruction.asel, instruction.bsel, dsel].into_iter().enumerate() {
        hits.parts(&[row, operand, part]);
    }
    let use_of_c = match secondary {
        _ if dsel != WHOLE_REGISTER => 4,
        secondary => secondary as usize,
    };
    hits.secondary(&[row, use_of_c, instruction.saturate.into(), instruction.d_signed.into()]);
    if instruction.operation.family() == ScalarFamily::Shift {
        let direction = usize::from(instruction.operation == ScalarOperation::Shr);
        hits.shifts(&[direction, wrap.into(), instruction.a_signed.into()]);
    }
}
