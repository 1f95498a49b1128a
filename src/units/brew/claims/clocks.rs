//! The claims about every clock, for any instruction.

use super::pipeline::{Pipeline, RUNNING, retirement, sound};
use super::words::WindowWords;
use lanesmith_algebra::{Bit, Edge};
use lanesmith_prove::Obligation;
use lanesmith_prove::machine::NamedWords as Ports;
use lanesmith_prove::unroll::Unrolling;

const NO: Edge = Edge::Constant(false);
const YES: Edge = Edge::Constant(true);

/// A clock in reset, from any state and with any offer, leads to an empty pipeline without a waiting instruction; all types are
/// INT32, and the next instruction has number 0.
pub(super) fn reset(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    run.clock(Ports::new(), &[("reset", true)]);
    claim.equal(&[NO], &[pipeline.waits(&run.state)]);
    claim.equal(&[YES], &[pipeline.empty(&run.state)]);
    let types = pipeline.registers(&run.state).types.concat();
    claim.equal(&vec![NO; types.len()], &types);
    let left = pipeline.flush(run);
    claim.equal(&[YES], &[left.holds]);
    // One less than 0: it counts up with the retirement that it shows.
    claim.equal(&vec![YES; 32], &left.ports[0]["retire_order"]);
}

/// A clock without an issue, from any state and with any offer, leads to the same state as an idle clock, except for the
/// waiting instruction and don't-care bits.
pub(super) fn no_issue(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let start = run.state.clone();
    let inputs = run.fresh_inputs();
    let out = run.step(&inputs, &[RUNNING]);
    let issued = pipeline.waits(&start).and(&out["in_ready"][0]);
    claim.assumption = issued.not();
    let after = run.restart(start);
    pipeline.idle(run);
    claim.pairs = pipeline.same(&after, &run.state);
}

/// The offer in the clock of an issue affects only the instruction register: the rest of the next state is the same as
/// without an offer.
pub(super) fn offers(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    run.state = pipeline.with_valid(&run.state, true);
    let start = run.state.clone();
    run.clock(Ports::new(), &[RUNNING]);
    let after = run.restart(start);
    run.step(&pipeline.idle_inputs(), &[]);
    let places = pipeline.parts.instruction.iter();
    let elsewhere: Vec<usize> = places.chain(&pipeline.parts.reads).copied().collect();
    let (after, alone) = (
        pipeline.with_valid(&after, false),
        pipeline.with_valid(&run.state, false),
    );
    let pairs = after.into_iter().zip(alone).enumerate();
    claim.pairs = pairs
        .filter(|(i, _)| !elsewhere.contains(i))
        .map(|(_, pair)| pair)
        .collect();
}

/// The port's outputs in the next clock do not depend on whether an instruction is issued in this one.
pub(super) fn in_flight(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let start = run.state.clone();
    run.clock(Ports::new(), &[RUNNING]);
    let shown = pipeline.idle(run);
    run.restart(start);
    pipeline.idle(run);
    let alone = pipeline.idle(run);
    claim.equal(&retirement(&shown), &retirement(&alone));
}

/// The contents of the execute stage.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExecuteStage {
    /// No instruction.
    Empty,
    /// One that leaves it with this clock, and writes a value if it is valid, or none.
    Done(bool),
    /// One that stays.
    Slow,
}

/// Two states that are the same but for bits that do not matter show the same at the port, are ready alike, hold the
/// same registers, and are followed by two such states when nothing further is issued; where no instruction has both
/// an exception and a result.
pub(super) fn dont_cares(pipeline: &Pipeline, stage: ExecuteStage) -> Obligation {
    pipeline.claim(|_, claim, run| {
        let (executes, works) = (stage != ExecuteStage::Empty, stage == ExecuteStage::Slow);
        run.state[pipeline.parts.execute_valid] = Edge::constant(executes);
        if let ExecuteStage::Done(writes) = stage {
            run.state[pipeline.parts.execute_writes] = Edge::constant(writes);
        }
        let start = run.state.clone();
        let ready = pipeline.ready(&start);
        let such = match stage {
            ExecuteStage::Empty => YES,
            ExecuteStage::Slow => ready.not(),
            ExecuteStage::Done(_) => {
                pipeline.idle(run);
                let shown = pipeline.idle(run);
                run.restart(start.clone());
                ready.and(&sound(&shown))
            }
        };
        claim.assumption = such.clone();
        let other = pipeline.with_any_dont_cares(&claim.graph, &start, executes, works);
        let watch = |run: &mut Unrolling| {
            let ready = pipeline.ready(&run.state);
            let registers = pipeline.registers(&run.state);
            let mut seen = vec![ready, pipeline.empty(&run.state)];
            seen.extend(registers.values.concat());
            seen.extend(registers.types.concat());
            seen.extend(retirement(&pipeline.idle(run)));
            seen
        };
        let one = watch(run);
        let after = run.restart(other);
        let other = watch(run);
        claim.equal_where(&such, &one, &other);
        let (after, other): (Vec<Edge>, Vec<Edge>) = pipeline.same(&after, &run.state).into_iter().unzip();
        claim.equal_where(&such, &after, &other);
    })
}

