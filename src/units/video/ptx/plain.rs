//! Instructions made of their parts.

use super::{Instruction, Mode, Operands, Operation, Width};

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
}
