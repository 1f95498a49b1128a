//! The one table of operations and lane widths. Parser, printer, control word, documentation and wave filters read it.

/// What a lane computes. The discriminant is the code in the control word.
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
}

/// A row of the operation table.
#[derive(Clone, Copy, Debug)]
pub struct OperationRow {
    /// The operation this row is about.
    pub operation: Operation,
    /// The mnemonic without its width suffix.
    pub mnemonic: &'static str,
    /// The exact lane result before saturation, in the manual's notation.
    pub formula: &'static str,
    /// One sentence for documentation.
    pub sentence: &'static str,
}

/// All operations, in the order of their codes.
pub const OPERATIONS: [OperationRow; 6] = [
    OperationRow {
        operation: Operation::Add,
        mnemonic: "vadd",
        formula: "Va + Vb",
        sentence: "Sum of the two elements.",
    },
    OperationRow {
        operation: Operation::Sub,
        mnemonic: "vsub",
        formula: "Va - Vb",
        sentence: "Difference of the two elements.",
    },
    OperationRow {
        operation: Operation::Avrg,
        mnemonic: "vavrg",
        formula: "Va + Vb >= 0 ? (Va + Vb + 1) >> 1 : (Va + Vb) >> 1",
        sentence: "Average of the two elements, halves rounded away from zero.",
    },
    OperationRow {
        operation: Operation::AbsDiff,
        mnemonic: "vabsdiff",
        formula: "| Va - Vb |",
        sentence: "Absolute value of the exact difference.",
    },
    OperationRow {
        operation: Operation::Min,
        mnemonic: "vmin",
        formula: "MIN( Va, Vb )",
        sentence: "The smaller element, compared as true integers.",
    },
    OperationRow {
        operation: Operation::Max,
        mnemonic: "vmax",
        formula: "MAX( Va, Vb )",
        sentence: "The larger element, compared as true integers.",
    },
];

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
