//! The datapath: decoder, registers, types, execution units, and the port that tells what retired.

use super::bundles::{Decoded, Executing, Origin, Retired, SlowOperation};
use super::codes::{comparison_bit, lanes_bit, operation_bit};
use super::config::{DatapathConfig, RegisterFileForm};
use super::decoder::BrewDecoder;
use super::float_special::FloatSpecial;
use super::integer_unit::IntegerUnit;
use super::operand_stage::OperandStage;
use super::register_file::{RegisterFileAsynchronous, RegisterFileSynchronous};
use super::result_choice::ResultChoice;
use super::result_merge::ResultMerge;
use super::slow_unit::SlowUnit;
use super::type_file::{TypeFile, TypeSelect};
use crate::leaf::{Register, Stage, instance, state};
use crate::netlist::{InstanceHandle, ResetStyle, StateHandle};
use crate::optional;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Register-ISA datapath: executes one instruction per cycle but for multiplications and floating-point arithmetic,
/// in order.
///
/// All ports but `in_ready` and `in_length` come from registers. See `docs/brew.md`.
#[hdl_module]
pub struct BrewDatapath {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous; empties the pipeline and makes every type INT32.
    pub reset: Signal<In, Bit>,
    /// The ports in_word0 to in_word2 hold an instruction.
    pub in_valid: Signal<In, Bit>,
    /// The instruction is accepted on this edge if valid.
    pub in_ready: Signal<Out, Bit>,
    /// Address of the instruction; retire_address returns it.
    pub in_address: Signal<In, Bits<32>>,
    /// First word of the instruction.
    pub in_word0: Signal<In, Bits<16>>,
    /// The word after the first one; part of the instruction if in_length is 2 or 3.
    pub in_word1: Signal<In, Bits<16>>,
    /// The word after in_word1; part of the instruction if in_length is 3.
    pub in_word2: Signal<In, Bits<16>>,
    /// Length of the instruction in words, 1 to 3; depends only on in_word0.
    pub in_length: Signal<Out, Bits<2>>,
    /// An instruction retired at the last edge; the other retire ports describe it.
    pub retire_valid: Signal<Out, Bit>,
    /// Number of instructions that retired before this one since the last reset, modulo 2^32.
    pub retire_order: Signal<Out, Bits<32>>,
    /// Address of the retired instruction.
    pub retire_address: Signal<Out, Bits<32>>,
    /// First word of the retired instruction.
    pub retire_word0: Signal<Out, Bits<16>>,
    /// Second word, if the retired instruction has two or three words.
    pub retire_word1: Signal<Out, Bits<16>>,
    /// Third word, if the retired instruction has three words.
    pub retire_word2: Signal<Out, Bits<16>>,
    /// Length of the retired instruction in words.
    pub retire_length: Signal<Out, Bits<2>>,
    /// The retired instruction was invalid, and changed no register and no type.
    pub retire_exception: Signal<Out, Bit>,
    /// The retired instruction wrote a value to a register.
    pub retire_write: Signal<Out, Bit>,
    /// Destination; if the instruction sets the types of many registers, the first of them.
    pub retire_register: Signal<Out, Bits<4>>,
    /// The written value, if retire_write is 1.
    pub retire_value: Signal<Out, Bits<32>>,
    /// Type of the destination before the instruction.
    pub retire_old_type: Signal<Out, Bits<4>>,
    /// Type of the destination after the instruction.
    pub retire_type: Signal<Out, Bits<4>>,
    /// All types after the instruction, four bits each, register 0 lowest.
    pub retire_types: Signal<Out, Bits<60>>,
    /// First operand, from a register or from the instruction.
    pub retire_a: Signal<Out, Bits<32>>,
    /// Second operand, from a register or from the instruction.
    pub retire_b: Signal<Out, Bits<32>>,
    /// The type that selected the operation.
    pub retire_operand_type: Signal<Out, Bits<4>>,
    decoder: BrewDecoder,
    instruction: Stage<Decoded>,
    instruction_origin: Stage<Origin>,
    instruction_valid: Vec<Register<Bit>>,
    register_types: TypeFile,
    asynchronous: Vec<RegisterFileAsynchronous>,
    synchronous: Vec<RegisterFileSynchronous>,
    operands: OperandStage,
    execute: Register<Executing>,
    execute_origin: Register<Origin>,
    execute_first: Register<Bit>,
    execute_valid: Register<Bit>,
    special: Vec<FloatSpecial>,
    alu: IntegerUnit,
    choice: ResultChoice,
    result: ResultMerge,
    slow: Vec<SlowUnit>,
    refused: Register<Bit>,
    result_type: TypeSelect,
    retire: Register<Retired>,
    retire_origin: Register<Origin>,
    retired: Register<Bit>,
    order: Register<Bits<32>>,
    origin: Signal<Local, Origin>,
    take: Signal<Local, Bit>,
    offered: Signal<Local, Bit>,
    issue: Signal<Local, Bit>,
    a_value: Signal<Local, Bits<32>>,
    b_value: Signal<Local, Bits<32>>,
    write_back: Signal<Local, Bit>,
    is_long: Signal<Local, Bit>,
    is_slow: Signal<Local, Bit>,
    slow_done: Signal<Local, Bit>,
    b_operand: Signal<Local, Bits<32>>,
    finish: Signal<Local, Bit>,
    type_in_range: Signal<Local, Bit>,
    sets_late_type: Signal<Local, Bit>,
    is_first_of_two: Signal<Local, Bit>,
    is_late: Signal<Local, Bit>,
}

