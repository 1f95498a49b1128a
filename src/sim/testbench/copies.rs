//! The testbench of [`Bench`](super::Bench) around many copies of the hardware, each with its own work, gaps and stalls.

use super::clock::reset;
use super::station::{Drain, Station};
use super::{Channel, Pins, Scoreboard, StreamNames, Summary, TestbenchFault, TrafficSettings};
use crate::netlist::Flat;
use crate::sim::{Port, Sliced};

/// `64 * N` copies of the hardware under one clock, with a driver and a monitor each. Every copy runs the same cycles as a
/// [`Bench`](super::Bench) with its settings.
pub struct BenchCopies<const N: usize> {
    hardware: Sliced<N>,
    stations: Vec<Station>,
    reset: Option<(usize, u64)>,
    cycle: u64,
}

/// The ports of one copy.
pub struct CopyPins<'a, const N: usize> {
    /// All copies.
    pub hardware: &'a mut Sliced<N>,
    /// The number of the copy.
    pub number: usize,
}

impl<const N: usize> Pins for CopyPins<'_, N> {
    #[inline]
    fn put(&mut self, port: usize, value: u64) {
        self.hardware.set(self.number, port, value);
    }

    #[inline]
    fn look(&self, port: usize) -> u64 {
        self.hardware.get(self.number, port)
    }

    fn list(&self) -> &[Port] {
        self.hardware.ports()
    }
}

/// A fault and the number of its copy.
pub type FaultIn = (usize, TestbenchFault);

impl<const N: usize> BenchCopies<N> {
    /// The number of copies.
    pub const COUNT: usize = Sliced::<N>::COPIES;

    /// Connects to the streams `input` and `output` of every copy; `settings` are those of each. Call [`BenchCopies::reset`] before
    /// the first run.
    pub fn new(
        flat: &Flat,
        input: StreamNames,
        output: StreamNames,
        settings: impl Fn(usize) -> TrafficSettings,
    ) -> Self {
        let hardware = Sliced::new(flat);
        let channels = [input, output].map(|names| Channel::new(hardware.ports(), names));
        let station = |number| Station::new(channels.clone(), settings(number));
        let stations = (0..Self::COUNT).map(station).collect();
        BenchCopies {
            reset: reset(hardware.ports()),
            hardware,
            stations,
            cycle: 0,
        }
    }

    /// The cycles so far.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    fn set_reset(&mut self, asserted: bool) {
        if let Some((port, active)) = self.reset {
            self.hardware.set_all(port, if asserted { active } else { 1 - active });
        }
    }

    fn tick(&mut self) {
        self.hardware.tick();
        self.cycle += 1;
    }

    /// Holds the reset for `cycles` cycles. From the second one on, no output may be valid. Each copy has a scoreboard.
    pub fn reset(&mut self, scoreboards: &mut [impl Scoreboard], cycles: u32) -> Result<(), FaultIn> {
        scoreboards.iter_mut().for_each(Scoreboard::flush);
        self.stations.iter_mut().for_each(Station::forget);
        self.set_reset(true);
        for of_reset in 0..cycles {
            for (number, station) in self.stations.iter_mut().enumerate() {
                let hardware = &mut self.hardware;
                station.idle(&mut CopyPins { hardware, number });
            }
            self.hardware.settle();
            for (number, station) in self.stations.iter_mut().enumerate() {
                let hardware = &mut self.hardware;
                let silent = station.is_silent(&CopyPins { hardware, number }, self.cycle, of_reset);
                silent.map_err(|fault| (number, fault))?;
            }
            self.tick();
        }
        self.set_reset(false);
        Ok(())
    }

    /// Runs until all payloads have results, or to the first fault; calls `look` before every cycle and stops at its error. Returns the
    /// result of each copy.
    pub fn run<S: Scoreboard>(
        &mut self,
        scoreboards: &mut [S],
        mut look: impl FnMut() -> Result<(), FaultIn>,
    ) -> Result<Vec<Summary>, FaultIn> {
        self.stations.iter_mut().for_each(Station::resume);
        let first = self.cycle;
        let mut copies = vec![(Drain::default(), Summary::default()); Self::COUNT];
        let mut running = Self::COUNT;
        while running > 0 {
            look()?;
            let hardware = &mut self.hardware;
            let cycle = self.cycle;
            for (number, (station, scoreboard)) in self.stations.iter_mut().zip(&mut *scoreboards).enumerate() {
                if !copies[number].0.is_over() {
                    station.drive(&mut CopyPins { hardware, number }, scoreboard);
                }
            }
            hardware.settle();
            for (number, (station, scoreboard)) in self.stations.iter_mut().zip(&mut *scoreboards).enumerate() {
                let (drain, summary) = &mut copies[number];
                if drain.is_over() {
                    continue;
                }
                let seen = station.observe(&CopyPins { hardware, number }, scoreboard, cycle);
                let judged = station.judge(seen, scoreboard, cycle, summary);
                judged.map_err(|fault| (number, fault))?;
                drain.note(station, scoreboard);
                if drain.is_over() {
                    summary.cycles = cycle + 1 - first;
                    running -= 1;
                }
            }
            self.tick();
        }
        Ok(copies.into_iter().map(|(_, summary)| summary).collect())
    }
}
