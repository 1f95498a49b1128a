//! The signals that waves of the SIMD video ALU show: instructions, types and modes by name, and the selected elements.

use super::case::VideoCase;
use crate::video::encoding::{CODES, Control};
use crate::video::golden::{Modifiers, lanes};
use lanesmith_algebra::Concrete;
use lanesmith_ptx::{Instruction, Mode, WIDTHS};
use lanesmith_sim::wave::BLANK;
use lanesmith_unit::pipelined::{NamedField, WaveSignals};

/// The signals. The selected elements of `a` and `b` are in the lanes of `va` and `vb`.
pub const SIGNALS: WaveSignals = WaveSignals {
    fields,
    steps: &[("mask", 4), ("va", 32), ("vb", 32)],
    values: |case| selected(&case.instruction(), case.operands).into(),
};

/// Instruction, types of d, a and b (`s` for `.s32`, `u` for `.u32`), and mode.
fn fields() -> Vec<NamedField> {
    let bits = |names: &[&str]| names.iter().fold(0, |bits, name| bits | Control::field(name).mask());
    let codes = CODES.iter().flat_map(|row| row.set);
    let operation = codes.fold(bits(&["op", "width"]), |all, field| all | field.mask());
    vec![
        NamedField {
            name: "instruction",
            bits: operation,
            text: |control| {
                let control = Control(control);
                control.operation().name(WIDTHS[control.get("width") as usize])
            },
        },
        NamedField {
            name: "types",
            bits: bits(&["op", "d_signed", "a_signed", "b_signed"]),
            text: |control| {
                let has_type = Control(control).operation().family().has_destination_type();
                let of = |field| if Control(control).get(field) != 0 { "s" } else { "u" };
                let d = if has_type { of("d_signed") } else { "-" };
                format!("{d} {} {}", of("a_signed"), of("b_signed"))
            },
        },
        NamedField {
            name: "mode",
            bits: bits(&["op", "saturate", "accumulate"]),
            text: |control| mode(Control(control)).to_owned(),
        },
    ]
}

fn mode(control: Control) -> &'static str {
    let has_type = control.operation().family().has_destination_type();
    let mode = match (control.get("saturate"), control.get("accumulate")) {
        (_, 1) => Mode::Accumulate,
        (1, _) if has_type => Mode::Saturate,
        _ => Mode::Merge,
    };
    match mode {
        Mode::Merge => "merge",
        Mode::Saturate => ".sat",
        Mode::Accumulate => ".add",
    }
}

/// The mask and the selected elements of an instruction on lanes.
pub(crate) fn selected(instruction: &Instruction, [a, b, _]: [u32; 3]) -> [u64; 3] {
    if !instruction.operation.family().has_lanes() {
        return [BLANK; 3];
    }
    let (width, modifiers) = (instruction.width, Modifiers::<Concrete>::of(instruction));
    let element = |i: usize, value: i64| (value as u64 & ((1 << width.bits()) - 1)) << (i as u32 * width.bits());
    let lanes = lanes(&modifiers, width, &a.into(), &b.into());
    let words = lanes.iter().enumerate().fold([0, 0], |[va, vb], (i, lane)| {
        [va | element(i, lane.va), vb | element(i, lane.vb)]
    });
    [instruction.mask.into(), words[0], words[1]]
}
