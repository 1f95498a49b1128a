//! `lanesmith generate`.

use super::configuration::{self, Configuration};
use super::{Failure, Outcome, Run, output, say};
use crate::catalog::{Selection, shipped};
use clap::Args;
use std::path::{Path, PathBuf};

/// Writes the Verilog of a module, with file list, manifest and FuseSoC core
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 files written, or with --check nothing differs; 1 with --check files differ; 2 bad input.

Examples:
  lanesmith generate --out rtl                           the SIMD video ALU, latency 3
  lanesmith generate --out rtl --latency 0 --no-vop2     combinational, bytes only
  lanesmith generate --out rtl --core                    the arithmetic without a handshake
  lanesmith generate --out rtl --check                   exit status 1 if rtl holds anything else
  lanesmith generate --out rtl_out --shipped             everything that comes with lanesmith")]
pub(super) struct Generate {
    /// The folder for the files; made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write nothing; say which files differ from what would be written
    #[arg(long)]
    check: bool,
    /// Every configuration that comes with lanesmith, each in a folder of its own in DIR
    #[arg(long, conflicts_with_all = configuration::OPTIONS)]
    shipped: bool,
    #[command(flatten)]
    configuration: Configuration,
}

impl Run for Generate {
    fn run(self) -> Result<Outcome, Failure> {
        let mut outcome = Outcome::Success;
        let one = self.configuration.selection()?;
        let work = if self.shipped {
            shipped()
                .into_iter()
                .map(|selection| (selection, self.out.join(selection.name())))
                .collect()
        } else {
            vec![(one, self.out)]
        };
        for (selection, folder) in work {
            if generate(&selection, &folder, self.check)? == Outcome::Mismatch {
                outcome = Outcome::Mismatch;
            }
        }
        Ok(outcome)
    }
}

fn generate(selection: &Selection, out: &Path, check: bool) -> Result<Outcome, Failure> {
    let files = selection.files().map_err(Failure::new)?;
    let files: Vec<output::File> = files
        .iter()
        .map(|file| (file.name.as_str(), file.text.as_bytes()))
        .collect();
    let (folder, name, count) = (out.display(), selection.name(), files.len());
    if check {
        let differences = output::differences(out, &files)?;
        for line in &differences {
            say(line)?;
        }
        if !differences.is_empty() {
            return Ok(Outcome::Mismatch);
        }
        say(format_args!("{folder}: {name}, {count} files, nothing differs"))?;
        return Ok(Outcome::Success);
    }
    output::write(out, &files)?;
    say(format_args!("{folder}: {name}, {count} files written"))?;
    for line in output::foreign(out, &files)? {
        say(format_args!("note: {line}"))?;
    }
    Ok(Outcome::Success)
}
