//! The datapath: decoder, registers, types, execution units, and the port that tells what retired.

use super::alu::BrewAlu;
use super::config::{Config, RegisterFileForm};
use super::decoder::BrewDecoder;
use super::execute_register::ExecuteRegister;
use super::instruction_register::InstructionRegister;
use super::operand_stage::OperandStage;
use super::register_file::{RegisterFileAsynchronous, RegisterFileSynchronous};
use super::retire_register::RetireRegister;
use super::slow_unit::SlowUnit;
use super::type_file::{TypeFile, TypeSelect};
use crate::comment;
use crate::netlist::ResetStyle;
use crate::rtl::leaf::Register;
use rust_hdl::prelude::*;

/// Executes one instruction per cycle but for multiplications and floating-point arithmetic, in order.
///
/// All ports but `in_ready` and `in_length` come from registers. See `docs/brew-datapath.md`.
#[derive(LogicBlock)]
pub struct BrewDatapath {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous; empties the pipeline and makes every type INT32.
    pub reset: Signal<In, Bit>,
    /// The window holds an instruction.
    pub in_valid: Signal<In, Bit>,
    /// The instruction is taken at this edge if valid.
    pub in_ready: Signal<Out, Bit>,
    /// Its address; passed through to retirement.
    pub in_address: Signal<In, Bits<32>>,
    /// Its first word.
    pub in_word0: Signal<In, Bits<16>>,
    /// The word after that.
    pub in_word1: Signal<In, Bits<16>>,
    /// And the next.
    pub in_word2: Signal<In, Bits<16>>,
    /// Its length in words, 1 to 3, by its first word alone.
    pub in_length: Signal<Out, Bits<2>>,
    /// An instruction retired at the last edge; the other retire ports describe it.
    pub retire_valid: Signal<Out, Bit>,
    /// Number of instructions retired before it since reset, modulo 2^32.
    pub retire_order: Signal<Out, Bits<32>>,
    /// Its address.
    pub retire_address: Signal<Out, Bits<32>>,
    /// Its first word.
    pub retire_word0: Signal<Out, Bits<16>>,
    /// Its second word, if it is that long.
    pub retire_word1: Signal<Out, Bits<16>>,
    /// Its third word, if it is that long.
    pub retire_word2: Signal<Out, Bits<16>>,
    /// Its length in words.
    pub retire_length: Signal<Out, Bits<2>>,
    /// It was invalid: no register and no type changed.
    pub retire_exception: Signal<Out, Bit>,
    /// It wrote a register's value.
    pub retire_write: Signal<Out, Bit>,
    /// Its destination; the first one where the types of many are set.
    pub retire_register: Signal<Out, Bits<4>>,
    /// The value written, if one was.
    pub retire_value: Signal<Out, Bits<32>>,
    /// Type of the destination before it.
    pub retire_old_type: Signal<Out, Bits<4>>,
    /// Type of the destination after it.
    pub retire_type: Signal<Out, Bits<4>>,
    /// All types after it, four bits each, register 0 lowest.
    pub retire_types: Signal<Out, Bits<60>>,
    /// Its first operand, from a register or the instruction.
    pub retire_a: Signal<Out, Bits<32>>,
    /// Its second operand, from a register or the instruction.
    pub retire_b: Signal<Out, Bits<32>>,
    /// The type that decided what it did.
    pub retire_operand_type: Signal<Out, Bits<4>>,
    decoder: BrewDecoder,
    instruction: InstructionRegister,
    instruction_valid: Vec<Register<Bit>>,
    register_types: TypeFile,
    asynchronous: Vec<RegisterFileAsynchronous>,
    synchronous: Vec<RegisterFileSynchronous>,
    operands: OperandStage,
    execute: ExecuteRegister,
    execute_valid: Register<Bit>,
    alu: BrewAlu,
    slow: Vec<SlowUnit>,
    refused: Register<Bit>,
    result_type: TypeSelect,
    retire: RetireRegister,
    retired: Register<Bit>,
    order: Register<Bits<32>>,
    take: Signal<Local, Bit>,
    offered: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    a_value: Signal<Local, Bits<32>>,
    b_value: Signal<Local, Bits<32>>,
    write_back: Signal<Local, Bit>,
    is_slow: Signal<Local, Bit>,
    slow_done: Signal<Local, Bit>,
    result: Signal<Local, Bits<32>>,
    finish: Signal<Local, Bit>,
    type_in_range: Signal<Local, Bit>,
    sets_late_type: Signal<Local, Bit>,
    is_late: Signal<Local, Bit>,
}

