//! `lanesmith decode`.

use super::data::Data;
use super::encode::{Encoded, check, report, shown};
use super::{CommandOutcome, Failure, Run, give, lines};
use crate::text::number::{NumberError, unsigned};
use crate::unit::ControlWordCodec;
use crate::units::PTX;
use clap::Args;
use std::path::PathBuf;

/// Prints the PTX SIMD video instruction of a control word
#[derive(Args)]
#[command(after_help = "\
The instruction is printed in canonical form with the registers r1 to r4, because the word has no registers.
Numbers: 0x… (hexadecimal), 0b… (binary), decimal, or as in Verilog 37'h…, 37'b…, 37'o…, 37'd…; _ may separate digits.

Exit status: 0 success, 2 bad input, or a word that no instruction has.

Examples:
  lanesmith decode 0xa7e154b0
  lanesmith decode \"37'h1f_58d1_1e00\" --json
  lanesmith decode --list words.txt")]
pub(super) struct Decode {
    /// A control word of 37 bits
    #[arg(value_parser = word, required_unless_present = "list")]
    word: Option<u64>,
    /// Prints the instructions of a file with one word on each line; # and // begin comments
    #[arg(long, value_name = "FILE", conflicts_with = "word")]
    list: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

/// The control words of SIMD video instructions.
fn known() -> Result<ControlWordCodec, String> {
    PTX.words.ok_or_else(|| format!("{} has no control words", PTX.name))
}

fn word(text: &str) -> Result<u64, String> {
    let bits = known()?.bits;
    match unsigned(text) {
        Ok(value) if value >> bits == 0 => Ok(value),
        Err(NumberError::Syntax) => Err(format!(
            "expected a number of {bits} bits: 0x… (hexadecimal), 0b… (binary), decimal, or Verilog's {bits}'h…"
        )),
        Err(NumberError::LargerThan(bits)) => Err(format!("it does not fit into its {bits} bits")),
        Ok(_) | Err(NumberError::Large) => Err(format!("it does not fit into {bits} bits")),
    }
}

fn decode(word: u64) -> Result<Encoded, Failure> {
    let words = known().map_err(Failure::new)?;
    let decoded = (words.decode)(word).map_err(|why| {
        let word = shown(word, words.bits);
        Failure::new(format_args!("no instruction has the word {word}: {why}"))
    })?;
    Ok(Encoded::from((decoded, words)))
}

/// Decodes a line of a list.
fn line(text: &str) -> Result<Encoded, Failure> {
    decode(word(text).map_err(|why| Failure::new(format_args!("`{text}`: {why}")))?)
}

impl Run for Decode {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check(self.list.as_deref(), &self.data)?;
        let decoded = match (&self.list, self.word) {
            (Some(path), _) => lines::each(path, line)?,
            (None, word) => vec![decode(word.unwrap_or_default())?],
        };
        report(&self.data, self.list.is_some(), &decoded, |decoded| {
            give(&decoded.instruction)
        })
    }
}
