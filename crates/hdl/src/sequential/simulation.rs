//! Random runs, 64 at a time: they find late differences, and candidates for equal state bits.

use super::machine::{ClockCycle, Designs, InputBits};
use super::trace::Trace;
use lanesmith_algebra::Random;
use lanesmith_algebra::{Bit, Slice, pack, unpack};
use rustc_hash::FxHasher;
use std::collections::{HashMap, HashSet};
use std::hash::Hasher;
use std::ops::Range;

/// 64 runs side by side.
pub type Lanes = Slice<1>;

/// Random inputs: in some runs they change in every clock, in others rarely, or are corners, or mostly 0.
pub struct RandomInputs {
    random: Random,
    ports: Vec<(String, u32)>,
    values: Vec<[u64; 64]>,
}

impl RandomInputs {
    /// Inputs for designs.
    pub fn new(designs: &Designs, seed: u64) -> Self {
        let ports = designs.inputs();
        RandomInputs {
            random: Random::new(seed),
            values: vec![[0; 64]; ports.len()],
            ports,
        }
    }

    /// Those of the next clock.
    pub fn clock(&mut self) -> InputBits<Lanes> {
        let random = &mut self.random;
        for ((_, width), values) in self.ports.iter().zip(&mut self.values) {
            let mask = lanesmith_netlist::mask(*width);
            for (lane, value) in values.iter_mut().enumerate() {
                let uniform = random.bits() & mask;
                *value = match lane % 4 {
                    0 => uniform,
                    1 if random.one_in(4) => uniform,
                    1 => *value,
                    2 => [0, mask, 1, *value, uniform][random.below(5) as usize],
                    _ if random.one_in(8) => uniform,
                    _ => 0,
                };
            }
        }
        let words = self.ports.iter().zip(&self.values);
        words
            .map(|((name, width), values)| (name.clone(), pack(values, *width)))
            .collect()
    }
}

/// Classes of state bits that had equal values so far: those with the same label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The label of each state bit; 0 for those that were always 0.
    labels: Vec<u32>,
    next: u32,
}

impl Classes {
    /// All bits in one class, before any clock.
    pub fn unknown(bits: usize) -> Self {
        Classes {
            labels: vec![0; bits],
            next: 1,
        }
    }

    /// The first bit that is like `bit`, or none if it is always 0.
    pub fn representatives(&self) -> Vec<Option<usize>> {
        let mut first = HashMap::new();
        let labels = self.labels.iter().enumerate();
        labels
            .map(|(bit, label)| (*label != 0).then(|| *first.entry(*label).or_insert(bit)))
            .collect()
    }

    /// Replaces each bit of a state by its representative.
    pub fn unite<B: Bit>(&self, state: &mut [B]) {
        for (bit, like) in self.representatives().into_iter().enumerate() {
            state[bit] = like.map_or_else(|| B::constant(false), |first| state[first].clone());
        }
    }

    /// Whether a bit is like another, or always 0.
    pub fn are_alike(&self, bit: usize, like: Option<usize>) -> bool {
        self.labels[bit] == like.map_or(0, |other| self.labels[other])
    }

    /// Separates the bits that are different in some run.
    pub fn separate(&mut self, state: &[Lanes]) {
        let mut parts = HashMap::from([((0, 0), 0)]);
        let mut seen = HashSet::from([0]);
        for (label, bit) in self.labels.iter_mut().zip(state) {
            // One part of each class keeps the label; that of the zeros those that are 0.
            let keeps = seen.insert(*label);
            let next = &mut self.next;
            let (old, bits) = (*label, bit.0[0]);
            *label = *parts.entry((old, bits)).or_insert_with(|| match keeps {
                true => old,
                false => {
                    *next += 1;
                    *next - 1
                }
            });
        }
    }

    /// Gives a bit a class of its own.
    pub fn isolate(&mut self, bit: usize) {
        self.labels[bit] = self.next;
        self.next += 1;
    }
}

