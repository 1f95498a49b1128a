//! Cells of ECP5; FPGA Libraries Reference Guide, Lattice. Four `LUT4` of one place are a multiplexer of 8 with two `PFUMX`
//! and one `L6MUX21`, which take no look-up table. [`Ccu2c`], an adder of two bits, is in [`carry`](super::carry).

use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// A look-up table of four inputs.
#[hdl_module(cell = "ecp5 LUT4")]
pub struct Lut4 {
    /// Bit i is the output for the index i.
    #[parameter]
    pub init: Signal<In, Bits<16>>,
    /// Bit 0 of the index.
    pub a: Signal<In, Bit>,
    /// Bit 1.
    pub b: Signal<In, Bit>,
    /// Bit 2.
    pub c: Signal<In, Bit>,
    /// Bit 3.
    pub d: Signal<In, Bit>,
    /// The bit of INIT at the index.
    pub z: Signal<Out, Bit>,
    eight: Signal<Local, Bits<8>>,
    four: Signal<Local, Bits<4>>,
    two: Signal<Local, Bits<2>>,
}

impl Logic for Lut4 {
    #[hdl_gen]
    fn update(&mut self) {
        self.eight.next = self.init.val().get_bits::<8>(0);
        if self.d.val() {
            self.eight.next = self.init.val().get_bits::<8>(8);
        }
        self.four.next = self.eight.val().get_bits::<4>(0);
        if self.c.val() {
            self.four.next = self.eight.val().get_bits::<4>(4);
        }
        self.two.next = self.four.val().get_bits::<2>(0);
        if self.b.val() {
            self.two.next = self.four.val().get_bits::<2>(2);
        }
        self.z.next = self.two.val().get_bit(0);
        if self.a.val() {
            self.z.next = self.two.val().get_bit(1);
        }
    }
}

/// A multiplexer behind two look-up tables.
#[hdl_module(cell = "ecp5 PFUMX")]
pub struct Pfumx {
    /// Taken where C0 is 1.
    pub alut: Signal<In, Bit>,
    /// Taken where C0 is 0.
    pub blut: Signal<In, Bit>,
    /// Select.
    pub c0: Signal<In, Bit>,
    /// The selected input.
    pub z: Signal<Out, Bit>,
}

impl Logic for Pfumx {
    #[hdl_gen]
    fn update(&mut self) {
        self.z.next = self.blut.val();
        if self.c0.val() {
            self.z.next = self.alut.val();
        }
    }
}

/// A multiplexer behind two PFUMX.
#[hdl_module(cell = "ecp5 L6MUX21")]
pub struct L6Mux21 {
    /// Taken where SD is 0.
    pub d0: Signal<In, Bit>,
    /// Taken where SD is 1.
    pub d1: Signal<In, Bit>,
    /// Select.
    pub sd: Signal<In, Bit>,
    /// The selected input.
    pub z: Signal<Out, Bit>,
}

impl Logic for L6Mux21 {
    #[hdl_gen]
    fn update(&mut self) {
        self.z.next = self.d0.val();
        if self.sd.val() {
            self.z.next = self.d1.val();
        }
    }
}

/// Picks one of four bytes from look-up tables, in the multiplexers behind those.
///
/// Picks one of four bytes, each bit with two [`Pfumx`] and an [`L6Mux21`]. The bytes come from look-up tables.
#[hdl_module]
pub struct WideMux {
    /// Picked by 0.
    pub byte_0: Signal<In, Bits<8>>,
    /// Picked by 1.
    pub byte_1: Signal<In, Bits<8>>,
    /// Picked by 2.
    pub byte_2: Signal<In, Bits<8>>,
    /// Picked by 3.
    pub byte_3: Signal<In, Bits<8>>,
    /// Index of the byte.
    pub index: Signal<In, Bits<2>>,
    /// The selected byte.
    pub picked: Signal<Out, Bits<8>>,
    low: [Pfumx; 8],
    high: [Pfumx; 8],
    last: [L6Mux21; 8],
}

impl Logic for WideMux {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..8 {
            self.low[i].blut.next = self.byte_0.val().get_bit(i);
            self.low[i].alut.next = self.byte_1.val().get_bit(i);
            self.low[i].c0.next = self.index.val().get_bit(0);
            self.high[i].blut.next = self.byte_2.val().get_bit(i);
            self.high[i].alut.next = self.byte_3.val().get_bit(i);
            self.high[i].c0.next = self.index.val().get_bit(0);
            self.last[i].d0.next = self.low[i].z.val();
            self.last[i].d1.next = self.high[i].z.val();
            self.last[i].sd.next = self.index.val().get_bit(1);
        }
        self.picked.next = cat!(8 of bits:
            self.last[7].z.val(), self.last[6].z.val(), self.last[5].z.val(), self.last[4].z.val(),
            self.last[3].z.val(), self.last[2].z.val(), self.last[1].z.val(), self.last[0].z.val()
        );
    }
}
