//! `lanesmith asm`.

use super::{Failure, Outcome, Run, check_files, program};
use crate::files;
use crate::unit::Format;
use clap::Args;
use std::path::PathBuf;

/// Assembles a program for the register-ISA datapath
#[derive(Args)]
#[command(after_help = "\
The format follows from the output's name (.bin: binary, .hex or .ihex: intel-hex, else words), or from --format.
docs/brew.md describes the language. Files that the program includes are looked for in the folder of the one that says so.

Exit status: 0 success, 2 errors in the program; the first 100 are shown, the others counted, and nothing is written.

Examples:
  lanesmith asm sim/programs/blend.s
  lanesmith asm sim/programs/blend.s -o blend.hex")]
pub(super) struct Asm {
    /// The program
    file: PathBuf,
    /// Where to write the words
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// How to write them
    #[arg(long, value_enum)]
    format: Option<Format>,
}

impl Run for Asm {
    fn run(self) -> Result<Outcome, Failure> {
        check_files(&[&self.file], &[&self.output])?;
        let statements = program::assembled(program::language(), &self.file)?;
        let extension = self.output.extension();
        let named = match extension.and_then(|extension| extension.to_str()) {
            Some("bin") => Format::Binary,
            Some("hex" | "ihex" | "ihx") => Format::IntelHex,
            _ => Format::Words,
        };
        let lines = statements.iter().map(Vec::as_slice);
        let bytes = self.format.unwrap_or(named).write(lines);
        files::write(&[(self.output, &bytes)])?;
        Ok(Outcome::Success)
    }
}
