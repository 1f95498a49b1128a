//! Arithmetic, counters of long periods, and the limits of time and clocks.

use super::{assert_equal, clocks_to_difference, lower, prove, verdict};
use crate::block::block;
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality, Reason, Undecided};
use std::time::{Duration, Instant};

/// A sum of products in one order or the other, perhaps with a wrong one.
#[hdl_module]
struct SumOfProducts<const SWAPPED: bool, const FAULT: bool> {
    clock: Signal<In, Clock>,
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    c: Signal<In, Bits<16>>,
    y: Signal<Out, Bits<32>>,
    sum: DFF<Bits<32>>,
}

impl<const SWAPPED: bool, const FAULT: bool> Logic for SumOfProducts<SWAPPED, FAULT> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sum);
        if SWAPPED {
            self.sum.d.next = self.c.val() * self.b.val() + self.b.val() * self.a.val() + self.sum.q.val();
        } else {
            self.sum.d.next = self.sum.q.val() + self.a.val() * self.b.val() + self.b.val() * self.c.val();
        }
        if FAULT && (self.a.val() == 0xfffe) & (self.b.val() == 0xfffd) {
            self.sum.d.next = self.sum.q.val();
        }
        self.y.next = self.sum.q.val();
    }
}

#[test]
fn products_are_equal_in_any_order_and_one_wrong_one_of_2_to_the_32_is_found() {
    let right = SumOfProducts::<false, false>::default();
    assert_equal(&right, &SumOfProducts::<true, false>::default(), "products");
    clocks_to_difference(&lower(&right), &lower(&SumOfProducts::<true, true>::default()));
}

/// Counts up.
#[hdl_module]
pub struct Up<const PERIOD: u64> {
    clock: Signal<In, Clock>,
    last: Signal<Out, Bit>,
    count: DFF<Bits<20>>,
}

impl<const PERIOD: u64> Logic for Up<PERIOD> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count);
        self.count.d.next = self.count.q.val() + 1;
        self.last.next = false;
        if self.count.q.val() == PERIOD - 1 {
            self.count.d.next = 0.into();
            self.last.next = true;
        }
    }
}

/// Counts the clocks that are left.
#[hdl_module]
pub struct Down<const PERIOD: u64> {
    clock: Signal<In, Clock>,
    last: Signal<Out, Bit>,
    left: DFF<Bits<20>>,
}

impl<const PERIOD: u64> Logic for Down<PERIOD> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, left);
        self.left.d.next = self.left.q.val() - 1;
        self.last.next = self.left.q.val() == 1;
        if self.left.q.val() == 0 {
            self.left.d.next = bits::<20>(PERIOD - 1);
        }
    }
}

/// A period of more clocks than the states that are explored.
pub const MANY: u64 = 1_000_000;

#[test]
fn periods_of_up_to_thousands_of_clocks_are_decided_by_their_states() {
    assert_equal(&Up::<200>::default(), &Down::<200>::default(), "200 clocks");
    let (left, right) = (lower(&Up::<5000>::default()), lower(&Up::<5001>::default()));
    assert_eq!(clocks_to_difference(&left, &right), 5000);
    // One state fewer than the run needs.
    let effort = Effort {
        states: 4999,
        ..Effort::default()
    };
    assert!(matches!(verdict(&left, &right, &effort), Equality::Unknown(_)));
}

#[test]
fn an_undecided_verdict_says_why_and_what_was_proved() {
    let verdict = prove(&Up::<MANY>::default(), &Down::<MANY>::default());
    let open = Undecided {
        equal_clocks: 8,
        reason: Reason::NoInduction { clocks: 8 },
    };
    assert_eq!(verdict, Equality::Unknown(open));
    assert_eq!(
        verdict.to_string(),
        "undecided: In the first 8 clocks the outputs are equal for all inputs. From some states of the registers, 8 clocks \
         with equal outputs are followed by one with different outputs; perhaps no run reaches these states. An Effort with \
         more clocks or states may decide it"
    );
}

/// A product of three words, in one order or the other.
#[hdl_module]
struct Product<const FIRST: bool> {
    a: Signal<In, Bits<16>>,
    b: Signal<In, Bits<16>>,
    c: Signal<In, Bits<16>>,
    y: Signal<Out, Bits<16>>,
}

impl<const FIRST: bool> Logic for Product<FIRST> {
    #[hdl_gen]
    fn update(&mut self) {
        let low = if FIRST {
            bit_cast::<16, 32>(self.a.val() * self.b.val())
        } else {
            bit_cast::<16, 32>(self.b.val() * self.c.val())
        };
        let other = if FIRST { self.c.val() } else { self.a.val() };
        self.y.next = bit_cast::<16, 32>(low * other);
    }
}

#[test]
fn a_proof_ends_when_its_time_is_over_and_says_so() {
    let [left, right] = [lower(&Product::<false>::default()), lower(&Product::<true>::default())];
    for time in [Duration::ZERO, Duration::from_secs(1)] {
        let start = Instant::now();
        let effort = Effort {
            time,
            ..Effort::default()
        };
        let verdict = verdict(&left, &right, &effort);
        // Random runs are no part of it: they may take seconds on a busy machine.
        assert!(
            start.elapsed() < time + Duration::from_secs(30),
            "{:?}",
            start.elapsed()
        );
        let Equality::Unknown(open) = &verdict else {
            panic!("{verdict}")
        };
        assert!(
            matches!(&open.reason, Reason::Time { time: limit, .. } if *limit == time),
            "{open:?}"
        );
        let text = verdict.to_string();
        assert!(
            text.contains("whether outputs can differ in clock ") && text.contains("more time"),
            "{text}"
        );
    }
}

block!(Nothing { clock: In Clock, a: In Bit } { held: DFF<Bit> });

impl Logic for Nothing {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, held);
        self.held.d.next = self.a.val();
    }
}

#[test]
fn designs_without_outputs_or_with_different_ports_are_errors() {
    let nothing = lower(&Nothing::default());
    let said = |other| {
        let error = hdl::prove(&nothing, other, &Effort::default()).expect_err("nothing to compare");
        error.to_string()
    };
    assert_eq!(said(&nothing), "designs without outputs: there is nothing to compare");
    assert_eq!(
        said(&lower(&Up::<200>::default())),
        "designs with different ports: a (in, 1 bits); last (out, 1 bits)"
    );
}

#[test]
fn a_verdict_is_a_sentence_with_the_inputs_that_show_a_difference() {
    assert_eq!(Equality::Proved.to_string(), "equal in every clock for all inputs");
    let clock = |a, b| vec![("a".to_string(), a), ("b".to_string(), b)];
    assert_eq!(
        Equality::Refuted(vec![clock(1, 2), clock(0x5a, 0)]).to_string(),
        "different in clock 1\n  clock 0: a = 0x1, b = 0x2\n  clock 1: a = 0x5a, b = 0x0"
    );
}
