//! An instruction on its way from an issue point to retirement, with anything before and behind it.

use super::effect::{Effect, Registers};
use super::pipeline::{Drained, Issue, Pipeline, RUNNING};
use super::words::Words;
use crate::algebra::{Bit, Edge, Graph};
use crate::prove::machine::Words as Ports;
use crate::prove::obligation::Obligation;
use crate::prove::unroll::Unrolling;
use crate::sim::testbench::Random;
use std::collections::HashMap;

/// What hardware and golden make of one instruction.
pub(super) struct Scene<'a> {
    pipeline: &'a Pipeline<'a>,
    graph: &'a Graph,
    words: &'a Words,
    address: Vec<Edge>,
    run: Unrolling<'a>,
    before: Drained,
    /// What golden says.
    pub effect: Effect,
    assumption: Edge,
    /// State bits and outputs that are claimed to be constants or operands, with what they are claimed to be. What follows
    /// after them has been reckoned with that: it keeps units that have no part in the instruction out of the proof, and
    /// lets the arithmetic of both sides begin at the same operands.
    facts: Vec<(Edge, Edge)>,
    /// The state of the next issue point.
    next: Vec<Edge>,
    /// The outputs when the instruction has retired.
    pub port: Ports,
}

impl<'a> Scene<'a> {
    /// The instruction `words`, `cycles` cycles in the execute stage; `effect` is golden's for the registers seen.
    pub fn new(
        pipeline: &'a Pipeline<'a>,
        graph: &'a Graph,
        words: &'a Words,
        cycles: u32,
        effect: impl FnOnce(&Registers) -> Effect,
    ) -> Self {
        let Issue {
            mut run,
            inputs,
            assumption,
            address,
        } = pipeline.issue(graph, words);
        let before = pipeline.drained(&run.state);
        let effect = effect(&before.registers);
        let is_issued = run.clock(inputs, &[RUNNING])["in_ready"][0].clone();
        let mut assumption = assumption.and(&is_issued).and(&before.sound);
        assumption = assumption.and(&effect.assumption);
        let mut facts = vec![];
        let mut fact = |bit: &mut Edge, is: Edge| facts.push((std::mem::replace(bit, is.clone()), is));
        let no = Edge::constant(false);
        if effect.is_one_row {
            let mut known = vec![no.clone(), Edge::constant(true)];
            known.extend(words.words.iter().chain(&effect.operands).flatten().cloned());
            for (i, is) in guesses(graph, &assumption, &run.state, &pipeline.parts.execute, &known) {
                fact(&mut run.state[i], is);
            }
        }
        let mut next = run.state.clone();
        for cycle in 0..cycles {
            if cycle > 0 {
                fact(&mut run.state[pipeline.parts.retired], no.clone());
            }
            let mut out = run.clock(Ports::new(), &[RUNNING]);
            if cycle > 0 {
                fact(&mut out.get_mut("retire_valid").expect("a port")[0], no.clone());
            }
        }
        if cycles > 1 {
            next = run.state.clone();
            fact(&mut next[pipeline.parts.execute_valid], no);
        }
        let port = run.clock(Ports::new(), &[RUNNING]);
        Scene {
            pipeline,
            graph,
            words,
            address,
            run,
            before,
            effect,
            assumption,
            facts,
            next,
            port,
        }
    }

    /// That the hardware does what golden does. Where the value is not claimed, the next registers hold what the port
    /// shows.
    pub fn claim(&self, valued: bool) -> Obligation {
        let Scene {
            port, words, effect, ..
        } = self;
        let mut claim = Obligation::new("", self.graph);
        claim.assumption = self.assumption.clone();
        claim.pairs.extend_from_slice(&self.facts);
        let one = [Edge::constant(true)];
        claim.equal(&one, &[self.pipeline.issues(&self.next)]);
        claim.equal(&one, &port["retire_valid"]);
        claim.equal(&self.address, &port["retire_address"]);
        claim.equal(&words.length, &port["retire_length"]);
        for (i, word) in words.words.iter().enumerate() {
            let there = match i {
                0 => Edge::constant(true),
                1 => words.length[1].clone(),
                _ => words.length[0].and(&words.length[1]),
            };
            claim.equal_where(&there, word, &port[&format!("retire_word{i}")]);
        }
        claim.equal(std::slice::from_ref(&effect.exception), &port["retire_exception"]);
        let fine = effect.exception.not();
        let writes = fine.and(&Edge::constant(effect.writes));
        claim.equal(std::slice::from_ref(&writes), &port["retire_write"]);
        claim.equal_where(&fine, &effect.register, &port["retire_register"]);
        claim.equal_where(&fine, &effect.old_type, &port["retire_old_type"]);
        claim.equal_where(&fine, &effect.new_type, &port["retire_type"]);
        claim.equal_where(&effect.exception, &port["retire_old_type"], &port["retire_type"]);
        claim.equal(&effect.types.concat(), &port["retire_types"]);
        let shown = &port["retire_value"];
        if valued {
            claim.equal_where(&writes, &effect.value, shown);
        } else {
            // Whatever it is: that keeps the arithmetic out of the proof.
            claim.free(shown);
        }
        let after = self.pipeline.drained(&self.next);
        let expected = effect.registers(&self.before.registers, if valued { &effect.value } else { shown });
        claim.equal(&one, &[after.sound]);
        claim.equal(&expected.values.concat(), &after.registers.values.concat());
        claim.equal(&expected.types.concat(), &after.registers.types.concat());
        for (name, word) in ["word0", "word1", "word2"].iter().zip(&words.words) {
            claim.name_word(name, word);
        }
        claim.name_inputs("address", &self.address);
        self.run.name(&mut claim);
        claim
    }
}

/// For state bits among `places` the edge of `known` that they equal in all random patterns for which the assumption
/// holds: guesses.
fn guesses(graph: &Graph, assumption: &Edge, state: &[Edge], places: &[usize], known: &[Edge]) -> Vec<(usize, Edge)> {
    let mut random = Random::new(1);
    let mut edges = vec![assumption.clone()];
    edges.extend(known.iter().cloned());
    edges.extend(places.iter().map(|i| state[*i].clone()));
    let mut signatures: Vec<Vec<u64>> = vec![vec![]; edges.len() - 1];
    // So many, and among them many with mostly ones or mostly zeros, that a wrong guess is improbable; it would only
    // refute what holds.
    let (mut fitting, mut rounds) = (0, 0);
    while (fitting < 128 || rounds < 48) && rounds < 1024 {
        rounds += 1;
        let mut bits = || match rounds % 3 {
            0 => random.bits(),
            1 => random.bits() | random.bits() | random.bits(),
            _ => random.bits() & random.bits() & random.bits(),
        };
        let inputs: Vec<u64> = (0..graph.input_count()).map(|_| bits()).collect();
        let values = graph.evaluate(&inputs, &edges);
        for (signature, value) in signatures.iter_mut().zip(&values[1..]) {
            signature.push(value & values[0]);
        }
        fitting += values[0].count_ones();
    }
    let (of_known, of_places) = signatures.split_at(known.len());
    let mut by_signature = HashMap::new();
    for (signature, edge) in of_known.iter().zip(known) {
        by_signature.entry(signature).or_insert(edge);
    }
    let guess = |(i, signature): (&usize, &Vec<u64>)| Some((*i, (*by_signature.get(signature)?).clone()));
    places.iter().zip(of_places).filter_map(guess).collect()
}
