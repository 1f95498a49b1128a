//! The instruction that executes.

use crate::comment;
use crate::rtl::leaf::Register;
use rust_hdl::prelude::*;

/// The instruction that executes.
#[derive(LogicBlock, Default)]
pub struct ExecuteRegister {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Load on this edge.
    pub load: Signal<In, Bit>,
    pub next_address: Signal<In, Bits<32>>,
    pub next_word0: Signal<In, Bits<16>>,
    pub next_word1: Signal<In, Bits<16>>,
    pub next_word2: Signal<In, Bits<16>>,
    pub next_length: Signal<In, Bits<2>>,
    pub next_d_register: Signal<In, Bits<4>>,
    pub next_exception: Signal<In, Bit>,
    pub next_writes: Signal<In, Bit>,
    pub next_late_type: Signal<In, Bit>,
    pub next_operation: Signal<In, Bits<4>>,
    pub next_lanes: Signal<In, Bits<4>>,
    pub next_compare: Signal<In, Bits<4>>,
    pub next_extend: Signal<In, Bits<2>>,
    pub next_float: Signal<In, Bit>,
    pub next_slow: Signal<In, Bits<2>>,
    pub next_a: Signal<In, Bits<32>>,
    pub next_b: Signal<In, Bits<32>>,
    pub next_operand_type: Signal<In, Bits<4>>,
    pub next_old_type: Signal<In, Bits<4>>,
    pub address: Signal<Out, Bits<32>>,
    pub word0: Signal<Out, Bits<16>>,
    pub word1: Signal<Out, Bits<16>>,
    pub word2: Signal<Out, Bits<16>>,
    pub length: Signal<Out, Bits<2>>,
    pub d_register: Signal<Out, Bits<4>>,
    pub exception: Signal<Out, Bit>,
    pub writes: Signal<Out, Bit>,
    pub late_type: Signal<Out, Bit>,
    pub operation: Signal<Out, Bits<4>>,
    pub lanes: Signal<Out, Bits<4>>,
    pub compare: Signal<Out, Bits<4>>,
    pub extend: Signal<Out, Bits<2>>,
    pub float: Signal<Out, Bit>,
    pub slow: Signal<Out, Bits<2>>,
    pub a: Signal<Out, Bits<32>>,
    pub b: Signal<Out, Bits<32>>,
    pub operand_type: Signal<Out, Bits<4>>,
    pub old_type: Signal<Out, Bits<4>>,
    address_state: Register<Bits<32>>,
    word0_state: Register<Bits<16>>,
    word1_state: Register<Bits<16>>,
    word2_state: Register<Bits<16>>,
    length_state: Register<Bits<2>>,
    d_register_state: Register<Bits<4>>,
    exception_state: Register<Bit>,
    writes_state: Register<Bit>,
    late_type_state: Register<Bit>,
    operation_state: Register<Bits<4>>,
    lanes_state: Register<Bits<4>>,
    compare_state: Register<Bits<4>>,
    extend_state: Register<Bits<2>>,
    float_state: Register<Bit>,
    slow_state: Register<Bits<2>>,
    a_state: Register<Bits<32>>,
    b_state: Register<Bits<32>>,
    operand_type_state: Register<Bits<4>>,
    old_type_state: Register<Bits<4>>,
}

impl Logic for ExecuteRegister {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module execute_register: The instruction that executes.");
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
        self.d_register_state.clock.next = self.clock.val();
        self.d_register_state.enable.next = self.load.val();
        self.d_register_state.d.next = self.next_d_register.val();
        self.d_register.next = self.d_register_state.q.val();
        self.exception_state.clock.next = self.clock.val();
        self.exception_state.enable.next = self.load.val();
        self.exception_state.d.next = self.next_exception.val();
        self.exception.next = self.exception_state.q.val();
        self.writes_state.clock.next = self.clock.val();
        self.writes_state.enable.next = self.load.val();
        self.writes_state.d.next = self.next_writes.val();
        self.writes.next = self.writes_state.q.val();
        self.late_type_state.clock.next = self.clock.val();
        // For the first cycle only.
        self.late_type_state.enable.next = true;
        self.late_type_state.d.next = self.load.val() & self.next_late_type.val();
        self.late_type.next = self.late_type_state.q.val();
        self.operation_state.clock.next = self.clock.val();
        self.operation_state.enable.next = self.load.val();
        self.operation_state.d.next = self.next_operation.val();
        self.operation.next = self.operation_state.q.val();
        self.lanes_state.clock.next = self.clock.val();
        self.lanes_state.enable.next = self.load.val();
        self.lanes_state.d.next = self.next_lanes.val();
        self.lanes.next = self.lanes_state.q.val();
        self.compare_state.clock.next = self.clock.val();
        self.compare_state.enable.next = self.load.val();
        self.compare_state.d.next = self.next_compare.val();
        self.compare.next = self.compare_state.q.val();
        self.extend_state.clock.next = self.clock.val();
        self.extend_state.enable.next = self.load.val();
        self.extend_state.d.next = self.next_extend.val();
        self.extend.next = self.extend_state.q.val();
        self.float_state.clock.next = self.clock.val();
        self.float_state.enable.next = self.load.val();
        self.float_state.d.next = self.next_float.val();
        self.float.next = self.float_state.q.val();
        self.slow_state.clock.next = self.clock.val();
        self.slow_state.enable.next = self.load.val();
        self.slow_state.d.next = self.next_slow.val();
        self.slow.next = self.slow_state.q.val();
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
        self.old_type_state.clock.next = self.clock.val();
        self.old_type_state.enable.next = self.load.val();
        self.old_type_state.d.next = self.next_old_type.val();
        self.old_type.next = self.old_type_state.q.val();
    }
}
