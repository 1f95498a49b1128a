//! Functional coverage of dot products.

use super::cover::{CORNERS, CROSSES, Hits, MODULE, SUMS, corner, wraps};
use crate::algebra::{Algebra, Concrete};
use crate::ptx::{OPERATIONS, Operation, OperationRow, Width};
use crate::sim::cover::{Axis, Cross, Rule};
use crate::unit::pipelined::Case;
use crate::units::video::golden::{Modifiers, lane_operations, products};
use crate::units::video::testbench::VideoCase;

/// The dot products, as axes number them.
fn dots() -> &'static [OperationRow] {
    &OPERATIONS[lane_operations().len()..]
}

fn dot_axes() -> [Axis; 2] {
    let names = dots().iter().map(|row| row.operation.name(Width::Quad));
    let sign = |signed| if signed { ".s32" } else { ".u32" };
    let types = (0..4).map(|class| [class & 2 != 0, class & 1 != 0].map(sign).concat());
    [Axis::new("instruction", names), Axis::new("types", types)]
}

pub(super) fn factors() -> Cross {
    let [instructions, types] = dot_axes();
    Cross::new(
        MODULE,
        ["factors", "For each product of a dot product: its two factors."],
        vec![instructions, types, Axis::new("a", CORNERS), Axis::new("b", CORNERS)],
        vec![],
    )
}

pub(super) fn dot_sums() -> Cross {
    let [instructions, types] = dot_axes();
    Cross::new(
        MODULE,
        [
            "dot sums",
            "For each dot product: whether the sum of its products and c fits 32 bits.",
        ],
        vec![instructions, types, Axis::new("sum", SUMS)],
        vec![Rule {
            reason: "Products of unsigned factors are never negative, so the sum never wraps below 0.",
            excludes: |place| place[1] == 0 && place[2] == 2,
        }],
    )
}

/// Notes a dot product.
pub(super) fn note(hits: &mut Hits, case: &Case) {
    let [a_register, b_register, c] = case.operands;
    let crosses = &*CROSSES;
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
        hits.factors.insert(crosses.factors.index(&[class, types, a, b]));
    }
    let sum = products(&Modifiers::<Concrete>::of(i), &a_register.into(), &b_register.into());
    let sum = i64::from(c) + sum.iter().sum::<i64>();
    hits.dot_sums
        .insert(crosses.dot_sums.index(&[class, types, wraps(sum)]));
}
