//! Compares the simulation of a block with its netlist, in every branch of the block's kernels.

mod panics;
mod plan;
mod reach;
mod report;
mod run;
mod waves;

pub use report::{CheckReport, Reached};

use super::equality::LONGEST;
use super::error::{Error, NotReached, Open};
use lanesmith_algebra::Random;
use lanesmith_netlist::Design;
use lanesmith_netlist::rtl::Top;
use plan::ComparisonPlan;
use reach::{Found, Reach};
use run::{ComparisonRun, connect};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How a block is compared with its netlist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// The clocks with random inputs.
    pub clocks: usize,
    /// Decides the random inputs.
    pub seed: u64,
    /// The number of clocks in which a solver searches inputs that take the remaining branches.
    pub search_clocks: usize,
    /// The time for all of that search.
    pub search_time: Duration,
    /// The VCD file for the waves of a run in which block and netlist differ. They contain every signal of the block, and the outputs of the netlist.
    pub waves: Option<PathBuf>,
}

impl Default for CheckOptions {
    /// 1000 clocks, seed 1, a search of 32 clocks and 30 seconds, no waves.
    fn default() -> Self {
        CheckOptions {
            clocks: 1000,
            seed: 1,
            search_clocks: 32,
            search_time: Duration::from_secs(30),
            waves: None,
        }
    }
}

/// The number of random clocks after the inputs that the solver found. They show the effect of the branch on the state.
const BEHIND: usize = 16;

/// Compares the netlist of a block with rust-hdl's simulation of the block, and returns the netlist. It compares outputs and
/// registers in this many `clocks` with random inputs, which `seed` determines, and then with inputs that take the remaining
/// branches. `make` makes the block, `Counter::default` for example; it is called once for the random clocks, and again for each run
/// from power-up.
///
/// Errors in addition to those of [`lower`](super::lower()): [`Error::Disagrees`]; [`Error::Panics`] if a kernel panics, for
/// example at an index out of range; [`Error::Oscillates`]; [`Error::NotReached`] if a branch was neither taken nor proved
/// unreachable; [`Error::Ports`] if [`top!`](lanesmith_netlist::top) lists no clock of the netlist, or not the ports in
/// their order. [`check_report`] reports more and takes options.
pub fn check<T: Top + 'static>(make: impl FnMut() -> T, clocks: usize, seed: u64) -> Result<Design, Error> {
    let options = CheckOptions {
        clocks,
        seed,
        ..CheckOptions::default()
    };
    let report = check_report(make, &options)?;
    match report.open() {
        open if open.is_empty() => Ok(report.design),
        branches => Err(Error::NotReached(NotReached {
            clocks: report.clocks,
            branches,
        })),
    }
}

/// Like [`check`], but reports branches that it could not reach instead of treating them as errors.
///
/// Errors: those of [`check`] but [`Error::NotReached`]; [`Error::Waves`] if the waves cannot be written.
pub fn check_report<T: Top + 'static>(
    mut make: impl FnMut() -> T,
    options: &CheckOptions,
) -> Result<CheckReport, Error> {
    let first = make();
    let lowered = plan::lower(&first)?;
    Check::run(lowered, Box::new(first), &mut || Box::new(make()), options)
}

/// A check under way.
struct Check<'a> {
    plan: &'a ComparisonPlan,
    options: &'a CheckOptions,
    random: Random,
    reached: Vec<Option<Reached>>,
    clocks: usize,
    /// The field of the block that is its clock.
    clock: String,
}

