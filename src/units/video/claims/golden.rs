//! Golden's side of the claims: an instruction with free bits, and its result.

use crate::algebra::{Algebra, Bitwise, Edge, Graph, Int};
use crate::prove::Obligation;
use crate::units::video::golden::{Modifiers, execute};
use crate::units::video::ptx::{Control, FIELDS, Instruction, OPERATIONS, WIDTHS};
use crate::units::video::rtl::Config;

type Symbolic = Bitwise<Edge>;

/// The inputs of one instruction as free bits, and golden's answer.
pub struct Claim {
    /// The graph that everything lives in.
    pub graph: Graph,
    /// The control word's bits, lowest first.
    pub control: Vec<Edge>,
    /// The operand registers `a`, `b`, `c`.
    pub operands: [Vec<Edge>; 3],
    /// The control word is one that the front end encodes: an operation of the table, not `.sat` with
    /// `.add`, at least one lane.
    pub legal: Edge,
    /// Golden's `d`, 32 bits.
    pub d: Vec<Edge>,
}

impl Claim {
    /// Golden for every instruction at once, as far as `config` has what it needs.
    ///
    /// `fixed` gives control fields known values: one case of a proof by cases.
    pub fn new(config: &Config, fixed: &[(&str, u64)]) -> Self {
        let graph = Graph::new();
        let mut control = graph.inputs(Control::BITS);
        for (name, value) in fixed {
            let field = FIELDS.iter().find(|field| field.name == *name).expect("a field");
            for i in 0..field.bits {
                control[(field.lo + i) as usize] = Edge::Constant(value >> i & 1 != 0);
            }
        }
        let operands: [Vec<Edge>; 3] = std::array::from_fn(|_| graph.inputs(32));
        let mut m = Modifiers::<Symbolic>::decode(&Int::unsigned(control.iter().cloned()));
        if !config.dual {
            m.width = Symbolic::int(0);
        }
        if !config.accumulate {
            m.accumulate = Symbolic::known(false);
        }
        let words = operands.clone().map(Int::unsigned);
        let run = |m: &Modifiers<Symbolic>| execute(m, &words[0], &words[1], &words[2]);
        let d = if config.selectors {
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
        let lanes = Symbolic::case(&m.width, &WIDTHS, |width| Symbolic::field(&m.mask, 0, width.lanes()));
        let none = Symbolic::equal(&lanes, &Symbolic::int(0));
        let legal = Symbolic::both(&table, &Symbolic::not(&Symbolic::either(&both, &none))).bit();
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

/// Every operation, width and mode that `config` has: a name like `vadd4.sat`, and the control fields that it fixes.
pub(super) fn cases(config: &Config) -> impl Iterator<Item = (String, [(&'static str, u64); 4])> + use<> {
    let widths = if config.dual { 2 } else { 1 };
    let modes = if config.accumulate { 3 } else { 2 };
    OPERATIONS.iter().flat_map(move |row| {
        (0..widths).flat_map(move |width| {
            (0..modes).map(move |mode| {
                let fixed = [
                    ("op", row.operation as u64),
                    ("width", width as u64),
                    ("saturate", u64::from(mode == 1)),
                    ("accumulate", u64::from(mode == 2)),
                ];
                let suffix = ["", ".sat", ".add"][mode];
                let name = format!("{}{}{suffix}", row.mnemonic, WIDTHS[width].lanes());
                (name, fixed)
            })
        })
    })
}

impl Claim {
    /// An obligation about legal instructions.
    pub(super) fn obligation(&self) -> Obligation {
        let mut obligation = Obligation::new("", &self.graph);
        obligation.assumption = self.legal.clone();
        obligation.name_word("control", &self.control);
        for (name, word) in ["a", "b", "c"].iter().zip(&self.operands) {
            obligation.name_inputs(name, word);
        }
        obligation
    }
}
