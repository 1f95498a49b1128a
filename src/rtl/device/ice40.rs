//! Cells of iCE40; iCE Technology Library, Lattice.

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// A look-up table of four inputs.
#[hdl_module(cell = "ice40 SB_LUT4")]
pub struct SbLut4 {
    /// Bit i is the output for the index i.
    #[parameter]
    pub lut_init: Signal<In, Bits<16>>,
    /// Bit 0 of the index.
    pub i0: Signal<In, Bit>,
    /// Bit 1.
    pub i1: Signal<In, Bit>,
    /// Bit 2.
    pub i2: Signal<In, Bit>,
    /// Bit 3.
    pub i3: Signal<In, Bit>,
    /// The bit of LUT_INIT at the index.
    pub o: Signal<Out, Bit>,
    eight: Signal<Local, Bits<8>>,
    four: Signal<Local, Bits<4>>,
    two: Signal<Local, Bits<2>>,
}

impl Logic for SbLut4 {
    #[hdl_gen]
    fn update(&mut self) {
        self.eight.next = self.lut_init.val().get_bits::<8>(0);
        if self.i3.val() {
            self.eight.next = self.lut_init.val().get_bits::<8>(8);
        }
        self.four.next = self.eight.val().get_bits::<4>(0);
        if self.i2.val() {
            self.four.next = self.eight.val().get_bits::<4>(4);
        }
        self.two.next = self.four.val().get_bits::<2>(0);
        if self.i1.val() {
            self.two.next = self.four.val().get_bits::<2>(2);
        }
        self.o.next = self.two.val().get_bit(0);
        if self.i0.val() {
            self.o.next = self.two.val().get_bit(1);
        }
    }
}
