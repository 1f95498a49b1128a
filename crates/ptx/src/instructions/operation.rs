//! The one table of operations and lane widths. Parser, printer, control words, documentation and wave filters read it.

use super::Mode;

/// The operation of an instruction. The discriminant is the index into [`OPERATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// `vadd`
    Add = 0,
    /// `vsub`
    Sub = 1,
    /// `vavrg`
    Avrg = 2,
    /// `vabsdiff`
    AbsDiff = 3,
    /// `vmin`
    Min = 4,
    /// `vmax`
    Max = 5,
    /// `vset.lt`
    SetLt = 6,
    /// `vset.ge`
    SetGe = 7,
    /// `vset.le`
    SetLe = 8,
    /// `vset.gt`
    SetGt = 9,
    /// `vset.eq`
    SetEq = 10,
    /// `vset.ne`
    SetNe = 11,
    /// `dp4a`
    Dp4a = 12,
    /// `dp2a.lo`
    Dp2aLo = 13,
    /// `dp2a.hi`
    Dp2aHi = 14,
}

/// Operations that share their modifiers, and their hardware. The discriminant is the index into [`FAMILIES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// `vop2`, `vop4`: arithmetic on lanes.
    Arithmetic = 0,
    /// `vset2`, `vset4`: comparisons of lanes.
    Comparison = 1,
    /// `dp2a`, `dp4a`: the sum of products, added to `c`. No lanes, so neither mask nor selectors.
    Dot = 2,
}

/// All families, in the order of their discriminants.
pub const FAMILIES: [Family; 3] = [Family::Arithmetic, Family::Comparison, Family::Dot];

/// A row of the operation table.
#[derive(Clone, Copy, Debug)]
pub struct OperationRow {
    /// The operation this row is about.
    pub operation: Operation,
    /// Its family.
    pub family: Family,
    /// The mnemonic without its width suffix and modifiers.
    pub mnemonic: &'static str,
    /// The modifier that distinguishes operations of one mnemonic, with its dot; empty if there is none.
    pub modifier: &'static str,
    /// The exact lane result before saturation, in the manual's notation; of a dot product the sum that is added to `c`.
    pub formula: &'static str,
    /// One sentence for documentation.
    pub sentence: &'static str,
}

const fn row(
    operation: Operation,
    family: Family,
    [mnemonic, modifier]: [&'static str; 2],
    formula: &'static str,
    sentence: &'static str,
) -> OperationRow {
    OperationRow {
        operation,
        family,
        mnemonic,
        modifier,
        formula,
        sentence,
    }
}

/// All operations, in the order of their discriminants.
pub const OPERATIONS: [OperationRow; 15] = {
    use Family::{Arithmetic, Comparison, Dot};
    use Operation::*;
    [
        row(Add, Arithmetic, ["vadd", ""], "Va + Vb", "Adds the two elements."),
        row(
            Sub,
            Arithmetic,
            ["vsub", ""],
            "Va - Vb",
            "Subtracts the second element from the first one.",
        ),
        row(
            Avrg,
            Arithmetic,
            ["vavrg", ""],
            "Va + Vb >= 0 ? (Va + Vb + 1) >> 1 : (Va + Vb) >> 1",
            "Computes the average of the two elements, and rounds halves away from zero.",
        ),
        row(
            AbsDiff,
            Arithmetic,
            ["vabsdiff", ""],
            "| Va - Vb |",
            "Computes the absolute value of the exact difference.",
        ),
        row(
            Min,
            Arithmetic,
            ["vmin", ""],
            "MIN( Va, Vb )",
            "Selects the smaller element, and compares as integers if the types differ.",
        ),
        row(
            Max,
            Arithmetic,
            ["vmax", ""],
            "MAX( Va, Vb )",
            "Selects the larger element, and compares as integers if the types differ.",
        ),
        row(
            SetLt,
            Comparison,
            ["vset", ".lt"],
            "Va < Vb",
            "Gives 1 if the first element is smaller, else 0.",
        ),
        row(
            SetGe,
            Comparison,
            ["vset", ".ge"],
            "Va >= Vb",
            "Gives 1 if the first element is not smaller, else 0.",
        ),
        row(
            SetLe,
            Comparison,
            ["vset", ".le"],
            "Va <= Vb",
            "Gives 1 if the first element is not larger, else 0.",
        ),
        row(
            SetGt,
            Comparison,
            ["vset", ".gt"],
            "Va > Vb",
            "Gives 1 if the first element is larger, else 0.",
        ),
        row(
            SetEq,
            Comparison,
            ["vset", ".eq"],
            "Va == Vb",
            "Gives 1 if the elements are the same integer, else 0.",
        ),
        row(
            SetNe,
            Comparison,
            ["vset", ".ne"],
            "Va != Vb",
            "Gives 1 if the elements are different integers, else 0.",
        ),
        row(
            Dp4a,
            Dot,
            ["dp4a", ""],
            "a.b0 * b.b0 + a.b1 * b.b1 + a.b2 * b.b2 + a.b3 * b.b3",
            "Adds the products of the four pairs of bytes.",
        ),
        row(
            Dp2aLo,
            Dot,
            ["dp2a", ".lo"],
            "a.h0 * b.b0 + a.h1 * b.b1",
            "Adds the products of the half-words of a and the lower bytes of b.",
        ),
        row(
            Dp2aHi,
            Dot,
            ["dp2a", ".hi"],
            "a.h0 * b.b2 + a.h1 * b.b3",
            "Adds the products of the half-words of a and the upper bytes of b.",
        ),
    ]
};

/// How a 32-bit register splits into lanes. The discriminant is the code in the control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Width {
    /// Four lanes of 8 bits: the `vop4` instructions.
    Quad = 0,
    /// Two lanes of 16 bits: the `vop2` instructions.
    Dual = 1,
}

