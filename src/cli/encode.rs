//! `lanesmith encode`.

use super::data::{Data, pretty};
use super::{CommandOutcome, Failure, Run, give};
use crate::unit::{ControlWordCodec, ControlWordField, Word};
use crate::units::language;
use clap::Args;
use serde::Serialize;

/// Prints the control word of a PTX SIMD video instruction or byte permute, with its fields
#[derive(Args)]
#[command(after_help = "\
The word of a SIMD video instruction has 37 bits (docs/ptx.md), that of prmt 3 (docs/byte-permute.md). It does not contain
guard, registers and numbers.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith encode \"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\"
  lanesmith encode \"prmt.b32.rc16 r1, r2, r3, r4\"
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
    /// In hexadecimal, because JSON numbers are not exact integers.
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

/// A control word of `bits` bits, as printed.
pub(super) fn shown(value: u64, bits: u32) -> String {
    format!("{value:#0width$x}", width = bits.div_ceil(4) as usize + 2)
}

impl From<(Word, ControlWordCodec)> for Report {
    fn from((word, words): (Word, ControlWordCodec)) -> Self {
        let fields = word
            .fields
            .into_iter()
            .map(|ControlWordField { name, lo, bits, value }| FieldValue { name, lo, bits, value });
        Report {
            format_version: 1,
            instruction: word.instruction,
            word: shown(word.value, words.bits),
            fields: fields.collect(),
        }
    }
}

impl Run for Encode {
    fn run(self) -> Result<CommandOutcome, Failure> {
        self.data.check()?;
        let text = &self.instruction;
        let language = language(text);
        let Some(words) = language.words else {
            let name = language.name;
            return Err(Failure::new(format_args!("{name} instructions have no control word")));
        };
        let report = Report::from(((words.encode)(text)?, words));
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
        Ok(CommandOutcome::Success)
    }
}
