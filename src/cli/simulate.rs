//! `lanesmith simulate`.

use super::configuration::Configuration;
use super::counterexample::{Counterexamples, Planted};
use super::number::{any, whole};
use super::{Failure, Outcome, Run, check_files, give, once, progress, say, text};
use crate::catalog::Selection;
use crate::counterexample::{Hardware, Noted, Stimulus, stimulus};
use crate::files;
use crate::isa::diagnostic::Diagnostic;
use crate::isa::near::nearest;
use crate::isa::number;
use crate::isa::ptx::Module;
use crate::rtl::video::Config;
use crate::sim::testbench::video::{self, Case, Independent, Job, Program, RandomCases, Unset, Verdict, executes};
use crate::sim::testbench::{Profile, Settings};
use crate::sim::wave::{self, Keep};
use crate::sim::{Engine, EngineError, EngineKind};
use crate::vectors::{Table, recognise, video_results};
use clap::Args;
use indicatif::ProgressIterator;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Runs the SIMD video ALU, or its core, cycle by cycle under random stalls, and compares every result
///
/// Results are compared with the golden model, or with those of a vector file. The first mismatch ends the run.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 no mismatch, 1 mismatch, 2 bad input.

Examples:
  lanesmith simulate --random 100000 --seed 7 --stalls bursts
  lanesmith simulate --latency 5 --random 200 --vcd alu.vcd --cycles 0..100 && gtkwave alu.gtkw
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
    /// What a register of the program, or a predicate (0 or 1), holds at first; may be given several times
    #[arg(long, value_name = "REGISTER=VALUE", requires = "program", value_parser = parse_set)]
    set: Vec<(String, u32)>,
    /// Decides instructions, operands, gaps, stalls and noise on idle inputs
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// When the input side pauses
    #[arg(long, value_enum, default_value_t = Profile::Rare)]
    gaps: Profile,
    /// When the output side stalls
    #[arg(long, value_enum, default_value_t = Profile::Rare)]
    stalls: Profile,
    /// Resets for one cycle after this many cycles of work, whatever is in flight
    #[arg(long, value_name = "CYCLES", value_parser = any::<u64>())]
    reset_at: Option<u64>,
    /// Writes waves to this file, with a GTKWave save file beside it; without --cycles the last 1000 cycles
    #[arg(long, value_name = "FILE")]
    vcd: Option<PathBuf>,
    /// The cycles to write, the first one included and the last one not
    #[arg(long, value_name = "A..B", requires = "vcd", value_parser = parse_cycles)]
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
    /// The vop2 and vop4 instructions of a PTX module in the order of the text, on the registers they name. No other
    /// instruction is executed, no branch followed; reading what another instruction has written is an error
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// Instructions without --random.
const INSTRUCTIONS: u64 = 10_000;
/// Cycles of waves without --cycles.
const LAST: usize = 1000;

fn parse_cycles(text: &str) -> Result<Range<u64>, String> {
    let parsed = text
        .split_once("..")
        .and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    parsed
        .filter(|range: &Range<u64>| range.start < range.end)
        .ok_or_else(|| format!("`{text}` is not A..B with A below B, such as 100..200"))
}

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
        let selection = self.configuration.selection()?;
        let config = match selection {
            Selection::VideoAlu(config) => config,
            Selection::VideoCore(config) => {
                if self.work.program.is_some() || self.reset_at.is_some() {
                    let why = "video_core has no handshake: --program and --reset-at are for video_alu";
                    return Err(Failure::new(why));
                }
                config
            }
            Selection::BrewDatapath(_) => {
                return Err(Failure::new(
                    "brew_datapath runs programs: see `lanesmith run --compare`",
                ));
            }
        };
        let hardware = self.planted.hardware(selection, self.engine)?;
        let (verdict, cases) = match (&self.work.vectors, &self.work.program) {
            (Some(path), _) => self.vectors(&hardware, &config, path)?,
            (_, Some(path)) => self.program(&hardware, &config, path)?,
            _ => {
                let count = self.work.random.unwrap_or(INSTRUCTIONS);
                let cases = || RandomCases::new(config, self.seed).take(count as usize);
                let verdict = self.simulate(&hardware, &config, self.watched(cases(), count))?;
                let last = Stimulus::last(cases(), verdict.instructions, self.settings());
                (verdict, last)
            }
        };
        let found = Stimulus {
            reset_at: self.reset_at,
            ..cases
        };
        self.report(&hardware, &verdict, &found)?;
        let differ = verdict.fault.is_some();
        if let (Some(cycle), false, false) = (self.reset_at, verdict.was_reset, differ) {
            return Err(Failure::new(format_args!(
                "--reset-at {cycle}: all work was done before that cycle, so there was no reset in it"
            )));
        }
        Outcome::of(verdict.instructions, differ, "no instruction was executed")
    }
}