/// The state of the datapath itself that claims speak of.
pub struct DatapathState {
    /// The instruction register of a datapath of depth 3, and whether it holds an instruction.
    pub instruction: [StateHandle; 2],
    pub instruction_valid: StateHandle,
    /// The register before the execute stage.
    pub execute: [StateHandle; 3],
    pub execute_valid: StateHandle,
    /// Whether its instruction writes a value, if it is valid.
    pub execute_writes: StateHandle,
    /// Whether an instruction retired at the last edge, whether it wrote a value, and which.
    pub retired: StateHandle,
    pub retire_writes: StateHandle,
    pub retire_value: StateHandle,
}

impl BrewDatapath {
    /// Its state.
    pub fn state() -> DatapathState {
        DatapathState {
            instruction: [
                state!(BrewDatapath, instruction),
                state!(BrewDatapath, instruction_origin),
            ],
            instruction_valid: state!(BrewDatapath, instruction_valid[0]),
            execute: [
                state!(BrewDatapath, execute),
                state!(BrewDatapath, execute_origin),
                state!(BrewDatapath, execute_first),
            ],
            execute_valid: state!(BrewDatapath, execute_valid),
            execute_writes: state!(BrewDatapath, execute => writes),
            retired: state!(BrewDatapath, retired),
            retire_writes: state!(BrewDatapath, retire => writes),
            retire_value: state!(BrewDatapath, retire => value),
        }
    }

    pub(super) fn slow_unit() -> InstanceHandle {
        instance!(BrewDatapath, slow[0])
    }

    pub(super) fn synchronous_file() -> InstanceHandle {
        instance!(BrewDatapath, synchronous[0])
    }

    pub(super) fn asynchronous_file() -> InstanceHandle {
        instance!(BrewDatapath, asynchronous[0])
    }

    pub(super) fn types() -> InstanceHandle {
        instance!(BrewDatapath, register_types)
    }

    /// The datapath of a valid configuration.
    pub fn new(config: &DatapathConfig) -> Self {
        let style = ResetStyle {
            asynchronous: false,
            active_low: false,
        };
        let synchronous = config.register_file == RegisterFileForm::Synchronous;
        BrewDatapath {
            instruction: Stage::new(config.depth == 3),
            instruction_origin: Stage::new(config.depth == 3),
            instruction_valid: optional(config.depth == 3, || Register::new(style, false)),
            asynchronous: optional(!synchronous, RegisterFileAsynchronous::default),
            synchronous: optional(synchronous, RegisterFileSynchronous::default),
            operands: OperandStage::new(config.float, config.multiplier),
            execute_valid: Register::new(style, false),
            special: optional(config.float, FloatSpecial::default),
            alu: IntegerUnit::new(true, config.float),
            slow: optional(config.float || config.multiplier, || {
                SlowUnit::new(config.float, config.serial_multiplier)
            }),
            retired: Register::new(style, false),
            order: Register::new(style, 0xffff_ffff_u64.into()),
            ..BrewDatapath::default()
        }
    }
}

