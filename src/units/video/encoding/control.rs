//! The control word: the encoding of an instruction for the hardware.
//!
//! | bits | field | meaning |
//! | --- | --- | --- |
//! | 2:0 | `op` | operation code, see [`CODES`] |
//! | 3 | `width` | 0: four bytes, 1: two half-words; of `dp2a` `.hi` |
//! | 4 | `d_signed` | `.dtype` is `.s32`; of a comparison: equality; of a dot product 1 |
//! | 5 | `a_signed` | `.atype` is `.s32` |
//! | 6 | `b_signed` | `.btype` is `.s32` |
//! | 7 | `saturate` | `.sat`; of a comparison: the order with equality; of a dot product 1 |
//! | 8 | `accumulate` | `.add`; never together with `.sat` |
//! | 12:9 | `mask` | four bytes: bit i for lane i; two half-words: the low two bits |
//! | 24:13 | `asel` | four bytes: lane i takes element `asel[3i+:3]`; two half-words: `asel[2i+:2]`, upper bits 0 |
//! | 36:25 | `bsel` | as `asel`, for elements of `b` |
//!
//! `accumulate`, `mask`, `asel` and `bsel` of a dot product are 0, and `width` of `dp4a`. Not every word is an instruction's:
//! `docs/video-alu.md` describes the hardware's results for the other words.

use crate::ptx::{Family, Instruction, Mode, Operands, Operation, WIDTHS};
use crate::unit::ControlField;

/// All fields, lowest first; together they cover [`Control::BITS`] bits.
pub const FIELDS: [ControlField; 10] = [
    ControlField::new("op", 0, 3),
    ControlField::new("width", 3, 1),
    ControlField::new("d_signed", 4, 1),
    ControlField::new("a_signed", 5, 1),
    ControlField::new("b_signed", 6, 1),
    ControlField::new("saturate", 7, 1),
    ControlField::new("accumulate", 8, 1),
    ControlField::new("mask", 9, 4),
    ControlField::new("asel", 13, 12),
    ControlField::new("bsel", 25, 12),
];

/// Which control words are an operation's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationCode {
    /// The operation.
    pub operation: Operation,
    /// The value of `op`.
    pub op: u64,
    /// The other fields, of one bit each, that are 1 in all words of the operation.
    pub set: &'static [&'static str],
    /// The bits of these fields.
    ones: u64,
}

const fn code(operation: Operation, op: u64, set: &'static [&'static str]) -> OperationCode {
    let (mut ones, mut i) = (0, 0);
    while i < set.len() {
        ones |= 1 << named(set[i]).lo;
        i += 1;
    }
    OperationCode {
        operation,
        op,
        set,
        ones,
    }
}

/// The field of a name, which must be one.
const fn named(name: &str) -> ControlField {
    let mut i = 0;
    while !equal(FIELDS[i].name.as_bytes(), name.as_bytes()) {
        i += 1;
    }
    FIELDS[i]
}

/// Whether texts are equal; the operator is not for constants.
const fn equal(left: &[u8], right: &[u8]) -> bool {
    let mut i = 0;
    while i < left.len() && i < right.len() && left[i] == right[i] {
        i += 1;
    }
    i == left.len() && i == right.len()
}

/// The codes of all operations. A word belongs to the first row that it fits: whose `op` it has, and whose bits are 1 in it.
/// Every word fits one.
pub const CODES: [OperationCode; 15] = {
    use Operation::*;
    [
        code(Add, 0, &[]),
        code(Sub, 1, &[]),
        code(Avrg, 2, &[]),
        code(AbsDiff, 3, &[]),
        code(Min, 4, &[]),
        code(Max, 5, &[]),
        code(Dp4a, 6, &["d_signed", "saturate"]),
        code(Dp2aHi, 7, &["d_signed", "saturate", "width"]),
        code(Dp2aLo, 7, &["d_signed", "saturate"]),
        code(SetEq, 6, &["d_signed"]),
        code(SetNe, 7, &["d_signed"]),
        code(SetLe, 6, &["saturate"]),
        code(SetGt, 7, &["saturate"]),
        code(SetLt, 6, &[]),
        code(SetGe, 7, &[]),
    ]
};

impl OperationCode {
    /// The codes of these families, in the order in which a word is compared with them.
    pub fn of(families: &[Family]) -> impl Iterator<Item = &'static OperationCode> + Clone {
        CODES.iter().filter(|code| families.contains(&code.operation.family()))
    }
}

