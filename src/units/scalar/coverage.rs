//! Functional coverage of the scalar video unit, and random cases.

use super::encoding;
use super::golden::{ScalarModifiers, steps};
use crate::algebra::ConcreteWide;
use crate::ptx::{
    MULTIPLY_ADD_SIGNS, MultiplyAddSign, REGISTER_PARTS, SCALAR_OPERATIONS, SCALES, SECONDARY_OPERATIONS, SHIFT_MODES,
    ScalarFamily, ScalarInstruction, ScalarOperation, ScalarTail, SecondaryOperation, WHOLE_REGISTER,
};
use crate::sim::cover::{Axis, Cross, Rule, crosses};
use crate::sim::testbench::Random;
use crate::unit::pipelined::Case;

crosses! {
    operands: operands(),
    parts: parts(),
    results: results(),
    secondary: secondary(),
    shifts: shifts(),
    multiply_add: multiply_add(),
}

const MODULE: &str = "video_scalar";

/// The widths of parts.
const PART_WIDTHS: [u32; 3] = [8, 16, 32];
/// A part's bits, seen as its type has them; the first class that fits.
const CORNERS: [&str; 4] = ["zero", "greatest", "sign bit", "other"];
/// An exact result beside the range of the destination.
const RANGES: [&str; 5] = ["below", "least", "within", "greatest", "above"];
/// The types of `a` and `b`, by whether they are signed.
const TYPES: [&str; 4] = [".u32.u32", ".u32.s32", ".s32.u32", ".s32.s32"];
/// What a secondary operation gives.
const OUTCOMES: [&str; 6] = [
    ".add",
    ".add wraps",
    ".min: result",
    ".min: c",
    ".max: result",
    ".max: c",
];
/// An amount of a shift.
const AMOUNTS: [&str; 4] = ["0", "1 to 31", "32", "above"];

fn named(row: &crate::ptx::ScalarRow) -> String {
    format!("{}{}", row.mnemonic, row.comparison)
}

fn family(operation: usize) -> ScalarFamily {
    SCALAR_OPERATIONS[operation].family
}

fn operands() -> Cross {
    Cross::new(
        MODULE,
        [
            "operands",
            "The instruction, the types and widths of its two parts, and their values.",
        ],
        vec![
            Axis::new("operation", SCALAR_OPERATIONS.iter().map(named)),
            Axis::new("types", TYPES),
            Axis::new("bits of a", PART_WIDTHS.map(|bits| bits.to_string())),
            Axis::new("bits of b", PART_WIDTHS.map(|bits| bits.to_string())),
            Axis::new("a", CORNERS),
            Axis::new("b", CORNERS),
        ],
        vec![Rule {
            reason: "The amount of a shift is unsigned.",
            excludes: |place| family(place[0]) == ScalarFamily::Shift && place[1] & 1 != 0,
        }],
    )
}

fn parts() -> Cross {
    let names = || REGISTER_PARTS.map(|part| if part.selector.is_empty() { "all" } else { part.selector });
    let operations = SCALAR_OPERATIONS
        .iter()
        .filter(|row| row.family != ScalarFamily::MultiplyAdd);
    let operations: Vec<String> = operations.map(named).collect();
    Cross::new(
        MODULE,
        [
            "parts",
            "The selected parts of a, of b, and of d, where the result is merged into c.",
        ],
        vec![
            Axis::new("operation", operations),
            Axis::new("operand", ["a", "b", "d"]),
            Axis::new("part", names()),
        ],
        vec![],
    )
}

/// The operations with `.sat` that are no `vmad`.
const CLAMPED: usize = 7;

