//! Many vectors per pass: the video instructions over bit-planes.

use super::video::{Modifiers, execute};
use crate::algebra::{Algebra, Bitwise, Int, Slice, pack, unpack};
use crate::isa::ptx::Control;

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
const WORDS: usize = 16;

/// Vectors per pass.
pub const PASS: usize = 64 * WORDS;

type Plane = Slice<WORDS>;

/// `d` of every vector, through the bit-sliced algebra; each vector has modifiers of its own.
pub fn evaluate(vectors: &[Vector]) -> Vec<u32> {
    let mut results = Vec::with_capacity(vectors.len());
    for pass in vectors.chunks(PASS) {
        let control = word(pass, |vector| vector.control.0, Control::BITS);
        evaluate_pass(&Modifiers::decode(&control), pass, &mut results);
    }
    results
}

/// `d` of every vector as if all had the control word `control`: what it fixes is not computed.
pub fn evaluate_alike(control: Control, vectors: &[Vector]) -> Vec<u32> {
    let modifiers = Modifiers::decode(&Bitwise::int(control.0 as i64));
    let mut results = Vec::with_capacity(vectors.len());
    for pass in vectors.chunks(PASS) {
        evaluate_pass(&modifiers, pass, &mut results);
    }
    results
}

fn evaluate_pass(modifiers: &Modifiers<Bitwise<Plane>>, pass: &[Vector], results: &mut Vec<u32>) {
    let a = word(pass, |vector| vector.a.into(), 32);
    let b = word(pass, |vector| vector.b.into(), 32);
    let c = word(pass, |vector| vector.c.into(), 32);
    let d = execute(modifiers, &a, &b, &c);
    results.extend(unpack(&d.low(32), pass.len()).into_iter().map(|d| d as u32));
}

fn word(pass: &[Vector], read: fn(&Vector) -> u64, width: u32) -> Int<Plane> {
    let words: Vec<u64> = pass.iter().map(read).collect();
    Int::unsigned(pack::<WORDS>(&words, width))
}
