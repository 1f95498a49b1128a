//! Many vectors per pass: the video instructions over bit-planes.

use crate::algebra::{Bitwise, Edge, Graph, Int, Slice, StraightLineProgram};
use crate::ptx::{FAMILIES, Family};
use crate::units::video::encoding::Control;
use crate::units::video::golden::{Modifiers, execute};
use aligned_vec::AVec;
use std::cell::RefCell;
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

/// The meanings of all instructions of these families, from the planes of a, b, c and the control word.
fn program(families: &[Family]) -> StraightLineProgram {
    let graph = Graph::new();
    let [a, b, c] = [(); 3].map(|()| Int::unsigned(graph.inputs(32)));
    let modifiers = Modifiers::decode_for(&Int::unsigned(graph.inputs(Control::BITS)), families);
    let d = execute::<Bitwise<Edge>>(&modifiers, &a, &b, &c);
    StraightLineProgram::new(&graph, &d.low(32))
}

/// `d` of every vector; each vector has modifiers of its own.
pub fn evaluate(vectors: &[Vector]) -> Vec<u32> {
    let family = |vector: &Vector| vector.control.operation().family() as usize;
    let of_pass = |pass: &[Vector]| pass.iter().fold(0, |set, vector| set | 1 << family(vector));
    evaluate_by(
        vectors,
        |vector| vector.control.0,
        |vector| [vector.a, vector.b, vector.c],
        of_pass,
    )
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
    let mut results = vec![0; vectors.len()];
    for (pass, results) in vectors.chunks(PASS).zip(results.chunks_mut(PASS)) {
        let fill = |planes: &mut [Slice<WORDS>]| {
            for i in 0..3 {
                pack(pass, |vector| operands(vector)[i], &mut planes[32 * i..][..32]);
            }
            let planes = &mut planes[96..][..Control::BITS as usize];
            let (lower, upper) = planes.split_at_mut(32);
            pack(pass, |vector| control(vector) as u32, lower);
            let mut all = [Slice([0; WORDS]); 32];
            pack(pass, |vector| (control(vector) >> 32) as u32, &mut all);
            upper.copy_from_slice(&all[..upper.len()]);
        };
        run(&ALL[set(pass)], fill, results);
    }
    results
}

thread_local! {
    /// The memory of the passes.
    static ROOM: RefCell<AVec<Slice<WORDS>>> = RefCell::new(StraightLineProgram::room(0));
}

/// A pass of a program.
fn run(program: &StraightLineProgram, fill: impl FnOnce(&mut [Slice<WORDS>]), results: &mut [u32]) {
    ROOM.with_borrow_mut(|slots| {
        let needed = program.slots() + 32;
        if slots.len() < needed {
            *slots = StraightLineProgram::room(needed);
        }
        fill(slots);
        program.run_in_place(slots);
        let (slots, d) = slots[..needed].split_at_mut(program.slots());
        program.write_outputs(slots, d);
        Slice::unpack_words(d, results);
    });
}

/// One word of each vector of a pass as planes.
fn pack<V>(pass: &[V], word: impl Fn(&V) -> u32, planes: &mut [Slice<WORDS>]) {
    let mut column = [0; PASS];
    column.iter_mut().zip(pass).for_each(|(to, vector)| *to = word(vector));
    Slice::pack_words(&column[..pass.len()], planes);
}
