//! The instruction decoder.

use crate::comment;
use rust_hdl::prelude::*;

/// Decodes an instruction's first one or two words, as far as that goes without knowing register types.
///
/// Word: `{FIELD_D[15:12], FIELD_C[11:8], FIELD_B[7:4], FIELD_A[3:0]}`. After the prefix 0xfff0 the second word has
/// the fields.
#[derive(LogicBlock, Default)]
pub struct BrewDecoder {
    /// First word.
    pub word0: Signal<In, Bits<16>>,
    /// Second word; counts only after the prefix 0xfff0.
    pub word1: Signal<In, Bits<16>>,
    /// Instruction length in words, 1 to 3.
    pub length: Signal<Out, Bits<2>>,
    /// The code is in the tables.
    pub legal: Signal<Out, Bit>,
    /// 0 logic, 1 add, 2 multiply, 3 shift, 4 and 5 add and multiply of integers only, 6 load, 7 negate, 8 extend,
    /// 9 compare, 10 type from register, 11 read type, 12 type from code, 13 and 14 types of many.
    pub kind: Signal<Out, Bits<4>>,
    /// The destination, FIELD_D; the first of the registers whose types are set together.
    pub d_register: Signal<Out, Bits<4>>,
    /// Register of the first operand.
    pub a_register: Signal<Out, Bits<4>>,
    /// Register of the second operand.
    pub b_register: Signal<Out, Bits<4>>,
    /// Register whose type decides.
    pub type_register: Signal<Out, Bits<4>>,
    /// The first operand is the immediate instead.
    pub a_immediate: Signal<Out, Bit>,
    /// The second operand is the immediate instead.
    pub b_immediate: Signal<Out, Bit>,
    /// 0 long, 1 short, 2 tiny, 3 tiny magnitude per lane, 4 zero, 5 ones, 6 type code, 7 for negation.
    pub immediate: Signal<Out, Bits<3>>,
    /// Operation of the integer unit.
    pub operation: Signal<Out, Bits<4>>,
    /// Comparison of the integer unit.
    pub compare: Signal<Out, Bits<4>>,
    /// Sign extension of the integer unit.
    pub extend: Signal<Out, Bits<2>>,
    /// FIELD_A.
    pub field_a: Signal<Out, Bits<4>>,
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
        comment!("module brew_decoder: Decodes an instruction as far as that goes without knowing register types.");
        comment!("port word1: Second word; it counts only after the prefix fff0.");
        comment!("port length: Instruction length in words, 1 to 3.");
        comment!("port legal: The code is an instruction.");
        comment!(
            "port kind: 0 logic, 1 add, 2 multiply, 3 shift, 4 and 5 add and multiply of integers only, 6 load, 7 negate, 8 extend, 9 compare, 10 type from register, 11 read type, 12 type from code, 13 and 14 types of many."
        );
        comment!(
            "port immediate: 0 long, 1 short, 2 tiny, 3 tiny magnitude per lane, 4 zero, 5 ones, 6 type code, 7 for negation."
        );
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
        self.field_a.next = self.a.val();
        self.d_is_f.next = self.word.val().get_bits::<4>(12).all();
        self.b_is_f.next = self.b.val().all();
        self.a_is_f.next = self.a.val().all();

