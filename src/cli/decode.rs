//! `lanesmith decode`.

use super::data::{Data, pretty};
use super::encode::{Report, shown};
use super::{CommandOutcome, Failure, Run, give};
use crate::text::number::digits;
use crate::unit::ControlWordCodec;
use crate::units::PTX;
use clap::Args;

/// Prints the PTX SIMD video instruction of a control word
#[derive(Args)]
#[command(after_help = "\
The instruction is printed in canonical form with the registers r1 to r4, because the word has no registers.
Numbers: 0x… (hexadecimal), 0b… (binary) or decimal; _ may separate digits.

Exit status: 0 success, 2 bad input, or a word that no instruction has.

Examples:
  lanesmith decode 0xa7e154b0
  lanesmith decode 0x1f58d11e00 --json")]
pub(super) struct Decode {
    /// A control word of 37 bits
    #[arg(value_parser = word)]
    word: u64,
    #[command(flatten)]
    data: Data,
}

/// The control words of SIMD video instructions.
fn known() -> Result<ControlWordCodec, String> {
    PTX.words.ok_or_else(|| format!("{} has no control words", PTX.name))
}

fn word(text: &str) -> Result<u64, String> {
    let bits = known()?.bits;
    let Some((digits, radix)) = digits(text) else {
        return Err(format!(
            "expected a number of {bits} bits: 0x… (hexadecimal), 0b… (binary) or decimal"
        ));
    };
    let value = u64::from_str_radix(&digits, radix).ok();
    let value = value.filter(|value| value >> bits == 0);
    value.ok_or_else(|| format!("it does not fit into {bits} bits"))
}

impl Run for Decode {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        let words = known().map_err(Failure::new)?;
        let decoded = (words.decode)(self.word).map_err(|why| {
            let word = shown(self.word, words.bits);
            Failure::new(format_args!("no instruction has the word {word}: {why}"))
        })?;
        let instruction = decoded.instruction.clone();
        self.data.give(|| pretty(&Report::from((decoded, words))))?;
        if !self.data.json {
            give(&instruction)?;
        }
        Ok(CommandOutcome::Success)
    }
}
