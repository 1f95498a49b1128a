//! The instruction that retired.

use crate::comment;
use crate::rtl::leaf::Register;
use rust_hdl::prelude::*;

/// The instruction that retired.
#[derive(LogicBlock, Default)]
pub struct RetireRegister {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Load on this edge.
    pub load: Signal<In, Bit>,
    pub next_address: Signal<In, Bits<32>>,
    pub next_word0: Signal<In, Bits<16>>,
    pub next_word1: Signal<In, Bits<16>>,
    pub next_word2: Signal<In, Bits<16>>,
    pub next_length: Signal<In, Bits<2>>,
    pub next_exception: Signal<In, Bit>,
    pub next_writes: Signal<In, Bit>,
    pub next_d_register: Signal<In, Bits<4>>,
    pub next_value: Signal<In, Bits<32>>,
    pub next_old_type: Signal<In, Bits<4>>,
    pub next_new_type: Signal<In, Bits<4>>,
    pub next_types: Signal<In, Bits<60>>,
    pub next_a: Signal<In, Bits<32>>,
    pub next_b: Signal<In, Bits<32>>,
    pub next_operand_type: Signal<In, Bits<4>>,
    pub address: Signal<Out, Bits<32>>,
    pub word0: Signal<Out, Bits<16>>,
    pub word1: Signal<Out, Bits<16>>,
    pub word2: Signal<Out, Bits<16>>,
    pub length: Signal<Out, Bits<2>>,
    pub exception: Signal<Out, Bit>,
    pub writes: Signal<Out, Bit>,
    pub d_register: Signal<Out, Bits<4>>,
    pub value: Signal<Out, Bits<32>>,
    pub old_type: Signal<Out, Bits<4>>,
    pub new_type: Signal<Out, Bits<4>>,
    pub types: Signal<Out, Bits<60>>,
    pub a: Signal<Out, Bits<32>>,
    pub b: Signal<Out, Bits<32>>,
    pub operand_type: Signal<Out, Bits<4>>,
    address_state: Register<Bits<32>>,
    word0_state: Register<Bits<16>>,
    word1_state: Register<Bits<16>>,
    word2_state: Register<Bits<16>>,
    length_state: Register<Bits<2>>,
    exception_state: Register<Bit>,
    writes_state: Register<Bit>,
    d_register_state: Register<Bits<4>>,
    value_state: Register<Bits<32>>,
    old_type_state: Register<Bits<4>>,
    new_type_state: Register<Bits<4>>,
    types_state: Register<Bits<60>>,
    a_state: Register<Bits<32>>,
    b_state: Register<Bits<32>>,
    operand_type_state: Register<Bits<4>>,
}

impl Logic for RetireRegister {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module retire_register: The instruction that retired.");
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
        self.exception_state.clock.next = self.clock.val();
        self.exception_state.enable.next = self.load.val();
        self.exception_state.d.next = self.next_exception.val();
        self.exception.next = self.exception_state.q.val();
        self.writes_state.clock.next = self.clock.val();
        self.writes_state.enable.next = self.load.val();
        self.writes_state.d.next = self.next_writes.val();
        self.writes.next = self.writes_state.q.val();
        self.d_register_state.clock.next = self.clock.val();
        self.d_register_state.enable.next = self.load.val();
        self.d_register_state.d.next = self.next_d_register.val();
        self.d_register.next = self.d_register_state.q.val();
        self.value_state.clock.next = self.clock.val();
        self.value_state.enable.next = self.load.val();
        self.value_state.d.next = self.next_value.val();
        self.value.next = self.value_state.q.val();
        self.old_type_state.clock.next = self.clock.val();
        self.old_type_state.enable.next = self.load.val();
        self.old_type_state.d.next = self.next_old_type.val();
        self.old_type.next = self.old_type_state.q.val();
        self.new_type_state.clock.next = self.clock.val();
        self.new_type_state.enable.next = self.load.val();
        self.new_type_state.d.next = self.next_new_type.val();
        self.new_type.next = self.new_type_state.q.val();
        self.types_state.clock.next = self.clock.val();
        self.types_state.enable.next = self.load.val();
        self.types_state.d.next = self.next_types.val();
        self.types.next = self.types_state.q.val();
        self.a_state.clock.next = self.clock.val();
        self.a_state.enable.next = self.load.val();
        self.a_state.d.next = self.next_a.val();
        self.a.next = self.a_state.q.val();
        self.b_state.clock.next = self.clock.val();
        self.b_state.enable.next = self.load.val();
        self.b_state.d.next = self.next_b.val();
        self.b.next = self.b_state.q.val();
        self.operand_type_state.clock.next = self.clock.val();
        self.operand_type_state.enable.next = self.load.val();
        self.operand_type_state.d.next = self.next_operand_type.val();
        self.operand_type.next = self.operand_type_state.q.val();
    }
}
