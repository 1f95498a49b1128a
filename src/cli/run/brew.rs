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
use lanesmith::unit::{self, Hardware, Program, ProgramResult};
use serde_json::json;
use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Set on each option: a heading of the group would also apply to the options after it.
const HEADING: &str = "Brew programs";

/// The options of Brew programs.
#[derive(Args)]
pub(super) struct BrewOptions {
    /// Prints every instruction as it retires
    #[arg(long, help_heading = HEADING, conflicts_with = "json")]
    trace: bool,
    /// Compares every retired instruction with the golden machine and stops at the first mismatch
    #[arg(long, help_heading = HEADING)]
    compare: bool,
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
        let all = [(self.trace, "--trace"), (self.compare, "--compare")];
        all.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
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
        let needing = [
            (how.gaps.is_some(), "--gaps"),
            (how.seed.is_some(), "--seed"),
            (how.reset_at.is_some(), "--reset-at"),
        ];
        if let (false, Some((_, option))) = (self.compare, needing.iter().find(|one| one.0)) {
            return Err(failure!("{option} needs --compare"));
        }
        if how.stalls.is_some() {
            return Err(Failure::new("--stalls: the datapath accepts every result at once"));
        }
        let hardware = match how.engine.engine() {
            Some(kind) => Some(how.planted.hardware(selection, kind)?),
            None if self.compare => {
                let why =
                    "--compare compares hardware with the golden machine: choose a simulation engine with --engine";
                return Err(Failure::new(why));
            }
            None => None,
        };
        let run = BrewRun {
            options: self,
            how,
            file: path,
            program: &*program,
        };
        let compared = hardware.as_ref().filter(|_| self.compare);
        if let Some(hardware) = compared
            && run.compare(hardware)? == CommandOutcome::Mismatch
        {
            return Ok(CommandOutcome::Mismatch);
        }
        let end = run.execute(hardware.as_ref())?;
        let report = json!({
            "format_version": 1,
            "registers": end.registers,
            "instructions": end.instructions,
            "exceptions": end.exceptions,
            "cycles": end.cycles,
            "remarks": end.remarks,
            "compared": compared.is_some(),
        });
        data.report(&report, || {
            end.registers.iter().try_for_each(give)?;
            let cycles = end.cycles.map_or(String::new(), |cycles| format!(", {cycles} cycles"));
            say!(
                "{} instructions, {} exceptions{cycles}",
                end.instructions,
                end.exceptions
            )?;
            end.remarks.iter().try_for_each(say)?;
            if compared.is_some() {
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

    /// The cycles of the waves.
    fn window(&self) -> Range<u64> {
        self.how.waves.cycles().unwrap_or(0..u64::MAX)
    }

    /// Runs in lock-step with the golden machine, with the waves if selected.
    fn compare(&self, hardware: &Hardware) -> Result<CommandOutcome, Failure> {
        let bar = self.bar();
        let reset_at = self.how.reset_at;
        let ran = self.program.compare(
            hardware,
            &unit::RunOptions {
                traffic: self.traffic(),
                reset_at,
                is_one: false,
                waves: self.how.waves.path().map(|path| (path, Keep::Window(self.window()))),
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
            return CommandOutcome::of(ran.instructions, false, "the program has no instruction");
        };
        say(description)?;
        if !self.how.counterexamples.leave_work(hardware, found)? {
            let reset = reset_at.map(|cycle| format!(" --reset-at {cycle}")).unwrap_or_default();
            let TrafficSettings { gaps, seed, .. } = self.traffic();
            say!(
                "repeat: lanesmith run {} --engine {} {} --compare --gaps {gaps} --seed {seed}{reset} --no-counterexample",
                self.file.display(),
                hardware.kind(),
                hardware.run_options(),
            )?;
        }
        Ok(CommandOutcome::Mismatch)
    }

    /// Runs the program to its end; prints its instructions if asked for.
    fn execute(&self, hardware: Option<&Hardware>) -> Result<ProgramResult, Failure> {
        let mut out = BufWriter::new(stdout());
        let mut written = Ok(());
        let bar = self.bar();
        let mut see = |line: &dyn Display| {
            bar.inc(1);
            if self.options.trace && written.is_ok() {
                written = writeln!(out, "{line}");
            }
        };
        // With --compare the comparison writes the waves.
        let vcd = self.how.waves.path().filter(|_| !self.options.compare);
        let end = match hardware {
            None => self.program.golden(&mut see),
            Some(hardware) => self
                .program
                .execute(hardware, vcd.map(|path| (path, self.window())), &mut see)?,
        };
        written?;
        bar.finish_and_clear();
        out.flush()?;
        Ok(end)
    }
}
