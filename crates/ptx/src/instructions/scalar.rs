//! One scalar video instruction as data (PTX ISA, section "Scalar Video Instructions"), and the tables of its parts.

use super::{Guard, Operands};
use std::fmt;

/// The operation of a scalar video instruction. The discriminant is the index into [`SCALAR_OPERATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ScalarOperation {
    /// `vadd`
    Add = 0,
    /// `vsub`
    Sub = 1,
    /// `vabsdiff`
    AbsDiff = 2,
    /// `vmin`
    Min = 3,
    /// `vmax`
    Max = 4,
    /// `vshl`
    Shl = 5,
    /// `vshr`
    Shr = 6,
    /// `vmad`
    Mad = 7,
    /// `vset.eq`
    SetEq = 8,
    /// `vset.ne`
    SetNe = 9,
    /// `vset.lt`
    SetLt = 10,
    /// `vset.ge`
    SetGe = 11,
    /// `vset.le`
    SetLe = 12,
    /// `vset.gt`
    SetGt = 13,
}

/// Scalar operations that share their modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarFamily {
    /// `vadd`, `vsub`, `vabsdiff`, `vmin`, `vmax`.
    Arithmetic,
    /// `vshl`, `vshr`: `.clamp` or `.wrap`, and `b` is `.u32`.
    Shift,
    /// `vmad`: `.po`, a scale, negated operands; neither a secondary operation nor a merge.
    MultiplyAdd,
    /// `vset`: a comparison; no type of `d`, no `.sat`.
    Comparison,
}

/// A row of the table of scalar operations.
#[derive(Clone, Copy, Debug)]
pub struct ScalarRow {
    /// The operation this row is about.
    pub operation: ScalarOperation,
    /// Its family.
    pub family: ScalarFamily,
    /// The mnemonic without modifiers.
    pub mnemonic: &'static str,
    /// The comparison with its dot; empty for other operations.
    pub comparison: &'static str,
    /// The exact result before `.sat`, in the manual's notation.
    pub formula: &'static str,
}

const fn row(
    operation: ScalarOperation,
    family: ScalarFamily,
    [mnemonic, comparison]: [&'static str; 2],
    formula: &'static str,
) -> ScalarRow {
    ScalarRow {
        operation,
        family,
        mnemonic,
        comparison,
        formula,
    }
}

/// All scalar operations, in the order of their discriminants.
pub const SCALAR_OPERATIONS: [ScalarRow; 14] = {
    use ScalarFamily::*;
    use ScalarOperation::*;
    [
        row(Add, Arithmetic, ["vadd", ""], "ta + tb"),
        row(Sub, Arithmetic, ["vsub", ""], "ta - tb"),
        row(AbsDiff, Arithmetic, ["vabsdiff", ""], "| ta - tb |"),
        row(Min, Arithmetic, ["vmin", ""], "MIN( ta, tb )"),
        row(Max, Arithmetic, ["vmax", ""], "MAX( ta, tb )"),
        row(Shl, Shift, ["vshl", ""], "ta << tb"),
        row(Shr, Shift, ["vshr", ""], "ta >> tb"),
        row(Mad, MultiplyAdd, ["vmad", ""], "( ±( ta * tb ) ± c ) >> scale"),
        row(SetEq, Comparison, ["vset", ".eq"], "ta == tb ? 1 : 0"),
        row(SetNe, Comparison, ["vset", ".ne"], "ta != tb ? 1 : 0"),
        row(SetLt, Comparison, ["vset", ".lt"], "ta < tb ? 1 : 0"),
        row(SetGe, Comparison, ["vset", ".ge"], "ta >= tb ? 1 : 0"),
        row(SetLe, Comparison, ["vset", ".le"], "ta <= tb ? 1 : 0"),
        row(SetGt, Comparison, ["vset", ".gt"], "ta > tb ? 1 : 0"),
    ]
};

impl ScalarOperation {
    /// The row of this operation.
    pub fn row(self) -> &'static ScalarRow {
        &SCALAR_OPERATIONS[self as usize]
    }

    /// The family of this operation.
    pub fn family(self) -> ScalarFamily {
        self.row().family
    }
}

/// A part of a 32-bit register that a scalar video instruction selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RegisterPart {
    /// The selector with its dot; empty for the whole register.
    pub selector: &'static str,
    /// Its lowest bit.
    pub lo: u32,
    /// Its width in bits.
    pub bits: u32,
}

const fn part(selector: &'static str, lo: u32, bits: u32) -> RegisterPart {
    RegisterPart { selector, lo, bits }
}

/// The parts of a register, in the order of their codes; the last one is the whole register.
pub const REGISTER_PARTS: [RegisterPart; 7] = [
    part(".b0", 0, 8),
    part(".b1", 8, 8),
    part(".b2", 16, 8),
    part(".b3", 24, 8),
    part(".h0", 0, 16),
    part(".h1", 16, 16),
    part("", 0, 32),
];

/// The index of the whole register in [`REGISTER_PARTS`].
pub const WHOLE_REGISTER: usize = REGISTER_PARTS.len() - 1;

/// The secondary operation, with `c`. The discriminant is the index into [`SECONDARY_OPERATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SecondaryOperation {
    /// None: `c` only gives the bits outside a selected part of the destination.
    None = 0,
    /// `.add`
    Add = 1,
    /// `.min`
    Min = 2,
    /// `.max`
    Max = 3,
}

/// The secondary operations with their modifiers, in the order of their codes.
pub const SECONDARY_OPERATIONS: [(SecondaryOperation, &str); 4] = [
    (SecondaryOperation::None, ""),
    (SecondaryOperation::Add, ".add"),
    (SecondaryOperation::Min, ".min"),
    (SecondaryOperation::Max, ".max"),
];

