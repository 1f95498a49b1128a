//! The signature of results.

use crate::leaf::Register;
use crate::netlist::ResetStyle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The polynomial of the signature, x^40 + x^38 + x^21 + x^19 + 1, which is primitive, without its highest term.
pub const POLYNOMIAL: u64 = 1 << 38 | 1 << 21 | 1 << 19 | 1;

/// A multiple-input signature register of 40 bits. Each bit of a result has a bit of its own.
#[hdl_module]
pub(super) struct SignatureRegister {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// Sets the signature to 0.
    pub(super) reset: Signal<In, Bit>,
    /// Takes a result on this edge.
    pub(super) enable: Signal<In, Bit>,
    /// The result.
    pub(super) d: Signal<In, Bits<32>>,
    /// Its tag.
    pub(super) tag: Signal<In, Bits<8>>,
    /// The signature of the results so far.
    pub(super) signature: Signal<Out, Bits<40>>,
    state: Register<Bits<40>>,
    input: Signal<Local, Bits<40>>,
    polynomial: Constant<Bits<40>>,
}

impl SignatureRegister {
    pub(super) fn new() -> Self {
        SignatureRegister {
            state: Register::new(ResetStyle::default(), 0.into()),
            polynomial: Constant::new(Bits::from(POLYNOMIAL)),
            ..SignatureRegister::default()
        }
    }
}

impl Logic for SignatureRegister {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.state { clock, reset, enable });
        self.input.next = (bit_cast::<40, 8>(self.tag.val()) << 32) | bit_cast::<40, 32>(self.d.val());
        self.state.d.next = (self.state.q.val() << 1) ^ self.input.val();
        if self.state.q.val().get_bit(39) {
            self.state.d.next = ((self.state.q.val() << 1) ^ self.input.val()) ^ self.polynomial.val();
        }
        self.signature.next = self.state.q.val();
    }
}