        self.legal.next = false;
        self.d_register.next = self.d.val();
        self.kind.next = 0.into();
        self.swap.next = false;
        self.type_register.next = self.a.val();
        self.a_immediate.next = false;
        self.b_immediate.next = false;
        self.immediate.next = 0.into();
        self.operation.next = 1.into();
        self.compare.next = 0.into();
        self.extend.next = 0.into();
        if self.prefix.val() {
            self.kind.next = 9.into();
            self.operation.next = 5.into();
            self.immediate.next = 4.into();
            if self.c.val() == 0 {
                self.legal.next = !self.d_is_f.val() & !self.a_is_f.val() & (self.b.val() < 6);
                self.swap.next = self.b.val().get_bit(2);
                self.a_immediate.next = self.b.val().get_bit(2);
                self.b_immediate.next = !self.b.val().get_bit(2);
                self.compare.next = 7.into();
                if self.b.val().get_bits::<2>(1) == 0 {
                    self.compare.next = 1.into();
                }
                if self.b.val().get_bit(0) {
                    self.compare.next = 15.into();
                    if self.b.val().get_bits::<2>(1) == 0 {
                        self.compare.next = 9.into();
                    }
                }
            } else {
                self.legal.next = !self.d_is_f.val() & !self.a_is_f.val() & !self.b_is_f.val() & (self.c.val() < 7);
                self.swap.next = true;
                if self.c.val() == 1 {
                    self.compare.next = 1.into();
                } else if self.c.val() == 2 {
                    self.compare.next = 9.into();
                } else if self.c.val() == 3 {
                    self.compare.next = 7.into();
                } else if self.c.val() == 4 {
                    self.compare.next = 15.into();
                } else if self.c.val() == 5 {
                    self.compare.next = 3.into();
                } else {
                    self.compare.next = 11.into();
                }
            }
        } else if self.c.val() == 0 {
            if self.b.val() == 0 {
                self.kind.next = 6.into();
                self.a_immediate.next = true;
                self.b_immediate.next = true;
                self.legal.next = self.a_is_f.val();
            } else if self.b.val() == 1 {
                self.kind.next = 6.into();
                self.immediate.next = 2.into();
                self.a_immediate.next = true;
                self.b_immediate.next = true;
                self.legal.next = !self.a_is_f.val();
            } else if self.b.val() == 3 {
                self.kind.next = 7.into();
                self.operation.next = 5.into();
                self.immediate.next = 7.into();
                self.swap.next = true;
                self.a_immediate.next = true;
                self.legal.next = !self.a_is_f.val();
            } else if self.b.val() == 4 {
                self.operation.next = 0.into();
                self.immediate.next = 5.into();
                self.b_immediate.next = true;
                self.legal.next = !self.a_is_f.val();
            } else if (self.b.val() == 5) | (self.b.val() == 6) {
                self.kind.next = 8.into();
                self.immediate.next = 4.into();
                self.b_immediate.next = true;
                self.extend.next = self.b.val().get_bits::<2>(0);
                self.legal.next = !self.a_is_f.val();
            } else if self.b.val() == 12 {
                self.kind.next = 10.into();
                self.legal.next = !self.a_is_f.val();
            } else if self.b.val() == 13 {
                self.kind.next = 11.into();
                self.immediate.next = 6.into();
                self.a_immediate.next = true;
                self.b_immediate.next = true;
                self.legal.next = !self.a_is_f.val();
            } else if self.b.val() == 14 {
                self.kind.next = 12.into();
                self.legal.next = !self.a_is_f.val();
                if self.a_is_f.val() {
                    self.kind.next = 13.into();
                    self.d_register.next = (self.d.val() & 1) << 3;
                    if self.d.val().get_bit(0) {
                        self.kind.next = 14.into();
                    }
                    self.legal.next = self.d.val().get_bits::<3>(1) == 4;
                }
            } else if self.b_is_f.val() {
                self.kind.next = 6.into();
                self.immediate.next = 1.into();
                self.a_immediate.next = true;
                self.b_immediate.next = true;
                self.legal.next = self.a.val() == 0;
            }
            if self.d_is_f.val() {
                self.legal.next = false;
            }
        } else {
            self.legal.next = !self.d_is_f.val() & (self.c.val() < 12) & !(self.a_is_f.val() & self.b_is_f.val());
            if self.c.val() == 1 {
                self.operation.next = 0.into();
            } else if self.c.val() == 2 {
                self.operation.next = 1.into();
            } else if self.c.val() == 3 {
                self.operation.next = 2.into();
            } else if self.c.val() == 4 {
                self.operation.next = 4.into();
                self.kind.next = 1.into();
            } else if self.c.val() == 5 {
                self.operation.next = 5.into();
                self.kind.next = 1.into();
            } else if self.c.val() == 6 {
                self.operation.next = 8.into();
                self.kind.next = 3.into();
            } else if self.c.val() == 7 {
                self.operation.next = 9.into();
                self.kind.next = 3.into();
            } else if self.c.val() == 8 {
                self.operation.next = 11.into();
                self.kind.next = 3.into();
            } else if self.c.val() == 9 {
                self.operation.next = 4.into();
                self.kind.next = 2.into();
            } else if self.c.val() == 10 {
                self.operation.next = 3.into();
                if self.a_is_f.val() {
                    self.legal.next = false;
                }
            } else {
                self.kind.next = 4.into();
                self.operation.next = 4.into();
                if self.a.val().get_bit(3) {
                    self.operation.next = 5.into();
                }
                self.immediate.next = 3.into();
                self.swap.next = true;
                self.b_immediate.next = true;
                self.type_register.next = self.b.val();
                if self.a_is_f.val() | self.b_is_f.val() {
                    self.legal.next = false;
                }
            }
            if self.b_is_f.val() {
                self.immediate.next = 1.into();
                self.swap.next = true;
                self.a_immediate.next = true;
                if self.c.val() == 10 {
                    self.operation.next = 12.into();
                    self.swap.next = false;
                    self.a_immediate.next = false;
                    self.b_immediate.next = true;
                } else if (self.c.val() == 6) | (self.c.val() == 7) | (self.c.val() == 8) {
                    self.swap.next = false;
                    self.a_immediate.next = false;
                    self.b_immediate.next = true;
                }
                if (self.c.val() == 4) | (self.c.val() == 5) {
                    self.kind.next = 4.into();
                }
                if self.c.val() == 9 {
                    self.kind.next = 5.into();
                }
            } else if self.a_is_f.val() {
                self.a_immediate.next = true;
                self.type_register.next = self.b.val();
            }
        }

        self.a_register.next = self.a.val();
        self.b_register.next = self.b.val();
        if self.swap.val() {
            self.a_register.next = self.b.val();
            self.b_register.next = self.a.val();
        }
    }
}

crate::top!(BrewDecoder {
    word0,
    word1,
    length,
    legal,
    kind,
    d_register,
    a_register,
    b_register,
    type_register,
    a_immediate,
    b_immediate,
    immediate,
    operation,
    compare,
    extend,
    field_a,
});
