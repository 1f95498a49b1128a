//! Which state bits always have the same value: random runs propose them, and induction proves all of them
//! together (van Eijk, "Sequential equivalence checking based on structural similarities", 2000).

use super::machine::{Designs, FreeInputs, InputBits};
use super::simulation::{Classes, Lanes, RandomInputs};
use super::trace::Trace;
use lanesmith_algebra::{Bit, Edge};
use lanesmith_prove::{EquivalenceVerdict, Incremental};
use std::time::{Duration, Instant};

/// The number of clocks simulated after a counterexample, which may separate other bits too.
const CLOCKS: usize = 16;

/// The designs that are compared.
pub struct Search<'a> {
    pub designs: &'a Designs<'a>,
    /// The condition on the state that holds in each clock.
    pub invariant: &'a dyn Fn(&[Edge]) -> Edge,
    /// The number of clocks with equal bits that the induction assumes, at least 1.
    pub depth: usize,
    /// The time limit.
    pub time: Duration,
    pub seed: u64,
}

impl Search<'_> {
    /// Separates bits until the remaining classes hold by induction: bits of a class are equal in the first clocks from power-up,
    /// and if they are equal in [`depth`](Self::depth) clocks with the invariant, they are equal in the next clock. `None` if time
    /// runs out.
    ///
    /// The result holds only if the invariant does. The proof of the invariant may in turn assume that these bits are equal.
    pub fn run(&self, mut classes: Classes) -> Option<Classes> {
        let start = Instant::now();
        classes.separate(&self.designs.power_up::<Lanes>());
        self.begin(&mut classes, start)?;
        loop {
            let before = classes.clone();
            self.follow(&mut classes, start)?;
            if classes == before {
                return Some(classes);
            }
        }
    }

    /// The time limit for one pair of bits.
    fn left(&self, start: Instant) -> Option<Duration> {
        let left = self.time.checked_sub(start.elapsed())?;
        (!left.is_zero()).then(|| left.min(self.time / 8))
    }

    /// Separates the bits that differ in the first clocks from power-up.
    fn begin(&self, classes: &mut Classes, start: Instant) -> Option<()> {
        let graph = self.designs.graph();
        let mut checker = Incremental::new(&graph, self.seed);
        let mut state: Vec<Edge> = self.designs.power_up();
        let mut free = FreeInputs::default();
        for _ in 1..self.depth {
            let inputs = free.clock(self.designs, &graph);
            state = self.designs.clock(&inputs, &state).next;
            self.compare(classes, &mut checker, &state, start, |classes, values| {
                let bits = graph.evaluate_bits(values, &state);
                classes.separate(&bits.into_iter().map(Lanes::constant).collect::<Vec<_>>());
            })?;
        }
        Some(())
    }

    /// Separates the bits that can differ in the clock after [`depth`](Self::depth) clocks in which they are equal, from any state.
    fn follow(&self, classes: &mut Classes, start: Instant) -> Option<()> {
        let graph = self.designs.graph();
        let alike = classes.clone();
        let mut next = graph.inputs(self.designs.bits as u32);
        let (mut free, mut assumption) = (FreeInputs::default(), Edge::Constant(true));
        let mut state = vec![];
        for _ in 0..self.depth {
            state = next;
            // The induction assumes that bits are alike in these clocks, so each bit may be replaced by its representative.
            alike.unite(&mut state);
            let inputs = free.clock(self.designs, &graph);
            let clock = self.designs.clock(&inputs, &state);
            assumption = assumption.and(&(self.invariant)(&state));
            next = clock.next;
        }
        let mut checker = Incremental::under(&graph, &assumption, self.left(start)?, self.seed).ok()?;
        self.compare(classes, &mut checker, &next, start, |classes, values| {
            let before = graph.evaluate_bits(values, &state);
            self.go_on(classes, &before, &free.values(values));
        })
    }

    /// Decides for each bit whether it equals its representative in this state. Passes inputs of the graph for which it does not
    /// to `separate`.
    fn compare(
        &self,
        classes: &mut Classes,
        checker: &mut Incremental,
        state: &[Edge],
        start: Instant,
        separate: impl Fn(&mut Classes, &[bool]),
    ) -> Option<()> {
        for (bit, like) in classes.representatives().into_iter().enumerate() {
            let other = like.map_or(Edge::Constant(false), |first| state[first].clone());
            if state[bit].literal() == other.literal() || !classes.are_alike(bit, like) {
                continue;
            }
            match checker.decide(&[(state[bit].clone(), other)], self.left(start)?) {
                EquivalenceVerdict::Proved => {}
                EquivalenceVerdict::Refuted(values) => {
                    separate(classes, &values);
                    // The two bits differ, so they are separate now even if the simulation does not show it.
                    if classes.are_alike(bit, like) {
                        classes.isolate(bit);
                    }
                }
                EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous => classes.isolate(bit),
            }
        }
        Some(())
    }

    /// Separates bits that differ after the last clock of a counterexample: in one run with its inputs, in others with random ones.
    /// At depth 1 later clocks separate bits too.
    fn go_on(&self, classes: &mut Classes, state: &[bool], trace: &Trace) {
        let mut stimulus = RandomInputs::new(self.designs, self.seed);
        let mut state: Vec<Lanes> = state.iter().map(|bit| Lanes::constant(*bit)).collect();
        let clocks = if self.depth == 1 { CLOCKS } else { 1 };
        for clock in 0..clocks {
            let mut inputs: InputBits<Lanes> = stimulus.clock();
            let given = trace.last().filter(|_| clock == 0);
            for (name, value) in given.into_iter().flatten() {
                for (i, plane) in inputs.get_mut(name).into_iter().flatten().enumerate() {
                    plane.0[0] = plane.0[0] & !1 | value >> i & 1;
                }
            }
            state = self.designs.clock(&inputs, &state).next;
            classes.separate(&state);
        }
    }
}
