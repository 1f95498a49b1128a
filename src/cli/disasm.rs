//! `lanesmith disasm`.

use super::stdout::stdout;
use super::{CommandOutcome, Failure, Run, program};
use crate::unit::ImageFormat;
use clap::Args;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Prints a Brew program as assembly that assembles to the same words
#[derive(Args)]
#[command(after_help = "\
Words without an assembly text are printed as `.word` with an explaining comment.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith asm sim/programs/blend.s -o blend.hex && lanesmith disasm blend.hex
  lanesmith asm sim/programs/blend.s --format binary -o dump && lanesmith disasm --format binary dump")]
pub(super) struct Disasm {
    /// The program file
    file: PathBuf,
    /// The format of the file [default: detected from its name and contents]
    #[arg(long, value_enum)]
    format: Option<ImageFormat>,
}

impl Run for Disasm {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let mut out = BufWriter::new(stdout());
        for line in program::language().disassemble(&program::words(&self.file, self.format)?) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
        Ok(CommandOutcome::Success)
    }
}
