//! Symbolic instructions, their golden effects, and the list of claims about instructions.

use crate::riscv::encoding::{
    FUNCTION_BITS, FeatureSet, Features, Function, Opcode, PackedWord, THIRD, function, instruction, is_offered,
};
use crate::riscv::golden::{UnitEffect, UnitState, execute};
use crate::riscv::isa::{VXSAT_ACCESSES, VxsatAccess};
use crate::riscv::rtl::RiscvConfig;
use crate::video::encoding::Control;
use lanesmith_algebra::{Bit, Bitwise, Edge, Graph, Int};
use lanesmith_prove::Obligation;
use lanesmith_prove::conditions::{all, any, exactly_one, is};
use lanesmith_ptx::{Mode, OPERATIONS, WIDTHS};

type Symbolic = Bitwise<Edge>;

/// The bits of a custom instruction's function, and the bits with the number of a packed word's major opcode, which are 0 here.
const ALL_BITS: u32 = ((1 << (THIRD + 1)) - 1) | PackedWord::MAJOR_MASK;

/// A set of functions: those that agree with `value` in the bits of `known`.
#[derive(Clone, Copy)]
pub(super) struct Functions {
    known: u32,
    value: u32,
}

impl Functions {
    /// All of them.
    pub const ALL: Functions = Functions { known: 0, value: 0 };

    /// The bits of a function with two source registers; bits outside `known` are free inputs.
    pub fn bits(&self, graph: &Graph, features: &Features) -> Vec<Edge> {
        let bit = |i: u32| match (self.known >> i & 1, i) {
            (_, THIRD) => Edge::constant(false),
            (0, _) if !features.packed && i > THIRD => Edge::constant(false),
            (0, _) => graph.input(),
            _ => Edge::constant(self.value >> i & 1 != 0),
        };
        (0..PackedWord::FUNCTION_BITS).map(bit).collect()
    }

    /// Whether a function belongs to the set; missing high bits are 0.
    pub fn matches(&self, function: &[Edge]) -> Edge {
        let bits = (0..PackedWord::FUNCTION_BITS).filter(|i| self.known >> i & 1 != 0);
        let bit = |i: u32| {
            let bit = function.get(i as usize).cloned().unwrap_or(Edge::constant(false));
            if self.value >> i & 1 != 0 { bit } else { bit.not() }
        };
        all(&bits.map(bit).collect::<Vec<Edge>>())
    }

    /// The bits of a function; bits outside `known` are those of `free`.
    pub fn among(&self, free: &[Edge]) -> Vec<Edge> {
        let bit = |(i, free): (usize, &Edge)| match self.known >> i & 1 {
            0 => free.clone(),
            _ => Edge::constant(self.value >> i & 1 != 0),
        };
        free.iter().enumerate().map(bit).collect()
    }
}

/// A case for each operation and mode of the unit (with default modifiers, modifiers of the configuration, and a third source register)
/// and for each access: name, functions, and whether it is an access.
pub(super) fn cases(features: &Features) -> Vec<(String, Functions, bool)> {
    let mut cases = packed_cases(features);
    if !features.custom {
        return cases;
    }
    let own = || OPERATIONS.iter().filter(|row| features.has(row.family));
    for (row, width) in own().flat_map(|row| row.operation.widths().iter().map(move |width| (row, *width))) {
        let by_lanes = row.family.has_lanes();
        if by_lanes && width == WIDTHS[1] && !features.dual {
            continue;
        }
        // The types of an operation are free: the claim holds for each combination.
        let types = ["d_signed", "a_signed", "b_signed"].map(|name| 1 << Control::field(name).lo);
        let free = if row.family.has_destination_type() {
            &types[..]
        } else {
            &types[1..]
        };
        let known = !free.iter().sum::<u32>() & ALL_BITS;
        for mode in row.family.modes() {
            if *mode == Mode::Accumulate && !features.accumulate {
                continue;
            }
            let control = Control::encode(&instruction(row.operation, width, [false; 3], *mode));
            let name = format!("{}{}", row.operation.name(width), mode.suffix());
            let direct = ("direct", Function::direct(control));
            let held = by_lanes.then(|| ("held", Function::held(control)));
            let third = Function::third(control).filter(|_| features.third);
            let third = third.map(|third| ("third", third));
            for (modifiers, Function(value)) in [direct].into_iter().chain(held).chain(third) {
                cases.push((format!("{modifiers} {name}"), Functions { known, value }, false));
            }
        }
    }
    for row in features.accesses() {
        let functions = Functions {
            known: ALL_BITS,
            value: Function::access(row.access).0,
        };
        cases.push((format!("access {}", row.name), functions, true));
    }
    cases
}

/// A case for each packed instruction, with any immediate, and for each access to `vxsat`.
fn packed_cases(features: &Features) -> Vec<(String, Functions, bool)> {
    let functions = |word, mask| {
        let (value, known) = PackedWord::fixed(word, mask);
        Functions { known, value }
    };
    let rows = features.packed_rows();
    let rows = rows.map(|row| (format!("packed {}", row.name), functions(row.word, row.mask), false));
    let accesses = VXSAT_ACCESSES.iter().filter(|_| features.vxsat);
    let accesses = accesses.map(|row| {
        let name = format!("access {} vxsat", row.name);
        (name, functions(row.word, VxsatAccess::MASK), true)
    });
    rows.chain(accesses).collect()
}

