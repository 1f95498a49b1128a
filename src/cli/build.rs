//! `lanesmith build`.

use super::counterexample::Counterexamples;
use super::folder::{self, Folder};
use super::number::{any, whole};
use super::simulate::cases;
use super::{Failure, Outcome, Run, progress, say};
use crate::catalog::{Emission, Selection, shipped};
use crate::counterexample::{Hardware, Stimulus, datapath, stimulus};
use crate::rtl::brew;
use crate::rtl::video::Config;
use crate::sim::EngineKind;
use crate::sim::brew::{Lockstep, Mismatch, random_program};
use crate::sim::testbench::video::{self, Case, Independent, Job, RandomCases, Verdict, executes, record_core};
use crate::sim::testbench::{Profile, Random, Settings};
use crate::sim::wave::{Dumped, Keep};
use crate::vectors::Table;
use clap::Args;
use comfy_table::{CellAlignment, Table as Picture, presets};
use indicatif::ProgressBar;
use std::fs;
use std::path::{Path, PathBuf};

/// Emits the Verilog of every shipped configuration and runs its testbench
///
/// The testbench runs NVIDIA's results, which are in this program, and random instructions, with random stalls; the
/// datapath runs random programs in lock-step with the golden machine. The waves of each configuration show the first
/// cycles of the random run, or the last ones before a mismatch.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 every result as it should be, 1 a mismatch, 2 bad input, or files that cannot be written.

Examples:
  lanesmith build
  lanesmith build --out /tmp/rtl --waves /tmp/waves --random 1000000 --seed 7")]
pub(super) struct Build {
    /// The folder for the Verilog, a folder for each configuration in it
    #[arg(long, value_name = "DIR", default_value = "rtl_out")]
    out: PathBuf,
    /// The folder for the waves
    #[arg(long, value_name = "DIR", default_value = "sim/out")]
    waves: PathBuf,
    /// Random instructions for each configuration
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1..=u64::MAX))]
    random: u64,
    /// Decides instructions, operands, gaps and stalls
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// What runs the hardware
    #[arg(long, value_enum, default_value_t = EngineKind::Native)]
    engine: EngineKind,
    #[command(flatten)]
    counterexamples: Counterexamples,
}

/// NVIDIA's results.
const VECTORS: &str = include_str!("../../testbench/vectors/ptx_vop.csv");
/// Cycles of waves where nothing is wrong, and where something is.
const FIRST: u64 = 200;
const LAST: usize = 1000;
/// Instructions of a random program for the datapath.
const PROGRAM: u64 = 1000;

/// What was done for a configuration.
struct Done {
    selection: Selection,
    name: String,
    files: usize,
    vectors: u64,
    random: u64,
    cycles: u64,
    waves: Option<Dumped>,
    fault: Option<String>,
    /// What shows the fault.
    found: Option<Found>,
}

/// Work on which hardware goes wrong.
enum Found {
    Cases(Stimulus),
    Program(Box<Mismatch>),
}

impl Run for Build {
    fn run(self) -> Result<Outcome, Failure> {
        let table = Table::parse("ptx_vop.csv".into(), VECTORS.into())?;
        let vectors = cases(&table)?;
        let selections = shipped();
        let folders = selections.iter().map(|selection| {
            let emission = Emission::from(*selection);
            Folder::new(&emission, &self.out.join(emission.name()))
        });
        let folders = folders.collect::<Result<Vec<_>, _>>()?;
        let notes = folder::write(&folders)?;
        let per_selection = vectors.len() as u64 + self.random;
        let bar = progress::bar("build", selections.len() as u64 * per_selection);
        let mut done = Vec::new();
        for (selection, folder) in selections.iter().zip(&folders) {
            bar.set_message(selection.name());
            done.push(self.run_one(selection, folder.files().len(), &vectors, &bar)?);
            bar.set_position(done.len() as u64 * per_selection);
        }
        bar.finish_and_clear();
        notes.iter().try_for_each(say)?;
        self.report(&done)
    }
}

impl Build {
    fn run_one(
        &self,
        selection: &Selection,
        files: usize,
        vectors: &[Case],
        bar: &ProgressBar,
    ) -> Result<Done, Failure> {
        let mut done = Done {
            selection: *selection,
            name: selection.name(),
            files,
            vectors: 0,
            random: 0,
            cycles: 0,
            waves: None,
            fault: None,
            found: None,
        };
        match selection {
            Selection::VideoAlu(config) => self.alu(config, vectors, bar, &mut done)?,
            Selection::VideoCore(config) => self.core(config, vectors, bar, &mut done)?,
            Selection::BrewDatapath(config) => self.datapath(config, bar, &mut done)?,
        }
        Ok(done)
    }

    fn settings(&self) -> Settings {
        Settings {
            gaps: Profile::Rare,
            stalls: Profile::Rare,
            seed: self.seed,
        }
    }

    fn alu(&self, config: &Config, vectors: &[Case], bar: &ProgressBar, done: &mut Done) -> Result<(), Failure> {
        let path = self.waves_path(done)?;
        let own = || {
            vectors
                .iter()
                .filter(|case| executes(config, &case.instruction))
                .cloned()
        };
        let verdict = self.run_alu(config, || own().inspect(|_| bar.inc(1)), &path, None)?;
        done.vectors = verdict.retired;
        self.add(done, verdict, own());
        if done.fault.is_none() {
            let random = || {
                let cases = RandomCases::new(*config, self.seed).take(self.random as usize);
                cases.inspect(|_| bar.inc(1))
            };
            let verdict = self.run_alu(config, random, &path, Some(Keep::Window(0..FIRST)))?;
            done.random = verdict.retired;
            self.add(done, verdict, RandomCases::new(*config, self.seed));
        }
        Ok(())
    }