/// A register has few values if it had at most this many in random runs.
const FEW: usize = 64;

/// The values of the state in random runs.
pub struct Values {
    /// The bits of each register, and its values, if they are few.
    registers: Vec<(Range<usize>, HashSet<u64>)>,
    /// Digests of the whole states, at most a little more than `most`.
    states: HashSet<u64>,
    most: usize,
}

impl Values {
    /// Before any run. Counts states up to `most`.
    pub fn new(designs: &Designs, most: usize) -> Self {
        let registers = designs.registers().into_iter();
        Values {
            registers: registers.map(|bits| (bits, HashSet::new())).collect(),
            states: HashSet::new(),
            most,
        }
    }

    /// Adds the states of a clock.
    pub fn add(&mut self, state: &[Lanes]) {
        for (bits, values) in &mut self.registers {
            if values.len() <= FEW {
                values.extend(unpack(&state[bits.clone()], 64));
            }
        }
        if self.states.len() <= self.most {
            let mut digests = vec![FxHasher::default(); 64];
            for bits in state.chunks(64) {
                let words = digests.iter_mut().zip(unpack(bits, 64));
                words.for_each(|(digest, word)| digest.write_u64(word));
            }
            self.states.extend(digests.into_iter().map(|digest| digest.finish()));
        }
    }

    /// Whether there were more than `most` states.
    pub fn are_many(&self) -> bool {
        self.states.len() > self.most
    }

    /// The bits of the registers that had few values.
    pub fn few(&self) -> impl Iterator<Item = Range<usize>> {
        let few = self.registers.iter().filter(|(_, values)| values.len() <= FEW);
        few.map(|(bits, _)| bits.clone())
    }
}

/// A clock of the runs.
pub struct Seen<'a> {
    designs: &'a Designs<'a>,
    past: &'a [InputBits<Lanes>],
    /// The values of nets in it.
    pub clock: &'a ClockCycle<Lanes>,
    /// The state in which it begins.
    pub state: &'a [Lanes],
}

impl Seen<'_> {
    /// The inputs up to this clock of the first of the runs that `lanes` has a bit for.
    pub fn trace(&self, lanes: u64) -> Trace {
        let lane = lanes.trailing_zeros() as usize;
        let value =
            |inputs: &InputBits<Lanes>, name: &String| inputs.get(name).map_or(0, |planes| unpack(planes, 64)[lane]);
        let ports = self.designs.inputs();
        let clock = |inputs: &InputBits<Lanes>| {
            let names = ports.iter().map(|(name, _)| name.clone());
            names.map(|name| (name.clone(), value(inputs, &name))).collect()
        };
        self.past.iter().map(clock).collect()
    }
}

/// Runs the designs from power-up until `see` returns a result. Also returns the bits that were always alike.
pub fn simulate<T>(designs: &Designs, seed: u64, mut see: impl FnMut(&Seen) -> Option<T>) -> (Classes, Option<T>) {
    let mut stimulus = RandomInputs::new(designs, seed);
    let mut classes = Classes::unknown(designs.bits);
    let mut state: Vec<Lanes> = designs.power_up();
    let mut past: Vec<InputBits<Lanes>> = vec![];
    for _ in 0..clocks(designs) {
        classes.separate(&state);
        let inputs = stimulus.clock();
        let clock = designs.clock(&inputs, &state);
        past.push(inputs);
        let found = see(&Seen {
            designs,
            past: &past,
            clock: &clock,
            state: &state,
        });
        if found.is_some() {
            return (classes, found);
        }
        state = clock.next;
    }
    (classes, None)
}

/// Enough for late differences in small designs; large designs run fewer clocks in the same time.
fn clocks(designs: &Designs) -> usize {
    let exprs = designs.flats.iter().flat_map(|flat| flat.module.exprs());
    let bits: usize = exprs.map(|expr| expr.width as usize).sum::<usize>() + designs.bits;
    (4_000_000 / bits.max(1)).clamp(64, 2048)
}
