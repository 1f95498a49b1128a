//! Operands at which rust-hdl's simulation recurses or takes all memory, and integers that Rust shifts by 64 and more.

use super::harness::{Own, own, refused};
use lanesmith::hdl::prelude::*;

/// Casts, the one of the least number among them.
#[hdl_module]
struct SignedCasts {
    x: Signal<In, Bits<8>>,
    wider: Signal<Out, Bits<12>>,
    long: Signal<Out, Bits<40>>,
    narrower: Signal<Out, Bits<4>>,
}

impl Logic for SignedCasts {
    #[hdl_gen]
    fn update(&mut self) {
        self.wider.next = unsigned_cast(signed_bit_cast::<12, 8>(signed_cast(self.x.val())));
        self.long.next = unsigned_cast(signed_bit_cast::<40, 8>(signed_cast(self.x.val())));
        self.narrower.next = unsigned_cast(signed_bit_cast::<4, 8>(signed_cast(self.x.val())));
    }
}

/// A word of 64 bits, shifted by itself.
#[hdl_module]
struct ByItself {
    x: Signal<In, Bits<64>>,
    left: Signal<Out, Bits<64>>,
    right: Signal<Out, Bits<64>>,
}

impl Logic for ByItself {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.x.val() << self.x.val();
        self.right.next = self.x.val() >> self.x.val();
    }
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

pub const MODULES: &[Own] = &[
    own!("casts of signed numbers", SignedCasts),
    own!("a word of 64 bits shifted by itself", ByItself).quiet(&["right"]),
    own!("a shift to the left by 16 bits", Shifter<16>),
    refused(
        "a shift to the left by 33 bits",
        || Box::new(Shifter::<33>::default()),
        "top: `self.n.val()`: an amount of 33 bits, for which rust-hdl's simulation may need 2^33 bits of memory: give it at most 32 \
         bits, as in `bit_cast::<5, _>(…)`",
    ),
];

#[test]
fn signed_casts_keep_the_value_or_its_low_bits_at_every_width() {
    fn cast<const M: usize, const N: usize>() {
        let (half, least) = (1_i128 << (N - 2), -(1_i128 << (N - 1)));
        for low in [0, 1, -1, 5, half, -half, least, -1 - least] {
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
    cast::<32, 31>();
    cast::<33, 32>();
    cast::<70, 40>();
    cast::<40, 70>();
    cast::<64, 64>();
}
