//! Work for the SIMD video ALU: random instructions on corner-heavy operands, or given ones.

use crate::sim::testbench::Random;
use crate::units::video::ptx::{Control, FIELDS, Family, Instruction, Mode, OPERATIONS, Operands, OperationRow, Width};
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
    let family = instruction.operation.family();
    config.families().contains(&family)
        && (config.selectors || (instruction.asel, instruction.bsel) == defaults)
        && (config.accumulate || instruction.mode != Mode::Accumulate)
        && (config.dual || instruction.width == Width::Quad || !family.has_lanes())
}

/// The bits of a control word of this family that hardware of this configuration ignores.
pub fn ignored(config: &Config, family: Family) -> u64 {
    let ignores = |name: &str| match (name, family.has_lanes()) {
        ("mask" | "asel" | "bsel" | "accumulate", false) => true,
        ("asel" | "bsel", _) => !config.selectors,
        ("accumulate", _) => !config.accumulate,
        ("width", true) => !config.dual,
        _ => false,
    };
    FIELDS
        .iter()
        .filter(|field| ignores(field.name))
        .fold(0, |bits, field| bits | ((1 << field.bits) - 1) << field.lo)
}

/// The control word of `instruction`, with noise in the bits that the configuration ignores.
pub fn control(config: &Config, instruction: &Instruction, noise: &mut Random) -> u64 {
    let ignored = ignored(config, instruction.operation.family());
    Control::encode(instruction).0 & !ignored | noise.bits() & ignored
}

/// A stream of random cases that never ends.
#[derive(Clone, Debug)]
pub struct RandomCases {
    config: Config,
    operations: Vec<OperationRow>,
    random: Random,
}

impl RandomCases {
    /// The cases of `seed` for hardware of this configuration.
    pub fn new(config: Config, seed: u64) -> Self {
        let families = config.families();
        let mut operations = OPERATIONS.to_vec();
        operations.retain(|row| families.contains(&row.family));
        Self {
            config,
            operations,
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
        let row = random.pick(&self.operations);
        let (width, selectors) = match row.family.has_lanes() {
            true => (width, selectors),
            false => {
                let width = row.operation.widths()[0];
                (width, Instruction::default_selectors(width))
            }
        };
        let full = Instruction::full_mask(width);
        let mut modes = row.family.modes().to_vec();
        modes.retain(|mode| config.accumulate || *mode != Mode::Accumulate);
        Instruction {
            guard: None,
            operation: row.operation,
            width,
            d_signed: random.flag() && row.family.has_destination_type(),
            a_signed: random.flag(),
            b_signed: random.flag(),
            mode: random.pick(&modes),
            mask: if random.one_in(3) || !row.family.has_lanes() {
                full
            } else {
                1 + random.below(full.into()) as u8
            },
            asel: selectors.0,
            bsel: selectors.1,
            operands: Operands::default(),
        }
    }

    /// Operands; those of a comparison often differ by one or not at all, lane by lane.
    fn operands(&mut self, instruction: &Instruction) -> [u32; 3] {
        let random = &mut self.random;
        let [a, mut b, c] = [(); 3].map(|()| random.operand());
        if instruction.operation.family() == Family::Comparison && random.flag() {
            let bits = instruction.width.bits();
            let element = (1 << bits) - 1;
            b = (0..instruction.width.lanes()).fold(0, |word, lane| {
                let near = (a >> (lane * bits)).wrapping_add(random.below(3)).wrapping_sub(1);
                word | (near & element) << (lane * bits)
            });
        }
        [a, b, c]
    }
}

impl Iterator for RandomCases {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        let instruction = self.instruction();
        let [a, b, c] = self.operands(&instruction);
        Some(Case {
            instruction,
            a,
            b,
            c,
            expected: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_cases_stay_within_their_configuration_and_reach_all_of_it() {
        for (selectors, accumulate, dual, vset, dot) in [
            (false, true, true, false, true),
            (true, false, true, true, false),
            (true, true, false, true, true),
        ] {
            let config = Config {
                selectors,
                accumulate,
                dual,
                vset,
                dot,
                ..Config::full(0)
            };
            let cases: Vec<Case> = RandomCases::new(config, 5).take(2000).collect();
            assert!(cases.iter().all(|case| executes(&config, &case.instruction)));
            let instructions = || cases.iter().map(|case| &case.instruction);
            let defaults = |width| Instruction::default_selectors(width);
            assert_eq!(instructions().any(|i| i.asel != defaults(i.width).0), selectors);
            assert_eq!(instructions().any(|i| i.mode == Mode::Accumulate), accumulate);
            let mut by_lanes = instructions().filter(|i| i.operation.family().has_lanes());
            assert_eq!(by_lanes.any(|i| i.width == Width::Dual), dual);
            for row in OPERATIONS {
                let has = config.families().contains(&row.family);
                assert_eq!(instructions().any(|i| i.operation == row.operation), has);
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