impl Check<'_> {
    fn run(
        lowered: plan::Lowered,
        top: Box<dyn Top>,
        make: &mut dyn FnMut() -> Box<dyn Top>,
        options: &CheckOptions,
    ) -> Result<CheckReport, Error> {
        let clock = plan::clock_field(&lowered.0, &*top)?;
        let kernel = connect(top, &clock)?;
        let plan = ComparisonPlan::new(lowered.0, lowered.1, &kernel)?;
        let mut check = Check {
            plan: &plan,
            options,
            random: Random::new(options.seed),
            reached: vec![None; plan.branches.len()],
            clocks: 0,
            clock,
        };
        let mut run = ComparisonRun::new(&plan, kernel, options)?;
        check.random(&mut run, options.clocks, &Reached::ByRandomInputs)?;
        if !check.open().is_empty() {
            check.search(run, make)?;
        }
        let clocks = check.clocks;
        let reached = check.reached.into_iter();
        let reached = reached.map(|reached| reached.unwrap_or(Reached::Open(Open::Time)));
        let branches = plan.branches.into_iter().map(|(branch, _)| branch);
        Ok(CheckReport {
            clocks,
            branches: branches.zip(reached).collect(),
            design: plan.design,
        })
    }

    /// The branches that are neither taken nor decided.
    fn open(&self) -> BTreeSet<usize> {
        let open = self.reached.iter().enumerate().filter(|(_, reached)| reached.is_none());
        open.map(|(branch, _)| branch).collect()
    }

    fn taken(&mut self, taken: Vec<bool>, how: &Reached) {
        self.clocks += 1;
        for (reached, taken) in self.reached.iter_mut().zip(taken) {
            // The simulation overrides a wrong verdict that a taken branch is open or unreachable.
            let is_taken = matches!(reached, Some(Reached::ByRandomInputs | Reached::BySolver));
            if taken && !is_taken {
                *reached = Some(how.clone());
            }
        }
    }

    fn random(&mut self, run: &mut ComparisonRun, clocks: usize, how: &Reached) -> Result<(), Error> {
        for _ in 0..clocks {
            let taken = run.random(&mut self.random)?;
            self.taken(taken, how);
        }
        Ok(())
    }

    /// Continues with inputs that the solver found, then with random ones.
    fn follow(&mut self, run: &mut ComparisonRun, inputs: &[Vec<(String, u64)>]) -> Result<(), Error> {
        for inputs in inputs {
            let taken = run.given(inputs)?;
            self.taken(taken, &Reached::BySolver);
        }
        self.random(run, BEHIND, &Reached::BySolver)
    }

    /// Decides the branches that random inputs did not take.
    fn search(&mut self, mut run: ComparisonRun, make: &mut dyn FnMut() -> Box<dyn Top>) -> Result<(), Error> {
        let start = Instant::now();
        // A share of the time for each part; what one leaves is the next one's.
        let until = |quarters: u32| start + self.options.search_time.min(LONGEST) * quarters / 4;
        let (first, second, third, fourth) = (until(1), until(2), until(3), until(4));
        let reach = Reach::new(self.plan, self.options.search_clocks);
        let alike = reach.invariant(first);
        for branch in self.open() {
            if reach.is_unreachable(branch, alike.as_ref(), 0, first) {
                self.reached[branch] = Some(Reached::Unreachable);
            }
        }
        // From where the random inputs led.
        let mut looked_at = 0;
        while let open = self.open()
            && !open.is_empty()
            && let Found::Inputs(inputs) = reach.find(Some(&run.state()), &open, second, &mut looked_at)
        {
            self.follow(&mut run, &inputs)?;
            // Simulation and solver mean the same netlist; where they do not, the search would never end.
            if self.open() == open {
                break;
            }
        }
        drop(run);
        // From power-up.
        let mut late = false;
        while let open = self.open()
            && !open.is_empty()
        {
            let found = reach.find(None, &open, third, &mut looked_at);
            late = matches!(found, Found::Late);
            let Found::Inputs(inputs) = found else { break };
            let mut run = ComparisonRun::new(self.plan, connect(make(), &self.clock)?, self.options)?;
            self.follow(&mut run, &inputs)?;
            if self.open() == open {
                break;
            }
        }
        for branch in self.open() {
            self.reached[branch] = Some(match reach.is_unreachable(branch, alike.as_ref(), looked_at, fourth) {
                true => Reached::Unreachable,
                false if late || Instant::now() >= fourth => Reached::Open(Open::Time),
                false => Reached::Open(Open::NotWithin { clocks: looked_at }),
            });
        }
        Ok(())
    }
}
