//! `lanesmith run`.

mod brew;
mod kernel;

use self::brew::BrewOptions;
use self::kernel::KernelOptions;
use super::configuration::{Configuration, RunsPrograms};
use super::counterexample::{Counterexamples, Planted};
use super::data::Data;
use super::number::any;
use super::program::Written;
use super::waves::Waves;
use super::{CommandOutcome, Failure, Run, failure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::vectors::Evaluator;
use std::path::PathBuf;

/// Runs a PTX kernel or a Brew program on the golden model or on hardware
///
/// PTX: golden executes all threads of a grid. With another engine the SIMD video, packed, dot-product, scalar video and prmt
/// instructions also run on the simulated hardware of their units, and every result is compared with golden's. A mismatch names
/// thread, iteration and line. Textures, matrix instructions, double precision and approximations are not executed: lanesmith lists
/// them before anything runs.
///
/// Brew: registers start with 0 and type INT32. The program ends after its last word. An engine compares every instruction that
/// retires with golden, and stops at the first mismatch.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the program ended, with or without exceptions; 1 a mismatch; 2 bad input, or a kernel that cannot be executed.

Examples:
  lanesmith run sim/kernels/sha256.ptx --grid 3 --block 16 --arg sha256_param_0=@sim/kernels/sha256/messages.hex --arg sha256_param_1=zeros:1536 --dump sha256_param_1=digests.hex
  lanesmith run sim/kernels/sha256.ptx --grid 3 --block 16 --arg sha256_param_0=@sim/kernels/sha256/messages.hex --arg sha256_param_1=zeros:1536 --engine native --vcd sha256.vcd
  lanesmith run sim/programs/luma.s
  lanesmith run --format assembly - < sim/programs/luma.s
  lanesmith run sim/programs/luma.s --engine native --trace --vcd luma.vcd && gtkwave luma.gtkw
  lanesmith run sim/programs/luma.s --engine verilator --gaps bursts")]
pub(super) struct RunProgram {
    /// A PTX module (.ptx), Brew assembly (.s, .asm), or Brew words in one of the formats of `lanesmith asm`
    file: PathBuf,
    /// The format of the program [default: detected from its name and contents]
    #[arg(long, value_enum)]
    format: Option<Written>,
    #[command(flatten)]
    kernel: KernelOptions,
    #[command(flatten)]
    brew: BrewOptions,
    #[command(flatten)]
    hardware: HardwareOptions,
    #[command(flatten)]
    data: Data,
}

/// The options about hardware.
#[derive(Args)]
struct HardwareOptions {
    /// The model or engine that runs the program
    #[arg(long, value_name = "ENGINE", value_parser = engines(), default_value = "golden")]
    engine: Evaluator,
    /// The pattern of cycles in which instructions are offered to the hardware [default: rare; Brew: always]
    #[arg(long, value_enum)]
    gaps: Option<Profile>,
    /// PTX: the pattern of cycles in which results are accepted [default: rare]
    #[arg(long, value_enum)]
    stalls: Option<Profile>,
    /// Seed of these patterns [default: 1]
    #[arg(long, value_parser = any::<u64>())]
    seed: Option<u64>,
    /// Resets the hardware in this cycle, counted from the first offer; the program continues [default: no reset]
    #[arg(long, value_name = "CYCLE", value_parser = any::<u64>())]
    reset_at: Option<u64>,
    #[command(flatten)]
    configuration: Configuration<RunsPrograms>,
    #[command(flatten)]
    planted: Planted,
    #[command(flatten)]
    counterexamples: Counterexamples,
    #[command(flatten)]
    waves: Waves,
}

/// All evaluators but the golden model over bit planes, which runs no programs.
fn engines() -> impl TypedValueParser<Value = Evaluator> {
    let all = Evaluator::value_variants().iter();
    let own = all.filter(|evaluator| **evaluator != Evaluator::GoldenSliced);
    PossibleValuesParser::new(own.filter_map(Evaluator::to_possible_value))
        .try_map(|name| Evaluator::from_str(&name, false))
}

impl HardwareOptions {
    /// The first of the options that only hardware has on the command line.
    fn given(&self) -> Option<&'static str> {
        let all = [
            (self.gaps.is_some(), "--gaps"),
            (self.stalls.is_some(), "--stalls"),
            (self.seed.is_some(), "--seed"),
            (self.reset_at.is_some(), "--reset-at"),
            (self.planted.is_some(), "--fault"),
            (self.waves.path().is_some(), "--vcd"),
            (self.configuration.is_given(), "a configuration"),
        ];
        all.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }

    /// An error if golden alone runs the program and an option is about hardware.
    fn check_golden(&self) -> Result<(), Failure> {
        match (self.engine.engine(), self.given()) {
            (None, Some(option)) => Err(failure!(
                "{option}: the golden model has no hardware; choose a simulation engine with --engine"
            )),
            _ => Ok(()),
        }
    }

    /// Gaps, stalls and seed; `usual` where the command line does not say.
    fn traffic(&self, usual: Profile) -> TrafficSettings {
        TrafficSettings {
            gaps: self.gaps.unwrap_or(usual),
            stalls: self.stalls.unwrap_or(usual),
            seed: self.seed.unwrap_or(1),
        }
    }
}

impl Run for RunProgram {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let is_ptx = match self.format {
            Some(format) => format == Written::Ptx,
            None => self.file.extension().is_some_and(|extension| extension == "ptx"),
        };
        let (other, language) = match is_ptx {
            true => (self.brew.given(), "Brew programs"),
            false => (self.kernel.given(), "PTX kernels"),
        };
        if let Some(option) = other {
            let file = self.file.display();
            return Err(failure!(
                "{option} is for {language}; {file} is none, by its name or --format"
            ));
        }
        match is_ptx {
            true => self.kernel.run(&self.file, &self.hardware, &self.data),
            false => self.brew.run(&self.file, self.format, &self.hardware, &self.data),
        }
    }
}
