//! Which bins an instruction, or a run, hits.

use super::classes::{corner, mask_class, selector_class, wraps};
use super::cover::{Hits, dots};
use crate::algebra::{Algebra, Concrete};
use crate::ptx::{Family, Mode, Operation, Width};
use crate::unit::pipelined::Case;
use crate::units::video::golden::{Modifiers, lane_operations, lanes, products};
use crate::units::video::testbench::VideoCase;

/// Notes a case whose result was right.
pub(crate) fn note(hits: &mut Hits, case: &Case) {
    let [a, b, c] = case.operands;
    let i = &case.instruction();
    if !i.operation.family().has_lanes() {
        return note_dot(hits, case);
    }
    let class = i.width as usize * lane_operations().len() + i.operation as usize;
    let types = [i.d_signed, i.a_signed, i.b_signed]
        .into_iter()
        .fold(0, |types, signed| types << 1 | usize::from(signed));
    let mode = i.mode as usize;
    let mask = mask_class(i.width, i.mask);
    let selectors = selector_class(i.width, (i.asel, i.bsel));
    let (least, greatest) = i.width.range(i.d_signed);
    let lanes = lanes(&Modifiers::<Concrete>::of(i), i.width, &a.into(), &b.into());
    let mut sum = i64::from(c);
    for (number, lane) in lanes.iter().enumerate().filter(|(_, lane)| lane.on) {
        let [a, b] = [(lane.va, i.a_signed), (lane.vb, i.b_signed)].map(|(v, signed)| corner(v, i.width, signed));
        hits.operands(&[class, types, mode, mask, selectors, a, b]);
        let range = match lane.exact {
            exact if exact < least => 0,
            exact if exact == least => 1,
            exact if exact < greatest => 2,
            exact if exact == greatest => 3,
            _ => 4,
        };
        hits.results(&[class, types, mode, range]);
        if i.operation.family() == Family::Comparison {
            let order = (lane.va - lane.vb).clamp(-2, 2) + 2;
            hits.comparisons(&[class, types, mode, order as usize]);
        }
        let (asel, bsel) = (i.asel[number].into(), i.bsel[number].into());
        hits.digits(&[class, number, asel, bsel]);
        sum += lane.t;
    }
    hits.masks(&[class, mode, usize::from(i.mask) - 1]);
    if i.mode == Mode::Accumulate {
        hits.sums(&[class, types, wraps(sum)]);
    }
}

/// Notes a dot product.
fn note_dot(hits: &mut Hits, case: &Case) {
    let [a_register, b_register, c] = case.operands;
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
        let a = Concrete::extend(&a_register.into(), part * bits, bits, &i.a_signed);
        let b = Concrete::extend(&b_register.into(), (first + part) * 8, 8, &i.b_signed);
        let (a, b) = (corner(a, i.width, i.a_signed), corner(b, Width::Quad, i.b_signed));
        hits.factors(&[class, types, a, b]);
    }
    let sum = products(&Modifiers::<Concrete>::of(i), &a_register.into(), &b_register.into());
    let sum = i64::from(c) + sum.iter().sum::<i64>();
    hits.dot_sums(&[class, types, wraps(sum)]);
}
