//! The operand stage: what the decoded instruction becomes once register types and values are known.

use super::immediate::ImmediateSelect;
use super::type_file::TypeSelect;
use super::type_rules::TypeRules;
use crate::comment;
use rust_hdl::prelude::*;

/// Applies the deciding type, selects operands and forwards the result of the instruction that is executing.
#[derive(LogicBlock)]
pub struct OperandStage {
    /// FIELD_E, low half.
    pub word1: Signal<In, Bits<16>>,
    /// FIELD_E, high half.
    pub word2: Signal<In, Bits<16>>,
    /// From the decoder: the code is an instruction.
    pub code_legal: Signal<In, Bit>,
    /// From the decoder.
    pub kind: Signal<In, Bits<4>>,
    /// From the decoder.
    pub code_operation: Signal<In, Bits<4>>,
    /// From the decoder.
    pub immediate: Signal<In, Bits<3>>,
    /// From the decoder.
    pub field_a: Signal<In, Bits<4>>,
    /// From the decoder.
    pub d_register: Signal<In, Bits<4>>,
    /// From the decoder.
    pub type_register: Signal<In, Bits<4>>,
    /// From the decoder.
    pub a_register: Signal<In, Bits<4>>,
    /// From the decoder.
    pub b_register: Signal<In, Bits<4>>,
    /// From the decoder.
    pub a_immediate: Signal<In, Bit>,
    /// From the decoder.
    pub b_immediate: Signal<In, Bit>,
    /// All types.
    pub types: Signal<In, Bits<60>>,
    /// Register file: value of `a_register`.
    pub a_value: Signal<In, Bits<32>>,
    /// Register file: value of `b_register`.
    pub b_value: Signal<In, Bits<32>>,
    /// The executing instruction writes a register in this cycle.
    pub forward: Signal<In, Bit>,
    /// Which one.
    pub forward_register: Signal<In, Bits<4>>,
    /// What.
    pub forward_value: Signal<In, Bits<32>>,
    /// First operand.
    pub a: Signal<Out, Bits<32>>,
    /// Second operand.
    pub b: Signal<Out, Bits<32>>,
    /// The instruction may execute.
    pub legal: Signal<Out, Bit>,
    /// See the integer unit.
    pub operation: Signal<Out, Bits<4>>,
    /// See the integer unit.
    pub lanes: Signal<Out, Bits<4>>,
    /// See [`TypeRules`].
    pub float: Signal<Out, Bit>,
    /// See [`TypeRules`].
    pub slow: Signal<Out, Bits<2>>,
    /// It writes the destination's value.
    pub writes: Signal<Out, Bit>,
    /// It takes the destination's type from a register's value.
    pub late_type: Signal<Out, Bit>,
    /// It sets the destination's type at once.
    pub sets_type: Signal<Out, Bit>,
    /// To this.
    pub new_type: Signal<Out, Bits<4>>,
    /// It sets types of many registers, if it may execute.
    pub many_types: Signal<Out, Bit>,
    /// It sets types of registers 0 to 7.
    pub sets_low: Signal<Out, Bit>,
    /// It sets types of registers 8 to 14.
    pub sets_high: Signal<Out, Bit>,
    /// The deciding type.
    pub operand_type: Signal<Out, Bits<4>>,
    /// The destination's type before the instruction.
    pub old_type: Signal<Out, Bits<4>>,
    deciding: TypeSelect,
    destination: TypeSelect,
    rules: TypeRules,
    immediates: ImmediateSelect,
    a_ready: Signal<Local, Bits<32>>,
    b_ready: Signal<Local, Bits<32>>,
}

