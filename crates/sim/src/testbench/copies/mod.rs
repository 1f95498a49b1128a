//! The testbench of [`Bench`](super::Bench) around many copies of the hardware, each with its own work, gaps and stalls.
//!
//! Facts of all copies lie side by side: sets of copies are planes, numbers are columns. State of one copy after the other would
//! not stay in the first level of the cache.

mod driver;
mod monitor;

use super::clock::reset;
use super::gate::GateCopies;
use super::mask::{self, Counters, for_each, is_empty, without};
use super::scoreboard::{DRAIN, PATIENCE, streams};
use super::{Channel, Pins, StreamNames, Summary, TrafficSettings};
use crate::Sliced;
use driver::DriverCopies;
use lanesmith_algebra::{Bit, Slice};
use lanesmith_netlist::Flat;
use monitor::{MonitorCopies, Observed};

/// 64-bit words in a plane. It is a constant, and no parameter: a package that uses these testbenches may be compiled with less
/// optimisation than this one.
pub const WORDS: usize = 4;

/// A set of copies.
pub type CopySet = Slice<WORDS>;

/// The source of payloads and the check of results of all copies, as a [`Scoreboard`](super::Scoreboard) is of one.
pub trait ScoreboardCopies {
    /// Writes the next payloads of these copies into the columns of the input stream's ports. Returns those without a further one.
    fn offer(&mut self, copies: &CopySet, payload: &mut [&mut [u64]]) -> CopySet;
    /// The payloads that these copies offered last were accepted.
    fn accepted(&mut self, copies: &CopySet);
    /// The copies with an accepted payload without a result.
    fn owed(&self) -> CopySet;
    /// Results of these copies arrived at `ports`. Returns the copies whose result is wrong.
    fn retired(&mut self, copies: &CopySet, hardware: &Sliced<WORDS>, ports: &[usize]) -> CopySet;
    /// Accepted payloads and right results of a copy.
    fn counts(&self, copy: usize) -> [u64; 2];
    /// The hardware was reset: outstanding payloads get no result.
    fn flush(&mut self);
}

/// [`COUNT`](BenchCopies::COUNT) copies of the hardware under one clock, with a driver and a monitor each. Every copy runs the same cycles as a
/// [`Bench`](super::Bench) with its settings.
pub struct BenchCopies {
    hardware: Sliced<WORDS>,
    driver: DriverCopies,
    monitor: MonitorCopies,
    /// Cycles without progress that count as stuck.
    refused: Counters<WORDS, PATIENCE_BITS>,
    silent: Counters<WORDS, PATIENCE_BITS>,
    reset: Option<(usize, u64)>,
    cycle: u64,
}

/// The bits of a counter whose highest bit means that the number is reached.
pub const fn bits_up_to(number: u32) -> usize {
    assert!(number.is_power_of_two());
    number.ilog2() as usize + 1
}

const PATIENCE_BITS: usize = bits_up_to(PATIENCE);
const DRAIN_BITS: usize = bits_up_to(DRAIN);

/// All copies alike.
impl<const N: usize> Pins for Sliced<N> {
    fn put(&mut self, port: usize, value: u64) {
        self.set_all(port, value);
    }

    fn look(&self, port: usize) -> u64 {
        self.get(0, port)
    }
}

/// A copy with a fault. A [`Bench`](super::Bench) with the copy's seed describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaultyCopy(pub usize);

/// A column: a value for each copy.
pub fn by_copy<T, const N: usize>(value: impl FnMut(usize) -> T) -> Vec<T> {
    (0..64 * N).map(value).collect()
}

/// The copies whose number in a column is 0.
#[inline(never)]
pub fn zeros(column: &[u64]) -> CopySet {
    mask::those(column, |number| number == 0)
}

/// The copies whose numbers in two columns differ.
#[inline(never)]
pub fn differing(x: &[u64], y: &[u64]) -> CopySet {
    mask::those_two(x, y, |x, y| x != y)
}

/// A column with all ones in the copies of a set, else 0.
#[inline(never)]
pub fn fill_column(set: &CopySet, column: &mut [u64]) {
    mask::fill(set, column);
}

impl BenchCopies {
    /// The number of copies.
    pub const COUNT: usize = Sliced::<WORDS>::COPIES;

