//! `lanesmith simulate`.

use super::configuration::Configuration;
use super::counterexample::{Counterexamples, Planted};
use super::number::{any, cycles, whole};
use super::{Failure, Outcome, Run, check_files, give, once, progress, say, text};
use crate::files;
use crate::sim::EngineKind;
use crate::sim::testbench::{Profile, Settings};
use crate::sim::wave::{self, Keep};
use crate::text::number;
use crate::unit::{self, Hardware, RunReport, Work as What};
use crate::units::require;
use crate::vectors::Table;
use clap::Args;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Runs a module cycle by cycle under random gaps and stalls, and compares every result
///
/// Results are compared with the golden model, or with those of a vector file. The first mismatch ends the run.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 no mismatch, 1 mismatch, 2 bad input.

Examples:
  lanesmith simulate --random 100000 --seed 7 --stalls bursts
  lanesmith simulate --latency 5 --random 200 --vcd alu.vcd --cycles 0..100 && gtkwave alu.gtkw
  lanesmith simulate --module brew_datapath --random 100000 --gaps bursts
  lanesmith simulate --engine verilator --vectors testbench/vectors/ptx_vop.csv
  lanesmith simulate --program sim/programs/blend.ptx --set a=0x80ff1234 --set b=-1")]
pub(super) struct Simulate {
    /// What runs the hardware
    #[arg(long, value_enum, default_value_t = EngineKind::Native)]
    engine: EngineKind,
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    planted: Planted,
    #[command(flatten)]
    counterexamples: Counterexamples,
    #[command(flatten)]
    work: Work,
    /// What a register of the program, also a special one, or a predicate (0 or 1), holds at first; may be given several times
    #[arg(long, value_name = "REGISTER=VALUE", requires = "program", value_parser = parse_set)]
    set: Vec<(String, u32)>,
    /// Decides instructions, operands, gaps, stalls and noise on idle inputs
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// When the input side pauses
    #[arg(long, value_enum, default_value_t = Profile::Rare)]
    gaps: Profile,
    /// When the output side stalls, where there is one that can [default: rare]
    #[arg(long, value_enum)]
    stalls: Option<Profile>,
    /// Resets for one cycle after this many cycles of work, whatever is in flight
    #[arg(long, value_name = "CYCLES", value_parser = any::<u64>())]
    reset_at: Option<u64>,
    /// All random instructions in one run. Otherwise 65536 and more of them go through 256 copies of the SIMD video ALU side by
    /// side, with seeds from --seed on, in a fraction of the time
    #[arg(long, conflicts_with_all = ["vectors", "program"])]
    one_run: bool,
    /// Writes waves to this file, with a GTKWave save file beside it; without --cycles the last 1000 cycles
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// The cycles to write, the first one included and the last one not
    #[arg(long, value_name = "A..B", requires = "vcd", value_parser = cycles)]
    cycles: Option<Range<u64>>,
}

/// Where the instructions come from.
#[derive(Args)]
#[group(multiple = false)]
struct Work {
    /// This many random instructions on corner-heavy operands [default: 10000]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    random: Option<u64>,
    /// The instructions, operands and results of a CSV file with the columns instruction,a,b,c,d
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// The SIMD video and packed instructions of a PTX module in the order of the text, on the registers they name, and `mov`.
    /// No other instruction is executed, no branch followed; reading what another instruction has written is an error
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Instructions without --random.
const INSTRUCTIONS: u64 = 10_000;
/// Cycles of waves without --cycles.
const LAST: usize = 1000;

fn parse_set(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not REGISTER=VALUE, such as r2=0x80ff"))?;
    Ok((name.to_owned(), number::parse_u32(value)?))
}

impl Run for Simulate {
    fn run(self) -> Result<Outcome, Failure> {
        let inputs: Vec<&Path> = [&self.work.vectors, &self.work.program]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
            .collect();
        let waves = self.vcd.iter().map(|path| wave::names(path));
        let waves = waves.collect::<Result<Vec<_>, _>>()?.concat();
        check_files(&inputs, &waves.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
        once("--set", self.set.iter().map(|(name, _)| name))?;
        let selection = self.configuration.selection()?;
        let unit = selection.unit();
        if self.stalls.is_some() && !unit.can_stall() {
            let name = selection.module().name;
            return Err(Failure::new(format_args!("{name} does not have the option --stalls")));
        }
        let hardware = self.planted.hardware(selection, self.engine)?;
        let table = self.work.vectors.as_deref().map(Table::read).transpose()?;
        let source = self.work.program.as_deref().map(text::read).transpose()?;
        let name = self.work.program.as_deref().map_or(String::new(), files::input_name);
        if let Some(table) = &table {
            require(table, hardware.selection())?;
        }
        let work = match (&table, &source) {
            (Some(table), _) => What::Vectors(table),
            (_, Some(source)) => What::Program(&name, source, &self.set),
            _ => What::Random(self.work.random.unwrap_or(INSTRUCTIONS)),
        };
        let bar = match work {
            What::Random(count) => progress::bar("simulate", count),
            What::Vectors(table) => progress::bar("simulate", table.len() as u64),
            What::Program(..) => progress::plain(0),
        };
        let keep = self.cycles.clone().map_or(Keep::Last(LAST), Keep::Window);
        let run = unit::Run {
            traffic: self.settings(),
            reset_at: self.reset_at,
            is_one: self.one_run,
            waves: self.vcd.as_deref().map(|path| (path, keep)),
            progress: &|instructions| bar.inc(instructions),
            // A reader that has gone is no reason to stop; another error shows with the next line.
            remark: &|line| drop(say(line)),
        };
        let ran = unit.work(&hardware, work, &run)?;
        bar.finish_and_clear();
        self.report(&hardware, &ran)?;
        let differ = ran.fault.is_some();
        if let (Some(cycle), false, false) = (self.reset_at, ran.was_reset, differ) {
            return Err(Failure::new(format_args!(
                "--reset-at {cycle}: all work was done before that cycle, so there was no reset in it"
            )));
        }
        Outcome::of(ran.instructions, differ, "no instruction was executed")
    }
}

impl Simulate {
    fn settings(&self) -> Settings {
        Settings {
            gaps: self.gaps,
            stalls: self.stalls.unwrap_or(Profile::Rare),
            seed: self.seed,
        }
    }