fn results() -> Cross {
    fn is_of_the_operands(operation: usize) -> bool {
        use ScalarOperation::{Max, Min, Shr};
        [Min, Max, Shr].contains(&SCALAR_OPERATIONS[operation].operation)
    }
    fn is_distance(operation: usize) -> bool {
        SCALAR_OPERATIONS[operation].operation == ScalarOperation::AbsDiff
    }
    let types = [".u32", ".s32"];
    Cross::new(
        MODULE,
        [
            "results",
            "With .sat: the exact result relative to the range of the destination.",
        ],
        vec![
            Axis::new("operation", SCALAR_OPERATIONS[..CLAMPED].iter().map(named)),
            Axis::new("type of d", types),
            Axis::new("bits of d", PART_WIDTHS.map(|bits| bits.to_string())),
            Axis::new("range", RANGES),
        ],
        vec![
            Rule {
                reason: "An absolute difference is not negative.",
                excludes: |place| is_distance(place[0]) && (place[3] == 0 || (place[1] == 1 && place[3] == 1)),
            },
            Rule {
                reason: "Operands of 32 bits are below no .s32 and above no .u32.",
                excludes: |place| {
                    is_of_the_operands(place[0]) && place[2] == 2 && place[3] == if place[1] == 1 { 0 } else { 4 }
                },
            },
        ],
    )
}

fn secondary() -> Cross {
    let operations = SCALAR_OPERATIONS
        .iter()
        .filter(|row| row.family != ScalarFamily::MultiplyAdd);
    let operations: Vec<String> = operations.map(named).collect();
    Cross::new(
        MODULE,
        [
            "secondary",
            "The secondary operation, what it gives, and the type of c.",
        ],
        vec![
            Axis::new("operation", operations),
            Axis::new("outcome", OUTCOMES),
            Axis::new("type of d", [".u32", ".s32"]),
        ],
        vec![Rule {
            reason: "vset has no destination type.",
            excludes: |place| place[0] >= CLAMPED && place[2] == 1,
        }],
    )
}

fn shifts() -> Cross {
    Cross::new(
        MODULE,
        [
            "shifts",
            "Direction, mode and amount of a shift, and the type of what is shifted.",
        ],
        vec![
            Axis::new("operation", ["vshl", "vshr"]),
            Axis::new("mode", SHIFT_MODES),
            Axis::new("amount", AMOUNTS),
            Axis::new("type of a", [".u32", ".s32"]),
        ],
        vec![],
    )
}

fn multiply_add() -> Cross {
    let signs = ["a*b+c", "-(a*b)+c", "a*b-c", ".po"];
    let scales = SCALES.map(|scale| if scale.0.is_empty() { "none" } else { scale.0 });
    Cross::new(
        MODULE,
        [
            "multiply_add",
            "Types, signs and scale of vmad, and its result relative to the range of 32 bits.",
        ],
        vec![
            Axis::new("types", TYPES),
            Axis::new("signs", signs),
            Axis::new("scale", scales),
            Axis::new("range", ["below", "within", "above"]),
        ],
        vec![
            Rule {
                reason: "Unsigned factors give no product below 0.",
                excludes: |place| {
                    place[0] == 0 && place[1] != MultiplyAddSign::NegatedProduct as usize && place[3] == 0
                },
            },
            Rule {
                reason: "The negated product of unsigned factors is not above 0, and c alone within the range.",
                excludes: |place| {
                    place[0] == 0 && place[1] == MultiplyAddSign::NegatedProduct as usize && place[3] == 2
                },
            },
        ],
    )
}

/// Whether a bin of the cross of operands is one of `vmad`.
pub(super) fn is_multiply_add(bin: usize) -> bool {
    family(CROSSES.operands.place(bin)[0]) == ScalarFamily::MultiplyAdd
}

/// Random cases without end.
#[derive(Clone, Debug)]
pub struct ScalarCases {
    random: Random,
    has_mad: bool,
}

impl ScalarCases {
    /// The cases of `seed`, with `vmad` or without.
    pub fn new(seed: u64, has_mad: bool) -> Self {
        let random = Random::new(seed);
        ScalarCases { random, has_mad }
    }

    /// The same for another seed.
    pub fn reseeded(&self, seed: u64) -> Self {
        ScalarCases::new(seed, self.has_mad)
    }
}

impl Iterator for ScalarCases {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        Some(draw(&mut self.random, self.has_mad))
    }
}

/// A part of a register: all of it in one case of two.
fn draw_part(random: &mut Random) -> usize {
    match random.flag() {
        true => WHOLE_REGISTER,
        false => random.below(REGISTER_PARTS.len() as u32) as usize,
    }
}

