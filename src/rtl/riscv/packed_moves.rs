//! Packed instructions that do without the ALU: shifts, constants, moves of pairs.

use super::RiscvConfig;
use super::packed_codes::{Major, element_bit, field, immediate, immediate_code, immediate_group, pair_bit};
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The bits of a word in the opposite order.
#[hdl_module(name = "riscv_reverse_bits")]
pub(super) struct ReverseBits {
    /// A word.
    pub(super) word: Signal<In, Bits<32>>,
    /// The bits of the word in reverse order.
    pub(super) reversed: Signal<Out, Bits<32>>,
    bits: Signal<Local, Bits<32>>,
    pairs: Signal<Local, Bits<32>>,
    digits: Signal<Local, Bits<32>>,
    bytes: Signal<Local, Bits<32>>,
}

impl Logic for ReverseBits {
    #[hdl_gen]
    fn update(&mut self) {
        // Neighbours change places, then neighbouring pairs, and so on.
        self.bits.next = ((self.word.val() >> 1) & 0x5555_5555) | ((self.word.val() & 0x5555_5555) << 1);
        self.pairs.next = ((self.bits.val() >> 2) & 0x3333_3333) | ((self.bits.val() & 0x3333_3333) << 2);
        self.digits.next = ((self.pairs.val() >> 4) & 0x0f0f_0f0f) | ((self.pairs.val() & 0x0f0f_0f0f) << 4);
        self.bytes.next = ((self.digits.val() >> 8) & 0x00ff_00ff) | ((self.digits.val() & 0x00ff_00ff) << 8);
        self.reversed.next = (self.bytes.val() >> 16) | (self.bytes.val() << 16);
    }
}

/// Shifts elements, spreads constants, and moves elements of pairs.
///
/// Shifts to the left are shifts to the right of the word in the opposite order. The result stays while the instruction does, so one
/// register does for any latency.
#[hdl_module(name = "riscv_packed_moves")]
pub(super) struct PackedMoves {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// funct7 and funct3 of the instruction.
    pub(super) function_id: Signal<In, Bits<10>>,
    /// The major opcode of the instruction:
    pub(super) major: Signal<In, Major>,
    /// Bits 24:15 of the instruction.
    pub(super) immediate: Signal<In, Bits<10>>,
    /// The elements are half-words.
    pub(super) halves: Signal<In, Bit>,
    /// First source register.
    pub(super) rs1: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) rs2: Signal<In, Bits<32>>,
    /// Value for rd.
    pub(super) d: Signal<Out, Bits<32>>,
    code: Signal<Local, Bits<4>>,
    amount: Signal<Local, Bits<4>>,
    left: Signal<Local, Bit>,
    arithmetic: Signal<Local, Bit>,
    before: ReverseBits,
    after: ReverseBits,
    sign: [Signal<Local, Bits<8>>; 4],
    signs: Signal<Local, Bits<32>>,
    by_0: Signal<Local, Bits<32>>,
    by_1: Signal<Local, Bits<32>>,
    by_2: Signal<Local, Bits<32>>,
    by_4: Signal<Local, Bits<32>>,
    by_8: Signal<Local, Bits<32>>,
    keep_1: Signal<Local, Bits<32>>,
    keep_2: Signal<Local, Bits<32>>,
    keep_4: Signal<Local, Bits<32>>,
    shifted: Signal<Local, Bits<32>>,
    constant: Signal<Local, Bits<16>>,
    from_a: Signal<Local, Bits<32>>,
    from_b: Signal<Local, Bits<32>>,
    stage: Stage<Bits<32>>,
    has_dual: Constant<Bit>,
}

impl PackedMoves {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        PackedMoves {
            stage: Stage::new(config.latency > 0),
            has_dual: Constant::new(config.features.dual),
            ..PackedMoves::default()
        }
    }
}

