//! `lanesmith encode`.

use super::data::{Data, pretty};
use super::{Failure, Outcome, Run, give};
use crate::units::video::ptx::{Control, FIELDS, Instruction, parse};
use clap::Args;
use serde::Serialize;

/// Prints the control word of a PTX SIMD video instruction, with its fields
#[derive(Args)]
#[command(after_help = "\
The word has 37 bits; docs/ptx.md describes it. Guard, registers and numbers have no place in it.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith encode \"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\"
  lanesmith encode \"dp4a.s32.u32 r1, r2, r3, r4\" --json | jq -r .word")]
pub(super) struct Encode {
    /// A PTX instruction
    instruction: String,
    #[command(flatten)]
    data: Data,
}

/// An instruction and its control word.
#[derive(Serialize)]
pub(super) struct Report {
    format_version: u32,
    /// In its canonical form.
    instruction: String,
    /// In hexadecimal: JSON's numbers are no words.
    word: String,
    fields: Vec<FieldValue>,
}

#[derive(Serialize)]
struct FieldValue {
    name: &'static str,
    lo: u32,
    bits: u32,
    value: u64,
}

/// A control word as it is printed.
pub(super) fn word(control: Control) -> String {
    let digits = Control::BITS.div_ceil(4) as usize;
    format!("{:#0width$x}", control.0, width = digits + 2)
}

impl Report {
    pub(super) fn new(instruction: &Instruction, control: Control) -> Self {
        let fields = FIELDS.iter().map(|field| FieldValue {
            name: field.name,
            lo: field.lo,
            bits: field.bits,
            value: control.get(field.name),
        });
        Report {
            format_version: 1,
            instruction: instruction.to_string(),
            word: word(control),
            fields: fields.collect(),
        }
    }
}

impl Run for Encode {
    fn run(self) -> Result<Outcome, Failure> {
        self.data.check()?;
        let text = &self.instruction;
        let instruction = parse(text, None).map_err(|diagnostic| Failure::at("instruction", text, &diagnostic))?;
        let report = Report::new(&instruction, Control::encode(&instruction));
        self.data.give(|| pretty(&report))?;
        if !self.data.json {
            give(&report.word)?;
            for FieldValue { name, lo, bits, value } in &report.fields {
                let place = match bits {
                    1 => lo.to_string(),
                    _ => format!("{}:{lo}", lo + bits - 1),
                };
                let binary = *bits as usize;
                give(format_args!("{place:>5}  {name:10}  {value:0binary$b}"))?;
            }
        }
        Ok(Outcome::Success)
    }
}
