//! Asynchronous resets act without a clock edge: those from input ports, and those that registers drive. Resets made by logic are
//! refused.

use crate::hdl_clocks::together::agree;
use crate::hdl_memories::lint;
use crate::settings::first_seed;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality};
use lanesmith::sim::testbench::Random;

const HIGH: ResetStyle = ResetStyle {
    asynchronous: true,
    active_low: false,
};
const LOW: ResetStyle = ResetStyle {
    asynchronous: true,
    active_low: true,
};

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
        self.word.clock.next = self.clock.val();
        self.word.reset.next = self.clear.val();
        self.word.enable.next = true;
        self.word.d.next = self.d.val();
        self.q.next = self.word.q.val();
    }
}

/// A reset synchroniser, and registers that it resets: directly, inverted, and through hierarchy. One of them resets another.
#[hdl_module]
struct Synchroniser {
    clock: Signal<In, Clock>,
    reset_n: Signal<In, Bit>,
    d: Signal<In, Bits<8>>,
    ready: Signal<Out, Bit>,
    direct: Signal<Out, Bits<8>>,
    inverted: Signal<Out, Bits<8>>,
    later: Signal<Out, Bits<8>>,
    #[default(Register::new(LOW, false))]
    first: Register<Bit>,
    #[default(Register::new(LOW, false))]
    second: Register<Bit>,
    #[default(Register::new(LOW, 0x42.into()))]
    word: Register<Bits<8>>,
    inner: Cleared,
    last: Cleared,
}

impl Logic for Synchroniser {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.clock.val();
        self.second.clock.next = self.clock.val();
        self.word.clock.next = self.clock.val();
        self.inner.clock.next = self.clock.val();
        self.last.clock.next = self.clock.val();
        self.first.reset.next = self.reset_n.val();
        self.second.reset.next = self.reset_n.val();
        self.first.enable.next = true;
        self.second.enable.next = true;
        self.first.d.next = true;
        self.second.d.next = self.first.q.val();
        self.ready.next = self.second.q.val();
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

/// Input ports drive resets inverted, also one level down.
#[hdl_module]
struct Inverted {
    clock: Signal<In, Clock>,
    reset: Signal<In, Bit>,
    reset_n: Signal<In, Bit>,
    d: Signal<In, Bits<8>>,
    high: Signal<Out, Bits<8>>,
    low: Signal<Out, Bits<8>>,
    inner: Signal<Out, Bits<8>>,
    #[default(Register::new(HIGH, 0x11.into()))]
    first: Register<Bits<8>>,
    #[default(Register::new(LOW, 0x22.into()))]
    second: Register<Bits<8>>,
    third: Cleared,
}

impl Logic for Inverted {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.clock.val();
        self.second.clock.next = self.clock.val();
        self.third.clock.next = self.clock.val();
        self.first.reset.next = !self.reset_n.val();
        self.second.reset.next = !self.reset.val();
        self.third.clear.next = !self.reset_n.val();
        self.first.enable.next = true;
        self.second.enable.next = true;
        self.first.d.next = self.d.val();
        self.second.d.next = self.first.q.val();
        self.third.d.next = self.second.q.val();
        self.high.next = self.first.q.val();
        self.low.next = self.second.q.val();
        self.inner.next = self.third.q.val();
    }
}

/// `raised` resets `word`. The port `clear` can take `raised` away before anybody has looked.
#[hdl_module]
struct Raised {
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
        self.raised.clock.next = self.clock.val();
        self.word.clock.next = self.clock.val();
        self.raised.reset.next = self.clear.val();
        self.raised.enable.next = true;
        self.raised.d.next = self.go.val();
        self.word.reset.next = self.raised.q.val();
        self.word.enable.next = true;
        self.word.d.next = self.d.val();
        self.y.next = self.word.q.val();
    }
}

/// Like [`Raised`], but `raised` is looked at only together with the next inputs.
#[hdl_module]
struct Missed {
    clock: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    go: Signal<In, Bit>,
    d: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    #[default(Register::new(HIGH, false))]
    raised: Register<Bit>,
    word: DFF<Bits<4>>,
}

impl Logic for Missed {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, word);
        self.raised.clock.next = self.clock.val();
        self.raised.reset.next = self.clear.val();
        self.raised.enable.next = true;
        self.raised.d.next = self.go.val();
        self.word.d.next = self.d.val();
        self.y.next = self.word.q.val();
        if self.raised.q.val() {
            self.word.d.next = 0.into();
            self.y.next = 0.into();
        }
    }
}

/// The register that drives the reset has another clock.
#[hdl_module]
struct Crossed {
    fast: Signal<In, Clock>,
    slow: Signal<In, Clock>,
    clear: Signal<In, Bit>,
    go: Signal<In, Bit>,
    d: Signal<In, Bits<4>>,
    y: Signal<Out, Bits<4>>,
    #[default(Register::new(HIGH, false))]
    raised: Register<Bit>,
    #[default(Register::new(HIGH, 0.into()))]
    word: Register<Bits<4>>,
}

impl Logic for Crossed {
    #[hdl_gen]
    fn update(&mut self) {
        self.raised.clock.next = self.fast.val();
        self.word.clock.next = self.slow.val();
        self.raised.reset.next = self.clear.val();
        self.raised.enable.next = true;
        self.raised.d.next = self.go.val();
        self.word.reset.next = self.raised.q.val();
        self.word.enable.next = true;
        self.word.d.next = self.d.val();
        self.y.next = self.word.q.val();
    }
}

