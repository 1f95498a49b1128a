//! `lanesmith simulate`.

use super::cases::{CaseRecorder, CaseReports};
use super::configuration::Configuration;
use super::counterexample::{Counterexamples, Planted};
use super::number::{any, cycles, whole};
use super::waves::Waves;
use super::{CommandOutcome, Failure, Run, give, once, progress, say, text};
use clap::Args;
use lanesmith::execution;
use lanesmith::files;
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::sim::wave::Keep;
use lanesmith::text::number;
use lanesmith::unit::{self, Hardware, RunReport, Selection, Work as What, repeat_command};
use lanesmith::units::{PTX_UNITS, require};
use lanesmith::vectors::Table;
use serde_json::json;
use std::ops::Range;
use std::path::PathBuf;

/// Simulates a module under random gaps and stalls, and compares every result
///
/// Results are compared with the golden model, or with those of a vector file. The run stops at the first mismatch.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 no mismatch, 1 mismatch, 2 bad input.

Examples:
  lanesmith simulate --random 100000 --seed 7 --stalls bursts
  lanesmith simulate --latency 5 --random 200 --vcd alu.vcd --cycles 0..100 && gtkwave alu.gtkw
  lanesmith simulate --module brew_datapath --random 100000 --gaps bursts
  lanesmith simulate --engine verilator --vectors testbench/vectors/ptx_vop.csv
  lanesmith simulate --program sim/programs/blend.ptx --set a=0x80ff1234,b=-1")]
pub(super) struct Simulate {
    /// The engine that runs the hardware
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
    /// With --program: the value of a kernel parameter, or the initial value of a register, special register or predicate (0 or 1);
    /// may be repeated
    #[arg(long, value_name = "NAME=VALUE", requires = "program", value_delimiter = ',', value_parser = parse_set)]
    set: Vec<(String, u32)>,
    /// Seed of instructions, operands, gaps, stalls and noise on idle inputs
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// The pattern of cycles in which the testbench offers instructions
    #[arg(long, value_enum, default_value_t = Profile::Rare)]
    gaps: Profile,
    /// The pattern of cycles in which the testbench accepts results, for modules that can stall [default: rare]
    #[arg(long, value_enum)]
    stalls: Option<Profile>,
    /// Resets for one cycle after this many cycles, with instructions in flight [default: no reset]
    #[arg(long, value_name = "CYCLES", value_parser = any::<u64>())]
    reset_at: Option<u64>,
    /// Runs all random instructions on one copy. By default long runs (65536 instructions for the video ALU, 100000 for the
    /// datapath) use many copies side by side, which is faster
    #[arg(long, conflicts_with_all = ["vectors", "program"])]
    one_run: bool,
    #[command(flatten)]
    waves: Waves,
    /// The cycles A to B - 1 of the waves [default: the last 1000]
    #[arg(long, value_name = "A..B", requires = "waves", value_parser = cycles)]
    cycles: Option<Range<u64>>,
    #[command(flatten)]
    reports: CaseReports,
}

/// The source of the instructions.
#[derive(Args)]
#[group(multiple = false)]
struct Work {
    /// Runs N random instructions, on operands with many corner values [default: 10000]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX))]
    random: Option<u64>,
    /// Runs the instructions of a CSV file with the columns instruction,a,b,c,d, and compares with its results
    #[arg(long, value_name = "FILE")]
    vectors: Option<PathBuf>,
    /// Runs a PTX module in the order of the text: its video, packed, scalar and permute instructions on the units that have them,
    /// its moves, logic, arithmetic, comparisons and conversions of at most 32 bits on the golden model. --module selects the unit
    /// with the options and the waves. Other instructions are not executed and branches not followed; reading the result of
    /// another instruction is an error
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

impl Work {
    /// Its name in reports.
    fn name(&self) -> String {
        match (&self.vectors, &self.program) {
            (Some(path), _) | (_, Some(path)) => files::input_name(path),
            _ => format!("{} random instructions", self.random.unwrap_or(INSTRUCTIONS)),
        }
    }
}

/// Instructions without --random.
const INSTRUCTIONS: u64 = 10_000;
/// Cycles of waves without --cycles.
const LAST: usize = 1000;

/// Reads the value of a register or parameter of a PTX module.
pub(super) fn parse_set(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not NAME=VALUE, such as r2=0x80ff"))?;
    Ok((name.to_owned(), number::parse_u32(value)?))
}

/// Whether the selected unit executes instructions of PTX modules.
fn is_ptx(selection: &Selection) -> bool {
    PTX_UNITS.iter().any(|unit| unit.entry.module == selection.module())
}

impl Run for Simulate {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let inputs = self.work.vectors.iter().chain(&self.work.program);
        let recorder = self.reports.begin("simulate", inputs, &self.waves.outputs()?)?;
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
            (_, Some(_)) => What::Program,
            _ => What::Random(self.work.random.unwrap_or(INSTRUCTIONS)),
        };
        let bar = match work {
            What::Random(count) => progress::bar("simulate", count),
            What::Vectors(table) => progress::bar("simulate", table.len() as u64),
            What::Program => progress::plain(0),
        };
        let keep = self.cycles.clone().map_or(Keep::Last(LAST), Keep::Window);
        let run = unit::RunOptions {
            traffic: self.settings(),
            reset_at: self.reset_at,
            is_one: self.one_run,
            waves: self.waves.path().map(|path| (path, keep)),
            progress: &|instructions| {
                recorder.count(instructions);
                bar.inc(instructions);
            },
            // A closed pipe does not stop the run; the next line reports another error.
            remark: &|line| drop(say(line)),
        };
        recorder.start(selection.name(), self.work.name());
        let ran = match source.filter(|_| is_ptx(hardware.selection())) {
            Some(source) => execution::simulate(&hardware, &name, &source, &self.set, &run)?,
            None => unit.work(&hardware, work, &run)?,
        };
        bar.finish_and_clear();
        self.report(&hardware, &ran)?;
        self.record(&recorder, &hardware, &ran);
        recorder.finish()?;
        let differ = ran.fault.is_some();
        if let (Some(cycle), false, false) = (self.reset_at, ran.was_reset, differ) {
            return Err(Failure::new(format_args!(
                "--reset-at {cycle}: the run ended before that cycle; choose an earlier cycle or more instructions"
            )));
        }
        CommandOutcome::of(ran.instructions, differ, "no instruction was executed")
    }
}

