//! Programs on an engine, run for their results.

use super::core::{DatapathHarness, ObservedRetirement, PATIENCE, Window};
use crate::files;
use crate::sim::Engine;
use crate::sim::wave::{DumpedWaves, WaveRecorder};
use crate::units::brew::golden::{Retire, Typed};
use crate::units::brew::isa::{REGISTERS, length};
use std::ops::Range;
use std::path::Path;

/// A datapath that runs programs.
pub struct Execution {
    core: DatapathHarness,
    /// The registers as the retired instructions have left them.
    registers: [Typed; REGISTERS],
}

/// The results of running a program.
#[derive(Clone, Debug)]
pub struct ExecutionSummary {
    /// The registers at the end.
    pub registers: [Typed; REGISTERS],
    /// Cycles from the first offer to the last retirement.
    pub cycles: u64,
}

impl Execution {
    /// Takes an engine that runs `brew_datapath`.
    pub fn new(engine: Box<dyn Engine>) -> Self {
        Execution {
            core: DatapathHarness::new(engine),
            registers: Default::default(),
        }
    }

    /// Resets the datapath, clears its registers, and runs the program from address 0 to its end, or to where its last
    /// instruction is cut short. `see` gets every instruction that retires.
    pub fn run(&mut self, program: &[u16], see: impl FnMut(&Retire)) -> Result<ExecutionSummary, String> {
        self.start(program, None, see)
    }

    fn start(
        &mut self,
        program: &[u16],
        waves: Option<WaveRecorder>,
        mut see: impl FnMut(&Retire),
    ) -> Result<ExecutionSummary, String> {
        self.core.start(waves);
        self.registers = Default::default();
        let cycles = self.feed(program, &mut see)?;
        Ok(ExecutionSummary {
            registers: self.registers,
            cycles,
        })
    }

    /// The same with waves of these cycles in a file: cycle 0 is the first one of the reset.
    pub fn record(
        &mut self,
        program: &[u16],
        path: &Path,
        cycles: Range<u64>,
        see: impl FnMut(&Retire),
    ) -> Result<(Result<ExecutionSummary, String>, DumpedWaves), files::FileError> {
        let (dump, recorder) = self.core.dump(path, program, false, cycles)?;
        let outcome = self.start(program, Some(recorder), see);
        Ok((outcome, self.core.dumped(dump, path, None)?))
    }

    /// The number of cycles.
    fn feed(&mut self, program: &[u16], see: &mut dyn FnMut(&Retire)) -> Result<u64, String> {
        let (mut place, mut under_way, mut cycles, mut waiting) = (0, 0i64, 0, 0);
        loop {
            let rest = &program[place..];
            let whole = rest.first().is_some_and(|first| length(*first) <= rest.len());
            if !whole && under_way == 0 {
                return Ok(cycles);
            }
            let (words, observed) = self.core.cycle(whole.then(|| Window::at(program, place)));
            cycles += 1;
            waiting = if words > 0 || observed.is_some() {
                0
            } else {
                waiting + 1
            };
            if waiting > PATIENCE {
                let address = 2 * place;
                return Err(format!("the datapath does not go on before address {address:#06x}"));
            }
            place += words;
            under_way += i64::from(words > 0);
            if let Some(observed) = observed {
                under_way -= 1;
                see(&self.note(&observed));
            }
        }
    }

    /// Updates the registers. Returns the instruction without the undefined values of the ports.
    fn note(&mut self, observed: &ObservedRetirement) -> Retire {
        let mut retire = observed.retire;
        retire.words[usize::from(retire.length).min(3)..].fill(0);
        if !retire.writes {
            retire.value = 0;
        } else if let Some(register) = self.registers.get_mut(usize::from(retire.register)) {
            register.value = retire.value;
        }
        for (register, lo) in self.registers.iter_mut().zip((0..).step_by(4)) {
            register.code = (observed.types >> lo & 15) as u8;
        }
        retire
    }
}