impl Logic for BrewDatapath {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.decoder { word0: self.in_word0.val(), word1: self.in_word1.val() });
        self.in_length.next = self.decoder.length.val();
        self.in_ready.next = self.take.val();

        connect!(self.origin.next {
            address: self.in_address.val(), word0: self.in_word0.val(), word1: self.in_word1.val(),
            word2: self.in_word2.val(), length: self.decoder.length.val(),
        });
        connect!(self.instruction { clock, enable: self.take.val(), d: self.decoder.decoded.val() });
        connect!(self.instruction_origin { clock, enable: self.take.val(), d: self.origin.val() });

        self.issue.next = !self.is_slow.val() & !self.is_first_of_two.val();
        self.take.next = self.issue.val();
        self.offered.next = self.in_valid.val();
        for i in 0..self.instruction_valid.len() {
            self.take.next = self.issue.val() | !self.instruction_valid[i].q.val();
            self.offered.next = self.instruction_valid[i].q.val();
            connect!(self.instruction_valid[i] { clock, reset, enable: self.take.val(), d: self.in_valid.val() });
        }

        self.a_value.next = 0.into();
        self.b_value.next = 0.into();
        for i in 0..self.asynchronous.len() {
            connect!(self.asynchronous[i] {
                clock, write: self.write_back.val(), write_register: self.retire.q.val().d_register,
                write_value: self.retire.q.val().value, a_register: self.instruction.q.val().a_register,
                b_register: self.instruction.q.val().b_register,
            });
            self.a_value.next = self.asynchronous[i].a.val();
            self.b_value.next = self.asynchronous[i].b.val();
        }
        for i in 0..self.synchronous.len() {
            connect!(self.synchronous[i] {
                clock, write: self.write_back.val(), write_register: self.retire.q.val().d_register,
                write_value: self.retire.q.val().value, a_register: self.instruction.q.val().a_register,
                b_register: self.instruction.q.val().b_register, a_next: self.instruction.q.val().a_register,
                b_next: self.instruction.q.val().b_register,
            });
            if self.take.val() {
                self.synchronous[i].a_next.next = self.decoder.decoded.val().a_register;
                self.synchronous[i].b_next.next = self.decoder.decoded.val().b_register;
            }
            self.a_value.next = self.synchronous[i].a.val();
            self.b_value.next = self.synchronous[i].b.val();
        }

        connect!(self.operands {
            origin: self.instruction_origin.q.val(), decoded: self.instruction.q.val(),
            types: self.register_types.types.val(), a_value, b_value,
            forward: self.execute_valid.q.val() & self.execute.q.val().writes,
            forward_register: self.execute.q.val().d_register, result: self.alu.parts.val(),
        });

        self.register_types.clock.next = self.clock.val();
        self.register_types.reset.next = self.reset.val();
        self.register_types.write.next =
            (self.issue.val() & self.offered.val() & self.operands.sets_type.val()) | self.sets_late_type.val();
        self.register_types.write_register.next = self.instruction.q.val().d_register;
        self.register_types.write_type.next = self.operands.new_type.val();
        self.register_types.many.next = self.operands.many_types.val();
        if self.is_late.val() {
            self.register_types.write_register.next = self.execute.q.val().d_register;
            self.register_types.write_type.next = self.execute.q.val().a.get_bits::<4>(0);
            self.register_types.many.next = false;
        }
        self.register_types.write_low.next = self.issue.val() & self.offered.val() & self.operands.sets_low.val();
        self.register_types.write_high.next = self.issue.val() & self.offered.val() & self.operands.sets_high.val();
        self.register_types.write_nibbles.next = (bit_cast::<32, 16>(self.instruction_origin.q.val().word2) << 16)
            | bit_cast::<32, 16>(self.instruction_origin.q.val().word1);

        connect!(self.execute_valid { clock, reset, enable: true, d: self.offered.val() });
        if !self.issue.val() {
            self.execute_valid.d.next = !self.slow_done.val();
        }
        connect!(self.execute { clock, enable: self.issue.val(), d: self.operands.executing.val() });
        connect!(self.execute_origin { clock, enable: self.issue.val(), d: self.instruction_origin.q.val() });
        // Of two cycles.
        connect!(self.execute_first { clock, enable: true, d: self.issue.val() & self.operands.takes_two.val() });
        self.is_first_of_two.next = self.execute_valid.q.val() & self.execute_first.q.val();

        connect!(self.alu { unordered: 0.into(), both_zero: 0.into() });
        for i in 0..self.special.len() {
            connect!(self.special[i] {
                clock, enable: self.is_first_of_two.val(), a: self.execute.q.val().a, b: !self.execute.q.val().b,
                half: self.execute.q.val().lanes.get_bit(lanes_bit::HALVES),
            });
            self.alu.unordered.next = self.special[i].unordered.val();
            self.alu.both_zero.next = self.special[i].both_zero.val();
        }
        connect!(self.alu {
            operation: self.execute.q.val().operation, lanes: self.execute.q.val().lanes,
            barriers: self.execute.q.val().barriers, compare: self.execute.q.val().compare,
            as_float: self.execute.q.val().float, extend: self.execute.q.val().extend, a: self.execute.q.val().a,
            b: self.execute.q.val().b,
        });

        self.is_long.next = self.execute.q.val().slow != SlowOperation::None;
        self.is_slow.next = false;
        self.slow_done.next = false;
        connect!(self.choice { parts: self.alu.parts.val(), forward: true, ready: 0.into(), invert: false });
        self.result.choice.next = self.choice.choice.val();
        for i in 0..self.slow.len() {
            self.is_slow.next = self.execute_valid.q.val() & !self.execute.q.val().exception & self.is_long.val();
            connect!(self.slow[i] {
                clock, reset, active: self.is_slow.val(), unit: self.execute.q.val().slow,
                subtract: self.execute.q.val().operation.get_bit(operation_bit::SUBTRACT),
                lanes: self.execute.q.val().lanes, a: self.execute.q.val().a, b: self.execute.q.val().b,
            });
            self.slow_done.next = self.slow[i].done.val();
            connect!(self.choice { forward: !self.is_long.val(), ready: self.slow[i].result.val() });
        }
        self.finish.next = self.execute_valid.q.val() & (self.issue.val() | self.slow_done.val());

        // A register's value names a type if it is at most 15, and 15 leaves the type alone. The type is set in the first
        // of two cycles, in which nothing is issued: what reads types needs no way around the type file.
        self.is_late.next = self.is_first_of_two.val() & !self.execute.q.val().compare.get_bit(comparison_bit::ACTIVE);
        self.type_in_range.next = !self.execute.q.val().a.get_bits::<28>(4).any();
        self.sets_late_type.next =
            self.is_late.val() & self.type_in_range.val() & !self.execute.q.val().a.get_bits::<4>(0).all();
        connect!(self.refused { clock, enable: true, d: self.is_late.val() & !self.type_in_range.val() });
        self.result_type.types.next = self.register_types.types.val();
        self.result_type.number.next = self.execute.q.val().d_register;

        connect!(self.retired { clock, reset, enable: true, d: self.finish.val() });
        connect!(self.order { clock, reset, enable: self.finish.val(), d: self.order.q.val() + 1 });
        self.b_operand.next = self.execute.q.val().b;
        if self.execute.q.val().b_inverted {
            self.b_operand.next = !self.execute.q.val().b;
        }
        connect!(self.retire_origin { clock, enable: self.finish.val(), d: self.execute_origin.q.val() });
        connect!(self.retire { clock, enable: self.finish.val() });
        connect!(self.retire.d.next {
            d_register: self.execute.q.val().d_register,
            exception: self.execute.q.val().exception | self.refused.q.val(), writes: self.execute.q.val().writes,
            value: self.result.value.val(), old_type: self.execute.q.val().old_type,
            new_type: self.result_type.type_code.val(), types: self.register_types.types.val(),
            a: self.execute.q.val().a, b: self.b_operand.val(), operand_type: self.execute.q.val().operand_type,
        });
        self.write_back.next = self.retired.q.val() & self.retire.q.val().writes;

        self.retire_valid.next = self.retired.q.val();
        self.retire_order.next = self.order.q.val();
        self.retire_address.next = self.retire_origin.q.val().address;
        self.retire_word0.next = self.retire_origin.q.val().word0;
        self.retire_word1.next = self.retire_origin.q.val().word1;
        self.retire_word2.next = self.retire_origin.q.val().word2;
        self.retire_length.next = self.retire_origin.q.val().length;
        self.retire_exception.next = self.retire.q.val().exception;
        self.retire_write.next = self.retire.q.val().writes;
        self.retire_register.next = self.retire.q.val().d_register;
        self.retire_value.next = self.retire.q.val().value;
        self.retire_old_type.next = self.retire.q.val().old_type;
        self.retire_type.next = self.retire.q.val().new_type;
        self.retire_types.next = self.retire.q.val().types;
        self.retire_a.next = self.retire.q.val().a;
        self.retire_b.next = self.retire.q.val().b;
        self.retire_operand_type.next = self.retire.q.val().operand_type;
    }
}
