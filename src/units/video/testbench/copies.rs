//! Random instructions through many copies of the ALU at once.

use super::random_cases::RandomCases;
use super::scoreboard::{Next, Pending, Source, VideoScoreboard, wrong as wrong_result};
use super::{INPUT, OUTPUT, RESET};
use crate::netlist::Flat;
use crate::ptx::Family;
use crate::sim::testbench::{Copies, Fault, FaultIn, FaultKind, Settings, Summary};
use crate::units::video::golden::batch::{PASS, Vector, evaluate_within};
use crate::units::video::rtl::Config;
use std::cell::RefCell;
use std::rc::Rc;

/// 64-bit words in a plane: more make the hardware faster and the testbenches, whose state no longer stays in cache, slower.
const WORDS: usize = 4;
/// The ALUs.
pub const COPIES: usize = Copies::<WORDS>::COUNT;

/// Results of all copies in the order in which they came, for golden to judge many at a time.
#[derive(Default)]
struct Results {
    vectors: Vec<Vector>,
    /// What the hardware makes of each.
    found: Vec<Found>,
}

struct Found {
    d: u32,
    copy: u32,
    cycle: u64,
}

impl Results {
    /// Judges all that there are.
    fn judge(&mut self, families: &[Family]) -> Result<(), FaultIn> {
        let results = evaluate_within(families, &self.vectors);
        self.vectors.clear();
        let wrong = self.found.drain(..).zip(results).find(|(found, d)| found.d != *d);
        wrong.map_or(Ok(()), |(found, d)| {
            let fault = Fault {
                cycle: found.cycle,
                kind: FaultKind::WrongResult,
                detail: wrong_result(found.d, d),
            };
            Err((found.copy as usize, fault))
        })
    }
}

/// The cases of one copy.
struct Drawn {
    random: RandomCases,
    left: u64,
    copy: u32,
    results: Rc<RefCell<Results>>,
}

impl Source for Drawn {
    #[inline(always)]
    fn next_case(&mut self) -> Next {
        if self.left == 0 {
            return Next::Done;
        }
        self.left -= 1;
        self.random.next().map_or(Next::Done, Next::Case)
    }

    fn accepts(&mut self, pending: &Pending, d: u32, cycle: u64) -> bool {
        let mut results = self.results.borrow_mut();
        results.vectors.push(pending.case.vector());
        let copy = self.copy;
        results.found.push(Found { d, copy, cycle });
        true
    }
}

/// Copies of the ALU under random gaps and stalls, each with cases of its own.
pub struct RandomCopies {
    config: Config,
    seed: u64,
    copies: Copies<WORDS>,
}

impl RandomCopies {
    /// Copies of the design `flat`, which is the ALU of `config`. The seeds are `settings.seed` and the numbers that follow it.
    pub fn new(flat: &Flat, config: Config, settings: Settings) -> Self {
        let own = |copy| Settings {
            seed: copy_seed(settings.seed, copy),
            ..settings
        };
        RandomCopies {
            config,
            seed: settings.seed,
            copies: Copies::new(flat, INPUT, OUTPUT, own),
        }
    }

    /// Runs so many cases of its seed on each copy, from a reset on. `progress` hears of cases that have been judged.
    /// Returns what each copy did; errors: the first fault.
    pub fn run(
        &mut self,
        count: impl Fn(usize) -> u64,
        mut progress: impl FnMut(u64),
    ) -> Result<Vec<Summary>, FaultIn> {
        let cases = RandomCases::new(self.config, self.seed);
        let results = Rc::new(RefCell::new(Results::default()));
        let scoreboard = |copy: usize| {
            let seed = copy_seed(self.seed, copy);
            let drawn = Drawn {
                random: cases.reseeded(seed),
                left: count(copy),
                copy: copy as u32,
                results: results.clone(),
            };
            VideoScoreboard::new(self.config, drawn, seed)
        };
        let mut scoreboards: Vec<VideoScoreboard<Drawn>> = (0..COPIES).map(scoreboard).collect();
        let families = self.config.families();
        self.copies.reset(&mut scoreboards, RESET)?;
        let ran = self.copies.run(&mut scoreboards, || {
            let mut results = results.borrow_mut();
            let count = results.found.len();
            if count < PASS - COPIES {
                return Ok(());
            }
            progress(count as u64);
            results.judge(&families)
        });
        // A result that is wrong came before what the testbench itself found.
        results.borrow_mut().judge(&families)?;
        ran
    }
}

/// The seed of a copy.
pub fn copy_seed(first: u64, copy: usize) -> u64 {
    first.wrapping_add(copy as u64)
}
