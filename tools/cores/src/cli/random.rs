//! `cores random`.

use super::unit::LATENCY;
use crate::core::RiscvCore;
use crate::programs::{Campaign, Counts};
use crate::simulator::CoreSimulator;
use crate::variant::{CoreVariant, VARIANTS};
use clap::Args;
use lanesmith::console::number::{any, whole};
use lanesmith::console::{CommandOutcome, Failure, progress, say};
use lanesmith::units::video::rtl::VideoConfig;

/// Runs random programs on a core with the unit, and compares the final state with a model
///
/// The programs have instructions of RV32IM and of the unit, traps, and accesses to ports at which each access counts; interrupts, wait
/// states and halts come at random times. An interpreter of RV32IM and the golden model of the unit compute the expected registers,
/// memory, state of the unit, traps and accesses. docs/riscv.md describes the programs and the variants of each core.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 all programs are right, 1 a difference, 2 bad input, or a missing tool.

Examples:
  cores random --core cv32e40x --count 100
  cores random --core picorv32 --variant 2 --latency 5 --seed 17 --count 1")]
pub(super) struct RandomPrograms {
    /// The core
    #[arg(long, value_enum, default_value = "picorv32")]
    core: RiscvCore,
    /// The variant of the core, in the order of docs/riscv.md, from 1 on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=VARIANTS.len() as u64))]
    variant: usize,
    /// Cycles from operands to result of an operation, 0 to 5
    #[arg(long, value_name = "CYCLES", default_value_t = LATENCY, value_parser = whole::<u32>(0..=VideoConfig::MAX_LATENCY.into()))]
    latency: u32,
    /// Seed of the first program; each further program has the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// The number of programs
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<u64>(1..=u64::MAX))]
    count: u64,
    /// Instructions of a program, about
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = whole::<u32>(1..=4000))]
    length: u32,
}

impl RandomPrograms {
    fn variant(&self) -> Result<&'static CoreVariant, Failure> {
        let own: Vec<&CoreVariant> = VARIANTS.iter().filter(|variant| variant.core == self.core).collect();
        let variant = own.get(self.variant - 1).copied();
        let name = self.core.name();
        variant.ok_or_else(|| {
            Failure::new(format_args!(
                "--variant {}: {name} has {} variants",
                self.variant,
                own.len()
            ))
        })
    }

    pub(super) fn run(self) -> Result<CommandOutcome, Failure> {
        let variant = self.variant()?;
        let last = self.seed.checked_add(self.count - 1);
        let last = last.ok_or_else(|| Failure::new("the last seed is above 18446744073709551615"))?;
        let bar = progress::label(format!("compiling {}", variant.name));
        let simulator = CoreSimulator::of(variant, self.latency, &[], |text| text)?;
        bar.finish_and_clear();
        let campaign = Campaign {
            simulator: &simulator,
            variant,
            length: self.length,
        };
        let bar = progress::bar(variant.name, self.count);
        let (mut counts, mut wrong) = (Counts::default(), 0);
        for seed in self.seed..=last {
            let (executed, fault) = campaign.play(seed)?;
            counts.add(&executed);
            bar.inc(1);
            if let Some(fault) = fault {
                wrong += 1;
                bar.suspend(|| say(fault))?;
            }
        }
        bar.finish_and_clear();
        say(format_args!(
            "{}, latency {}: {} programs, {} instructions, {} of them the unit's, {} traps; {wrong} programs wrong",
            variant.name, self.latency, self.count, counts.all, counts.unit, counts.traps
        ))?;
        Ok(match wrong {
            0 => CommandOutcome::Success,
            _ => CommandOutcome::Mismatch,
        })
    }
}
