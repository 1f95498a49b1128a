//! Programs of units, for `asm`, `disasm` and `run`.

use super::{Hardware, Refusal, RunOptions, RunReport, image};
use std::fmt::Display;
use std::ops::Range;
use std::path::Path;

pub use image::{ImageError, ImageFormat};

/// Texts and runs of a module that runs programs from reset to their end. Programs are words of 16 bits.
pub trait Programs: Sync {
    /// The words of each statement of an assembly file, which messages call `name`. Errors: all errors of the file, with source
    /// excerpts.
    fn assemble(&self, name: &str, text: &str) -> Result<Vec<Vec<u16>>, Refusal>;
    /// Assembly that gives the words again, a line each.
    fn disassemble(&self, words: &[u16]) -> Vec<String>;
    /// Checks an initial value of a register, `r2=int8x4:0x7f`. Errors: the expected form.
    fn check_setting(&self, text: &str) -> Result<(), String>;
    /// A program with initial register values. Errors, with a source excerpt: settings that are malformed or given twice.
    fn prepare(&self, start: &InitialState) -> Result<Box<dyn Program>, Refusal>;
}

/// A program and initial register values; other registers are 0.
#[derive(Clone, Copy, Debug)]
pub struct InitialState<'a> {
    /// The program.
    pub words: &'a [u16],
    /// The name and the text of a file with one setting on each line.
    pub file: Option<(&'a str, &'a str)>,
    /// Settings that go before those of the file.
    pub set: &'a [String],
}

/// A program that can be run.
pub trait Program {
    /// The number of instructions in its text, including those that set registers.
    fn instructions(&self) -> u64;
    /// The settings that were given beside the file, in bits.
    fn settings(&self) -> Vec<String>;
    /// Runs it on the golden model. Calls `see` for every instruction that retires, with a line of text, or with `None` if the
    /// instruction only sets a register.
    fn golden(&self, see: Observer) -> ProgramResult;
    /// Runs it on hardware and records waves of these cycles in a file. Errors: the engine is not available, the program does not
    /// end.
    fn execute(
        &self,
        hardware: &Hardware,
        waves: Option<(&Path, Range<u64>)>,
        see: Observer,
    ) -> Result<ProgramResult, Refusal>;
    /// Runs it on hardware and compares every instruction with the golden model.
    fn compare(&self, hardware: &Hardware, run: &RunOptions) -> Result<RunReport, Refusal>;
}

/// Is called for every instruction that retires.
pub type Observer<'a> = &'a mut dyn FnMut(Option<&dyn Display>);

/// The results of running a program.
#[derive(Clone, Debug, Default)]
pub struct ProgramResult {
    /// The registers at the end, one line each.
    pub registers: Vec<String>,
    /// Instructions retired, without those that set registers.
    pub instructions: u64,
    /// Those of them that raised the exception.
    pub exceptions: u64,
    /// Cycles on hardware.
    pub cycles: Option<u64>,
    /// Remarks, one per line.
    pub remarks: Vec<String>,
}
