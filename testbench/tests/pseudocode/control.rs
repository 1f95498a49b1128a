//! Control words with free bits. Which bits a modifier has is found by encoding texts with and without it, so that the
//! comparison begins at the text that the manual defines.

use super::faults::Symbolic;
use super::number::Truth;
use lanesmith::algebra::{Algebra, Bit, Cond, Edge, Graph, Int};

/// A control word whose bits are constants of a text, or free.
pub struct ControlWord<'a> {
    graph: Graph,
    encode: &'a dyn Fn(&str) -> u64,
    word: u64,
    free: Vec<Option<Edge>>,
    /// Where the free bits are those of some text.
    pub assumption: Edge,
}

impl<'a> ControlWord<'a> {
    pub fn new(graph: &Graph, encode: &'a dyn Fn(&str) -> u64, text: &str) -> Self {
        ControlWord {
            graph: graph.clone(),
            encode,
            word: encode(text),
            free: vec![None; 64],
            assumption: Edge::constant(true),
        }
    }

    /// Frees the one bit that is 0 in the first text and 1 in this one; true where it is 1.
    pub fn set_by(&mut self, text: &str) -> Truth<Symbolic> {
        self.bit(text, 1)
    }

    /// Frees the one bit that is 1 in the first text and 0 in this one; true where it is 1.
    pub fn cleared_by(&mut self, text: &str) -> Truth<Symbolic> {
        self.bit(text, 0)
    }

    fn bit(&mut self, text: &str, value: u64) -> Truth<Symbolic> {
        let other = (self.encode)(text);
        let bit = other ^ self.word;
        assert!(bit.is_power_of_two(), "{text} differs from the first text in one bit");
        let place = bit.trailing_zeros();
        assert_eq!(other >> place & 1, value, "{text}");
        Truth(Cond::Bit(self.bit_at(place)))
    }

    /// Frees the bits in which these texts differ, and says which of the texts the bits are.
    pub fn choice<T: Clone>(&mut self, texts: &[(T, String)]) -> Vec<(Truth<Symbolic>, T)> {
        let words: Vec<u64> = texts.iter().map(|(_, text)| (self.encode)(text)).collect();
        let differing = words.iter().fold(0, |bits, word| bits | (word ^ words[0]));
        let places: Vec<u32> = (0..64).filter(|i| differing >> i & 1 != 0).collect();
        let mut any = Edge::constant(false);
        let mut choice = vec![];
        for (word, (case, _)) in words.iter().zip(texts) {
            let mut all = Edge::constant(true);
            for place in &places {
                let is_one = Edge::constant(word >> place & 1 != 0);
                all = all.and(&self.bit_at(*place).xor(&is_one.not()));
            }
            any = any.or(&all);
            choice.push((Truth(Cond::Bit(all)), case.clone()));
        }
        self.assumption = self.assumption.and(&any);
        choice
    }

    fn bit_at(&mut self, place: u32) -> Edge {
        self.free[place as usize]
            .get_or_insert_with(|| self.graph.input())
            .clone()
    }

    /// The word as a number of so many bits.
    pub fn number(&self, width: u32) -> Int<Edge> {
        let bit = |i: u32| match &self.free[i as usize] {
            Some(edge) => edge.clone(),
            None => Edge::constant(self.word >> i & 1 != 0),
        };
        Int::unsigned((0..width).map(bit))
    }
}

/// A free register of 32 bits.
pub fn register(graph: &Graph) -> Int<Edge> {
    Int::unsigned(graph.inputs(32))
}

/// A number from truth values, lowest first.
pub fn number(bits: &[Truth<Symbolic>]) -> Int<Edge> {
    let zero = Symbolic::int(0);
    (0..).zip(bits).fold(zero, |number, (i, bit)| {
        let one = Symbolic::shl(&Symbolic::int(1), i);
        Symbolic::or(&number, &Symbolic::select(&bit.0, &one, &Symbolic::int(0)))
    })
}