/// Both widths, in the order of their codes.
pub const WIDTHS: [Width; 2] = [Width::Quad, Width::Dual];

impl Operation {
    /// The table row of this operation.
    pub fn row(self) -> &'static OperationRow {
        &OPERATIONS[self as usize]
    }

    /// Its family.
    pub fn family(self) -> Family {
        self.row().family
    }

    /// Mnemonic, width and modifier: `vadd4`, `vset2.lt`.
    pub fn name(self, width: Width) -> String {
        let row = self.row();
        let suffix = if row.family.has_lanes() { width.suffix() } else { "" };
        format!("{}{suffix}{}", row.mnemonic, row.modifier)
    }

    /// How its first operand splits: both ways for operations on lanes.
    pub fn widths(self) -> &'static [Width] {
        match self {
            Operation::Dp4a => &[Width::Quad],
            Operation::Dp2aLo | Operation::Dp2aHi => &[Width::Dual],
            _ => &WIDTHS,
        }
    }
}

impl Family {
    /// Whether the first type is the destination's: three types, or else two.
    pub fn has_destination_type(self) -> bool {
        self == Family::Arithmetic
    }

    /// The possible secondary operations on lane results.
    pub fn modes(self) -> &'static [Mode] {
        match self {
            Family::Arithmetic => &[Mode::Merge, Mode::Saturate, Mode::Accumulate],
            Family::Comparison => &[Mode::Merge, Mode::Accumulate],
            Family::Dot => &[Mode::Merge],
        }
    }

    /// Whether its operations work lane by lane, so that there are a mask and selectors.
    pub fn has_lanes(self) -> bool {
        self != Family::Dot
    }
}

impl Width {
    /// The number of lanes: 4 or 2.
    pub fn lanes(self) -> u32 {
        match self {
            Width::Quad => 4,
            Width::Dual => 2,
        }
    }

    /// The bits of a lane: 8 or 16.
    pub fn bits(self) -> u32 {
        32 / self.lanes()
    }

    /// The smallest and the largest value of a signed or unsigned lane.
    pub fn range(self, signed: bool) -> (i64, i64) {
        let half = 1 << (self.bits() - 1);
        if signed { (-half, half - 1) } else { (0, 2 * half - 1) }
    }

    /// The bits of a selector digit, which picks one of the elements of `{b, a}`: 3 or 2.
    pub fn digit_bits(self) -> u32 {
        match self {
            Width::Quad => 3,
            Width::Dual => 2,
        }
    }

    /// The end of the mnemonic: `4` or `2`.
    pub fn suffix(self) -> &'static str {
        match self {
            Width::Quad => "4",
            Width::Dual => "2",
        }
    }

    /// The letter before a mask or selector: `b` or `h`.
    pub fn letter(self) -> char {
        match self {
            Width::Quad => 'b',
            Width::Dual => 'h',
        }
    }
}
