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
    /// Next address.
    pub next_address: Signal<In, Bits<32>>,
    /// Next word0.
    pub next_word0: Signal<In, Bits<16>>,
    /// Next word1.
    pub next_word1: Signal<In, Bits<16>>,
    /// Next word2.
    pub next_word2: Signal<In, Bits<16>>,
    /// Next length.
    pub next_length: Signal<In, Bits<2>>,
    /// Next d register.
    pub next_d_register: Signal<In, Bits<4>>,
    /// Next exception.
    pub next_exception: Signal<In, Bit>,
    /// Next writes.
    pub next_writes: Signal<In, Bit>,
    /// Next late type.
    pub next_late_type: Signal<In, Bit>,
    /// Next operation.
    pub next_operation: Signal<In, Bits<4>>,
    /// Next lanes.
    pub next_lanes: Signal<In, Bits<4>>,
    /// Next compare.
    pub next_compare: Signal<In, Bits<4>>,
    /// Next extend.
    pub next_extend: Signal<In, Bits<2>>,
    /// Next float.
    pub next_float: Signal<In, Bit>,
    /// Next slow.
    pub next_slow: Signal<In, Bits<2>>,
    /// Next a.
    pub next_a: Signal<In, Bits<32>>,
    /// Next b.
    pub next_b: Signal<In, Bits<32>>,
    /// Next operand type.
    pub next_operand_type: Signal<In, Bits<4>>,
    /// Next old type.
    pub next_old_type: Signal<In, Bits<4>>,
    /// Present address.
    pub address: Signal<Out, Bits<32>>,
    /// Present word0.
    pub word0: Signal<Out, Bits<16>>,
    /// Present word1.
    pub word1: Signal<Out, Bits<16>>,
    /// Present word2.
    pub word2: Signal<Out, Bits<16>>,
    /// Present length.
    pub length: Signal<Out, Bits<2>>,
    /// Present d register.
    pub d_register: Signal<Out, Bits<4>>,
    /// Present exception.
    pub exception: Signal<Out, Bit>,
    /// Present writes.
    pub writes: Signal<Out, Bit>,
    /// Present late type.
    pub late_type: Signal<Out, Bit>,
    /// Present operation.
    pub operation: Signal<Out, Bits<4>>,
    /// Present lanes.
    pub lanes: Signal<Out, Bits<4>>,
    /// Present compare.
    pub compare: Signal<Out, Bits<4>>,
    /// Present extend.
    pub extend: Signal<Out, Bits<2>>,
    /// Present float.
    pub float: Signal<Out, Bit>,
    /// Present slow.
    pub slow: Signal<Out, Bits<2>>,
    /// Present a.
    pub a: Signal<Out, Bits<32>>,
    /// Present b.
    pub b: Signal<Out, Bits<32>>,
    /// Present operand type.
    pub operand_type: Signal<Out, Bits<4>>,
    /// Present old type.
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
        self.late_type_state.enable.next = self.load.val();
        self.late_type_state.d.next = self.next_late_type.val();
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
