//! Equality of machines that number their states in different ways, by exploration of the states that runs reach.

use crate::hdl_prove::assert_refutes;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality};
use std::time::{Duration, Instant};

fn prove(left: &dyn Block, right: &dyn Block, effort: &Effort) -> Equality {
    let [left, right] = [left, right].map(|block| hdl::lower(block).unwrap_or_else(|error| panic!("{error}")));
    let verdict = hdl::prove(&left, &right, effort).unwrap_or_else(|error| panic!("{error}"));
    if let Equality::Refuted(trace) = &verdict {
        assert_refutes(&left, &right, trace);
    }
    verdict
}

fn assert_equal(left: &dyn Block, right: &dyn Block, what: &str) {
    let verdict = prove(left, right, &Effort::default());
    assert_eq!(verdict, Equality::Proved, "{what}: {verdict}");
}

fn assert_differ(left: &dyn Block, right: &dyn Block, what: &str) -> usize {
    match prove(left, right, &Effort::default()) {
        Equality::Refuted(trace) => trace.len(),
        verdict => panic!("{what}: {verdict}"),
    }
}

/// The state behind one of `n` states. Without input, a run goes through all of them.
fn next(n: usize, state: usize, input: bool) -> usize {
    match input {
        false => (state + 1) % n,
        true => (state * 5 + 2) % n,
    }
}

/// What a state shows. With a fault, the last one shows something else.
fn shows(n: usize, state: usize, fault: bool) -> bool {
    (fault && state == n - 1) ^ (state * state / 3 % 2 == 1)
}

/// States as numbers.
#[hdl_module]
struct Binary<const N: usize, const W: usize, const FAULT: bool> {
    clock: Signal<In, Clock>,
    jump: Signal<In, Bit>,
    shown: Signal<Out, Bit>,
    state: DFF<Bits<W>>,
}

impl<const N: usize, const W: usize, const FAULT: bool> Logic for Binary<N, W, FAULT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.shown.next = false;
        for i in 0..N {
            if self.state.q.val() == i as u64 {
                self.shown.next = shows(N, i, FAULT);
                self.state.d.next = bits::<W>(next(N, i, false) as u64);
                if self.jump.val() {
                    self.state.d.next = bits::<W>(next(N, i, true) as u64);
                }
            }
        }
    }
}

/// The same with a flip-flop for each state.
#[hdl_module]
struct OneHot<const N: usize> {
    clock: Signal<In, Clock>,
    jump: Signal<In, Bit>,
    shown: Signal<Out, Bit>,
    #[default(std::array::from_fn(|i| DFFWithInit::new(i == 0)))]
    hot: [DFFWithInit<Bit>; N],
}

impl<const N: usize> Logic for OneHot<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.shown.next = false;
        for i in 0..N {
            self.hot[i].clock.next = self.clock.val();
            self.hot[i].d.next = false;
        }
        for i in 0..N {
            if self.hot[i].q.val() {
                if shows(N, i, false) {
                    self.shown.next = true;
                }
                if self.jump.val() {
                    self.hot[next(N, i, true)].d.next = true;
                } else {
                    self.hot[next(N, i, false)].d.next = true;
                }
            }
        }
    }
}

#[test]
fn a_machine_with_a_flip_flop_for_each_state_equals_the_one_with_numbered_states() {
    assert_equal(&Binary::<3, 2, false>::default(), &OneHot::<3>::default(), "3 states");
    assert_equal(&Binary::<4, 2, false>::default(), &OneHot::<4>::default(), "4 states");
    assert_equal(&OneHot::<8>::default(), &Binary::<8, 3, false>::default(), "8 states");
    assert_equal(
        &Binary::<16, 4, false>::default(),
        &OneHot::<16>::default(),
        "16 states",
    );
    assert_equal(
        &Binary::<32, 5, false>::default(),
        &OneHot::<32>::default(),
        "32 states",
    );
}

#[test]
fn one_wrong_state_of_32_is_shown_by_the_shortest_run() {
    let clocks = assert_differ(&Binary::<32, 5, true>::default(), &OneHot::<32>::default(), "32 states");
    // State 31 is reached in six clocks, and no earlier.
    let mut states = vec![0];
    let distance = (1..).find(|_| {
        states = states
            .iter()
            .flat_map(|state| [false, true].map(|input| next(32, *state, input)))
            .collect();
        states.contains(&31)
    });
    assert_eq!(Some(clocks), distance.map(|clocks: usize| clocks + 1));
}