    /// The seed of the run that is told of.
    fn told_seed(&self, ran: &RunReport) -> u64 {
        ran.seed.unwrap_or(self.seed)
    }

    fn report(&self, hardware: &Hardware, ran: &RunReport) -> Result<(), Failure> {
        let (selection, options) = (hardware.selection(), hardware.options());
        ran.results.iter().try_for_each(give)?;
        if let Some((description, found)) = &ran.fault {
            say(description)?;
            let left = self.counterexamples.leave(&hardware.name(), |folder| match found {
                Some(found) => found.counterexample(hardware, folder),
                None => Ok(None),
            })?;
            if left.is_none() {
                say(format_args!("repeat: {}", self.repetition(&options, ran)))?;
            }
            say("")?;
        }
        let Settings { gaps, stalls, .. } = self.settings();
        let seed = self.told_seed(ran);
        let stalls = match selection.unit().can_stall() {
            true => format!(", stalls {stalls}"),
            false => String::new(),
        };
        let name = selection.module().name;
        let options = options.replacen(&format!("--module {name}"), "", 1);
        let shown = format!("{name} {}", options.trim());
        let engine = self.engine;
        say(format_args!(
            "{}, engine {engine}, gaps {gaps}{stalls}, seed {seed}",
            shown.trim_end()
        ))?;
        let faults = match ran.fault {
            Some(_) => "1 mismatch",
            None => "no mismatch",
        };
        let (instructions, cycles) = (ran.instructions, ran.cycles);
        say(format_args!("{instructions} instructions, {cycles} cycles, {faults}"))?;
        if let Some(dumped) = &ran.dumped {
            let (vcd, Range { start, end }) = (dumped.vcd.display(), &dumped.cycles);
            let look = dumped
                .gtkw
                .as_ref()
                .map(|gtkw| format!("; to look at them: gtkwave {}", unit::word(gtkw)));
            say(match dumped.cycles.is_empty() {
                true => format!("{vcd}: empty, the run ended before the window began"),
                false => format!("{vcd}: cycles {start}..{end}{}", look.unwrap_or_default()),
            })?;
        }
        Ok(())
    }

    /// The command that runs into the same fault, and no further than it must, with waves.
    fn repetition(&self, options: &str, ran: &RunReport) -> String {
        let work = match (&self.work.vectors, &self.work.program) {
            (Some(path), _) => format!("--vectors {}", path.display()),
            (_, Some(path)) => {
                let sets = self.set.iter().map(|(name, value)| format!(" --set {name}={value:#x}"));
                format!("--program {}{}", path.display(), sets.collect::<String>())
            }
            _ => format!("--random {}", ran.instructions),
        };
        let work = match ran.seed.is_some() || self.one_run {
            true => format!("{work} --one-run"),
            false => work,
        };
        let work = match self.reset_at {
            Some(cycle) => format!("{work} --reset-at {cycle}"),
            None => work,
        };
        let stalls = self
            .stalls
            .map_or(String::new(), |stalls| format!(" --stalls {stalls}"));
        format!(
            "lanesmith simulate --engine {} {options} {work} --gaps {}{stalls} --seed {} --vcd mismatch.vcd \
             --no-counterexample",
            self.engine,
            self.gaps,
            self.told_seed(ran)
        )
    }
}