/// A control word of [`Control::BITS`] bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Control(pub u64);

impl Control {
    /// The width of a control word.
    pub const BITS: u32 = 37;

    /// Encodes an instruction; guard and register names have no place in it.
    pub fn encode(instruction: &Instruction) -> Self {
        let digits = |selector: &[u8; 4]| {
            (0..instruction.width.lanes() as usize).fold(0, |word, i| {
                word | u64::from(selector[i]) << (i as u32 * instruction.width.digit_bits())
            })
        };
        let code = CODES.iter().find(|code| code.operation == instruction.operation);
        let code = code.expect("every operation has a code");
        let mut word = code.ones | code.op << const { named("op").lo };
        let mut put = |field: ControlField, value: u64| word |= value << field.lo;
        put(const { named("d_signed") }, instruction.d_signed.into());
        put(const { named("a_signed") }, instruction.a_signed.into());
        put(const { named("b_signed") }, instruction.b_signed.into());
        put(const { named("saturate") }, (instruction.mode == Mode::Saturate).into());
        put(
            const { named("accumulate") },
            (instruction.mode == Mode::Accumulate).into(),
        );
        if instruction.operation.family().has_lanes() {
            put(const { named("width") }, instruction.width as u64);
            put(const { named("mask") }, instruction.mask.into());
            put(const { named("asel") }, digits(&instruction.asel));
            put(const { named("bsel") }, digits(&instruction.bsel));
        }
        Control(word)
    }

    /// The operation of the word; its other fields may have any value.
    pub fn operation(self) -> Operation {
        let op = const { named("op") }.of(self.0);
        let fits = |code: &&OperationCode| code.op == op && self.0 & code.ones == code.ones;
        let code = CODES.iter().find(fits);
        code.expect("every word fits a row").operation
    }

    /// The field called `name`; panics on a name that is not in [`FIELDS`].
    pub fn field(name: &str) -> &'static ControlField {
        let field = FIELDS.iter().find(|field| field.name == name);
        field.expect("a field of the control word")
    }

    /// The value of the field called `name`; panics on a name that is not in [`FIELDS`].
    pub fn get(self, name: &str) -> u64 {
        Self::field(name).of(self.0)
    }
}

impl TryFrom<Control> for Instruction {
    type Error = &'static str;

    /// The instruction of a control word, on registers `r1` to `r4`. Errors: `.sat` with `.add`, an empty mask, which no
    /// instruction's text has; fields of a dot product that are not 0.
    fn try_from(control: Control) -> Result<Self, Self::Error> {
        let flag = |name: &str| control.get(name) != 0;
        let operation = control.operation();
        let has_types = operation.family().has_destination_type();
        if !operation.family().has_lanes() {
            let width = operation.widths()[0];
            let (asel, bsel) = Instruction::default_selectors(width);
            let instruction = Instruction {
                guard: None,
                operation,
                width,
                d_signed: false,
                a_signed: flag("a_signed"),
                b_signed: flag("b_signed"),
                mode: Mode::Merge,
                mask: Instruction::full_mask(width),
                asel,
                bsel,
                operands: Operands::default(),
            };
            return match Control::encode(&instruction) == control {
                true => Ok(instruction),
                false => Err("a dot product with lanes"),
            };
        }
        let width = WIDTHS[control.get("width") as usize];
        let mask = control.get("mask") as u8 & Instruction::full_mask(width);
        if mask == 0 {
            return Err("no lane takes part");
        }
        let digits = |name: &str| {
            let word = control.get(name);
            let bits = width.digit_bits();
            let digit = |i: u32| (word >> (i * bits)) as u8 & ((1 << bits) - 1);
            std::array::from_fn(|i| if (i as u32) < width.lanes() { digit(i as u32) } else { 0 })
        };
        Ok(Instruction {
            guard: None,
            operation,
            width,
            d_signed: has_types && flag("d_signed"),
            a_signed: flag("a_signed"),
            b_signed: flag("b_signed"),
            mode: match (has_types && flag("saturate"), flag("accumulate")) {
                (false, false) => Mode::Merge,
                (true, false) => Mode::Saturate,
                (false, true) => Mode::Accumulate,
                (true, true) => return Err("saturate and accumulate"),
            },
            mask,
            asel: digits("asel"),
            bsel: digits("bsel"),
            operands: Operands::default(),
        })
    }
}
