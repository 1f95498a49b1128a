//! Registers, memories and resets in all their forms, and what they hold before the first edge.

use super::harness::{Own, accepted, own, refused};
use lanesmith::hdl::prelude::*;

const HIGH: ResetStyle = ResetStyle {
    asynchronous: true,
    active_low: false,
};
const LOW: ResetStyle = ResetStyle {
    asynchronous: true,
    active_low: true,
};

/// Every kind of leaf with an enable.
#[hdl_module]
struct Leaves {
    clock: Signal<In, Clock>,
    reset_n: Signal<In, Bit>,
    enable: Signal<In, Bit>,
    address: Signal<In, Bits<3>>,
    d: Signal<In, Bits<36>>,
    cleared: Signal<Out, Bits<36>>,
    staged: Signal<Out, Bits<36>>,
    wired: Signal<Out, Bits<36>>,
    now: Signal<Out, Bits<36>>,
    later: Signal<Out, Bits<36>>,
    plain: Register<Bits<36>>,
    #[default(Register::new(LOW, 0x9_8765_4321_u64.into()))]
    register: Register<Bits<36>>,
    #[default(Stage::new(true))]
    stage: Stage<Bits<36>>,
    #[default(Stage::new(false))]
    bypass: Stage<Bits<36>>,
    #[default(Memory::asynchronous(8))]
    words: Memory<Bits<36>, 3, 1>,
    #[default(Memory::synchronous(8))]
    held: Memory<Bits<36>, 3, 1>,
}

impl Logic for Leaves {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, plain, register, stage, bypass, words, held);
        self.plain.reset.next = false;
        self.register.reset.next = self.reset_n.val();
        self.plain.enable.next = self.enable.val();
        self.register.enable.next = self.enable.val();
        self.stage.enable.next = self.enable.val();
        self.bypass.enable.next = self.enable.val();
        self.plain.d.next = self.d.val();
        self.register.d.next = self.plain.q.val() ^ self.d.val();
        self.stage.d.next = self.register.q.val();
        self.bypass.d.next = self.stage.q.val() + self.d.val();
        self.words.write_enable.next = self.enable.val();
        self.words.write_address.next = self.address.val();
        self.words.write_data.next = self.d.val();
        self.words.read_enable[0].next = true;
        self.words.read_address[0].next = self.address.val();
        self.held.write_enable.next = true;
        self.held.write_address.next = self.address.val();
        self.held.write_data.next = self.d.val();
        self.held.read_enable[0].next = self.enable.val();
        self.held.read_address[0].next = self.address.val();
        self.cleared.next = self.register.q.val();
        self.staged.next = self.stage.q.val();
        self.wired.next = self.bypass.q.val();
        self.now.next = self.words.read_data[0].val();
        self.later.next = self.held.read_data[0].val();
    }
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Pair {
    tag: Bits<3>,
    word: Bits<6>,
}

fn pair(tag: u64, word: u64) -> Pair {
    Pair {
        tag: tag.into(),
        word: word.into(),
    }
}

/// A flip-flop that starts with a value, and a memory with structs in its first words.
#[hdl_module(no_default)]
pub struct Starts {
    clock: Signal<In, Clock>,
    address: Signal<In, Bits<2>>,
    write: Signal<In, Bit>,
    d: Signal<In, Bits<9>>,
    q: Signal<Out, Bits<9>>,
    shown: Signal<Out, Pair>,
    state: DFF<Bits<9>>,
    words: Memory<Pair, 2, 1>,
}

impl Starts {
    pub fn new(start: u64, last_word: u64) -> Self {
        let words = [pair(5, 0), pair(0, 0x2a), pair(7, last_word)];
        Starts {
            clock: Signal::default(),
            address: Signal::default(),
            write: Signal::default(),
            d: Signal::default(),
            q: Signal::default(),
            shown: Signal::default(),
            state: DFF::new(start.into()),
            words: Memory::synchronous(4).with_contents(words),
        }
    }
}

impl Logic for Starts {
    #[hdl_gen]
    fn update(&mut self) {
        self.state.clock.next = self.clock.val();
        self.state.d.next = self.d.val();
        self.q.next = self.state.q.val();
        self.words.clock.next = self.clock.val();
        self.words.read_enable[0].next = true;
        self.words.read_address[0].next = self.address.val();
        self.words.write_address.next = self.address.val();
        self.words.write_enable.next = self.write.val();
        self.words.write_data.next = self.words.read_data[0].val();
        self.shown.next = self.words.read_data[0].val();
    }
}

/// A filter of three taps, of which the middle one is negative, and of samples that it starts with.
#[hdl_module]
struct SignedFir {
    clock: Signal<In, Clock>,
    sample: Signal<In, Bits<16>>,
    filtered: Signal<Out, Bits<32>>,
    #[default([3, -7, 3].map(|tap: i64| Constant::new(tap.into())))]
    taps: [Constant<Signed<16>>; 3],
    #[default([1, -2, 0x4000].map(|sample: i64| DFF::new(sample.into())))]
    history: [DFF<Signed<16>>; 3],
    product: [Signal<Local, Signed<32>>; 3],
}

impl Logic for SignedFir {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..3 {
            self.history[i].clock.next = self.clock.val();
            self.product[i].next = self.history[i].q.val() * self.taps[i].val();
        }
        self.history[0].d.next = signed_cast(self.sample.val());
        for i in 1..3 {
            self.history[i].d.next = self.history[i - 1].q.val();
        }
        self.filtered.next = unsigned_cast(self.product[0].val() + self.product[1].val() + self.product[2].val());
    }
}

