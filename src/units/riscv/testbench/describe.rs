//! The description of a fault: the instruction, the wrong result, and how the expected result follows.

use super::step::OffloadedInstruction;
use crate::riscv::encoding::{ACCESSES, Function, HELD, default_modifiers, is_offered};
use crate::riscv::golden::UnitModel;
use crate::riscv::isa::{PackedRow, disassemble, packed_row};
use crate::riscv::rtl::RiscvConfig;
use crate::video::encoding::Control;
use crate::video::golden::explain::{difference, explain};
use crate::video::testbench::VideoCase;
use lanesmith_algebra::Concrete;
use lanesmith_ptx::Instruction;
use lanesmith_sim::testbench::TestbenchFault;
use lanesmith_unit::pipelined::Case;

/// Several lines about a fault, without a final line end.
pub(super) fn describe(
    config: &RiscvConfig,
    fault: &TestbenchFault,
    step: &OffloadedInstruction,
    machine: &UnitModel,
    got: Option<u32>,
) -> String {
    let OffloadedInstruction {
        word, rs1, rs2, rs3, ..
    } = step;
    let (configuration, c) = machine.state();
    let mut text = format!(
        "{fault}\ninstruction {word:#010x}, rs1 {rs1:#010x}, rs2 {rs2:#010x}; configuration {configuration:#010x}, c {c:#010x}"
    );
    let opcode = config.features.opcode;
    let function = Function::of(opcode, *word);
    if function.has_third() {
        text += &format!("; rs3 {rs3:#010x}");
    }
    let c = if function.has_third() { *rs3 } else { c };
    let done = machine.look(function.0, step.registers());
    let access = ACCESSES.iter().find(|row| Function::access(row.access) == function);
    if let (true, Some(assembler)) = (done.known(), disassemble(*word)) {
        text += &format!("\n{assembler}: rd {:#010x}", done.rd);
        if packed_row(*word).is_some_and(PackedRow::reads_rd) {
            text += &format!(" from rd {rs3:#010x}");
        }
    } else if !is_offered::<Concrete>(opcode, &(*word).into()) {
        text += "\nits major opcode is not the unit's";
    } else if let Some(row) = access {
        text += &format!("\n{}: {}", row.name, row.sentence);
    } else if let (true, Some(instruction)) = (done.operation, instruction(config, function, configuration)) {
        text += &format!("\n{}", explain(&instruction, *rs1, *rs2, c));
        if let Some(got) = got {
            text += &format!("\n{}", difference(&instruction, step.expected.unwrap_or(done.rd), got));
        }
    } else {
        text += "\nits function is none of the unit's";
    }
    text
}

/// The PTX instruction with its operands that a step executes on a unit in this state, if there is one.
pub(super) fn case(config: &RiscvConfig, step: &OffloadedInstruction, machine: &UnitModel) -> Option<Case> {
    let opcode = config.features.opcode;
    let function = Function::of(opcode, step.word);
    let (configuration, c) = machine.state();
    let done = machine.look(function.0, step.registers());
    (is_offered::<Concrete>(opcode, &step.word.into()) && done.operation).then_some(())?;
    let c = if function.has_third() { step.rs3 } else { c };
    let case = Case::of(&instruction(config, function, configuration)?, [step.rs1, step.rs2, c]);
    Some(match step.expected {
        Some(d) => case.expecting(d),
        None => case,
    })
}

/// The PTX instruction with this function and this configuration, if there is one.
fn instruction(config: &RiscvConfig, function: Function, configuration: u32) -> Option<Instruction> {
    let instruction = function.instruction()?;
    if function.0 >> HELD & 1 == 0 {
        return Some(instruction);
    }
    let default = default_modifiers(instruction.width);
    let mask = (1 << Control::field("mask").bits) - 1;
    let held = if config.features.selectors { !0 } else { mask };
    let bits = Control::BITS - HELD;
    let modifiers = (configuration & held | default & !held) & ((1 << bits) - 1);
    let low = Function::direct(Control(function.0.into())).0;
    Instruction::try_from(Control(u64::from(low) | u64::from(modifiers) << HELD)).ok()
}
