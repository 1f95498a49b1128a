//! Tables, stacks and what finds a word by its contents.

use super::harness::{Own, accepted};
use lanesmith::hdl::prelude::*;

/// A quarter of a sine.
#[derive(LogicBlock)]
struct SineTable {
    clock: Signal<In, Clock>,
    step: Signal<In, Bits<4>>,
    sine: Signal<Out, Bits<8>>,
    phase: DFF<Bits<8>>,
    quarter: SyncROM<Bits<7>, 6>,
    negative: DFF<Bit>,
}

impl Default for SineTable {
    fn default() -> Self {
        let entry =
            |i: u64| Bits::<7>::from((((i as f64 + 0.5) * std::f64::consts::FRAC_PI_2 / 64.0).sin() * 127.0) as u64);
        SineTable {
            clock: Default::default(),
            step: Default::default(),
            sine: Default::default(),
            phase: Default::default(),
            quarter: (0..64).map(entry).into(),
            negative: Default::default(),
        }
    }
}

impl Logic for SineTable {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, phase, negative);
        self.phase.d.next = self.phase.q.val() + bit_cast::<8, 4>(self.step.val());
        self.quarter.clock.next = self.clock.val();
        self.quarter.address.next = self.phase.q.val().get_bits::<6>(0);
        if self.phase.q.val().get_bit(6) {
            self.quarter.address.next = !self.phase.q.val().get_bits::<6>(0);
        }
        self.negative.d.next = self.phase.q.val().get_bit(7);
        self.sine.next = bits::<8>(0x80) + bit_cast::<8, 7>(self.quarter.data.val());
        if self.negative.q.val() {
            self.sine.next = bits::<8>(0x80) - bit_cast::<8, 7>(self.quarter.data.val());
        }
    }
}

lanesmith::top!(SineTable { clock, step, sine });

/// A stack of 8 words; what does not fit is dropped.
#[derive(LogicBlock)]
struct Stack {
    clock: Signal<In, Clock>,
    push: Signal<In, Bit>,
    pop: Signal<In, Bit>,
    data: Signal<In, Bits<10>>,
    peek: Signal<Out, Bits<10>>,
    depth: Signal<Out, Bits<4>>,
    pointer: DFF<Bits<4>>,
    words: Memory<Bits<10>, 3, 1>,
}

impl Default for Stack {
    fn default() -> Self {
        Stack {
            clock: Default::default(),
            push: Default::default(),
            pop: Default::default(),
            data: Default::default(),
            peek: Default::default(),
            depth: Default::default(),
            pointer: Default::default(),
            words: Memory::asynchronous(8),
        }
    }
}

impl Logic for Stack {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, pointer);
        self.words.clock.next = self.clock.val();
        self.words.write_address.next = bit_cast::<3, 4>(self.pointer.q.val());
        self.words.write_data.next = self.data.val();
        self.words.write_enable.next = false;
        self.words.read_address[0].next = bit_cast::<3, 4>(self.pointer.q.val() - 1);
        if self.push.val() && self.pointer.q.val() != 8 {
            self.words.write_enable.next = true;
            self.pointer.d.next = self.pointer.q.val() + 1;
        } else if self.pop.val() && self.pointer.q.val() != 0 {
            self.pointer.d.next = self.pointer.q.val() - 1;
        }
        self.peek.next = self.words.read_data[0].val();
        self.depth.next = self.pointer.q.val();
    }
}

lanesmith::top!(Stack {
    clock,
    push,
    pop,
    data,
    peek,
    depth
});

/// Finds which of four entries has the key.
#[derive(LogicBlock, Default)]
struct Cam {
    clock: Signal<In, Clock>,
    write: Signal<In, Bit>,
    slot: Signal<In, Bits<2>>,
    key: Signal<In, Bits<4>>,
    hits: Signal<Out, Bits<4>>,
    hit: Signal<Out, Bit>,
    keys: [DFF<Bits<4>>; 4],
    valid: DFF<Bits<4>>,
    matches: [Signal<Local, Bits<4>>; 5],
}

impl Logic for Cam {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid);
        if self.write.val() {
            self.valid.d.next = self.valid.q.val().replace_bit(self.slot.val().index(), true);
        }
        self.matches[0].next = 0.into();
        for i in 0..4 {
            self.keys[i].clock.next = self.clock.val();
            self.keys[i].d.next = self.keys[i].q.val();
            if self.write.val() && self.slot.val().index() == i {
                self.keys[i].d.next = self.key.val();
            }
            self.matches[i + 1].next = self.matches[i].val();
            if self.valid.q.val().get_bit(i) && self.keys[i].q.val() == self.key.val() {
                self.matches[i + 1].next = self.matches[i].val().replace_bit(i, true);
            }
        }
        self.hits.next = self.matches[4].val();
        self.hit.next = self.matches[4].val().any();
    }
}

lanesmith::top!(Cam {
    clock,
    write,
    slot,
    key,
    hits,
    hit
});

pub const MODULES: &[Own] = &[
    accepted("sine table", || Box::new(SineTable::default())),
    accepted("stack", || Box::new(Stack::default())),
    accepted("content-addressable memory", || Box::new(Cam::default())),
];
