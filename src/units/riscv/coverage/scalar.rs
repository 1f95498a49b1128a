//! Scalar instructions and their configuration.

use super::{CROSSES, Hits, MODULE};
use crate::ptx::{SCALAR_OPERATIONS, ScalarFamily, ScalarTail, WHOLE_REGISTER};
use crate::sim::cover::{Axis, Cross, Rule};
use crate::units::riscv::encoding::{Function, SCALAR_RESET};

const TAILS: [&str; 4] = ["none", ".add or negated product", ".min or negated c", ".max or .po"];
const PARTS: [&str; 3] = ["word", "byte", "half-word"];

fn names() -> impl Iterator<Item = String> {
    let rows = SCALAR_OPERATIONS.iter();
    rows.map(|row| format!("{}{}", row.mnemonic, row.comparison))
}

/// Whether the operation with this index belongs to the family.
fn is(operation: usize, family: ScalarFamily) -> bool {
    SCALAR_OPERATIONS[operation].family == family
}

pub(super) fn operations() -> Cross {
    Cross::new(
        MODULE,
        [
            "riscv scalar instructions",
            "For each scalar instruction: its secondary operation or signs, .sat, and the part of c that the result replaces.",
        ],
        vec![
            Axis::new("instruction", names()),
            Axis::new("tail", TAILS),
            Axis::new("saturate", ["no", "yes"]),
            Axis::new("result", PARTS),
        ],
        vec![
            Rule {
                reason: "vset has no .sat.",
                excludes: |bin| is(bin.of("instruction"), ScalarFamily::Comparison) && bin.is("saturate", "yes"),
            },
            Rule {
                reason: "vmad has no selector on d, so it replaces no part of c.",
                excludes: |bin| is(bin.of("instruction"), ScalarFamily::MultiplyAdd) && !bin.is("result", "word"),
            },
        ],
    )
}

pub(super) fn parts() -> Cross {
    Cross::new(
        MODULE,
        [
            "riscv parts of operands",
            "For each scalar instruction: the parts of its operands, and the mode of a shift.",
        ],
        vec![
            Axis::new("instruction", names()),
            Axis::new("a", PARTS),
            Axis::new("b", PARTS),
            Axis::new("wrap", ["no", "yes"]),
        ],
        vec![Rule {
            reason: "Only shifts have .clamp or .wrap.",
            excludes: |bin| !is(bin.of("instruction"), ScalarFamily::Shift) && bin.is("wrap", "yes"),
        }],
    )
}

/// The index in [`PARTS`] for a selector.
fn class(part: usize) -> usize {
    match part {
        0..4 => 1,
        4..6 => 2,
        _ => 0,
    }
}

/// Records an operation with this scalar configuration. Returns whether the operation uses c in every configuration.
pub(super) fn note(hits: &mut Hits, function: Function, configuration: u32) -> bool {
    let instruction = function.scalar_instruction(configuration);
    let whole = function.scalar_instruction(SCALAR_RESET);
    let (Some(instruction), Some(whole)) = (instruction, whole) else {
        return false;
    };
    let row = SCALAR_OPERATIONS
        .iter()
        .position(|row| row.operation == instruction.operation);
    let row = row.expect("a row");
    let (tail, result, wrap) = match (&instruction.tail, &whole.tail) {
        (ScalarTail::Secondary { dsel, wrap, .. }, ScalarTail::Secondary { operation, .. }) => {
            (*operation as usize, *dsel, *wrap)
        }
        (ScalarTail::MultiplyAdd { sign, .. }, _) => (*sign as usize, WHOLE_REGISTER, false),
        _ => return false,
    };
    let saturate = usize::from(instruction.saturate);
    let place = [row, tail, saturate, class(result)];
    hits.scalar.insert(CROSSES.scalar.index(&place));
    let place = [row, class(instruction.asel), class(instruction.bsel), wrap.into()];
    hits.parts.insert(CROSSES.parts.index(&place));
    tail != 0 || is(row, ScalarFamily::MultiplyAdd)
}
