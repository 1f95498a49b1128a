//! Every retired instruction against the golden machine.

use super::core::{Core, Observed, PATIENCE, Window};
use super::mismatch::Mismatch;
use super::program::Program;
use super::view::{expected_values, helpers, view};
use crate::files;
use crate::sim::Engine;
use crate::sim::testbench::{Gate, Profile, Random};
use crate::sim::wave::{Dump, Dumped, Keep, Recorder};
use crate::units::brew::golden::{Machine, Retire};
use crate::units::brew::rtl::Config;
use std::io;
use std::ops::Range;
use std::path::Path;

/// What a run without a mismatch was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Instructions retired.
    pub instructions: u64,
    /// Those of them with an exception.
    pub exceptions: u64,
    /// Cycles from the first offer to the last retirement.
    pub cycles: u64,
}

/// A datapath under test and its configuration.
pub struct Lockstep {
    core: Core,
    config: Config,
    reset_at: Option<u64>,
}

/// Cycles behind a program's end, or behind a mismatch, which then does not stand at the very edge of the waves.
const AFTERMATH: u32 = 4;

impl Lockstep {
    /// An engine that runs the datapath of `config`.
    pub fn new(engine: Box<dyn Engine>, config: Config) -> Self {
        Lockstep {
            core: Core::new(engine),
            config,
            reset_at: None,
        }
    }

    /// From now on there is a reset of one cycle in the traffic, in this cycle counted from the first offer on. The program
    /// goes on from the first instruction that had not retired, with its registers as they are and all types INT32; what
    /// is offered in that cycle is not taken.
    pub fn set_reset(&mut self, cycle: Option<u64>) {
        self.reset_at = cycle;
    }

    /// The datapath, for recording.
    pub fn core(&mut self) -> &mut Core {
        &mut self.core
    }

    /// Clears the registers, resets the datapath and runs `program`, offering instructions as `profile` has it. A
    /// mismatch comes with a program that is as short as could be found.
    pub fn run(&mut self, program: &Program, profile: Profile, seed: u64) -> Result<Statistics, Box<Mismatch>> {
        self.watch(program, profile, seed, |_| {})
    }

    /// The first mismatch of `program` as it is, if there is one.
    pub fn first_mismatch(&mut self, program: &Program, profile: Profile, seed: u64) -> Option<Box<Mismatch>> {
        self.attempt(program, profile, seed, None, |_| {}).err()
    }

    /// As [`run`](Lockstep::run), showing every instruction that retires as it should to `see`.
    pub fn watch(
        &mut self,
        program: &Program,
        profile: Profile,
        seed: u64,
        see: impl FnMut(&Observed),
    ) -> Result<Statistics, Box<Mismatch>> {
        self.attempt(program, profile, seed, None, see)
            .map_err(|first| first.shortened(|shorter| self.first_mismatch(shorter, profile, seed)))
    }

    /// As [`run`](Lockstep::run) with the program as it is, with waves of the `cycles` after the clearing in a file: cycle
    /// 0 is the first one of the reset. A mismatch is marked.
    pub fn record(
        &mut self,
        program: &Program,
        profile: Profile,
        seed: u64,
        path: &Path,
        cycles: Range<u64>,
    ) -> Result<(Result<Statistics, Box<Mismatch>>, Dumped), files::Error> {
        let engine = self.core.clock().engine();
        let view = view(engine, &program.words(), true);
        let (dump, recorder) = Dump::create(path, engine, &helpers(true), view, Keep::Window(cycles))?;
        let outcome = self.attempt(program, profile, seed, Some(recorder), |_| {});
        let marker = outcome.as_ref().err().map(|mismatch| mismatch.cycle);
        if marker.is_some() {
            (0..AFTERMATH).for_each(|_| self.core.idle());
        }
        let recorder = self
            .core
            .clock()
            .take_waves()
            .ok_or_else(|| files::Error::write(path, io::ErrorKind::Other.into()))?;
        Ok((outcome, dump.finish(recorder, marker)?))
    }

