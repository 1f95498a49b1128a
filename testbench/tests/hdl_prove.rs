//! Equality of two designs: what is proved, what is refuted, and what stays open, with reasons.

use crate::block::block;
use lanesmith::hdl::invariant::{left, right};
use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Effort, Equality, Error, Invariant, InvariantError, Question, Reason, Trace, Undecided};
use lanesmith::netlist::{Design, Flat};
use std::time::Duration;

fn lower(block: &dyn Block) -> Design {
    hdl::lower(block).unwrap_or_else(|error| panic!("{error}"))
}

fn prove(left: &dyn Block, right: &dyn Block) -> Equality {
    let verdict = hdl::prove(&lower(left), &lower(right), &Effort::default());
    verdict.unwrap_or_else(|error| panic!("{error}"))
}

/// What the outputs of a design are in each clock of a run.
pub fn outputs(design: &Design, trace: &Trace) -> Vec<Vec<u64>> {
    use lanesmith::algebra::{Slice, pack, unpack};
    use lanesmith::netlist::NetKind;
    use lanesmith::netlist::eval::{DesignState, settle, tick};
    let flat = Flat::new(design).expect("a flat design");
    let mut ports: Vec<_> = flat.ports().filter(|(_, net)| net.kind == NetKind::Output).collect();
    ports.sort_by(|(_, x), (_, y)| x.name.cmp(&y.name));
    let mut state = DesignState::<Slice<1>>::power_up(&flat);
    let clock = |inputs: &Vec<(String, u64)>| {
        let input = |id| {
            let net = flat.module.net_ref(id);
            let value = inputs.iter().find(|(name, _)| *name == net.name);
            pack(&[value.map_or(0, |(_, value)| *value)], net.width)
        };
        let values = settle(&flat, input, &state);
        state = tick(&flat, &values, &state);
        ports
            .iter()
            .map(|(id, _)| unpack(&values[id.0 as usize], 1)[0])
            .collect()
    };
    trace.iter().map(clock).collect()
}

/// A run that refutes shows the same outputs in all clocks but the last, and others in that.
pub fn assert_refutes(left: &Design, right: &Design, trace: &Trace) {
    let (mut shown, mut other) = (outputs(left, trace), outputs(right, trace));
    assert_ne!(
        shown.pop().expect("a clock"),
        other.pop().expect("a clock"),
        "{trace:?}"
    );
    assert_eq!(shown, other, "{trace:?}");
}

fn assert_refuted(left: &dyn Block, right: &dyn Block) -> Trace {
    match prove(left, right) {
        Equality::Refuted(trace) => {
            assert_refutes(&lower(left), &lower(right), &trace);
            trace
        }
        verdict => panic!("{verdict}"),
    }
}

block!(Product { clock: In Clock, a: In Bits<16>, b: In Bits<16>, c: In Bits<16>, y: Out Bits<32> } { p: DFF<Bits<32>> });

impl Logic for Product {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, p);
        self.p.d.next = self.p.q.val() + self.a.val() * self.b.val() + self.b.val() * self.c.val();
        self.y.next = self.p.q.val();
    }
}

block!(Swapped { clock: In Clock, a: In Bits<16>, b: In Bits<16>, c: In Bits<16>, y: Out Bits<32> } { sum: DFF<Bits<32>> });

impl Logic for Swapped {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sum);
        self.sum.d.next = self.c.val() * self.b.val() + self.b.val() * self.a.val() + self.sum.q.val();
        self.y.next = self.sum.q.val();
    }
}

block!(OtherProduct { clock: In Clock, a: In Bits<16>, b: In Bits<16>, c: In Bits<16>, y: Out Bits<32> } { sum: DFF<Bits<32>> });

impl Logic for OtherProduct {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, sum);
        self.sum.d.next = self.c.val() * self.b.val() + self.b.val() * self.a.val() + self.sum.q.val();
        if (self.a.val() == 0xfffe) & (self.b.val() == 0xfffd) {
            self.sum.d.next = self.sum.q.val();
        }
        self.y.next = self.sum.q.val();
    }
}

#[test]
fn products_and_their_sums_are_equal_whatever_the_order_and_one_wrong_product_of_2_to_the_32_is_not() {
    assert_eq!(prove(&Product::default(), &Swapped::default()), Equality::Proved);
    assert_refuted(&Product::default(), &OtherProduct::default());
}

#[hdl_module]
struct Up<const PERIOD: u64> {
    clock: Signal<In, Clock>,
    last: Signal<Out, Bit>,
    count: DFF<Bits<20>>,
}

impl<const PERIOD: u64> Logic for Up<PERIOD> {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.clock.next = self.clock.val();
        self.count.d.next = self.count.q.val() + 1;
        self.last.next = false;
        if self.count.q.val() == PERIOD - 1 {
            self.count.d.next = 0.into();
            self.last.next = true;
        }
    }
}

#[hdl_module]
struct Down<const PERIOD: u64> {
    clock: Signal<In, Clock>,
    last: Signal<Out, Bit>,
    left: DFF<Bits<20>>,
}

impl<const PERIOD: u64> Logic for Down<PERIOD> {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.clock.next = self.clock.val();
        self.left.d.next = self.left.q.val() - 1;
        self.last.next = self.left.q.val() == 1;
        if self.left.q.val() == 0 {
            self.left.d.next = bits::<20>(PERIOD - 1);
        }
    }
}

