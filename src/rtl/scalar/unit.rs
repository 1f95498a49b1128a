//! The handshake around the core.

use super::ScalarConfig;
use super::core::ScalarCore;
use crate::handshake;
use crate::netlist::ResetStyle;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// PTX's scalar video instructions, with a ready/valid handshake on both sides.
#[hdl_module]
pub(super) struct VideoScalar {
    /// Rising edge.
    clock: Signal<In, Clock>,
    /// Active high. Empties the pipeline.
    reset: Signal<In, Bit>,
    /// An instruction is offered; its inputs hold until it is accepted.
    in_valid: Signal<In, Bit>,
    /// The instruction is accepted on this edge if valid. Does not depend on in_valid.
    in_ready: Signal<Out, Bit>,
    /// Control word: op 3:0, d_signed 4, a_signed 5, b_signed 6, saturate 7, asel 10:8, bsel 13:11, dsel 16:14, secondary
    /// 18:17, wrap 19.
    in_control: Signal<In, Bits<20>>,
    /// First source register.
    in_a: Signal<In, Bits<32>>,
    /// Second source register.
    in_b: Signal<In, Bits<32>>,
    /// Third source register: operand of the secondary operation and of vmad, and target of a merge.
    in_c: Signal<In, Bits<32>>,
    /// Tag of the instruction; returned with its result.
    in_tag: Signal<In, Bits<8>>,
    /// A result is offered; it holds until it is accepted.
    out_valid: Signal<Out, Bit>,
    /// The result is accepted on this edge if valid.
    out_ready: Signal<In, Bit>,
    /// Destination register.
    out_d: Signal<Out, Bits<32>>,
    /// The instruction's tag.
    out_tag: Signal<Out, Bits<8>>,
    core: ScalarCore,
    handshake: ScalarHandshake,
}

handshake!(ScalarHandshake, "video_scalar_handshake");

impl VideoScalar {
    pub(super) fn new(config: &ScalarConfig) -> Self {
        VideoScalar {
            core: ScalarCore::new(config),
            handshake: ScalarHandshake::new(config.latency, ResetStyle::default()),
            ..VideoScalar::default()
        }
    }
}

impl Logic for VideoScalar {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.core {
            clock, enable: self.handshake.advance.val(), control: self.in_control.val(), a: self.in_a.val(),
            b: self.in_b.val(), c: self.in_c.val(),
        });
        self.out_d.next = self.core.d.val();

        connect!(self.handshake { clock, reset, in_valid, in_tag, out_ready });
        self.in_ready.next = self.handshake.advance.val();
        self.out_valid.next = self.handshake.out_valid.val();
        self.out_tag.next = self.handshake.out_tag.val();
    }
}
