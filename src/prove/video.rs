//! What is claimed of the SIMD video ALU, on the side of golden: its result as a function of symbolic inputs.

use crate::algebra::{Algebra, Bitwise, Edge, Graph, Int};
use crate::golden::video::{Modifiers, execute};
use crate::isa::ptx::{Control, FIELDS, Instruction, OPERATIONS, WIDTHS};

type Symbolic = Bitwise<Edge>;

/// The inputs of one instruction as free bits, and golden's answer.
pub struct Claim {
    /// The graph that everything lives in.
    pub graph: Graph,
    /// The control word's bits, lowest first.
    pub control: Vec<Edge>,
    /// The operand registers `a`, `b`, `c`.
    pub operands: [Vec<Edge>; 3],
    /// The control word is one that the front end encodes: an operation of the table, not `.sat` with `.add`.
    pub legal: Edge,
    /// Golden's `d`, 32 bits.
    pub d: Vec<Edge>,
}

impl Claim {
    /// Golden for every instruction at once; `selectors`, `accumulate` and `dual` say what the hardware has.
    ///
    /// `fixed` gives control fields known values: one case of a proof by cases.
    pub fn new(selectors: bool, accumulate: bool, dual: bool, fixed: &[(&str, u64)]) -> Self {
        let graph = Graph::new();
        let mut control = graph.inputs(Control::BITS);
        for (name, value) in fixed {
            let field = FIELDS.iter().find(|field| field.name == *name).expect("a field");
            for i in 0..field.bits {
                control[(field.lo + i) as usize] = Edge::Constant(value >> i & 1 != 0);
            }
        }
        let operands: [Vec<Edge>; 3] = std::array::from_fn(|_| graph.inputs(32));
        let field = |name: &str| {
            let field = FIELDS.iter().find(|field| field.name == name).expect("a field");
            Int::unsigned(
                control[field.lo as usize..(field.lo + field.bits) as usize]
                    .iter()
                    .cloned(),
            )
        };
        let flag = |name: &str| Symbolic::bit(&field(name), 0);
        let mut m = Modifiers::<Symbolic> {
            operation: field("op"),
            width: field("width"),
            d_signed: flag("d_signed"),
            a_signed: flag("a_signed"),
            b_signed: flag("b_signed"),
            saturate: flag("saturate"),
            accumulate: flag("accumulate"),
            mask: field("mask"),
            asel: field("asel"),
            bsel: field("bsel"),
        };
        if !dual {
            m.width = Symbolic::int(0);
        }
        if !accumulate {
            m.accumulate = Symbolic::known(false);
        }
        let words = operands.clone().map(Int::unsigned);
        let run = |m: &Modifiers<Symbolic>| execute(m, &words[0], &words[1], &words[2]);
        let d = if selectors {
            run(&m)
        } else {
            Symbolic::select(
                &Symbolic::bit(&m.width, 0),
                &run(&default_selectors(&m, 1)),
                &run(&default_selectors(&m, 0)),
            )
        };
        let table = Symbolic::less(&m.operation, &Symbolic::int(OPERATIONS.len() as i64));
        let both = Symbolic::both(&m.saturate, &m.accumulate);
        let legal = Symbolic::both(&table, &Symbolic::not(&both)).bit();
        Claim {
            d: d.low(32),
            legal,
            graph,
            control,
            operands,
        }
    }
}

/// The modifiers for one width with the selectors that the manual makes the default.
fn default_selectors(m: &Modifiers<Symbolic>, width: i64) -> Modifiers<Symbolic> {
    let shape = WIDTHS[width as usize];
    let (asel, bsel) = Instruction::default_selectors(shape);
    let digits = |digits: [u8; 4]| {
        Symbolic::int((0..shape.lanes()).fold(0, |word, i| {
            word | i64::from(digits[i as usize]) << (i * shape.digit_bits())
        }))
    };
    Modifiers {
        width: Symbolic::int(width),
        asel: digits(asel),
        bsel: digits(bsel),
        ..m.clone()
    }
}

/// The number that constant bits, least significant first, stand for.
fn known(bits: &[Edge]) -> Option<Int<Edge>> {
    bits.iter()
        .rev()
        .try_fold(0, |number, bit| match bit {
            Edge::Constant(value) => Some(2 * number + i64::from(*value)),
            Edge::Literal(..) => None,
        })
        .map(Int::Known)
}
