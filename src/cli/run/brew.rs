//! Brew programs.

use super::HardwareOptions;
use crate::cli::data::Data;
use crate::cli::program::{self, Written};
use crate::cli::stdout::stdout;
use crate::cli::{CommandOutcome, Failure, check_files, failure, give, progress, say};
use clap::Args;
use indicatif::ProgressBar;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::sim::wave::Keep;
use lanesmith::unit::{self, Hardware, Program, ProgramResult, Selection};
use serde_json::json;
use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The options of Brew programs.
#[derive(Args)]
pub(super) struct BrewOptions {
    /// Prints every instruction as it retires
    // A heading of the group would also apply to the options after it.
    #[arg(long, help_heading = "Brew programs", conflicts_with = "json")]
    trace: bool,
}

/// A program on its way.
struct BrewRun<'a> {
    options: &'a BrewOptions,
    how: &'a HardwareOptions,
    file: &'a Path,
    program: &'a dyn Program,
}

impl BrewOptions {
    /// The first of these options on the command line.
    pub(super) fn given(&self) -> Option<&'static str> {
        self.trace.then_some("--trace")
    }

    pub(super) fn run(
        &self,
        path: &Path,
        format: Option<Written>,
        how: &HardwareOptions,
        data: &Data,
    ) -> Result<CommandOutcome, Failure> {
        let waves = how.waves.outputs()?;
        let outputs = waves.iter().map(PathBuf::as_path).chain(data.file());
        check_files([path], outputs)?;
        how.check_golden()?;
        let (entry, language) = program::row();
        let selection = how.configuration.selection_of(entry)?;
        let words = program::read(language, path, format)?;
        let program = language.prepare(&words);
        if how.stalls.is_some() {
            return Err(Failure::new("--stalls: the datapath accepts every result at once"));
        }
        let kind = how.engine.engine();
        let hardware = kind.map(|kind| how.planted.hardware(selection, kind)).transpose()?;
        let run = BrewRun {
            options: self,
            how,
            file: path,
            program: &*program,
        };
        let cycles = match &hardware {
            None => None,
            Some(hardware) => match run.compare(hardware)? {
                Some(cycles) => Some(cycles),
                None => return Ok(CommandOutcome::Mismatch),
            },
        };
        let end = run.golden(&selection)?;
        let report = json!({
            "format_version": 1,
            "registers": end.registers,
            "instructions": end.instructions,
            "exceptions": end.exceptions,
            "cycles": cycles,
            "remarks": end.remarks,
            "compared": hardware.is_some(),
        });
        data.report(&report, || {
            end.registers.iter().try_for_each(give)?;
            let cycles = cycles.map_or(String::new(), |cycles| format!(", {cycles} cycles"));
            say!(
                "{} instructions, {} exceptions{cycles}",
                end.instructions,
                end.exceptions
            )?;
            end.remarks.iter().try_for_each(say)?;
            if hardware.is_some() {
                let TrafficSettings { gaps, seed, .. } = run.traffic();
                say!("no mismatch with the golden machine; gaps {gaps}, seed {seed}")?;
            }
            Ok(())
        })?;
        Ok(CommandOutcome::Success)
    }
}

impl BrewRun<'_> {
    fn traffic(&self) -> TrafficSettings {
        self.how.traffic(Profile::Always)
    }

    /// A progress bar, hidden if the trace shows the progress.
    fn bar(&self) -> ProgressBar {
        match self.options.trace {
            true => ProgressBar::hidden(),
            false => progress::bar("run", self.program.instructions()),
        }
    }

    /// Runs in lock-step with the golden machine, with the waves if selected. The number of cycles; `None` after a mismatch.
    fn compare(&self, hardware: &Hardware) -> Result<Option<u64>, Failure> {
        let bar = self.bar();
        let reset_at = self.how.reset_at;
        let ran = self.program.compare(
            hardware,
            &unit::RunOptions {
                traffic: self.traffic(),
                reset_at,
                is_one: false,
                waves: self.how.waves.path().map(|path| {
                    let cycles = self.how.waves.cycles().unwrap_or(0..u64::MAX);
                    (path, Keep::Window(cycles))
                }),
                progress: &|instructions| bar.inc(instructions),
                remark: &|_| {},
            },
        )?;
        bar.finish_and_clear();
        let Some((description, found)) = &ran.fault else {
            if let (Some(cycle), false) = (reset_at, ran.was_reset) {
                return Err(failure!(
                    "--reset-at {cycle}: the program took only {} cycles; choose an earlier cycle",
                    ran.cycles
                ));
            }
            CommandOutcome::of(ran.instructions, false, "the program has no instruction")?;
            return Ok(Some(ran.cycles));
        };
        say(description)?;
        if !self.how.counterexamples.leave_work(hardware, found)? {
            let reset = reset_at.map(|cycle| format!(" --reset-at {cycle}")).unwrap_or_default();
            let TrafficSettings { gaps, seed, .. } = self.traffic();
            say!(
                "repeat: lanesmith run {} --engine {} {} --gaps {gaps} --seed {seed}{reset} --no-counterexample",
                self.file.display(),
                hardware.kind(),
                hardware.run_options(),
            )?;
        }
        Ok(None)
    }

    /// Runs the program on the golden machine; prints its instructions if asked for.
    fn golden(&self, selection: &Selection) -> Result<ProgramResult, Failure> {
        let mut out = BufWriter::new(stdout());
        let mut written = Ok(());
        let bar = self.bar();
        let mut see = |line: &dyn Display| {
            bar.inc(1);
            if self.options.trace && written.is_ok() {
                written = writeln!(out, "{line}");
            }
        };
        let end = self.program.golden(selection, &mut see)?;
        written?;
        bar.finish_and_clear();
        out.flush()?;
        Ok(end)
    }
}