/// A register that a signal of its parent resets, at 1.
#[hdl_module]
struct Cleared {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    d: Signal<In, Bits<8>>,
    q: Signal<Out, Bits<8>>,
    #[default(Register::new(HIGH, 0x81.into()))]
    word: Register<Bits<8>>,
}

impl Logic for Cleared {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, word);
        self.word.reset.next = self.clear.val();
        self.word.enable.next = true;
        self.word.d.next = self.d.val();
        self.q.next = self.word.q.val();
    }
}

/// A port drives asynchronous resets directly, inverted, and one level down, those of a reset synchroniser among them; this one drives
/// others likewise, one of which resets another.
#[hdl_module]
pub struct Resets {
    clock: Signal<In, Clock>,
    reset_n: Signal<In, Bit>,
    d: Signal<In, Bits<8>>,
    by_port: Signal<Out, Bits<8>>,
    below: Signal<Out, Bits<8>>,
    direct: Signal<Out, Bits<8>>,
    inverted: Signal<Out, Bits<8>>,
    later: Signal<Out, Bits<8>>,
    #[default(Register::new(HIGH, 0x11.into()))]
    port: Register<Bits<8>>,
    port_below: Cleared,
    #[default(Register::new(LOW, false))]
    first: Register<Bit>,
    #[default(Register::new(LOW, false))]
    second: Register<Bit>,
    #[default(Register::new(LOW, 0x42.into()))]
    word: Register<Bits<8>>,
    inner: Cleared,
    last: Cleared,
}

impl Logic for Resets {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, port, port_below, first, second, word, inner, last);
        self.port.reset.next = !self.reset_n.val();
        self.port.enable.next = true;
        self.port.d.next = self.d.val();
        self.by_port.next = self.port.q.val();
        self.port_below.clear.next = !self.reset_n.val();
        self.port_below.d.next = self.port.q.val();
        self.below.next = self.port_below.q.val();
        self.first.reset.next = self.reset_n.val();
        self.second.reset.next = self.reset_n.val();
        self.first.enable.next = true;
        self.second.enable.next = true;
        self.first.d.next = true;
        self.second.d.next = self.first.q.val();
        self.word.reset.next = self.second.q.val();
        self.word.enable.next = self.d.val().any();
        self.word.d.next = self.d.val();
        self.direct.next = self.word.q.val();
        self.inner.clear.next = !self.second.q.val();
        self.inner.d.next = self.word.q.val();
        self.inverted.next = self.inner.q.val();
        self.last.clear.next = self.inner.q.val().get_bit(2);
        self.last.d.next = self.d.val();
        self.later.next = self.last.q.val();
    }
}

/// `raised` resets `word`. The port `clear` can take `raised` away before anybody has looked.
#[hdl_module]
pub struct Raised {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    go: Signal<In, Bit>,
    d: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    #[default(Register::new(HIGH, false))]
    raised: Register<Bit>,
    #[default(Register::new(HIGH, 0.into()))]
    word: Register<Bits<4>>,
}

impl Logic for Raised {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, raised, word);
        self.raised.reset.next = self.clear.val();
        self.raised.enable.next = true;
        self.raised.d.next = self.go.val();
        self.word.reset.next = self.raised.q.val();
        self.word.enable.next = true;
        self.word.d.next = self.d.val();
        self.y.next = self.word.q.val();
    }
}

/// Asynchronous resets that logic makes of inputs, of registers, and of both.
#[hdl_module]
pub struct MadeByLogic<const WAY: usize> {
    clock: Signal<In, Clock>,
    a: Signal<In, Bit>,
    b: Signal<In, Bit>,
    y: Signal<Out, Bit>,
    #[default(Register::new(HIGH, false))]
    first: Register<Bit>,
    #[default(Register::new(HIGH, false))]
    second: Register<Bit>,
    other: DFF<Bit>,
}

impl<const WAY: usize> Logic for MadeByLogic<WAY> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, other);
        clock!(self, clock, first, second);
        self.other.d.next = self.a.val();
        self.first.enable.next = true;
        self.second.enable.next = true;
        self.first.reset.next = self.a.val();
        self.first.d.next = self.b.val();
        self.second.d.next = self.first.q.val();
        self.y.next = self.second.q.val();
        if WAY == 0 {
            self.second.reset.next = self.a.val() & !self.b.val();
        } else if WAY == 1 {
            self.second.reset.next = self.a.val() | self.first.q.val();
        } else {
            self.second.reset.next = self.first.q.val() ^ self.other.q.val();
        }
    }
}

const MADE_BY_LOGIC: &str = "module made_by_logic: net second_reset: the asynchronous reset of second_q is made by logic, which may \
                             glitch: an input port or a register must drive it, directly or inverted";

pub const MODULES: &[Own] = &[
    own!("leaves with enables", Leaves),
    accepted("state that starts with values", || Box::new(Starts::new(0xa5, 0x3f))),
    own!("signed FIR filter", SignedFir),
    own!("registers that ports and registers reset", Resets),
    own!("a reset that can be taken away", Raised),
    refused(
        "a reset made of inputs",
        || Box::new(MadeByLogic::<0>::default()),
        MADE_BY_LOGIC,
    ),
    refused(
        "a reset made of an input and a register",
        || Box::new(MadeByLogic::<1>::default()),
        MADE_BY_LOGIC,
    ),
    refused(
        "a reset made of registers",
        || Box::new(MadeByLogic::<2>::default()),
        MADE_BY_LOGIC,
    ),
];