    fn attempt(
        &mut self,
        program: &Program,
        profile: Profile,
        seed: u64,
        waves: Option<Recorder>,
        mut see: impl FnMut(&Observed),
    ) -> Result<Statistics, Box<Mismatch>> {
        let words = program.words();
        let mut machine = Machine::new(words.clone());
        let mut gate = Gate::new(profile, Random::new(seed));
        let mut statistics = Statistics::default();
        let mut place = 0;
        let mut waiting = 0;
        // Register values survive a reset: whatever an earlier program left is no part of this one.
        self.core.start(waves);
        while machine.address as usize / 2 < words.len() {
            let offer = place < words.len() && gate.next_cycle();
            let window = offer.then(|| Window {
                address: 2 * place as u32,
                words: std::array::from_fn(|i| words.get(place + i).copied().unwrap_or(0)),
            });
            let cycle = self.core.clock().cycle();
            let config = self.config;
            let resets = self.reset_at == Some(statistics.cycles);
            self.core.clock().set_reset(resets);
            let (taken, retired) = self.core.watched_cycle(window, |retired, values| {
                let mut machine = machine.clone();
                let expected = retired.and_then(|_| step(&config, &mut machine));
                let wrong = retired.is_some() && !agree(&machine, expected.as_ref(), retired);
                expected_values(expected.as_ref(), wrong, values);
            });
            place += taken;
            statistics.cycles += 1;
            // A gap in what is offered neither counts nor clears: bursts shorter than the patience must add up.
            if taken != 0 || retired.is_some() {
                waiting = 0;
            } else if offer || place >= words.len() {
                waiting += 1;
            }
            let before = machine.registers;
            let is_steady = self.core.is_ready_steady();
            if retired.is_some() || waiting >= PATIENCE || !is_steady {
                let expected = match retired.is_some() || is_steady {
                    true => step(&self.config, &mut machine),
                    false => None,
                };
                if !is_steady || !agree(&machine, expected.as_ref(), retired.as_ref()) {
                    return Err(Box::new(Mismatch {
                        cycle,
                        position: statistics.instructions as usize,
                        profile,
                        seed,
                        reset_at: self.reset_at,
                        is_ready_steady: is_steady,
                        expected,
                        observed: retired,
                        before,
                        after: machine.registers,
                        program: program.clone(),
                    }));
                }
                retired.iter().for_each(&mut see);
                statistics.instructions += 1;
                statistics.exceptions += u64::from(expected.is_some_and(|expected| expected.exception));
            }
            if resets {
                self.core.clock().set_reset(false);
                machine.reset();
                place = machine.address as usize / 2;
                waiting = 0;
            }
        }
        // Nothing retires behind the last instruction.
        for _ in 0..AFTERMATH {
            let cycle = self.core.clock().cycle();
            let (_, retired) = self.core.watched_cycle(None, |retired, values| {
                expected_values(None, retired.is_some(), values);
            });
            if retired.is_some() {
                return Err(Box::new(Mismatch {
                    cycle,
                    position: statistics.instructions as usize,
                    profile,
                    seed,
                    reset_at: self.reset_at,
                    is_ready_steady: true,
                    expected: None,
                    observed: retired,
                    before: machine.registers,
                    after: machine.registers,
                    program: program.clone(),
                }));
            }
        }
        Ok(statistics)
    }
}

/// Steps the golden machine; an instruction whose unit the configuration leaves out is invalid.
pub fn step(config: &Config, machine: &mut Machine) -> Option<Retire> {
    machine.step_within(config.subset())
}

/// Whether what retired is what should have; `machine` is the golden one after the instruction.
fn agree(machine: &Machine, expected: Option<&Retire>, observed: Option<&Observed>) -> bool {
    let (Some(expected), Some(observed)) = (expected, observed) else {
        return false;
    };
    let got = &observed.retire;
    let length = usize::from(expected.length);
    let types = machine
        .registers
        .iter()
        .rev()
        .fold(0, |types, register| types << 4 | u64::from(register.code));
    let same_place = (got.order, got.address, got.length, got.exception)
        == (expected.order, expected.address, expected.length, expected.exception)
        && got.words[..length] == expected.words[..length];
    let same_effect = (got.register, got.writes, got.old_type, got.new_type)
        == (expected.register, expected.writes, expected.old_type, expected.new_type)
        && (!expected.writes || got.value == expected.value);
    let same_operands = (expected.a.is_none() || got.a == expected.a)
        && (expected.b.is_none() || got.b == expected.b)
        && (expected.operand_type.is_none() || got.operand_type == expected.operand_type);
    same_place && same_effect && same_operands && observed.types == types
}
