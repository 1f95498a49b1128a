//! `lanesmith encode`.

use super::data::Data;
use super::{CommandOutcome, Failure, Run, check_files, failure, give, lines};
use clap::Args;
use lanesmith::unit::{ControlWord, ControlWordCodec, ControlWordField};
use lanesmith::units::{complete, language};
use serde::Serialize;
use std::path::PathBuf;

/// Prints the control word of a PTX SIMD or scalar video instruction or byte permute, with its fields
#[derive(Args)]
#[command(after_help = "\
The word of a SIMD video instruction has 37 bits (docs/ptx.md), that of a scalar video instruction such as vadd 20
(docs/video-scalar.md), that of prmt 3 (docs/byte-permute.md). It does not contain guard, registers and numbers, so the operands may
be left out.

Exit status: 0 success, 2 bad input.

Examples:
  lanesmith encode \"vadd4.s32.s32.u32.sat r1.b31, r2.b7412, r3.b0123, r4\"
  lanesmith encode \"prmt.b32.rc16 r1, r2, r3, r4\"
  lanesmith encode vadd4.u32.u32.u32
  lanesmith encode \"dp4a.s32.u32 r1, r2, r3, r4\" --json | jq -r .word
  lanesmith encode --list instructions.txt | lanesmith decode --list -")]
pub(super) struct Encode {
    /// A PTX instruction
    #[arg(required_unless_present = "list")]
    instruction: Option<String>,
    /// Prints the words of a file with one instruction on each line; # and // begin comments
    #[arg(long, value_name = "FILE", conflicts_with = "instruction")]
    list: Option<PathBuf>,
    #[command(flatten)]
    data: Data,
}

/// An instruction and its control word.
#[derive(Serialize)]
pub(super) struct Encoded {
    /// In its canonical form.
    pub(super) instruction: String,
    /// In hexadecimal, because JSON numbers are not exact integers.
    word: String,
    fields: Vec<ControlWordField>,
}

/// The report about a single instruction, or about a list.
#[derive(Serialize)]
struct Report<'a> {
    format_version: u32,
    #[serde(flatten)]
    single: Option<&'a Encoded>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<&'a [Encoded]>,
}

/// A control word of `bits` bits, as printed.
pub(super) fn shown(value: u64, bits: u32) -> String {
    format!("{value:#0width$x}", width = bits.div_ceil(4) as usize + 2)
}

impl From<(ControlWord, ControlWordCodec)> for Encoded {
    fn from((word, words): (ControlWord, ControlWordCodec)) -> Self {
        Encoded {
            instruction: word.instruction,
            word: shown(word.value, words.bits),
            fields: word.fields,
        }
    }
}

/// Writes the report of a single instruction, or of a list; prints `text` unless JSON replaces it.
pub(super) fn report(
    data: &Data,
    is_list: bool,
    encoded: &[Encoded],
    text: impl Fn(&Encoded) -> Result<(), Failure>,
) -> Result<CommandOutcome, Failure> {
    let report = Report {
        format_version: 1,
        single: encoded.first().filter(|_| !is_list),
        instructions: is_list.then_some(encoded),
    };
    data.report(&report, || encoded.iter().try_for_each(text))?;
    Ok(CommandOutcome::Success)
}

fn encode(text: &str) -> Result<Encoded, Failure> {
    let text = &complete(text);
    let language = language(text);
    let Some(words) = language.words else {
        let name = language.name;
        return Err(failure!("{name} instructions have no control word"));
    };
    Ok(Encoded::from(((words.encode)(text)?, words)))
}

impl Encoded {
    fn print_fields(&self) -> Result<(), Failure> {
        give(&self.word)?;
        for ControlWordField { name, lo, bits, value } in &self.fields {
            let place = match bits {
                1 => lo.to_string(),
                _ => format!("{}:{lo}", lo + bits - 1),
            };
            let binary = *bits as usize;
            give!("{place:>5}  {name:10}  {value:0binary$b}")?;
        }
        Ok(())
    }
}

impl Run for Encode {
    fn run(self) -> Result<CommandOutcome, Failure> {
        check_files(&self.list, self.data.file())?;
        let encoded = match &self.list {
            Some(path) => lines::each(path, encode)?,
            None => vec![encode(&self.instruction.unwrap_or_default())?],
        };
        let is_list = self.list.is_some();
        report(&self.data, is_list, &encoded, |encoded| match is_list {
            true => give(&encoded.word),
            false => encoded.print_fields(),
        })
    }
}
