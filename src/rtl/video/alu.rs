//! The handshake around the core.

use super::VideoConfig;
use super::core::VideoCore;
use crate::handshake;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The unit, with the name that its reset port has.
macro_rules! video_alu {
    ($name:ident, $reset:ident, $reset_doc:tt) => {
        /// The SIMD video instructions, with a ready/valid handshake on both sides.
        #[hdl_module(name = "video_alu")]
        pub(super) struct $name {
            /// Rising edge.
            pub(super) clock: Signal<In, Clock>,
            #[doc = $reset_doc]
            pub(super) $reset: Signal<In, Bit>,
            /// An instruction is offered; its inputs hold until it is accepted.
            pub(super) in_valid: Signal<In, Bit>,
            /// The instruction is accepted on this edge if valid. Does not depend on in_valid.
            pub(super) in_ready: Signal<Out, Bit>,
            /// Control word: op 2:0, width 3, d_signed 4, a_signed 5, b_signed 6, saturate 7, accumulate 8, mask
            /// 12:9, asel 24:13, bsel 36:25.
            pub(super) in_control: Signal<In, Bits<37>>,
            /// First source register.
            pub(super) in_a: Signal<In, Bits<32>>,
            /// Second source register.
            pub(super) in_b: Signal<In, Bits<32>>,
            /// Third source register; the unit adds to it, or merges the result into it.
            pub(super) in_c: Signal<In, Bits<32>>,
            /// Tag of the instruction; returned with its result.
            pub(super) in_tag: Signal<In, Bits<8>>,
            /// A result is offered; it holds until it is accepted.
            pub(super) out_valid: Signal<Out, Bit>,
            /// The result is accepted on this edge if valid.
            pub(super) out_ready: Signal<In, Bit>,
            /// Destination register.
            pub(super) out_d: Signal<Out, Bits<32>>,
            /// The instruction's tag.
            pub(super) out_tag: Signal<Out, Bits<8>>,
            core: VideoCore,
            handshake: VideoAluHandshake,
        }

        impl $name {
            pub(super) fn new(config: &VideoConfig) -> Self {
                $name {
                    core: VideoCore::new(config),
                    handshake: VideoAluHandshake::new(config.latency, config.reset),
                    ..$name::default()
                }
            }
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                connect!(self.handshake { clock, reset: self.$reset.val(), in_valid, in_tag, out_ready });
                self.in_ready.next = self.handshake.advance.val();
                self.out_valid.next = self.handshake.out_valid.val();
                self.out_tag.next = self.handshake.out_tag.val();

                connect!(self.core {
                    clock, enable: self.handshake.advance.val(), control: self.in_control.val(), a: self.in_a.val(),
                    b: self.in_b.val(), c: self.in_c.val(), packed_modifiers: 0.into(),
                });
                self.out_d.next = self.core.d.val();
            }
        }
    };
}

handshake!(VideoAluHandshake, "video_alu_handshake");

video_alu!(VideoAlu, reset, "Active high. Empties the pipeline.");
video_alu!(VideoAluActiveLow, reset_n, "Active low. Empties the pipeline.");