/// An idle clock leads from an issue point to an issue point.
pub(super) fn waiting_for_work(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let now = pipeline.flush(run);
    claim.assumption = now.holds;
    run.restart(now.next);
    claim.equal(&[YES], &[pipeline.flush(run).holds]);
}

/// A pipeline without instructions stays as it is: nothing retires, registers keep values and types.
pub(super) fn empty(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    claim.assumption = pipeline.empty(&run.state);
    let before = pipeline.registers(&run.state);
    let port = pipeline.idle(run);
    let after = pipeline.registers(&run.state);
    claim.equal(&[NO], &port["retire_valid"]);
    claim.equal(&[YES], &[pipeline.empty(&run.state)]);
    claim.equal(&before.values.concat(), &after.values.concat());
    claim.equal(&before.types.concat(), &after.types.concat());
}

/// In any clock, in reset too, the retire port depends on the state alone, and not on an instruction that waits.
pub(super) fn outputs(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let start = run.state.clone();
    let shown = run.clock(Ports::new(), &[]);
    run.restart(start);
    let alone = pipeline.idle(run);
    claim.equal(&retirement(&shown), &retirement(&alone));
}

/// In any clock the datapath is ready exactly if no instruction waits or the waiting one is issued; this depends on the state alone.
pub(super) fn in_ready(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let ready = pipeline.ready(&run.state).or(&pipeline.waits(&run.state).not());
    let out = run.clock(Ports::new(), &[]);
    claim.equal(&[ready], &out["in_ready"]);
}

/// In any clock `in_length` is the length of the offered instruction, for any other inputs and any state.
pub(super) fn length(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let words = WindowWords::any(&claim.graph);
    let mut window = pipeline.window(&words, &claim.graph.inputs(32));
    window.remove("in_valid");
    let out = run.clock(window, &[]);
    claim.equal(&words.length, &out["in_length"]);
}

/// `retire_order` counts the retirements.
pub(super) fn order(_: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let now = run.clock(Ports::new(), &[RUNNING]);
    let next = run.clock(Ports::new(), &[]);
    let mut carry = next["retire_valid"][0].clone();
    let mut counted = vec![];
    for bit in &now["retire_order"] {
        counted.push(bit.xor(&carry));
        carry = carry.and(bit);
    }
    claim.equal(&counted, &next["retire_order"]);
}

/// From any state, a ready datapath stores the offered instruction, if there is one.
pub(super) fn taking(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let window = pipeline.window(&WindowWords::any(&claim.graph), &claim.graph.inputs(32));
    let taken = pipeline.taken(&claim.graph, &window);
    let read = pipeline.read(&run.state, &window, &taken);
    let valid = claim.graph.inputs(1);
    let mut offered = window;
    offered.insert("in_valid".into(), valid.clone());
    let out = run.step(&offered, &[RUNNING]);
    claim.assumption = out["in_ready"][0].clone();
    claim.equal_where(&valid[0], &taken, &pipeline.instruction(&run.state));
    claim.equal(&valid, &[pipeline.waits(&run.state)]);
    for (i, bit) in read {
        claim.equal_where(&valid[0], &[bit], &[run.state[i].clone()]);
    }
}

/// From any state, an instruction that waits and is not issued stays unchanged, for any offer.
pub(super) fn waiting(pipeline: &Pipeline, claim: &mut Obligation, run: &mut Unrolling) {
    let window = pipeline.window(&WindowWords::any(&claim.graph), &claim.graph.inputs(32));
    let bits = pipeline.taken(&claim.graph, &window);
    run.state = pipeline.holding(&run.state, &bits);
    let read = pipeline.read(&run.state, &window, &bits);
    let out = run.clock(Ports::new(), &[RUNNING]);
    let stays = out["in_ready"][0].not();
    claim.equal_where(&stays, &bits, &pipeline.instruction(&run.state));
    claim.equal_where(&stays, &[YES], &[pipeline.waits(&run.state)]);
    for (i, bit) in read {
        claim.equal_where(&stays, &[bit], &[run.state[i].clone()]);
    }
}