impl Simulate {
    fn watched(&self, cases: impl Iterator<Item = Case>, count: u64) -> impl Iterator<Item = Case> {
        cases.progress_with(progress::bar("simulate", count))
    }

    fn settings(&self) -> Settings {
        Settings {
            gaps: self.gaps,
            stalls: self.stalls,
            seed: self.seed,
        }
    }

    fn simulate(
        &self,
        hardware: &Hardware,
        config: &Config,
        cases: impl Iterator<Item = Case>,
    ) -> Result<Verdict, Failure> {
        self.job(hardware, config, |engine, job| match hardware.selection() {
            Selection::VideoCore(_) => video::record_core(engine, job, cases),
            _ => video::run_interrupted(engine, job, &mut Independent(cases), self.reset_at),
        })
    }

    fn job(
        &self,
        hardware: &Hardware,
        config: &Config,
        run: impl FnOnce(Box<dyn Engine>, &Job) -> Result<Verdict, files::Error>,
    ) -> Result<Verdict, Failure> {
        let engine = hardware.engine(self.vcd.is_some())?;
        let keep = self.cycles.clone().map_or(Keep::Last(LAST), Keep::Window);
        let job = Job {
            config: *config,
            settings: self.settings(),
            waves: self.vcd.as_deref().map(|path| (path, keep)),
        };
        Ok(run(engine, &job)?)
    }

    fn vectors(&self, hardware: &Hardware, config: &Config, path: &Path) -> Result<(Verdict, Stimulus), Failure> {
        let table = Table::read(path)?;
        let cases = cases(&table)?;
        let all = cases.len();
        let cases: Vec<Case> = cases
            .into_iter()
            .filter(|case| executes(config, &case.instruction))
            .collect();
        if cases.len() < all {
            let skipped = all - cases.len();
            say(format_args!(
                "{skipped} of {all} vectors skipped: not in this configuration"
            ))?;
        }
        let count = cases.len() as u64;
        let verdict = self.simulate(hardware, config, self.watched(cases.iter().cloned(), count))?;
        let last = Stimulus::last(cases.into_iter(), verdict.instructions, self.settings());
        Ok((verdict, last))
    }

    fn program(&self, hardware: &Hardware, config: &Config, path: &Path) -> Result<(Verdict, Stimulus), Failure> {
        let shown = files::input_name(path);
        let source = text::read(path)?;
        let module = Module::parse(&source).map_err(|errors| Failure::all(&shown, &source, &errors))?;
        for other in module.others.iter().filter(|other| other.is_simd_video()) {
            let (line, mnemonic) = (other.line, &other.mnemonic);
            say(format_args!(
                "{shown}:{line}: `{mnemonic}` not executed: a SIMD video instruction that this unit lacks"
            ))?;
        }
        if module.statements.is_empty() {
            return Err(Failure::new(format_args!("{shown}: no vop2 or vop4 instruction in it")));
        }
        let statements = module.statements.iter();
        let foreign = statements.filter(|statement| !executes(config, &statement.instruction));
        let foreign: Vec<Diagnostic> = foreign
            .map(|statement| {
                let message = format!("`{}` is not in this configuration", statement.instruction);
                let expected = "an instruction that the hardware has, or hardware with more options";
                Diagnostic::new(statement.place.clone(), message, expected)
            })
            .collect();
        if !foreign.is_empty() {
            return Err(Failure::all(&shown, &source, &foreign));
        }
        once("--set", self.set.iter().map(|(name, _)| name))?;
        let names = || module.registers.iter().map(|register| register.name.as_str());
        let statements = || module.statements.iter();
        let is_read = |name: &str| {
            statements().any(|statement| {
                let read = statement.operands[1..].iter().chain(&statement.predicate);
                read.into_iter()
                    .any(|register| module.registers[*register].name == name)
            })
        };
        for (name, _) in &self.set {
            if names().any(|register| register == name) && !is_read(name) {
                return Err(Failure::new(format_args!(
                    "--set {name}: no vop2 or vop4 instruction of {shown} reads it"
                )));
            }
            if !names().any(|register| register == name) {
                let hint = match nearest(name, names()) {
                    Some(near) => format!("; did you mean {near}?"),
                    None => String::new(),
                };
                return Err(Failure::new(format_args!(
                    "--set {name}: no vop2 or vop4 instruction of {shown} names it{hint}"
                )));
            }
        }
        let initial = |name: &str| {
            let own = self.set.iter().find(|(set, _)| set == name);
            own.map(|(_, value)| *value)
        };
        let mut program = Program::new(&module, initial).map_err(|unset| {
            let draw = |unset: &Unset| {
                let expected = match unset.writer {
                    None => format!("--set {}=VALUE gives it one", unset.register),
                    Some(_) => "known are the values of --set and the results of vop2 and vop4".to_owned(),
                };
                Diagnostic::new(unset.place.clone(), unset.to_string(), expected)
            };
            Failure::all(&shown, &source, &unset.iter().map(draw).collect::<Vec<_>>())
        })?;
        let mut noted = Noted::new(&mut program);
        let verdict = self.job(hardware, config, |engine, job| {
            video::run_interrupted(engine, job, &mut noted, self.reset_at)
        })?;
        let last = Stimulus::last(noted.into_cases().into_iter(), verdict.instructions, self.settings());
        for (register, value) in program.registers() {
            if let Some(value) = value {
                give(format_args!("{} = {value:#010x}", register.name))?;
            }
        }
        if program.skipped() > 0 {
            say(format_args!(
                "{} instructions not executed: guard false",
                program.skipped()
            ))?;
        }
        Ok((verdict, last))
    }

