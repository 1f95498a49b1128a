//! What has no meaning is an error that names module, signal and expression.

use super::pair::compare;
use crate::block::block;
use lanesmith::comment;
use lanesmith::hdl_gen;
use lanesmith::netlist::{Flat, lower, lower_documented};
use lanesmith::rtl::leaf::{Memory, Register};
use rust_hdl::prelude::*;

const BETWEEN: &str = "is read between two assignments to it: read it below the last one, or read the register's output `….q.val()` if the \
     value before this clock is meant";

/// The first line of the error; below it is the place in the source.
fn error(top: &dyn Block) -> String {
    let error = lower(top).expect_err("an error").to_string();
    error.lines().next().unwrap_or_default().to_owned()
}

// A block with Verilog of its own.
block!(HandMade { a: In Bits<8>, y: Out Bits<8> } { _code: Option<Verilog> });

impl Logic for HandMade {
    fn update(&mut self) {}
    fn connect(&mut self) {}
    fn hdl(&self) -> Verilog {
        self._code.clone().expect("code")
    }
}

#[test]
fn foreign_verilog_is_refused() {
    let block = |code| HandMade {
        _code: Some(code),
        ..HandMade::default()
    };
    assert_eq!(
        error(&block(Verilog::Custom("assign y = a;".to_string()))),
        "top: `assign y = a;`: Verilog text without a kernel: lanesmith lowers such text only if it is a known leaf inside a block with a kernel"
    );
    let wrapper = Verilog::Wrapper(Wrapper {
        code: String::new(),
        cores: String::new(),
    });
    assert_eq!(error(&block(wrapper)), "top: black boxes and wrappers are not lowered");
}

block!(Beyond { a: In Bits<8>, y: Out Bit });

impl Logic for Beyond {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() == 256;
    }
}

block!(AssignsInput { a: In Bits<8>, y: Out Bits<8> });

impl Logic for AssignsInput {
    #[hdl_gen]
    fn update(&mut self) {
        self.a.next = self.y.val();
    }
}

#[test]
fn a_literal_beyond_what_it_meets_and_an_assignment_to_an_input_are_refused() {
    assert_eq!(
        error(&Beyond::default()),
        "top: `self.a.val() == 256`: 256 does not fit the 8 bits it meets"
    );
    assert_eq!(
        error(&AssignsInput::default()),
        "top: `self.a.next = self.y.val()`: an input is driven by the parent and can't be assigned"
    );
}

block!(Latch { f: In Bit, a: In Bits<8>, y: Out Bits<8> });

impl Logic for Latch {
    #[hdl_gen]
    fn update(&mut self) {
        if self.f.val() {
            self.y.next = self.a.val() + 1;
        }
    }
}

#[test]
fn a_missing_default_is_a_latch() {
    assert_eq!(
        error(&Latch::default()),
        "top: y: `self.y.next = self.a.val() + 1`: not assigned in every case, a latch: assign a default first"
    );
}

block!(Partial { a: In Bits<8>, y: Out Bits<8>, z: Out Bits<8> });

impl Logic for Partial {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

#[test]
fn an_output_that_is_never_assigned_is_undriven() {
    assert_eq!(
        error(&Partial::default()),
        "top: z: undriven: the kernel never assigns it"
    );
}

block!(Halves { low: In Bits<8>, high: In Bits<8>, y: Out Bits<8> });

impl Logic for Halves {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.low.val() ^ self.high.val();
    }
}

block!(Forgets { a: In Bits<8>, y: Out Bits<8> } { halves: [Halves; 2] });

impl Logic for Forgets {
    #[hdl_gen]
    fn update(&mut self) {
        self.halves[0].low.next = self.a.val();
        self.halves[0].high.next = self.a.val();
        self.halves[1].low.next = self.halves[0].y.val();
        self.y.next = self.halves[1].y.val();
    }
}

#[test]
fn an_input_of_an_inner_module_must_be_driven() {
    assert_eq!(
        error(&Forgets::default()),
        "top: halves.1.high: undriven: the kernel never assigns it"
    );
}

block!(Drives { a: In Bits<8>, y: Out Bits<8> } { halves: Halves });

impl Logic for Drives {
    #[hdl_gen]
    fn update(&mut self) {
        self.halves.low.next = self.a.val();
        self.halves.high.next = self.a.val();
        self.halves.y.next = self.a.val();
        self.y.next = self.halves.y.val();
    }
}

#[test]
fn an_output_of_an_inner_module_has_one_driver() {
    assert_eq!(
        error(&Drives::default()),
        "top: `self.halves.y.next = self.a.val()`: an output of halves is driven there and can't be assigned"
    );
}

block!(Loops { a: In Bits<8>, y: Out Bits<8> } { halves: Halves });

impl Logic for Loops {
    #[hdl_gen]
    fn update(&mut self) {
        self.halves.low.next = self.a.val();
        self.halves.high.next = self.halves.y.val();
        self.y.next = self.halves.y.val();
    }
}

#[test]
fn a_combinational_loop_is_found_across_modules() {
    let design = lower(&Loops::default()).unwrap();
    let error = Flat::new(&design).expect_err("a loop").to_string();
    assert_eq!(
        error,
        "module top: net halves_y: combinational loop: halves_y depends on halves_y"
    );
}

