//! Golden's side of the claims: an instruction with free bits, and its result.

use crate::video::encoding::control::{WIDTH, selector_word};
use crate::video::encoding::{CODES, Control};
use crate::video::families;
use crate::video::golden::{Modifiers, execute, lane_operations};
use crate::video::rtl::VideoConfig;
use lanesmith_algebra::{Algebra, Bit, Bitwise, Edge, Graph, Int};
use lanesmith_prove::Obligation;
use lanesmith_prove::conditions::{any, is};
use lanesmith_ptx::{Family, Instruction, Mode, Operation, WIDTHS, Width};

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
    pub fn new(config: &VideoConfig, fixed: &[(&str, u64)]) -> Self {
        let graph = Graph::new();
        let mut control = graph.inputs(Control::BITS);
        let bits = |(name, value): (&str, u64)| {
            let field = Control::field(name);
            (0..field.bits).map(move |i| ((field.lo + i) as usize, value >> i & 1 != 0))
        };
        for (place, bit) in fixed.iter().copied().flat_map(bits) {
            control[place] = Edge::Constant(bit);
        }
        let operands: [Vec<Edge>; 3] = std::array::from_fn(|_| graph.inputs(32));
        let word = Int::unsigned(control.iter().cloned());
        let mut m = Modifiers::<Symbolic>::decode_for(&word, &families(config));
        if !config.selectors {
            let default = |operand: usize| {
                Symbolic::case(&m.width, &WIDTHS, |width| {
                    let (asel, bsel) = Instruction::default_selectors(width);
                    Symbolic::int(selector_word(width, &[asel, bsel][operand]) as i64)
                })
            };
            (m.asel, m.bsel) = (default(0), default(1));
        }
        let [a, b, c] = operands.clone().map(Int::unsigned);
        let d = execute(&m, &a, &b, &c);
        let is_one_of = |words: &ControlWordSet| {
            let bits = words.fixed.iter().copied().flat_map(bits);
            bits.fold(Symbolic::known(true), |all, (place, value)| {
                let bit = Symbolic::bit(&word, place as u32);
                Symbolic::both(&all, &if value { bit } else { Symbolic::not(&bit) })
            })
        };
        let unused = words_of(config).into_iter().filter(|words| !words.is_used);
        let is_unused = unused.fold(Symbolic::known(false), |any, words| {
            Symbolic::either(&any, &is_one_of(&words))
        });
        let d = Symbolic::select(&is_unused, &Symbolic::int(0), &d);
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

/// Control fields with the values that they have in a case.
pub(super) type Fixed = Vec<(&'static str, u64)>;

/// Some control words.
#[derive(Clone, Debug)]
pub(super) struct ClaimCase {
    /// A name like `vadd4.sat`, `vset2.lt.add` or `unused op 6`.
    pub name: String,
    /// The control fields that it fixes.
    pub fixed: Fixed,
    /// The words are those of instructions, and at least one lane takes part.
    pub is_instruction: bool,
}

/// The control words of an operation in a width and a mode, or of none that the hardware has.
struct ControlWordSet {
    operation: Operation,
    fixed: Fixed,
    /// The hardware has an instruction with these fields; where there is none, `d` is 0.
    is_used: bool,
}

/// All control words by operation, width and mode: each word in one of the rows.
fn words_of(config: &VideoConfig) -> Vec<ControlWordSet> {
    let mut all = vec![];
    for (operation, code) in readings() {
        let family = operation.family();
        if !families(config).contains(&family) {
            all.push(ControlWordSet {
                operation,
                fixed: code,
                is_used: false,
            });
            continue;
        }
        let is_typed = family.has_destination_type();
        let saturates: &[Option<u64>] = if is_typed { &[Some(0), Some(1)] } else { &[None] };
        let places = WIDTHS.iter().flat_map(|width| [0, 1].map(|add| (*width, add)));
        for (width, accumulate) in places {
            for saturate in saturates {
                let mut fixed = code.clone();
                let flags = [
                    ("width", Some(width as u64)),
                    ("accumulate", Some(accumulate)),
                    ("saturate", *saturate),
                ];
                let mut flags = flags.into_iter().filter_map(|(name, value)| Some((name, value?)));
                if !flags.all(|flag| fix(&mut fixed, flag)) {
                    continue;
                }
                let mode = match (saturate.unwrap_or(0), accumulate) {
                    (0, 0) => Some(Mode::Merge),
                    (_, 0) => Some(Mode::Saturate),
                    (0, _) => Some(Mode::Accumulate),
                    _ => None,
                };
                // Of dot products `width` is part of the code.
                let mut codes = CODES.iter().filter(|code| code.operation == operation);
                let is_wide = codes.any(|code| code.set.contains(&WIDTH));
                let is_used = (family.has_lanes() || is_wide == (width == Width::Dual))
                    && mode.is_some_and(|mode| family.modes().contains(&mode))
                    && (config.accumulate || mode != Some(Mode::Accumulate))
                    && (config.dual || width == Width::Quad || !family.has_lanes());
                all.push(ControlWordSet {
                    operation,
                    fixed,
                    is_used,
                });
            }
        }
    }
    all
}

/// All control words in cases, those of instructions first.
pub(super) fn cases(config: &VideoConfig) -> Vec<ClaimCase> {
    let mut cases = vec![];
    for ControlWordSet {
        operation,
        fixed,
        is_used,
    } in words_of(config)
    {
        let mut add = |name: String, fixed: &Fixed, is_instruction| {
            cases.push(ClaimCase {
                name,
                fixed: fixed.clone(),
                is_instruction,
            });
        };
        let name = name(operation, &fixed);
        if !is_used {
            add(format!("unused {}", spelled(&fixed)), &fixed, false);
        } else if operation.family().has_lanes() {
            add(name, &fixed, true);
        } else {
            // Of instructions everything else is 0; hardware ignores it.
            let zeros = ["mask", "asel", "bsel"].map(|field| (field, 0));
            add(name.clone(), &fixed.iter().copied().chain(zeros).collect(), true);
            add(format!("{name}, any mask and selectors"), &fixed, false);
        }
    }
    // Of all operations on lanes at once, where no other words have to be kept apart.
    let by_lanes = match config.dot {
        false => vec![(String::new(), vec![])],
        true => {
            let is_there = |family: Family| family.has_lanes() && families(config).contains(&family);
            let own = readings()
                .into_iter()
                .filter(|(operation, _)| is_there(operation.family()));
            own.map(|(operation, code)| (format!(", {}", name(operation, &code)), code))
                .collect()
        }
    };
    let places = WIDTHS
        .iter()
        .flat_map(|width| by_lanes.iter().map(move |one| (*width, one)));
    for (width, (operation, code)) in places {
        let (masks, lanes): (&[u64], _) = match width {
            Width::Quad => (&[0], "bytes"),
            Width::Dual if !config.dual => continue,
            Width::Dual => (&[0, 4, 8, 12], "half-words"),
        };
        for mask in masks {
            let others = [("width", width as u64), ("mask", *mask)];
            cases.push(ClaimCase {
                name: format!("no lane of {lanes}, mask {mask:04b}{operation}"),
                fixed: code.iter().copied().chain(others).collect(),
                is_instruction: false,
            });
        }
    }
    cases.sort_by_key(|case| !case.is_instruction);
    cases
}

/// Any control word has a transfer claim.
pub(super) fn words_have_claims(config: &VideoConfig) -> Obligation {
    let claim = Claim::new(config, &[]);
    let mut obligation = Obligation::new("", &claim.graph);
    obligation.name_word("control", &claim.control);
    let matches = |case: ClaimCase| {
        let fields = case.fixed.iter().map(|(name, value)| {
            let field = Control::field(name);
            let bits = &claim.control[field.lo as usize..(field.lo + field.bits) as usize];
            is(bits, *value as u32)
        });
        let fields = fields.fold(Edge::constant(true), |all, field| all.and(&field));
        if case.is_instruction {
            fields.and(&claim.has_lane)
        } else {
            fields
        }
    };
    obligation.equal(&[Edge::constant(true)], &[any(cases(config).into_iter().map(matches))]);
    obligation
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

/// All control words by the operation that they belong to: each word in one of the rows.
fn readings() -> Vec<(Operation, Fixed)> {
    let mut found = vec![];
    for op in 0..1 << Control::field("op").bits {
        let mut others = vec![vec![("op", op)]];
        for code in CODES.iter().filter(|code| code.op == op) {
            for mut words in std::mem::take(&mut others) {
                let has_all = code.set.iter().all(|bit| {
                    let mut without = words.clone();
                    if fix(&mut without, (bit.name, 0)) && !words.contains(&(bit.name, 0)) {
                        others.push(without);
                    }
                    fix(&mut words, (bit.name, 1))
                });
                if has_all {
                    found.push((code.operation, words))
                } else {
                    others.push(words)
                }
            }
        }
        assert!(others.is_empty(), "every word fits a row");
    }
    found
}

/// An instruction without its types.
fn name(operation: Operation, fixed: &Fixed) -> String {
    let is = |field| fixed.contains(&(field, 1));
    let width = if is("width") { Width::Dual } else { Width::Quad };
    let mode = match operation.family().has_lanes() {
        true if is("accumulate") => Mode::Accumulate,
        true if is("saturate") && operation.family().has_destination_type() => Mode::Saturate,
        _ => Mode::Merge,
    };
    format!("{}{}", operation.name(width), mode.suffix())
}

/// Fields and their values.
fn spelled(fixed: &Fixed) -> String {
    let fields = fixed.iter().map(|(field, value)| format!("{field} {value}"));
    fields.collect::<Vec<_>>().join(", ")
}

impl Claim {
    /// An obligation about the control words of a case.
    pub(super) fn obligation(&self, case: &ClaimCase) -> Obligation {
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
