//! The instruction decoder.

use super::bundles::{Decoded, Immediate, Kind};
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Decodes an instruction as far as that goes without knowing register types.
///
/// Word: `{FIELD_D[15:12], FIELD_C[11:8], FIELD_B[7:4], FIELD_A[3:0]}`. After the prefix 0xfff0 the second word has
/// the fields.
#[hdl_module]
pub struct BrewDecoder {
    /// The instruction's first word.
    pub word0: Signal<In, Bits<16>>,
    /// Second word; it counts only after the prefix fff0.
    pub word1: Signal<In, Bits<16>>,
    /// Instruction length in words, 1 to 3.
    pub length: Signal<Out, Bits<2>>,
    #[part(legal = "The code is an instruction.")]
    pub(super) decoded: Signal<Out, Decoded>,
    prefix: Signal<Local, Bit>,
    word: Signal<Local, Bits<16>>,
    d: Signal<Local, Bits<4>>,
    c: Signal<Local, Bits<4>>,
    b: Signal<Local, Bits<4>>,
    a: Signal<Local, Bits<4>>,
    first_a_is_f: Signal<Local, Bit>,
    first_b_is_f: Signal<Local, Bit>,
    has_field_e: Signal<Local, Bit>,
    d_is_f: Signal<Local, Bit>,
    b_is_f: Signal<Local, Bit>,
    a_is_f: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
}