fn optional<T>(present: bool, make: impl Fn() -> T) -> Vec<T> {
    (0..u32::from(present)).map(|_| make()).collect()
}

impl BrewDatapath {
    /// The datapath of a valid configuration.
    pub fn new(config: &Config) -> Self {
        let style = ResetStyle {
            asynchronous: false,
            active_low: false,
        };
        let synchronous = config.register_file == RegisterFileForm::Synchronous;
        BrewDatapath {
            clock: Signal::default(),
            reset: Signal::default(),
            in_valid: Signal::default(),
            in_ready: Signal::default(),
            in_address: Signal::default(),
            in_word0: Signal::default(),
            in_word1: Signal::default(),
            in_word2: Signal::default(),
            in_length: Signal::default(),
            retire_valid: Signal::default(),
            retire_order: Signal::default(),
            retire_address: Signal::default(),
            retire_word0: Signal::default(),
            retire_word1: Signal::default(),
            retire_word2: Signal::default(),
            retire_length: Signal::default(),
            retire_exception: Signal::default(),
            retire_write: Signal::default(),
            retire_register: Signal::default(),
            retire_value: Signal::default(),
            retire_old_type: Signal::default(),
            retire_type: Signal::default(),
            retire_types: Signal::default(),
            retire_a: Signal::default(),
            retire_b: Signal::default(),
            retire_operand_type: Signal::default(),
            decoder: BrewDecoder::default(),
            instruction: InstructionRegister::new(config.depth == 3),
            instruction_valid: optional(config.depth == 3, || Register::new(style, false)),
            register_types: TypeFile::default(),
            asynchronous: optional(!synchronous, RegisterFileAsynchronous::default),
            synchronous: optional(synchronous, RegisterFileSynchronous::default),
            operands: OperandStage::new(config.float, config.multiplier),
            execute: ExecuteRegister::default(),
            execute_valid: Register::new(style, false),
            alu: BrewAlu::new(false, true, config.float),
            slow: optional(config.float || config.multiplier, || SlowUnit::new(config.float)),
            refused: Register::default(),
            result_type: TypeSelect::default(),
            retire: RetireRegister::default(),
            retired: Register::new(style, false),
            order: Register::new(style, 0xffff_ffff_u64.into()),
            take: Signal::default(),
            offered: Signal::default(),
            issue: Signal::default(),
            a_value: Signal::default(),
            b_value: Signal::default(),
            write_back: Signal::default(),
            is_slow: Signal::default(),
            slow_done: Signal::default(),
            result: Signal::default(),
            finish: Signal::default(),
            type_in_range: Signal::default(),
            sets_late_type: Signal::default(),
            is_late: Signal::default(),
        }
    }
}

