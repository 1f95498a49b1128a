//! `lanesmith generate`.

use super::configuration::Configuration;
use super::{Failure, Outcome, Run, output, say};
use clap::Args;
use std::path::PathBuf;

/// Writes the Verilog of a module, with file list, manifest and FuseSoC core
#[derive(Args)]
#[command(after_help = "\
Examples:
  lanesmith generate --out rtl                           the SIMD video ALU, latency 3
  lanesmith generate --out rtl --latency 0 --no-vop2     combinational, bytes only
  lanesmith generate --out rtl --core                    the arithmetic without a handshake
  lanesmith generate --out rtl --check                   exit status 1 if rtl holds anything else")]
pub(super) struct Generate {
    /// The folder for the files; made if need be
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write nothing; say which files differ from what would be written
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    configuration: Configuration,
}

impl Run for Generate {
    fn run(self) -> Result<Outcome, Failure> {
        let selection = self.configuration.selection()?;
        let files = selection.files().map_err(Failure::new)?;
        let files: Vec<output::File> = files.iter().map(|file| (file.name.as_str(), file.text.as_bytes())).collect();
        let folder = self.out.display();
        if self.check {
            let differences = output::differences(&self.out, &files)?;
            if differences.is_empty() {
                say(format_args!("{folder}: {} files as {} has them", files.len(), selection.name()))?;
                return Ok(Outcome::Success);
            }
            for line in differences {
                say(line)?;
            }
            return Ok(Outcome::Mismatch);
        }
        output::write(&self.out, &files)?;
        say(format_args!("{folder}: {} written, {} files", selection.name(), files.len()))?;
        let foreign = output::foreign(&self.out, &files).unwrap_or_default();
        for line in foreign {
            say(format_args!("note: {line}"))?;
        }
        Ok(Outcome::Success)
    }
}
