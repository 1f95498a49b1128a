//! The final state of a program, from the model or from a machine.

use super::layout::{DATA, LEFT};
use super::model::{Model, PortAccess};
use super::target::ProgramTarget;
use crate::run::Run;

/// The words in memory at the end, and the accesses to the ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinalState {
    words: Vec<u32>,
    /// The names of the last words, which only some units have; none if the state was read.
    last: Vec<&'static str>,
    log: Vec<PortAccess>,
}

impl FinalState {
    /// The final state of the model after a program.
    pub fn of(model: &Model, target: &ProgramTarget) -> Self {
        let data = model.data.chunks(4);
        let mut words: Vec<u32> = data
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect();
        let left = |(number, value): (u32, &u32)| if target.is_overwritten(number) { 0 } else { *value };
        words.extend((0..).zip(&model.registers).map(left));
        let (configuration, c) = model.unit.state();
        words.extend([configuration, c]);
        words.extend(model.trapped);
        let mut last = vec![];
        if target.features.vxsat {
            last.push("vxsat");
            words.push(model.unit.vxsat().into());
        }
        FinalState {
            words,
            last,
            log: model.log.clone(),
        }
    }

    /// The final state that a run left: so many words of data, and the accesses to the ports.
    pub fn left(run: &Run, words: u32) -> Self {
        let start = DATA as usize / 4;
        FinalState {
            words: run.memory.iter().skip(start).take(words as usize).copied().collect(),
            last: vec![],
            log: run.ports.clone(),
        }
    }

    /// The first difference from the expected state.
    pub fn difference(&self, expected: &FinalState) -> Option<String> {
        let pairs = self.log.iter().zip(&expected.log);
        let ports = pairs.enumerate().find(|(_, (got, right))| got != right);
        if let Some((i, (got, right))) = ports {
            return Some(format!("access {i} to a port is {got:x?}, not {right:x?}"));
        }
        if self.log.len() != expected.log.len() {
            return Some(format!(
                "{} accesses to ports, not {}",
                self.log.len(),
                expected.log.len()
            ));
        }
        if self.words.len() != expected.words.len() {
            return Some(format!(
                "{} words are left, not {}",
                self.words.len(),
                expected.words.len()
            ));
        }
        // Registers first, because a wrong register often causes wrong words in memory.
        let first = (LEFT - DATA) as usize / 4;
        let order = (first..self.words.len()).chain(0..first);
        let mut wrong = order.filter(|i| self.words[*i] != expected.words[*i]);
        wrong.next().map(|i| {
            let (got, right) = (self.words[i], expected.words[i]);
            let name = match i.checked_sub(first) {
                Some(register @ 0..32) => format!("x{register}"),
                Some(32) => "the configuration".into(),
                Some(33) => "c".into(),
                Some(34) => "the number of traps".into(),
                Some(35) => "the sum over traps".into(),
                Some(number) => expected.last[number - 36].into(),
                None => format!("the word at {:#x}", DATA as usize + 4 * i),
            };
            format!(
                "{name} is {got:#010x}, not {right:#010x}; {} more words differ",
                wrong.count()
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_names_the_state_of_the_unit_that_is_wrong() {
        let state = |words: Vec<u32>| FinalState {
            words,
            last: vec!["vxsat"],
            log: vec![],
        };
        let right = vec![0; (LEFT - DATA) as usize / 4 + 37];
        let with_one = |last: usize| {
            let mut words = right.clone();
            let place = words.len() - last;
            words[place] = 1;
            state(words).difference(&state(right.clone())).expect("a difference")
        };
        assert!(
            with_one(1).starts_with("vxsat is 0x00000001, not 0x00000000"),
            "{}",
            with_one(1)
        );
        assert!(with_one(2).starts_with("the sum over traps is "), "{}", with_one(2));
        assert!(with_one(5).starts_with("the configuration is "), "{}", with_one(5));
    }
}
