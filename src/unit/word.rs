//! Control words of a unit's instructions, and texts for other tools.

use super::{Refusal, Selection};
use serde::Serialize;

/// The control words of a language's instructions.
#[derive(Clone, Copy)]
pub struct ControlWordCodec {
    /// Their width in bits, up to 64.
    pub bits: u32,
    /// The control word of an instruction's text. Errors: diagnostics with a source excerpt.
    pub encode: fn(&str) -> Result<Word, Refusal>,
    /// The instruction that has the word. Errors: why none has.
    pub decode: fn(u64) -> Result<Word, String>,
}

/// A control word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The instruction in its canonical form.
    pub instruction: String,
    /// The word.
    pub value: u64,
    /// Its fields, lowest first.
    pub fields: Vec<ControlWordField>,
}

/// A field of a control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A text that is generated for other tools beside the hardware.
#[derive(Clone, Copy)]
pub struct Companion {
    /// Its name as a value of the option.
    pub name: &'static str,
    /// A phrase.
    pub help: &'static str,
    /// The text.
    pub text: CompanionText,
}

/// The inputs of a text for other tools.
#[derive(Clone, Copy)]
pub enum CompanionText {
    /// Nothing: it is the same for all configurations.
    Fixed(fn() -> String),
    /// The configuration of one of these modules. The second argument is the command that writes it again.
    Configured {
        /// The modules' names.
        modules: &'static [&'static str],
        /// The text for a selection of one of them. Error: there is none for this configuration.
        text: fn(&Selection, &str) -> Result<String, String>,
    },
}

/// What a unit says to a compiled program.
#[derive(Clone, Copy)]
pub struct ProgramInspection {
    /// The modules' names.
    pub modules: &'static [&'static str],
    /// The instructions of a program, an ELF file, that are for the selected unit, or look as if they were. Error: it is none that
    /// the unit's core can execute.
    pub inspect: fn(&Selection, &[u8]) -> Result<Vec<InstructionCount>, String>,
}

/// An instruction of a compiled program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InstructionCount {
    /// The mnemonic; of what no table has, the word.
    pub instruction: String,
    /// How often it is there.
    pub count: u32,
    /// The section that has the first one.
    pub section: String,
    /// Its address; in an object file, its place in the section.
    pub address: u64,
    /// What the unit lacks for it. Where that is something, the instruction traps.
    pub lacks: Option<&'static str>,
}
