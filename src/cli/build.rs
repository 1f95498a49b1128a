//! `lanesmith build`.

use super::cases::{CaseRecorder, CaseReports};
use super::counterexample::Counterexamples;
use super::number::{any, whole};
use super::table::table;
use super::{CommandOutcome, Failure, NONE, Run, configurations, failure, progress, say};
use clap::Args;
use indicatif::ProgressBar;
use lanesmith::files;
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::Profile;
use lanesmith::sim::wave::{DumpedWaves, Keep};
use lanesmith::unit::folder;
use lanesmith::unit::{self, FailingWork, Hardware, RunReport, Selection, Work};
use lanesmith::vectors::Table;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writes the Verilog of every shipped configuration and runs its testbench
///
/// The testbench runs the bundled vectors (from NVIDIA's compiler for the video ALU, from the ISA author's simulator for the
/// datapath) and random instructions, under random gaps and stalls. The waves of each configuration show the first 200 cycles of
/// the random run, or the last 1000 before a mismatch.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 all results are correct, 1 a mismatch, 2 bad input, or a file that cannot be written.

Examples:
  lanesmith build
  lanesmith build --out /tmp/rtl --waves /tmp/waves --random 1000000 --seed 7")]
pub(super) struct Build {
    /// The folder for the Verilog; each configuration gets a folder in it
    #[arg(long, value_name = "DIR", default_value = "rtl_out", value_parser = super::out::folder())]
    out: PathBuf,
    /// Replaces files in these folders that somebody edited or that lanesmith did not write
    #[arg(long)]
    force: bool,
    /// The folder for the waves
    #[arg(long, value_name = "DIR", default_value = "sim/out", value_parser = super::out::folder())]
    waves: PathBuf,
    /// Number of random instructions for each configuration
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = whole::<u64>(1..=u64::MAX))]
    random: u64,
    /// Seed of instructions, operands, gaps and stalls
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    /// The engine that runs the hardware
    #[arg(long, value_enum, default_value_t = EngineKind::Native)]
    engine: EngineKind,
    #[command(flatten)]
    counterexamples: Counterexamples,
    #[command(flatten)]
    reports: CaseReports,
}

/// Cycles of waves of a correct run, and before a mismatch.
const FIRST: u64 = 200;
const LAST: usize = 1000;

/// Results of a configuration.
struct Done {
    selection: Selection,
    name: String,
    files: usize,
    vectors: u64,
    random: u64,
    cycles: u64,
    waves: Option<DumpedWaves>,
    /// Description of the first fault, and the failing case.
    fault: Option<(String, Option<Arc<dyn FailingWork>>)>,
}

impl Run for Build {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let recorder = self.reports.begin("build", NONE, &[])?;
        files::check_folder(&self.out)?;
        files::check_folder(&self.waves)?;
        let emissions = configurations::shipped();
        let folders = configurations::folders(&self.out, &emissions)?;
        let beside = configurations::files(&self.out, &emissions);
        let notes = folder::write(&folders, beside, self.force)?;
        let bar = progress::bar("build", 0);
        let mut done = Vec::new();
        for (emission, folder) in emissions.iter().zip(&folders) {
            bar.set_message(format!("build {} of {}", done.len() + 1, folders.len()));
            done.push(self.run_one(emission.selection(), folder.files().len(), &bar, &recorder)?);
        }
        bar.finish_and_clear();
        notes.iter().try_for_each(say)?;
        let outcome = self.report(&done)?;
        recorder.finish()?;
        Ok(outcome)
    }
}