    /// Connects to the streams `input` and `output` of every copy. `settings` are those of the copies, but for the seed, which
    /// `seed` gives. Call [`BenchCopies::reset`] before the first run.
    pub fn new(
        flat: &Flat,
        input: StreamNames,
        output: StreamNames,
        settings: TrafficSettings,
        seed: impl Fn(usize) -> u64,
    ) -> Self {
        let hardware = Sliced::new(flat);
        let [input, output] = [input, output].map(|names| Channel::new(hardware.ports(), names));
        let [mut gaps, mut stalls, mut noise] = [(); 3].map(|()| vec![]);
        for [one, two, three] in by_copy::<_, WORDS>(|copy| streams(seed(copy))) {
            gaps.push(one);
            stalls.push(two);
            noise.push(three);
        }
        BenchCopies {
            reset: reset(hardware.ports()),
            driver: DriverCopies::new(input, GateCopies::new(settings.gaps, gaps), noise),
            monitor: MonitorCopies::new(output, GateCopies::new(settings.stalls, stalls)),
            refused: Counters::default(),
            silent: Counters::default(),
            hardware,
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

    /// Holds the reset for `cycles` cycles. From the second one on, no output may be valid.
    pub fn reset(&mut self, scoreboard: &mut impl ScoreboardCopies, cycles: u32) -> Result<(), FaultyCopy> {
        scoreboard.flush();
        self.monitor.forget();
        self.set_reset(true);
        for of_reset in 0..cycles {
            self.driver.idle(&mut self.hardware);
            self.monitor.drive(&mut self.hardware, &Slice::constant(true));
            self.hardware.settle();
            if let Some(copy) = self.monitor.first_valid(&self.hardware).filter(|_| of_reset > 0) {
                return Err(FaultyCopy(copy));
            }
            self.tick();
        }
        self.set_reset(false);
        Ok(())
    }

    /// Runs until all payloads have results, or to the first fault; calls `look` before every cycle and stops at its error. Returns the
    /// result of each copy.
    pub fn run<S: ScoreboardCopies>(
        &mut self,
        scoreboard: &mut S,
        mut look: impl FnMut(&mut S) -> Result<(), FaultyCopy>,
    ) -> Result<Vec<Summary>, FaultyCopy> {
        self.driver.resume();
        let first = self.cycle;
        let mut drain = Counters::<WORDS, DRAIN_BITS>::default();
        let mut active = Slice::constant(true);
        let mut summaries = by_copy::<_, WORDS>(|_| Summary::default());
        while !is_empty(&active) {
            look(scoreboard)?;
            self.driver.drive(&mut self.hardware, &active, scoreboard);
            self.monitor.drive(&mut self.hardware, &active);
            self.hardware.settle();
            self.judge(&active, scoreboard)?;
            let finished = self.driver.finished().and(&active);
            drain.count(&without(&finished, &scoreboard.owed()));
            let over = drain.full().and(&active);
            for_each(&over, |copy| {
                let [accepted, retired] = scoreboard.counts(copy);
                summaries[copy] = Summary {
                    cycles: self.cycle + 1 - first,
                    accepted,
                    retired,
                };
            });
            active = without(&active, &over);
            self.tick();
        }
        Ok(summaries)
    }

    /// Observes a settled cycle.
    fn judge(&mut self, active: &CopySet, scoreboard: &mut impl ScoreboardCopies) -> Result<(), FaultyCopy> {
        let hardware = &self.hardware;
        let offered = self.driver.holds();
        let accepted = self.driver.taken(hardware);
        scoreboard.accepted(&accepted);
        let owed = scoreboard.owed();
        let Observed { took, broken } = self.monitor.observe(hardware, active);
        let ports = self.monitor.ports();
        let wrong = scoreboard.retired(&without(&took, &broken), hardware, ports);
        let moves = took.or(&self.monitor.stalls());
        let [offered, owed] = [offered, owed].map(|waits| without(&waits.and(active), &moves));
        self.refused.count_or_clear(&without(&offered, &accepted));
        self.silent.count_or_clear(&owed);
        let (refused, silent) = (self.refused.full(), self.silent.full());
        let faulty = broken.or(&wrong).or(&refused).or(&silent);
        mask::first(&faulty).map_or(Ok(()), |copy| Err(FaultyCopy(copy)))
    }
}
