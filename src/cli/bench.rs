//! `lanesmith bench`.

use super::configuration::Configuration;
use super::data::{Data, pretty};
use super::number::any;
use super::{CommandOutcome, Failure, Run, give, lock, progress, say};
use clap::Args;
use comfy_table::{CellAlignment, Table};
use lanesmith::bench::{BenchError, BenchmarkReport, BenchmarkRow, FORMAT_VERSION, run};
use serde_json::json;
use std::sync::{Arc, Mutex};

/// Measures the speed of the golden model and of the simulation engines
///
/// All subjects of a table run in one process and take turns, so that other load affects them equally; the median turn counts.
/// Before the measurement they must compute the same results. For the video ALU the golden model evaluates random instructions,
/// one per vector or one per batch, and the engines run a random instruction in every cycle. For the datapath the golden machine
/// runs random programs, alone and in lock-step with each engine.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 measured, 1 two subjects compute different results, 2 bad input.

Examples:
  lanesmith bench
  lanesmith bench --latency 5 --seconds 5
  lanesmith bench --module brew_datapath
  lanesmith bench --json > bench.json")]
pub(super) struct Bench {
    /// Measuring time of each subject, in seconds, 0 to 3600
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// Seed of instructions and operands
    #[arg(long, default_value_t = 1, value_parser = any::<u64>())]
    seed: u64,
    #[command(flatten)]
    data: Data,
    #[command(flatten)]
    configuration: Configuration,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=3600.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, 0 to 3600".to_owned()),
    }
}

impl Run for Bench {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        let selection = self.configuration.selection()?;
        let so_far: Arc<Mutex<Option<BenchmarkReport>>> = Arc::default();
        let on_interrupt = {
            let so_far = so_far.clone();
            // There is no report as long as the subjects are being prepared.
            self.data.on_interrupt(move || match &*lock(&so_far) {
                Some(report) => pretty(report),
                None => pretty(&json!({"format_version": FORMAT_VERSION, "interrupted": true})),
            })
        };
        let benchmarks = match selection.unit().benchmarks(self.seed) {
            Ok(benchmarks) => benchmarks,
            Err(error @ BenchError::Disagreement(..)) => {
                say!("{error} (seed {})", self.seed)?;
                return Ok(CommandOutcome::Mismatch);
            }
            Err(error) => return Err(Failure::new(error)),
        };
        // The progress bar is visible on terminals only.
        let bar = progress::plain(0).with_message("measuring");
        let report = run(
            benchmarks,
            selection.options(),
            self.seconds,
            self.seed,
            |done, total, report| {
                bar.set_length(total as u64);
                bar.set_position(done as u64);
                *lock(&so_far) = Some(report);
            },
        );
        drop(on_interrupt);
        bar.finish_and_clear();
        self.data.report(&report, || print(&report))?;
        Ok(CommandOutcome::Success)
    }
}

fn print(report: &BenchmarkReport) -> Result<(), Failure> {
    let machine = &report.machine;
    give!("{}, {} cores, {}", machine.cpu, machine.cores, machine.os)?;
    give(machine.tools.join("; "))?;
    give!("seconds are {} time", report.clock)?;
    for (name, title, unit, reference_heading) in &report.benchmarks {
        give!("\n{title}")?;
        give(table(&report.rows[name], unit, reference_heading))?;
    }
    Ok(())
}

/// A row for each subject: name, rate in `unit`, slowest and fastest rate, and ratio to the reference that `reference_heading` names.
fn table(rows: &[BenchmarkRow], unit: &str, reference_heading: &str) -> Table {
    let mut table = super::table::table(["", unit, "slowest … fastest turn", reference_heading], 0..0);
    for row in rows {
        let cells = match (&row.skipped, row.rate, row.slowest.zip(row.fastest)) {
            (None, Some(rate), Some((slowest, fastest))) => [
                figure(rate),
                format!("{} … {}", figure(slowest), figure(fastest)),
                row.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}")),
            ],
            (why, ..) => {
                let why = why.as_deref().unwrap_or("not measured");
                [format!("skipped: {why}"), String::new(), String::new()]
            }
        };
        table.add_row([row.name.clone()].into_iter().chain(cells));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A rate: `12.34 M` (10^6), `12.3 k` (10^3), or below 1,000 without prefix and decimals.
fn figure(rate: f64) -> String {
    match rate {
        1e6.. => format!("{:.2} M", rate / 1e6),
        1e3.. => format!("{:.1} k", rate / 1e3),
        _ => format!("{rate:.0}"),
    }
}
