//! Work for the SIMD video ALU: random instructions on corner-heavy operands, or given ones.

use crate::sim::testbench::Random;
use crate::units::video::ptx::{Control, FIELDS, Instruction, Mode, OPERATIONS, Operands, Width};
use crate::units::video::rtl::Config;

/// An instruction with its register values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The instruction.
    pub instruction: Instruction,
    /// First source register.
    pub a: u32,
    /// Second source register.
    pub b: u32,
    /// Third source register.
    pub c: u32,
    /// The result that somebody else vouches for; golden's where absent.
    pub expected: Option<u32>,
}

/// Whether hardware of this configuration executes `instruction`.
pub fn executes(config: &Config, instruction: &Instruction) -> bool {
    let defaults = Instruction::default_selectors(instruction.width);
    (config.selectors || (instruction.asel, instruction.bsel) == defaults)
        && (config.accumulate || instruction.mode != Mode::Accumulate)
        && (config.dual || instruction.width == Width::Quad)
}

/// The bits of the control word that hardware of this configuration ignores.
pub fn ignored(config: &Config) -> u64 {
    let ignores = |name: &str| match name {
        "asel" | "bsel" => !config.selectors,
        "accumulate" => !config.accumulate,
        "width" => !config.dual,
        _ => false,
    };
    FIELDS
        .iter()
        .filter(|field| ignores(field.name))
        .fold(0, |bits, field| bits | ((1 << field.bits) - 1) << field.lo)
}

/// The control word of `instruction`, with noise in the bits that the configuration ignores.
pub fn control(config: &Config, instruction: &Instruction, noise: &mut Random) -> u64 {
    let ignored = ignored(config);
    Control::encode(instruction).0 & !ignored | noise.bits() & ignored
}

/// A stream of random cases that never ends.
#[derive(Clone, Debug)]
pub struct RandomCases {
    config: Config,
    random: Random,
}

impl RandomCases {
    /// The cases of `seed` for hardware of this configuration.
    pub fn new(config: Config, seed: u64) -> Self {
        Self {
            config,
            random: Random::new(seed),
        }
    }

    fn instruction(&mut self) -> Instruction {
        let config = self.config;
        let random = &mut self.random;
        let width = if config.dual && random.flag() {
            Width::Dual
        } else {
            Width::Quad
        };
        let lanes = width.lanes();
        let mut selectors = Instruction::default_selectors(width);
        for selector in [&mut selectors.0, &mut selectors.1] {
            if config.selectors && !random.one_in(4) {
                for digit in &mut selector[..lanes as usize] {
                    *digit = random.below(2 * lanes) as u8;
                }
            }
        }
        let full = Instruction::full_mask(width);
        Instruction {
            guard: None,
            operation: random.pick(&OPERATIONS).operation,
            width,
            d_signed: random.flag(),
            a_signed: random.flag(),
            b_signed: random.flag(),
            mode: random.pick(&Mode::ALL[..if config.accumulate { 3 } else { 2 }]),
            mask: if random.one_in(3) {
                full
            } else {
                1 + random.below(full.into()) as u8
            },
            asel: selectors.0,
            bsel: selectors.1,
            operands: Operands {
                d: "r1".into(),
                a: "r2".into(),
                b: "r3".into(),
                c: "r4".into(),
            },
        }
    }
}

impl Iterator for RandomCases {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        Some(Case {
            instruction: self.instruction(),
            a: self.random.operand(),
            b: self.random.operand(),
            c: self.random.operand(),
            expected: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_cases_stay_within_their_configuration_and_reach_all_of_it() {
        for (selectors, accumulate, dual) in [(false, true, true), (true, false, true), (true, true, false)] {
            let config = Config {
                selectors,
                accumulate,
                dual,
                ..Config::full(0)
            };
            let cases: Vec<Case> = RandomCases::new(config, 5).take(2000).collect();
            assert!(cases.iter().all(|case| executes(&config, &case.instruction)));
            let instructions = || cases.iter().map(|case| &case.instruction);
            let defaults = |width| Instruction::default_selectors(width);
            assert_eq!(instructions().any(|i| i.asel != defaults(i.width).0), selectors);
            assert_eq!(instructions().any(|i| i.mode == Mode::Accumulate), accumulate);
            assert_eq!(instructions().any(|i| i.width == Width::Dual), dual);
            for row in OPERATIONS {
                assert!(instructions().any(|i| i.operation == row.operation));
            }
        }
    }

    #[test]
    fn noise_stays_in_the_ignored_bits() {
        let config = Config {
            selectors: false,
            ..Config::full(3)
        };
        let case = RandomCases::new(config, 1).next().expect("endless");
        let mut noise = Random::new(2);
        let plain = Control::encode(&case.instruction).0;
        let noisy: Vec<u64> = (0..20)
            .map(|_| control(&config, &case.instruction, &mut noise))
            .collect();
        assert!(noisy.iter().all(|word| (word ^ plain) & !0x1f_ffff_e000 == 0));
        assert!(noisy.iter().any(|word| word ^ plain != 0));
    }
}
