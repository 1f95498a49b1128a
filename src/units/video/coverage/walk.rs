//! Cases that walk the bins of the cross of operands, with random ones between.

use super::classes::{self, MASKS, SELECTORS};
use super::cover::{self, CROSSES};
use crate::ptx::{Instruction, Mode, Width};
use crate::sim::cover::Combination;
use crate::sim::testbench::Random;
use crate::unit::pipelined::{Case, CoverageWalk};
use crate::units::video::families;
use crate::units::video::rtl::VideoConfig;
use crate::units::video::testbench::{RandomCases, VideoCase};
use std::ops::Range;

/// Two cases of three aim at the next bin that the configuration can hit, in an order that the seed decides; the third
/// is random.
pub(crate) fn walk(config: VideoConfig, seed: u64) -> impl Iterator<Item = Case> {
    let is_within = |bin| within(&config, &CROSSES.operands.combination(bin));
    CoverageWalk::new(seed, CROSSES.operands, is_within, aim, |seed| {
        RandomCases::new(config, seed)
    })
}

/// A case that hits a bin in one of its lanes.
fn aim(bin: usize, random: &mut Random) -> Case {
    let place = CROSSES.operands.place(bin);
    let [class, types, mode, mask, selectors, a, b] = place[..] else {
        unreachable!("the cross of operands has seven axes")
    };
    let (width, operation) = cover::instruction(class);
    let signs = cover::signs(types);
    let lane = random.below(width.lanes()) as usize;
    let (asel, bsel) = draw_selectors(random, width, selectors, lane);
    let mask = draw_mask(random, width, mask, lane);
    let mut registers = [random.operand(), random.operand()];
    for (digit, class, signed) in [(asel[lane], a, signs[1]), (bsel[lane], b, signs[2])] {
        let bits = classes::corner_bits(class, width, signed, random.bits() as u32);
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

/// Whether hardware of this configuration can hit the bin.
fn within(config: &VideoConfig, bin: &Combination) -> bool {
    let (width, operation) = cover::instruction(bin.of("instruction"));
    families(config).contains(&operation.family())
        && (config.dual || width == Width::Quad)
        && (config.accumulate || !bin.is("mode", ".add"))
        && (config.selectors || bin.is("selectors", "default"))
}

/// Selectors of a class that feed `lane` from two different elements.
fn draw_selectors(random: &mut Random, width: Width, class: usize, lane: usize) -> ([u8; 4], [u8; 4]) {
    let lanes = width.lanes();
    let mut selector = |range: Range<u32>, same: bool| -> [u8; 4] {
        let mut digit = || (range.start + random.below(range.end - range.start)) as u8;
        let first = digit();
        std::array::from_fn(|i| match i as u32 {
            i if i >= lanes => 0,
            _ if same => first,
            _ => digit(),
        })
    };
    loop {
        let (all, same) = match SELECTORS[class] {
            "default" => return Instruction::default_selectors(width),
            "broadcast" => (0..2 * lanes, true),
            "from a" => (0..lanes, false),
            "from b" => (lanes..2 * lanes, false),
            _ => (0..2 * lanes, false),
        };
        let drawn = (selector(all.clone(), same), selector(all, same));
        if classes::selector_class(width, drawn) == class && drawn.0[lane] != drawn.1[lane] {
            return drawn;
        }
    }
}

/// A mask of a class that has `lane`.
fn draw_mask(random: &mut Random, width: Width, class: usize, lane: usize) -> u8 {
    loop {
        let mask = match MASKS[class] {
            "one lane" => 1 << lane,
            "all lanes" => Instruction::full_mask(width),
            _ => 1 << lane | random.below(1 << width.lanes()) as u8,
        };
        if classes::mask_class(width, mask) == class {
            return mask;
        }
    }
}
