//! Many vectors per pass: the video instructions over bit-planes.

use crate::algebra::{Bitwise, Edge, Graph, Int, StraightLineProgram};
use crate::ptx::{FAMILIES, Family};
use crate::unit::pipelined::{PASS, run_pass};
use crate::units::video::encoding::Control;
use crate::units::video::golden::{Modifiers, execute};
use std::sync::LazyLock;

/// One evaluation: an instruction's control word and the values of its source registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The instruction.
    pub control: Control,
    /// First source.
    pub a: u32,
    /// Second source.
    pub b: u32,
    /// Third source.
    pub c: u32,
}

/// [`program`] of each set of families. The set is the index: of each that a pass has none of, less is to be computed.
static ALL: [LazyLock<StraightLineProgram>; 1 << FAMILIES.len()] = [
    LazyLock::new(|| program(&families(0))),
    LazyLock::new(|| program(&families(1))),
    LazyLock::new(|| program(&families(2))),
    LazyLock::new(|| program(&families(3))),
    LazyLock::new(|| program(&families(4))),
    LazyLock::new(|| program(&families(5))),
    LazyLock::new(|| program(&families(6))),
    LazyLock::new(|| program(&families(7))),
];

fn families(set: usize) -> Vec<Family> {
    let is_in = |family: &Family| set >> *family as usize & 1 != 0;
    FAMILIES.into_iter().filter(is_in).collect()
}

/// The meanings of all instructions of these families, from the planes of the control word, a, b and c.
fn program(families: &[Family]) -> StraightLineProgram {
    let graph = Graph::new();
    let modifiers = Modifiers::decode_for(&Int::unsigned(graph.inputs(Control::BITS)), families);
    let [a, b, c] = [(); 3].map(|()| Int::unsigned(graph.inputs(32)));
    let d = execute::<Bitwise<Edge>>(&modifiers, &a, &b, &c);
    StraightLineProgram::new(&graph, &d.low(32))
}

/// `d` of every vector; each vector has modifiers of its own.
pub fn evaluate(vectors: &[Vector]) -> Vec<u32> {
    let family = |vector: &Vector| vector.control.operation().family() as usize;
    let of_pass = |pass: &[Vector]| pass.iter().fold(0, |set, vector| set | 1 << family(vector));
    let operands = |vector: &Vector| [vector.a, vector.b, vector.c];
    evaluate_by(vectors, |vector| vector.control.0, operands, of_pass)
}

/// `d` of vectors in any form, whose instructions are all of these families: `control` and `operands` take them apart.
pub fn evaluate_within<V>(
    families: &[Family],
    vectors: &[V],
    control: impl Fn(&V) -> u64,
    operands: impl Fn(&V) -> [u32; 3],
) -> Vec<u32> {
    let set = families.iter().fold(0, |set, family| set | 1 << *family as usize);
    evaluate_by(vectors, control, operands, |_| set)
}

/// `set` gives the families of a pass.
fn evaluate_by<V>(
    vectors: &[V],
    control: impl Fn(&V) -> u64,
    operands: impl Fn(&V) -> [u32; 3],
    set: impl Fn(&[V]) -> usize,
) -> Vec<u32> {
    let pass = |pass| run_pass((&ALL[set(pass)], Control::BITS), pass, &control, &operands);
    vectors.chunks(PASS).flat_map(pass).collect()
}