impl OperandStage {
    /// With or without the floating-point unit and the integer multiplier.
    pub fn new(float: bool, multiplier: bool) -> Self {
        OperandStage {
            word1: Signal::default(),
            word2: Signal::default(),
            code_legal: Signal::default(),
            kind: Signal::default(),
            code_operation: Signal::default(),
            immediate: Signal::default(),
            field_a: Signal::default(),
            d_register: Signal::default(),
            type_register: Signal::default(),
            a_register: Signal::default(),
            b_register: Signal::default(),
            a_immediate: Signal::default(),
            b_immediate: Signal::default(),
            types: Signal::default(),
            a_value: Signal::default(),
            b_value: Signal::default(),
            forward: Signal::default(),
            forward_register: Signal::default(),
            forward_value: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            legal: Signal::default(),
            operation: Signal::default(),
            lanes: Signal::default(),
            float: Signal::default(),
            slow: Signal::default(),
            writes: Signal::default(),
            late_type: Signal::default(),
            sets_type: Signal::default(),
            new_type: Signal::default(),
            many_types: Signal::default(),
            sets_low: Signal::default(),
            sets_high: Signal::default(),
            operand_type: Signal::default(),
            old_type: Signal::default(),
            deciding: TypeSelect::default(),
            destination: TypeSelect::default(),
            rules: TypeRules::new(float, multiplier),
            immediates: ImmediateSelect::default(),
            a_ready: Signal::default(),
            b_ready: Signal::default(),
        }
    }
}

impl Logic for OperandStage {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module operand_stage: Applies the deciding type, selects operands and forwards the result of the executing instruction."
        );
        comment!("port types: All types, that of register 0 lowest.");
        comment!("port forward: The executing instruction writes a register in this cycle.");
        comment!("port writes: The instruction writes the value of its destination.");
        comment!("port late_type: It takes the type of its destination from the value of a register.");
        comment!("port sets_type: It sets the type of its destination at once.");
        comment!("port many_types: It sets types of many registers, if it may execute.");
        comment!("port sets_low: It sets types of registers 0 to 7.");
        comment!("port sets_high: It sets types of registers 8 to 14.");
        comment!("port operand_type: The deciding type.");
        comment!("port old_type: Type of the destination before the instruction.");
        self.deciding.types.next = self.types.val();
        self.deciding.number.next = self.type_register.val();
        self.destination.types.next = self.types.val();
        self.destination.number.next = self.d_register.val();
        self.operand_type.next = self.deciding.type_code.val();
        self.old_type.next = self.destination.type_code.val();

        self.rules.code_legal.next = self.code_legal.val();
        self.rules.kind.next = self.kind.val();
        self.rules.code_operation.next = self.code_operation.val();
        self.rules.type_code.next = self.deciding.type_code.val();
        self.legal.next = self.rules.legal.val();
        self.operation.next = self.rules.operation.val();
        self.lanes.next = self.rules.lanes.val();
        self.float.next = self.rules.float.val();
        self.slow.next = self.rules.slow.val();

        self.immediates.select.next = self.immediate.val();
        self.immediates.word1.next = self.word1.val();
        self.immediates.word2.next = self.word2.val();
        self.immediates.field_a.next = self.field_a.val();
        self.immediates.type_code.next = self.deciding.type_code.val();
        self.immediates.lanes.next = self.rules.lanes.val();
        self.immediates.float.next = self.rules.float.val();

        // The forwarded value arrives last: one multiplexer behind the integer unit.
        self.a_ready.next = self.a_value.val();
        if self.a_immediate.val() {
            self.a_ready.next = self.immediates.value.val();
        }
        self.a.next = self.a_ready.val();
        if self.forward.val() & !self.a_immediate.val() & (self.forward_register.val() == self.a_register.val()) {
            self.a.next = self.forward_value.val();
        }
        self.b_ready.next = self.b_value.val();
        if self.b_immediate.val() {
            self.b_ready.next = self.immediates.value.val();
        }
        self.b.next = self.b_ready.val();
        if self.forward.val() & !self.b_immediate.val() & (self.forward_register.val() == self.b_register.val()) {
            self.b.next = self.forward_value.val();
        }

        self.writes.next = self.rules.legal.val() & ((self.kind.val() < 10) | (self.kind.val() == 11));
        self.late_type.next = self.rules.legal.val() & (self.kind.val() == 10);
        self.sets_type.next =
            self.rules.legal.val() & (self.kind.val() < 13) & !((self.kind.val() == 6) | (self.kind.val() == 10));
        self.new_type.next = self.deciding.type_code.val();
        if (self.kind.val() == 9) | (self.kind.val() == 11) {
            self.new_type.next = 0.into();
        }
        if self.kind.val() == 12 {
            self.new_type.next = self.field_a.val();
        }
        self.many_types.next = self.kind.val() > 12;
        self.sets_low.next = self.rules.legal.val() & (self.kind.val() == 13);
        self.sets_high.next = self.rules.legal.val() & (self.kind.val() == 14);
    }
}
