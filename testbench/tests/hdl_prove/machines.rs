//! Machines that number their states in different ways, decided by the states that runs reach.

use super::{assert_equal, clocks_to_difference, lower};
use lanesmith::hdl::prelude::*;

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
    #[default(std::array::from_fn(|i| DFF::new(i == 0)))]
    hot: [DFF<Bit>; N],
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
fn numbered_states_equal_a_flip_flop_for_each_and_the_shortest_run_shows_a_wrong_one() {
    assert_equal(&Binary::<3, 2, false>::default(), &OneHot::<3>::default(), "3 states");
    assert_equal(
        &OneHot::<16>::default(),
        &Binary::<16, 4, false>::default(),
        "16 states",
    );
    let (faulty, right) = (
        lower(&Binary::<16, 4, true>::default()),
        lower(&OneHot::<16>::default()),
    );
    let clocks = clocks_to_difference(&faulty, &right);
    // The last state is reached in this number of clocks, and no earlier.
    let mut states = vec![0];
    let distance = (1..).find(|_| {
        let step = |state: &usize| [false, true].map(|input| next(16, *state, input));
        states = states.iter().flat_map(step).collect();
        states.contains(&15)
    });
    assert_eq!(Some(clocks), distance.map(|clocks: usize| clocks + 1));
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
    #[default(DFF::new(1.into()))]
    hot: DFF<Bits<5>>,
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
            self.state.next = match self.hot.q.val().index() {
                2 => Sending::Start,
                4 => Sending::Data,
                8 => Sending::Parity,
                16 => Sending::Stop,
                _ => Sending::Idle,
            };
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
    clocks_to_difference(&lower(&plain), &lower(&Sender::<true, true>::default()));
}
