//! Operands at which rust-hdl's simulation recurses or takes all memory, and integers that Rust shifts by 64 and more.

use lanesmith::hdl::prelude::*;
use lanesmith::hdl::{self, Error};

/// The error of a block that has no netlist.
fn refusal(block: &impl Block) -> String {
    hdl::lower(block).expect_err("it is refused").to_string()
}

#[hdl_module]
struct Extend {
    x: Signal<In, Bits<8>>,
    wider: Signal<Out, Bits<12>>,
    long: Signal<Out, Bits<40>>,
    narrower: Signal<Out, Bits<4>>,
}

impl Logic for Extend {
    #[hdl_gen]
    fn update(&mut self) {
        self.wider.next = unsigned_cast(signed_bit_cast::<12, 8>(signed_cast(self.x.val())));
        self.long.next = unsigned_cast(signed_bit_cast::<40, 8>(signed_cast(self.x.val())));
        self.narrower.next = unsigned_cast(signed_bit_cast::<4, 8>(signed_cast(self.x.val())));
    }
}

#[test]
fn the_least_signed_number_is_cast_in_rust_hdls_simulation_as_in_the_netlist() {
    hdl::check(Extend::default(), 2000, 1).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn signed_casts_keep_the_value_or_its_low_bits_at_every_width() {
    fn cast<const M: usize, const N: usize>() {
        for low in [
            0_i128,
            1,
            -1,
            5,
            1 << (N - 2),
            -(1 << (N - 2)),
            -(1 << (N - 1)),
            (1 << (N - 1)) - 1,
        ] {
            let pattern = |width: usize| (low & ((1 << width) - 1)) as u128;
            let bits = |width: usize| (0..width).map(move |i| pattern(width) >> i & 1 != 0);
            let mut x = Bits::<N>::default();
            for (i, bit) in bits(N).enumerate() {
                x = x.replace_bit(i, bit);
            }
            let cast: Signed<M> = signed_bit_cast(signed_cast(x));
            let found: Vec<bool> = (0..M).map(|i| cast.get_bit(i)).collect();
            assert_eq!(found, bits(M).collect::<Vec<bool>>(), "{low} of {N} bits as {M}");
        }
    }
    cast::<8, 8>();
    cast::<12, 8>();
    cast::<4, 8>();
    cast::<32, 31>();
    cast::<33, 32>();
    cast::<32, 33>();
    cast::<70, 40>();
    cast::<40, 70>();
    cast::<64, 64>();
}

#[hdl_module]
struct ByItself {
    x: Signal<In, Bits<64>>,
    y: Signal<Out, Bits<64>>,
    z: Signal<Out, Bits<64>>,
}

impl Logic for ByItself {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() << self.x.val();
        self.z.next = self.x.val() >> self.x.val();
    }
}

#[test]
fn a_word_of_64_bits_is_shifted_by_itself() {
    hdl::check(ByItself::default(), 2000, 1).unwrap_or_else(|error| panic!("{error}"));
}

#[hdl_module]
struct Shifter<const N: usize> {
    x: Signal<In, Bits<32>>,
    n: Signal<In, Bits<N>>,
    y: Signal<Out, Bits<32>>,
}

impl<const N: usize> Logic for Shifter<N> {
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.x.val() << self.n.val();
    }
}

#[test]
fn short_words_are_shifted_to_the_left_by_amounts_of_at_most_32_bits() {
    hdl::check(Shifter::<16>::default(), 2000, 1).unwrap_or_else(|error| panic!("{error}"));
    for error in [refusal(&Shifter::<33>::default()), refusal(&Shifter::<64>::default())] {
        assert!(
            error.contains("bits, for which rust-hdl's simulation may need 2^"),
            "{error}"
        );
        assert!(
            error.contains("`self.n.val()`") && error.contains("hdl_corners.rs:"),
            "{error}"
        );
    }
}

#[hdl_module]
struct Integers {
    x: Signal<In, Bits<8>>,
    n: Signal<In, Bits<8>>,
    left: Signal<Out, Bits<8>>,
    right: Signal<Out, Bits<8>>,
    one: Signal<Out, Bits<16>>,
    difference: Signal<Out, Bits<8>>,
}

impl Logic for Integers {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = ((self.x.val().to_u64() << self.n.val().to_u64()) & 255).to_bits::<8>();
        self.right.next = (self.x.val().to_u64() >> self.n.val().to_u64()).to_bits::<8>();
        self.one.next = ((1_u64 << self.n.val().to_u64()) & 65535).to_bits::<16>();
        self.difference.next = ((self.x.val().to_u64() >> (70 - (self.n.val().to_u64() & 63))) & 255).to_bits::<8>();
    }
}

#[test]
fn integers_are_shifted_modulo_64_as_release_builds_of_rust_do() {
    let checked = hdl::check(Integers::default(), 4000, 1);
    // Other builds panic.
    match cfg!(debug_assertions) {
        false => _ = checked.unwrap_or_else(|error| panic!("{error}")),
        true => assert!(matches!(checked, Err(Error::Panics { .. }))),
    }
}

#[hdl_module(no_default)]
struct Constants {
    x: Signal<In, Bits<8>>,
    n: Signal<In, Bits<3>>,
    y: Signal<Out, Bits<8>>,
    _way: usize,
}

impl Constants {
    const AMOUNT: u64 = 64;

    fn new(way: usize) -> Self {
        Constants {
            x: Signal::default(),
            n: Signal::default(),
            y: Signal::default(),
            _way: way,
        }
    }
}

impl Logic for Constants {
    #[hdl_gen]
    fn update(&mut self) {
        if self._way == 0 {
            self.y.next = (self.x.val().to_u64() >> (Self::AMOUNT + self._way as u64)).to_bits::<8>();
        } else if self._way == 1 {
            self.y.next = (self.x.val().to_u8() << 4_u64).to_bits::<8>();
        } else {
            self.y.next = ((3_u8 << self.n.val().to_u64()) as u64 & 255).to_bits::<8>();
        }
    }
}

#[test]
fn shifts_that_mean_something_else_in_narrower_integers_or_nothing_are_refused() {
    for (way, wanted) in [
        (0, "a shift of an integer of 64 bits by 64"),
        (1, "signals are counted in `usize` and `u64` only"),
        (
            2,
            "only integers of the types `usize` and `u64` are shifted by a signal",
        ),
    ] {
        let error = refusal(&Constants::new(way));
        assert!(error.contains(wanted), "{error}");
    }
}
