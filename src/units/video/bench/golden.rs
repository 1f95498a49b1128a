//! The golden model's evaluators, one vector at a time and many at a time.

use crate::algebra::{Algebra, Concrete};
use crate::bench::Subject;
use crate::units::video::golden::batch::{PASS, Vector, evaluate, evaluate_alike};
use crate::units::video::golden::{Modifiers, execute};
use crate::units::video::testbench::Case;
use std::hint::black_box;
use std::rc::Rc;

/// Vectors per piece of work of the concrete evaluator.
const PIECE: usize = 256;

/// A way to evaluate vectors.
pub(super) struct Variant {
    pub name: &'static str,
    /// The vectors of one piece, for which instruction the first one stands if `alike`.
    run: fn(&[Prepared], bool) -> Vec<u32>,
    /// All vectors of a piece have the modifiers of the first one.
    alike: bool,
    piece: usize,
}

/// A vector with its modifiers decoded beforehand: decoding is no part of the concrete evaluator's work.
pub(super) struct Prepared {
    vector: Vector,
    modifiers: Modifiers<Concrete>,
}

impl Prepared {
    pub fn new(case: &Case) -> Self {
        let vector = case.vector();
        Prepared {
            vector,
            modifiers: Modifiers::decode(&Concrete::int(vector.control.0 as i64)),
        }
    }
}

pub(super) static VARIANTS: [Variant; 4] = [
    Variant {
        name: "concrete, any instruction per vector",
        run: concrete,
        alike: false,
        piece: PIECE,
    },
    Variant {
        name: "concrete, one instruction per batch",
        run: concrete,
        alike: true,
        piece: PIECE,
    },
    Variant {
        name: "bit-sliced, any instruction per vector",
        run: sliced,
        alike: false,
        piece: PASS,
    },
    Variant {
        name: "bit-sliced, one instruction per batch",
        run: sliced,
        alike: true,
        piece: PASS,
    },
];

impl Variant {
    /// Measures the variant piece by piece, over and over.
    pub fn subject(&'static self, vectors: Rc<[Prepared]>) -> Subject {
        let (count, mut next) = (vectors.len() / self.piece, 0);
        Subject::new(move || {
            let piece = &vectors[next * self.piece..][..self.piece];
            next = (next + 1) % count;
            black_box((self.run)(black_box(piece), self.alike));
            self.piece as u64
        })
    }

    /// The results on all vectors, in pieces of [`PASS`] so that the variants agree on which vectors are alike.
    pub fn results(&self, vectors: &[Prepared]) -> Vec<u32> {
        let pieces = vectors.chunks_exact(PASS);
        pieces.flat_map(|piece| (self.run)(piece, self.alike)).collect()
    }

    /// The variant that this one is compared with, in [`VARIANTS`]: the first one that computes the same.
    pub fn reference(&self) -> usize {
        usize::from(self.alike)
    }
}

fn concrete(piece: &[Prepared], alike: bool) -> Vec<u32> {
    let one = |Prepared { vector, modifiers }: &Prepared| {
        let modifiers = if alike { &piece[0].modifiers } else { modifiers };
        let [a, b, c] = [vector.a, vector.b, vector.c].map(i64::from);
        execute(modifiers, &a, &b, &c) as u32
    };
    piece.iter().map(one).collect()
}

fn sliced(piece: &[Prepared], alike: bool) -> Vec<u32> {
    let vectors: Vec<Vector> = piece.iter().map(|prepared| prepared.vector).collect();
    if alike {
        evaluate_alike(vectors[0].control, &vectors)
    } else {
        evaluate(&vectors)
    }
}
