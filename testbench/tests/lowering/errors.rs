//! What has no meaning is an error that names module, signal and expression.

use super::constructs::kernel;
use super::pair::compare;
use lanesmith::comment;
use lanesmith::netlist::{Flat, lower_documented, lower_trusted as lower};
use lanesmith::rtl::leaf::Register;
use rust_hdl::prelude::ast::{VerilogExpression, VerilogOpUnary, VerilogStatement};
use rust_hdl::prelude::*;

fn error(top: &dyn Block) -> String {
    lower(top).expect_err("an error").to_string()
}

/// A block whose kernel is not made by rust-hdl's macro.
#[derive(LogicBlock, Default)]
struct HandMade {
    a: Signal<In, Bits<8>>,
    b: Signal<In, Bits<9>>,
    y: Signal<Out, Bits<8>>,
    _code: Vec<VerilogStatement>,
    _other: Option<Verilog>,
}

impl Logic for HandMade {
    fn update(&mut self) {}
    fn connect(&mut self) {}
    fn hdl(&self) -> Verilog {
        self._other
            .clone()
            .unwrap_or(Verilog::Combinatorial(self._code.clone()))
    }
}

fn signal(name: &str) -> VerilogExpression {
    VerilogExpression::Signal(name.to_string())
}

fn hand_made(target: &str, value: VerilogExpression) -> String {
    error(&HandMade {
        _code: vec![VerilogStatement::Assignment(signal(target), value)],
        ..HandMade::default()
    })
}

#[test]
fn unknown_constructs_are_named() {
    let a = || Box::new(signal("a"));
    let literal = |value: u32| Box::new(VerilogExpression::Literal(value.into()));
    assert_eq!(
        hand_made("y$next", VerilogExpression::Unary(VerilogOpUnary::Neg, a())),
        "top: `-a`: unary minus is not lowered: subtract from 0 of a known width"
    );
    assert_eq!(
        hand_made("y$next", signal("WIDTH")),
        "top: `WIDTH`: no signal, constant field or enum variant of this name"
    );
    assert_eq!(
        hand_made("y$next", signal("a[N]")),
        "top: `a[N]`: array index \"N\" is neither a number nor a loop variable; rust-hdl's macro sees no Rust constants"
    );
    assert_eq!(
        hand_made("y$next", VerilogExpression::Index(a(), literal(8))),
        "top: `a.get_bit(8)`: bit 8 of 8 bits"
    );
    assert_eq!(
        hand_made("y$next", VerilogExpression::Cast(a(), 65)),
        "top: `y.next = bit_cast::<65, _>(a)`: a value of 65 bits for a target of 8: cut it or extend it with `bit_cast`"
    );
    assert_eq!(
        hand_made("nowhere$next", signal("a")),
        "top: `nowhere`: no signal, constant field or enum variant of this name"
    );
    assert_eq!(
        hand_made("a$next", signal("y")),
        "top: `a.next = y`: an input is driven by the parent and can't be assigned"
    );
}

#[test]
fn widths_must_agree() {
    let (a, b) = (|| Box::new(signal("a")), || Box::new(signal("b")));
    assert_eq!(
        hand_made("y$next", signal("b")),
        "top: `y.next = b`: a value of 9 bits for a target of 8: cut it or extend it with `bit_cast`"
    );
    assert_eq!(
        hand_made("y$next", VerilogExpression::Binary(a(), ast::VerilogOp::Add, b())),
        "top: `a + b`: left side of 8 bits, right side of 9: bring one to the other's width with `bit_cast`"
    );
    let literal = Box::new(VerilogExpression::Literal(256u32.into()));
    assert_eq!(
        hand_made("y$next", VerilogExpression::Binary(a(), ast::VerilogOp::Add, literal)),
        "top: `a + 256`: 256 does not fit the 8 bits it meets"
    );
    let condition = VerilogStatement::If(ast::VerilogConditional {
        test: signal("a"),
        then: vec![],
        otherwise: ast::VerilogBlockOrConditional::None,
    });
    let block = HandMade {
        _code: vec![condition],
        ..HandMade::default()
    };
    assert_eq!(error(&block), "top: `a`: a condition of 8 bits");
}

