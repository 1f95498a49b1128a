//! The operands of one byte, ready for the adder.

use super::cuts::Cuts;
use crate::comment;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Inverts and extends the operands of one byte, and holds them for the adder and for the comparison after it.
///
/// The extension bits are what stands above the byte on the carry chain: copies of the sign, or, in the low byte of a
/// joined pair, 1 and 0, which pass the carry on to the upper byte.
#[derive(LogicBlock, Default)]
pub(super) struct OperandByte {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) a_byte: Signal<In, Bits<8>>,
    pub(super) b_byte: Signal<In, Bits<8>>,
    pub(super) a_signed: Signal<In, Bit>,
    pub(super) b_signed: Signal<In, Bit>,
    pub(super) subtract: Signal<In, Bit>,
    pub(super) joined: Signal<In, Bit>,
    pub(super) a: Signal<Out, Bits<8>>,
    pub(super) b: Signal<Out, Bits<8>>,
    pub(super) a_extension: Signal<Out, Bit>,
    pub(super) b_extension: Signal<Out, Bit>,
    pub(super) a_held: Signal<Out, Bits<8>>,
    pub(super) b_held: Signal<Out, Bits<8>>,
    pub(super) a_extension_held: Signal<Out, Bit>,
    pub(super) b_extension_held: Signal<Out, Bit>,
    b_inverted: Signal<Local, Bits<8>>,
    b_above: Signal<Local, Bit>,
    a_select: Stage<Bits<8>>,
    b_select: Stage<Bits<8>>,
    a_extension_select: Stage<Bit>,
    b_extension_select: Stage<Bit>,
    a_add: Stage<Bits<8>>,
    b_add: Stage<Bits<8>>,
    a_extension_add: Stage<Bit>,
    b_extension_add: Stage<Bit>,
}

impl OperandByte {
    pub(super) fn new(cuts: Cuts) -> Self {
        OperandByte {
            a_select: Stage::new(cuts.select),
            b_select: Stage::new(cuts.select),
            a_extension_select: Stage::new(cuts.select),
            b_extension_select: Stage::new(cuts.select),
            a_add: Stage::new(cuts.add),
            b_add: Stage::new(cuts.add),
            a_extension_add: Stage::new(cuts.add),
            b_extension_add: Stage::new(cuts.add),
            ..OperandByte::default()
        }
    }
}

impl Logic for OperandByte {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module operand_byte: Inverts and extends the operands of one byte, and holds them.");
        comment!("port clock: Rising edge.");
        comment!("port enable: The pipeline advances.");
        comment!("port a_byte: Selected byte of the first operand.");
        comment!("port b_byte: Selected byte of the second operand.");
        comment!("port a_signed: The first operand's type is signed.");
        comment!("port b_signed: The second operand's type is signed.");
        comment!("port subtract: Invert the second operand.");
        comment!("port joined: The low byte of a half-word: its carry goes on to the upper byte.");
        comment!("port a: First operand, for the adder.");
        comment!("port b: Second operand, inverted when subtracting.");
        comment!("port a_extension: Bit above a on the carry chain.");
        comment!("port b_extension: Bit above b on the carry chain.");
        comment!("port a_held: a beside the sums.");
        comment!("port b_held: b beside the sums.");
        comment!("port a_extension_held: a_extension beside the sums.");
        comment!("port b_extension_held: b_extension beside the sums.");
        self.a_select.clock.next = self.clock.val();
        self.b_select.clock.next = self.clock.val();
        self.a_extension_select.clock.next = self.clock.val();
        self.b_extension_select.clock.next = self.clock.val();
        self.a_add.clock.next = self.clock.val();
        self.b_add.clock.next = self.clock.val();
        self.a_extension_add.clock.next = self.clock.val();
        self.b_extension_add.clock.next = self.clock.val();
        self.a_select.enable.next = self.enable.val();
        self.b_select.enable.next = self.enable.val();
        self.a_extension_select.enable.next = self.enable.val();
        self.b_extension_select.enable.next = self.enable.val();
        self.a_add.enable.next = self.enable.val();
        self.b_add.enable.next = self.enable.val();
        self.a_extension_add.enable.next = self.enable.val();
        self.b_extension_add.enable.next = self.enable.val();

        if self.subtract.val() {
            self.b_inverted.next = !self.b_byte.val();
        } else {
            self.b_inverted.next = self.b_byte.val();
        }
        if self.b_signed.val() {
            self.b_above.next = self.b_inverted.val().get_bit(7);
        } else {
            self.b_above.next = self.subtract.val();
        }
        self.a_select.d.next = self.a_byte.val();
        self.b_select.d.next = self.b_inverted.val();
        self.a_extension_select.d.next = self.joined.val() | (self.a_signed.val() & self.a_byte.val().get_bit(7));
        self.b_extension_select.d.next = !self.joined.val() & self.b_above.val();
        self.a.next = self.a_select.q.val();
        self.b.next = self.b_select.q.val();
        self.a_extension.next = self.a_extension_select.q.val();
        self.b_extension.next = self.b_extension_select.q.val();

        self.a_add.d.next = self.a_select.q.val();
        self.b_add.d.next = self.b_select.q.val();
        self.a_extension_add.d.next = self.a_extension_select.q.val();
        self.b_extension_add.d.next = self.b_extension_select.q.val();
        self.a_held.next = self.a_add.q.val();
        self.b_held.next = self.b_add.q.val();
        self.a_extension_held.next = self.a_extension_add.q.val();
        self.b_extension_held.next = self.b_extension_add.q.val();
    }
}
