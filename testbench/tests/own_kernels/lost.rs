//! What rust-hdl's own macro drops.

use super::{block, checked};
use lanesmith::hdl::prelude::*;

#[derive(LogicState, Copy, Clone, Debug, PartialEq)]
enum Lock {
    First,
    Second,
    Third,
    Open,
}

#[derive(LogicBlock, Default)]
struct Guarded {
    clock: Signal<In, Clock>,
    hold: Signal<In, Bit>,
    code: Signal<In, Bits<2>>,
    open: Signal<Out, Bit>,
    state: DFF<Lock>,
}

impl Logic for Guarded {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, state);
        self.open.next = false;
        match self.state.q.val() {
            Lock::First if self.code.val() == 2 => self.state.d.next = Lock::Second,
            Lock::Second if self.code.val() == 1 => self.state.d.next = Lock::Third,
            Lock::Third if self.code.val() == 3 => self.state.d.next = Lock::Open,
            Lock::Open if self.hold.val() => self.open.next = true,
            _ => self.state.d.next = Lock::First,
        }
    }
}

lanesmith::top!(Guarded {
    clock,
    hold,
    code,
    open
});

#[test]
fn guards_of_arms_are_conditions() {
    checked(Guarded::default());
}

block!(Comparator { a: In Bits<32>, b: In Bits<32>, equal: Out Bits<32>, last: Out Bit } { same: [Signal<Local, Bit>; 32] });

impl Logic for Comparator {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..=31 {
            self.same[i].next = self.a.val().get_bit(i) == self.b.val().get_bit(i);
        }
        self.last.next = self.same[31].val();
        self.equal.next = self.a.val() ^ self.b.val();
    }
}

#[test]
fn a_loop_with_its_last_value_runs_it() {
    checked(Comparator::default());
}

block!(Sums {
    a: In Bits<32>, b: In Bits<32>, s: In Bits<4>, x: In Bits<16>,
    any: Out Bit, parity: Out Bit, all: Out Bit, bit: Out Bit, field: Out Bits<3>, cast: Out Bits<40>, moved: Out Bits<16>,
    average: Out Bits<32>, more: Out Bit,
});

impl Logic for Sums {
    #[hdl_gen]
    fn update(&mut self) {
        self.any.next = (self.a.val().index() + self.b.val().index() + 12345)
            .to_bits::<34>()
            .any();
        self.parity.next = (self.a.val().index() + self.b.val().index()).to_bits::<33>().xor();
        self.all.next = (self.a.val().index() * 2 + 1).to_bits::<33>().all();
        self.bit.next = (self.a.val().index() + self.b.val().index())
            .to_bits::<33>()
            .get_bit(32);
        self.field.next = (self.a.val().index() + self.b.val().index())
            .to_bits::<33>()
            .get_bits::<3>(30);
        self.cast.next = bit_cast::<40, 33>((self.a.val().index() + self.b.val().index()).to_bits::<33>());
        self.moved.next = self.x.val() >> (self.s.val().index() + 9).to_bits::<5>();
        self.average.next = ((self.a.val().index() + self.b.val().index()) >> 1).to_bits();
        self.more.next = self.a.val().index() + self.b.val().index() > 0x1_0000_0000;
    }
}

#[test]
fn sums_of_indices_are_exact_wherever_they_stand() {
    checked(Sums::default());
}

block!(Wrapping { a: In Bits<8>, b: In Bits<8>, any: Out Bit, more: Out Bit, half: Out Bits<8>, wide: Out Bits<12> });

impl Logic for Wrapping {
    #[hdl_gen]
    fn update(&mut self) {
        self.any.next = (self.a.val() + self.b.val()).any();
        self.more.next = self.a.val() + self.b.val() > 7;
        self.half.next = (self.a.val() + self.b.val()) >> 1;
        self.wide.next = bit_cast::<12, 8>(self.a.val() - self.b.val());
    }
}

#[test]
fn sums_of_bits_wrap_wherever_they_stand() {
    checked(Wrapping::default());
}

block!(Keyword { r#type: In Bits<8>, r#match: Out Bits<8> } { r#loop: Signal<Local, Bits<8>> });

impl Logic for Keyword {
    #[hdl_gen]
    fn update(&mut self) {
        self.r#loop.next = self.r#type.val() + 1;
        self.r#match.next = self.r#loop.val();
    }
}

#[test]
fn fields_with_names_of_rust_keywords_have_names_that_verilog_takes() {
    let design = checked(Keyword::default());
    let names: Vec<&str> = design
        .top_module()
        .ports()
        .map(|(_, port)| port.name.as_str())
        .collect();
    assert_eq!(names, ["type_", "match"]);
    assert!(!lanesmith::hdl::emit(&design)[0].text.contains("r#"));
}

block!(LikeItsLoop { i: In Bits<8>, y: Out Bits<8> } { bits: [Signal<Local, Bit>; 8] });

impl Logic for LikeItsLoop {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..8 {
            self.bits[i].next = self.i.val().get_bit(7 - i);
        }
        self.y.next = self.i.val();
        for i in 0..8 {
            self.y.next = self.i.val() + bits::<8>(i as u64);
        }
    }
}

#[test]
fn a_field_named_like_a_loop_variable_is_the_field() {
    checked(LikeItsLoop::default());
}

#[derive(LogicBlock, Default)]
struct Adder<const N: usize> {
    a: Signal<In, Bits<N>>,
    b: Signal<In, Bits<N>>,
    sum: Signal<Out, Bits<N>>,
}

impl<const N: usize> Logic for Adder<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.sum.next = self.a.val() + self.b.val() + (N as u64);
    }
}

lanesmith::top!([const N: usize] Adder<N> { a, b, sum });

#[test]
fn blocks_with_generic_parameters_are_tops() {
    checked(Adder::<5>::default());
    checked(Adder::<64>::default());
}
