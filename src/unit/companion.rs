//! Texts that units generate for other tools, and the inspection of compiled programs.

use super::Selection;
use serde::Serialize;

/// A generated text for other tools, such as a C header.
#[derive(Clone, Copy)]
pub struct Companion {
    /// Its name, the value of the option that selects it.
    pub name: &'static str,
    /// Its description in the command line's help, a phrase.
    pub help: &'static str,
    /// The text.
    pub text: CompanionText,
    /// The text with other names, which begin with the second argument; `None` if the text has its names alone.
    pub with_prefix: Option<fn(&str, &str) -> String>,
}

/// The inputs of a text for other tools.
#[derive(Clone, Copy)]
pub enum CompanionText {
    /// The text is the same for all configurations.
    Fixed(fn() -> String),
    /// The text depends on the configuration.
    Configured {
        /// The names of the modules that have the text.
        modules: &'static [&'static str],
        /// The text for a configuration of one of these modules. The second argument is the command that regenerates it, for
        /// the text's banner. Error: this configuration has no such text.
        text: fn(&Selection, &str) -> Result<String, String>,
    },
}

/// Finds the instructions of a compiled program that a unit executes, or that it lacks.
#[derive(Clone, Copy)]
pub struct ProgramInspection {
    /// The names of the modules that inspect programs.
    pub modules: &'static [&'static str],
    /// Lists the instructions of a program, an ELF file, that are for the selected unit or have its opcodes. Error: it is not a
    /// program for the unit's core.
    pub inspect: fn(&Selection, &[u8]) -> Result<Vec<InstructionCount>, String>,
}

/// An instruction of a compiled program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InstructionCount {
    /// The mnemonic; the word of an unknown instruction.
    pub instruction: String,
    /// The number of its occurrences.
    pub count: u32,
    /// The section of the first occurrence.
    pub section: String,
    /// The address of the first occurrence; in an object file, its offset in the section.
    pub address: u64,
    /// The part that the unit lacks for it, if any; the instruction then traps.
    pub lacks: Option<&'static str>,
}