block!(Accumulates { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Accumulates {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
        for i in 0..3 {
            self.y.next = self.y.val() + i;
        }
    }
}

#[test]
fn accumulating_in_a_loop_is_refused() {
    assert_eq!(error(&Accumulates::default()), format!("top: `y`: {BETWEEN}"));
}

block!(Increments { a: In Bits<8>, y: Out Bits<8> });

impl Logic for Increments {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.y.val() + self.a.val();
    }
}

#[test]
fn reading_a_signal_above_its_assignment_means_its_settled_value() {
    let design = lower(&Increments::default()).unwrap();
    let error = Flat::new(&design).expect_err("a loop").to_string();
    assert_eq!(error, "module top: net y: combinational loop: y depends on y");
}

block!(Between { a: In Bits<8>, y: Out Bits<8> } { middle: Signal<Local, Bits<8>> });

impl Logic for Between {
    #[hdl_gen]
    fn update(&mut self) {
        self.middle.next = self.a.val();
        self.y.next = self.middle.val();
        self.middle.next = !self.a.val();
    }
}

#[test]
fn reading_between_two_assignments_is_refused() {
    assert_eq!(error(&Between::default()), format!("top: `middle`: {BETWEEN}"));
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Bundle {
    low: Bits<8>,
    high: Bits<8>,
}

block!(BetweenFields { a: In Bits<8>, y: Out Bits<8> } { middle: Signal<Local, Bundle> });

impl Logic for BetweenFields {
    #[hdl_gen]
    fn update(&mut self) {
        self.middle.next.high = self.a.val();
        self.middle.next.low = self.a.val();
        self.y.next = self.middle.val().low;
        self.middle.next.low = !self.a.val();
    }
}

#[derive(LogicBlock, Default)]
struct BetweenStructs {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bundle>,
    middle: Signal<Local, Bundle>,
}

impl Logic for BetweenStructs {
    #[hdl_gen]
    fn update(&mut self) {
        self.middle.next.low = self.a.val();
        self.middle.next.high = self.a.val();
        self.y.next = self.middle.val();
        self.middle.next.high = !self.a.val();
    }
}

#[test]
fn reading_a_field_between_two_assignments_to_it_is_refused() {
    assert_eq!(
        error(&BetweenFields::default()),
        format!("top: `middle_low`: {BETWEEN}")
    );
    assert_eq!(
        error(&BetweenStructs::default()),
        format!("top: `middle_high`: {BETWEEN}")
    );
}

block!(BetweenOtherFields { a: In Bits<8>, y: Out Bits<8>, z: Out Bits<8> } { middle: Signal<Local, Bundle> });

impl Logic for BetweenOtherFields {
    #[hdl_gen]
    fn update(&mut self) {
        self.middle.next.high = self.a.val();
        self.middle.next.low = self.a.val();
        self.y.next = self.middle.val().low;
        self.middle.next.high = !self.a.val();
        self.z.next = self.middle.val().high;
    }
}

#[test]
fn reading_a_field_between_two_assignments_to_another_one_means_its_settled_value() {
    compare(BetweenOtherFields::default(), 20);
}

block!(WrongComment { a: In Bits<8>, y: Out Bits<8> });

impl Logic for WrongComment {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("port b: Not there.");
        self.y.next = self.a.val();
    }
}

#[test]
fn a_comment_about_no_port_is_refused() {
    assert_eq!(
        error(&WrongComment::default()),
        "top: `port b: Not there.`: no port is called \"b\""
    );
}

block!(HalfDocumented { a: In Bits<8>, y: Out Bits<8> });

impl Logic for HalfDocumented {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("port a: A byte.");
        self.y.next = self.a.val();
    }
}

#[test]
fn shipped_hardware_with_a_port_without_a_comment_is_refused() {
    let error = lower_documented(&HalfDocumented::default()).expect_err("`y` says nothing");
    assert_eq!(error.to_string(), "top: y: a port without a doc comment");
}

block!(TooWide { a: In Bits<5000>, y: Out Bit });

impl Logic for TooWide {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bit(0);
    }
}

#[test]
fn types_that_have_no_net_are_refused() {
    assert_eq!(
        error(&TooWide::default()),
        "top: a: type Bits::<5000>: 5000 bits; words have 1 to 4096"
    );
}

block!(GatedClock { clock: In Clock, gate: In Bit, q: Out Bit, other: In Clock } { first: Register<Bit>, second: Register<Bit> });

impl Logic for GatedClock {
    #[hdl_gen]
    fn update(&mut self) {
        self.first.clock.next = self.clock.val();
        self.second.clock.next = self.other.val();
        self.first.enable.next = true;
        self.second.enable.next = true;
        self.first.d.next = self.gate.val();
        self.second.d.next = self.first.q.val();
        self.q.next = self.second.q.val();
    }
}

#[test]
fn a_second_clock_is_refused() {
    let design = lower(&GatedClock::default()).unwrap();
    let error = Flat::new(&design).expect_err("two clocks").to_string();
    assert_eq!(
        error,
        "module top: net other: a second clock beside clock: this needs a design of one clock"
    );
    assert_eq!(Flat::with_clocks(&design).expect("two clocks").clocks.len(), 2);
}

#[test]
#[should_panic(expected = "5 words are not addressed by 2 bits")]
fn a_memory_too_deep_for_its_address_is_refused() {
    Memory::<Bits<8>, 2, 1>::asynchronous(5);
}
