//! The types of the registers.

use crate::leaf::{Register, state};
use crate::netlist::{ResetStyle, StateHandle};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

const RESET: ResetStyle = ResetStyle {
    asynchronous: false,
    active_low: false,
};

/// The types of 15 registers, 4 bits each; INT32 after reset.
///
/// The types are flip-flops, since one instruction may set eight of them. Reads see new types in the next cycle.
#[hdl_module]
pub struct TypeFile {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active high.
    pub reset: Signal<In, Bit>,
    /// Set the type of a register.
    pub write: Signal<In, Bit>,
    /// Number of the register that is written.
    pub write_register: Signal<In, Bits<4>>,
    /// Code of the type that is set.
    pub write_type: Signal<In, Bits<4>>,
    /// Set the types of registers 0 to 7.
    pub write_low: Signal<In, Bit>,
    /// Set the types of registers 8 to 14.
    pub write_high: Signal<In, Bit>,
    /// 1 sets the types of many registers, 0 that of one register.
    pub many: Signal<In, Bit>,
    /// New types of eight registers, the lowest register first; 15 leaves a type unchanged.
    pub write_nibbles: Signal<In, Bits<32>>,
    /// All types, that of register 0 lowest.
    pub types: Signal<Out, Bits<60>>,
    one: OneHot,
    #[default(std::array::from_fn(|_| Register::new(RESET, 0.into())))]
    codes: [Register<Bits<4>>; 15],
    half: Signal<Local, Bits<2>>,
    nibbles: Signal<Local, Bits<64>>,
}

impl TypeFile {
    /// The type of register `number`.
    pub(super) fn code(number: usize) -> StateHandle {
        let StateHandle { name, width } = state!(TypeFile, codes[0]);
        StateHandle {
            name: name.replace('0', &number.to_string()),
            width,
        }
    }
}

impl Logic for TypeFile {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.one { number: self.write_register.val(), enable: self.write.val() });
        self.half.next = cat!(2 of bits: self.write_high.val(), self.write_low.val());
        self.nibbles.next = cat!(64 of 32: self.write_nibbles.val(), self.write_nibbles.val());
        // Whether a type is set is known last, so that it is in the enables alone.
        for i in 0..15 {
            connect!(self.codes[i] { clock, reset, enable: self.one.hot.val().get_bit(i), d: self.write_type.val() });
            if self.many.val() {
                self.codes[i].d.next = self.nibbles.val().get_bits::<4>(4 * i);
            }
        }
        for i in 0..8 {
            if self.half.val().get_bit(0) & !self.nibbles.val().get_bits::<4>(4 * i).all() {
                self.codes[i].enable.next = true;
            }
        }
        for i in 8..15 {
            if self.half.val().get_bit(1) & !self.nibbles.val().get_bits::<4>(4 * i).all() {
                self.codes[i].enable.next = true;
            }
        }
        self.types.next = cat!(60 of 4:
            self.codes[14].q.val(), self.codes[13].q.val(), self.codes[12].q.val(), self.codes[11].q.val(),
            self.codes[10].q.val(), self.codes[9].q.val(), self.codes[8].q.val(), self.codes[7].q.val(),
            self.codes[6].q.val(), self.codes[5].q.val(), self.codes[4].q.val(), self.codes[3].q.val(),
            self.codes[2].q.val(), self.codes[1].q.val(), self.codes[0].q.val()
        );
    }
}

/// A number as one bit of 16.
#[hdl_module]
pub struct OneHot {
    /// Number of the bit.
    pub number: Signal<In, Bits<4>>,
    /// 0 clears all bits.
    pub enable: Signal<In, Bit>,
    /// The bit of this number is 1, all others are 0.
    pub hot: Signal<Out, Bits<16>>,
    by1: Signal<Local, Bits<16>>,
    by2: Signal<Local, Bits<16>>,
    by4: Signal<Local, Bits<16>>,
}

impl Logic for OneHot {
    #[hdl_gen]
    fn update(&mut self) {
        self.by1.next = bit_cast::<16, 1>(self.enable.val().into());
        if self.number.val().get_bit(0) {
            self.by1.next = bit_cast::<16, 1>(self.enable.val().into()) << 1;
        }
        self.by2.next = self.by1.val();
        if self.number.val().get_bit(1) {
            self.by2.next = self.by1.val() << 2;
        }
        self.by4.next = self.by2.val();
        if self.number.val().get_bit(2) {
            self.by4.next = self.by2.val() << 4;
        }
        self.hot.next = self.by4.val();
        if self.number.val().get_bit(3) {
            self.hot.next = self.by4.val() << 8;
        }
    }
}

/// Reads one of 15 types.
#[hdl_module]
pub struct TypeSelect {
    /// Codes of all types, that of register 0 lowest.
    pub types: Signal<In, Bits<60>>,
    /// The register; 15 gives 0.
    pub number: Signal<In, Bits<4>>,
    /// Code of the type that decides.
    pub type_code: Signal<Out, Bits<4>>,
    of8: Signal<Local, Bits<32>>,
    of4: Signal<Local, Bits<16>>,
    of2: Signal<Local, Bits<8>>,
}

impl Logic for TypeSelect {
    #[hdl_gen]
    fn update(&mut self) {
        self.of8.next = self.types.val().get_bits::<32>(0);
        if self.number.val().get_bit(3) {
            self.of8.next = bit_cast::<32, 28>(self.types.val().get_bits::<28>(32));
        }
        self.of4.next = self.of8.val().get_bits::<16>(0);
        if self.number.val().get_bit(2) {
            self.of4.next = self.of8.val().get_bits::<16>(16);
        }
        self.of2.next = self.of4.val().get_bits::<8>(0);
        if self.number.val().get_bit(1) {
            self.of2.next = self.of4.val().get_bits::<8>(8);
        }
        self.type_code.next = self.of2.val().get_bits::<4>(0);
        if self.number.val().get_bit(0) {
            self.type_code.next = self.of2.val().get_bits::<4>(4);
        }
    }
}
