//! The decoded instruction between decoder and operand stage: registers, or wires in a short pipeline.

use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// The decoded instruction between decoder and operand stage: registers, or wires in a short pipeline.
#[derive(LogicBlock)]
pub struct InstructionRegister {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Load on this edge.
    pub load: Signal<In, Bit>,
    pub next_address: Signal<In, Bits<32>>,
    pub next_word0: Signal<In, Bits<16>>,
    pub next_word1: Signal<In, Bits<16>>,
    pub next_word2: Signal<In, Bits<16>>,
    pub next_length: Signal<In, Bits<2>>,
    pub next_legal: Signal<In, Bit>,
    pub next_kind: Signal<In, Bits<4>>,
    pub next_d_register: Signal<In, Bits<4>>,
    pub next_a_register: Signal<In, Bits<4>>,
    pub next_b_register: Signal<In, Bits<4>>,
    pub next_type_register: Signal<In, Bits<4>>,
    pub next_a_immediate: Signal<In, Bit>,
    pub next_b_immediate: Signal<In, Bit>,
    pub next_immediate: Signal<In, Bits<3>>,
    pub next_operation: Signal<In, Bits<4>>,
    pub next_compare: Signal<In, Bits<4>>,
    pub next_extend: Signal<In, Bits<2>>,
    pub next_field_a: Signal<In, Bits<4>>,
    pub address: Signal<Out, Bits<32>>,
    pub word0: Signal<Out, Bits<16>>,
    pub word1: Signal<Out, Bits<16>>,
    pub word2: Signal<Out, Bits<16>>,
    pub length: Signal<Out, Bits<2>>,
    pub legal: Signal<Out, Bit>,
    pub kind: Signal<Out, Bits<4>>,
    pub d_register: Signal<Out, Bits<4>>,
    pub a_register: Signal<Out, Bits<4>>,
    pub b_register: Signal<Out, Bits<4>>,
    pub type_register: Signal<Out, Bits<4>>,
    pub a_immediate: Signal<Out, Bit>,
    pub b_immediate: Signal<Out, Bit>,
    pub immediate: Signal<Out, Bits<3>>,
    pub operation: Signal<Out, Bits<4>>,
    pub compare: Signal<Out, Bits<4>>,
    pub extend: Signal<Out, Bits<2>>,
    pub field_a: Signal<Out, Bits<4>>,
    address_state: Stage<Bits<32>>,
    word0_state: Stage<Bits<16>>,
    word1_state: Stage<Bits<16>>,
    word2_state: Stage<Bits<16>>,
    length_state: Stage<Bits<2>>,
    legal_state: Stage<Bit>,
    kind_state: Stage<Bits<4>>,
    d_register_state: Stage<Bits<4>>,
    a_register_state: Stage<Bits<4>>,
    b_register_state: Stage<Bits<4>>,
    type_register_state: Stage<Bits<4>>,
    a_immediate_state: Stage<Bit>,
    b_immediate_state: Stage<Bit>,
    immediate_state: Stage<Bits<3>>,
    operation_state: Stage<Bits<4>>,
    compare_state: Stage<Bits<4>>,
    extend_state: Stage<Bits<2>>,
    field_a_state: Stage<Bits<4>>,
}

impl InstructionRegister {
    /// Registers if `active`, else wires.
    pub fn new(active: bool) -> Self {
        InstructionRegister {
            clock: Signal::default(),
            load: Signal::default(),
            next_address: Signal::default(),
            address: Signal::default(),
            address_state: Stage::new(active),
            next_word0: Signal::default(),
            word0: Signal::default(),
            word0_state: Stage::new(active),
            next_word1: Signal::default(),
            word1: Signal::default(),
            word1_state: Stage::new(active),
            next_word2: Signal::default(),
            word2: Signal::default(),
            word2_state: Stage::new(active),
            next_length: Signal::default(),
            length: Signal::default(),
            length_state: Stage::new(active),
            next_legal: Signal::default(),
            legal: Signal::default(),
            legal_state: Stage::new(active),
            next_kind: Signal::default(),
            kind: Signal::default(),
            kind_state: Stage::new(active),
            next_d_register: Signal::default(),
            d_register: Signal::default(),
            d_register_state: Stage::new(active),
            next_a_register: Signal::default(),
            a_register: Signal::default(),
            a_register_state: Stage::new(active),
            next_b_register: Signal::default(),
            b_register: Signal::default(),
            b_register_state: Stage::new(active),
            next_type_register: Signal::default(),
            type_register: Signal::default(),
            type_register_state: Stage::new(active),
            next_a_immediate: Signal::default(),
            a_immediate: Signal::default(),
            a_immediate_state: Stage::new(active),
            next_b_immediate: Signal::default(),
            b_immediate: Signal::default(),
            b_immediate_state: Stage::new(active),
            next_immediate: Signal::default(),
            immediate: Signal::default(),
            immediate_state: Stage::new(active),
            next_operation: Signal::default(),
            operation: Signal::default(),
            operation_state: Stage::new(active),
            next_compare: Signal::default(),
            compare: Signal::default(),
            compare_state: Stage::new(active),
            next_extend: Signal::default(),
            extend: Signal::default(),
            extend_state: Stage::new(active),
            next_field_a: Signal::default(),
            field_a: Signal::default(),
            field_a_state: Stage::new(active),
        }
    }
}

