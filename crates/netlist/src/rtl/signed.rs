//! Conversion of signed numbers.

use rust_hdl_core::prelude::{Bits, Signed, bit_cast, signed_cast, unsigned_cast};

/// The number with another width: its low bits, or extended with its sign. rust-hdl's function of this name overflows the stack for the
/// least number of a width.
pub fn signed_bit_cast<const M: usize, const N: usize>(x: Signed<N>) -> Signed<M> {
    let bits: Bits<M> = bit_cast(unsigned_cast(x));
    let sign: Bits<M> = match x.sign_bit() && N < M {
        true => !Bits::<M>::default() << N as u64,
        false => Bits::default(),
    };
    signed_cast(bits | sign)
}
