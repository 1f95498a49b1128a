//! `lanesmith simulate`.

use super::cases::{CaseRecorder, CaseReports};
use super::configuration::Configuration;
use super::counterexample::{Counterexamples, Planted};
use super::number::{any, whole};
use super::waves::{Waves, described};
use super::{CommandOutcome, Failure, Run, failure, progress, say};
use clap::Args;
use lanesmith::files;
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::unit::{self, Hardware, RunReport, Work as What, repeat_command};
use lanesmith::units::require;
use lanesmith::vectors::Table;
use serde_json::json;
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
  lanesmith simulate --engine verilator --vectors src/units/vectors/ptx_vop.csv")]
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
    #[arg(long, conflicts_with = "vectors")]
    one_run: bool,
    #[command(flatten)]
    waves: Waves,
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
}

impl Work {
    /// Its name in reports.
    fn name(&self) -> String {
        match &self.vectors {
            Some(path) => files::input_name(path),
            None => format!("{} random instructions", self.random.unwrap_or(INSTRUCTIONS)),
        }
    }
}

/// Instructions without --random.
const INSTRUCTIONS: u64 = 10_000;

impl Run for Simulate {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let recorder = self
            .reports
            .begin("simulate", &self.work.vectors, &self.waves.outputs()?)?;
        let selection = self.configuration.selection()?;
        let unit = selection.unit();
        if self.stalls.is_some() && !unit.can_stall() {
            let name = selection.module().name;
            return Err(failure!("{name} does not have the option --stalls"));
        }
        let hardware = self.planted.hardware(selection, self.engine)?;
        let table = self.work.vectors.as_deref().map(Table::read).transpose()?;
        if let Some(table) = &table {
            require(table, hardware.selection())?;
        }
        let work = match &table {
            Some(table) => What::Vectors(table),
            None => What::Random(self.work.random.unwrap_or(INSTRUCTIONS)),
        };
        let count = match work {
            What::Random(count) => count,
            What::Vectors(table) => table.len() as u64,
        };
        let bar = progress::bar("simulate", count);
        let run = unit::RunOptions {
            traffic: self.settings(),
            reset_at: self.reset_at,
            is_one: self.one_run,
            waves: self.waves.dump(),
            progress: &|instructions| {
                recorder.count(instructions);
                bar.inc(instructions);
            },
            // A closed pipe does not stop the run; the next line reports another error.
            remark: &|line| drop(say(line)),
        };
        recorder.start(selection.name(), self.work.name());
        let ran = unit.work(&hardware, work, &run)?;
        bar.finish_and_clear();
        self.report(&hardware, &ran)?;
        self.record(&recorder, &hardware, &ran);
        recorder.finish()?;
        let differ = ran.fault.is_some();
        if let (Some(cycle), false, false) = (self.reset_at, ran.was_reset, differ) {
            return Err(failure!(
                "--reset-at {cycle}: the run ended before that cycle; choose an earlier cycle or more instructions"
            ));
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
        if let Some((description, found)) = &ran.fault {
            say(description)?;
            if !self.counterexamples.leave_work(hardware, found)? {
                say!("repeat: {}", self.repetition(hardware, ran))?;
            }
            say("")?;
        }
        let TrafficSettings { gaps, stalls, .. } = self.settings();
        let seed = self.reported_seed(ran);
        let stalls = selection.unit().can_stall().then(|| format!(", stalls {stalls}"));
        let (stalls, engine) = (stalls.unwrap_or_default(), self.engine);
        let name = selection.module().name;
        let options = options.replacen(&format!("--module {name}"), "", 1);
        let shown = format!("{name} {}", options.trim());
        let shown = shown.trim_end();
        say!("{shown}, engine {engine}, gaps {gaps}{stalls}, seed {seed}")?;
        let (instructions, cycles) = (ran.instructions, ran.cycles);
        let count = if ran.fault.is_some() { "1" } else { "no" };
        say!("{instructions} instructions, {cycles} cycles, {count} mismatch")?;
        ran.dumped.iter().try_for_each(|dumped| say(described(dumped)))
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
            "waves": ran.dumped.as_ref().map(|dumped| &dumped.file),
            "repeat": repeat,
        });
        recorder.end(fault, values);
    }

    /// The command that repeats the fault, with waves, and stops there.
    fn repetition(&self, hardware: &Hardware, ran: &RunReport) -> String {
        let mut work = match &self.work.vectors {
            Some(path) => format!("--vectors {}", path.display()),
            None => format!("--random {}", ran.instructions),
        };
        if ran.seed.is_some() || self.one_run {
            work += " --one-run";
        }
        let mut traffic = self.settings();
        traffic.seed = self.reported_seed(ran);
        repeat_command(hardware, &(work + " --vcd mismatch.vcd"), traffic, self.reset_at)
    }
}
