//! Programs of the datapath: as texts, on the golden machine, and on hardware.

mod registers;

use super::golden::{BrewMachine, Retire, Typed};
use super::isa::{REGISTERS, assemble, decode, disassemble};
use super::options;
use super::testbench::{BrewProgram, Execution, Lockstep};
use crate::sim::wave::Keep;
use crate::text::diagnostic::render_all;
use crate::unit::{Hardware, Observer, OperandValues, ProgramResult, Programs, Refusal, RunOptions, RunReport};
use std::fmt;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// Programs of the Brew ISA.
pub(in crate::units) struct Brew;

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

    fn prepare(&self, words: &[u16]) -> Box<dyn crate::unit::Program> {
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

impl crate::unit::Program for PreparedProgram {
    fn instructions(&self) -> u64 {
        self.program.instructions.len() as u64
    }

    fn golden(&self, see: Observer) -> ProgramResult {
        let mut watch = ProgramWatch::new(&self.words, see);
        let mut machine = BrewMachine::new(self.words.clone());
        while let Some(retire) = machine.step() {
            watch.note(&retire);
        }
        watch.end(&machine.registers, None)
    }

    fn execute(
        &self,
        hardware: &Hardware,
        waves: Option<(&Path, Range<u64>)>,
        see: Observer,
    ) -> Result<ProgramResult, Refusal> {
        let mut watch = ProgramWatch::new(&self.words, see);
        let mut execution = Execution::new(hardware.engine(waves.is_some())?);
        let see = |retire: &Retire| watch.note(retire);
        let outcome = match waves {
            None => execution.run(&self.words, see),
            Some((path, cycles)) => execution.record(&self.words, path, cycles, see)?.0,
        };
        let executed = outcome.map_err(Refusal::new)?;
        Ok(watch.end(&executed.registers, Some(executed.cycles)))
    }

    fn compare(&self, hardware: &Hardware, run: &RunOptions) -> Result<RunReport, Refusal> {
        let Some(config) = options::selected(hardware.selection()) else {
            return Err(Refusal::new(format_args!("{} runs no programs", hardware.name())));
        };
        let (gaps, seed) = (run.traffic.gaps, run.traffic.seed);
        let lockstep = |traced| {
            let mut lockstep = Lockstep::new(hardware.engine(traced)?, config);
            lockstep.set_reset(run.reset_at);
            Ok::<_, Refusal>(lockstep)
        };
        let mut ran = RunReport::default();
        if let Some((path, keep)) = &run.waves {
            let cycles = match keep {
                Keep::Window(cycles) => cycles.clone(),
                Keep::Last(_) => 0..u64::MAX,
            };
            // The outcome is the one below, where the program is also made shorter.
            let (_, dumped) = lockstep(true)?.record(&self.program, gaps, seed, path, cycles)?;
            ran.dumped = Some(dumped);
        }
        match lockstep(false)?.watch(&self.program, gaps, seed, |_| (run.progress)(1)) {
            Ok(statistics) => {
                ran.instructions = statistics.instructions;
                ran.right = statistics.instructions;
                ran.cycles = statistics.cycles;
                ran.was_reset = run.reset_at.is_some_and(|cycle| cycle < statistics.cycles);
            }
            Err(mismatch) => {
                ran.instructions = mismatch.position as u64 + 1;
                ran.fault = Some((mismatch.to_string().trim_end().to_owned(), Some(Arc::new(*mismatch))));
            }
        }
        Ok(ran)
    }
}

/// The observations of a program while its instructions retire.
struct ProgramWatch<'a> {
    words: &'a [u16],
    see: Observer<'a>,
    retired: u64,
    exceptions: u64,
    /// The word behind the last instruction.
    end: usize,
}

impl<'a> ProgramWatch<'a> {
    fn new(words: &'a [u16], see: Observer<'a>) -> Self {
        ProgramWatch {
            words,
            see,
            retired: 0,
            exceptions: 0,
            end: 0,
        }
    }

    fn note(&mut self, retire: &Retire) {
        self.retired += 1;
        self.exceptions += u64::from(retire.exception);
        self.end = retire.address as usize / 2 + usize::from(retire.length);
        (self.see)(&TraceLine(retire));
    }

    fn end(self, registers: &[Typed; REGISTERS], cycles: Option<u64>) -> ProgramResult {
        let address = 2 * self.end;
        let is_cut_short = self.end < self.words.len();
        let remark = || format!("the instruction at {address:#06x} is cut short by the program's end and did not run");
        let registers = registers.iter().enumerate();
        ProgramResult {
            registers: registers.map(|(i, typed)| format!("$r{i:<2} {typed}")).collect(),
            instructions: self.retired,
            exceptions: self.exceptions,
            cycles,
            remarks: is_cut_short.then(remark).into_iter().collect(),
        }
    }
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