impl Logic for BrewDecoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.first_a_is_f.next = self.word0.val().get_bits::<4>(0).all();
        self.first_b_is_f.next = self.word0.val().get_bits::<4>(4).all();
        self.has_field_e.next = false;
        if self.word0.val().get_bits::<4>(8) < 12 {
            self.has_field_e.next = self.first_a_is_f.val() | self.first_b_is_f.val();
        } else if self.word0.val().get_bits::<4>(8) == 14 {
            self.has_field_e.next = self.first_a_is_f.val();
        } else if self.word0.val().get_bits::<4>(8) == 15 {
            self.has_field_e.next = self.first_a_is_f.val() | !self.first_b_is_f.val();
        }
        self.length.next = 1.into();
        if self.word0.val().get_bits::<4>(12).all() {
            self.length.next = 2.into();
        } else if self.has_field_e.val() {
            self.length.next = 3.into();
            if !self.first_a_is_f.val() {
                self.length.next = 2.into();
            }
        }

        self.prefix.next = self.word0.val() == 0xfff0;
        self.word.next = self.word0.val();
        if self.prefix.val() {
            self.word.next = self.word1.val();
        }
        self.d.next = self.word.val().get_bits::<4>(12);
        self.c.next = self.word.val().get_bits::<4>(8);
        self.b.next = self.word.val().get_bits::<4>(4);
        self.a.next = self.word.val().get_bits::<4>(0);
        self.decoded.next.field_a = self.a.val();
        self.d_is_f.next = self.word.val().get_bits::<4>(12).all();
        self.b_is_f.next = self.b.val().all();
        self.a_is_f.next = self.a.val().all();

        self.decoded.next.legal = false;
        self.decoded.next.d_register = self.d.val();
        self.decoded.next.kind = Kind::Logic;
        self.swap.next = false;
        self.decoded.next.type_register = self.a.val();
        self.decoded.next.a_immediate = false;
        self.decoded.next.b_immediate = false;
        self.decoded.next.immediate = Immediate::Long;
        self.decoded.next.operation = 1.into();
        self.decoded.next.compare = 0.into();
        self.decoded.next.extend = 0.into();
        if self.prefix.val() {
            self.decoded.next.kind = Kind::Compare;
            self.decoded.next.operation = 5.into();
            self.decoded.next.immediate = Immediate::Zero;
            if self.c.val() == 0 {
                self.decoded.next.legal = !self.d_is_f.val() & !self.a_is_f.val() & (self.b.val() < 6);
                self.swap.next = self.b.val().get_bit(2);
                self.decoded.next.a_immediate = self.b.val().get_bit(2);
                self.decoded.next.b_immediate = !self.b.val().get_bit(2);
                self.decoded.next.compare = 7.into();
                if self.b.val().get_bits::<2>(1) == 0 {
                    self.decoded.next.compare = 1.into();
                }
                if self.b.val().get_bit(0) {
                    self.decoded.next.compare = 15.into();
                    if self.b.val().get_bits::<2>(1) == 0 {
                        self.decoded.next.compare = 9.into();
                    }
                }
            } else {
                self.decoded.next.legal =
                    !self.d_is_f.val() & !self.a_is_f.val() & !self.b_is_f.val() & (self.c.val() < 7);
                self.swap.next = true;
                match self.c.val().index() {
                    1 => self.decoded.next.compare = 1.into(),
                    2 => self.decoded.next.compare = 9.into(),
                    3 => self.decoded.next.compare = 7.into(),
                    4 => self.decoded.next.compare = 15.into(),
                    5 => self.decoded.next.compare = 3.into(),
                    _ => self.decoded.next.compare = 11.into(),
                }
            }
        } else if self.c.val() == 0 {
            self.decoded.next.legal = !self.a_is_f.val();
            match self.b.val().index() {
                0 => {
                    self.decoded.next.kind = Kind::Load;
                    self.decoded.next.a_immediate = true;
                    self.decoded.next.b_immediate = true;
                    self.decoded.next.legal = self.a_is_f.val();
                }
                1 => {
                    self.decoded.next.kind = Kind::Load;
                    self.decoded.next.immediate = Immediate::Tiny;
                    self.decoded.next.a_immediate = true;
                    self.decoded.next.b_immediate = true;
                }
                3 => {
                    self.decoded.next.kind = Kind::Negate;
                    self.decoded.next.operation = 5.into();
                    self.decoded.next.immediate = Immediate::Negation;
                    self.swap.next = true;
                    self.decoded.next.a_immediate = true;
                }
                4 => {
                    self.decoded.next.operation = 0.into();
                    self.decoded.next.immediate = Immediate::Ones;
                    self.decoded.next.b_immediate = true;
                }
                5 => {
                    self.decoded.next.kind = Kind::Extend;
                    self.decoded.next.operation = 11.into();
                    self.decoded.next.immediate = Immediate::Zero;
                    self.decoded.next.b_immediate = true;
                    self.decoded.next.extend = 1.into();
                }
                6 => {
                    self.decoded.next.kind = Kind::Extend;
                    self.decoded.next.operation = 11.into();
                    self.decoded.next.immediate = Immediate::Zero;
                    self.decoded.next.b_immediate = true;
                    self.decoded.next.extend = 2.into();
                }
                12 => self.decoded.next.kind = Kind::TypeFromValue,
                13 => {
                    self.decoded.next.kind = Kind::ReadType;
                    self.decoded.next.immediate = Immediate::TypeCode;
                    self.decoded.next.a_immediate = true;
                    self.decoded.next.b_immediate = true;
                }
                14 => {
                    self.decoded.next.kind = Kind::TypeFromCode;
                    if self.a_is_f.val() {
                        self.decoded.next.kind = Kind::TypesLow;
                        self.decoded.next.d_register = (self.d.val() & 1) << 3;
                        if self.d.val().get_bit(0) {
                            self.decoded.next.kind = Kind::TypesHigh;
                        }
                        self.decoded.next.legal = self.d.val().get_bits::<3>(1) == 4;
                    }
                }
                15 => {
                    self.decoded.next.kind = Kind::Load;
                    self.decoded.next.immediate = Immediate::Short;
                    self.decoded.next.a_immediate = true;
                    self.decoded.next.b_immediate = true;
                    self.decoded.next.legal = self.a.val() == 0;
                }
                _ => self.decoded.next.legal = false,
            }
            if self.d_is_f.val() {
                self.decoded.next.legal = false;
            }
        } else {
            self.decoded.next.legal =
                !self.d_is_f.val() & (self.c.val() < 12) & !(self.a_is_f.val() & self.b_is_f.val());
            match self.c.val().index() {
                1 => self.decoded.next.operation = 0.into(),
                2 => self.decoded.next.operation = 1.into(),
                3 => self.decoded.next.operation = 2.into(),
                4 => {
                    self.decoded.next.operation = 4.into();
                    self.decoded.next.kind = Kind::Add;
                }
                5 => {
                    self.decoded.next.operation = 5.into();
                    self.decoded.next.kind = Kind::Add;
                }
                6 => {
                    self.decoded.next.operation = 8.into();
                    self.decoded.next.kind = Kind::Shift;
                }
                7 => {
                    self.decoded.next.operation = 9.into();
                    self.decoded.next.kind = Kind::Shift;
                }
                8 => {
                    self.decoded.next.operation = 11.into();
                    self.decoded.next.kind = Kind::Shift;
                }
                9 => {
                    self.decoded.next.operation = 4.into();
                    self.decoded.next.kind = Kind::Multiply;
                }
                10 => {
                    self.decoded.next.operation = 3.into();
                    if self.a_is_f.val() {
                        self.decoded.next.legal = false;
                    }
                }
                _ => {
                    self.decoded.next.kind = Kind::AddInteger;
                    self.decoded.next.operation = 4.into();
                    if self.a.val().get_bit(3) {
                        self.decoded.next.operation = 5.into();
                    }
                    self.decoded.next.immediate = Immediate::Magnitude;
                    self.swap.next = true;
                    self.decoded.next.b_immediate = true;
                    self.decoded.next.type_register = self.b.val();
                    if self.a_is_f.val() | self.b_is_f.val() {
                        self.decoded.next.legal = false;
                    }
                }
            }
            if self.b_is_f.val() {
                // Shifts and swizzles have the value on the other side.
                self.decoded.next.immediate = Immediate::Short;
                self.swap.next = true;
                self.decoded.next.a_immediate = true;
                match self.c.val().index() {
                    4 => self.decoded.next.kind = Kind::AddInteger,
                    5 => self.decoded.next.kind = Kind::AddInteger,
                    9 => self.decoded.next.kind = Kind::MultiplyInteger,
                    10 => self.decoded.next.operation = 12.into(),
                    _ => {}
                }
                if (self.c.val() == 6) | (self.c.val() == 7) | (self.c.val() == 8) | (self.c.val() == 10) {
                    self.swap.next = false;
                    self.decoded.next.a_immediate = false;
                    self.decoded.next.b_immediate = true;
                }
            } else if self.a_is_f.val() {
                self.decoded.next.a_immediate = true;
                self.decoded.next.type_register = self.b.val();
            }
        }

        self.decoded.next.a_register = self.a.val();
        self.decoded.next.b_register = self.b.val();
        if self.swap.val() {
            self.decoded.next.a_register = self.b.val();
            self.decoded.next.b_register = self.a.val();
        }
    }
}
