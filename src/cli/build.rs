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
use lanesmith::sim::wave::Keep;
use lanesmith::unit::folder;
use lanesmith::unit::{self, Hardware, RunReport, Selection, Work};
use lanesmith::vectors::Table;
use serde_json::json;
use std::fs;
use std::path::PathBuf;

/// Writes the Verilog of every shipped configuration and runs its testbench
///
/// The testbench runs the bundled vectors (from NVIDIA's compiler for the video ALU, from the ISA author's simulator for the
/// datapath) and random instructions, under random gaps and stalls. The waves of each configuration show the first 200 cycles of
/// the random run; a mismatch leaves a counterexample with waves.
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

/// Cycles of waves.
const FIRST: u64 = 200;

/// Results of a configuration.
struct Done {
    selection: Selection,
    files: usize,
    vectors: u64,
    random: u64,
    cycles: u64,
    /// The random run, or the one with the first fault.
    last: RunReport,
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
            files,
            vectors: 0,
            random: 0,
            cycles: 0,
            last: RunReport::default(),
        };
        let mut tables = selection.unit().bundled();
        tables.retain(|table| !table.is_empty());
        let rows: usize = tables.iter().map(Table::len).sum();
        bar.set_position(0);
        bar.set_length(rows as u64 + self.random);
        let hardware = Hardware::new(*selection, self.engine, None)?;
        fs::create_dir_all(&self.waves).map_err(|error| failure!("cannot make {}: {error}", self.waves.display()))?;
        let path = self.waves.join(format!("{}.vcd", selection.name()));
        for work in tables.iter().map(Work::Vectors).chain([Work::Random(self.random)]) {
            let (name, waves) = match work {
                Work::Vectors(_) => ("bundled vectors".to_owned(), None),
                Work::Random(count) => {
                    let waves = (path.as_path(), Keep::Window(0..FIRST));
                    (format!("{count} random instructions"), Some(waves))
                }
            };
            recorder.start(selection.name(), name);
            let how = unit::RunOptions {
                traffic: unit::traffic(Profile::Rare, self.seed),
                reset_at: None,
                is_one: false,
                waves,
                progress: &|instructions| {
                    recorder.count(instructions);
                    bar.inc(instructions);
                },
                // Every configuration would repeat that it skips some rows.
                remark: &|_| (),
            };
            let ran = selection.unit().work(&hardware, work, &how)?;
            let values = json!({
                "engine": self.engine.to_string(),
                "seed": self.seed,
                "instructions": ran.instructions,
                "correct": ran.right,
                "cycles": ran.cycles,
                "waves": ran.dumped.as_ref().map(|dumped| &dumped.file),
            });
            recorder.end(ran.fault.as_ref().map(|(description, _)| description.clone()), values);
            match work {
                Work::Vectors(_) => done.vectors += ran.right,
                Work::Random(_) => done.random = ran.right,
            }
            done.cycles += ran.cycles;
            done.last = ran;
            if done.last.fault.is_some() {
                break;
            }
        }
        Ok(done)
    }

    fn report(&self, done: &[Done]) -> Result<CommandOutcome, Failure> {
        let header = ["configuration", "files", "vectors", "random", "cycles", "waves"];
        let mut picture = table(header, 1..5);
        for done in done {
            let gtkw = done.last.dumped.as_ref().and_then(|dumped| dumped.gtkw.as_ref());
            let waves = gtkw.map_or(String::new(), |gtkw| gtkw.display().to_string());
            picture.add_row([
                done.selection.name(),
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
            if let Some((fault, found)) = &done.last.fault {
                say!("\n{}: MISMATCH\n{fault}", done.selection.name())?;
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
