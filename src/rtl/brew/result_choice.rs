//! What decides about an integer result.

use super::bundles::{AluParts, Choice};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The result of the integer unit, or what is ready before it; inverted if wanted.
#[hdl_module]
pub struct ResultChoice {
    #[part(other = "Results that are not sums.")]
    #[part(carry = "Per byte: carry out of its lane.")]
    #[part(sign = "Per byte: sign of the sum of its lane.")]
    #[part(by_sign = "Signs decide which bytes are sums; else carries.")]
    #[part(equal = "Per byte: its lanes are equal.")]
    #[part(sum_if_one = "Bytes that are sums if the carry or sign is 1.")]
    #[part(sum_if_zero = "Bytes that are sums if the carry or sign is 0.")]
    #[part(ones_if_equal = "Bytes that are inverted if equal.")]
    #[part(ones_if_carry = "Bytes that are inverted if not equal and the carry is 1.")]
    #[part(ones_if_borrow = "Bytes that are inverted if not equal and the carry is 0.")]
    pub(super) parts: Signal<In, AluParts>,
    /// 1 takes the result.
    pub forward: Signal<In, Bit>,
    /// The value for forward = 0.
    pub ready: Signal<In, Bits<32>>,
    /// 1 inverts the selected value.
    pub invert: Signal<In, Bit>,
    #[part(other = "The other result.")]
    #[part(take_sum = "Bytes that are sums.")]
    #[part(invert = "Bytes that are inverted.")]
    pub(super) choice: Signal<Out, Choice>,
    top: Signal<Local, Bits<4>>,
    forwards: Signal<Local, Bits<4>>,
    inverts: Signal<Local, Bits<4>>,
}

impl Logic for ResultChoice {
    #[hdl_gen]
    fn update(&mut self) {
        self.forwards.next = 0.into();
        self.choice.next.other = self.ready.val();
        if self.forward.val() {
            self.forwards.next = 0xf.into();
            self.choice.next.other = self.parts.val().other;
        }
        self.inverts.next = 0.into();
        if self.invert.val() {
            self.inverts.next = 0xf.into();
        }
        self.top.next = self.parts.val().carry;
        if self.parts.val().by_sign {
            self.top.next = self.parts.val().sign;
        }
        // Each choice is gated before the late bits select one: after them comes a single multiplexer.
        self.choice.next.sum = self.parts.val().sum;
        self.choice.next.take_sum = (self.top.val() & self.parts.val().sum_if_one & self.forwards.val())
            | (!self.top.val() & self.parts.val().sum_if_zero & self.forwards.val());
        self.choice.next.invert = self.inverts.val()
            ^ ((self.parts.val().equal & self.parts.val().ones_if_equal & self.forwards.val())
                | (!self.parts.val().equal
                    & ((self.parts.val().carry & self.parts.val().ones_if_carry & self.forwards.val())
                        | (!self.parts.val().carry & self.parts.val().ones_if_borrow & self.forwards.val()))));
    }
}
