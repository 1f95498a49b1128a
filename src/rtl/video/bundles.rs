//! Signals that travel together.

use crate::LogicStruct;
use rust_hdl_core::prelude::*;

/// What the stages need to know about an instruction. Per-byte signals have bit `i` for byte `i`.
///
/// At each cut only those fields become registers that a later stage reads: the lowering leaves the others out.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Signals {
    /// Two lanes of 16 bits instead of four of 8.
    pub(super) dual: Bit,
    /// The destination type is signed.
    pub(super) d_signed: Bit,
    /// Clamp each result to the destination type.
    pub(super) saturate: Bit,
    /// Add the results to c.
    pub(super) accumulate: Bit,
    /// The second operand is inverted.
    pub(super) subtract: Bit,
    /// The sign of a lane is that of the sum with carry in.
    pub(super) negative_plus: Bit,
    /// The sign is 1 if the two sums differ in sign: the operands are equal.
    pub(super) negative_differ: Bit,
    /// Invert a negative value.
    pub(super) absolute: Bit,
    /// Take the sum with carry in.
    pub(super) plus_one: Bit,
    /// Take the sum with carry in if the exact value is not negative.
    pub(super) plus_one_unless_negative: Bit,
    /// Per byte: the result is one of the operands, as the comparison says.
    pub(super) compare: Bits<4>,
    /// Per byte: comparing, prefer the greater operand; else, halve the value.
    pub(super) invert_or_halve: Bits<4>,
    /// Per byte: its lowest bit is the truth of a comparison.
    pub(super) set: Bits<4>,
    /// The comparison is true where its sign is 0.
    pub(super) invert_truth: Bit,
    /// A true comparison is all ones.
    pub(super) truth_is_mask: Bit,
    /// The lower half-word adds where the upper one subtracts, and the other way round.
    pub(super) crossed: Bit,
    /// Per byte: the result is an operand, or 0 in a lane that is off.
    pub(super) no_sum: Bits<4>,
    /// Per byte: the lane is off, or results are accumulated.
    pub(super) keep_c: Bits<4>,
}

/// The operands of one byte as they enter the adder.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Operands {
    /// First operand.
    pub(super) a: Bits<8>,
    /// Second operand, inverted when subtracting.
    pub(super) b: Bits<8>,
    /// Bit above a.
    pub(super) a_above: Bit,
    /// Bit above b.
    pub(super) b_above: Bit,
}

/// What the adder says about one byte.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Sums {
    /// Byte of a + b, and the bit above.
    pub(super) plain: Bits<9>,
    /// Byte of a + b + 1, and the bit above.
    pub(super) plus: Bits<9>,
    /// The lane's exact sum or difference is negative.
    pub(super) negative: Bit,
}

/// One byte of an exact lane result: 10 bits, of which the upper three decide about the clamp. In the low byte of a
/// half-word the upper two mean nothing.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Exact {
    /// The result, bits 6 to 0.
    pub(super) low: Bits<7>,
    /// The result, bit 7.
    pub(super) bit_7: Bit,
    /// The result, bit 8.
    pub(super) bit_8: Bit,
    /// The result, bit 9.
    pub(super) bit_9: Bit,
}

/// How one byte of the output comes about: a forced bit is the constant `kind`, any other the bit of `c` where `kind`
/// is set, else the bit of `result`. Bit 7 has a `kind` of its own, as limits of signed types differ in it.
#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
pub(super) struct Choice {
    /// The result.
    pub(super) result: Bits<8>,
    /// The background.
    pub(super) c: Bits<8>,
    /// Bits are constants.
    pub(super) forced: Bit,
    /// Which constant, or which of `c` and `result`; bits 6 to 0.
    pub(super) kind: Bit,
    /// Which constant, or which of `c` and `result`; bit 7.
    pub(super) top_kind: Bit,
}
