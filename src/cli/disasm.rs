//! `lanesmith disasm`.

use super::{CommandOutcome, Failure, Run, check_files, program};
use clap::Args;
use lanesmith::files;
use lanesmith::unit::ImageFormat;
use std::path::PathBuf;

/// Prints or writes a Brew program as assembly that assembles to the same words
#[derive(Args)]
#[command(after_help = "\
Words without an assembly text are printed as `.word` with an explaining comment.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith asm sim/programs/blend.s -o blend.bin && lanesmith disasm blend.bin -o blend.s
  lanesmith asm sim/programs/blend.s --format binary -o dump && lanesmith disasm --format binary dump")]
pub(super) struct Disasm {
    /// The program file
    file: PathBuf,
    /// The format of the file [default: detected from its name and contents]
    #[arg(long, value_enum)]
    format: Option<ImageFormat>,
    /// The file for the assembly
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
}

impl Run for Disasm {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check_files([&self.file], [&self.output])?;
        let lines = program::language().disassemble(&program::words(&self.file, self.format)?);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        files::write(&self.output, text.as_bytes())?;
        Ok(CommandOutcome::Success)
    }
}
