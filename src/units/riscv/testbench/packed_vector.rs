//! A packed instruction with operands and its result.

use crate::riscv::encoding::{Function, Opcode};
use crate::riscv::isa::PackedRow;

/// A packed instruction, its operands and its result: a row of a vector file.
#[derive(Clone, Copy, Debug)]
pub struct PackedVector {
    /// The instruction.
    pub row: &'static PackedRow,
    /// rs1.
    pub a: u32,
    /// rs2.
    pub b: u32,
    /// The old value of rd.
    pub c: u32,
    /// rd.
    pub d: u32,
    /// Whether the instruction sets `vxsat`; otherwise `vxsat` keeps its value.
    pub vxsat: bool,
}

impl PackedVector {
    /// Its instruction word, with rd x3, rs1 x1 and rs2 x2.
    pub fn word(&self) -> u32 {
        Function::of(Opcode::Custom0, self.row.word).word(Opcode::Custom0, 3, 1, 2)
    }

    /// The row of a vector file.
    pub fn text(&self) -> String {
        let PackedVector { row, a, b, c, d, vxsat } = self;
        let flag = u32::from(*vxsat);
        format!("{},{a:#010x},{b:#010x},{c:#010x},{d:#010x},{flag}\n", row.name)
    }
}