type Make = fn() -> Box<dyn Top>;

const MAKE: [(&str, Make); 4] = [
    ("inverted", || Box::new(Inverted::default())),
    ("synchroniser", || Box::new(Synchroniser::default())),
    ("raised", || Box::new(Raised::default())),
    ("crossed", || Box::new(Crossed::default())),
];

#[test]
fn a_register_resets_others_behind_its_clock_edge_in_every_form_as_in_rust_hdl_and_icarus() {
    let seed = first_seed();
    for (name, make) in MAKE {
        let all = agree(name, make(), 2000, seed);
        assert_eq!(lint(&all.design), "", "{name}");
        if let Some((known, bits)) = all.icarus(name) {
            assert!(known * 10 > bits * 9, "{name}: {known} of {bits} bits are known");
        }
    }
}

#[test]
fn copies_reset_what_a_register_resets_behind_the_edge() {
    let seed = first_seed();
    let design = hdl::lower(&Raised::default()).expect("a netlist");
    let mut single = hdl::simulate(&design).expect("an engine");
    let mut copies = hdl::simulate_copies(&design, 1).expect("copies");
    let mut random = Random::new(seed);
    for cycle in 0..500 {
        for (name, bits) in [("clear", 1), ("go", 1), ("d", 4)] {
            let value = random.bits() & ((1 << bits) - 1);
            single.set(name, value).expect("an input");
            copies.set(0, name, value).expect("an input");
        }
        single.settle();
        copies.settle();
        assert_eq!(single.get("y"), copies.get(0, "y"), "cycle {cycle}, seed {seed}");
        single.tick().expect("one clock");
        copies.tick();
    }
}

#[test]
fn check_compares_designs_in_which_registers_reset_others() {
    for seed in 1..8 {
        hdl::check(Inverted::default(), 300, seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        hdl::check(Raised::default(), 300, seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        hdl::check(Synchroniser::default(), 300, seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        hdl::check(Crossed::default(), 300, seed).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
}

#[test]
fn a_reset_that_the_edge_raises_and_the_next_inputs_take_away_makes_designs_different() {
    let [raised, missed] = [hdl::lower(&Raised::default()), hdl::lower(&Missed::default())];
    let (raised, missed) = (raised.expect("a netlist"), missed.expect("a netlist"));
    let effort = Effort::default();
    let Ok(Equality::Refuted(trace)) = hdl::prove(&raised, &missed, &effort) else {
        panic!("they differ");
    };
    crate::hdl_prove::assert_refutes(&raised, &missed, &trace);
    assert_eq!(hdl::prove(&raised, &raised.clone(), &effort), Ok(Equality::Proved));
}

/// Asynchronous resets that logic makes of inputs, of registers, and of both.
#[hdl_module(no_default)]
struct MadeByLogic {
    clock: Signal<In, Clock>,
    a: Signal<In, Bit>,
    b: Signal<In, Bit>,
    y: Signal<Out, Bit>,
    first: Register<Bit>,
    second: Register<Bit>,
    other: DFF<Bit>,
    _way: usize,
}

impl MadeByLogic {
    fn new(way: usize) -> Self {
        MadeByLogic {
            clock: Signal::default(),
            a: Signal::default(),
            b: Signal::default(),
            y: Signal::default(),
            first: Register::new(HIGH, false),
            second: Register::new(HIGH, false),
            other: DFF::default(),
            _way: way,
        }
    }
}

impl Logic for MadeByLogic {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, other);
        self.other.d.next = self.a.val();
        self.first.clock.next = self.clock.val();
        self.second.clock.next = self.clock.val();
        self.first.enable.next = true;
        self.second.enable.next = true;
        self.first.reset.next = self.a.val();
        self.first.d.next = self.b.val();
        self.second.d.next = self.first.q.val();
        self.y.next = self.second.q.val();
        if self._way == 0 {
            self.second.reset.next = self.a.val() & !self.b.val();
        } else if self._way == 1 {
            self.second.reset.next = self.a.val() | self.first.q.val();
        } else {
            self.second.reset.next = self.first.q.val() ^ self.other.q.val();
        }
    }
}

#[test]
fn an_asynchronous_reset_made_by_logic_is_refused_everywhere_by_one_rule() {
    for way in 0..3 {
        let error = hdl::lower(&MadeByLogic::new(way)).expect_err("logic makes the reset");
        let wanted = "net second_reset: the asynchronous reset of second_q is made by logic, which may glitch";
        assert!(error.to_string().contains(wanted), "{error}");
        assert_eq!(hdl::check(MadeByLogic::new(way), 10, 1).err(), Some(error));
        // Whoever has the netlist without these functions meets the same rule.
        let design = lanesmith::netlist::lower(&MadeByLogic::new(way)).expect("a netlist");
        let errors = [
            hdl::simulate(&design).err(),
            hdl::simulate_copies(&design, 1).err(),
            hdl::prove(&design, &design, &Effort::default()).err(),
        ];
        for error in errors {
            let error = error.expect("an error").to_string();
            assert!(error.contains(wanted), "{error}");
        }
    }
}
