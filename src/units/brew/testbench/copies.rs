//! Programs in lock-step with the golden machine, one on each of many copies of the datapath.

use super::attempt::{Attempt, RunStatistics};
use super::core::{Noise, Ports, Window, clear};
use super::program::BrewProgram;
use crate::netlist::Flat;
use crate::sim::testbench::{CopyPins, Profile};
use crate::sim::{Sliced, index};
use crate::units::brew::rtl::DatapathConfig;

/// `64 * N` copies of the datapath. Every program goes through the very cycles that it would go through in
/// [`Lockstep::run`](super::Lockstep::run) on fresh hardware.
pub struct LockstepCopies<const N: usize> {
    config: DatapathConfig,
    fresh: Sliced<N>,
    hardware: Sliced<N>,
    ports: Ports,
    reset: usize,
}

impl<const N: usize> LockstepCopies<N> {
    /// The number of copies.
    pub const COUNT: usize = Sliced::<N>::COPIES;

    /// Copies of the design `flat`, which is the datapath of `config`.
    pub fn new(flat: &Flat, config: DatapathConfig) -> Self {
        let fresh = Sliced::new(flat);
        LockstepCopies {
            config,
            hardware: fresh.clone(),
            ports: Ports::new(fresh.ports()),
            reset: index(fresh.ports(), "reset"),
            fresh,
        }
    }

    /// Shows all copies the same window.
    fn offer(&mut self, window: Window, valid: bool) {
        for number in 0..Self::COUNT {
            let hardware = &mut self.hardware;
            self.ports.offer(&mut CopyPins { hardware, number }, window, valid);
        }
        self.hardware.settle();
    }

    /// Two cycles of reset.
    fn reset(&mut self) {
        self.hardware.set_all(self.reset, 1);
        for number in 0..Self::COUNT {
            let hardware = &mut self.hardware;
            self.ports.withdraw(&mut CopyPins { hardware, number });
        }
        for _ in 0..2 {
            self.hardware.settle();
            self.hardware.tick();
        }
        self.hardware.set_all(self.reset, 0);
    }

    /// What [`Core::start`](super::Core::start) does, on fresh hardware, where all copies do the same.
    fn start(&mut self) -> Noise {
        self.hardware.clone_from(&self.fresh);
        let mut noise = Noise::new();
        self.reset();
        clear(|window| self.cycle(&mut noise, window));
        self.reset();
        noise
    }

    /// A cycle of all copies alike: the number of words taken.
    fn cycle(&mut self, noise: &mut Noise, window: Option<Window>) -> usize {
        let (garbage, _) = noise.cycle();
        self.offer(window.unwrap_or(garbage), window.is_some());
        let hardware = &mut self.hardware;
        let taken = self.ports.taken(&CopyPins { hardware, number: 0 }, window.is_some());
        self.hardware.tick();
        taken
    }

    /// Runs as many programs as there are copies or fewer, offering instructions as `profile` has it. Returns what those before
    /// the first program that goes wrong were.
    pub fn run(&mut self, programs: &[BrewProgram], profile: Profile, seed: u64) -> Vec<RunStatistics> {
        assert!(programs.len() <= Self::COUNT, "a copy for each program");
        let mut noise = self.start();
        let attempt = |program| Attempt::new(self.config, program, profile, seed);
        let mut attempts: Vec<Attempt> = programs.iter().map(attempt).collect();
        let mut windows = vec![None; attempts.len()];
        let mut steady = vec![true; attempts.len()];
        let mut ready = vec![false; attempts.len()];
        let mut right = attempts.len();
        // Those behind a program that goes wrong do not count, whatever they do.
        while attempts.iter().any(|attempt| !attempt.is_over()) {
            let (garbage, looks) = noise.cycle();
            let (ports, hardware) = (&self.ports, &mut self.hardware);
            for (attempt, window) in attempts.iter_mut().zip(&mut windows) {
                *window = attempt.window();
            }
            if looks {
                for (number, window) in windows.iter().enumerate() {
                    ports.offer(&mut CopyPins { hardware, number }, garbage, window.is_none());
                }
                hardware.settle();
                for (number, ready) in ready.iter_mut().enumerate() {
                    *ready = ports.is_ready(&CopyPins { hardware, number });
                }
            }
            for (number, window) in windows.iter().enumerate() {
                let pins = &mut CopyPins { hardware, number };
                ports.offer(pins, window.unwrap_or(garbage), window.is_some());
            }
            hardware.settle();
            for (number, attempt) in attempts.iter_mut().enumerate() {
                if attempt.is_over() {
                    continue;
                }
                let pins = &CopyPins { hardware, number };
                steady[number] &= !looks || ready[number] == ports.is_ready(pins);
                let taken = ports.taken(pins, windows[number].is_some());
                let judged = attempt.judge(taken, ports.retired(pins).as_ref(), steady[number]);
                if judged.is_err() {
                    right = number;
                    break;
                }
            }
            attempts.truncate(right);
            windows.truncate(right);
            self.hardware.tick();
        }
        attempts.into_iter().map(|attempt| attempt.statistics).collect()
    }
}
