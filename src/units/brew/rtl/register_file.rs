//! The data of the registers.

use crate::comment;
use crate::hdl_gen;
use crate::rtl::leaf::{Memory, Register};
use rust_hdl::prelude::*;

/// 15 registers of 32 bits with two reads and a write per cycle, read within the cycle. A read of the register being
/// written gives the new value.
#[derive(LogicBlock)]
pub struct RegisterFileAsynchronous {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write on this edge.
    pub write: Signal<In, Bit>,
    /// The register written.
    pub write_register: Signal<In, Bits<4>>,
    /// Its new value.
    pub write_value: Signal<In, Bits<32>>,
    /// First register read.
    pub a_register: Signal<In, Bits<4>>,
    /// Second register read.
    pub b_register: Signal<In, Bits<4>>,
    /// Value of the first.
    pub a: Signal<Out, Bits<32>>,
    /// Value of the second.
    pub b: Signal<Out, Bits<32>>,
    memory: Memory<Bits<32>, 4, 2>,
}

impl Default for RegisterFileAsynchronous {
    fn default() -> Self {
        RegisterFileAsynchronous {
            clock: Signal::default(),
            write: Signal::default(),
            write_register: Signal::default(),
            write_value: Signal::default(),
            a_register: Signal::default(),
            b_register: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            memory: Memory::asynchronous(15),
        }
    }
}

impl Logic for RegisterFileAsynchronous {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module register_file_async: 15 registers of 32 bits, two reads within the cycle, one write; a read of the register being written gives the new value."
        );
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

/// 15 registers of 32 bits with two reads and a write per cycle, the reads registered in the memory.
///
/// The registers to be read are announced a cycle ahead; the values include every write up to the one in the cycle in
/// which they are delivered.
#[derive(LogicBlock)]
pub struct RegisterFileSynchronous {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Write on this edge.
    pub write: Signal<In, Bit>,
    /// The register written.
    pub write_register: Signal<In, Bits<4>>,
    /// Its new value.
    pub write_value: Signal<In, Bits<32>>,
    /// First register to be read in the next cycle.
    pub a_next: Signal<In, Bits<4>>,
    /// Second register to be read in the next cycle.
    pub b_next: Signal<In, Bits<4>>,
    /// First register read: `a_next` of the last cycle.
    pub a_register: Signal<In, Bits<4>>,
    /// Second register read: `b_next` of the last cycle.
    pub b_register: Signal<In, Bits<4>>,
    /// Value of the first.
    pub a: Signal<Out, Bits<32>>,
    /// Value of the second.
    pub b: Signal<Out, Bits<32>>,
    memory: Memory<Bits<32>, 4, 2>,
    last_write: Register<Bit>,
    last_register: Register<Bits<4>>,
    last_value: Register<Bits<32>>,
}

impl Default for RegisterFileSynchronous {
    fn default() -> Self {
        RegisterFileSynchronous {
            clock: Signal::default(),
            write: Signal::default(),
            write_register: Signal::default(),
            write_value: Signal::default(),
            a_next: Signal::default(),
            b_next: Signal::default(),
            a_register: Signal::default(),
            b_register: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            memory: Memory::synchronous(15),
            last_write: Register::default(),
            last_register: Register::default(),
            last_value: Register::default(),
        }
    }
}

impl Logic for RegisterFileSynchronous {
    #[hdl_gen]
    fn update(&mut self) {
        comment!(
            "module register_file_sync: 15 registers of 32 bits, two reads announced a cycle ahead, one write; the values include the write of the cycle in which they are delivered."
        );
        comment!("port a_next: First register to be read in the next cycle.");
        comment!("port b_next: Second register to be read in the next cycle.");
        self.memory.clock.next = self.clock.val();
        self.memory.write_enable.next = self.write.val();
        self.memory.write_address.next = self.write_register.val();
        self.memory.write_data.next = self.write_value.val();
        self.memory.read_enable[0].next = true;
        self.memory.read_enable[1].next = true;
        self.memory.read_address[0].next = self.a_next.val();
        self.memory.read_address[1].next = self.b_next.val();
        self.last_write.clock.next = self.clock.val();
        self.last_write.enable.next = true;
        self.last_write.d.next = self.write.val();
        self.last_register.clock.next = self.clock.val();
        self.last_register.enable.next = true;
        self.last_register.d.next = self.write_register.val();
        self.last_value.clock.next = self.clock.val();
        self.last_value.enable.next = true;
        self.last_value.d.next = self.write_value.val();
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
