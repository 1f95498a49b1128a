//! The claims, one by one.

use super::effect::{Effect, Registers};
use super::pipeline::{Pipeline, RUNNING};
use super::scene::Scene;
use super::words::Words;
use crate::algebra::{Bit, Edge, Graph};
use crate::isa::brew::{Arithmetic, ExceptionRule, INSTRUCTIONS, Operation, Row, TYPES, Type};
use crate::prove::deferred::Deferred;
use crate::prove::machine::{Machine, Words as Ports};
use crate::prove::obligation::Obligation;
use crate::prove::unroll::Unrolling;
use crate::rtl::brew::Config;
use std::sync::Arc;

/// Everything claimed of the datapath of `config` as `machine` has it. Error: state that the claims speak of is not
/// there by its name.
pub fn claims<'a>(config: &'a Config, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
    let pipeline = Arc::new(Pipeline::new(config, machine)?);
    let defer = |name: &str, build: fn(&Pipeline) -> Obligation| {
        let pipeline = pipeline.clone();
        Deferred::new(name, move || build(&pipeline))
    };
    let mut claims = vec![
        defer("words that are no instruction", no_instruction),
        defer("a gap changes nothing", gap),
        defer("length of any first word", length),
        defer("retire_order counts", order),
        defer("reset", reset),
    ];
    if pipeline.parts.instruction.is_some() {
        claims.push(defer("an instruction is taken", taking));
        claims.push(defer("an instruction waits", waiting));
    }
    for row in INSTRUCTIONS {
        for way in ways(config, row) {
            let pipeline = pipeline.clone();
            let name = format!("{}{}", row.pattern, way.name);
            claims.push(Deferred::new(name, move || instruction(&pipeline, row, &way)));
        }
    }
    Ok(claims)
}

/// A way through the pipeline, for one type or for several that go the same.
struct Way {
    name: String,
    /// The types that take it; empty where types don't matter.
    kinds: Vec<Type>,
    /// In the execute stage.
    cycles: u32,
    /// Whether the value is golden's, or whatever the retire port shows: of FP16X2 products, and where none is written.
    valued: bool,
}

fn ways(config: &Config, row: &Row) -> Vec<Way> {
    if !works_by_type(row) {
        return vec![Way {
            name: String::new(),
            kinds: vec![],
            cycles: 1,
            valued: true,
        }];
    }
    let refused = |kind: &Type| {
        let by_float = kind.arithmetic == Arithmetic::Float;
        kind.arithmetic == Arithmetic::Reserved
            || (by_float && row.exceptions == ExceptionRule::Float)
            || !config.subset().has(row.operation, *kind)
    };
    let (no, yes): (Vec<Type>, Vec<Type>) = TYPES.into_iter().partition(refused);
    let one = |kind: Type| {
        let cycles = cycles(row.operation, kind);
        Way {
            name: format!(" by {}", kind.spelling()),
            kinds: vec![kind],
            cycles,
            valued: !(row.operation == Operation::Mul && kind.arithmetic == Arithmetic::Float && kind.lanes == 2),
        }
    };
    let none = Way {
        name: " by other types".into(),
        kinds: no,
        cycles: 1,
        valued: false,
    };
    yes.into_iter().map(one).chain([none]).collect()
}

/// The cycles of an instruction in the execute stage, as documented.
fn cycles(operation: Operation, kind: Type) -> u32 {
    let by_float = kind.arithmetic == Arithmetic::Float;
    match operation {
        Operation::Mul if !by_float => 3,
        Operation::Add | Operation::Sub | Operation::Mul if by_float => match kind.lanes {
            1 => 5,
            _ => 6,
        },
        _ => 1,
    }
}

/// What an instruction of `row` does by the types of `way`.
fn instruction(pipeline: &Pipeline, row: &Row, way: &Way) -> Obligation {
    let graph = Graph::new();
    let words = Words::of_row(&graph, row);
    let effect = |before: &Registers| Effect::new(row, &words, before, &way.kinds, pipeline.config.subset());
    let scene = Scene::new(pipeline, &graph, &words, way.cycles, effect);
    let mut claim = scene.claim(way.valued);
    if works_by_type(row) {
        claim.equal(&scene.effect.deciding_type, &scene.port["retire_operand_type"]);
    }
    claim
}

/// Whether the type of a register decides what an instruction of `row` does.
fn works_by_type(row: &Row) -> bool {
    matches!(row.exceptions, ExceptionRule::Reserved | ExceptionRule::Float)
}

/// Words that are no instruction raise the exception and change nothing.
fn no_instruction(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let words = Words::of_no_row(&graph);
    Scene::new(pipeline, &graph, &words, 1, Effect::invalid).claim(true)
}

