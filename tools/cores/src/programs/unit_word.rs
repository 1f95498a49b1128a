//! Encodes and decodes words of the unit's instructions, independently of [`Function::word`].

use super::target::ProgramTarget;
use lanesmith::units::riscv::encoding::{FUNCTION_BITS, Function, PackedWord, StateAccess, THIRD, THIRD_OPCODES};
use lanesmith::units::riscv::isa::{SYSTEM, VXSAT_CSR};

const FUNCTION: u32 = (1 << FUNCTION_BITS) - 1;

/// The word of a function with two source registers.
pub fn word(opcode: u32, function: u32, [rd, rs1, rs2]: [u32; 3]) -> u32 {
    let function = function & FUNCTION;
    (function >> 3) << 25 | rs2 << 20 | rs1 << 15 | (function & 7) << 12 | rd << 7 | opcode
}

/// The word of an access to the unit's state.
pub fn access(target: &ProgramTarget, access: StateAccess, registers: [u32; 3]) -> u32 {
    word(target.features.opcode.bits(), Function::access(access).0, registers)
}

/// The function of a word with one of the unit's opcodes; `None` for another word.
pub fn function(target: &ProgramTarget, word: u32) -> Option<u32> {
    let (opcode, funct3) = (word & 0x7f, word >> 12 & 7);
    if opcode == target.features.opcode.bits() {
        return Some(word >> 25 << 3 | funct3);
    }
    let packed = Function::of(target.features.opcode, word);
    if target.features.packed && PackedWord::of(packed).is_some() && (opcode != SYSTEM || word >> 20 == VXSAT_CSR) {
        return Some(packed.0);
    }
    let wide = THIRD_OPCODES.iter().position(|third| *third == opcode)? as u32;
    // In words with a third source register the operation implies the bits for a dot product or for `.add`.
    let marks = if funct3 >= 6 { 0x90 } else { 0x100 };
    let function = 1 << THIRD | (word >> 25 & 3) << 5 | wide << 3 | marks | funct3;
    target.features.third.then_some(function)
}
