//! Programs of units, for `asm`, `disasm` and `run`.

use super::{Hardware, Refusal, RunOptions, RunReport, Selection, image};
use std::fmt::Display;

pub use image::{ImageError, ImageFormat};

/// Texts and runs of a module that runs programs from reset to their end. Programs are words of 16 bits.
pub trait Programs: Sync {
    /// The words of each statement of an assembly file, which messages call `name`. Errors: all errors of the file, with source
    /// excerpts.
    fn assemble(&self, name: &str, text: &str) -> Result<Vec<Vec<u16>>, Refusal>;
    /// Assembly that gives the words again, a line each.
    fn disassemble(&self, words: &[u16]) -> Vec<String>;
    /// Checks the value of a register for `explain`, `r2=int8x4:0x7f`. Errors: the expected form.
    fn check_setting(&self, text: &str) -> Result<(), String>;
    /// A program of these words.
    fn prepare(&self, words: &[u16]) -> Box<dyn Program>;
}

/// A program that can be run.
pub trait Program {
    /// The number of instructions in its text.
    fn instructions(&self) -> u64;
    /// Runs it on the golden model of a configuration. Calls `see` for every instruction that retires, with a line of text. Errors:
    /// the module of the configuration runs no programs.
    fn golden(&self, selection: &Selection, see: Observer) -> Result<ProgramResult, Refusal>;
    /// Runs it on hardware and compares every instruction with the golden model. Errors: the engine is not available, or a file of
    /// waves cannot be written.
    fn compare(&self, hardware: &Hardware, run: &RunOptions) -> Result<RunReport, Refusal>;
}

/// Is called for every instruction that retires.
pub type Observer<'a> = &'a mut dyn FnMut(&dyn Display);

/// The results of running a program.
#[derive(Clone, Debug, Default)]
pub struct ProgramResult {
    /// The registers at the end, one line each.
    pub registers: Vec<String>,
    /// Instructions retired.
    pub instructions: u64,
    /// Those of them that raised the exception.
    pub exceptions: u64,
    /// Remarks, one per line.
    pub remarks: Vec<String>,
}
