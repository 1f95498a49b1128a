//! Golden's side of the claims: an instruction with free bits, and its result.

use crate::algebra::{Algebra, Bitwise, Edge, Graph, Int};
use crate::prove::Obligation;
use crate::units::video::golden::{Modifiers, execute, lane_operations};
use crate::units::video::ptx::{CODES, Code, Control, FIELDS, Family, Instruction, Mode, Operation, WIDTHS, Width};
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
    /// At least one lane takes part, or there are no lanes.
    pub has_lane: Edge,
    /// Golden's `d`, 32 bits.
    pub d: Vec<Edge>,
}

impl Claim {
    /// Golden for every control word at once, as hardware of this configuration reads it.
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
        let mut m = Modifiers::<Symbolic>::decode_for(&Int::unsigned(control.iter().cloned()), &config.families());
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
        let lanes = Symbolic::case(&m.width, &WIDTHS, |width| Symbolic::field(&m.mask, 0, width.lanes()));
        let is_dot = Symbolic::not(&Symbolic::less(
            &m.operation,
            &Symbolic::int(lane_operations().len() as i64),
        ));
        let has_lane = Symbolic::not(&Symbolic::equal(&lanes, &Symbolic::int(0)));
        let has_lane = Symbolic::either(&is_dot, &has_lane).bit();
        Claim {
            d: d.low(32),
            has_lane,
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

/// Control fields with the values that they have in a case.
pub(super) type Fixed = Vec<(&'static str, u64)>;

/// Some control words.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// A name like `vadd4.sat` or `vset2.lt.add`.
    pub name: String,
    /// The control fields that it fixes. What a configuration ignores is free.
    pub fixed: Fixed,
    /// The words are those of instructions; at least one lane takes part, too.
    pub is_instruction: bool,
}

/// All control words in cases, those of instructions first.
pub(super) fn cases(config: &Config) -> Vec<Case> {
    let field = |name, has: bool| match has {
        true => vec![Some((name, 0)), Some((name, 1))],
        false => vec![None],
    };
    let widths = field("width", config.dual);
    let accumulates = field("accumulate", config.accumulate);
    let mut cases = vec![];
    for (operation, words) in readings(&config.families()) {
        if !operation.family().has_lanes() {
            // Of instructions everything else is 0; hardware ignores it.
            let mut fixed = words.clone();
            let others = ["width", "accumulate", "mask", "asel", "bsel"];
            let zeros = others
                .iter()
                .filter(|other| !words.iter().any(|(field, _)| field == *other));
            fixed.extend(zeros.map(|field| (*field, 0)));
            let name = operation.name(Width::Quad);
            for (name, fixed, is_instruction) in [
                (name.clone(), fixed, true),
                (format!("{name}, any mask and selectors"), words, false),
            ] {
                cases.push(Case {
                    name,
                    fixed,
                    is_instruction,
                });
            }
            continue;
        }
        let is_own = CODES
            .iter()
            .any(|code| code.operation == operation && words[0].1 == code.op);
        let is_typed = operation.family().has_destination_type();
        for (width, accumulate) in widths
            .iter()
            .flat_map(|width| accumulates.iter().map(move |add| (width, add)))
        {
            for saturate in field("saturate", is_typed) {
                let mut fixed = words.clone();
                let modifiers = [*width, saturate, *accumulate].into_iter().flatten();
                if !modifiers.clone().all(|bit| fix(&mut fixed, bit)) {
                    continue;
                }
                let both = [("saturate", 1), ("accumulate", 1)];
                cases.push(Case {
                    name: name(operation, &words, modifiers),
                    is_instruction: is_own && !(is_typed && both.iter().all(|bit| fixed.contains(bit))),
                    fixed,
                });
            }
        }
    }
    // Of all operations on lanes at once, where no other words have to be kept apart.
    let mut by_lanes = readings(&config.families());
    by_lanes.retain(|(operation, _)| operation.family().has_lanes());
    let by_lanes = match config.dot {
        false => vec![(String::new(), vec![])],
        true => by_lanes
            .into_iter()
            .map(|(operation, words)| (format!(", {}", name(operation, &words, [].into_iter())), words))
            .collect(),
    };
    for (width, (operation, words)) in widths
        .iter()
        .flat_map(|width| by_lanes.iter().map(move |words| (width, words)))
    {
        let is_dual = *width == Some(("width", 1));
        for mask in if is_dual { vec![0, 4, 8, 12] } else { vec![0] } {
            let lanes = if is_dual { "half-words" } else { "bytes" };
            let fixed = words.iter().copied().chain(*width).chain([("mask", mask)]);
            cases.push(Case {
                name: format!("no lane of {lanes}, mask {mask:04b}{operation}"),
                fixed: fixed.collect(),
                is_instruction: false,
            });
        }
    }
    cases.sort_by_key(|case| !case.is_instruction);
    cases
}

/// Fixes a field, unless it has another value already.
fn fix(fixed: &mut Fixed, (name, value): (&'static str, u64)) -> bool {
    match fixed.iter().find(|(other, _)| *other == name) {
        Some((_, other)) => *other == value,
        None => {
            fixed.push((name, value));
            true
        }
    }
}

/// All control words by the operation that hardware with these families reads in them: each word in one of the rows.
fn readings(families: &[Family]) -> Vec<(Operation, Fixed)> {
    let mut found = vec![];
    for op in 0..1 << Control::field("op").bits {
        let mut others = vec![vec![("op", op)]];
        for code in Code::of(families).filter(|code| code.op == op) {
            for mut words in std::mem::take(&mut others) {
                let has_all = code.set.iter().all(|bit| {
                    let mut without = words.clone();
                    if fix(&mut without, (bit, 0)) && !words.contains(&(*bit, 0)) {
                        others.push(without);
                    }
                    fix(&mut words, (bit, 1))
                });
                match has_all {
                    true => found.push((code.operation, words)),
                    false => others.push(words),
                }
            }
        }
        found.extend(others.into_iter().map(|words| (Code::OTHER, words)));
    }
    found
}

/// An instruction without its types, and the code of one that has another of its own.
fn name(operation: Operation, words: &Fixed, modifiers: impl Iterator<Item = (&'static str, u64)>) -> String {
    let (mut width, mut suffix) = (Width::Quad, String::new());
    for modifier in modifiers {
        match modifier {
            ("width", 1) => width = Width::Dual,
            ("saturate", 1) => suffix += Mode::Saturate.suffix(),
            ("accumulate", 1) => suffix += Mode::Accumulate.suffix(),
            _ => {}
        }
    }
    let name = format!("{}{suffix}", operation.name(width));
    match CODES
        .iter()
        .any(|code| code.operation == operation && words[0] == ("op", code.op))
    {
        true => name,
        false => {
            let words = words.iter().map(|(field, value)| format!("{field} {value}"));
            format!("{name} as {}", words.collect::<Vec<_>>().join(" "))
        }
    }
}

impl Claim {
    /// An obligation about the control words of a case.
    pub(super) fn obligation(&self, case: &Case) -> Obligation {
        let mut obligation = Obligation::new("", &self.graph);
        if case.is_instruction {
            obligation.assumption = self.has_lane.clone();
        }
        obligation.name_word("control", &self.control);
        for (name, word) in ["a", "b", "c"].iter().zip(&self.operands) {
            obligation.name_inputs(name, word);
        }
        obligation
    }
}
