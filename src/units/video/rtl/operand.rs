//! The operands of one byte, ready for the adder.

use super::Config;
use super::bundles::Operands;
use super::cuts::Cuts;
use crate::comment;
use crate::hdl_gen;
use crate::rtl::leaf::Stage;
use rust_hdl::prelude::*;

/// Inverts and extends the operands of one byte, and holds them for the comparison beside the sums.
///
/// Above the byte stand copies of the sign on the carry chain; in the low byte of a half-word 1 and 0, which pass the
/// carry on to the upper byte.
#[derive(LogicBlock)]
pub(super) struct OperandByte {
    pub(super) clock: Signal<In, Clock>,
    pub(super) enable: Signal<In, Bit>,
    pub(super) a_byte: Signal<In, Bits<8>>,
    pub(super) b_byte: Signal<In, Bits<8>>,
    pub(super) a_signed: Signal<In, Bit>,
    pub(super) b_signed: Signal<In, Bit>,
    pub(super) subtract: Signal<In, Bit>,
    pub(super) joined: Signal<In, Bit>,
    pub(super) ready: Signal<Out, Operands>,
    pub(super) held: Signal<Out, Operands>,
    b_inverted: Signal<Local, Bits<8>>,
    b_sign: Signal<Local, Bit>,
    selected: Stage<Operands>,
    beside_sums: Stage<Operands>,
    comes_inverted: Constant<Bit>,
}

impl OperandByte {
    pub(super) fn new(config: &Config) -> Self {
        let cuts = Cuts::new(config);
        OperandByte {
            clock: Signal::default(),
            enable: Signal::default(),
            a_byte: Signal::default(),
            b_byte: Signal::default(),
            a_signed: Signal::default(),
            b_signed: Signal::default(),
            subtract: Signal::default(),
            joined: Signal::default(),
            ready: Signal::default(),
            held: Signal::default(),
            b_inverted: Signal::default(),
            b_sign: Signal::default(),
            selected: Stage::new(cuts.select),
            beside_sums: Stage::new(cuts.add),
            comes_inverted: Constant::new(config.selects_in_cells()),
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
        comment!("port ready_a: First operand, for the adder.");
        comment!("port ready_b: Second operand, inverted when subtracting.");
        comment!("port ready_a_above: Bit above a on the carry chain.");
        comment!("port ready_b_above: Bit above b on the carry chain.");
        comment!("port held: The same beside the sums.");
        self.selected.clock.next = self.clock.val();
        self.selected.enable.next = self.enable.val();
        self.beside_sums.clock.next = self.clock.val();
        self.beside_sums.enable.next = self.enable.val();

        if self.subtract.val() & !self.comes_inverted.val() {
            self.b_inverted.next = !self.b_byte.val();
        } else {
            self.b_inverted.next = self.b_byte.val();
        }
        if self.b_signed.val() {
            self.b_sign.next = self.b_inverted.val().get_bit(7);
        } else {
            self.b_sign.next = self.subtract.val();
        }
        self.selected.d.next.a = self.a_byte.val();
        self.selected.d.next.b = self.b_inverted.val();
        self.selected.d.next.a_above = self.joined.val() | (self.a_signed.val() & self.a_byte.val().get_bit(7));
        self.selected.d.next.b_above = !self.joined.val() & self.b_sign.val();
        self.ready.next = self.selected.q.val();
        self.beside_sums.d.next = self.selected.q.val();
        self.held.next = self.beside_sums.q.val();
    }
}
