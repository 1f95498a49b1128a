//! `lanesmith report`.

use super::regress::Reports;
use super::{CommandOutcome, Failure, Run, text};
use clap::{Args, Subcommand};
use lanesmith::files::input_name;
use lanesmith::regress::{RegressionReport as Document, merge};
use std::path::{Path, PathBuf};

/// Merges reports of `lanesmith regress`
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 no job failed, 1 a job failed or hit an excluded bin, or the coverage is too low, 2 bad input.

Examples:
  lanesmith regress --configuration video_alu_l3 --engine native --shard 1/2 -o shard1.json
  lanesmith regress --configuration video_alu_l3 --engine native --shard 2/2 -o shard2.json
  lanesmith report merge shard1.json shard2.json -o report.json")]
pub(super) struct Report {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Merge(Merge),
}

/// Merges the reports of shards
///
/// The result is the report of the same regression without shards, with the same digest; only the times differ. Missing or
/// duplicate shards, and reports with different settings or versions, are errors.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 no job failed, 1 a job failed or hit an excluded bin, or the coverage is below --require-coverage, 2 reports that do
not match or cannot be read.

Examples:
  lanesmith regress --configuration video_alu_l3 --engine native --shard 1/2 -o shard1.json
  lanesmith regress --configuration video_alu_l3 --engine native --shard 2/2 -o shard2.json
  lanesmith report merge shard1.json shard2.json -o report.json --junit report.xml")]
struct Merge {
    /// Reports of `lanesmith regress --shard K/N -o FILE`, one for each K
    #[arg(required = true, value_name = "FILE.json")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reports: Reports,
}

impl Run for Report {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let Action::Merge(Merge { files, reports: own }) = self.action;
        own.check(&files)?;
        let named = |path: &PathBuf| Ok((input_name(path), read(path)?));
        let reports = files.iter().map(named).collect::<Result<Vec<_>, Failure>>()?;
        own.write(merge(reports).map_err(Failure::new)?)
    }
}

fn read(path: &Path) -> Result<Document, Failure> {
    let text = text::read(path)?;
    Document::parse(&text).map_err(|error| Failure::at(&input_name(path), &text, &error))
}
