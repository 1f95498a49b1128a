//! Rust values, variables and expressions.

use super::{block, checked};
use lanesmith::hdl::prelude::*;

const TAPS: [u64; 4] = [3, 5, 7, 250];
const LIMIT: usize = 9;

const fn double(n: usize) -> usize {
    n * 2
}

#[derive(LogicBlock, Default)]
struct Constants<const N: usize> {
    a: Signal<In, Bits<8>>,
    s: Signal<In, Bits<2>>,
    over: Signal<Out, Bit>,
    tap: Signal<Out, Bits<8>>,
    sum: Signal<Out, Bits<8>>,
    sized: Signal<Out, Bits<8>>,
    offset: Signal<Out, Bits<8>>,
}

impl<const N: usize> Constants<N> {
    const OFFSET: u64 = 17;
}

impl<const N: usize> Logic for Constants<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.over.next = self.a.val().index() > LIMIT;
        self.tap.next = TAPS[self.s.val().index()].to_bits::<8>();
        self.sum.next = self.a.val();
        for (i, tap) in TAPS.iter().enumerate() {
            if i == N {
                self.sum.next = self.a.val() + *tap;
            }
        }
        self.sized.next = self.a.val() >> double(N).to_bits::<8>();
        self.offset.next = self.a.val() + Self::OFFSET - TAPS[N];
    }
}

lanesmith::top!([const N: usize] Constants<N> { a, s, over, tap, sum, sized, offset });

#[test]
fn rust_constants_have_their_values() {
    checked(Constants::<1>::default());
    checked(Constants::<3>::default());
}

block!(Variables { a: In Bits<8>, b: In Bits<8>, f: In Bit, y: Out Bits<8>, z: Out Bits<10>, w: Out Bits<8>, v: Out Bits<8> });

impl Logic for Variables {
    #[hdl_gen]
    fn update(&mut self) {
        let sum = self.a.val() + self.b.val();
        let wide = bit_cast::<10, 8>(self.a.val()) + bit_cast::<10, 8>(self.b.val());
        self.y.next = if self.f.val() { sum } else { sum ^ self.a.val() };
        self.z.next = bit_cast::<10, 10>(wide) << 1;
        let sum = sum + 1;
        self.w.next = {
            let half: Bits<8> = sum >> 1;
            half + sum
        };
        self.v.next = match self.a.val().get_bits::<2>(3).index() {
            0 | 3 => self.b.val(),
            1 if self.f.val() => !self.b.val(),
            _ => 77.into(),
        };
    }
}

#[test]
fn variables_and_conditional_values_are_what_rust_makes_of_them() {
    checked(Variables::default());
}

block!(Patterns { a: In Bits<4>, f: In Bit, g: In Bit, y: Out Bits<4>, z: Out Bits<2> });

impl Logic for Patterns {
    #[hdl_gen]
    fn update(&mut self) {
        match self.a.val().index() {
            0..=2 | 12 => self.y.next = 1.into(),
            3..5 => self.y.next = 2.into(),
            LIMIT => self.y.next = 3.into(),
            13..=15 if self.f.val() => self.y.next = 4.into(),
            14 => self.y.next = 5.into(),
            _ => self.y.next = 6.into(),
        }
        match (self.f.val(), self.g.val()) {
            (true, true) => self.z.next = 3.into(),
            (true, false) => self.z.next = 2.into(),
            (false, _) => self.z.next = self.a.val().get_bits::<2>(1),
        }
    }
}

#[test]
fn patterns_are_ranges_alternatives_constants_and_tuples() {
    checked(Patterns::default());
}

block!(ShortCircuit { a: In Bits<4>, f: In Bit, y: Out Bits<4> } { bits: [Signal<Local, Bit>; 4] });

impl Logic for ShortCircuit {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..4 {
            self.bits[i].next = self.a.val().get_bit(i);
            if i > 0 && self.f.val() {
                self.bits[i].next = self.a.val().get_bit(i - 1);
            }
        }
        self.y.next = bits::<4>(0);
        for i in (0..4).rev() {
            if i > 0 {
                self.y.next = self.a.val() ^ bits::<4>(1 << (i - 1));
            }
        }
    }
}

#[test]
fn what_rust_does_not_evaluate_is_not_looked_at() {
    checked(ShortCircuit::default());
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
