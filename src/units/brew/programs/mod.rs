//! Programs of the datapath: as texts, on the golden machine, and on hardware.

mod registers;

use super::golden::{BrewMachine, Retire, Typed};
use super::isa::{assemble, decode, disassemble};
use super::rtl::DatapathConfig;
use super::testbench::{BrewProgram, step};
use super::{options, work};
use lanesmith_text::diagnostic::render_all;
use lanesmith_unit::{
    Hardware, Observer, OperandValues, ProgramResult, Programs, Refusal, RunOptions, RunReport, Selection,
};
use std::fmt;

/// Programs of the Brew ISA.
pub(crate) struct Brew;

impl Programs for Brew {
    fn assemble(&self, name: &str, text: &str) -> Result<Vec<Vec<u16>>, Refusal> {
        assemble(text).map_err(|errors| Refusal(render_all(name, text, &errors)))
    }

    fn disassemble(&self, words: &[u16]) -> Vec<String> {
        disassemble(words).iter().map(ToString::to_string).collect()
    }

    fn check_setting(&self, text: &str) -> Result<(), String> {
        registers::setting(text).map(|_| ())
    }

    fn prepare(&self, words: &[u16]) -> Box<dyn lanesmith_unit::Program> {
        Box::new(PreparedProgram {
            program: BrewProgram::from_words(words),
            words: words.to_vec(),
        })
    }
}

/// How the result of an instruction on typed registers comes about, in several lines.
pub(super) fn explain(text: &str, given: &OperandValues) -> Result<String, Refusal> {
    let statements = assemble(text).map_err(|errors| Refusal(render_all("instruction", text, &errors)))?;
    let words = statements.concat();
    if decode(&words).is_none_or(|decoded| decoded.length != words.len()) {
        return Err(Refusal::new(format_args!("`{text}` is not one instruction")));
    }
    let registers = registers::registers(given.set)?;
    Ok(super::golden::explain(&words, &registers))
}

/// A program: all its words, and its instructions.
struct PreparedProgram {
    words: Vec<u16>,
    program: BrewProgram,
}

impl lanesmith_unit::Program for PreparedProgram {
    fn instructions(&self) -> u64 {
        self.program.instructions.len() as u64
    }

    fn golden(&self, selection: &Selection, see: Observer) -> Result<ProgramResult, Refusal> {
        let config = config(selection)?;
        let mut machine = BrewMachine::new(self.words.clone());
        let (mut exceptions, mut end) = (0, 0);
        while let Some(retire) = step(&config, &mut machine) {
            exceptions += u64::from(retire.exception);
            end = retire.address as usize / 2 + usize::from(retire.length);
            see(&TraceLine(&retire));
        }
        let address = 2 * end;
        let is_cut_short = end < self.words.len();
        let remark = || format!("the instruction at {address:#06x} is cut short by the program's end and did not run");
        let registers = machine.registers.iter().enumerate();
        Ok(ProgramResult {
            registers: registers.map(|(i, typed)| format!("$r{i:<2} {typed}")).collect(),
            instructions: machine.retired,
            exceptions,
            remarks: is_cut_short.then(remark).into_iter().collect(),
        })
    }

    fn compare(&self, hardware: &Hardware, run: &RunOptions) -> Result<RunReport, Refusal> {
        work::compare(&config(hardware.selection())?, hardware, &self.program, run)
    }
}

/// The configuration of the datapath that runs a program.
fn config(selection: &Selection) -> Result<DatapathConfig, Refusal> {
    options::selected(selection).ok_or_else(|| Refusal::new(format_args!("{} runs no programs", selection.name())))
}

/// An instruction of the trace: order, address, words, text, effect.
struct TraceLine<'a>(&'a Retire);

impl fmt::Display for TraceLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TraceLine(retire) = self;
        let words = &retire.words[..usize::from(retire.length)];
        let digits: Vec<String> = words.iter().map(|word| format!("{word:04x}")).collect();
        let text = disassemble(words).into_iter().map(|line| line.text).collect::<String>();
        let (order, address) = (retire.order, retire.address);
        write!(f, "{order:5} {address:04x}: {:14}  {text:40}  ", digits.join(" "))?;
        let new = Typed {
            value: retire.value,
            code: retire.new_type,
        };
        match (retire.exception, retire.writes) {
            (true, _) => f.write_str("invalid instruction"),
            (false, true) => write!(f, "$r{} = {new}", retire.register),
            (false, false) => write!(f, "type $r{} = {}", retire.register, new.kind()),
        }
    }
}
