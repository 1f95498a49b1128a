//! The handshake around the core.

use super::VideoConfig;
use super::core::VideoCore;
use crate::rtl::leaf::{Register, Stage};
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// The handshake, under the name that its reset port has.
///
/// All stages advance together, whenever the last one is empty or handed on: one instruction per cycle, in order.
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
            valid: [Register<Bit>; 5],
            tag: [Stage<Bits<8>>; 5],
            last_valid: Signal<Local, Bit>,
            advance: Signal<Local, Bit>,
            latency: Constant<Bits<3>>,
        }

        impl $name {
            pub(super) fn new(config: &VideoConfig) -> Self {
                $name {
                    core: VideoCore::new(config),
                    valid: std::array::from_fn(|_| Register::new(config.reset, false)),
                    tag: std::array::from_fn(|i| Stage::new((i as u32) < config.latency)),
                    latency: Constant::new(Bits::from(u64::from(config.latency))),
                    ..$name::default()
                }
            }
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                for i in 0..5 {
                    self.valid[i].clock.next = self.clock.val();
                    self.valid[i].reset.next = self.$reset.val();
                    self.valid[i].enable.next = self.advance.val();
                    self.tag[i].clock.next = self.clock.val();
                    self.tag[i].enable.next = self.advance.val();
                }
                self.valid[0].d.next = self.in_valid.val();
                self.tag[0].d.next = self.in_tag.val();
                for i in 0..4 {
                    self.valid[i + 1].d.next = self.valid[i].q.val();
                    self.tag[i + 1].d.next = self.tag[i].q.val();
                }

                self.last_valid.next = self.in_valid.val();
                if self.latency.val() == 1 {
                    self.last_valid.next = self.valid[0].q.val();
                }
                if self.latency.val() == 2 {
                    self.last_valid.next = self.valid[1].q.val();
                }
                if self.latency.val() == 3 {
                    self.last_valid.next = self.valid[2].q.val();
                }
                if self.latency.val() == 4 {
                    self.last_valid.next = self.valid[3].q.val();
                }
                if self.latency.val() == 5 {
                    self.last_valid.next = self.valid[4].q.val();
                }
                if self.latency.val() == 0 {
                    self.advance.next = self.out_ready.val();
                } else {
                    self.advance.next = self.out_ready.val() | !self.last_valid.val();
                }
                self.in_ready.next = self.advance.val();
                self.out_valid.next = self.last_valid.val();
                self.out_tag.next = self.tag[4].q.val();

                self.core.clock.next = self.clock.val();
                self.core.enable.next = self.advance.val();
                self.core.control.next = self.in_control.val();
                self.core.a.next = self.in_a.val();
                self.core.b.next = self.in_b.val();
                self.core.c.next = self.in_c.val();
                self.core.packed_modifiers.next = 0.into();
                self.out_d.next = self.core.d.val();
            }
        }
    };
}

video_alu!(VideoAlu, reset, "Active high. Empties the pipeline.");
video_alu!(VideoAluActiveLow, reset_n, "Active low. Empties the pipeline.");
