//! Operand selection.

use crate::comment;
use rust_hdl::prelude::*;

/// Picks one of the eight bytes of two registers.
#[derive(LogicBlock, Default)]
pub(super) struct ByteSelect {
    pub(super) low: Signal<In, Bits<32>>,
    pub(super) high: Signal<In, Bits<32>>,
    pub(super) index: Signal<In, Bits<3>>,
    pub(super) picked: Signal<Out, Bits<8>>,
    byte_01: Signal<Local, Bits<8>>,
    byte_23: Signal<Local, Bits<8>>,
    byte_45: Signal<Local, Bits<8>>,
    byte_67: Signal<Local, Bits<8>>,
}

impl Logic for ByteSelect {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module byte_select: Picks one of the eight bytes of two registers.");
        comment!("port low: Bytes 0 to 3.");
        comment!("port high: Bytes 4 to 7.");
        comment!("port index: Which byte.");
        comment!("port picked: That byte.");
        self.byte_01.next = self.low.val().get_bits::<8>(0);
        self.byte_23.next = self.low.val().get_bits::<8>(16);
        self.byte_45.next = self.high.val().get_bits::<8>(0);
        self.byte_67.next = self.high.val().get_bits::<8>(16);
        if self.index.val().get_bit(0) {
            self.byte_01.next = self.low.val().get_bits::<8>(8);
            self.byte_23.next = self.low.val().get_bits::<8>(24);
            self.byte_45.next = self.high.val().get_bits::<8>(8);
            self.byte_67.next = self.high.val().get_bits::<8>(24);
        }
        if self.index.val().get_bit(2) {
            if self.index.val().get_bit(1) {
                self.picked.next = self.byte_67.val();
            } else {
                self.picked.next = self.byte_45.val();
            }
        } else {
            if self.index.val().get_bit(1) {
                self.picked.next = self.byte_23.val();
            } else {
                self.picked.next = self.byte_01.val();
            }
        }
    }
}
