//! The control word: what the hardware takes in place of an instruction's text.
//!
//! | bits | field | meaning |
//! | --- | --- | --- |
//! | 2:0 | `op` | operation code, 0 add … 5 max; 6 and 7 are not encoded |
//! | 3 | `width` | 0: four bytes (vop4), 1: two half-words (vop2) |
//! | 4 | `d_signed` | `.dtype` is `.s32` |
//! | 5 | `a_signed` | `.atype` is `.s32` |
//! | 6 | `b_signed` | `.btype` is `.s32` |
//! | 7 | `saturate` | `.sat` |
//! | 8 | `accumulate` | `.add`; never together with `saturate` |
//! | 12:9 | `mask` | vop4: bit i for lane i; vop2: the low two bits |
//! | 24:13 | `asel` | vop4: lane i takes element `asel[3i+:3]`; vop2: `asel[2i+:2]`, upper bits 0 |
//! | 36:25 | `bsel` | likewise |

use super::{Instruction, Mode, OPERATIONS, Operands, WIDTHS};

/// A field of the control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// The field's name.
    pub name: &'static str,
    /// Its lowest bit.
    pub lo: u32,
    /// Its width in bits.
    pub bits: u32,
}

const fn field(name: &'static str, lo: u32, bits: u32) -> Field {
    Field { name, lo, bits }
}

/// All fields, lowest first; together they cover [`Control::BITS`] bits.
pub const FIELDS: [Field; 10] = [
    field("op", 0, 3),
    field("width", 3, 1),
    field("d_signed", 4, 1),
    field("a_signed", 5, 1),
    field("b_signed", 6, 1),
    field("saturate", 7, 1),
    field("accumulate", 8, 1),
    field("mask", 9, 4),
    field("asel", 13, 12),
    field("bsel", 25, 12),
];

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
        let values = [
            instruction.operation as u64,
            instruction.width as u64,
            u64::from(instruction.d_signed),
            u64::from(instruction.a_signed),
            u64::from(instruction.b_signed),
            u64::from(instruction.mode == Mode::Saturate),
            u64::from(instruction.mode == Mode::Accumulate),
            u64::from(instruction.mask),
            digits(&instruction.asel),
            digits(&instruction.bsel),
        ];
        Control(
            FIELDS
                .iter()
                .zip(values)
                .fold(0, |word, (field, value)| word | value << field.lo),
        )
    }

    /// The field called `name`; panics on a name that is not in [`FIELDS`].
    pub fn field(name: &str) -> &'static Field {
        let field = FIELDS.iter().find(|field| field.name == name);
        field.expect("a field of the control word")
    }

    /// The value of the field called `name`; panics on a name that is not in [`FIELDS`].
    pub fn get(self, name: &str) -> u64 {
        let field = Self::field(name);
        self.0 >> field.lo & ((1 << field.bits) - 1)
    }
}

impl TryFrom<Control> for Instruction {
    type Error = &'static str;

    /// The instruction of a control word, on registers `r1` to `r4`. Errors: an operation code that is not in the table,
    /// `saturate` with `accumulate`, an empty mask, which no instruction's text has.
    fn try_from(control: Control) -> Result<Self, Self::Error> {
        let flag = |name: &str| control.get(name) != 0;
        let row = OPERATIONS.get(control.get("op") as usize).ok_or("no such operation")?;
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
            operation: row.operation,
            width,
            d_signed: flag("d_signed"),
            a_signed: flag("a_signed"),
            b_signed: flag("b_signed"),
            mode: match (flag("saturate"), flag("accumulate")) {
                (false, false) => Mode::Merge,
                (true, false) => Mode::Saturate,
                (false, true) => Mode::Accumulate,
                (true, true) => return Err("saturate and accumulate"),
            },
            mask,
            asel: digits("asel"),
            bsel: digits("bsel"),
            operands: Operands {
                d: "r1".into(),
                a: "r2".into(),
                b: "r3".into(),
                c: "r4".into(),
            },
        })
    }
}
