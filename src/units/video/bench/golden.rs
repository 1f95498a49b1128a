//! The golden model's evaluators, one vector at a time and many at a time.

use crate::algebra::{Algebra, Concrete};
use crate::bench::BenchmarkSubject;
use crate::unit::pipelined::Case;
use crate::units::video::golden::batch::{PASS, Vector, evaluate, evaluate_alike};
use crate::units::video::golden::{Modifiers, execute};
use crate::units::video::testbench::VideoCase;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;

/// Vectors per piece of work of the concrete evaluator.
const PIECE: usize = 256;

/// Evaluates the vectors of one piece; the flag says that all have the modifiers of the first one.
type Run = fn(&PreparedVectors, Range<usize>, bool) -> Vec<u32>;

/// A way to evaluate vectors.
pub(super) struct EvaluatorVariant {
    pub name: &'static str,
    /// Evaluates one piece.
    run: Run,
    /// All vectors of a piece have the modifiers of the first one.
    alike: bool,
    piece: usize,
}

/// Vectors, their operands in columns, and their modifiers decoded beforehand: decoding is no part of the concrete evaluator's
/// work.
pub(super) struct PreparedVectors {
    vectors: Vec<Vector>,
    columns: [Vec<u32>; 3],
    modifiers: Vec<Modifiers<Concrete>>,
}

impl PreparedVectors {
    pub fn new(cases: &[Case]) -> Self {
        let vectors: Vec<Vector> = cases.iter().map(VideoCase::vector).collect();
        let decode = |vector: &Vector| Modifiers::decode(&Concrete::int(vector.control.0 as i64));
        PreparedVectors {
            modifiers: vectors.iter().map(decode).collect(),
            columns: [|v: &Vector| v.a, |v: &Vector| v.b, |v: &Vector| v.c].map(|of| vectors.iter().map(of).collect()),
            vectors,
        }
    }
}

pub(super) static VARIANTS: [EvaluatorVariant; 4] = [
    EvaluatorVariant {
        name: "concrete, any instruction per vector",
        run: concrete,
        alike: false,
        piece: PIECE,
    },
    EvaluatorVariant {
        name: "concrete, one instruction per batch",
        run: concrete,
        alike: true,
        piece: PIECE,
    },
    EvaluatorVariant {
        name: "bit-sliced, any instruction per vector",
        run: sliced,
        alike: false,
        piece: PASS,
    },
    EvaluatorVariant {
        name: "bit-sliced, one instruction per batch",
        run: sliced,
        alike: true,
        piece: PASS,
    },
];

impl EvaluatorVariant {
    /// Measures the variant piece by piece, over and over.
    pub fn subject(&'static self, prepared: Rc<PreparedVectors>) -> BenchmarkSubject {
        let (count, mut next) = (prepared.vectors.len() / self.piece, 0);
        BenchmarkSubject::new(move || {
            let piece = next * self.piece..(next + 1) * self.piece;
            next = (next + 1) % count;
            black_box((self.run)(black_box(&prepared), piece, self.alike));
            self.piece as u64
        })
    }

    /// The results on all vectors, in pieces of [`PASS`] so that the variants agree on which vectors are alike.
    pub fn results(&self, prepared: &PreparedVectors) -> Vec<u32> {
        let pieces = (0..prepared.vectors.len() / PASS).map(|i| i * PASS..(i + 1) * PASS);
        pieces
            .flat_map(|piece| (self.run)(prepared, piece, self.alike))
            .collect()
    }

    /// The variant that this one is compared with, in [`VARIANTS`]: the first one that computes the same.
    pub fn reference(&self) -> usize {
        usize::from(self.alike)
    }
}

fn concrete(prepared: &PreparedVectors, piece: Range<usize>, alike: bool) -> Vec<u32> {
    let (vectors, modifiers) = (&prepared.vectors[piece.clone()], &prepared.modifiers[piece]);
    let one = |(vector, own): (&Vector, &Modifiers<Concrete>)| {
        let modifiers = if alike { &modifiers[0] } else { own };
        let [a, b, c] = [vector.a, vector.b, vector.c].map(i64::from);
        execute(modifiers, &a, &b, &c) as u32
    };
    vectors.iter().zip(modifiers).map(one).collect()
}

fn sliced(prepared: &PreparedVectors, piece: Range<usize>, alike: bool) -> Vec<u32> {
    match alike {
        true => {
            let columns = prepared.columns.each_ref().map(|column| &column[piece.clone()]);
            evaluate_alike(prepared.vectors[piece.start].control, columns)
        }
        false => evaluate(&prepared.vectors[piece]),
    }
}
