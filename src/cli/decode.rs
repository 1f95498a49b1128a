//! `lanesmith decode`.

use super::data::{Data, pretty};
use super::encode::{Report, word};
use super::{Failure, Outcome, Run, give};
use crate::units::video::ptx::{Control, FIELDS, Instruction};
use clap::Args;

/// Prints the PTX SIMD video instruction of a control word
#[derive(Args)]
#[command(after_help = "\
The instruction is on the registers r1 to r4, in its canonical form: the word does not say which registers.
Numbers: 0x… (hexadecimal), 0b… (binary) or decimal; _ may separate digits.

Exit status: 0 success, 2 bad input, or no instruction has the word.

Examples:
  lanesmith decode 0xa7e154b0
  lanesmith decode 0x1f58d11e00 --json")]
pub(super) struct Decode {
    /// A control word of 37 bits
    #[arg(value_parser = control)]
    word: Control,
    #[command(flatten)]
    data: Data,
}

fn control(text: &str) -> Result<Control, String> {
    let bits = Control::BITS;
    let plain = text.to_ascii_lowercase().replace('_', "");
    let (digits, radix) = match (plain.strip_prefix("0x"), plain.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 16),
        (_, Some(digits)) => (digits, 2),
        _ => (plain.as_str(), 10),
    };
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(format!(
            "expected a number of {bits} bits: 0x… (hexadecimal), 0b… (binary) or decimal"
        ));
    }
    // Only too many digits can be wrong from here on.
    let value = u64::from_str_radix(digits, radix).ok();
    let value = value.filter(|value| value >> bits == 0);
    value
        .map(Control)
        .ok_or_else(|| format!("it does not fit into {bits} bits"))
}

/// The instruction whose word this is, or why there is none.
fn instruction(control: Control) -> Result<Instruction, String> {
    let instruction = Instruction::try_from(control).map_err(str::to_owned)?;
    let own = Control::encode(&instruction);
    let other = FIELDS
        .iter()
        .filter(|field| control.get(field.name) != own.get(field.name));
    let other: Vec<String> = other
        .map(|field| {
            let (name, width) = (field.name, field.bits as usize);
            let (is, instead) = (control.get(name), own.get(name));
            format!("`{name}` is {is:0width$b}, and {instead:0width$b} in `{instruction}`")
        })
        .collect();
    match other.is_empty() {
        true => Ok(instruction),
        false => Err(other.join("; ")),
    }
}

impl Run for Decode {
    fn run(self) -> Result<Outcome, Failure> {
        self.data.check()?;
        let control = self.word;
        let instruction = instruction(control)
            .map_err(|why| Failure::new(format_args!("no instruction has the word {}: {why}", word(control))))?;
        let report = Report::new(&instruction, control);
        self.data.give(|| pretty(&report))?;
        if !self.data.json {
            give(&instruction)?;
        }
        Ok(Outcome::Success)
    }
}