impl Simulate {
    fn settings(&self) -> TrafficSettings {
        TrafficSettings {
            gaps: self.gaps,
            stalls: self.stalls.unwrap_or(Profile::Rare),
            seed: self.seed,
        }
    }

    /// The seed of the reported run.
    fn reported_seed(&self, ran: &RunReport) -> u64 {
        ran.seed.unwrap_or(self.seed)
    }

    fn report(&self, hardware: &Hardware, ran: &RunReport) -> Result<(), Failure> {
        let (selection, options) = (hardware.selection(), hardware.options());
        if !self.reports.is_json() {
            ran.results.iter().try_for_each(give)?;
        }
        if let Some((description, found)) = &ran.fault {
            say(description)?;
            if !self.counterexamples.leave_work(hardware, found)? {
                say(format_args!("repeat: {}", self.repetition(hardware, ran)))?;
            }
            say("")?;
        }
        let TrafficSettings { gaps, stalls, .. } = self.settings();
        let seed = self.reported_seed(ran);
        let stalls = selection.unit().can_stall().then(|| format!(", stalls {stalls}"));
        let stalls = stalls.unwrap_or_default();
        let name = selection.module().name;
        let options = options.replacen(&format!("--module {name}"), "", 1);
        let shown = format!("{name} {}", options.trim());
        let engine = self.engine;
        say(format_args!(
            "{}, engine {engine}, gaps {gaps}{stalls}, seed {seed}",
            shown.trim_end()
        ))?;
        let faults = if ran.fault.is_some() {
            "1 mismatch"
        } else {
            "no mismatch"
        };
        let (instructions, cycles) = (ran.instructions, ran.cycles);
        say(format_args!("{instructions} instructions, {cycles} cycles, {faults}"))?;
        if let Some(dumped) = &ran.dumped {
            let (file, Range { start, end }) = (dumped.file.display(), &dumped.cycles);
            let view = |gtkw: &PathBuf| format!("; view them: gtkwave {}", unit::shell_word(gtkw));
            let look = dumped.gtkw.as_ref().map(view);
            say(match dumped.cycles.is_empty() {
                true => format!("{file}: empty, because the run ended before the selected cycles"),
                false => format!("{file}: cycles {start}..{end}{}", look.unwrap_or_default()),
            })?;
        }
        Ok(())
    }

    /// Records the run.
    fn record(&self, recorder: &CaseRecorder, hardware: &Hardware, ran: &RunReport) {
        let TrafficSettings { gaps, stalls, .. } = self.settings();
        let fault = ran.fault.as_ref().map(|(description, _)| description.clone());
        let repeat = fault.is_some().then(|| self.repetition(hardware, ran));
        let stalls = hardware.selection().unit().can_stall().then(|| stalls.to_string());
        let values = json!({
            "configuration": hardware.selection().name(),
            "engine": self.engine.to_string(),
            "gaps": gaps.to_string(),
            "stalls": stalls,
            "seed": self.reported_seed(ran),
            "instructions": ran.instructions,
            "cycles": ran.cycles,
            "results": ran.results,
            "waves": ran.dumped.as_ref().map(|dumped| &dumped.file),
            "repeat": repeat,
        });
        recorder.end(fault, values);
    }

    /// The command that repeats the fault, with waves, and stops there.
    fn repetition(&self, hardware: &Hardware, ran: &RunReport) -> String {
        let mut work = match (&self.work.vectors, &self.work.program) {
            (Some(path), _) => format!("--vectors {}", path.display()),
            (_, Some(path)) => {
                let sets = self.set.iter().map(|(name, value)| format!(" --set {name}={value:#x}"));
                format!("--program {}{}", path.display(), sets.collect::<String>())
            }
            _ => format!("--random {}", ran.instructions),
        };
        if ran.seed.is_some() || self.one_run {
            work += " --one-run";
        }
        let seed = self.reported_seed(ran);
        let traffic = TrafficSettings {
            seed,
            ..self.settings()
        };
        repeat_command(hardware, &(work + " --vcd mismatch.vcd"), traffic, self.reset_at)
    }
}