/// An instruction with this operation.
fn draw_instruction(random: &mut Random, operation: ScalarOperation) -> ScalarInstruction {
    let family = operation.family();
    let has_type = family != ScalarFamily::Comparison;
    let tail = match family {
        ScalarFamily::MultiplyAdd => ScalarTail::MultiplyAdd {
            sign: random.pick(&MULTIPLY_ADD_SIGNS),
            scale: random.below(SCALES.len() as u32) as usize,
        },
        _ => {
            let dsel = draw_part(random);
            let (drawn, _) = random.pick(&SECONDARY_OPERATIONS);
            let is_whole = dsel == WHOLE_REGISTER;
            let operation = if is_whole { drawn } else { SecondaryOperation::None };
            let wrap = family == ScalarFamily::Shift && random.flag();
            ScalarTail::Secondary { dsel, operation, wrap }
        }
    };
    ScalarInstruction {
        guard: None,
        operation,
        d_signed: has_type && random.flag(),
        a_signed: random.flag(),
        b_signed: family != ScalarFamily::Shift && random.flag(),
        saturate: has_type && random.flag(),
        asel: draw_part(random),
        bsel: draw_part(random),
        tail,
        operands: Default::default(),
        has_c: true,
    }
}

/// Registers for an instruction: amounts are often small, and compared parts are often near each other.
fn draw_registers(random: &mut Random, instruction: &ScalarInstruction) -> [u32; 3] {
    let mut registers = [random.operand(), random.operand(), random.operand()];
    let [a, b] = [instruction.asel, instruction.bsel].map(|part| REGISTER_PARTS[part]);
    if instruction.operation.family() == ScalarFamily::Shift && !random.one_in(4) {
        registers[1] = registers[1] & !(0xff << b.lo) | random.below(35) << b.lo;
    } else if random.one_in(4) {
        let near = (registers[0] >> a.lo).wrapping_add(random.below(3)).wrapping_sub(1);
        registers[1] = near << b.lo;
    }
    if random.one_in(4) {
        registers[2] = random.below(3).wrapping_sub(1);
    }
    registers
}

fn draw(random: &mut Random, has_mad: bool) -> Case {
    let operation = loop {
        let row = SCALAR_OPERATIONS[random.below(SCALAR_OPERATIONS.len() as u32) as usize];
        if has_mad || row.family != ScalarFamily::MultiplyAdd {
            break row.operation;
        }
    };
    let instruction = draw_instruction(random, operation);
    let registers = draw_registers(random, &instruction);
    Case::new(encoding::encode(&instruction), registers)
}

/// A case that hits a bin of the cross of operands.
pub(super) fn aim(bin: usize, random: &mut Random) -> Case {
    let [operation, types, a_width, b_width, a, b] = CROSSES.operands.place(bin)[..] else {
        unreachable!("the cross of operands has six axes")
    };
    let mut instruction = draw_instruction(random, SCALAR_OPERATIONS[operation].operation);
    instruction.a_signed = types & 2 != 0;
    instruction.b_signed = types & 1 != 0;
    let mut part = |width: usize| loop {
        let part = random.below(REGISTER_PARTS.len() as u32) as usize;
        if REGISTER_PARTS[part].bits == PART_WIDTHS[width] {
            return part;
        }
    };
    (instruction.asel, instruction.bsel) = (part(a_width), part(b_width));
    let mut registers = draw_registers(random, &instruction);
    let selected = [
        (0, instruction.asel, instruction.a_signed, a),
        (1, instruction.bsel, instruction.b_signed, b),
    ];
    for (register, part, signed, class) in selected {
        let part = REGISTER_PARTS[part];
        let mask = (u32::MAX >> (32 - part.bits)) << part.lo;
        let corner = corner_bits(class, part.bits, signed, random.bits() as u32);
        registers[register] = registers[register] & !mask | corner << part.lo;
    }
    Case::new(encoding::encode(&instruction), registers)
}

/// Bits of a corner's class; `noise` for those that are free.
fn corner_bits(class: usize, bits: u32, signed: bool, noise: u32) -> u32 {
    let ones = u32::MAX >> (32 - bits);
    match class {
        0 => 0,
        1 => ones >> u32::from(signed),
        2 => 1 << (bits - 1),
        _ => match noise & ones {
            drawn if corner(drawn, bits, signed) == 3 => drawn,
            _ => 1,
        },
    }
}