/// The claim about instruction words: a word is an operation, or an access, of the unit exactly if it has one of the unit's opcodes and
/// a case contains its function; and then exactly one case contains it.
pub(super) fn words_have_claims(config: &RiscvConfig) -> Obligation {
    let graph = Graph::new();
    let word = graph.inputs(32);
    let mut obligation = Obligation::new("", &graph);
    obligation.name_word("word", &word);
    let opcode = config.features.opcode;
    let offered = is_offered::<Symbolic>(opcode, &Int::unsigned(word.iter().cloned())).bit();
    let (own, function) = (kind_of_word(config, &word), function_of(opcode, &word));
    have_claims(config, &mut obligation, own, &function, &offered);
    obligation
}

/// The same claim about functions, for an interface that hands over functions instead of words.
pub(super) fn functions_have_claims(config: &RiscvConfig) -> Obligation {
    let graph = Graph::new();
    let function = Functions::ALL.bits(&graph, &config.features);
    let mut obligation = Obligation::new("", &graph);
    obligation.name_word("function", &function);
    let offered = Edge::constant(true);
    have_claims(config, &mut obligation, kind(config, &function), &function, &offered);
    obligation
}

fn have_claims(config: &RiscvConfig, obligation: &mut Obligation, own: [Edge; 2], function: &[Edge], offered: &Edge) {
    let cases = cases(&config.features);
    let matching = |wanted: bool| -> Vec<Edge> {
        let cases = cases.iter().filter(|(.., is_access)| *is_access == wanted);
        cases
            .map(|(_, functions, _)| functions.matches(function).and(offered))
            .collect()
    };
    let [operations, accesses] = [matching(false), matching(true)];
    let claimed = [&operations, &accesses].map(|cases| any(cases.iter().cloned()));
    obligation.equal(&own, &claimed);
    let one = exactly_one(operations.into_iter().chain(accesses));
    obligation.equal_where(&own[0].or(&own[1]), &[Edge::constant(true)], &[one]);
}

/// The instruction word, 32 bits, of a function. Register numbers are free, except for rs1 and rs2 of packed words: their function
/// contains bits 24:15 of the word.
pub(super) fn word(config: &RiscvConfig, graph: &Graph, function: &[Edge]) -> Vec<Edge> {
    let opcode = config.features.opcode;
    let major = &function[PackedWord::MAJOR_RANGE];
    let immediate = &function[PackedWord::IMMEDIATE_RANGE];
    let bit = |i: u32| {
        let constant = |opcode: u32| Edge::constant(opcode >> i & 1 != 0);
        (1..)
            .zip(PackedWord::MAJORS)
            .fold(constant(opcode.bits()), |bit, (number, opcode)| {
                is(major, number).mux(&constant(opcode), &bit)
            })
    };
    let is_packed = is(major, 0).not();
    let mut word: Vec<Edge> = (0..7).map(bit).collect();
    word.extend(graph.inputs(5));
    word.extend_from_slice(&function[..3]);
    let free = graph.inputs(10);
    word.extend(immediate.iter().zip(free).map(|(bit, free)| is_packed.mux(bit, &free)));
    word.extend_from_slice(&function[3..FUNCTION_BITS as usize]);
    word
}

/// The golden effect of a function on these operands and this state. A missing operand is 0.
pub(super) fn effect(
    features: &Features,
    function: &[Edge],
    operands: &[Vec<Edge>],
    state: &UnitState<Symbolic>,
) -> UnitEffect<Symbolic> {
    let number = |bits: &[Edge]| Int::unsigned(bits.iter().cloned());
    let [rs1, rs2, rs3] = [0, 1, 2].map(|i| number(operands.get(i).map_or(&[], Vec::as_slice)));
    execute(features, &number(function), [&rs1, &rs2, &rs3], state)
}

/// Whether a function reads a third source register: `c`, or in packed instructions rd.
pub(super) fn reads_third(features: &Features, function: &[Edge]) -> Edge {
    let rows = features.packed_rows().filter(|row| row.reads_rd());
    let reads_rd = rows.map(|row| {
        let (value, known) = PackedWord::fixed(row.word, row.mask);
        Functions { known, value }.matches(function)
    });
    function[THIRD as usize].or(&any(reads_rd))
}

/// Whether a word of 32 bits is an operation of the unit, and whether it is an access.
pub(super) fn kind_of_word(config: &RiscvConfig, word: &[Edge]) -> [Edge; 2] {
    let opcode = config.features.opcode;
    let offered = is_offered::<Symbolic>(opcode, &Int::unsigned(word.iter().cloned())).bit();
    kind(config, &function_of(opcode, word)).map(|is| is.and(&offered))
}

/// The function of a word of 32 bits for a unit with this opcode.
pub(super) fn function_of(opcode: Opcode, word: &[Edge]) -> Vec<Edge> {
    function::<Symbolic>(opcode, &Int::unsigned(word.iter().cloned())).low(PackedWord::FUNCTION_BITS)
}

/// Whether a function is an operation of the unit, and whether it is an access.
pub(super) fn kind(config: &RiscvConfig, function: &[Edge]) -> [Edge; 2] {
    let features = &config.features;
    let effect = effect(features, function, &[], &UnitState::reset(features));
    [effect.operation, effect.access].map(|is| is.bit())
}
