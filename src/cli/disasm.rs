//! `lanesmith disasm`.

use super::stdout::stdout;
use super::{Failure, Outcome, Run, program};
use crate::unit::Format;
use clap::Args;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

/// Prints a program of the register-ISA datapath as assembly that gives the same words again
#[derive(Args)]
#[command(after_help = "\
Words that no assembly text gives are printed as `.word`; what they are stands in the comment.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith asm sim/programs/blend.s -o blend.hex && lanesmith disasm blend.hex
  lanesmith asm sim/programs/blend.s --format binary -o dump && lanesmith disasm --format binary dump")]
pub(super) struct Disasm {
    /// The program
    file: PathBuf,
    /// How it is written; seen from name and contents where it is missing
    #[arg(long, value_enum)]
    format: Option<Format>,
}

impl Run for Disasm {
    fn run(self) -> Result<Outcome, Failure> {
        let mut out = BufWriter::new(stdout());
        for line in program::language().disassemble(&program::words(&self.file, self.format)?) {
            writeln!(out, "{line}")?;
        }
        out.flush()?;
        Ok(Outcome::Success)
    }
}