/// A clock without an instruction retires nothing and changes nothing.
fn gap(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let mut run = Unrolling::new(pipeline.machine, &graph);
    run.state = pipeline.with_valid(&run.state, false);
    let before = pipeline.drained(&run.state);
    let mut obligation = Obligation::new("", &graph);
    obligation.assumption = pipeline.issues(&run.state).and(&before.sound);
    let free = match pipeline.parts.instruction {
        Some(_) => vec![RUNNING],
        None => vec![RUNNING, ("in_valid", false)],
    };
    run.clock(Ports::new(), &free);
    let after = pipeline.drained(&run.state);
    obligation.equal(&[Edge::constant(true)], &[pipeline.issues(&run.state)]);
    obligation.equal(&[Edge::constant(true)], &[after.sound]);
    run.clock(Ports::new(), &[RUNNING]);
    let port = run.clock(Ports::new(), &[RUNNING]);
    obligation.equal(&[Edge::constant(false)], &port["retire_valid"]);
    obligation.equal(&before.registers.values.concat(), &after.registers.values.concat());
    obligation.equal(&before.registers.types.concat(), &after.registers.types.concat());
    run.name(&mut obligation);
    obligation
}

/// `in_length` is the length of any first word.
fn length(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let words = Words::any(&graph);
    let mut run = Unrolling::new(pipeline.machine, &graph);
    let mut obligation = Obligation::new("", &graph);
    let out = run.clock(pipeline.window(&words, &graph.inputs(32)), &[]);
    obligation.equal(&words.length, &out["in_length"]);
    run.name(&mut obligation);
    obligation
}

/// `retire_order` counts what retires.
fn order(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let mut run = Unrolling::new(pipeline.machine, &graph);
    let mut obligation = Obligation::new("", &graph);
    let now = run.clock(Ports::new(), &[RUNNING]);
    let next = run.clock(Ports::new(), &[RUNNING]);
    let mut carry = next["retire_valid"][0].clone();
    let mut counted = vec![];
    for bit in &now["retire_order"] {
        counted.push(bit.xor(&carry));
        carry = carry.and(bit);
    }
    obligation.equal(&counted, &next["retire_order"]);
    run.name(&mut obligation);
    obligation
}

/// A clock in reset empties the pipeline, makes all types INT32 and lets the next instruction be number 0.
fn reset(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let mut run = Unrolling::new(pipeline.machine, &graph);
    let mut obligation = Obligation::new("", &graph);
    run.clock(Ports::new(), &[("reset", true)]);
    obligation.equal(&[Edge::constant(true)], &[pipeline.issues(&run.state)]);
    let after = pipeline.drained(&run.state);
    obligation.equal(&[Edge::constant(true)], &[after.sound]);
    let zeros = vec![Edge::constant(false); 4 * after.registers.types.len()];
    obligation.equal(&zeros, &after.registers.types.concat());
    for clock in 0..3 {
        let port = run.clock(Ports::new(), &[RUNNING, ("in_valid", false)]);
        obligation.equal(&[Edge::constant(false)], &port["retire_valid"]);
        if clock == 0 {
            // One less than 0: it counts up with the retirement that it shows.
            obligation.equal(&vec![Edge::constant(true); 32], &port["retire_order"]);
        }
    }
    run.name(&mut obligation);
    obligation
}

/// Whatever the state, an instruction that is taken is the one that waits next, and nothing else is.
fn taking(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let words = Words::any(&graph);
    let address = graph.inputs(32);
    let mut window = pipeline.window(&words, &address);
    let taken = pipeline.taken(&graph, &window);
    window.insert("in_valid".into(), graph.inputs(1));
    let valid = window["in_valid"].clone();
    let mut run = Unrolling::new(pipeline.machine, &graph);
    let mut obligation = Obligation::new("", &graph);
    let out = run.step(&window, &[RUNNING]);
    obligation.assumption = out["in_ready"][0].clone();
    if let Some(register) = &pipeline.parts.instruction {
        let bits: Vec<Edge> = register.bits.iter().map(|i| run.state[*i].clone()).collect();
        obligation.equal_where(&valid[0], &taken, &bits);
        obligation.equal(&valid, &[run.state[register.valid].clone()]);
    }
    run.name(&mut obligation);
    obligation
}

/// An instruction that is not issued waits unchanged, and the datapath is ready for the next just when it is issued.
fn waiting(pipeline: &Pipeline) -> Obligation {
    let graph = Graph::new();
    let mut run = Unrolling::new(pipeline.machine, &graph);
    let mut obligation = Obligation::new("", &graph);
    let before = run.state.clone();
    let out = run.clock(Ports::new(), &[RUNNING]);
    obligation.assumption = out["in_ready"][0].not();
    if let Some(register) = &pipeline.parts.instruction {
        let waits = |state: &[Edge]| -> Vec<Edge> {
            let bits = register.bits.iter().chain([&register.valid]);
            bits.map(|i| state[*i].clone()).collect()
        };
        obligation.equal(&waits(&before), &waits(&run.state));
        obligation.equal(&[Edge::constant(true)], &[before[register.valid].clone()]);
    }
    run.name(&mut obligation);
    obligation
}