impl Logic for InstructionRegister {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module instruction_register: The decoded instruction between decoder and operand stage: registers, or wires in a short pipeline."
        );
        comment!("port load: Load on this edge.");
        self.address_state.clock.next = self.clock.val();
        self.address_state.enable.next = self.load.val();
        self.address_state.d.next = self.next_address.val();
        self.address.next = self.address_state.q.val();
        self.word0_state.clock.next = self.clock.val();
        self.word0_state.enable.next = self.load.val();
        self.word0_state.d.next = self.next_word0.val();
        self.word0.next = self.word0_state.q.val();
        self.word1_state.clock.next = self.clock.val();
        self.word1_state.enable.next = self.load.val();
        self.word1_state.d.next = self.next_word1.val();
        self.word1.next = self.word1_state.q.val();
        self.word2_state.clock.next = self.clock.val();
        self.word2_state.enable.next = self.load.val();
        self.word2_state.d.next = self.next_word2.val();
        self.word2.next = self.word2_state.q.val();
        self.length_state.clock.next = self.clock.val();
        self.length_state.enable.next = self.load.val();
        self.length_state.d.next = self.next_length.val();
        self.length.next = self.length_state.q.val();
        self.legal_state.clock.next = self.clock.val();
        self.legal_state.enable.next = self.load.val();
        self.legal_state.d.next = self.next_legal.val();
        self.legal.next = self.legal_state.q.val();
        self.kind_state.clock.next = self.clock.val();
        self.kind_state.enable.next = self.load.val();
        self.kind_state.d.next = self.next_kind.val();
        self.kind.next = self.kind_state.q.val();
        self.d_register_state.clock.next = self.clock.val();
        self.d_register_state.enable.next = self.load.val();
        self.d_register_state.d.next = self.next_d_register.val();
        self.d_register.next = self.d_register_state.q.val();
        self.a_register_state.clock.next = self.clock.val();
        self.a_register_state.enable.next = self.load.val();
        self.a_register_state.d.next = self.next_a_register.val();
        self.a_register.next = self.a_register_state.q.val();
        self.b_register_state.clock.next = self.clock.val();
        self.b_register_state.enable.next = self.load.val();
        self.b_register_state.d.next = self.next_b_register.val();
        self.b_register.next = self.b_register_state.q.val();
        self.type_register_state.clock.next = self.clock.val();
        self.type_register_state.enable.next = self.load.val();
        self.type_register_state.d.next = self.next_type_register.val();
        self.type_register.next = self.type_register_state.q.val();
        self.a_immediate_state.clock.next = self.clock.val();
        self.a_immediate_state.enable.next = self.load.val();
        self.a_immediate_state.d.next = self.next_a_immediate.val();
        self.a_immediate.next = self.a_immediate_state.q.val();
        self.b_immediate_state.clock.next = self.clock.val();
        self.b_immediate_state.enable.next = self.load.val();
        self.b_immediate_state.d.next = self.next_b_immediate.val();
        self.b_immediate.next = self.b_immediate_state.q.val();
        self.immediate_state.clock.next = self.clock.val();
        self.immediate_state.enable.next = self.load.val();
        self.immediate_state.d.next = self.next_immediate.val();
        self.immediate.next = self.immediate_state.q.val();
        self.operation_state.clock.next = self.clock.val();
        self.operation_state.enable.next = self.load.val();
        self.operation_state.d.next = self.next_operation.val();
        self.operation.next = self.operation_state.q.val();
        self.compare_state.clock.next = self.clock.val();
        self.compare_state.enable.next = self.load.val();
        self.compare_state.d.next = self.next_compare.val();
        self.compare.next = self.compare_state.q.val();
        self.extend_state.clock.next = self.clock.val();
        self.extend_state.enable.next = self.load.val();
        self.extend_state.d.next = self.next_extend.val();
        self.extend.next = self.extend_state.q.val();
        self.field_a_state.clock.next = self.clock.val();
        self.field_a_state.enable.next = self.load.val();
        self.field_a_state.d.next = self.next_field_a.val();
        self.field_a.next = self.field_a_state.q.val();
    }
}
