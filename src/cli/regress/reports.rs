//! The reports of a regression: for people, and as files.

use crate::cli::data::Data;
use crate::cli::table::table;
use crate::cli::{CommandOutcome, Failure, check_files, say};
use clap::Args;
use comfy_table::Table;
use lanesmith::files;
use lanesmith::regress::{CrossReport, JobReport, RegressionReport, Status, Totals};
use std::io::Write;
use std::path::PathBuf;

/// Holes that are printed for each cross; the JSON report has them all.
const HOLES: usize = 10;

/// The output files.
#[derive(Args, Clone)]
pub(in crate::cli) struct Reports {
    #[command(flatten)]
    data: Data,
    /// Writes the jobs as JUnit XML to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Leaves the times out of the files, so that every run writes the same
    #[arg(long)]
    no_times: bool,
    /// Exit status 1 unless this part of every cross's bins was hit, 0 to 100 [default: no requirement]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    require_coverage: Option<f64>,
}

fn percent(text: &str) -> Result<f64, String> {
    let parsed = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    parsed.ok_or_else(|| "expected a number from 0 to 100, such as 99.5".to_owned())
}

impl Reports {
    /// An error if the files conflict with `inputs` or certainly cannot be written.
    pub(in crate::cli) fn check(&self, inputs: &[PathBuf]) -> Result<(), Failure> {
        let others = self.junit.iter().map(PathBuf::as_path);
        check_files(inputs, self.data.file().into_iter().chain(others))
    }

    /// Writes the files of an interrupted run. Messages go to standard error, because the process ends.
    pub(super) fn interrupted(&self, report: RegressionReport, asked: usize) {
        let ran = report.jobs.len();
        let message = match self.files(report) {
            Ok(()) => format!("interrupted: {ran} of {asked} jobs ran"),
            Err(Failure(text)) => text,
        };
        let _ = writeln!(anstream::stderr(), "{message}");
    }

    fn files(&self, mut report: RegressionReport) -> Result<(), Failure> {
        if self.no_times {
            report.times = None;
        }
        self.data.give(|| Ok(report.text()))?;
        if let Some(path) = &self.junit {
            files::write(path, report.junit(self.require_coverage).as_bytes())?;
        }
        Ok(())
    }

    /// Writes the files, prints the report for people, and gives the exit status.
    pub(in crate::cli) fn write(&self, report: RegressionReport) -> Result<CommandOutcome, Failure> {
        let required = self.require_coverage.unwrap_or_default();
        let short: Vec<&CrossReport> = report.short_of(required).collect();
        if !self.data.json {
            print(&report)?;
            for cross in &short {
                let CrossReport {
                    module,
                    name,
                    hit,
                    bins,
                    ..
                } = cross;
                let percent = cross.percent();
                say!("coverage of {module} {name} is below {required} %: {percent:.2} %, {hit} of {bins} bins")?;
            }
        }
        self.files(report.clone())?;
        let totals = &report.totals;
        let why = match report.jobs.iter().find_map(|job| job.detail.as_ref()) {
            Some(detail) => format!("all jobs were skipped: {detail}"),
            None => "this shard has no jobs, because there are fewer jobs than shards".to_owned(),
        };
        let is_wrong = !report.is_good() || !short.is_empty();
        CommandOutcome::of((totals.passed + totals.failed) as u64, is_wrong, why)
    }
}

fn print(report: &RegressionReport) -> Result<(), Failure> {
    say(jobs_table(report).trim_fmt())?;
    say("")?;
    say(coverage_table(report).trim_fmt())?;
    for cross in &report.coverage {
        print_holes(cross)?;
    }
    for job in report.jobs.iter().filter(|job| job.status == Status::Failed) {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let (name, detail, repeat) = (job.name(), text(&job.detail), text(&job.repeat));
        say!("\n{name}: FAILED\n{}\nrepeat it: {repeat}", detail.trim_end())?;
    }
    let (settings, shard) = (&report.settings, &report.shard);
    let Totals {
        jobs,
        passed,
        failed,
        skipped,
        instructions,
        cycles,
    } = report.totals;
    let ([first, end], all) = (settings.seeds, settings.jobs);
    say!(
        "\n{jobs} jobs of {all}, shard {shard}, seeds {first}..{end}: {passed} passed, {failed} failed, {skipped} skipped; \
         {instructions} instructions, {cycles} cycles"
    )?;
    say!("digest {}", report.digest)
}

/// The numbers of passed, failed and skipped jobs of each configuration and engine.
fn jobs_table(report: &RegressionReport) -> Table {
    let settings = &report.settings;
    let engines = settings.engines.iter().map(String::as_str);
    let mut table = table(["configuration"].into_iter().chain(engines), 0..0);
    for configuration in &settings.configurations {
        let mut row = vec![configuration.clone()];
        for engine in &settings.engines {
            let own = |job: &&JobReport| job.configuration == *configuration && job.engine == *engine;
            let own: Vec<Status> = report.jobs.iter().filter(own).map(|job| job.status).collect();
            let shown = [Status::Passed, Status::Failed, Status::Skipped]
                .into_iter()
                .zip(["passed", "FAILED", "skipped"]);
            let counts = shown.map(|(status, what)| (own.iter().filter(|own| **own == status).count(), what));
            let counts = counts.filter(|(count, _)| *count > 0);
            let counts: Vec<String> = counts.map(|(count, what)| format!("{count} {what}")).collect();
            row.push(if own.is_empty() { "-".into() } else { counts.join(", ") });
        }
        table.add_row(row);
    }
    table
}

/// The coverage of each cross, by engine and in total.
fn coverage_table(report: &RegressionReport) -> Table {
    let engines = &report.settings.engines;
    let header = ["coverage", "bins"].map(str::to_owned).into_iter();
    let end = ["all", "holes"].map(str::to_owned);
    let header: Vec<String> = header.chain(engines.iter().cloned()).chain(end).collect();
    let columns = header.len();
    let mut table = table(header, 1..columns);
    for cross in &report.coverage {
        let percent = |hit: usize| format!("{:.1} %", 100.0 * hit as f64 / cross.bins.max(1) as f64);
        let mut row = vec![format!("{} {}", cross.module, cross.name), cross.bins.to_string()];
        let hit = |engine| cross.engines.get(engine).map_or(0, |hits| hits.hit);
        row.extend(engines.iter().map(|engine| percent(hit(engine))));
        row.extend([percent(cross.hit), cross.holes.len().to_string()]);
        table.add_row(row);
    }
    table
}

fn print_holes(cross: &CrossReport) -> Result<(), Failure> {
    let (name, holes) = (format!("{} {}", cross.module, cross.name), &cross.holes);
    if !holes.is_empty() {
        say!("\nholes of {name} ({}):", cross.axes.join(" | "))?;
    }
    holes.iter().take(HOLES).try_for_each(|hole| say!("  {hole}"))?;
    if holes.len() > HOLES {
        let more = holes.len() - HOLES;
        say!("  and {more} more; the JSON report lists all of them")?;
    }
    for hit in &cross.contradictions {
        say!("CONTRADICTION in {name}: {hit} was hit, although a rule excludes it")?;
    }
    Ok(())
}
