//! `lanesmith decode`.

use super::data::Data;
use super::encode::{Encoded, report, shown};
use super::{CommandOutcome, Failure, Run, check_files, give, lines};
use clap::Args;
use lanesmith::text::number::{NumberError, unsigned};
use lanesmith::unit::ControlWordCodec;
use lanesmith::units::{DEFAULT_CONTROL_WORD, PTX_UNITS};
use std::path::PathBuf;

/// Prints the PTX instruction of a control word
#[derive(Args)]
#[command(after_help = "\
The instruction is printed in canonical form with the registers r1 to r4, because the word has no registers.
Numbers: 0x… (hexadecimal), 0b… (binary), decimal, or as in Verilog 37'h…, 37'b…, 37'o…, 37'd…; _ may separate digits.

Exit status: 0 success, 2 bad input, or a word that no instruction has.

Examples:
  lanesmith decode 0xa7e154b0
  lanesmith decode \"37'h1f_58d1_1e00\" --json
  lanesmith decode --module video_scalar 0x6d608
  lanesmith decode --list words.txt")]
pub(super) struct Decode {
    /// A control word: of video_alu 37 bits, of video_scalar 20, of byte_permute 3
    #[arg(required_unless_present = "list")]
    word: Option<String>,
    /// The module whose control word it is
    #[arg(long, value_name = "MODULE", default_value = DEFAULT_CONTROL_WORD.module.name, value_parser = module)]
    module: &'static str,
    /// Prints the instructions of a file with one word on each line; # and // begin comments
    #[arg(long, value_name = "FILE", conflicts_with = "word")]
    list: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

/// The name of a module that has control words.
fn module(text: &str) -> Result<&'static str, String> {
    let mut names = PTX_UNITS.iter().map(|unit| unit.entry.module.name);
    let all = names.clone().collect::<Vec<_>>().join(", ");
    names
        .find(|name| *name == text)
        .ok_or_else(|| format!("expected one of {all}"))
}

/// The control words of a module.
fn known(module: &str) -> Result<ControlWordCodec, Failure> {
    let unit = PTX_UNITS.iter().find(|unit| unit.entry.module.name == module);
    let words = unit.and_then(|unit| unit.language.words);
    words.ok_or_else(|| Failure::new(format_args!("{module} has no control words")))
}

fn word(text: &str, bits: u32) -> Result<u64, String> {
    match unsigned(text) {
        Ok(value) if value >> bits == 0 => Ok(value),
        Err(NumberError::Syntax) => Err(format!(
            "expected a number of {bits} bits: 0x… (hexadecimal), 0b… (binary), decimal, or Verilog's {bits}'h…"
        )),
        Err(NumberError::LargerThan(bits)) => Err(format!("it does not fit into its {bits} bits")),
        Ok(_) | Err(NumberError::Large) => Err(format!("it does not fit into {bits} bits")),
    }
}

fn decode(text: &str, words: ControlWordCodec) -> Result<Encoded, Failure> {
    let word = word(text, words.bits).map_err(|why| Failure::new(format_args!("`{text}`: {why}")))?;
    let decoded = (words.decode)(word).map_err(|why| {
        let word = shown(word, words.bits);
        Failure::new(format_args!("no instruction has the word {word}: {why}"))
    })?;
    Ok(Encoded::from((decoded, words)))
}

impl Run for Decode {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check_files(&self.list, self.data.file())?;
        let words = known(self.module)?;
        let decoded = match (&self.list, &self.word) {
            (Some(path), _) => lines::each(path, |line| decode(line, words))?,
            (None, word) => vec![decode(word.as_deref().unwrap_or_default(), words)?],
        };
        report(&self.data, self.list.is_some(), &decoded, |decoded| {
            give(&decoded.instruction)
        })
    }
}