impl Build {
    /// Runs the vectors, then random instructions with waves, up to the first fault.
    fn run_one(
        &self,
        selection: &Selection,
        files: usize,
        bar: &ProgressBar,
        recorder: &CaseRecorder,
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
        };
        let tables = selection.unit().bundled();
        let rows: usize = tables.iter().map(Table::len).sum();
        bar.set_position(0);
        bar.set_length(rows as u64 + self.random);
        let hardware = Hardware::new(*selection, self.engine, None)?;
        fs::create_dir_all(&self.waves).map_err(|error| failure!("cannot make {}: {error}", self.waves.display()))?;
        let path = self.waves.join(format!("{}.vcd", done.name));
        let progress = |instructions| {
            recorder.count(instructions);
            bar.inc(instructions);
        };
        recorder.start(&done.name, "bundled vectors");
        for table in &tables {
            if done.fault.is_some() {
                break;
            }
            let vectors = self.run(&hardware, Work::Vectors(table), None, &path, &progress)?;
            if !table.is_empty() {
                self.record(recorder, &vectors);
            }
            done.vectors += vectors.right;
            done.add(vectors);
        }
        if done.fault.is_none() {
            let keep = Some(Keep::Window(0..FIRST));
            recorder.start(&done.name, format!("{} random instructions", self.random));
            let random = self.run(&hardware, Work::Random(self.random), keep, &path, &progress)?;
            self.record(recorder, &random);
            done.random = random.right;
            done.add(random);
        }
        Ok(done)
    }

    /// Runs a job. After a fault it runs again, with waves of the last cycles.
    fn run(
        &self,
        hardware: &Hardware,
        work: Work,
        keep: Option<Keep>,
        path: &Path,
        progress: &dyn Fn(u64),
    ) -> Result<RunReport, Failure> {
        let run = |keep: Option<Keep>| {
            let how = unit::RunOptions {
                traffic: unit::traffic(Profile::Rare, self.seed),
                reset_at: None,
                is_one: false,
                waves: keep.map(|keep| (path, keep)),
                progress,
                // Every configuration would repeat that it skips some rows.
                remark: &|_| (),
            };
            hardware.selection().unit().work(hardware, work, &how)
        };
        let ran = run(keep)?;
        Ok(if ran.fault.is_some() {
            run(Some(Keep::Last(LAST)))?
        } else {
            ran
        })
    }

    /// Records a job.
    fn record(&self, recorder: &CaseRecorder, ran: &RunReport) {
        let values = json!({
            "engine": self.engine.to_string(),
            "seed": self.seed,
            "instructions": ran.instructions,
            "correct": ran.right,
            "cycles": ran.cycles,
            "waves": ran.dumped.as_ref().map(|dumped| &dumped.file),
        });
        recorder.end(ran.fault.as_ref().map(|(description, _)| description.clone()), values);
    }

    fn report(&self, done: &[Done]) -> Result<CommandOutcome, Failure> {
        let header = ["configuration", "files", "vectors", "random", "cycles", "waves"];
        let mut picture = table(header, 1..5);
        for done in done {
            let gtkw = done.waves.as_ref().and_then(|dumped| dumped.gtkw.as_ref());
            let waves = gtkw.map_or(String::new(), |gtkw| gtkw.display().to_string());
            picture.add_row([
                done.name.clone(),
                done.files.to_string(),
                if done.vectors == 0 {
                    "-".to_owned()
                } else {
                    done.vectors.to_string()
                },
                done.random.to_string(),
                done.cycles.to_string(),
                waves,
            ]);
        }
        say(picture.trim_fmt())?;
        let (out, waves, engine, seed) = (self.out.display(), self.waves.display(), self.engine, self.seed);
        let view = "view them with gtkwave FILE.gtkw";
        say!("Verilog in {out}/, waves in {waves}/ ({view}); engine {engine}, seed {seed}")?;
        let mut outcome = CommandOutcome::Success;
        for done in done {
            if let Some((fault, found)) = &done.fault {
                say!("\n{}: MISMATCH\n{fault}", done.name)?;
                let hardware = Hardware::new(done.selection, self.engine, None)?;
                self.counterexamples.leave_work(&hardware, found)?;
                outcome = CommandOutcome::Mismatch;
            }
        }
        if outcome == CommandOutcome::Success {
            say("all results are correct")?;
        }
        Ok(outcome)
    }
}

impl Done {
    /// Adds the results of a job.
    fn add(&mut self, ran: RunReport) {
        self.cycles += ran.cycles;
        self.waves = ran.dumped.or(self.waves.take());
        self.fault = ran.fault;
    }
}
