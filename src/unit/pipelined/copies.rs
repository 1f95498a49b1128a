//! Random instructions through many copies of a unit at once.

use super::case::{Case, PASS};
use super::scoreboard::{Next, Pending, PipelinedScoreboard, Source, wrong};
use super::{INPUT, OUTPUT, Pipelined, RESET};
use crate::netlist::Flat;
use crate::sim::testbench::{BenchCopies, FaultIn, Summary, TestbenchFault, TestbenchFaultKind, TrafficSettings};
use std::cell::RefCell;
use std::rc::Rc;

/// 64-bit words in a plane: more make the hardware faster and the testbenches, whose state no longer stays in cache, slower.
const WORDS: usize = 4;
/// The copies.
pub const COPIES: usize = BenchCopies::<WORDS>::COUNT;

/// Results of all copies in the order in which they came, for golden to judge many at a time.
#[derive(Default)]
struct Results {
    cases: Vec<Case>,
    /// The hardware's result of each.
    found: Vec<Found>,
}

struct Found {
    d: u32,
    copy: u32,
    cycle: u64,
}

impl Results {
    /// Judges all that there are.
    fn judge(&mut self, unit: &impl Pipelined) -> Result<(), FaultIn> {
        let results = unit.evaluate_all(&self.cases);
        self.cases.clear();
        let wrong_one = self.found.drain(..).zip(results).find(|(found, d)| found.d != *d);
        wrong_one.map_or(Ok(()), |(found, d)| {
            let fault = TestbenchFault {
                cycle: found.cycle,
                kind: TestbenchFaultKind::WrongResult,
                detail: wrong(found.d, d),
            };
            Err((found.copy as usize, fault))
        })
    }
}

/// The cases of one copy.
struct Drawn<R> {
    random: R,
    left: u64,
    copy: u32,
    results: Rc<RefCell<Results>>,
}

impl<R: Iterator<Item = Case>> Source for Drawn<R> {
    #[inline(always)]
    fn next_case(&mut self) -> Next {
        if self.left == 0 {
            return Next::Done;
        }
        self.left -= 1;
        self.random.next().map_or(Next::Done, Next::Case)
    }

    fn defers(&mut self, pending: &Pending, d: u32, cycle: u64) -> bool {
        let mut results = self.results.borrow_mut();
        results
            .cases
            .push(Case::new(pending.case.control, pending.case.operands));
        let copy = self.copy;
        results.found.push(Found { d, copy, cycle });
        true
    }
}

/// Copies of a unit under random gaps and stalls, each with cases of its own.
pub struct RandomCopies<P> {
    unit: P,
    seed: u64,
    copies: BenchCopies<WORDS>,
}

impl<P: Pipelined> RandomCopies<P> {
    /// Copies of the design `flat` of `unit`. The seeds are `settings.seed` and the numbers that follow it.
    pub fn new(flat: &Flat, unit: P, settings: TrafficSettings) -> Self {
        let own = |copy| TrafficSettings {
            seed: copy_seed(settings.seed, copy),
            ..settings
        };
        RandomCopies {
            unit,
            seed: settings.seed,
            copies: BenchCopies::new(flat, INPUT, OUTPUT, own),
        }
    }

    /// Runs this many cases of its seed on each copy, from a reset on. `progress` receives the number of judged cases.
    /// Returns the result of each copy; errors: the first fault.
    pub fn run(
        &mut self,
        count: impl Fn(usize) -> u64,
        mut progress: impl FnMut(u64),
    ) -> Result<Vec<Summary>, FaultIn> {
        let cases = self.unit.random(self.seed);
        let results = Rc::new(RefCell::new(Results::default()));
        let scoreboard = |copy: usize| {
            let seed = copy_seed(self.seed, copy);
            let drawn = Drawn {
                random: P::reseeded(&cases, seed),
                left: count(copy),
                copy: copy as u32,
                results: results.clone(),
            };
            PipelinedScoreboard::new(self.unit, drawn, seed)
        };
        let mut scoreboards: Vec<PipelinedScoreboard<P, Drawn<P::Random>>> = (0..COPIES).map(scoreboard).collect();
        self.copies.reset(&mut scoreboards, RESET)?;
        let ran = self.copies.run(&mut scoreboards, || {
            let mut results = results.borrow_mut();
            let count = results.found.len();
            if count < PASS - COPIES {
                return Ok(());
            }
            progress(count as u64);
            results.judge(&self.unit)
        });
        // A wrong result came before a fault that the testbench itself found.
        results.borrow_mut().judge(&self.unit)?;
        ran
    }
}

/// The seed of a copy.
pub fn copy_seed(first: u64, copy: usize) -> u64 {
    first.wrapping_add(copy as u64)
}
