//! The operand stage: what the decoded instruction becomes once register types and values are known.

use super::bundles::{AluParts, Decoded, Executing, Kind, Origin};
use super::codes::{lanes_bit, operation_bit, type_code};
use super::immediate::ImmediateSelect;
use super::lane_adder::LaneBarriers;
use super::result_choice::ResultChoice;
use super::result_merge::ResultMerge;
use super::type_file::TypeSelect;
use super::type_rules::TypeRules;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Applies the deciding type, selects operands and forwards the result of the executing instruction.
#[hdl_module]
pub struct OperandStage {
    pub(super) origin: Signal<In, Origin>,
    pub(super) decoded: Signal<In, Decoded>,
    /// All types, that of register 0 lowest.
    pub types: Signal<In, Bits<60>>,
    /// Value of the first source register.
    pub a_value: Signal<In, Bits<32>>,
    /// Value of the second source register.
    pub b_value: Signal<In, Bits<32>>,
    /// The executing instruction writes a register in this cycle.
    pub forward: Signal<In, Bit>,
    /// Number of the register that the executing instruction writes.
    pub forward_register: Signal<In, Bits<4>>,
    pub(super) result: Signal<In, AluParts>,
    pub(super) executing: Signal<Out, Executing>,
    /// The instruction executes for two cycles: it sets a type from a value, or compares floating-point numbers.
    pub takes_two: Signal<Out, Bit>,
    /// The instruction sets the type of its destination in this stage.
    pub sets_type: Signal<Out, Bit>,
    /// Code of the destination's type after the instruction.
    pub new_type: Signal<Out, Bits<4>>,
    /// The instruction sets the types of many registers, if it is legal.
    pub many_types: Signal<Out, Bit>,
    /// The instruction sets types of registers 0 to 7.
    pub sets_low: Signal<Out, Bit>,
    /// The instruction sets types of registers 8 to 14.
    pub sets_high: Signal<Out, Bit>,
    deciding: TypeSelect,
    destination: TypeSelect,
    rules: TypeRules,
    immediates: ImmediateSelect,
    barriers: LaneBarriers,
    a_choice: ResultChoice,
    b_choice: ResultChoice,
    a_merge: ResultMerge,
    b_merge: ResultMerge,
    is_about_types: Signal<Local, Bit>,
    a_ready: Signal<Local, Bits<32>>,
    b_ready: Signal<Local, Bits<32>>,
}

impl OperandStage {
    /// With or without the floating-point unit and the integer multiplier.
    pub fn new(float: bool, multiplier: bool) -> Self {
        OperandStage {
            rules: TypeRules::new(float, multiplier),
            ..OperandStage::default()
        }
    }
}

impl Logic for OperandStage {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.deciding { types, number: self.decoded.val().type_register });
        connect!(self.destination { types, number: self.decoded.val().d_register });

        self.rules.code_legal.next = self.decoded.val().legal;
        self.rules.kind.next = self.decoded.val().kind;
        self.rules.code_operation.next = self.decoded.val().operation;
        self.rules.type_code.next = self.deciding.type_code.val();

        connect!(self.immediates {
            select: self.decoded.val().immediate, word1: self.origin.val().word1, word2: self.origin.val().word2,
            field_a: self.decoded.val().field_a, type_code: self.deciding.type_code.val(),
            lanes: self.rules.lanes.val(), float: self.rules.float.val(),
        });

        self.a_ready.next = self.a_value.val();
        if self.decoded.val().a_immediate {
            self.a_ready.next = self.immediates.value.val();
        }
        self.a_choice.parts.next = self.result.val();
        self.a_choice.forward.next = self.forward.val()
            & !self.decoded.val().a_immediate
            & (self.forward_register.val() == self.decoded.val().a_register);
        self.a_choice.ready.next = self.a_ready.val();
        self.a_choice.invert.next = false;
        self.a_merge.choice.next = self.a_choice.choice.val();
        self.executing.next.a = self.a_merge.value.val();
        self.b_ready.next = self.b_value.val();
        if self.decoded.val().b_immediate {
            self.b_ready.next = self.immediates.value.val();
        }
        self.b_choice.parts.next = self.result.val();
        self.b_choice.forward.next = self.forward.val()
            & !self.decoded.val().b_immediate
            & (self.forward_register.val() == self.decoded.val().b_register);
        self.b_choice.ready.next = self.b_ready.val();
        self.b_choice.invert.next = self.rules.inverts_b.val();
        self.b_merge.choice.next = self.b_choice.choice.val();
        connect!(self.executing.next { b: self.b_merge.value.val(), b_inverted: self.rules.inverts_b.val() });

        self.executing.next.d_register = self.decoded.val().d_register;
        self.executing.next.exception = !self.rules.legal.val();
        self.executing.next.writes = self.rules.legal.val() & !self.is_about_types.val();
        self.executing.next.operation = self.rules.operation.val();
        self.executing.next.lanes = self.rules.lanes.val();
        self.barriers.subtract.next = self.rules.operation.val().get_bit(operation_bit::SUBTRACT);
        self.barriers.lanes16.next = self.rules.lanes.val().get_bit(lanes_bit::HALVES);
        self.barriers.lanes8.next = self.rules.lanes.val().get_bit(lanes_bit::BYTES);
        connect!(self.executing.next {
            barriers: self.barriers.barriers.val(), compare: self.decoded.val().compare,
            extend: self.decoded.val().extend, float: self.rules.float.val(), slow: self.rules.slow.val(),
            operand_type: self.deciding.type_code.val(), old_type: self.destination.type_code.val(),
        });

        self.many_types.next =
            (self.decoded.val().kind == Kind::TypesLow) | (self.decoded.val().kind == Kind::TypesHigh);
        self.is_about_types.next = self.many_types.val()
            | (self.decoded.val().kind == Kind::TypeFromValue)
            | (self.decoded.val().kind == Kind::TypeFromCode);
        self.takes_two.next = self.rules.legal.val()
            & ((self.decoded.val().kind == Kind::TypeFromValue)
                | ((self.decoded.val().kind == Kind::Compare) & self.rules.float.val()));
        self.sets_type.next = self.rules.legal.val()
            & !self.many_types.val()
            & (self.decoded.val().kind != Kind::Load)
            & (self.decoded.val().kind != Kind::TypeFromValue);
        self.new_type.next = self.deciding.type_code.val();
        if (self.decoded.val().kind == Kind::Compare) | (self.decoded.val().kind == Kind::ReadType) {
            self.new_type.next = type_code::INT32.into();
        }
        if self.decoded.val().kind == Kind::TypeFromCode {
            self.new_type.next = self.decoded.val().field_a;
        }
        self.sets_low.next = self.rules.legal.val() & (self.decoded.val().kind == Kind::TypesLow);
        self.sets_high.next = self.rules.legal.val() & (self.decoded.val().kind == Kind::TypesHigh);
    }
}
