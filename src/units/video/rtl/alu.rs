//! The handshake around the core.

use super::Config;
use super::core::VideoCore;
use crate::comment;
use crate::hdl_gen;
use crate::rtl::leaf::{Register, Stage};
use rust_hdl::prelude::*;

/// The handshake, under the name that its reset port has.
///
/// All stages advance together, whenever the last one is empty or handed on: one instruction per cycle, in order.
macro_rules! video_alu {
    ($name:ident, $reset:ident, $reset_doc:tt) => {
        #[derive(LogicBlock)]
        pub(super) struct $name {
            pub(super) clock: Signal<In, Clock>,
            pub(super) $reset: Signal<In, Bit>,
            pub(super) in_valid: Signal<In, Bit>,
            pub(super) in_ready: Signal<Out, Bit>,
            pub(super) in_control: Signal<In, Bits<37>>,
            pub(super) in_a: Signal<In, Bits<32>>,
            pub(super) in_b: Signal<In, Bits<32>>,
            pub(super) in_c: Signal<In, Bits<32>>,
            pub(super) in_tag: Signal<In, Bits<8>>,
            pub(super) out_valid: Signal<Out, Bit>,
            pub(super) out_ready: Signal<In, Bit>,
            pub(super) out_d: Signal<Out, Bits<32>>,
            pub(super) out_tag: Signal<Out, Bits<8>>,
            core: VideoCore,
            valid: [Register<Bit>; 5],
            tag: [Stage<Bits<8>>; 5],
            last_valid: Signal<Local, Bit>,
            advance: Signal<Local, Bit>,
            latency: Constant<Bits<3>>,
        }

        impl $name {
            pub(super) fn new(config: &Config) -> Self {
                $name {
                    clock: Signal::default(),
                    $reset: Signal::default(),
                    in_valid: Signal::default(),
                    in_ready: Signal::default(),
                    in_control: Signal::default(),
                    in_a: Signal::default(),
                    in_b: Signal::default(),
                    in_c: Signal::default(),
                    in_tag: Signal::default(),
                    out_valid: Signal::default(),
                    out_ready: Signal::default(),
                    out_d: Signal::default(),
                    out_tag: Signal::default(),
                    core: VideoCore::new(config),
                    valid: std::array::from_fn(|_| Register::new(config.reset, false)),
                    tag: std::array::from_fn(|i| Stage::new((i as u32) < config.latency)),
                    last_valid: Signal::default(),
                    advance: Signal::default(),
                    latency: Constant::new(Bits::from(u64::from(config.latency))),
                }
            }
        }

        impl Logic for $name {
            #[hdl_gen]
            fn update(&mut self) {
                comment!("module video_alu: The SIMD video instructions, with a ready/valid handshake on both sides.");
                comment!("port clock: Rising edge.");
                comment!($reset_doc);
                comment!("port in_valid: An instruction is offered; its inputs hold until it is taken.");
                comment!("port in_ready: It is taken on this edge. Does not depend on in_valid.");
                comment!(
                    "port in_control: Control word: op 2:0, width 3, d_signed 4, a_signed 5, b_signed 6, saturate 7, accumulate 8, mask 12:9, asel 24:13, bsel 36:25."
                );
                comment!("port in_a: First source register.");
                comment!("port in_b: Second source register.");
                comment!("port in_c: Third source register: accumulated to, or merged with.");
                comment!("port in_tag: Goes with the instruction.");
                comment!("port out_valid: A result is offered; it holds until it is taken.");
                comment!("port out_ready: It is taken on this edge.");
                comment!("port out_d: Destination register.");
                comment!("port out_tag: The instruction's tag.");
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
                self.out_d.next = self.core.d.val();
            }
        }

        crate::top!($name {
            clock,
            $reset,
            in_valid,
            in_ready,
            in_control,
            in_a,
            in_b,
            in_c,
            in_tag,
            out_valid,
            out_ready,
            out_d,
            out_tag,
        });
    };
}

video_alu!(VideoAlu, reset, "port reset: Active high. Empties the pipeline.");
video_alu!(
    VideoAluActiveLow,
    reset_n,
    "port reset_n: Active low. Empties the pipeline."
);
