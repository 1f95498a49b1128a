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

use lanesmith_ptx::{Family, Instruction, Mode, Operation, WIDTHS, Width};
use lanesmith_unit::ControlField;

/// The operation code.
pub const OP: ControlField = ControlField::new("op", 0, 3);
/// Half-words instead of bytes.
pub const WIDTH: ControlField = ControlField::new("width", 3, 1);
/// `.dtype` is `.s32`.
pub const D_SIGNED: ControlField = ControlField::new("d_signed", 4, 1);
/// `.atype` is `.s32`.
pub const A_SIGNED: ControlField = ControlField::new("a_signed", 5, 1);
/// `.btype` is `.s32`.
pub const B_SIGNED: ControlField = ControlField::new("b_signed", 6, 1);
/// `.sat`.
pub const SATURATE: ControlField = ControlField::new("saturate", 7, 1);
/// `.add`.
pub const ACCUMULATE: ControlField = ControlField::new("accumulate", 8, 1);
/// The lanes that take part.
pub const MASK: ControlField = ControlField::new("mask", 9, 4);
/// The selector of `a`.
pub const ASEL: ControlField = ControlField::new("asel", 13, 12);
/// The selector of `b`.
pub const BSEL: ControlField = ControlField::new("bsel", 25, 12);

/// All fields, lowest first; together they cover [`Control::BITS`] bits.
pub const FIELDS: [ControlField; 10] = [
    OP, WIDTH, D_SIGNED, A_SIGNED, B_SIGNED, SATURATE, ACCUMULATE, MASK, ASEL, BSEL,
];

/// Which control words are an operation's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperationCode {
    /// The operation.
    pub operation: Operation,
    /// The value of `op`.
    pub op: u64,
    /// The other fields, of one bit each, that are 1 in all words of the operation.
    pub set: &'static [ControlField],
}

const fn code(operation: Operation, op: u64, set: &'static [ControlField]) -> OperationCode {
    OperationCode { operation, op, set }
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
        code(Dp4a, 6, &[D_SIGNED, SATURATE]),
        code(Dp2aHi, 7, &[D_SIGNED, SATURATE, WIDTH]),
        code(Dp2aLo, 7, &[D_SIGNED, SATURATE]),
        code(SetEq, 6, &[D_SIGNED]),
        code(SetNe, 7, &[D_SIGNED]),
        code(SetLe, 6, &[SATURATE]),
        code(SetGt, 7, &[SATURATE]),
        code(SetLt, 6, &[]),
        code(SetGe, 7, &[]),
    ]
};

impl OperationCode {
    /// The word with `op` and the bits that are 1 in all words of the operation.
    pub fn word(&self) -> u64 {
        let ones = self.set.iter().map(ControlField::mask);
        ones.fold(self.op << OP.lo, |word, bit| word | bit)
    }

    /// Whether a word has this `op` and these bits.
    fn fits(&self, control: u64) -> bool {
        OP.of(control) == self.op && control & self.word() == self.word()
    }

    /// The codes of these families, in the order in which a word is compared with them.
    pub fn of(families: &[Family]) -> impl Iterator<Item = &'static OperationCode> + Clone {
        CODES.iter().filter(|code| families.contains(&code.operation.family()))
    }
}

/// The digits of a selector as a field of the control word, lane 0 lowest.
pub fn selector_word(width: Width, selector: &[u8; 4]) -> u64 {
    let lanes = (0..).zip(&selector[..width.lanes() as usize]);
    lanes.fold(0, |word, (lane, digit)| {
        word | u64::from(*digit) << (lane * width.digit_bits())
    })
}

/// A control word of [`Control::BITS`] bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Control(pub u64);

impl Control {
    /// The width of a control word.
    pub const BITS: u32 = 37;

    /// Encodes an instruction; guard and register names have no place in it.
    pub fn encode(instruction: &Instruction) -> Self {
        let code = CODES.iter().find(|code| code.operation == instruction.operation);
        let code = code.expect("every operation has a code");
        let mut word = code.word();
        let mut put = |field: ControlField, value: u64| word |= value << field.lo;
        put(D_SIGNED, instruction.d_signed.into());
        put(A_SIGNED, instruction.a_signed.into());
        put(B_SIGNED, instruction.b_signed.into());
        put(SATURATE, (instruction.mode == Mode::Saturate).into());
        put(ACCUMULATE, (instruction.mode == Mode::Accumulate).into());
        if instruction.operation.family().has_lanes() {
            put(WIDTH, instruction.width as u64);
            put(MASK, instruction.mask.into());
            put(ASEL, selector_word(instruction.width, &instruction.asel));
            put(BSEL, selector_word(instruction.width, &instruction.bsel));
        }
        Control(word)
    }

    /// The operation of the word; its other fields may have any value.
    pub fn operation(self) -> Operation {
        let code = CODES.iter().find(|code| code.fits(self.0));
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
        let flag = |field: ControlField| field.of(control.0) != 0;
        let operation = control.operation();
        let has_types = operation.family().has_destination_type();
        if !operation.family().has_lanes() {
            let width = operation.widths()[0];
            let (mask, selectors) = (Instruction::full_mask(width), Instruction::default_selectors(width));
            let signs = [false, flag(A_SIGNED), flag(B_SIGNED)];
            let instruction = Instruction::plain(operation, width, signs, Mode::Merge, mask, selectors);
            return if Control::encode(&instruction) == control {
                Ok(instruction)
            } else {
                Err("a dot product with lanes")
            };
        }
        let width = WIDTHS[WIDTH.of(control.0) as usize];
        let mask = MASK.of(control.0) as u8 & Instruction::full_mask(width);
        if mask == 0 {
            return Err("no lane takes part");
        }
        let digits = |field: ControlField| {
            let word = field.of(control.0);
            let bits = width.digit_bits();
            let digit = |i: u32| (word >> (i * bits)) as u8 & ((1 << bits) - 1);
            std::array::from_fn(|i| if (i as u32) < width.lanes() { digit(i as u32) } else { 0 })
        };
        let mode = match (has_types && flag(SATURATE), flag(ACCUMULATE)) {
            (false, false) => Mode::Merge,
            (true, false) => Mode::Saturate,
            (false, true) => Mode::Accumulate,
            (true, true) => return Err("saturate and accumulate"),
        };
        let signs = [has_types && flag(D_SIGNED), flag(A_SIGNED), flag(B_SIGNED)];
        let selectors = (digits(ASEL), digits(BSEL));
        Ok(Instruction::plain(operation, width, signs, mode, mask, selectors))
    }
}