/// Phases of a period, counted.
#[hdl_module]
struct Counted<const N: usize, const W: usize> {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    first: Signal<Out, Bit>,
    middle: Signal<Out, Bit>,
    count: DFF<Bits<W>>,
}

impl<const N: usize, const W: usize> Logic for Counted<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        if self.enable.val() {
            self.count.d.next = self.count.q.val() + 1;
            if self.count.q.val() == (N - 1) as u64 {
                self.count.d.next = 0.into();
            }
        }
        self.first.next = self.count.q.val() == 0;
        self.middle.next = self.count.q.val() == (N / 2) as u64;
    }
}

/// The same as one bit that goes round.
#[hdl_module]
struct Ring<const N: usize> {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    first: Signal<Out, Bit>,
    middle: Signal<Out, Bit>,
    #[default(DFFWithInit::new(1.into()))]
    ring: DFFWithInit<Bits<N>>,
}

impl<const N: usize> Logic for Ring<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ring);
        if self.enable.val() {
            self.ring.d.next = (self.ring.q.val() << 1).replace_bit(0, self.ring.q.val().get_bit(N - 1));
        }
        self.first.next = self.ring.q.val().get_bit(0);
        self.middle.next = self.ring.q.val().get_bit(N / 2);
    }
}

/// The same as ones that fill a register and leave it, in a period of twice its bits.
#[hdl_module]
struct Johnson<const N: usize> {
    clock: Signal<In, Clock>,
    enable: Signal<In, Bit>,
    first: Signal<Out, Bit>,
    middle: Signal<Out, Bit>,
    ring: DFF<Bits<N>>,
}

impl<const N: usize> Logic for Johnson<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ring);
        if self.enable.val() {
            self.ring.d.next = (self.ring.q.val() << 1).replace_bit(0, !self.ring.q.val().get_bit(N - 1));
        }
        self.first.next = !self.ring.q.val().get_bit(0) & !self.ring.q.val().get_bit(N - 1);
        self.middle.next = self.ring.q.val().get_bit(0) & self.ring.q.val().get_bit(N - 1);
    }
}

#[test]
fn counters_rings_and_johnson_counters_of_one_period_are_equal() {
    assert_equal(&Counted::<4, 2>::default(), &Johnson::<2>::default(), "4 phases");
    assert_equal(&Counted::<8, 3>::default(), &Johnson::<4>::default(), "8 phases");
    assert_equal(&Counted::<12, 4>::default(), &Ring::<12>::default(), "12 phases");
    assert_equal(&Johnson::<16>::default(), &Ring::<32>::default(), "32 phases");
    assert_differ(
        &Counted::<30, 5>::default(),
        &Johnson::<16>::default(),
        "30 and 32 phases",
    );
}

#[derive(Copy, Clone, PartialEq, Debug, LogicState)]
enum Sending {
    Idle,
    Start,
    Data,
    Parity,
    Stop,
}

/// A transmitter of 16 bits with parity, whose state is a number, or one bit of five.
#[hdl_module]
struct Sender<const HOT: bool, const FAULT: bool> {
    clock: Signal<In, Clock>,
    send: Signal<In, Bit>,
    word: Signal<In, Bits<16>>,
    line: Signal<Out, Bit>,
    ready: Signal<Out, Bit>,
    number: DFF<Sending>,
    #[default(DFFWithInit::new(1.into()))]
    hot: DFFWithInit<Bits<5>>,
    state: Signal<Local, Sending>,
    next: Signal<Local, Sending>,
    shift: DFF<Bits<16>>,
    odd: DFF<Bit>,
    count: DFF<Bits<4>>,
}

