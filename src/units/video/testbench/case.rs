//! Cases of the SIMD video ALU as instructions, and which hardware executes them.

use crate::video::Video;
use crate::video::encoding::{Control, FIELDS};
use crate::video::families;
use crate::video::rtl::VideoConfig;
use lanesmith_ptx::{FAMILIES, Family, Instruction, Mode, Width};
use lanesmith_unit::pipelined::{Case, IgnoredBits, instruction, text};
use std::rc::Rc;

/// A case whose control word is the video ALU's.
pub trait VideoCase {
    /// An instruction on registers with these values; numbers in its text are their own values.
    fn of(instruction: &Instruction, values: [u32; 3]) -> Self;
    /// The instruction. Panics where the control word is no instruction's.
    fn instruction(&self) -> Instruction;
}

impl VideoCase for Case {
    fn of(instruction: &Instruction, values: [u32; 3]) -> Self {
        Case {
            text: text::<Video>(instruction),
            ..Case::new(Control::encode(instruction).0, instruction.sources(values))
        }
    }

    fn instruction(&self) -> Instruction {
        instruction::<Video>(self).expect("the word of an instruction")
    }
}

/// Whether hardware of this configuration executes `instruction`.
pub fn executes(config: &VideoConfig, instruction: &Instruction) -> bool {
    remedies(config, instruction).is_empty()
}

/// The changes of a configuration's options with which its hardware executes an instruction.
pub fn remedies(config: &VideoConfig, instruction: &Instruction) -> Vec<&'static str> {
    let defaults = Instruction::default_selectors(instruction.width);
    let family = instruction.operation.family();
    let has_selectors = (instruction.asel, instruction.bsel) != defaults;
    let halves = instruction.width != Width::Quad && family.has_lanes();
    let all = [
        (config.vset || family != Family::Comparison, "with --vset"),
        (config.dot || family != Family::Dot, "with --dot"),
        (config.selectors || !has_selectors, "without --no-selectors"),
        (
            config.accumulate || instruction.mode != Mode::Accumulate,
            "without --no-accumulate",
        ),
        (config.dual || !halves, "without --no-vop2"),
    ];
    let lacking = all.into_iter().filter(|(is_there, _)| !is_there);
    lacking.map(|(_, remedy)| remedy).collect()
}

/// The bits of a control word of this family that hardware of this configuration ignores.
pub fn ignored(config: &VideoConfig, family: Family) -> u64 {
    let ignores = |name: &str| match (name, family.has_lanes()) {
        ("mask" | "asel" | "bsel", false) => true,
        ("asel" | "bsel", true) => !config.selectors,
        _ => false,
    };
    let ignored = FIELDS.iter().filter(|field| ignores(field.name));
    ignored.fold(0, |bits, field| bits | field.mask())
}

/// The same for any control word; none if the hardware ignores nothing.
pub(in crate::video) fn ignored_bits(config: &VideoConfig) -> Option<IgnoredBits> {
    let families = families(config);
    let of = FAMILIES.map(|family| match families.contains(&family) {
        true => ignored(config, family),
        false => 0,
    });
    let bits: IgnoredBits = Rc::new(move |control| of[Control(control).operation().family() as usize]);
    (of != [0; FAMILIES.len()]).then_some(bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::video::Video;
    use crate::video::golden::evaluate;
    use lanesmith_sim::testbench::Random;
    use lanesmith_unit::pipelined::{Judged, Noise, PASS, Pipelined};

    #[test]
    fn cases_judged_many_at_a_time_are_the_same_cases_with_the_same_results() {
        let unit = Video::alu(VideoConfig::full(3));
        let cases = || unit.random(4).take(PASS + 63);
        let foreign = |(i, case): (usize, Case)| if i == 7 { case.expecting(1) } else { case };
        let judged: Vec<Case> = Judged::new(unit, cases().enumerate().map(foreign)).collect();
        assert_eq!(judged.len(), PASS + 63);
        for ((i, judged), case) in judged.iter().enumerate().zip(cases()) {
            let d = if i == 7 { 1 } else { case.result::<Video>() };
            assert_eq!(
                (judged.control, judged.operands, judged.result::<Video>()),
                (case.control, case.operands, d)
            );
            let [a, b, c] = case.operands;
            let golden = evaluate(&case.instruction(), a, b, c);
            assert_eq!(case.result::<Video>(), golden);
        }
    }

    #[test]
    fn noise_stays_in_the_ignored_bits() {
        let unit = Video::alu(VideoConfig {
            selectors: false,
            ..VideoConfig::full(3)
        });
        let case = unit.random(1).next().expect("endless");
        let mut noise = Noise::new(&unit, Random::new(2));
        let plain = case.control;
        let noisy: Vec<u64> = (0..20).map(|_| noise.word(case.control)).collect();
        assert!(noisy.iter().all(|word| (word ^ plain) & !0x1f_ffff_e000 == 0));
        assert!(noisy.iter().any(|word| word ^ plain != 0));
    }
}
