use crate::sim::brew::{Program, random_program};
use crate::sim::testbench::Random;

pub(in crate::regress) struct Walk {
    random: Random,
    left: u64,
}

const LENGTH: u64 = 1000;

impl Walk {
    pub(in crate::regress) fn new(seed: u64, instructions: u64) -> Self {
        Walk {
            random: Random::new(seed),
            left: instructions,
        }
    }
}

impl Iterator for Walk {
    type Item = Program;

    fn next(&mut self) -> Option<Program> {
        let count = self.left.min(LENGTH);
        self.left -= count;
        (count > 0).then(|| random_program(&mut self.random, count as usize))
    }
}
