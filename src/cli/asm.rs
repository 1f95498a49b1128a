//! `lanesmith asm`.

use super::{CommandOutcome, Failure, Run, check_files, once, program};
use lanesmith::files;
use lanesmith::text::number;
use lanesmith::unit::ImageFormat;
use clap::Args;
use std::path::{Path, PathBuf};

/// Assembles and links a Brew program
///
/// Several files make one program: the sections of one name follow each other in the order of the files. A file sees its own names,
/// those that other files export with .global, and those of --define.
#[derive(Args)]
#[command(after_help = "\
The name of the output selects the format (.bin: binary, .hex or .ihex: intel-hex, else words) unless --format does.
docs/brew.md describes the language. Included files are searched for in the folder of the including file.

Exit status: 0 success, 2 errors in the program. The first 100 errors are printed and the others counted; no output is written.

Examples:
  lanesmith asm sim/programs/blend.s
  lanesmith asm sim/programs/blend.s -o blend.hex
  lanesmith asm sim/programs/blend.s sim/programs/luma.s --define stack=0x20000 -o rom.bin")]
pub(super) struct Asm {
    /// The assembly files, in their order in memory
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Gives a symbol that all files may use a value; may be repeated
    #[arg(long, value_name = "NAME=VALUE", value_parser = defined)]
    define: Vec<(String, u32)>,
    /// The file for the words
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// The format of the output [default: by its name]
    #[arg(long, value_enum)]
    format: Option<ImageFormat>,
}

fn defined(text: &str) -> Result<(String, u32), String> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| format!("`{text}` is not NAME=VALUE, such as stack=0x20000"))?;
    Ok((name.to_owned(), number::parse_u32(value)?))
}

impl Run for Asm {
    fn run(self) -> Result<CommandOutcome, Failure> {
        let files: Vec<&Path> = self.files.iter().map(PathBuf::as_path).collect();
        check_files(&files, &[&self.output])?;
        once("--define", self.define.iter().map(|(name, _)| name))?;
        let statements = program::assembled(program::language(), &self.files, &self.define)?;
        let extension = self.output.extension();
        let named = match extension.and_then(|extension| extension.to_str()) {
            Some("bin") => ImageFormat::Binary,
            Some("hex" | "ihex" | "ihx") => ImageFormat::IntelHex,
            _ => ImageFormat::Words,
        };
        let lines = statements.iter().map(Vec::as_slice);
        let bytes = self.format.unwrap_or(named).write(lines);
        files::write(&self.output, &bytes)?;
        Ok(CommandOutcome::Success)
    }
}
