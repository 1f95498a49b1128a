//! The data of the registers.

use crate::leaf::{Memory, Register, state};
use crate::netlist::StateHandle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// 15 registers of 32 bits, two reads within the cycle, one write; a read of the register being written gives the
/// new value.
#[hdl_module(name = "register_file_async")]
pub struct RegisterFileAsynchronous {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write on this edge.
    pub write: Signal<In, Bit>,
    /// Number of the register that is written.
    pub write_register: Signal<In, Bits<4>>,
    /// The value to write.
    pub write_value: Signal<In, Bits<32>>,
    /// Number of the first source register.
    pub a_register: Signal<In, Bits<4>>,
    /// Number of the second source register.
    pub b_register: Signal<In, Bits<4>>,
    /// First operand.
    pub a: Signal<Out, Bits<32>>,
    /// Second operand.
    pub b: Signal<Out, Bits<32>>,
    #[default(Memory::asynchronous(15))]
    memory: Memory<Bits<32>, 4, 2>,
}

impl RegisterFileAsynchronous {
    /// The registers' values.
    pub(super) fn values() -> StateHandle {
        state!(RegisterFileAsynchronous, memory)
    }
}

impl Logic for RegisterFileAsynchronous {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory.clock.next = self.clock.val();
        self.memory.write_enable.next = self.write.val();
        self.memory.write_address.next = self.write_register.val();
        self.memory.write_data.next = self.write_value.val();
        self.memory.read_enable[0].next = true;
        self.memory.read_enable[1].next = true;
        self.memory.read_address[0].next = self.a_register.val();
        self.memory.read_address[1].next = self.b_register.val();
        self.a.next = self.memory.read_data[0].val();
        if self.write.val() & (self.write_register.val() == self.a_register.val()) {
            self.a.next = self.write_value.val();
        }
        self.b.next = self.memory.read_data[1].val();
        if self.write.val() & (self.write_register.val() == self.b_register.val()) {
            self.b.next = self.write_value.val();
        }
    }
}

/// 15 registers of 32 bits, two reads announced a cycle ahead, one write; the values include the write of the cycle
/// in which they are delivered.
#[hdl_module(name = "register_file_sync")]
pub struct RegisterFileSynchronous {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write on this edge.
    pub write: Signal<In, Bit>,
    /// Number of the register that is written.
    pub write_register: Signal<In, Bits<4>>,
    /// The value to write.
    pub write_value: Signal<In, Bits<32>>,
    /// First register to be read in the next cycle.
    pub a_next: Signal<In, Bits<4>>,
    /// Second register to be read in the next cycle.
    pub b_next: Signal<In, Bits<4>>,
    /// Number of the first source register.
    ///
    /// Number of the first source register: `a_next` of the last cycle.
    pub a_register: Signal<In, Bits<4>>,
    /// Number of the second source register.
    ///
    /// Number of the second source register: `b_next` of the last cycle.
    pub b_register: Signal<In, Bits<4>>,
    /// First operand.
    pub a: Signal<Out, Bits<32>>,
    /// Second operand.
    pub b: Signal<Out, Bits<32>>,
    #[default(Memory::synchronous(15))]
    memory: Memory<Bits<32>, 4, 2>,
    last_write: Register<Bit>,
    last_register: Register<Bits<4>>,
    last_value: Register<Bits<32>>,
}

impl RegisterFileSynchronous {
    /// The registers' values.
    pub(super) fn values() -> StateHandle {
        state!(RegisterFileSynchronous, memory)
    }

    /// The write of the last cycle.
    pub(super) fn last() -> [StateHandle; 3] {
        [
            state!(RegisterFileSynchronous, last_write),
            state!(RegisterFileSynchronous, last_register),
            state!(RegisterFileSynchronous, last_value),
        ]
    }
}

impl Logic for RegisterFileSynchronous {
    #[hdl_gen]
    fn update(&mut self) {
        self.memory.clock.next = self.clock.val();
        self.memory.write_enable.next = self.write.val();
        self.memory.write_address.next = self.write_register.val();
        self.memory.write_data.next = self.write_value.val();
        self.memory.read_enable[0].next = true;
        self.memory.read_enable[1].next = true;
        self.memory.read_address[0].next = self.a_next.val();
        self.memory.read_address[1].next = self.b_next.val();
        connect!(self.last_write { clock, enable: true, d: self.write.val() });
        connect!(self.last_register { clock, enable: true, d: self.write_register.val() });
        connect!(self.last_value { clock, enable: true, d: self.write_value.val() });
        self.a.next = self.memory.read_data[0].val();
        if self.last_write.q.val() & (self.last_register.q.val() == self.a_register.val()) {
            self.a.next = self.last_value.q.val();
        }
        if self.write.val() & (self.write_register.val() == self.a_register.val()) {
            self.a.next = self.write_value.val();
        }
        self.b.next = self.memory.read_data[1].val();
        if self.last_write.q.val() & (self.last_register.q.val() == self.b_register.val()) {
            self.b.next = self.last_value.q.val();
        }
        if self.write.val() & (self.write_register.val() == self.b_register.val()) {
            self.b.next = self.write_value.val();
        }
    }
}
