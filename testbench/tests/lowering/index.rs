//! Comparisons of what may be `Bits` or `usize`: a kernel's tree does not say where `.index()` stood.

use super::constructs::kernel;
use super::pair::compare;
use lanesmith::netlist::lower_trusted as lower;
use rust_hdl::prelude::*;

const UNKNOWN: &str = "whether this wraps depends on the position of .index(), which rust-hdl's macro does not record: use the hdl_gen of lanesmith::hdl::prelude, or assign it to a signal first";

fn error(top: &dyn Block) -> String {
    lower(top).expect_err("an error").to_string()
}

kernel!(Sum { a: In Bits<8>, b: In Bits<8>, y: Out Bit });

impl Logic for Sum {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().index() + self.b.val().index() > 7;
    }
}

kernel!(Shifted { a: In Bits<8>, b: In Bits<8>, y: Out Bit });

impl Logic for Shifted {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.b.val().index() < ((self.a.val().index() << 1) | 1);
    }
}

kernel!(Difference { a: In Bits<8>, b: In Bits<8>, y: Out Bit });

impl Logic for Difference {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val().index() - 1) >> 2 != self.b.val().index();
    }
}

kernel!(Complement { a: In Bits<8>, b: In Bits<8>, y: Out Bit });

impl Logic for Complement {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = !self.a.val().index() == self.b.val().index();
    }
}

#[test]
fn arithmetic_of_unknown_width_in_a_comparison_is_refused() {
    assert_eq!(error(&Sum::default()), format!("top: `a + b > 7`: {UNKNOWN}"));
    assert_eq!(
        error(&Shifted::default()),
        format!("top: `b < (a << 1) | 1`: {UNKNOWN}")
    );
    assert_eq!(
        error(&Difference::default()),
        format!("top: `(a - 1) >> 2 != b`: {UNKNOWN}")
    );
    assert_eq!(error(&Complement::default()), format!("top: `!a == b`: {UNKNOWN}"));
}

kernel!(Sized {
    a: In Bits<8>, b: In Bits<8>, f: In Bit, g: In Bit,
    literal: Out Bit, inside: Out Bit, cast: Out Bit, carry: Out Bit, mask: Out Bit, truth: Out Bit,
});

// A complement is among what is compared.
#[allow(clippy::nonminimal_bool)]
impl Logic for Sized {
    #[hdl_gen]
    fn update(&mut self) {
        self.literal.next = self.a.val() + self.b.val() > bits::<8>(7);
        self.inside.next = self.a.val() < self.b.val() + bits::<8>(1);
        self.cast.next = bit_cast::<8, 8>(self.a.val() - self.b.val()) > self.b.val();
        self.carry.next = bit_cast::<9, 8>(self.a.val()) + bit_cast::<9, 8>(self.b.val()) > 255;
        self.mask.next = self.a.val() & 15 == self.b.val() & 15;
        self.truth.next = !self.f.val() == self.g.val();
    }
}

#[test]
fn comparisons_of_known_width_or_without_a_carry_are_accepted() {
    compare(Sized::default(), 500);
}

kernel!(Delay { delay: In Bits<3>, a: In Bits<8>, equal: Out Bit, unequal: Out Bit, less: Out Bit, more: Out Bit });

impl Logic for Delay {
    #[hdl_gen]
    fn update(&mut self) {
        self.equal.next = false;
        self.unequal.next = false;
        self.less.next = false;
        self.more.next = false;
        for i in 0..8 {
            if self.delay.val().index() == i + 1 {
                self.equal.next = self.a.val().get_bit(i);
            }
            if i + 1 != self.delay.val().index() {
                self.unequal.next = self.a.val().get_bit(i);
            }
            if self.delay.val().index() <= i + 1 {
                self.less.next = self.a.val().get_bit(i);
            }
            if i + 1 < self.delay.val().index() {
                self.more.next = self.a.val().get_bit(i);
            }
        }
    }
}

#[test]
fn a_loop_variable_may_exceed_what_it_is_compared_with() {
    compare(Delay::default(), 200);
}

kernel!(Beyond { a: In Bits<8>, y: Out Bit });

impl Logic for Beyond {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val() == 256;
    }
}

#[test]
fn a_literal_beyond_what_it_is_compared_with_is_refused() {
    assert_eq!(
        error(&Beyond::default()),
        "top: `a == 256`: 256 does not fit the 8 bits it meets"
    );
}

#[derive(LogicBlock)]
struct Placed {
    a: Signal<In, Bits<16>>,
    y: Signal<Out, Bits<2>>,
    below: Signal<Out, Bit>,
    low: Constant<Bits<8>>,
    high: Constant<Bits<8>>,
}

impl Logic for Placed {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bits::<2>((self.low.val() + self.high.val()).index());
        self.below.next = self.a.val().get_bits::<8>(0) < self.high.val() - 2;
    }
}

lanesmith::top!(Placed { a, y, below });

#[test]
fn arithmetic_on_constants_without_a_carry_is_accepted() {
    let placed = |low: u64, high: u64| Placed {
        a: Default::default(),
        y: Default::default(),
        below: Default::default(),
        low: Constant::new(low.into()),
        high: Constant::new(high.into()),
    };
    compare(placed(5, 4), 50);
    assert_eq!(error(&placed(0x80, 0x83)), format!("top: `low + high`: {UNKNOWN}"));
    assert_eq!(
        error(&placed(5, 1)),
        format!("top: `a.get_bits::<8>(0) < high - 2`: {UNKNOWN}")
    );
}
