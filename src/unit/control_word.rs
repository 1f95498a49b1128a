//! The control words of a unit's instructions.

use super::Refusal;
use serde::Serialize;

/// The control words of a language's instructions.
#[derive(Clone, Copy)]
pub struct ControlWordCodec {
    /// Their width in bits, up to 64.
    pub bits: u32,
    /// The control word of an instruction, given as text. Error: a diagnostic with a source excerpt.
    pub encode: fn(&str) -> Result<ControlWord, Refusal>,
    /// The instruction of a control word, with the word. Error: the reason why no instruction has it.
    pub decode: fn(u64) -> Result<ControlWord, String>,
}

/// A control word with its instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlWord {
    /// The instruction in its canonical form.
    pub instruction: String,
    /// The control word.
    pub value: u64,
    /// Its fields, lowest first.
    pub fields: Vec<ControlWordField>,
}

/// A field of a control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ControlWordField {
    /// The field's name.
    pub name: &'static str,
    /// Its lowest bit.
    pub lo: u32,
    /// Its width in bits.
    pub bits: u32,
    /// Its value.
    pub value: u64,
}

/// Where a field of control words is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControlField {
    /// The field's name.
    pub name: &'static str,
    /// Its lowest bit.
    pub lo: u32,
    /// Its width in bits.
    pub bits: u32,
}

impl ControlField {
    /// The field of this name, at `lo` and the `bits - 1` bits above.
    pub const fn new(name: &'static str, lo: u32, bits: u32) -> Self {
        ControlField { name, lo, bits }
    }

    /// Its bits in a word.
    pub const fn mask(&self) -> u64 {
        ((1 << self.bits) - 1) << self.lo
    }

    /// Its value in a word.
    pub const fn of(&self, control: u64) -> u64 {
        (control & self.mask()) >> self.lo
    }
}

impl ControlWord {
    /// The word `value` of an instruction, with these fields.
    pub fn new(instruction: &impl ToString, value: u64, fields: &[ControlField]) -> Self {
        let field = |field: &ControlField| ControlWordField {
            name: field.name,
            lo: field.lo,
            bits: field.bits,
            value: field.of(value),
        };
        ControlWord {
            instruction: instruction.to_string(),
            value,
            fields: fields.iter().map(field).collect(),
        }
    }
}