#[test]
fn what_is_undecided_says_why_and_what_was_proved() {
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
         more clocks or states may decide it, or an Invariant that relates the registers"
    );
    let effort = Effort {
        time: Duration::ZERO,
        ..Effort::default()
    };
    let verdict = hdl::prove(&lower(&Left::default()), &lower(&Right::default()), &effort);
    let Ok(Equality::Unknown(open)) = &verdict else {
        panic!("{verdict:?}")
    };
    let question = Question::Clock(0);
    let time = Duration::ZERO;
    assert_eq!((open.equal_clocks, &open.reason), (0, &Reason::Time { question, time }));
    let text = verdict.expect("a verdict").to_string();
    assert!(text.contains("whether outputs can differ in clock 0"), "{text}");
    assert!(text.contains("more time"), "{text}");
    assert_eq!(prove(&Left::default(), &Right::default()), Equality::Proved);
}

block!(Left { a: In Bits<8>, b: In Bits<8>, c: In Bits<8>, y: Out Bits<8> });

impl Logic for Left {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val() + self.b.val()) + self.c.val();
    }
}

block!(Right { a: In Bits<8>, b: In Bits<8>, c: In Bits<8>, y: Out Bits<8> });

impl Logic for Right {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() + (self.b.val() + self.c.val());
    }
}

/// A period of more clocks than the states that are explored.
const MANY: u64 = 1_000_000;

#[test]
fn periods_of_few_clocks_are_decided_by_their_states() {
    assert_eq!(prove(&Up::<200>::default(), &Down::<200>::default()), Equality::Proved);
}

fn up_and_down(invariants: &[Invariant]) -> Result<Equality, Error> {
    let (up, down) = (lower(&Up::<MANY>::default()), lower(&Down::<MANY>::default()));
    hdl::prove_with(&up, &down, &Effort::default(), invariants)
}

/// One counts the clocks, the other those that are left.
fn together() -> Invariant {
    let period = MANY as u32;
    let both = (left("count") + right("left")).equals(period) & left("count").is_less_than(period);
    let start = left("count").equals(0) & right("left").equals(0);
    Invariant::new("count and left are the period together", both | start)
}

#[test]
fn an_invariant_of_the_user_decides_what_induction_alone_does_not() {
    assert_eq!(up_and_down(&[together()]), Ok(Equality::Proved));
}

#[test]
fn an_invariant_that_fails_or_does_not_follow_is_an_error_that_shows_it() {
    let wrong = Invariant::new(
        "less together",
        (left("count") + right("left")).is_at_most(MANY as u32 - 1),
    );
    let Err(Error::Invariant(InvariantError::Fails { invariant, trace })) = up_and_down(&[together(), wrong]) else {
        panic!("it fails in clock 1")
    };
    assert_eq!((invariant.as_str(), trace.len()), ("less together", 2));
    // True in each run, and no proof: count may be the period and left 0.
    let weak = (left("count") + right("left")).equals(MANY as u32);
    let start = left("count").equals(0) & right("left").equals(0);
    let error = up_and_down(&[Invariant::new("weak", weak | start)]).expect_err("not inductive");
    let Error::Invariant(InvariantError::NotInductive {
        before, after, trace, ..
    }) = &error
    else {
        panic!("{error}")
    };
    let value = |state: &Vec<(String, u64)>, name: &str| state.iter().find(|(n, _)| n == name).expect("a register").1;
    let sums = [before, after].map(|state| value(state, "left.count_q") + value(state, "right.left_q"));
    assert!(sums[0] == MANY || sums[0] == 0, "{error}");
    assert!(sums[1] != MANY && sums[1] != 0, "{error}");
    assert_eq!(trace.len(), 2);
    assert!(error.to_string().contains("left.count_q = "), "{error}");
}

#[test]
fn a_name_in_an_invariant_that_means_nothing_is_an_error_with_what_there_is() {
    let said = |term: hdl::invariant::Term| {
        let error = up_and_down(&[Invariant::new("it", term.equals(0))]).expect_err("a name");
        error.to_string()
    };
    assert_eq!(
        said(left("coumt_q")),
        "invariant \"it\": the left design has no signal coumt_q; did you mean count_q? It has clock, count_q, last"
    );
    assert!(said(right("left[3]")).contains("left is no memory"));
    assert!(said(right("none")).contains("the right design has no signal none; It has"));
}

#[test]
fn an_invariant_that_nothing_satisfies_proves_nothing() {
    let never = Invariant::new("never", left("count").is_less_than(0));
    let error = up_and_down(&[never]).expect_err("false at power-up");
    assert!(
        matches!(&error, Error::Invariant(InvariantError::Fails { trace, .. }) if trace.len() == 1),
        "{error}"
    );
    // True at power-up alone.
    let first = Invariant::new("first", left("count").equals(0));
    assert!(matches!(
        up_and_down(&[first]),
        Err(Error::Invariant(InvariantError::Fails { .. }))
    ));
}

#[test]
fn a_difference_after_hundreds_of_clocks_is_not_called_equal() {
    let trace = assert_refuted(&Up::<200>::default(), &Shorter::default());
    assert_eq!(trace.len(), 199);
}

block!(Shorter { clock: In Clock, last: Out Bit } { count: DFF<Bits<8>> });

impl Logic for Shorter {
    #[hdl_gen]
    fn update(&mut self) {
        self.count.clock.next = self.clock.val();
        self.count.d.next = self.count.q.val() + 1;
        self.last.next = self.count.q.val() == 198;
        if self.count.q.val() == 199 {
            self.count.d.next = 0.into();
        }
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
fn designs_without_outputs_are_not_equal_but_an_error() {
    let (one, other) = (lower(&Nothing::default()), lower(&Nothing::default()));
    let error = hdl::prove(&one, &other, &Effort::default()).expect_err("nothing to compare");
    assert_eq!(
        error.to_string(),
        "designs without outputs: there is nothing to compare"
    );
}
