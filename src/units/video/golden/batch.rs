//! Many vectors per pass: the video instructions over bit-planes.

use crate::algebra::{Algebra, Bitwise, Edge, Graph, Int, Program, Slice, pack, unpack};
use crate::units::video::golden::{Modifiers, execute};
use crate::units::video::ptx::{Control, FAMILIES, Family};
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

/// 64-bit words per plane: enough to spread the cost of a pass, few enough for its planes to stay in cache.
const WORDS: usize = 32;

/// Vectors per pass.
pub const PASS: usize = 64 * WORDS;

type Plane = Slice<WORDS>;

/// The meaning of all instructions at once, from the planes of a, b, c and the control word.
static ALL: LazyLock<Program> = LazyLock::new(|| program(&FAMILIES));

/// That of all instructions on lanes, which need no products.
static LANES: LazyLock<Program> = LazyLock::new(|| {
    let by_lanes: Vec<Family> = FAMILIES.into_iter().filter(|family| family.has_lanes()).collect();
    program(&by_lanes)
});

fn program(families: &[Family]) -> Program {
    let graph = Graph::new();
    let [a, b, c] = [(); 3].map(|()| Int::unsigned(graph.inputs(32)));
    let control = Int::unsigned(graph.inputs(Control::BITS));
    let modifiers = Modifiers::<Bitwise<Edge>>::decode_for(&control, families);
    let d = execute(&modifiers, &a, &b, &c);
    Program::new(&graph, &d.low(32))
}

/// `d` of every vector; each vector has modifiers of its own.
pub fn evaluate(vectors: &[Vector]) -> Vec<u32> {
    let d = |pass: &[Vector]| {
        let mut inputs = registers(pass);
        inputs.extend(planes(pass, |vector| vector.control.0, Control::BITS));
        let has_lanes = |vector: &Vector| vector.control.operation(&FAMILIES).family().has_lanes();
        let program = if pass.iter().all(has_lanes) { &LANES } else { &ALL };
        program.run(&inputs)
    };
    in_passes(vectors, d)
}

/// `d` of every vector as if all had the control word `control`: what it fixes is not computed.
pub fn evaluate_alike(control: Control, vectors: &[Vector]) -> Vec<u32> {
    let modifiers = Modifiers::<Bitwise<Plane>>::decode(&Bitwise::int(control.0 as i64));
    let d = |pass: &[Vector]| {
        let registers = registers(pass);
        let [a, b, c] = [0, 32, 64].map(|lo| Int::unsigned(registers[lo..lo + 32].iter().copied()));
        execute(&modifiers, &a, &b, &c).low(32)
    };
    in_passes(vectors, d)
}

fn in_passes(vectors: &[Vector], d: impl Fn(&[Vector]) -> Vec<Plane>) -> Vec<u32> {
    let mut results = Vec::with_capacity(vectors.len());
    for pass in vectors.chunks(PASS) {
        results.extend(unpack(&d(pass), pass.len()).into_iter().map(|d| d as u32));
    }
    results
}

/// The planes of a, b and c, 32 each.
fn registers(pass: &[Vector]) -> Vec<Plane> {
    // Two registers in one word: half the transpositions.
    let mut registers = planes(pass, |vector| u64::from(vector.a) | u64::from(vector.b) << 32, 64);
    registers.extend(planes(pass, |vector| vector.c.into(), 32));
    registers
}

fn planes(pass: &[Vector], read: fn(&Vector) -> u64, width: u32) -> Vec<Plane> {
    let words: Vec<u64> = pass.iter().map(read).collect();
    pack(&words, width)
}
