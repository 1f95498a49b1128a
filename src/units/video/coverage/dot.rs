//! Functional coverage of dot products.

use super::classes::{CORNERS, MODULE, SUMS};
use crate::ptx::{OPERATIONS, OperationRow, Width};
use crate::sim::cover::{Axis, Cross, Rule};
use crate::units::video::golden::lane_operations;

/// The dot products, as axes number them.
pub(super) fn dots() -> &'static [OperationRow] {
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
            reason: "Products of unsigned factors are never negative, so their sum with c is never below 0.",
            excludes: |bin| bin.is("types", ".u32.u32") && bin.is("sum", "wraps below"),
        }],
    )
}
