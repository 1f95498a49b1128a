//! The operands of one byte, ready for the adder.

use super::VideoConfig;
use super::bundles::Operands;
use super::cuts::Cuts;
use crate::leaf::Stage;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Inverts and extends the operands of one byte, and holds them.
///
/// Above the byte stand copies of the sign on the carry chain; in the low byte of a half-word 1 and 0, which pass
/// the carry on to the upper byte.
#[hdl_module]
pub(super) struct OperandByte {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// The pipeline advances.
    pub(super) enable: Signal<In, Bit>,
    /// Selected byte of the first operand.
    pub(super) a_byte: Signal<In, Bits<8>>,
    /// Selected byte of the second operand.
    pub(super) b_byte: Signal<In, Bits<8>>,
    /// The first operand's type is signed.
    pub(super) a_signed: Signal<In, Bit>,
    /// The second operand's type is signed.
    pub(super) b_signed: Signal<In, Bit>,
    /// Invert the second operand.
    pub(super) subtract: Signal<In, Bit>,
    /// The low byte of a half-word: its carry goes on to the upper byte.
    pub(super) joined: Signal<In, Bit>,
    #[part(a = "First operand, for the adder.")]
    #[part(a_above = "Bit above a on the carry chain.")]
    #[part(b_above = "Bit above b on the carry chain.")]
    pub(super) ready: Signal<Out, Operands>,
    /// The operands, delayed to the stage of the sums.
    pub(super) held: Signal<Out, Operands>,
    b_inverted: Signal<Local, Bits<8>>,
    b_sign: Signal<Local, Bit>,
    selected: Stage<Operands>,
    beside_sums: Stage<Operands>,
    comes_inverted: Constant<Bit>,
    inverted_later: Constant<Bit>,
}

impl OperandByte {
    pub(super) fn new(config: &VideoConfig) -> Self {
        let cuts = Cuts::new(config);
        OperandByte {
            selected: Stage::new(cuts.select),
            beside_sums: Stage::new(cuts.add),
            comes_inverted: Constant::new(config.inverts_in_selection()),
            inverted_later: Constant::new(config.has_carry_cells()),
            ..OperandByte::default()
        }
    }
}

impl Logic for OperandByte {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.selected, self.beside_sums { clock, enable });

        if self.subtract.val() & !self.comes_inverted.val() & !self.inverted_later.val() {
            self.b_inverted.next = !self.b_byte.val();
        } else {
            self.b_inverted.next = self.b_byte.val();
        }
        if self.b_signed.val() {
            self.b_sign.next = self.b_inverted.val().get_bit(7);
        } else {
            self.b_sign.next = self.subtract.val();
        }
        if self.inverted_later.val() {
            self.b_sign.next = (self.b_signed.val() & self.b_byte.val().get_bit(7)) ^ self.subtract.val();
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
