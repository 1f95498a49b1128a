//! Functional coverage of the byte permute, and cases that aim at its bins.

use lanesmith_ptx::PERMUTE_MODES;
use lanesmith_sim::cover::{Axis, crosses};
use lanesmith_sim::testbench::Random;
use lanesmith_unit::pipelined::Case;

crosses! {
    module "byte_permute";

    /// Without a mode, for each byte of the result: its source byte, and whether the byte or its sign is taken.
    bytes "bytes" [
        Axis::new("byte", numbers(4)), Axis::new("source", numbers(8)), Axis::new("copied", ["byte", "sign 0", "sign 1"]),
    ]

    /// Each mode with each value of the low two bits of c.
    modes "modes" [
        Axis::new("mode", PERMUTE_MODES[1..].iter().map(|mode| mode.suffix)), Axis::new("c[1:0]", numbers(4)),
    ]
}

fn numbers(count: u32) -> impl Iterator<Item = String> {
    (0..count).map(|n| n.to_string())
}

/// A random case: half of them without a mode; bits that a mode ignores are noise.
pub(super) fn draw(random: &mut Random) -> Case {
    let control = if random.flag() {
        0
    } else {
        random.below(PERMUTE_MODES.len() as u32)
    };
    let operands = [random.operand(), random.operand(), random.bits() as u32];
    Case::new(control.into(), operands)
}

/// A case that hits a bin of the cross of bytes.
pub(super) fn aim(bin: usize, random: &mut Random) -> Case {
    let [byte, source, kind] = CROSSES.bytes.place(bin)[..] else {
        unreachable!("the cross of bytes has three axes")
    };
    let mut case = draw(random);
    case.control = 0;
    let nibble = source as u32 | u32::from(kind > 0) << 3;
    case.operands[2] = case.operands[2] & !(15 << (4 * byte)) | nibble << (4 * byte);
    let sign = 0x80 << (8 * (source % 4));
    let register = &mut case.operands[source / 4];
    *register = if kind == 1 { *register & !sign } else { *register | sign };
    case
}

/// Records the bins that a correct result hits.
pub(super) fn note(case: &Case, hits: &mut Hits) {
    let [a, b, c] = case.operands;
    if let Some(mode) = (case.control as usize).checked_sub(1) {
        return hits.modes(&[mode, (c & 3) as usize]);
    }
    for byte in 0..4 {
        let nibble = (c >> (4 * byte) & 15) as usize;
        let source = nibble % 8;
        let sign = [a, b][source / 4] >> (8 * (source % 4) + 7) & 1;
        let kind = if nibble < 8 { 0 } else { 1 + sign as usize };
        hits.bytes(&[byte, source, kind]);
    }
}
