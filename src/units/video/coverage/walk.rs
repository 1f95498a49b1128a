//! Cases that walk the bins of the cross of operands, with random ones between.

use super::cover::{self, CROSSES};
use crate::video::Video;
use crate::video::families;
use crate::video::rtl::VideoConfig;
use crate::video::testbench::VideoCase;
use lanesmith_ptx::{Instruction, Mode, Width};
use lanesmith_sim::cover::{Combination, corner_bits};
use lanesmith_sim::testbench::Random;
use lanesmith_unit::pipelined::{Case, CoverageWalk};

/// Two cases of three aim at the next bin that the configuration can hit, in an order that the seed decides; the third
/// is random.
pub(crate) fn walk(unit: &Video, seed: u64) -> impl Iterator<Item = Case> + use<> {
    let config = unit.config();
    let is_within = |bin| within(&config, &CROSSES.operands.combination(bin));
    let aim = move |bin, random: &mut Random| aim(&config, bin, random);
    CoverageWalk::new(unit, seed, CROSSES.operands, is_within, aim)
}

/// A case that hits a bin in one of its lanes. Without selectors these are the default ones.
fn aim(config: &VideoConfig, bin: usize, random: &mut Random) -> Case {
    let [class, types, mode, a, b] = CROSSES.operands.place(bin)[..] else {
        unreachable!("the cross of operands has five axes")
    };
    let (width, operation) = cover::instruction(class);
    let signs = cover::signs(types);
    let lane = random.below(width.lanes()) as usize;
    let (asel, bsel) = if config.selectors && !random.one_in(4) {
        draw_selectors(random, width, lane)
    } else {
        Instruction::default_selectors(width)
    };
    let mask = 1 << lane | random.below(1 << width.lanes()) as u8;
    let mut registers = [random.operand(), random.operand()];
    for (digit, class, signed) in [(asel[lane], a, signs[1]), (bsel[lane], b, signs[2])] {
        let bits = corner_bits(class, width.bits(), signed, random.bits() as u32);
        let low = u32::from(digit) % width.lanes() * width.bits();
        let register = &mut registers[usize::from(digit) / width.lanes() as usize];
        *register = *register & !(((1 << width.bits()) - 1) << low) | bits << low;
    }
    // Sums wrap at either end.
    let c = match random.below(4) {
        0 => random.below(4),
        1 => !random.below(4),
        _ => random.operand(),
    };
    let instruction = Instruction::plain(operation, width, signs, Mode::ALL[mode], mask, (asel, bsel));
    Case::of(&instruction, [registers[0], registers[1], c])
}

/// Random selectors that feed `lane` from two different elements.
fn draw_selectors(random: &mut Random, width: Width, lane: usize) -> ([u8; 4], [u8; 4]) {
    let lanes = width.lanes() as usize;
    let mut selector = || {
        let mut digits = [0; 4];
        digits[..lanes].fill_with(|| random.below(2 * width.lanes()) as u8);
        digits
    };
    let (asel, mut bsel) = (selector(), selector());
    if asel[lane] == bsel[lane] {
        bsel[lane] ^= 1;
    }
    (asel, bsel)
}

/// Whether hardware of this configuration can hit the bin.
fn within(config: &VideoConfig, bin: &Combination) -> bool {
    let (width, operation) = cover::instruction(bin.of("instruction"));
    families(config).contains(&operation.family())
        && (config.dual || width == Width::Quad)
        && (config.accumulate || !bin.is("mode", ".add"))
}
