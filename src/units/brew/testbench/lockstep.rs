//! Every retired instruction against the golden machine.

use super::attempt::{AFTERMATH, Attempt, RunStatistics};
use super::core::{DatapathHarness, ObservedRetirement};
use super::mismatch::LockstepMismatch;
use super::program::BrewProgram;
use super::view::expected_values;
use crate::brew::rtl::DatapathConfig;
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::Profile;
use lanesmith_sim::wave::{DumpedWaves, WaveRecorder};
use lanesmith_text::files;
use std::ops::Range;
use std::path::Path;

/// A datapath under test and its configuration.
pub struct Lockstep {
    core: DatapathHarness,
    config: DatapathConfig,
    reset_at: Option<u64>,
}

impl Lockstep {
    /// An engine that runs the datapath of `config`.
    pub fn new(engine: Box<dyn Engine>, config: DatapathConfig) -> Self {
        Lockstep {
            core: DatapathHarness::new(engine),
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
    pub fn core(&mut self) -> &mut DatapathHarness {
        &mut self.core
    }

    /// Clears the registers, resets the datapath and runs `program`, offering instructions as `profile` has it. A
    /// mismatch comes with a program that is as short as could be found.
    pub fn run(
        &mut self,
        program: &BrewProgram,
        profile: Profile,
        seed: u64,
    ) -> Result<RunStatistics, Box<LockstepMismatch>> {
        self.watch(program, profile, seed, |_| {})
    }

    /// The first mismatch of `program` as it is, if there is one.
    pub fn first_mismatch(
        &mut self,
        program: &BrewProgram,
        profile: Profile,
        seed: u64,
    ) -> Option<Box<LockstepMismatch>> {
        self.attempt(program, profile, seed, None, |_| {}).err()
    }

    /// As [`run`](Lockstep::run), showing every instruction that retires as it should to `see`.
    pub fn watch(
        &mut self,
        program: &BrewProgram,
        profile: Profile,
        seed: u64,
        see: impl FnMut(&ObservedRetirement),
    ) -> Result<RunStatistics, Box<LockstepMismatch>> {
        self.attempt(program, profile, seed, None, see)
            .map_err(|first| first.shortened(|shorter| self.first_mismatch(shorter, profile, seed)))
    }

    /// As [`run`](Lockstep::run) with the program as it is, with waves of the `cycles` after the clearing in a file: cycle
    /// 0 is the first one of the reset. A mismatch is marked.
    pub fn record(
        &mut self,
        program: &BrewProgram,
        profile: Profile,
        seed: u64,
        path: &Path,
        cycles: Range<u64>,
    ) -> Result<(Result<RunStatistics, Box<LockstepMismatch>>, DumpedWaves), files::FileError> {
        let (dump, recorder) = self.core.dump(path, &program.words(), cycles)?;
        let outcome = self.attempt(program, profile, seed, Some(recorder), |_| {});
        let marker = outcome.as_ref().err().map(|mismatch| mismatch.cycle);
        if marker.is_some() {
            (0..AFTERMATH).for_each(|_| self.core.idle());
        }
        Ok((outcome, self.core.dumped(dump, path, marker)?))
    }

    fn attempt(
        &mut self,
        program: &BrewProgram,
        profile: Profile,
        seed: u64,
        waves: Option<WaveRecorder>,
        mut see: impl FnMut(&ObservedRetirement),
    ) -> Result<RunStatistics, Box<LockstepMismatch>> {
        let mut attempt = Attempt::new(self.config, program, profile, seed);
        // Register values survive a reset, so `start` clears those of an earlier program.
        self.core.start(waves);
        while !attempt.is_over() {
            let window = attempt.window();
            let cycle = self.core.clock().cycle();
            let resets = attempt.is_running() && self.reset_at == Some(attempt.statistics.cycles);
            self.core.clock().set_reset(resets);
            let (taken, retired) = self.core.watched_cycle(window, |retired, values| {
                let (expected, is_right) = attempt.expects(retired).unzip();
                expected_values(expected.as_ref(), retired.is_some() && is_right != Some(true), values);
            });
            let is_steady = self.core.is_ready_steady();
            if let Err(wrong) = attempt.judge(taken, retired.as_ref(), is_steady) {
                return Err(Box::new(LockstepMismatch {
                    cycle,
                    position: attempt.statistics.instructions as usize,
                    profile,
                    seed,
                    reset_at: self.reset_at,
                    is_ready_steady: is_steady,
                    expected: wrong.expected,
                    observed: retired,
                    before: wrong.before,
                    after: attempt.registers(),
                    program: program.clone(),
                }));
            }
            retired.iter().for_each(&mut see);
            if resets {
                self.core.clock().set_reset(false);
                attempt.reset();
            }
        }
        Ok(attempt.statistics)
    }
}
