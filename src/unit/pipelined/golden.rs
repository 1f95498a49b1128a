//! The golden model of a unit over bit-planes, and the claim that the hardware equals it.

use super::{PASS, Pipelined};
use crate::algebra::{Bitwise, Edge, Graph, Int, StraightLineProgram, pack_each, unpack};
use crate::prove::{HandshakeProtocol, Obligation};

/// 64-bit words of a bit-plane.
const WORDS: usize = PASS / 64;

/// The bits of the inputs (control word, `a`, `b`, `c`), and of the golden model's result.
fn golden<P: Pipelined>(graph: &Graph) -> ([Vec<Edge>; 4], Vec<Edge>) {
    let words = [P::CONTROL, 32, 32, 32].map(|bits| graph.inputs(bits));
    let [control, a, b, c] = words.clone().map(Int::unsigned);
    let d = P::execute::<Bitwise<Edge>>(&control, [&a, &b, &c]);
    (words, d.low(32))
}

/// Golden's results, many at a time.
pub(super) fn evaluate_each<P: Pipelined, T>(
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
pub(super) fn transfer<P: Pipelined>(handshake: &HandshakeProtocol) -> Obligation {
    let graph = Graph::new();
    let (words, d) = golden::<P>(&graph);
    let mut obligation = Obligation::new("", &graph);
    for (name, word) in ["control", "a", "b", "c"].iter().zip(&words) {
        obligation.name_word(name, word);
    }
    handshake.transfer(obligation, words, &d)
}