/// What `vmad` does with signs. The discriminant is its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MultiplyAddSign {
    /// `a * b + c`
    Plain = 0,
    /// `-(a * b) + c`: one of `a` and `b` has a minus sign.
    NegatedProduct = 1,
    /// `a * b - c`: `c` has a minus sign.
    NegatedAddend = 2,
    /// `a * b + c + 1`: `.po`.
    PlusOne = 3,
}

/// What `vmad` does with signs, in the order of the codes.
pub const MULTIPLY_ADD_SIGNS: [MultiplyAddSign; 4] = [
    MultiplyAddSign::Plain,
    MultiplyAddSign::NegatedProduct,
    MultiplyAddSign::NegatedAddend,
    MultiplyAddSign::PlusOne,
];

/// The scales of `vmad`: the modifier and how many bits the sum is shifted right, in the order of their codes.
pub const SCALES: [(&str, u32); 3] = [("", 0), (".shr7", 7), (".shr15", 15)];

/// The shift modes of `vshl` and `vshr`, in the order of their codes.
pub const SHIFT_MODES: [&str; 2] = [".clamp", ".wrap"];

/// The rest of a scalar video instruction, by its family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ScalarTail {
    /// Of all families but `vmad`.
    Secondary {
        /// Index into [`REGISTER_PARTS`] of the part of `d` that the result is merged into; the rest of `d` comes from `c`.
        dsel: usize,
        /// The secondary operation; none where `dsel` is a part.
        operation: SecondaryOperation,
        /// `.wrap`; else a shift has `.clamp`.
        wrap: bool,
    },
    /// Of `vmad`.
    MultiplyAdd {
        /// Signs and `.po`.
        sign: MultiplyAddSign,
        /// Index into [`SCALES`].
        scale: usize,
    },
}

/// A scalar video instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalarInstruction {
    /// `@p`, `@!p`, if any.
    pub guard: Option<Guard>,
    /// The operation.
    pub operation: ScalarOperation,
    /// `.dtype` is `.s32`; of a comparison, which has none, false.
    pub d_signed: bool,
    /// `.atype` is `.s32`.
    pub a_signed: bool,
    /// `.btype` is `.s32`.
    pub b_signed: bool,
    /// `.sat`.
    pub saturate: bool,
    /// Index into [`REGISTER_PARTS`] of the part of `a`.
    pub asel: usize,
    /// The same for `b`.
    pub bsel: usize,
    /// The rest.
    pub tail: ScalarTail,
    /// Registers; sources may be numbers.
    pub operands: Operands,
    /// Whether `c` is written: it may be left out where it plays no part.
    pub has_c: bool,
}

impl ScalarInstruction {
    /// Whether the result depends on `c`.
    pub fn needs_c(&self) -> bool {
        match self.tail {
            ScalarTail::Secondary { dsel, operation, .. } => {
                dsel != WHOLE_REGISTER || operation != SecondaryOperation::None
            }
            ScalarTail::MultiplyAdd { .. } => true,
        }
    }

    /// Whether each type that it is written with is signed: of d, where it has one, of a, of b.
    pub fn types(&self) -> impl Iterator<Item = bool> {
        let has_type = self.operation.family() != ScalarFamily::Comparison;
        let d = has_type.then_some(self.d_signed);
        d.into_iter().chain([self.a_signed, self.b_signed])
    }

    /// The modifiers behind the types.
    fn modifiers(&self) -> String {
        let saturate = if self.saturate { ".sat" } else { "" };
        let rest = match self.tail {
            ScalarTail::Secondary { operation, wrap, .. } => {
                let is_shift = self.operation.family() == ScalarFamily::Shift;
                let mode = if is_shift { SHIFT_MODES[usize::from(wrap)] } else { "" };
                format!("{mode}{}", SECONDARY_OPERATIONS[operation as usize].1)
            }
            ScalarTail::MultiplyAdd { sign, scale } => {
                let po = if sign == MultiplyAddSign::PlusOne { ".po" } else { "" };
                format!("{po}{}", SCALES[scale].0)
            }
        };
        // `.po` is written before `.sat`, everything else behind it.
        match rest.strip_prefix(".po") {
            Some(scale) => format!(".po{saturate}{scale}"),
            None => format!("{}{saturate}{rest}", self.operation.row().comparison),
        }
    }
}

impl fmt::Display for ScalarInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(guard) = &self.guard {
            write!(f, "{guard} ")?;
        }
        f.write_str(self.operation.row().mnemonic)?;
        for signed in self.types() {
            f.write_str(if signed { ".s32" } else { ".u32" })?;
        }
        let (dsel, sign) = match self.tail {
            ScalarTail::Secondary { dsel, .. } => (dsel, MultiplyAddSign::Plain),
            ScalarTail::MultiplyAdd { sign, .. } => (WHOLE_REGISTER, sign),
        };
        let minus = |on: bool| if on { "-" } else { "" };
        let selector = |part: usize| REGISTER_PARTS[part].selector;
        let Operands { d, a, b, c } = &self.operands;
        write!(
            f,
            "{} {d}{}, {}{a}{}, {b}{}",
            self.modifiers(),
            selector(dsel),
            minus(sign == MultiplyAddSign::NegatedProduct),
            selector(self.asel),
            selector(self.bsel),
        )?;
        if self.has_c {
            write!(f, ", {}{c}", minus(sign == MultiplyAddSign::NegatedAddend))?;
        }
        f.write_str(";")
    }
}
