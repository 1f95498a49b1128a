//! The clock in which an instruction is issued, and the retirements after it.

use super::effect::{Effect, RegisterEdges};
use super::pipeline::Pipeline;
use super::words::WindowWords;
use lanesmith_algebra::{Bit, Edge, Graph};
use lanesmith_prove::Obligation;
use lanesmith_prove::machine::NamedWords as Ports;
use lanesmith_sim::testbench::Random;
use std::collections::HashMap;

/// The issue of an instruction, and its effect in the golden model.
pub(super) struct Issue<'a> {
    /// The instruction.
    pub words: &'a WindowWords,
    /// The clocks that it spends in the execute stage.
    pub cycles: u32,
    /// Of these clocks the number in which the datapath is not ready: none, all, or all but the last.
    pub alone: u32,
    /// Whether its value is the golden model's, or any value of the retire port.
    pub valued: bool,
    /// Golden's effect on the registers that the instruction finds.
    pub effect: &'a dyn Fn(&RegisterEdges) -> Effect,
}

/// The clock in which a waiting instruction is issued, from any state and with any contents of the pipeline, and the idle clocks
/// after it.
///
/// The datapath is ready again after exactly `alone` clocks. The instruction retires in the clock after its last one in the
/// execute stage, with the golden model's record. Only instructions that were in the pipeline before it retire earlier, and none
/// retires later. The registers at the end are the golden model's.
pub(super) fn issue(pipeline: &Pipeline, graph: &Graph, issue: &Issue) -> Obligation {
    let Issue {
        words, cycles, alone, ..
    } = *issue;
    let parts = &pipeline.parts;
    let mut run = pipeline.run(graph);
    let address = graph.inputs(32);
    let window = pipeline.window(words, &address);
    let bits = pipeline.taken(graph, &window);
    run.state = pipeline.holding(&run.state, &bits);
    let earlier = graph.inputs(pipeline.machine.state_bits());
    for (i, bit) in pipeline.read(&earlier, &window, &bits) {
        run.state[i] = bit;
    }
    let start = run.state.clone();
    let ready = pipeline.ready(&start);

    // The contents of the pipeline without the instruction.
    let before = pipeline.flush(&mut run);
    let effect = (issue.effect)(&before.registers);
    let assumption = ready.and(&before.holds).and(&effect.assumption).and(&words.assumption);
    let mut claim = Obligation::new("", graph);
    claim.assumption = assumption.clone();

    run.restart(start);
    run.step(&pipeline.idle_inputs(), &[]);
    // The claim states that these state bits equal constants or operands, and then replaces the bits by these. So unused units
    // are not in the proof, and the arithmetic of both sides has the same operands.
    let mut fact = |bit: &mut Edge, is: Edge| claim.pairs.push((std::mem::replace(bit, is.clone()), is));
    let (no, yes) = (Edge::constant(false), Edge::constant(true));
    let mut known = vec![no.clone(), yes.clone()];
    known.extend(words.words.iter().chain(&effect.read).flatten().cloned());
    known.extend(effect.read.iter().flatten().map(Edge::not));
    let mut places = vec![parts.execute_valid];
    if effect.is_one_row {
        places.extend(parts.count.iter().chain(&parts.execute));
    }
    for (i, is) in guesses(graph, &assumption, &run.state, &places, &known) {
        fact(&mut run.state[i], is);
    }
    let mut one = |edge: Edge| claim.pairs.push((edge, yes.clone()));
    for clock in 0..alone {
        one(pipeline.ready(&run.state).not());
        let port = pipeline.idle(&mut run);
        if clock > 0 {
            one(port["retire_valid"][0].not());
        }
        let (executes, retired) = (parts.execute_valid, parts.retired);
        for (bit, is) in [(executes, clock + 1 < cycles), (retired, clock + 1 == cycles)] {
            let is = Edge::constant(is);
            let bit = std::mem::replace(&mut run.state[bit], is.clone());
            one(bit.xor(&is).not());
        }
    }
    let base = pipeline.flush(&mut run);
    let due = (cycles - alone) as usize;
    let golden = base.ports[due].clone();
    // Earlier instructions retire in the clock of the issue and in the next one.
    if alone > 0 {
        one(base.ports[1 - due]["retire_valid"][0].not());
    }
    one(base.holds.clone());
    retires(&mut claim, &golden, words, &address, &effect, issue.valued);
    let shown = &golden["retire_value"];
    let value = if issue.valued { &effect.value } else { shown };
    let expected = effect.registers(&before.registers, value);
    claim.equal(&expected.values.concat(), &base.registers.values.concat());
    claim.equal(&expected.types.concat(), &base.registers.types.concat());
    for (name, word) in ["word0", "word1", "word2"].iter().zip(&words.words) {
        claim.name_word(name, word);
    }
    claim.name_inputs("address", &address);
    run.name(&mut claim);
    claim
}

/// The retire port equals the golden model's record. A value that is not claimed may be anything.
fn retires(claim: &mut Obligation, port: &Ports, words: &WindowWords, address: &[Edge], effect: &Effect, valued: bool) {
    claim.equal(&[Edge::constant(true)], &port["retire_valid"]);
    claim.equal(address, &port["retire_address"]);
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
    claim.equal(&effect.register, &port["retire_register"]);
    claim.equal(&effect.old_type, &port["retire_old_type"]);
    claim.equal(&effect.new_type, &port["retire_type"]);
    claim.equal(&effect.types.concat(), &port["retire_types"]);
    let [a, b] = &effect.operands;
    let defined = [
        ("retire_a", a),
        ("retire_b", b),
        ("retire_operand_type", &effect.deciding_type),
    ];
    for (name, value) in defined {
        if let Some(value) = value {
            claim.equal(value, &port[name]);
        }
    }
    let shown = &port["retire_value"];
    if valued {
        claim.equal_where(&writes, &effect.value, shown);
    } else {
        // Any value: this keeps the arithmetic out of the proof.
        claim.free(shown);
    }
}

/// Guesses for state bits: bits among `places`, each with an edge of `known` that it equals in all random patterns for which
/// the assumption holds.
fn guesses(graph: &Graph, assumption: &Edge, state: &[Edge], places: &[usize], known: &[Edge]) -> Vec<(usize, Edge)> {
    let mut random = Random::new(1);
    let mut edges = vec![assumption.clone()];
    edges.extend(known.iter().cloned());
    edges.extend(places.iter().map(|i| state[*i].clone()));
    let cone = graph.cone(&edges);
    let mut signatures: Vec<Vec<u64>> = vec![vec![]; edges.len() - 1];
    // Enough patterns, many with mostly ones or mostly zeros, to make a wrong guess improbable. A wrong guess would only make a
    // true claim fail.
    let (mut fitting, mut rounds) = (0, 0);
    while (fitting < 128 || rounds < 48) && rounds < 1024 {
        rounds += 1;
        let mut bits = || match rounds % 3 {
            0 => random.bits(),
            1 => random.bits() | random.bits() | random.bits(),
            _ => random.bits() & random.bits() & random.bits(),
        };
        let inputs: Vec<u64> = (0..graph.input_count()).map(|_| bits()).collect();
        let values = cone.evaluate(&inputs);
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
