//! The golden model of a unit, one case at a time and over bit-planes, and the claims that the hardware equals it.

use super::{Case, PASS, Pipelined, latency};
use crate::algebra::{Algebra, Bitwise, Concrete, Edge, Graph, Int, StraightLineProgram, pack_each, unpack};
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, HandshakeProtocol, Obligation};
use std::fmt;

/// The golden model of a unit in a configuration.
pub trait PipelinedGolden: Copy + fmt::Debug + Send + Sync + 'static {
    /// Bits of the control word.
    const CONTROL: u32;

    /// `d` for a control word and the registers `a`, `b` and `c`, all unsigned numbers.
    fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int;

    /// The result of a case.
    fn evaluate(case: &Case) -> u32 {
        let [a, b, c] = case.operands.map(i64::from);
        Self::execute::<Concrete>(&(case.control as i64), [&a, &b, &c]) as u32
    }
    /// The results of items that have a control word and operands, many at a time.
    fn evaluate_each<T>(
        &self,
        items: &[T],
        control: impl Fn(&T) -> u64,
        operands: impl Fn(&T) -> [u32; 3],
    ) -> Vec<u32> {
        sliced::<Self, T>(items, control, operands)
    }
}

/// The results of cases, many at a time.
pub fn evaluate_all(unit: &impl PipelinedGolden, cases: &[Case]) -> Vec<u32> {
    unit.evaluate_each(cases, |case| case.control, |case| case.operands)
}

/// 64-bit words of a bit-plane.
const WORDS: usize = PASS / 64;

/// The bits of the inputs (control word, `a`, `b`, `c`), and of the golden model's result.
fn golden<P: PipelinedGolden>(graph: &Graph) -> ([Vec<Edge>; 4], Vec<Edge>) {
    let words = [P::CONTROL, 32, 32, 32].map(|bits| graph.inputs(bits));
    let [control, a, b, c] = words.clone().map(Int::unsigned);
    let d = P::execute::<Bitwise<Edge>>(&control, [&a, &b, &c]);
    (words, d.low(32))
}

/// The results of items, as many at a time as a bit-plane has bits.
fn sliced<P: PipelinedGolden, T>(
    items: &[T],
    control: impl Fn(&T) -> u64,
    operands: impl Fn(&T) -> [u32; 3],
) -> Vec<u32> {
    let graph = Graph::new();
    let (_, d) = golden::<P>(&graph);
    let program = StraightLineProgram::new(&graph, &d);
    let mut slots = StraightLineProgram::room::<WORDS>(0);
    let pass = |pass: &[T]| {
        let d = program.run::<WORDS>(&mut slots, |inputs| {
            let (planes, registers) = inputs.split_at_mut(P::CONTROL as usize);
            pack_each(pass, &control, planes);
            for (i, planes) in registers.chunks_exact_mut(32).enumerate() {
                pack_each(pass, |item| operands(item)[i].into(), planes);
            }
        });
        unpack(&d, pass.len())
    };
    items.chunks(PASS).flat_map(pass).map(|d| d as u32).collect()
}

/// Golden's result of any instruction comes out of the hardware after its latency, from any state.
fn transfer<P: PipelinedGolden>(handshake: &HandshakeProtocol) -> Obligation {
    let graph = Graph::new();
    let (words, d) = golden::<P>(&graph);
    let mut obligation = Obligation::new("", &graph);
    for (name, word) in ["control", "a", "b", "c"].iter().zip(&words) {
        obligation.name_word(name, word);
    }
    handshake.transfer(obligation, words, &d)
}

/// The claims about a unit behind the handshake: the transfer of any instruction, and the protocol.
pub(crate) fn claims<'a, P: Pipelined>(unit: &P, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
    let handshake = HandshakeProtocol {
        machine,
        latency: latency(unit),
        reset: unit.reset(),
        control: P::CONTROL,
    };
    let transfer = Deferred::new("transfer of any instruction", move || transfer::<P>(&handshake));
    [transfer].into_iter().chain(handshake.claims()).collect()
}
