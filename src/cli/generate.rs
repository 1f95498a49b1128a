//! `lanesmith generate`.

use super::configuration::{self, Emitted};
use super::folder::{self, Folder};
use super::{Failure, Outcome, Run, say};
use crate::prove::Subject;
use crate::units::{Emission, shipped};
use clap::Args;
use std::path::PathBuf;

/// Writes the Verilog of a module, with file list, manifest and FuseSoC core
///
/// Removes unmodified files of earlier runs that this run does not write. Refuses to replace files that lanesmith did not write, or
/// that were edited since. A design with another --prefix may be in the same folder.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 files written, or with --check nothing differs; 1 with --check files differ; 2 bad input, or
files of somebody else are in the way.

Examples:
  lanesmith generate --out rtl                           the SIMD video ALU, latency 3
  lanesmith generate --out rtl --latency 0 --no-vop2     combinational, bytes only
  lanesmith generate --out rtl --core                    the arithmetic without a handshake
  lanesmith generate --out left --prefix left            modules left_video_alu, left_video_core, …
  lanesmith generate --out rtl --check                   exit status 1 if rtl holds anything else
  lanesmith generate --out rtl_out --shipped             everything that comes with lanesmith")]
pub(super) struct Generate {
    /// The folder for the files; made if need be
    #[arg(long, value_name = "DIR", value_parser = super::out::folder())]
    out: PathBuf,
    /// Write nothing; say which files differ from what would be written
    #[arg(long)]
    check: bool,
    /// Replace files that lanesmith did not write, or that were edited since
    #[arg(long, conflicts_with = "check")]
    force: bool,
    /// Every configuration that comes with lanesmith, each in a folder of its own in DIR
    #[arg(long, conflicts_with_all = configuration::options())]
    shipped: bool,
    #[command(flatten)]
    emitted: Emitted,
}

impl Run for Generate {
    fn run(self) -> Result<Outcome, Failure> {
        let one = self.emitted.emission()?;
        let work = match self.shipped {
            true => shipped()
                .into_iter()
                .map(|selection| self.emitted.of(selection))
                .collect(),
            false => vec![one],
        };
        let folders = work.iter().map(|emission| match self.shipped {
            true => Folder::new(emission, &self.out.join(emission.name())),
            false => Folder::new(emission, &self.out),
        });
        let folders = folders.collect::<Result<Vec<_>, _>>()?;
        match self.check {
            true => check(&work, &folders),
            false => write(&work, &folders, self.force),
        }
    }
}

fn check(work: &[Emission], folders: &[Folder]) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::Success;
    for (emission, folder) in work.iter().zip(folders) {
        let differences = folder.differences()?;
        for line in &differences {
            say(line)?;
        }
        match differences.is_empty() {
            true => tell(emission, folder, ", nothing differs")?,
            false => outcome = Outcome::Mismatch,
        }
    }
    Ok(outcome)
}

fn write(work: &[Emission], folders: &[Folder], force: bool) -> Result<Outcome, Failure> {
    let notes = folder::write(folders, force)?;
    for (emission, folder) in work.iter().zip(folders) {
        tell(emission, folder, " written")?;
    }
    notes.iter().try_for_each(say)?;
    Ok(Outcome::Success)
}

fn tell(emission: &Emission, folder: &Folder, what: &str) -> Result<(), Failure> {
    let (path, name, count) = (folder.path().display(), emission.name(), folder.files().len());
    say(format_args!("{path}: {name}, {count} files{what}"))
}
