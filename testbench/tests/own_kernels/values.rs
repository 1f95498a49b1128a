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
    checked(Constants::<1>::default);
    checked(Constants::<3>::default);
}

block!(Expressions {
    a: In Bits<8>, b: In Bits<8>, f: In Bit, s: In Signed<16>,
    z: Out Bits<10>, w: Out Bits<8>, shifted: Out Bits<8>, high: Out Bits<100>, clipped: Out Signed<16>
} { bits: [Signal<Local, Bit>; 4] });

impl Logic for Expressions {
    #[hdl_gen]
    fn update(&mut self) {
        let sum = self.a.val() + self.b.val();
        let wide = bit_cast::<10, 8>(self.a.val()) + bit_cast::<10, 8>(self.b.val());
        self.z.next = bit_cast::<10, 10>(wide) << 1;
        let sum = sum + 1;
        self.w.next = {
            let half: Bits<8> = sum >> 1;
            half + sum
        };
        // Rust does not evaluate the right side where the left one decides.
        for i in 0..4 {
            self.bits[i].next = self.a.val().get_bit(i);
            if i > 0 && self.f.val() {
                self.bits[i].next = self.a.val().get_bit(i - 1);
            }
        }
        self.shifted.next =
            cat!(8 of bits: self.bits[3].val(), self.bits[2].val(), self.bits[1].val(), self.bits[0].val());
        for i in (0..4).rev() {
            if i > 0 && self.b.val().get_bit(i) {
                self.shifted.next = self.a.val() ^ bits::<8>(1 << (i - 1));
            }
        }
        self.high.next = bit_cast::<100, 8>(self.a.val()) << 65;
        self.clipped.next = self.s.val() + signed::<16>(-3);
        if self.s.val() < (-1000).into() {
            self.clipped.next = (-1000).into();
        }
    }
}

#[test]
fn variables_blocks_and_short_circuits_are_what_rust_makes_of_them() {
    checked(Expressions::default);
}

#[derive(LogicStruct, Copy, Clone, Debug, PartialEq, Default)]
struct Bundle {
    low: Bits<8>,
    high: Bits<8>,
}

block!(OtherField { a: In Bits<8>, y: Out Bits<8>, z: Out Bits<8> } { middle: Signal<Local, Bundle> });

impl Logic for OtherField {
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
fn a_field_read_between_assignments_to_another_one_is_settled() {
    checked(OtherField::default);
}