impl<const HOT: bool, const FAULT: bool> Logic for Sender<HOT, FAULT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, number, hot, shift, odd, count);
        if HOT {
            self.state.next = Sending::Idle;
            if self.hot.q.val().get_bit(1) {
                self.state.next = Sending::Start;
            }
            if self.hot.q.val().get_bit(2) {
                self.state.next = Sending::Data;
            }
            if self.hot.q.val().get_bit(3) {
                self.state.next = Sending::Parity;
            }
            if self.hot.q.val().get_bit(4) {
                self.state.next = Sending::Stop;
            }
            self.hot.d.next = match self.next.val() {
                Sending::Idle => bits::<5>(1),
                Sending::Start => bits::<5>(2),
                Sending::Data => bits::<5>(4),
                Sending::Parity => bits::<5>(8),
                Sending::Stop => bits::<5>(16),
            };
        } else {
            self.state.next = self.number.q.val();
            self.number.d.next = self.next.val();
        }
        self.next.next = self.state.val();
        self.line.next = true;
        match self.state.val() {
            Sending::Idle => {
                if self.send.val() {
                    self.next.next = Sending::Start;
                    self.shift.d.next = self.word.val();
                    self.odd.d.next = false;
                    self.count.d.next = 0.into();
                }
            }
            Sending::Start => {
                self.line.next = false;
                self.next.next = Sending::Data;
            }
            Sending::Data => {
                self.line.next = self.shift.q.val().get_bit(0);
                self.odd.d.next = self.odd.q.val() ^ self.shift.q.val().get_bit(0);
                self.shift.d.next = self.shift.q.val() >> 1;
                self.count.d.next = self.count.q.val() + 1;
                if self.count.q.val().all() {
                    self.next.next = Sending::Parity;
                }
            }
            Sending::Parity => {
                self.line.next = self.odd.q.val() ^ FAULT;
                self.next.next = Sending::Stop;
            }
            Sending::Stop => self.next.next = Sending::Idle,
        }
        self.ready.next = self.state.val() == Sending::Idle;
    }
}

#[test]
fn states_beside_data_that_both_designs_hold_alike_may_be_numbered_in_any_way() {
    let plain = Sender::<false, false>::default();
    assert_equal(&plain, &Sender::<true, false>::default(), "a transmitter");
    assert_differ(&plain, &Sender::<true, true>::default(), "a transmitter");
}

/// Shows the clocks whose number is a multiple of the period.
#[hdl_module]
struct Period<const N: u64> {
    clock: Signal<In, Clock>,
    last: Signal<Out, Bit>,
    count: DFF<Bits<13>>,
}

impl<const N: u64> Logic for Period<N> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.last.next = false;
        if self.count.q.val() == N - 1 {
            self.count.d.next = 0.into();
            self.last.next = true;
        }
    }
}

#[test]
fn a_difference_behind_thousands_of_clocks_is_found() {
    let (left, right) = (Period::<5000>::default(), Period::<5001>::default());
    assert_eq!(assert_differ(&left, &right, "periods"), 5000);
    // One state fewer than the run needs.
    let effort = Effort {
        states: 4999,
        ..Effort::default()
    };
    assert!(matches!(prove(&left, &right, &effort), Equality::Unknown(_)));
}

/// The product of two words by the operator, or by shifts and additions.
#[hdl_module]
struct Products<const ROWS: bool> {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    product: Signal<Out, Bits<32>>,
    held: DFF<Bits<32>>,
    sum: [Signal<Local, Bits<32>>; 17],
}

impl<const ROWS: bool> Logic for Products<ROWS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        self.sum[16].next = 0.into();
        for i in 0..16_u64 {
            self.sum[i as usize].next = self.sum[i as usize + 1].val();
            if self.b.val().get_bit(i as usize) {
                self.sum[i as usize].next = self.sum[i as usize + 1].val() + (bit_cast::<32, 16>(self.a.val()) << i);
            }
        }
        self.held.d.next = if ROWS {
            self.sum[0].val()
        } else {
            self.a.val() * self.b.val()
        };
        self.product.next = self.held.q.val();
    }
}

#[test]
fn a_proof_ends_when_its_time_is_over() {
    let effort = Effort {
        time: Duration::from_secs(3),
        ..Effort::default()
    };
    let start = Instant::now();
    let verdict = prove(&Products::<false>::default(), &Products::<true>::default(), &effort);
    assert!(matches!(verdict, Equality::Unknown(_)), "{verdict}");
    assert!(start.elapsed() < 2 * effort.time, "{:?}", start.elapsed());
}