#[test]
fn foreign_verilog_is_refused() {
    let block = |code| HandMade {
        _other: Some(code),
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

kernel!(Latch { f: In Bit, a: In Bits<8>, y: Out Bits<8> });

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
        "top: y: `y.next = a + 1`: not assigned in every case, a latch: assign a default first"
    );
}

kernel!(Partial { a: In Bits<8>, y: Out Bits<8>, z: Out Bits<8> });

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

#[derive(LogicBlock, Default)]
struct Halves {
    low: Signal<In, Bits<8>>,
    high: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
}

impl Logic for Halves {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.low.val() ^ self.high.val();
    }
}

#[derive(LogicBlock, Default)]
struct Forgets {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    halves: [Halves; 2],
}

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

#[derive(LogicBlock, Default)]
struct Drives {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    halves: Halves,
}

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
        "top: `halves.y.next = a`: an output of halves is driven there and can't be assigned"
    );
}

#[derive(LogicBlock, Default)]
struct Loops {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    halves: Halves,
}

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

kernel!(Accumulates { a: In Bits<8>, y: Out Bits<8> });

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
    assert_eq!(
        error(&Accumulates::default()),
        "top: `y`: is read between two assignments to it: read it below the last one, or read the register's output `….q.val()` if the value before this clock is meant"
    );
}

kernel!(Increments { a: In Bits<8>, y: Out Bits<8> });

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

#[derive(LogicBlock, Default)]
struct Between {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    middle: Signal<Local, Bits<8>>,
}

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
    assert_eq!(
        error(&Between::default()),
        "top: `middle`: is read between two assignments to it: read it below the last one, or read the register's output `….q.val()` if the value before this clock is meant"
    );
}

#[derive(Copy, Clone, PartialEq, Debug, Default, LogicStruct)]
struct Bundle {
    low: Bits<8>,
    high: Bits<8>,
}

#[derive(LogicBlock, Default)]
struct BetweenFields {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    middle: Signal<Local, Bundle>,
}

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
        "top: `middle_low`: is read between two assignments to it: read it below the last one, or read the register's output `….q.val()` if the value before this clock is meant"
    );
    assert_eq!(
        error(&BetweenStructs::default()),
        "top: `middle_high`: is read between two assignments to it: read it below the last one, or read the register's output `….q.val()` if the value before this clock is meant"
    );
}

#[derive(LogicBlock, Default)]
struct BetweenOtherFields {
    a: Signal<In, Bits<8>>,
    y: Signal<Out, Bits<8>>,
    z: Signal<Out, Bits<8>>,
    middle: Signal<Local, Bundle>,
}

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

lanesmith::top!(BetweenOtherFields { a, y, z });

kernel!(Ambiguous { a: In Bits<8>, i: In Bits<3>, y: Out Bit });

impl Logic for Ambiguous {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bit((self.i.val() + 1).index());
    }
}

#[test]
fn arithmetic_of_unknown_width_in_an_index_is_refused() {
    let error = error(&Ambiguous::default());
    assert!(
        error.starts_with("top: `i + 1`: whether this wraps depends on the position of .index()"),
        "{error}"
    );
}

kernel!(WrongComment { a: In Bits<8>, y: Out Bits<8> });

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

kernel!(HalfDocumented { a: In Bits<8>, y: Out Bits<8> });

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

kernel!(TooWide { a: In Bits<5000>, y: Out Bit });

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

#[derive(LogicBlock, Default)]
struct GatedClock {
    clock: Signal<In, Clock>,
    gate: Signal<In, Bit>,
    q: Signal<Out, Bit>,
    first: Register<Bit>,
    second: Register<Bit>,
    other: Signal<In, Clock>,
}

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
