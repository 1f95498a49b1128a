//! `lanesmith run`.

use super::configuration::{Configuration, WithPrograms};
use super::counterexample::{Counterexamples, Planted};
use super::number::{any, cycles};
use super::program::{self, Written, setting};
use super::stdout::stdout;
use super::waves::Waves;
use super::{CommandOutcome, Failure, Run, check_files, give, progress, say, text};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use lanesmith::files;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::sim::wave::Keep;
use lanesmith::unit::{self, Hardware, InitialState, Program};
use lanesmith::units;
use lanesmith::vectors::Evaluator;
use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::PathBuf;

/// Runs a Brew program on the golden model or on hardware and prints the final registers
///
/// Registers start with 0 and type INT32 unless --set or --registers gives another value. The program ends after its last word.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 the program ended, with or without exceptions; 1 a mismatch with --compare; 2 bad input.

Examples:
  lanesmith run sim/programs/luma.s
  lanesmith run sim/programs/dot_product.s --set r5=0x10 --set r3=fp32:1.5 --set r4=int8x4:1,2,3,4
  lanesmith run --format assembly - < sim/programs/luma.s
  lanesmith run sim/programs/luma.s --engine native --trace --vcd luma.vcd && gtkwave luma.gtkw
  lanesmith run sim/programs/luma.s --engine verilator --compare --gaps bursts")]
pub(super) struct RunProgram {
    /// Assembly (.s, .asm), or words in one of the formats of `lanesmith asm`
    file: PathBuf,
    /// The format of the program [default: detected from its name and contents]
    #[arg(long, value_enum)]
    format: Option<Written>,
    /// The initial value of a register, `r5=0x10`, `r4=int8x4:1,2,3,4` with lane 0 first, `r3=fp32:1.5`; may be repeated
    /// [default: 0, INT32]
    #[arg(long, value_name = "REGISTER=[TYPE:]VALUE", value_parser = setting)]
    set: Vec<String>,
    /// A file of initial values, one register per line; --set has priority [default: none]
    #[arg(long, value_name = "FILE")]
    registers: Option<PathBuf>,
    /// The model or engine that runs the program
    #[arg(long, value_name = "ENGINE", value_parser = engines(), default_value = "golden")]
    engine: Evaluator,
    /// Prints every instruction as it retires
    #[arg(long)]
    trace: bool,
    /// Compares every retired instruction with the golden machine and stops at the first mismatch
    #[arg(long)]
    compare: bool,
    /// With --compare: the pattern of cycles in which the front end offers instructions
    #[arg(long, value_enum, requires = "compare", default_value_t = Profile::Always)]
    gaps: Profile,
    /// With --compare: seed of that pattern
    #[arg(long, requires = "compare", default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// With --compare: resets the datapath in this cycle, counted from the first offer; the program continues [default: no reset]
    #[arg(long, value_name = "CYCLE", requires = "compare", value_parser = any::<u64>())]
    reset_at: Option<u64>,
    #[command(flatten)]
    configuration: Configuration<WithPrograms>,
    #[command(flatten)]
    planted: Planted,
    #[command(flatten)]
    counterexamples: Counterexamples,
    #[command(flatten)]
    waves: Waves,
    /// The cycles A to B - 1 of the waves; cycle 0 is the first cycle of the reset [default: all]
    #[arg(long, value_name = "A..B", requires = "waves", value_parser = cycles)]
    cycles: Option<Range<u64>>,
}

/// All evaluators but the golden model over bit planes, which runs no programs.
fn engines() -> impl TypedValueParser<Value = Evaluator> {
    let all = Evaluator::value_variants().iter();
    let own = all.filter(|evaluator| **evaluator != Evaluator::GoldenSliced);
    PossibleValuesParser::new(own.filter_map(Evaluator::to_possible_value))
        .try_map(|name| Evaluator::from_str(&name, false))
}

