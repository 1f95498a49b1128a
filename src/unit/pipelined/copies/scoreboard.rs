//! Judges many copies of a unit: [`PipelinedScoreboard`](super::super::PipelinedScoreboard), a column for each of its facts.

use super::COPIES;
use super::results::{CheckedCopies, Results};
use crate::pipelined::case::Noise;
use crate::pipelined::{CaseColumns, Pipelined};
use lanesmith_algebra::Bit;
use lanesmith_sim::Sliced;
use lanesmith_sim::testbench::copies::{CopySet, WORDS, by_copy, differing, fill_column, zeros};
use lanesmith_sim::testbench::mask::{for_each, without};
use lanesmith_sim::testbench::{Random, ScoreboardCopies};

/// An accepted or offered case without a result.
#[derive(Clone, Copy, Debug, Default)]
struct PendingCopies {
    control: u64,
    operands: [u32; 3],
}

/// Every accepted case of a copy comes back once, in order, with its tag; golden judges the results later.
pub(super) struct PipelinedCopies {
    cases: Box<dyn CaseColumns>,
    /// All ones for each copy that draws a case.
    chosen: Vec<u64>,
    /// Cases that are still to be drawn.
    left: Vec<u64>,
    /// Noise in ignored bits of control words, if there are any.
    noise: Option<Vec<Noise>>,
    /// `capacity` cases of each copy, a power of two, in a ring.
    pending: Vec<PendingCopies>,
    capacity: usize,
    /// Numbers of cases that were offered, accepted, and came back; the first is also the next tag.
    offered: Vec<u64>,
    accepted: Vec<u64>,
    retired: Vec<u64>,
    pub results: Results,
}

impl PipelinedCopies {
    /// `count` cases on each copy, of streams with the seeds `seed`.
    pub fn new<P: Pipelined>(unit: P, count: impl Fn(usize) -> u64, seed: impl Fn(usize) -> u64) -> Self {
        const CAPACITY: usize = 8;
        let ignores = unit.ignored_bits().is_some();
        PipelinedCopies {
            cases: unit.random(0).columns(&by_copy::<_, WORDS>(&seed)),
            chosen: by_copy::<_, WORDS>(|_| 0),
            left: by_copy::<_, WORDS>(count),
            noise: ignores.then(|| by_copy::<_, WORDS>(|copy| Noise::new(&unit, Random::new(seed(copy))))),
            pending: vec![PendingCopies::default(); CAPACITY * COPIES],
            capacity: CAPACITY,
            offered: by_copy::<_, WORDS>(|_| 0),
            accepted: by_copy::<_, WORDS>(|_| 0),
            retired: by_copy::<_, WORDS>(|_| 0),
            results: Results::default(),
        }
    }

    /// The place of a copy's case.
    fn place(&self, copy: usize, case: u64) -> usize {
        copy * self.capacity + (case as usize & (self.capacity - 1))
    }

    /// Room for more cases in every copy.
    fn grow(&mut self) {
        let before = self.capacity;
        let old = std::mem::take(&mut self.pending);
        self.capacity *= 2;
        self.pending = vec![PendingCopies::default(); 2 * old.len()];
        for copy in 0..COPIES {
            for case in self.retired[copy]..self.offered[copy] {
                let place = self.place(copy, case);
                self.pending[place] = old[copy * before + (case as usize & (before - 1))];
            }
        }
    }
}

impl ScoreboardCopies for PipelinedCopies {
    fn offer(&mut self, copies: &CopySet, payload: &mut [&mut [u64]]) -> CopySet {
        let done = zeros(&self.left).and(copies);
        let drawing = without(copies, &done);
        fill_column(&drawing, &mut self.chosen);
        self.cases.draw(&self.chosen, payload);
        let [control, a, b, c, tag] = payload else {
            unreachable!("the input stream has five payload ports")
        };
        for_each(&drawing, |copy| {
            self.left[copy] -= 1;
            let number = self.offered[copy];
            if (number - self.retired[copy]) as usize == self.capacity {
                self.grow();
            }
            let place = self.place(copy, number);
            self.pending[place] = PendingCopies {
                control: control[copy],
                operands: [a[copy] as u32, b[copy] as u32, c[copy] as u32],
            };
            if let Some(noise) = &mut self.noise {
                control[copy] = noise[copy].word(control[copy]);
            }
            tag[copy] = u64::from(number as u8);
            self.offered[copy] = number + 1;
        });
        done
    }

    fn accepted(&mut self, copies: &CopySet) {
        for_each(copies, |copy| self.accepted[copy] = self.offered[copy]);
    }

    fn owed(&self) -> CopySet {
        differing(&self.accepted, &self.retired)
    }

    fn retired(&mut self, copies: &CopySet, hardware: &Sliced<WORDS>, ports: &[usize]) -> CopySet {
        let mut wrong = CopySet::constant(false);
        self.results.0.reserve(COPIES);
        for_each(copies, |copy| {
            let number = self.retired[copy];
            let [d, tag] = [0, 1].map(|i| hardware.get(copy, ports[i]));
            if number == self.accepted[copy] || tag as u8 != number as u8 {
                return wrong.set(copy, true);
            }
            let PendingCopies { control, operands } = self.pending[self.place(copy, number)];
            self.results.0.push(CheckedCopies {
                control,
                operands,
                d: d as u32,
                copy: copy as u16,
            });
            self.retired[copy] = number + 1;
        });
        wrong
    }

    fn counts(&self, copy: usize) -> [u64; 2] {
        [self.accepted[copy], self.retired[copy]]
    }

    fn flush(&mut self) {
        self.retired.copy_from_slice(&self.offered);
        self.accepted.copy_from_slice(&self.offered);
    }
}
