//! `lanesmith floats`.

use super::{CommandOutcome, Failure, Run, out, say};
use lanesmith::files;
use lanesmith::units::float_graphs;
use clap::Args;
use std::path::PathBuf;

/// Writes the golden model's floating-point operations as graphs in the format AIGER, for other programs to compare them with IEEE 754
///
/// The folder gets a file for each operation of FP32 and FP16: addition, subtraction, multiplication, comparisons, and the parts of
/// the multiplication. docs/brew-float.md describes the files and the comparison.
#[derive(Args)]
#[command(after_help = "\
Exit status: 0 success, 2 bad input, or a file that cannot be written.

Examples:
  lanesmith floats --out floats")]
pub(super) struct Floats {
    /// The folder for the files, which is created if it does not exist
    #[arg(long, value_name = "DIR", value_parser = out::folder())]
    out: PathBuf,
}

impl Run for Floats {
    fn run(self) -> Result<CommandOutcome, Failure> {
        files::check_folder(&self.out)?;
        let graphs = float_graphs();
        let paths = graphs.iter().map(|graph| self.out.join(format!("{}.aig", graph.name)));
        let named: Vec<(PathBuf, &[u8])> = paths.zip(graphs.iter().map(|graph| &graph.aiger[..])).collect();
        for (path, contents) in &named {
            // A missing or unreadable file is not one to keep.
            if files::read_regular(path).is_ok_and(|present| present != *contents) {
                return Err(Failure::new(format_args!(
                    "{} exists and has other contents: remove it, or choose another folder",
                    path.display()
                )));
            }
        }
        files::write_set(&named)?;
        say(format_args!("wrote {} graphs to {}", named.len(), self.out.display()))?;
        Ok(CommandOutcome::Success)
    }
}
