//! Instruction words of free bits.

use crate::brew::isa::{Digit, InstructionRow, PREFIX, decode, length};
use lanesmith_algebra::{Bit, Edge, Graph, Int};
use std::collections::HashMap;

/// The window of three words that the datapath is shown.
pub(super) struct WindowWords {
    /// 16 bits each, least significant first.
    pub words: [Vec<Edge>; 3],
    /// The condition that the words are the intended ones.
    pub assumption: Edge,
    /// The length in words, two bits.
    pub length: Vec<Edge>,
}

impl WindowWords {
    /// Three words of any bits.
    pub fn any(graph: &Graph) -> Self {
        let words = [(); 3].map(|()| graph.inputs(16));
        WindowWords {
            length: table(&words[0], 2, |word| length(word) as u32),
            words,
            assumption: Edge::constant(true),
        }
    }

    /// Any instruction of a row, and any bits behind it.
    pub fn of_row(graph: &Graph, row: &InstructionRow) -> Self {
        let mut words = [(); 3].map(|()| graph.inputs(16));
        let mut assumption = Edge::constant(true);
        let mut count = 0;
        for (i, digit) in row.digits().enumerate() {
            let place = 12 - 4 * (i % 4);
            let bits = &mut words[i / 4][place..place + 4];
            match digit {
                Digit::Fixed(value) => {
                    for (k, bit) in bits.iter_mut().enumerate() {
                        *bit = Edge::constant(value >> k & 1 != 0);
                    }
                }
                Digit::Field => {
                    let all = bits.iter().fold(Edge::constant(true), |all, bit| all.and(bit));
                    assumption = assumption.and(&all.not());
                }
                Digit::Any => {}
            }
            count = i / 4 + 1;
        }
        WindowWords {
            words,
            assumption,
            length: [0, 1].map(|k| Edge::constant(count >> k & 1 != 0)).to_vec(),
        }
    }

    /// The field of four bits at `place` of the word that holds an instruction's fields.
    pub fn field(&self, row: &InstructionRow, place: usize) -> Int<Edge> {
        let word = &self.words[usize::from(row.is_prefixed())];
        Int::unsigned(word[place..place + 4].iter().cloned())
    }

    /// Whether the words, any ones, are an instruction of a row.
    pub fn are(&self, row: &InstructionRow) -> Edge {
        let mut all = Edge::constant(true);
        for (i, digit) in row.digits().enumerate() {
            let place = 12 - 4 * (i % 4);
            let bits = &self.words[i / 4][place..place + 4];
            let equal = |value: u8| {
                let bits = bits.iter().enumerate();
                bits.fold(Edge::constant(true), |all, (k, bit)| {
                    all.and(&bit.xor(&Edge::constant(value >> k & 1 == 0)))
                })
            };
            all = match digit {
                Digit::Fixed(value) => all.and(&equal(value)),
                Digit::Field => all.and(&equal(15).not()),
                Digit::Any => all,
            };
        }
        all
    }

    /// Any words that are no instruction.
    pub fn of_no_row(graph: &Graph) -> Self {
        let words = WindowWords::any(graph);
        WindowWords {
            assumption: words.are_no_row(),
            ..words
        }
    }

    /// Whether the words, any ones, are no instruction.
    pub fn are_no_row(&self) -> Edge {
        let plain = |word| decode(&[word, 0, 0]).is_some_and(|decoded| decoded.instruction.is_some());
        let prefixed = |word| decode(&[PREFIX, word]).is_some_and(|decoded| decoded.instruction.is_some());
        let is_prefix = &table(&self.words[0], 1, |word| u32::from(word == PREFIX))[0];
        let in_table = is_prefix.mux(
            &table(&self.words[1], 1, |word| u32::from(prefixed(word)))[0],
            &table(&self.words[0], 1, |word| u32::from(word != PREFIX && plain(word)))[0],
        );
        in_table.not()
    }
}

/// `width` bits of a function of a word, from its table.
fn table(word: &[Edge], width: u32, f: impl Fn(u16) -> u32) -> Vec<Edge> {
    let bit = |k: u32| {
        let mut edges = vec![Edge::constant(false), Edge::constant(true)];
        let mut level: Vec<usize> = (0..=u16::MAX).map(|word| (f(word) >> k & 1) as usize).collect();
        for digit in word {
            let mut known: HashMap<(usize, usize), usize> = HashMap::new();
            level = level
                .chunks(2)
                .map(|pair| {
                    *known.entry((pair[0], pair[1])).or_insert_with(|| {
                        let picked = if pair[0] == pair[1] {
                            edges[pair[0]].clone()
                        } else {
                            digit.mux(&edges[pair[1]], &edges[pair[0]])
                        };
                        edges.push(picked);
                        edges.len() - 1
                    })
                })
                .collect();
        }
        edges.swap_remove(level[0])
    };
    (0..width).map(bit).collect()
}
