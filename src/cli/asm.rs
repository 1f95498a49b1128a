//! `lanesmith asm`.

use super::{CommandOutcome, Failure, Run, check_files, program};
use clap::Args;
use lanesmith::files;
use lanesmith::unit::ImageFormat;
use std::path::PathBuf;

/// Assembles a Brew program
#[derive(Args)]
#[command(after_help = "\
The name of the output selects the format (.bin: binary, else words) unless --format does. docs/brew.md describes the language.

Exit status: 0 success, 2 errors in the program. The first 100 errors are printed and the others counted; no output is written.

Examples:
  lanesmith asm sim/programs/blend.s
  lanesmith asm sim/programs/blend.s -o blend.bin")]
pub(super) struct Asm {
    /// The assembly file
    file: PathBuf,
    /// The file for the words
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// The format of the output [default: by its name]
    #[arg(long, value_enum)]
    format: Option<ImageFormat>,
}

impl Run for Asm {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check_files([&self.file], [&self.output])?;
        let statements = program::assembled(program::language(), &self.file)?;
        let is_binary = self.output.extension().is_some_and(|extension| extension == "bin");
        let format = self.format.unwrap_or(if is_binary {
            ImageFormat::Binary
        } else {
            ImageFormat::Words
        });
        let bytes = format.write(statements.iter().map(Vec::as_slice));
        files::write(&self.output, &bytes)?;
        Ok(CommandOutcome::Success)
    }
}
