//! Many vectors per pass: the video instructions over bit-planes.

use super::video::{Modifiers, execute};
use crate::algebra::{Bitwise, Int, Slice, pack, unpack};
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
        let word = |read: fn(&Vector) -> u64, width| {
            let words: Vec<u64> = pass.iter().map(read).collect();
            Int::unsigned(pack::<WORDS>(&words, width))
        };
        let control = word(|vector| vector.control.0, Control::BITS);
        let modifiers = Modifiers::<Bitwise<Plane>>::decode(&control);
        let a = word(|vector| vector.a.into(), 32);
        let b = word(|vector| vector.b.into(), 32);
        let c = word(|vector| vector.c.into(), 32);
        let d = execute(&modifiers, &a, &b, &c);
        results.extend(unpack(&d.low(32), pass.len()).into_iter().map(|d| d as u32));
    }
    results
}
