//! `lanesmith asm`.

use super::{Failure, Outcome, Run, output, program, stdout};
use crate::isa::brew::Format;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Assembles a program for the register-ISA datapath
#[derive(Args)]
#[command(after_help = "\
The format follows from the output's name (.bin: binary, .hex or .ihex: intel-hex, else words), or from --format.
docs/brew.md describes the language.

Exit status: 0 success, 2 errors in the program; the first 100 are shown, the others counted, and nothing is written.

Examples:
  lanesmith asm sim/programs/blend.s
  lanesmith asm sim/programs/blend.s -o blend.hex")]
pub(super) struct Asm {
    /// The program
    file: PathBuf,
    /// Where to write the words; standard output where it is missing
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to write them
    #[arg(long, value_enum)]
    format: Option<Format>,
}

impl Run for Asm {
    fn run(self) -> Result<Outcome, Failure> {
        let statements = program::assembled(&self.file)?;
        let extension = self.output.as_deref().and_then(Path::extension);
        let named = match extension.and_then(|extension| extension.to_str()) {
            Some("bin") => Format::Binary,
            Some("hex" | "ihex" | "ihx") => Format::IntelHex,
            _ => Format::Words,
        };
        let lines = statements.iter().map(|statement| statement.words.as_slice());
        let bytes = self.format.unwrap_or(named).write(lines);
        let Some(path) = self.output else {
            stdout::bytes().write_all(&bytes)?;
            return Ok(Outcome::Success);
        };
        let folder = path
            .parent()
            .filter(|folder| *folder != Path::new(""))
            .unwrap_or(Path::new("."));
        match path.file_name().and_then(|name| name.to_str()) {
            Some(name) => output::write(folder, &[(name, &bytes)])?,
            None => return Err(Failure::new(format_args!("{} does not name a file", path.display()))),
        }
        Ok(Outcome::Success)
    }
}