    fn report(&self, hardware: &Hardware, verdict: &Verdict, found: &Stimulus) -> Result<(), Failure> {
        let (selection, options) = (hardware.selection(), hardware.options());
        if let Some((_, description)) = &verdict.fault {
            say(description)?;
            let left = self
                .counterexamples
                .leave(&hardware.name(), |folder| stimulus(hardware, found, folder))?;
            if left.is_none() {
                say(format_args!("repeat: {}", self.repetition(&options, verdict)))?;
            }
            say("")?;
        }
        say(format_args!(
            "{} {options}, engine {}, gaps {}, stalls {}, seed {}",
            selection.module().name,
            self.engine,
            self.gaps,
            self.stalls,
            self.seed
        ))?;
        let faults = if verdict.fault.is_some() {
            "1 mismatch"
        } else {
            "no mismatch"
        };
        let (instructions, cycles) = (verdict.instructions, verdict.cycles);
        say(format_args!("{instructions} instructions, {cycles} cycles, {faults}"))?;
        if let Some(dumped) = &verdict.dumped {
            let (vcd, Range { start, end }) = (dumped.vcd.display(), &dumped.cycles);
            let look = dumped
                .gtkw
                .as_ref()
                .map(|gtkw| format!("; to look at them: gtkwave {}", gtkw.display()));
            say(match dumped.cycles.is_empty() {
                true => format!("{vcd}: empty, the run ended before the window began"),
                false => format!("{vcd}: cycles {start}..{end}{}", look.unwrap_or_default()),
            })?;
        }
        Ok(())
    }

    /// The command that runs into the same fault, and no further than it must, with waves.
    fn repetition(&self, options: &str, verdict: &Verdict) -> String {
        let work = match (&self.work.vectors, &self.work.program) {
            (Some(path), _) => format!("--vectors {}", path.display()),
            (_, Some(path)) => {
                let sets = self.set.iter().map(|(name, value)| format!(" --set {name}={value:#x}"));
                format!("--program {}{}", path.display(), sets.collect::<String>())
            }
            _ => format!("--random {}", verdict.instructions),
        };
        let work = match self.reset_at {
            Some(cycle) => format!("{work} --reset-at {cycle}"),
            None => work,
        };
        format!(
            "lanesmith simulate --engine {} {options} {work} --gaps {} --stalls {} --seed {} --vcd mismatch.vcd \
             --no-counterexample",
            self.engine, self.gaps, self.stalls, self.seed
        )
    }
}

/// The rows of a table of results as cases.
pub(super) fn cases(table: &Table) -> Result<Vec<Case>, Failure> {
    if recognise(table)?.columns != video_results::KIND.columns {
        let expected = video_results::KIND.columns.join(",");
        return Err(table
            .header_error("these are no results of instructions", &expected)
            .into());
    }
    Ok(video_results::rows(table)?.iter().map(Case::from).collect())
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Unavailable(why) | EngineError::Failed(why) => Failure::new(why),
        }
    }
}
