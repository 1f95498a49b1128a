//! `lanesmith decode`.

use super::data::Data;
use super::encode::{Encoded, report, shown};
use super::{CommandOutcome, Failure, Run, check_files, failure, give, lines};
use clap::Args;
use lanesmith::text::number::{NumberError, unsigned};
use lanesmith::unit::ControlWordCodec;
use lanesmith::units::ptx::PtxUnit;
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
    module: ControlWordCodec,
    /// Prints the instructions of a file with one word on each line; # and // begin comments
    #[arg(long, value_name = "FILE", conflicts_with = "word")]
    list: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

/// The control words of the module with this name.
fn module(text: &str) -> Result<ControlWordCodec, String> {
    let of_unit = |unit: &&'static PtxUnit| Some((unit.entry.module.name, unit.language.words?));
    let mut all = PTX_UNITS.iter().filter_map(of_unit);
    let names: Vec<&str> = all.clone().map(|(name, _)| name).collect();
    let found = all.find(|(name, _)| *name == text);
    found
        .map(|(_, words)| words)
        .ok_or_else(|| format!("expected one of {}", names.join(", ")))
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
    let word = word(text, words.bits).map_err(|why| failure!("`{text}`: {why}"))?;
    let decoded = (words.decode)(word).map_err(|why| {
        let word = shown(word, words.bits);
        failure!("no instruction has the word {word}: {why}")
    })?;
    Ok(Encoded::from((decoded, words)))
}

impl Run for Decode {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check_files(&self.list, self.data.file())?;
        let words = self.module;
        let decoded = match (&self.list, &self.word) {
            (Some(path), _) => lines::each(path, |line| decode(line, words))?,
            (None, word) => vec![decode(word.as_deref().unwrap_or_default(), words)?],
        };
        report(&self.data, self.list.is_some(), &decoded, |decoded| {
            give(&decoded.instruction)
        })
    }
}
