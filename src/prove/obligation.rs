//! Claims of equality to be decided, and their verdicts.

use super::sweep::{Limits, Statistics, Verdict, equivalent};
use crate::algebra::{Bit, Edge, Graph};
use std::time::{Duration, Instant};

/// A claim: every pair is equal for all inputs of the graph for which the assumption holds.
pub struct Obligation {
    /// What is claimed, for people: `transfer vadd4.sat`, `stall holds state`.
    pub name: String,
    /// The graph of all edges.
    pub graph: Graph,
    /// What must be equal.
    pub pairs: Vec<(Edge, Edge)>,
    /// Where it must be.
    pub assumption: Edge,
    /// What the graph's inputs are called, by number; for counterexamples.
    pub inputs: Vec<String>,
    /// Bits of named words that the case fixes; counterexamples hold them too.
    pub fixed: Vec<(String, u64)>,
}

/// The outcome of one obligation.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The obligation's name.
    pub name: String,
    /// What is known.
    pub verdict: Verdict,
    /// The values of the named inputs that refute it, for [`Verdict::Refuted`].
    pub counterexample: Vec<(String, u64)>,
    /// Effort.
    pub statistics: Statistics,
    /// Time taken.
    pub time: Duration,
}

impl Obligation {
    /// An obligation without assumption over a graph whose inputs will be named by [`Obligation::name_inputs`].
    pub fn new(name: impl Into<String>, graph: &Graph) -> Self {
        Obligation {
            name: name.into(),
            graph: graph.clone(),
            pairs: vec![],
            assumption: Edge::constant(true),
            inputs: vec![],
            fixed: vec![],
        }
    }

    /// Claims that two words are equal bit by bit; a missing bit is 0.
    pub fn equal(&mut self, left: &[Edge], right: &[Edge]) {
        let bit = |word: &[Edge], i: usize| word.get(i).cloned().unwrap_or(Edge::constant(false));
        for i in 0..left.len().max(right.len()) {
            self.pairs.push((bit(left, i), bit(right, i)));
        }
    }

    /// Says that the free inputs among `word` are the bits of `name`; what has a name keeps it.
    pub fn name_inputs(&mut self, name: &str, word: &[Edge]) {
        for (i, edge) in word.iter().enumerate() {
            if let Some(number) = self.graph.input_number(edge) {
                let number = number as usize;
                if self.inputs.len() <= number {
                    self.inputs.resize(number + 1, String::new());
                }
                if self.inputs[number].is_empty() {
                    self.inputs[number] = format!("{name}[{i}]");
                }
            }
        }
    }

    /// Decides the claim with the built-in checker.
    pub fn decide(&self, limits: Limits, seed: u64) -> Outcome {
        let start = Instant::now();
        let (verdict, statistics) = equivalent(&self.graph, &self.pairs, &self.assumption, limits, seed, |_, _| ());
        let counterexample = match &verdict {
            Verdict::Refuted(inputs) => self.words(inputs),
            _ => vec![],
        };
        Outcome {
            name: self.name.clone(),
            verdict,
            counterexample,
            statistics,
            time: start.elapsed(),
        }
    }

    /// The named words of an assignment of the graph's inputs, in order of their first bits.
    fn words(&self, inputs: &[bool]) -> Vec<(String, u64)> {
        let mut words = self.fixed.clone();
        for (symbol, value) in self.inputs.iter().zip(inputs) {
            let Some((name, bit)) = symbol.strip_suffix(']').and_then(|rest| rest.rsplit_once('[')) else {
                continue;
            };
            let bit: u32 = bit.parse().expect("a bit number");
            let add = u64::from(*value) << bit;
            match words.iter_mut().find(|(other, _)| other == name) {
                Some((_, word)) => *word |= add,
                None => words.push((name.to_string(), add)),
            }
        }
        words
    }
}