impl Run for RunProgram {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let waves = self.waves.outputs()?;
        check_files([&self.file].into_iter().chain(&self.registers), &waves)?;
        let selection = self.configuration.selection()?;
        let Some(language) = units::programs(selection.entry()) else {
            return Err(Failure::new(format_args!("{} does not run programs", selection.name())));
        };
        let words = program::read(language, &self.file, self.format)?;
        let file = self.registers.as_deref().map(text::read).transpose()?;
        let name = self.registers.as_deref().map_or(String::new(), files::input_name);
        let program = language.prepare(&InitialState {
            words: &words,
            file: file.as_deref().map(|text| (&*name, text)),
            set: &self.set,
        })?;
        let hardware = match self.engine.engine() {
            Some(kind) => Some(self.planted.hardware(selection, kind)?),
            None if self.waves.path().is_some() => {
                return Err(Failure::new(
                    "the golden machine has no waves: choose a simulation engine with --engine",
                ));
            }
            None if self.compare || self.planted.is_some() || !selection.is_default() => {
                let why = "the golden machine takes neither --compare nor a configuration nor --fault: choose a simulation engine with --engine";
                return Err(Failure::new(why));
            }
            None => None,
        };
        let compared = hardware.as_ref().filter(|_| self.compare);
        if let Some(hardware) = compared
            && self.compare(hardware, &*program)? == CommandOutcome::Mismatch
        {
            return Ok(CommandOutcome::Mismatch);
        }
        self.execute(hardware.as_ref(), &*program)?;
        if compared.is_some() {
            let (gaps, seed) = (self.gaps, self.seed);
            say(format_args!(
                "no mismatch with the golden machine; gaps {gaps}, seed {seed}"
            ))?;
        }
        Ok(CommandOutcome::Success)
    }
}

impl RunProgram {
    /// The options that set registers, for a command that repeats the run.
    fn settings(&self, program: &dyn Program) -> String {
        let file = self
            .registers
            .iter()
            .map(|path| format!(" --registers {}", path.display()));
        let set = program.settings().into_iter().map(|set| format!(" --set {set}"));
        file.chain(set).collect()
    }

    /// A progress bar, hidden if the trace shows the progress.
    fn bar(&self, program: &dyn Program) -> ProgressBar {
        match self.trace {
            true => ProgressBar::hidden(),
            false => progress::bar("run", program.instructions()),
        }
    }

    /// The cycles of the waves.
    fn window(&self) -> Range<u64> {
        self.cycles.clone().unwrap_or(0..u64::MAX)
    }

    /// Runs in lock-step with the golden machine, with the waves if selected.
    fn compare(&self, hardware: &Hardware, program: &dyn Program) -> Result<CommandOutcome, Failure> {
        let bar = self.bar(program);
        let ran = program.compare(
            hardware,
            &unit::RunOptions {
                traffic: TrafficSettings {
                    gaps: self.gaps,
                    stalls: Profile::Always,
                    seed: self.seed,
                },
                reset_at: self.reset_at,
                is_one: false,
                waves: self.waves.path().map(|path| (path, Keep::Window(self.window()))),
                progress: &|instructions| bar.inc(instructions),
                remark: &|_| {},
            },
        )?;
        bar.finish_and_clear();
        let Some((description, found)) = &ran.fault else {
            if let (Some(cycle), false) = (self.reset_at, ran.was_reset) {
                return Err(Failure::new(format_args!(
                    "--reset-at {cycle}: the program took only {} cycles; choose an earlier cycle",
                    ran.cycles
                )));
            }
            return CommandOutcome::of(ran.instructions, false, "the program has no instruction");
        };
        say(description)?;
        if !self.counterexamples.leave_work(hardware, found)? {
            let reset = self
                .reset_at
                .map(|cycle| format!(" --reset-at {cycle}"))
                .unwrap_or_default();
            say(format_args!(
                "repeat: lanesmith run {}{} --engine {} {} --compare --gaps {} --seed {}{reset} --no-counterexample",
                self.file.display(),
                self.settings(program),
                hardware.kind(),
                hardware.run_options(),
                self.gaps,
                self.seed
            ))?;
        }
        Ok(CommandOutcome::Mismatch)
    }

    /// Runs the program and prints its result.
    fn execute(&self, hardware: Option<&Hardware>, program: &dyn Program) -> Result<(), Failure> {
        let mut out = BufWriter::new(stdout());
        let mut written = Ok(());
        let bar = self.bar(program);
        let mut see = |line: Option<&dyn Display>| {
            bar.inc(1);
            if let Some(line) = line.filter(|_| self.trace && written.is_ok()) {
                written = writeln!(out, "{line}");
            }
        };
        // With --compare the comparison writes the waves.
        let vcd = self.waves.path().filter(|_| !self.compare);
        let end = match hardware {
            None => program.golden(&mut see),
            Some(hardware) => program.execute(hardware, vcd.map(|path| (path, self.window())), &mut see)?,
        };
        written?;
        bar.finish_and_clear();
        out.flush()?;
        drop(out);
        end.registers.iter().try_for_each(give)?;
        let cycles = end.cycles.map_or(String::new(), |cycles| format!(", {cycles} cycles"));
        say(format_args!(
            "{} instructions, {} exceptions{cycles}",
            end.instructions, end.exceptions
        ))?;
        end.remarks.iter().try_for_each(say)
    }
}