/// The class of a part's bits.
fn corner(part: u32, bits: u32, signed: bool) -> usize {
    (0..3)
        .find(|class| corner_bits(*class, bits, signed, 0) == part)
        .unwrap_or(3)
}

/// The class of a part's width.
fn width(part: usize) -> usize {
    let bits = REGISTER_PARTS[part].bits;
    PART_WIDTHS
        .iter()
        .position(|width| *width == bits)
        .expect("a width of parts")
}

/// Records the bins that a correct result hits.
pub(super) fn note(case: &Case, hits: &mut Hits) {
    let instruction = encoding::decode(case.control);
    let operation = instruction.operation as usize;
    let [a, b, c] = case.operands.map(i128::from);
    let steps = steps(
        &ScalarModifiers::<ConcreteWide>::decode(&case.control.into()),
        [&a, &b, &c],
    );
    let types = usize::from(instruction.a_signed) << 1 | usize::from(instruction.b_signed);
    let class = |register: u32, part: usize, signed| {
        let part = REGISTER_PARTS[part];
        corner(register >> part.lo & u32::MAX >> (32 - part.bits), part.bits, signed)
    };
    let place = [
        operation,
        types,
        width(instruction.asel),
        width(instruction.bsel),
        class(case.operands[0], instruction.asel, instruction.a_signed),
        class(case.operands[1], instruction.bsel, instruction.b_signed),
    ];
    hits.operands.insert(CROSSES.operands.index(&place));
    let (dsel, secondary, wrap) = match instruction.tail {
        ScalarTail::MultiplyAdd { sign, scale } => {
            let is_signed =
                types != 0 || matches!(sign, MultiplyAddSign::NegatedProduct | MultiplyAddSign::NegatedAddend);
            let range = match limits(32, is_signed) {
                (least, _) if steps.exact < least => 0,
                (_, greatest) if steps.exact > greatest => 2,
                _ => 1,
            };
            return hits
                .multiply_add
                .insert(CROSSES.multiply_add.index(&[types, sign as usize, scale, range]));
        }
        ScalarTail::Secondary { dsel, operation, wrap } => (dsel, operation, wrap),
    };
    // Without vmad.
    let row = operation - usize::from(operation > ScalarOperation::Mad as usize);
    for (operand, part) in [instruction.asel, instruction.bsel, dsel].into_iter().enumerate() {
        hits.parts.insert(CROSSES.parts.index(&[row, operand, part]));
    }
    let d_type = usize::from(instruction.d_signed);
    if instruction.saturate {
        let (least, greatest) = limits(REGISTER_PARTS[dsel].bits, instruction.d_signed);
        let range = match steps.exact {
            exact if exact < least => 0,
            exact if exact == least => 1,
            exact if exact == greatest => 3,
            exact if exact > greatest => 4,
            _ => 2,
        };
        hits.results
            .insert(CROSSES.results.index(&[operation, d_type, width(dsel), range]));
    }
    let tc = if instruction.d_signed {
        i128::from(case.operands[2] as i32)
    } else {
        c
    };
    let outcome = match secondary {
        SecondaryOperation::None => None,
        SecondaryOperation::Add => {
            let (least, greatest) = limits(32, instruction.d_signed);
            Some(usize::from(!(least..=greatest).contains(&(steps.clamped + tc))))
        }
        SecondaryOperation::Min => Some(2 + usize::from(tc < steps.clamped)),
        SecondaryOperation::Max => Some(4 + usize::from(tc > steps.clamped)),
    };
    if let Some(outcome) = outcome {
        hits.secondary.insert(CROSSES.secondary.index(&[row, outcome, d_type]));
    }
    if instruction.operation.family() == ScalarFamily::Shift {
        let amount = match steps.tb {
            0 => 0,
            1..32 => 1,
            32 => 2,
            _ => 3,
        };
        let direction = usize::from(instruction.operation == ScalarOperation::Shr);
        let place = [direction, usize::from(wrap), amount, usize::from(instruction.a_signed)];
        hits.shifts.insert(CROSSES.shifts.index(&place));
    }
}

/// The least and the greatest number of this many bits.
fn limits(bits: u32, signed: bool) -> (i128, i128) {
    match signed {
        true => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        false => (0, (1 << bits) - 1),
    }
}