impl Logic for BrewDatapath {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module brew_datapath: Register-ISA datapath: executes one instruction per cycle but for multiplications and floating-point arithmetic, in order."
        );
        comment!("port clock: Rising edge.");
        comment!("port reset: Synchronous; empties the pipeline and makes every type INT32.");
        comment!("port in_valid: The window holds an instruction.");
        comment!("port in_ready: The instruction is taken at this edge if valid.");
        comment!("port in_address: Its address; passed through to retirement.");
        comment!("port in_word0: Its first word.");
        comment!("port in_word1: The word after that.");
        comment!("port in_word2: And the next.");
        comment!("port in_length: Its length in words, 1 to 3, by its first word alone.");
        comment!("port retire_valid: An instruction retired at the last edge; the other retire ports describe it.");
        comment!("port retire_order: Number of instructions retired before it since reset, modulo 2^32.");
        comment!("port retire_address: Its address.");
        comment!("port retire_word0: Its first word.");
        comment!("port retire_word1: Its second word, if it is that long.");
        comment!("port retire_word2: Its third word, if it is that long.");
        comment!("port retire_length: Its length in words.");
        comment!("port retire_exception: It was invalid: no register and no type changed.");
        comment!("port retire_write: It wrote a register's value.");
        comment!("port retire_register: Its destination; the first one where the types of many are set.");
        comment!("port retire_value: The value written, if one was.");
        comment!("port retire_old_type: Type of the destination before it.");
        comment!("port retire_type: Type of the destination after it.");
        comment!("port retire_types: All types after it, four bits each, register 0 lowest.");
        comment!("port retire_a: Its first operand, from a register or the instruction.");
        comment!("port retire_b: Its second operand, from a register or the instruction.");
        comment!("port retire_operand_type: The type that decided what it did.");
        self.decoder.word0.next = self.in_word0.val();
        self.decoder.word1.next = self.in_word1.val();
        self.in_length.next = self.decoder.length.val();
        self.in_ready.next = self.take.val();

        self.instruction.clock.next = self.clock.val();
        self.instruction.load.next = self.take.val();
        self.instruction.next_address.next = self.in_address.val();
        self.instruction.next_word0.next = self.in_word0.val();
        self.instruction.next_word1.next = self.in_word1.val();
        self.instruction.next_word2.next = self.in_word2.val();
        self.instruction.next_length.next = self.decoder.length.val();
        self.instruction.next_legal.next = self.decoder.legal.val();
        self.instruction.next_kind.next = self.decoder.kind.val();
        self.instruction.next_d_register.next = self.decoder.d_register.val();
        self.instruction.next_a_register.next = self.decoder.a_register.val();
        self.instruction.next_b_register.next = self.decoder.b_register.val();
        self.instruction.next_type_register.next = self.decoder.type_register.val();
        self.instruction.next_a_immediate.next = self.decoder.a_immediate.val();
        self.instruction.next_b_immediate.next = self.decoder.b_immediate.val();
        self.instruction.next_immediate.next = self.decoder.immediate.val();
        self.instruction.next_operation.next = self.decoder.operation.val();
        self.instruction.next_compare.next = self.decoder.compare.val();
        self.instruction.next_extend.next = self.decoder.extend.val();
        self.instruction.next_field_a.next = self.decoder.field_a.val();

        self.issue.next = !self.is_slow.val() & !self.is_late.val();
        self.take.next = self.issue.val();
        self.offered.next = self.in_valid.val();
        for i in 0..self.instruction_valid.len() {
            self.take.next = self.issue.val() | !self.instruction_valid[i].q.val();
            self.offered.next = self.instruction_valid[i].q.val();
            self.instruction_valid[i].clock.next = self.clock.val();
            self.instruction_valid[i].reset.next = self.reset.val();
            self.instruction_valid[i].enable.next = self.take.val();
            self.instruction_valid[i].d.next = self.in_valid.val();
        }

        self.a_value.next = 0.into();
        self.b_value.next = 0.into();
        for i in 0..self.asynchronous.len() {
            self.asynchronous[i].clock.next = self.clock.val();
            self.asynchronous[i].write.next = self.write_back.val();
            self.asynchronous[i].write_register.next = self.retire.d_register.val();
            self.asynchronous[i].write_value.next = self.retire.value.val();
            self.asynchronous[i].a_register.next = self.instruction.a_register.val();
            self.asynchronous[i].b_register.next = self.instruction.b_register.val();
            self.a_value.next = self.asynchronous[i].a.val();
            self.b_value.next = self.asynchronous[i].b.val();
        }
        for i in 0..self.synchronous.len() {
            self.synchronous[i].clock.next = self.clock.val();
            self.synchronous[i].write.next = self.write_back.val();
            self.synchronous[i].write_register.next = self.retire.d_register.val();
            self.synchronous[i].write_value.next = self.retire.value.val();
            self.synchronous[i].a_register.next = self.instruction.a_register.val();
            self.synchronous[i].b_register.next = self.instruction.b_register.val();
            self.synchronous[i].a_next.next = self.instruction.a_register.val();
            self.synchronous[i].b_next.next = self.instruction.b_register.val();
            if self.take.val() {
                self.synchronous[i].a_next.next = self.decoder.a_register.val();
                self.synchronous[i].b_next.next = self.decoder.b_register.val();
            }
            self.a_value.next = self.synchronous[i].a.val();
            self.b_value.next = self.synchronous[i].b.val();
        }

        self.operands.word1.next = self.instruction.word1.val();
        self.operands.word2.next = self.instruction.word2.val();
        self.operands.code_legal.next = self.instruction.legal.val();
        self.operands.kind.next = self.instruction.kind.val();
        self.operands.code_operation.next = self.instruction.operation.val();
        self.operands.immediate.next = self.instruction.immediate.val();
        self.operands.field_a.next = self.instruction.field_a.val();
        self.operands.d_register.next = self.instruction.d_register.val();
        self.operands.type_register.next = self.instruction.type_register.val();
        self.operands.a_register.next = self.instruction.a_register.val();
        self.operands.b_register.next = self.instruction.b_register.val();
        self.operands.a_immediate.next = self.instruction.a_immediate.val();
        self.operands.b_immediate.next = self.instruction.b_immediate.val();
        self.operands.types.next = self.register_types.types.val();
        self.operands.a_value.next = self.a_value.val();
        self.operands.b_value.next = self.b_value.val();
        self.operands.forward.next = self.execute_valid.q.val() & self.execute.writes.val();
        self.operands.forward_register.next = self.execute.d_register.val();
        self.operands.forward_value.next = self.alu.d.val();

        self.register_types.clock.next = self.clock.val();
        self.register_types.reset.next = self.reset.val();
        self.register_types.write.next =
            (self.issue.val() & self.offered.val() & self.operands.sets_type.val()) | self.sets_late_type.val();
        self.register_types.write_register.next = self.instruction.d_register.val();
        self.register_types.write_type.next = self.operands.new_type.val();
        self.register_types.many.next = self.operands.many_types.val();
        if self.is_late.val() {
            self.register_types.write_register.next = self.execute.d_register.val();
            self.register_types.write_type.next = self.execute.a.val().get_bits::<4>(0);
            self.register_types.many.next = false;
        }
        self.register_types.write_low.next = self.issue.val() & self.offered.val() & self.operands.sets_low.val();
        self.register_types.write_high.next = self.issue.val() & self.offered.val() & self.operands.sets_high.val();
        self.register_types.write_nibbles.next =
            (bit_cast::<32, 16>(self.instruction.word2.val()) << 16) | bit_cast::<32, 16>(self.instruction.word1.val());

        self.execute_valid.clock.next = self.clock.val();
        self.execute_valid.reset.next = self.reset.val();
        self.execute_valid.enable.next = true;
        self.execute_valid.d.next = self.offered.val();
        if !self.issue.val() {
            self.execute_valid.d.next = !self.slow_done.val();
        }
        self.execute.clock.next = self.clock.val();
        self.execute.load.next = self.issue.val();
        self.execute.next_address.next = self.instruction.address.val();
        self.execute.next_word0.next = self.instruction.word0.val();
        self.execute.next_word1.next = self.instruction.word1.val();
        self.execute.next_word2.next = self.instruction.word2.val();
        self.execute.next_length.next = self.instruction.length.val();
        self.execute.next_d_register.next = self.instruction.d_register.val();
        self.execute.next_exception.next = !self.operands.legal.val();
        self.execute.next_writes.next = self.operands.writes.val();
        self.execute.next_late_type.next = self.operands.late_type.val();
        self.execute.next_operation.next = self.operands.operation.val();
        self.execute.next_lanes.next = self.operands.lanes.val();
        self.execute.next_compare.next = self.instruction.compare.val();
        self.execute.next_extend.next = self.instruction.extend.val();
        self.execute.next_float.next = self.operands.float.val();
        self.execute.next_slow.next = self.operands.slow.val();
        self.execute.next_a.next = self.operands.a.val();
        self.execute.next_b.next = self.operands.b.val();
        self.execute.next_operand_type.next = self.operands.operand_type.val();
        self.execute.next_old_type.next = self.operands.old_type.val();

        self.alu.clock.next = self.clock.val();
        self.alu.operation.next = self.execute.operation.val();
        self.alu.lanes.next = self.execute.lanes.val();
        self.alu.compare.next = self.execute.compare.val();
        self.alu.as_float.next = self.execute.float.val();
        self.alu.extend.next = self.execute.extend.val();
        self.alu.a.next = self.execute.a.val();
        self.alu.b.next = self.execute.b.val();

        self.is_slow.next = false;
        self.slow_done.next = false;
        self.result.next = self.alu.d.val();
        for i in 0..self.slow.len() {
            self.is_slow.next =
                self.execute_valid.q.val() & !self.execute.exception.val() & self.execute.slow.val().any();
            self.slow[i].clock.next = self.clock.val();
            self.slow[i].reset.next = self.reset.val();
            self.slow[i].active.next = self.is_slow.val();
            self.slow[i].unit.next = self.execute.slow.val();
            self.slow[i].subtract.next = self.execute.operation.val().get_bit(0);
            self.slow[i].lanes.next = self.execute.lanes.val();
            self.slow[i].a.next = self.execute.a.val();
            self.slow[i].b.next = self.execute.b.val();
            self.slow_done.next = self.slow[i].done.val();
            if self.execute.slow.val().any() {
                self.result.next = self.slow[i].result.val();
            }
        }
        self.finish.next = self.execute_valid.q.val() & (self.issue.val() | self.slow_done.val());

        // A register's value names a type if it is at most 15, and 15 leaves the type alone. The type is set in the first
        // of two cycles, in which nothing is issued: what reads types needs no way around the type file.
        self.is_late.next = self.execute_valid.q.val() & self.execute.late_type.val();
        self.type_in_range.next = !self.execute.a.val().get_bits::<28>(4).any();
        self.sets_late_type.next =
            self.is_late.val() & self.type_in_range.val() & !self.execute.a.val().get_bits::<4>(0).all();
        self.refused.clock.next = self.clock.val();
        self.refused.enable.next = true;
        self.refused.d.next = self.is_late.val() & !self.type_in_range.val();
        self.result_type.types.next = self.register_types.types.val();
        self.result_type.number.next = self.execute.d_register.val();

        self.retired.clock.next = self.clock.val();
        self.retired.reset.next = self.reset.val();
        self.retired.enable.next = true;
        self.retired.d.next = self.finish.val();
        self.order.clock.next = self.clock.val();
        self.order.reset.next = self.reset.val();
        self.order.enable.next = self.finish.val();
        self.order.d.next = self.order.q.val() + 1;
        self.retire.clock.next = self.clock.val();
        self.retire.load.next = self.finish.val();
        self.retire.next_address.next = self.execute.address.val();
        self.retire.next_word0.next = self.execute.word0.val();
        self.retire.next_word1.next = self.execute.word1.val();
        self.retire.next_word2.next = self.execute.word2.val();
        self.retire.next_length.next = self.execute.length.val();
        self.retire.next_exception.next = self.execute.exception.val() | self.refused.q.val();
        self.retire.next_writes.next = self.execute.writes.val();
        self.retire.next_d_register.next = self.execute.d_register.val();
        self.retire.next_value.next = self.result.val();
        self.retire.next_old_type.next = self.execute.old_type.val();
        self.retire.next_new_type.next = self.result_type.type_code.val();
        self.retire.next_types.next = self.register_types.types.val();
        self.retire.next_a.next = self.execute.a.val();
        self.retire.next_b.next = self.execute.b.val();
        self.retire.next_operand_type.next = self.execute.operand_type.val();
        self.write_back.next = self.retired.q.val() & self.retire.writes.val();

        self.retire_valid.next = self.retired.q.val();
        self.retire_order.next = self.order.q.val();
        self.retire_address.next = self.retire.address.val();
        self.retire_word0.next = self.retire.word0.val();
        self.retire_word1.next = self.retire.word1.val();
        self.retire_word2.next = self.retire.word2.val();
        self.retire_length.next = self.retire.length.val();
        self.retire_exception.next = self.retire.exception.val();
        self.retire_write.next = self.retire.writes.val();
        self.retire_register.next = self.retire.d_register.val();
        self.retire_value.next = self.retire.value.val();
        self.retire_old_type.next = self.retire.old_type.val();
        self.retire_type.next = self.retire.new_type.val();
        self.retire_types.next = self.retire.types.val();
        self.retire_a.next = self.retire.a.val();
        self.retire_b.next = self.retire.b.val();
        self.retire_operand_type.next = self.retire.operand_type.val();
    }
}

crate::top!(BrewDatapath {
    clock,
    reset,
    in_valid,
    in_ready,
    in_address,
    in_word0,
    in_word1,
    in_word2,
    in_length,
    retire_valid,
    retire_order,
    retire_address,
    retire_word0,
    retire_word1,
    retire_word2,
    retire_length,
    retire_exception,
    retire_write,
    retire_register,
    retire_value,
    retire_old_type,
    retire_type,
    retire_types,
    retire_a,
    retire_b,
    retire_operand_type,
});
