//! Which bins an instruction, or a run, hits.

use super::cover::{Hits, dots};
use crate::video::golden::{Modifiers, lane_operations, lanes};
use crate::video::testbench::VideoCase;
use lanesmith_algebra::Concrete;
use lanesmith_ptx::Operation;
use lanesmith_sim::cover::corner;
use lanesmith_unit::pipelined::Case;

/// Notes a case whose result was right.
pub(crate) fn note(hits: &mut Hits, case: &Case) {
    let [a, b, _] = case.operands;
    let i = &case.instruction();
    if !i.operation.family().has_lanes() {
        return note_dot(hits, case);
    }
    let class = i.width as usize * lane_operations().len() + i.operation as usize;
    let types = [i.d_signed, i.a_signed, i.b_signed]
        .into_iter()
        .fold(0, |types, signed| types << 1 | usize::from(signed));
    let mode = i.mode as usize;
    let lanes = lanes(&Modifiers::<Concrete>::of(i), i.width, &a.into(), &b.into());
    for (number, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.on) {
        let [a, b] =
            [(lane.va, i.a_signed), (lane.vb, i.b_signed)].map(|(v, signed)| corner(v as u32, i.width.bits(), signed));
        hits.operands(&[class, types, mode, a, b]);
        let (asel, bsel) = (i.asel[number].into(), i.bsel[number].into());
        hits.digits(&[class, number, asel, bsel]);
    }
    hits.masks(&[class, mode, usize::from(i.mask) - 1]);
}

/// Notes a dot product.
fn note_dot(hits: &mut Hits, case: &Case) {
    let [a, b, _] = case.operands;
    let i = &case.instruction();
    let place = dots().iter().position(|row| row.operation == i.operation);
    let class = place.expect("a dot product");
    let types = usize::from(i.a_signed) << 1 | usize::from(i.b_signed);
    let (bits, first) = match i.operation {
        Operation::Dp4a => (8, 0),
        Operation::Dp2aLo => (16, 0),
        _ => (16, 2),
    };
    for part in 0..32 / bits {
        let a = corner(a >> (part * bits), bits, i.a_signed);
        let b = corner(b >> ((first + part) * 8), 8, i.b_signed);
        hits.factors(&[class, types, a, b]);
    }
}
