//! Programs on an engine, run for their results.

use super::core::{DatapathHarness, ObservedRetirement, PATIENCE, Window};
use super::view::{helpers, view};
use crate::files;
use crate::sim::Engine;
use crate::sim::wave::{Dump, DumpedWaves, Keep, WaveRecorder};
use crate::units::brew::golden::{Retire, Typed};
use crate::units::brew::isa::{REGISTERS, length};
use std::fmt;
use std::io;
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
    /// Instructions retired.
    pub instructions: u64,
    /// Cycles from the first offer to the last retirement.
    pub cycles: u64,
}

/// The datapath has stopped taking or retiring instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The address of the next word that was to be taken.
    pub address: u32,
}

impl fmt::Display for Stuck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the datapath does not go on before address {:#06x}", self.address)
    }
}

impl std::error::Error for Stuck {}

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
    pub fn run(&mut self, program: &[u16], see: impl FnMut(&Retire)) -> Result<ExecutionSummary, Stuck> {
        self.start(program, None, see)
    }

    fn start(
        &mut self,
        program: &[u16],
        waves: Option<WaveRecorder>,
        mut see: impl FnMut(&Retire),
    ) -> Result<ExecutionSummary, Stuck> {
        self.core.start(waves);
        self.registers = Default::default();
        let (instructions, cycles) = self.feed(program, &mut see)?;
        Ok(ExecutionSummary {
            registers: self.registers,
            instructions,
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
    ) -> Result<(Result<ExecutionSummary, Stuck>, DumpedWaves), files::FileError> {
        let engine = self.core.clock().engine();
        let view = view(engine, program, false);
        let (dump, recorder) = Dump::create(path, engine, &helpers(false), view, Keep::Window(cycles))?;
        let outcome = self.start(program, Some(recorder), see);
        let recorder = self
            .core
            .clock()
            .take_waves()
            .ok_or_else(|| files::FileError::write(path, io::ErrorKind::Other.into()))?;
        Ok((outcome, dump.finish(recorder, None)?))
    }

    /// The numbers of instructions and cycles.
    fn feed(&mut self, program: &[u16], see: &mut dyn FnMut(&Retire)) -> Result<(u64, u64), Stuck> {
        let (mut place, mut taken, mut retired, mut cycles, mut waiting) = (0, 0, 0, 0, 0);
        loop {
            let rest = &program[place..];
            let whole = rest.first().is_some_and(|first| length(*first) <= rest.len());
            if !whole && retired == taken {
                return Ok((retired, cycles));
            }
            let window = whole.then(|| Window::at(program, place));
            let (words, observed) = self.core.cycle(window);
            cycles += 1;
            waiting = if words > 0 || observed.is_some() {
                0
            } else {
                waiting + 1
            };
            if waiting > PATIENCE {
                return Err(Stuck {
                    address: 2 * place as u32,
                });
            }
            place += words;
            taken += u64::from(words > 0);
            if let Some(observed) = observed {
                retired += 1;
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
