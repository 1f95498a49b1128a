//! Registers and memories: rust-hdl's update functions against the netlist, clocked.

use super::pair::compare;
use lanesmith::netlist::ResetStyle;
use lanesmith::rtl::leaf::{Memory, Register, Stage};
use lanesmith::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

#[hdl_module]
struct Registers {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    d: Signal<In, Bits<8>>,
    free: Signal<Out, Bits<8>>,
    cleared: Signal<Out, Bits<8>>,
    shifted: Signal<Out, Bits<8>>,
    without: Register<Bits<8>>,
    with: Register<Bits<8>>,
    second: Register<Bits<8>>,
}

impl Registers {
    fn new(style: ResetStyle) -> Self {
        Registers {
            with: Register::new(style, 0x5a.into()),
            second: Register::new(style, 0xff.into()),
            ..Registers::default()
        }
    }
}

impl Logic for Registers {
    #[hdl_gen]
    fn update(&mut self) {
        self.without.clock.next = self.clock.val();
        self.with.clock.next = self.clock.val();
        self.second.clock.next = self.clock.val();
        self.with.reset.next = self.reset.val();
        self.second.reset.next = self.reset.val();
        self.without.enable.next = true;
        self.with.enable.next = self.enable.val();
        self.second.enable.next = self.enable.val();
        self.without.d.next = self.d.val();
        self.with.d.next = self.d.val() + self.without.q.val();
        self.second.d.next = self.with.q.val();
        self.free.next = self.without.q.val();
        self.cleared.next = self.with.q.val();
        self.shifted.next = self.second.q.val();
    }
}

#[test]
fn registers_of_every_reset_style_agree() {
    for flags in 0..4 {
        let style = ResetStyle {
            asynchronous: flags & 1 != 0,
            active_low: flags & 2 != 0,
        };
        compare(Registers::new(style), 300);
    }
}

/// A register below `depth` levels of hierarchy.
#[derive(LogicBlock, Default)]
struct Deep {
    clock: Signal<In, Clock>,
    d: Signal<In, Bits<8>>,
    q: Signal<Out, Bits<8>>,
    inner: Deeper,
}

#[derive(LogicBlock, Default)]
struct Deeper {
    q: Signal<Out, Bits<8>>,
    register: Register<Bits<8>>,
    d: Signal<In, Bits<8>>,
    clock: Signal<In, Clock>,
}

impl Logic for Deeper {
    #[hdl_gen]
    fn update(&mut self) {
        self.register.clock.next = self.clock.val();
        self.register.enable.next = true;
        self.register.d.next = self.d.val();
        self.q.next = self.register.q.val();
    }
}

impl Logic for Deep {
    #[hdl_gen]
    fn update(&mut self) {
        self.inner.clock.next = self.clock.val();
        self.inner.d.next = self.d.val();
        self.q.next = self.inner.q.val();
    }
}

/// Registers at different depths in a ring: each must sample before any other changes.
#[hdl_module]
struct Ring {
    clock: Signal<In, Clock>,
    load: Signal<In, Bit>,
    d: Signal<In, Bits<8>>,
    shallow_q: Signal<Out, Bits<8>>,
    deep_q: Signal<Out, Bits<8>>,
    shallow: Register<Bits<8>>,
    deep: Deep,
    last: Register<Bits<8>>,
}

impl Logic for Ring {
    #[hdl_gen]
    fn update(&mut self) {
        self.shallow.clock.next = self.clock.val();
        self.deep.clock.next = self.clock.val();
        self.last.clock.next = self.clock.val();
        self.shallow.enable.next = true;
        self.last.enable.next = true;
        self.deep.d.next = self.shallow.q.val();
        self.last.d.next = self.deep.q.val();
        self.shallow.d.next = self.last.q.val() + 1;
        if self.load.val() {
            self.shallow.d.next = self.d.val();
        }
        self.shallow_q.next = self.shallow.q.val();
        self.deep_q.next = self.deep.q.val();
    }
}

#[test]
fn registers_at_any_depth_sample_before_any_changes() {
    compare(Ring::default(), 300);
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Wide {
    a: Bits<40>,
    b: Bits<32>,
    tag: Bits<4>,
}

#[hdl_module]
struct Stages {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    a: Signal<In, Bits<40>>,
    b: Signal<In, Bits<32>>,
    c: Signal<Out, Bits<40>>,
    d: Signal<Out, Bits<32>>,
    tag: Signal<Out, Bits<4>>,
    first: Stage<Wide>,
    second: Stage<Wide>,
}

impl Stages {
    fn new(first: bool, second: bool) -> Self {
        Stages {
            first: Stage::new(first),
            second: Stage::new(second),
            ..Stages::default()
        }
    }
}

impl Logic for Stages {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.clock.val();
        self.second.clock.next = self.clock.val();
        self.first.enable.next = self.enable.val();
        self.second.enable.next = self.enable.val();
        self.first.d.next.a = self.a.val();
        self.first.d.next.b = self.b.val();
        self.first.d.next.tag = self.a.val().get_bits::<4>(36);
        self.second.d.next = self.first.q.val();
        self.second.d.next.b = self.first.q.val().b + 1;
        self.c.next = self.second.q.val().a;
        self.d.next = self.second.q.val().b;
        self.tag.next = self.second.q.val().tag;
    }
}

#[test]
fn stages_are_registers_or_wires_of_any_type() {
    for first in [false, true] {
        for second in [false, true] {
            compare(Stages::new(first, second), 100);
        }
    }
}

#[derive(LogicBlock)]
struct File {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    address: Signal<In, Bits<2>>,
    data: Signal<In, Bits<8>>,
    read: Signal<In, Bit>,
    first_address: Signal<In, Bits<2>>,
    second_address: Signal<In, Bits<2>>,
    first: Signal<Out, Bits<8>>,
    second: Signal<Out, Bits<8>>,
    words: Memory<Bits<8>, 2, 2>,
}

impl File {
    fn new(words: Memory<Bits<8>, 2, 2>) -> Self {
        File {
            clock: Default::default(),
            write: Default::default(),
            address: Default::default(),
            data: Default::default(),
            read: Default::default(),
            first_address: Default::default(),
            second_address: Default::default(),
            first: Default::default(),
            second: Default::default(),
            words,
        }
    }
}

impl Logic for File {
    #[hdl_gen]
    fn update(&mut self) {
        self.words.clock.next = self.clock.val();
        self.words.write_enable.next = self.write.val();
        self.words.write_address.next = self.address.val();
        self.words.write_data.next = self.data.val();
        self.words.read_enable[0].next = self.read.val();
        self.words.read_enable[1].next = true;
        self.words.read_address[0].next = self.first_address.val();
        self.words.read_address[1].next = self.second_address.val();
        self.first.next = self.words.read_data[0].val();
        self.second.next = self.words.read_data[1].val();
    }
}

lanesmith::top!(File {
    clock,
    write,
    address,
    data,
    read,
    first_address,
    second_address,
    first,
    second
});

#[test]
fn memories_of_both_forms_agree_also_beyond_their_depth() {
    for depth in [3, 4] {
        compare(File::new(Memory::asynchronous(depth)), 400);
        compare(File::new(Memory::synchronous(depth)), 400);
    }
}

#[test]
#[should_panic(expected = "5 words are not addressed by 2 bits")]
fn a_memory_too_deep_for_its_address_is_refused() {
    Memory::<Bits<8>, 2, 1>::asynchronous(5);
}
