//! Work for the SIMD video ALU: random instructions on corner-heavy operands, or given ones.

use crate::ptx::{FAMILIES, Family, Instruction, Mode, Operands, Width};
use crate::sim::testbench::Random;
use crate::units::video::encoding::{Control, FIELDS};
use crate::units::video::golden::batch::{self, PASS, Vector};
use crate::units::video::golden::evaluate_control;
use crate::units::video::rtl::Config;
use std::sync::Arc;

/// An instruction with its register values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The instruction.
    pub control: Control,
    /// First source register.
    pub a: u32,
    /// Second source register.
    pub b: u32,
    /// Third source register.
    pub c: u32,
    /// The result that somebody else vouches for; golden's where absent.
    pub expected: Option<u32>,
    /// The instruction as it is written, where the control word does not say that.
    written: Option<Arc<Instruction>>,
}

impl Case {
    /// An instruction that has this word; panics later where there is none.
    #[inline]
    pub fn new(control: Control, [a, b, c]: [u32; 3]) -> Self {
        Case {
            control,
            a,
            b,
            c,
            expected: None,
            written: None,
        }
    }

    /// An instruction on registers with these values; numbers in its text stand for themselves.
    pub fn of(instruction: &Instruction, values: [u32; 3]) -> Self {
        let is_plain = instruction.guard.is_none() && instruction.operands == Operands::default();
        Case {
            written: (!is_plain).then(|| Arc::new(instruction.clone())),
            ..Case::new(Control::encode(instruction), instruction.sources(values))
        }
    }

    /// With a result that somebody else vouches for.
    pub fn expecting(self, d: u32) -> Self {
        Case {
            expected: Some(d),
            ..self
        }
    }

    /// The instruction.
    pub fn instruction(&self) -> Instruction {
        match &self.written {
            Some(written) => (**written).clone(),
            None => Instruction::try_from(self.control).expect("the word of an instruction"),
        }
    }

    /// The right result.
    pub fn d(&self) -> u32 {
        let golden = || evaluate_control(self.control, self.a, self.b, self.c);
        self.expected.unwrap_or_else(golden)
    }

    /// What golden works on.
    pub(in crate::units::video) fn vector(&self) -> Vector {
        let Case { control, a, b, c, .. } = *self;
        Vector { control, a, b, c }
    }
}

/// Whether hardware of this configuration executes `instruction`.
pub fn executes(config: &Config, instruction: &Instruction) -> bool {
    remedies(config, instruction).is_empty()
}

/// What must be changed about a configuration's options so that its hardware executes an instruction.
pub fn remedies(config: &Config, instruction: &Instruction) -> Vec<&'static str> {
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
pub fn ignored(config: &Config, family: Family) -> u64 {
    let ignores = |name: &str| match (name, family.has_lanes()) {
        ("mask" | "asel" | "bsel", false) => true,
        ("asel" | "bsel", true) => !config.selectors,
        _ => false,
    };
    FIELDS
        .iter()
        .filter(|field| ignores(field.name))
        .fold(0, |bits, field| bits | ((1 << field.bits) - 1) << field.lo)
}

/// The control words of a configuration, with noise in the bits that it ignores.
#[derive(Clone, Debug)]
pub struct Noise {
    ignored: [u64; FAMILIES.len()],
    random: Random,
}

impl Noise {
    /// The noise of `seed`.
    pub fn new(config: &Config, random: Random) -> Self {
        Noise {
            ignored: FAMILIES.map(|family| match config.families().contains(&family) {
                true => ignored(config, family),
                false => 0,
            }),
            random,
        }
    }

    /// A control word of the case, each time another one.
    pub fn word(&mut self, case: &Case) -> u64 {
        if self.ignored == [0; FAMILIES.len()] {
            return case.control.0;
        }
        let noise = self.random.bits();
        let family = case.control.operation().family();
        let ignored = self.ignored[family as usize];
        case.control.0 & !ignored | noise & ignored
    }

    /// Where the noise comes from.
    pub fn random(&mut self) -> &mut Random {
        &mut self.random
    }
}

/// Cases with golden's results where they have none, many computed at a time.
pub struct Judged<I> {
    cases: I,
    /// A pass, in reverse order.
    ready: Vec<Case>,
}

impl<I: Iterator<Item = Case>> Judged<I> {
    /// The cases of `cases`.
    pub fn new(cases: I) -> Self {
        Judged { cases, ready: vec![] }
    }
}

/// So many cases are worth a pass of golden over bit-planes.
const WORTH: usize = 64;

impl<I: Iterator<Item = Case>> Iterator for Judged<I> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        if self.ready.is_empty() {
            self.ready.extend(self.cases.by_ref().take(PASS));
            if self.ready.len() >= WORTH {
                let vectors: Vec<Vector> = self.ready.iter().map(Case::vector).collect();
                for (case, d) in self.ready.iter_mut().zip(batch::evaluate(&vectors)) {
                    case.expected.get_or_insert(d);
                }
            }
            self.ready.reverse();
        }
        self.ready.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::video::golden::evaluate;
    use crate::units::video::testbench::RandomCases;

    #[test]
    fn cases_judged_many_at_a_time_are_the_same_cases_with_the_same_results() {
        let cases = || RandomCases::new(Config::full(3), 4).take(PASS + WORTH - 1);
        let foreign = |(i, case): (usize, Case)| if i == 7 { case.expecting(1) } else { case };
        let judged: Vec<Case> = Judged::new(cases().enumerate().map(foreign)).collect();
        assert_eq!(judged.len(), PASS + WORTH - 1);
        for ((i, judged), case) in judged.iter().enumerate().zip(cases()) {
            let d = if i == 7 { 1 } else { case.d() };
            assert_eq!((judged.vector(), judged.d()), (case.vector(), d));
            let golden = evaluate(&case.instruction(), case.a, case.b, case.c);
            assert_eq!(case.d(), golden);
        }
    }

    #[test]
    fn noise_stays_in_the_ignored_bits() {
        let config = Config {
            selectors: false,
            ..Config::full(3)
        };
        let case = RandomCases::new(config, 1).next().expect("endless");
        let mut noise = Noise::new(&config, Random::new(2));
        let plain = case.control.0;
        let noisy: Vec<u64> = (0..20).map(|_| noise.word(&case)).collect();
        assert!(noisy.iter().all(|word| (word ^ plain) & !0x1f_ffff_e000 == 0));
        assert!(noisy.iter().any(|word| word ^ plain != 0));
    }
}
