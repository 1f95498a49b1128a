//! The types of the registers.

use crate::comment;
use crate::netlist::ResetStyle;
use crate::rtl::leaf::Register;
use rust_hdl::prelude::*;

/// 15 types of 4 bits in flip-flops, since one instruction may set eight of them. Reset makes all of them INT32.
///
/// There are two writers. An instruction whose new types are known before it executes sets them as it leaves the
/// operand stage; one that takes the type from a register's value sets it, as the older instruction, while it
/// executes. Reads see the latter at once.
#[derive(LogicBlock)]
pub struct TypeFile {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous.
    pub reset: Signal<In, Bit>,
    /// The executing instruction sets a type.
    pub late_write: Signal<In, Bit>,
    /// Of this register.
    pub late_register: Signal<In, Bits<4>>,
    /// To this.
    pub late_type: Signal<In, Bits<4>>,
    /// The instruction in the operand stage sets a type.
    pub write: Signal<In, Bit>,
    /// Of this register.
    pub write_register: Signal<In, Bits<4>>,
    /// To this.
    pub write_type: Signal<In, Bits<4>>,
    /// It sets the types of registers 0 to 7.
    pub write_low: Signal<In, Bit>,
    /// It sets the types of registers 8 to 14.
    pub write_high: Signal<In, Bit>,
    /// A nibble for each, f to leave it.
    pub write_nibbles: Signal<In, Bits<32>>,
    /// All types, four bits each, that of register 0 lowest.
    pub types: Signal<Out, Bits<60>>,
    early: OneHot,
    late: OneHot,
    codes: [Register<Bits<4>>; 15],
    current: [Signal<Local, Bits<4>>; 15],
    nibbles: Signal<Local, Bits<64>>,
    low_half: Signal<Local, Bits<32>>,
    high_half: Signal<Local, Bits<32>>,
}

impl Default for TypeFile {
    fn default() -> Self {
        let style = ResetStyle {
            asynchronous: false,
            active_low: false,
        };
        TypeFile {
            clock: Signal::default(),
            reset: Signal::default(),
            late_write: Signal::default(),
            late_register: Signal::default(),
            late_type: Signal::default(),
            write: Signal::default(),
            write_register: Signal::default(),
            write_type: Signal::default(),
            write_low: Signal::default(),
            write_high: Signal::default(),
            write_nibbles: Signal::default(),
            types: Signal::default(),
            early: OneHot::default(),
            late: OneHot::default(),
            codes: std::array::from_fn(|_| Register::new(style, 0.into())),
            current: Default::default(),
            nibbles: Signal::default(),
            low_half: Signal::default(),
            high_half: Signal::default(),
        }
    }
}

impl Logic for TypeFile {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module type_file: The types of 15 registers, 4 bits each; INT32 after reset.");
        comment!("port late_write: The executing instruction sets a type; reads see it at once.");
        comment!("port write: The instruction in the operand stage sets a type.");
        comment!("port write_low: It sets the types of registers 0 to 7.");
        comment!("port write_high: It sets the types of registers 8 to 14.");
        comment!("port write_nibbles: A type for each, f to leave it.");
        comment!("port types: All types, that of register 0 lowest.");
        self.early.number.next = self.write_register.val();
        self.early.enable.next = self.write.val();
        self.late.number.next = self.late_register.val();
        self.late.enable.next = self.late_write.val();
        self.low_half.next = 0xffff_ffff_u64.into();
        if self.write_low.val() {
            self.low_half.next = self.write_nibbles.val();
        }
        self.high_half.next = 0xffff_ffff_u64.into();
        if self.write_high.val() {
            self.high_half.next = self.write_nibbles.val();
        }
        self.nibbles.next = (bit_cast::<64, 32>(self.high_half.val()) << 32) | bit_cast::<64, 32>(self.low_half.val());
        for i in 0..15 {
            self.current[i].next = self.codes[i].q.val();
            if self.late.hot.val().get_bit(i) {
                self.current[i].next = self.late_type.val();
            }
            self.codes[i].clock.next = self.clock.val();
            self.codes[i].reset.next = self.reset.val();
            self.codes[i].enable.next = true;
            self.codes[i].d.next = self.current[i].val();
            if !self.nibbles.val().get_bits::<4>(4 * i).all() {
                self.codes[i].d.next = self.nibbles.val().get_bits::<4>(4 * i);
            }
            if self.early.hot.val().get_bit(i) {
                self.codes[i].d.next = self.write_type.val();
            }
        }
        self.types.next = (bit_cast::<60, 4>(self.current[14].val()) << 56)
            | (bit_cast::<60, 4>(self.current[13].val()) << 52)
            | (bit_cast::<60, 4>(self.current[12].val()) << 48)
            | (bit_cast::<60, 4>(self.current[11].val()) << 44)
            | (bit_cast::<60, 4>(self.current[10].val()) << 40)
            | (bit_cast::<60, 4>(self.current[9].val()) << 36)
            | (bit_cast::<60, 4>(self.current[8].val()) << 32)
            | (bit_cast::<60, 4>(self.current[7].val()) << 28)
            | (bit_cast::<60, 4>(self.current[6].val()) << 24)
            | (bit_cast::<60, 4>(self.current[5].val()) << 20)
            | (bit_cast::<60, 4>(self.current[4].val()) << 16)
            | (bit_cast::<60, 4>(self.current[3].val()) << 12)
            | (bit_cast::<60, 4>(self.current[2].val()) << 8)
            | (bit_cast::<60, 4>(self.current[1].val()) << 4)
            | bit_cast::<60, 4>(self.current[0].val());
    }
}

/// A number as one bit of 16.
#[derive(LogicBlock, Default)]
pub struct OneHot {
    /// The number.
    pub number: Signal<In, Bits<4>>,
    /// 0: no bit at all.
    pub enable: Signal<In, Bit>,
    /// Bit `number`.
    pub hot: Signal<Out, Bits<16>>,
    by1: Signal<Local, Bits<16>>,
    by2: Signal<Local, Bits<16>>,
    by4: Signal<Local, Bits<16>>,
}

impl Logic for OneHot {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module one_hot: A number as one bit of 16.");
        comment!("port enable: 0 gives no bit at all.");
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

/// Reads one of the types.
#[derive(LogicBlock, Default)]
pub struct TypeSelect {
    /// All types.
    pub types: Signal<In, Bits<60>>,
    /// The register; 15 gives 0.
    pub number: Signal<In, Bits<4>>,
    /// Its type.
    pub type_code: Signal<Out, Bits<4>>,
    of8: Signal<Local, Bits<32>>,
    of4: Signal<Local, Bits<16>>,
    of2: Signal<Local, Bits<8>>,
}

impl Logic for TypeSelect {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module type_select: Reads one of 15 types.");
        comment!("port number: The register; 15 gives 0.");
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