impl Logic for PackedMoves {
    #[hdl_gen]
    fn update(&mut self) {
        self.code.next = self.function_id.val().get_bits::<4>(field::CODE);
        self.left.next = self.function_id.val().get_bits::<3>(field::GROUP) == immediate_group::LEFT;
        self.arithmetic.next = self.code.val().get_bit(element_bit::SUBTRACT);

        // Bits of an amount for bytes above the third are 0.
        self.amount.next = self.rs2.val().get_bits::<4>(0);
        if (self.code.val() == immediate_code::SHIFT_IMMEDIATE)
            | (self.code.val() == immediate_code::SHIFT_IMMEDIATE_ARITHMETIC)
        {
            self.amount.next = self.immediate.val().get_bits::<4>(immediate::RS2);
        }
        self.before.word.next = self.rs1.val();
        self.by_0.next = self.rs1.val();
        if self.left.val() {
            self.by_0.next = self.before.reversed.val();
        }
        for i in 0..2 {
            self.sign[2 * i].next = bits::<8>(0);
            self.sign[2 * i + 1].next = bits::<8>(0);
            if self.arithmetic.val() & self.rs1.val().get_bit(16 * i + 15) {
                self.sign[2 * i + 1].next = bits::<8>(255);
            }
            if self.halves.val() {
                if self.arithmetic.val() & self.rs1.val().get_bit(16 * i + 15) {
                    self.sign[2 * i].next = bits::<8>(255);
                }
            } else {
                if self.arithmetic.val() & self.rs1.val().get_bit(16 * i + 7) {
                    self.sign[2 * i].next = bits::<8>(255);
                }
            }
        }
        self.signs.next = cat!(32 of 8: self.sign[3].val(), self.sign[2].val(), self.sign[1].val(), self.sign[0].val());
        self.keep_1.next = bits::<32>(0x7f7f_7f7f);
        self.keep_2.next = bits::<32>(0x3f3f_3f3f);
        self.keep_4.next = bits::<32>(0x0f0f_0f0f);
        if self.halves.val() {
            self.keep_1.next = bits::<32>(0x7fff_7fff);
            self.keep_2.next = bits::<32>(0x3fff_3fff);
            self.keep_4.next = bits::<32>(0x0fff_0fff);
        }
        self.by_1.next = self.by_0.val();
        if self.amount.val().get_bit(0) {
            self.by_1.next = ((self.by_0.val() >> 1) & self.keep_1.val()) | (self.signs.val() & !self.keep_1.val());
        }
        self.by_2.next = self.by_1.val();
        if self.amount.val().get_bit(1) {
            self.by_2.next = ((self.by_1.val() >> 2) & self.keep_2.val()) | (self.signs.val() & !self.keep_2.val());
        }
        self.by_4.next = self.by_2.val();
        if self.amount.val().get_bit(2) {
            self.by_4.next = ((self.by_2.val() >> 4) & self.keep_4.val()) | (self.signs.val() & !self.keep_4.val());
        }
        self.by_8.next = self.by_4.val();
        if self.has_dual.val() & self.halves.val() & self.amount.val().get_bit(3) {
            self.by_8.next = ((self.by_4.val() >> 8) & 0x00ff_00ff) | (self.signs.val() & 0xff00_ff00_u64);
        }
        self.after.word.next = self.by_8.val();
        self.shifted.next = self.by_8.val();
        if self.left.val() {
            self.shifted.next = self.after.reversed.val();
        }

        // Of half-words ten bits, signed or at the top; of bytes eight, twice.
        self.constant.next = cat!(16 of 8: self.immediate.val().get_bits::<8>(immediate::CONSTANT),
            self.immediate.val().get_bits::<8>(immediate::CONSTANT));
        if self.halves.val() {
            self.constant.next = bit_cast::<16, 9>(self.immediate.val().get_bits::<9>(immediate::CONSTANT));
            if self.immediate.val().get_bit(immediate::SIGN) {
                self.constant.next =
                    bit_cast::<16, 9>(self.immediate.val().get_bits::<9>(immediate::CONSTANT)) | 0xfe00;
            }
            if self.code.val() == immediate_code::UPPER_CONSTANT {
                self.constant.next = (bit_cast::<16, 9>(self.immediate.val().get_bits::<9>(immediate::SIGN)) << 7)
                    | (bit_cast::<16, 1>(self.immediate.val().get_bits::<1>(immediate::SHIFTS_HALVES)) << 6);
            }
        }

        self.from_a.next = self.rs1.val() & 0x00ff_00ff;
        self.from_b.next = (self.rs2.val() & 0x00ff_00ff) << 8;
        if self.halves.val() {
            self.from_a.next = self.rs1.val() & 0x0000_ffff;
            self.from_b.next = self.rs2.val() << 16;
        }
        if self.code.val().get_bit(pair_bit::A_ODD) {
            self.from_a.next = (self.rs1.val() >> 8) & 0x00ff_00ff;
            if self.halves.val() {
                self.from_a.next = self.rs1.val() >> 16;
            }
        }
        if self.code.val().get_bit(pair_bit::B_ODD) {
            self.from_b.next = self.rs2.val() & 0xff00_ff00_u64;
            if self.halves.val() {
                self.from_b.next = self.rs2.val() & 0xffff_0000_u64;
            }
        }

        connect!(self.stage { clock, enable: true, d: self.shifted.val() });
        if (self.code.val() == immediate_code::CONSTANT) | (self.code.val() == immediate_code::UPPER_CONSTANT) {
            self.stage.d.next = cat!(32 of 16: self.constant.val(), self.constant.val());
        }
        if self.major.val() == Major::Op32 {
            self.stage.d.next = self.from_a.val() | self.from_b.val();
        }
        self.d.next = self.stage.q.val();
    }
}
