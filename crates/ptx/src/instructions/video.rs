//! One SIMD video instruction as data.

use super::{Mode, Operation, Width};

/// `@p` or `@!p` before an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate register's name.
    pub predicate: String,
    /// Whether the guard is `@!p`.
    pub negated: bool,
}

/// The names of registers; of a dot product's sources also numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operands {
    /// Destination.
    pub d: String,
    /// First source.
    pub a: String,
    /// Second source.
    pub b: String,
    /// Third source: merge background or accumulator.
    pub c: String,
}

impl Operands {
    /// The value of a source that is a number; the text is decimal, without a sign.
    pub fn value(source: &str) -> Option<u32> {
        source.parse().ok()
    }
}

impl Default for Operands {
    /// `r1` to `r4`.
    fn default() -> Self {
        let [d, a, b, c] = ["r1", "r2", "r3", "r4"].map(String::from);
        Operands { d, a, b, c }
    }
}

/// A SIMD video instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// `@p`, `@!p`, if any.
    pub guard: Option<Guard>,
    /// Its operation.
    pub operation: Operation,
    /// Four byte lanes or two half-word lanes; of a dot product one of [`Operation::widths`].
    pub width: Width,
    /// `.dtype` is `.s32`; false where the family has no such type.
    pub d_signed: bool,
    /// `.atype` is `.s32`.
    pub a_signed: bool,
    /// `.btype` is `.s32`.
    pub b_signed: bool,
    /// One of [`Family::modes`](super::Family::modes).
    pub mode: Mode,
    /// Bit `i` set: lane `i` takes part. 4 or 2 bits; all of them in a dot product, which has default selectors, too.
    pub mask: u8,
    /// The element of `{b, a}` that feeds each lane's first operand, lane 0 first; `0..8` or `0..4`; unused entries 0.
    pub asel: [u8; 4],
    /// The same for the second operand.
    pub bsel: [u8; 4],
    /// The registers.
    pub operands: Operands,
}

impl Instruction {
    /// An instruction on the usual registers, without a guard; the types are those of d, a and b.
    pub fn plain(
        operation: Operation,
        width: Width,
        [d_signed, a_signed, b_signed]: [bool; 3],
        mode: Mode,
        mask: u8,
        (asel, bsel): ([u8; 4], [u8; 4]),
    ) -> Self {
        Instruction {
            guard: None,
            operation,
            width,
            d_signed,
            a_signed,
            b_signed,
            mode,
            mask,
            asel,
            bsel,
            operands: Operands::default(),
        }
    }

    /// The values of a, b and c with these register values; a number in the text is its own value.
    pub fn sources(&self, registers: [u32; 3]) -> [u32; 3] {
        let Operands { a, b, c, .. } = &self.operands;
        let mut values = registers;
        for (value, source) in values.iter_mut().zip([a, b, c]) {
            *value = Operands::value(source).unwrap_or(*value);
        }
        values
    }

    /// The default selectors: `.b3210`/`.b7654` or `.h10`/`.h32`.
    pub fn default_selectors(width: Width) -> ([u8; 4], [u8; 4]) {
        match width {
            Width::Quad => ([0, 1, 2, 3], [4, 5, 6, 7]),
            Width::Dual => ([0, 1, 0, 0], [2, 3, 0, 0]),
        }
    }

    /// The default mask: all lanes.
    pub fn full_mask(width: Width) -> u8 {
        (1 << width.lanes()) - 1
    }
}