    /// Runs the cases; where something is wrong, once more with waves of the last cycles.
    fn run_alu<I: Iterator<Item = Case>>(
        &self,
        config: &Config,
        cases: impl Fn() -> I,
        path: &Path,
        keep: Option<Keep>,
    ) -> Result<Verdict, Failure> {
        let run = |keep: Option<Keep>| {
            let engine = self.engine.video_alu(config, keep.is_some())?;
            let job = Job {
                config: *config,
                settings: self.settings(),
                waves: keep.map(|keep| (path, keep)),
            };
            Ok::<_, Failure>(video::run(engine, &job, &mut Independent(cases()))?)
        };
        let verdict = run(keep)?;
        match verdict.fault {
            None => Ok(verdict),
            Some(_) => run(Some(Keep::Last(LAST))),
        }
    }

    fn core(&self, config: &Config, vectors: &[Case], bar: &ProgressBar, done: &mut Done) -> Result<(), Failure> {
        let own: Vec<&Case> = vectors
            .iter()
            .filter(|case| executes(config, &case.instruction))
            .collect();
        let random = RandomCases::new(*config, self.seed).take(self.random as usize);
        let cases = || own.iter().copied().cloned().chain(random.clone());
        let engine = self.engine.video_core(config)?;
        let job = Job {
            config: *config,
            settings: self.settings(),
            waves: None,
        };
        let verdict = record_core(engine, &job, cases().inspect(|_| bar.inc(1)))?;
        if verdict.fault.is_none() {
            (done.vectors, done.random) = (own.len() as u64, self.random);
        }
        self.add(done, verdict, cases());
        Ok(())
    }

    /// Random programs in lock-step with the golden machine. The waves show the beginning of the first one, or the
    /// shortest program that was found to go wrong.
    fn datapath(&self, config: &brew::Config, bar: &ProgressBar, done: &mut Done) -> Result<(), Failure> {
        let mut lockstep = Lockstep::new(self.engine.brew_datapath(config, false)?, *config);
        let mut random = Random::new(self.seed);
        let mut shown = random_program(&mut random.clone(), FIRST as usize);
        let mut left = self.random;
        while left > 0 {
            let count = left.min(PROGRAM);
            let program = random_program(&mut random, count as usize);
            match lockstep.run(&program, self.settings().gaps, self.seed) {
                Ok(statistics) => {
                    done.random += statistics.instructions;
                    done.cycles += statistics.cycles;
                }
                Err(mismatch) => {
                    done.fault = Some(mismatch.to_string());
                    shown = mismatch.program.clone();
                    done.found = Some(Found::Program(mismatch));
                    break;
                }
            }
            bar.inc(count);
            left -= count;
        }
        let path = self.waves_path(done)?;
        let Settings { gaps, seed, .. } = self.settings();
        let recorded = Lockstep::new(self.engine.brew_datapath(config, true)?, *config).record(
            &shown,
            gaps,
            seed,
            &path,
            0..u64::MAX,
        )?;
        done.waves = Some(recorded.1);
        Ok(())
    }

    /// Adds a run on `cases`.
    fn add(&self, done: &mut Done, verdict: Verdict, cases: impl Iterator<Item = Case>) {
        done.cycles += verdict.cycles;
        done.waves = verdict.dumped.or(done.waves.take());
        if let Some((_, description)) = verdict.fault {
            done.fault = Some(description);
            done.found = Some(Found::Cases(Stimulus::last(
                cases,
                verdict.instructions,
                self.settings(),
            )));
        }
    }

    /// The file for a configuration's waves, in a folder that is there.
    fn waves_path(&self, done: &Done) -> Result<PathBuf, Failure> {
        fs::create_dir_all(&self.waves)
            .map_err(|error| Failure::new(format_args!("cannot make {}: {error}", self.waves.display())))?;
        Ok(self.waves.join(format!("{}.vcd", done.name)))
    }

    fn report(&self, done: &[Done]) -> Result<Outcome, Failure> {
        let mut picture = Picture::new();
        picture.load_style(presets::NOTHING);
        picture.set_header(["configuration", "files", "NVIDIA", "random", "cycles", "waves"]);
        for column in 1..5 {
            if let Some(column) = picture.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for done in done {
            let waves = done
                .waves
                .as_ref()
                .and_then(|dumped| dumped.gtkw.as_ref())
                .map_or(String::new(), |gtkw| gtkw.display().to_string());
            picture.add_row([
                done.name.clone(),
                done.files.to_string(),
                match done.vectors {
                    0 => "-".to_owned(),
                    vectors => vectors.to_string(),
                },
                done.random.to_string(),
                done.cycles.to_string(),
                waves,
            ]);
        }
        say(picture.trim_fmt())?;
        say(format_args!(
            "Verilog in {}/, waves in {}/ (look at them with gtkwave FILE.gtkw); engine {}, seed {}",
            self.out.display(),
            self.waves.display(),
            self.engine,
            self.seed
        ))?;
        let mut outcome = Outcome::Success;
        for done in done {
            if let Some(fault) = &done.fault {
                say(format_args!("\n{}: MISMATCH\n{fault}", done.name))?;
                let hardware = Hardware::new(done.selection, self.engine, None)?;
                self.counterexamples.leave(&done.name, |folder| match &done.found {
                    Some(Found::Cases(found)) => stimulus(&hardware, found, folder),
                    Some(Found::Program(found)) => datapath(&hardware, found, folder),
                    None => Ok(None),
                })?;
                outcome = Outcome::Mismatch;
            }
        }
        if outcome == Outcome::Success {
            say("every result as it should be")?;
        }
        Ok(outcome)
    }
}
