//! Random cases, and those that aim at bins.

use super::crosses::{CROSSES, PART_WIDTHS, family};
use crate::scalar::encoding;
use lanesmith_ptx::{
    MULTIPLY_ADD_SIGNS, REGISTER_PARTS, SCALAR_OPERATIONS, SCALES, SECONDARY_OPERATIONS, ScalarFamily,
    ScalarInstruction, ScalarOperation, ScalarTail, SecondaryOperation, WHOLE_REGISTER,
};
use lanesmith_sim::cover::corner_bits;
use lanesmith_sim::testbench::Random;
use lanesmith_unit::pipelined::Case;

/// Whether a bin of the cross of operands is one of `vmad`.
pub(in crate::scalar) fn is_multiply_add(bin: usize) -> bool {
    family(CROSSES.operands.combination(bin).of("operation")) == ScalarFamily::MultiplyAdd
}

/// A part of a register: all of it in one case of two.
fn draw_part(random: &mut Random) -> usize {
    match random.flag() {
        true => WHOLE_REGISTER,
        false => random.below(REGISTER_PARTS.len() as u32) as usize,
    }
}

/// An instruction with this operation.
fn draw_instruction(random: &mut Random, operation: ScalarOperation) -> ScalarInstruction {
    let family = operation.family();
    let has_type = family != ScalarFamily::Comparison;
    let tail = match family {
        ScalarFamily::MultiplyAdd => ScalarTail::MultiplyAdd {
            sign: random.pick(&MULTIPLY_ADD_SIGNS),
            scale: random.below(SCALES.len() as u32) as usize,
        },
        _ => {
            let dsel = draw_part(random);
            let (drawn, _) = random.pick(&SECONDARY_OPERATIONS);
            let is_whole = dsel == WHOLE_REGISTER;
            let operation = if is_whole { drawn } else { SecondaryOperation::None };
            let wrap = family == ScalarFamily::Shift && random.flag();
            ScalarTail::Secondary { dsel, operation, wrap }
        }
    };
    ScalarInstruction {
        guard: None,
        operation,
        d_signed: has_type && random.flag(),
        a_signed: random.flag(),
        b_signed: family != ScalarFamily::Shift && random.flag(),
        saturate: has_type && random.flag(),
        asel: draw_part(random),
        bsel: draw_part(random),
        tail,
        operands: Default::default(),
        has_c: true,
    }
}

/// Registers for an instruction: amounts are often small, and compared parts are often near each other.
fn draw_registers(random: &mut Random, instruction: &ScalarInstruction) -> [u32; 3] {
    let mut registers = [random.operand(), random.operand(), random.operand()];
    let [a, b] = [instruction.asel, instruction.bsel].map(|part| REGISTER_PARTS[part]);
    if instruction.operation.family() == ScalarFamily::Shift && !random.one_in(4) {
        registers[1] = registers[1] & !(0xff << b.lo) | random.below(35) << b.lo;
    } else if random.one_in(4) {
        let near = (registers[0] >> a.lo).wrapping_add(random.below(3)).wrapping_sub(1);
        registers[1] = near << b.lo;
    }
    if random.one_in(4) {
        registers[2] = random.below(3).wrapping_sub(1);
    }
    registers
}

/// A random case, of `vmad` or not.
pub(in crate::scalar) fn draw(random: &mut Random, has_mad: bool) -> Case {
    let operation = loop {
        let row = SCALAR_OPERATIONS[random.below(SCALAR_OPERATIONS.len() as u32) as usize];
        if has_mad || row.family != ScalarFamily::MultiplyAdd {
            break row.operation;
        }
    };
    let instruction = draw_instruction(random, operation);
    let registers = draw_registers(random, &instruction);
    Case::new(encoding::encode(&instruction), registers)
}

/// A case that hits a bin of the cross of operands.
pub(in crate::scalar) fn aim(bin: usize, random: &mut Random) -> Case {
    let [operation, types, a_width, b_width, a, b] = CROSSES.operands.place(bin)[..] else {
        unreachable!("the cross of operands has six axes")
    };
    let mut instruction = draw_instruction(random, SCALAR_OPERATIONS[operation].operation);
    instruction.a_signed = types & 2 != 0;
    instruction.b_signed = types & 1 != 0;
    let mut part = |width: usize| loop {
        let part = random.below(REGISTER_PARTS.len() as u32) as usize;
        if REGISTER_PARTS[part].bits == PART_WIDTHS[width] {
            return part;
        }
    };
    (instruction.asel, instruction.bsel) = (part(a_width), part(b_width));
    // Corners of the operands are corners of a destination like them.
    if let ScalarTail::Secondary { dsel, operation, .. } = &mut instruction.tail
        && instruction.operation.family() == ScalarFamily::Arithmetic
        && random.one_in(4)
    {
        (instruction.saturate, instruction.d_signed) = (true, instruction.a_signed);
        (*dsel, *operation) = (instruction.asel, SecondaryOperation::None);
    }
    let mut registers = draw_registers(random, &instruction);
    let selected = [
        (0, instruction.asel, instruction.a_signed, a),
        (1, instruction.bsel, instruction.b_signed, b),
    ];
    for (register, part, signed, class) in selected {
        let part = REGISTER_PARTS[part];
        let mask = (u32::MAX >> (32 - part.bits)) << part.lo;
        let corner = corner_bits(class, part.bits, signed, random.bits() as u32);
        registers[register] = registers[register] & !mask | corner << part.lo;
    }
    Case::new(encoding::encode(&instruction), registers)
}
