//! Functions of four inputs, a look-up table of the device for each bit.

use super::{Device, Lut4, SbLut4};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;
use std::iter::repeat_with;

/// A function of four bits, in one look-up table.
#[hdl_module]
pub struct TableBit {
    /// Bit 0 of the index.
    pub a: Signal<In, Bit>,
    /// Bit 1.
    pub b: Signal<In, Bit>,
    /// Bit 2.
    pub c: Signal<In, Bit>,
    /// Bit 3.
    pub d: Signal<In, Bit>,
    /// The function's value.
    pub z: Signal<Out, Bit>,
    ecp5: Vec<Lut4>,
    ice40: Vec<SbLut4>,
    table: Constant<Bits<16>>,
}

/// A function of four bits for each bit of a byte, in eight look-up tables.
#[hdl_module]
pub struct TableByte {
    /// Bits 0 of the indices.
    pub a: Signal<In, Bits<8>>,
    /// Bits 1.
    pub b: Signal<In, Bits<8>>,
    /// Bits 2.
    pub c: Signal<In, Bits<8>>,
    /// Bit 3 of all.
    pub d: Signal<In, Bit>,
    /// The function's values.
    pub z: Signal<Out, Bits<8>>,
    ecp5: Vec<Lut4>,
    ice40: Vec<SbLut4>,
    table: Constant<Bits<16>>,
}

/// The look-up tables of one device, the other's being none.
fn cells(device: Device, count: usize) -> (Vec<Lut4>, Vec<SbLut4>) {
    let of = |wanted: Device| if device == wanted { count } else { 0 };
    (
        repeat_with(Lut4::default).take(of(Device::Ecp5)).collect(),
        repeat_with(SbLut4::default).take(of(Device::Ice40)).collect(),
    )
}

/// The content of a look-up table: `function` of the bits of each index, the lowest first.
pub(super) fn contents(function: fn([bool; 4]) -> bool) -> Bits<16> {
    let bits = (0..16u64).map(|index| u64::from(function(std::array::from_fn(|i| index >> i & 1 != 0))) << index);
    Bits::from(bits.sum::<u64>())
}

impl TableBit {
    /// `function` of a, b, c and d. On a portable device it has no cells, and must not be used.
    pub fn new(device: Device, function: fn([bool; 4]) -> bool) -> Self {
        let (ecp5, ice40) = cells(device, 1);
        TableBit {
            ecp5,
            ice40,
            table: Constant::new(contents(function)),
            ..TableBit::default()
        }
    }
}

impl TableByte {
    /// `function` of a, b, c and d. On a portable device it has no cells, and must not be used.
    pub fn new(device: Device, function: fn([bool; 4]) -> bool) -> Self {
        let (ecp5, ice40) = cells(device, 8);
        TableByte {
            ecp5,
            ice40,
            table: Constant::new(contents(function)),
            ..TableByte::default()
        }
    }
}

impl Logic for TableBit {
    #[hdl_gen]
    fn update(&mut self) {
        self.z.next = false;
        if !self.ecp5.is_empty() {
            connect!(self.ecp5[0] { init: self.table.val(), a, b, c, d });
            self.z.next = self.ecp5[0].z.val();
        }
        if !self.ice40.is_empty() {
            connect!(self.ice40[0] {
                lut_init: self.table.val(), i0: self.a.val(), i1: self.b.val(), i2: self.c.val(), i3: self.d.val(),
            });
            self.z.next = self.ice40[0].o.val();
        }
    }
}

impl Logic for TableByte {
    #[hdl_gen]
    fn update(&mut self) {
        self.z.next = bits::<8>(0);
        if !self.ecp5.is_empty() {
            for i in 0..8 {
                connect!(self.ecp5[i] {
                    init: self.table.val(), a: self.a.val().get_bit(i), b: self.b.val().get_bit(i),
                    c: self.c.val().get_bit(i), d,
                });
            }
            self.z.next = cat!(8 of bits:
                self.ecp5[7].z.val(), self.ecp5[6].z.val(), self.ecp5[5].z.val(), self.ecp5[4].z.val(),
                self.ecp5[3].z.val(), self.ecp5[2].z.val(), self.ecp5[1].z.val(), self.ecp5[0].z.val()
            );
        }
        if !self.ice40.is_empty() {
            for i in 0..8 {
                connect!(self.ice40[i] {
                    lut_init: self.table.val(), i0: self.a.val().get_bit(i), i1: self.b.val().get_bit(i),
                    i2: self.c.val().get_bit(i), i3: self.d.val(),
                });
            }
            self.z.next = cat!(8 of bits:
                self.ice40[7].o.val(), self.ice40[6].o.val(), self.ice40[5].o.val(), self.ice40[4].o.val(),
                self.ice40[3].o.val(), self.ice40[2].o.val(), self.ice40[1].o.val(), self.ice40[0].o.val()
            );
        }
    }
}
