//! The hardware: a selector for each byte of the result, and an 8:1 multiplexer behind it.

use crate::error::{ConfigError, DesignError};
use crate::leaf::Stage;
use crate::netlist::{Design, ResetStyle, lower_documented};
use crate::{Top, codes, handshake};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

codes! {
    /// Modes. Code 7, which no instruction has, is the last one as well.
    mod mode: u64 {
        /// The selector's nibbles name the bytes.
        INDEX = 0,
        F4E = 1,
        B4E = 2,
        RC8 = 3,
        ECL = 4,
        ECR = 5,
        RC16 = 6,
    }
}

/// A configuration: the latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PermuteConfig {
    /// Cycles from operands to result, 0 (combinational) to 2: a register at the result, then one behind the selectors.
    pub latency: u32,
}

impl PermuteConfig {
    /// The largest latency.
    pub const MAX_LATENCY: u32 = 2;

    /// Checks the range.
    pub fn validate(&self) -> Result<(), ConfigError> {
        if self.latency <= Self::MAX_LATENCY {
            Ok(())
        } else {
            Err(ConfigError(format!("latency {} is not one of 0 to 2", self.latency)))
        }
    }
}

/// The block, ready to be stepped. Errors: a configuration out of range.
pub fn permute(config: &PermuteConfig) -> Result<Box<dyn Top>, ConfigError> {
    config.validate()?;
    Ok(Box::new(BytePermute::new(config)))
}

/// The netlist of [`permute`].
pub fn design(config: &PermuteConfig) -> Result<Design, DesignError> {
    let block: Box<dyn Block> = permute(config)?;
    Ok(lower_documented(&*block)?)
}

/// Picks one of the eight bytes of two registers, or copies of its sign.
#[hdl_module]
struct PermuteByte {
    /// Bytes 0 to 3.
    a: Signal<In, Bits<32>>,
    /// Bytes 4 to 7.
    b: Signal<In, Bits<32>>,
    /// Index of the byte.
    source: Signal<In, Bits<3>>,
    /// Its most significant bit eight times in its place.
    sign: Signal<In, Bit>,
    /// One byte of the result.
    byte: Signal<Out, Bits<8>>,
    word: Signal<Local, Bits<32>>,
    half: Signal<Local, Bits<16>>,
    picked: Signal<Local, Bits<8>>,
}

impl Logic for PermuteByte {
    #[hdl_gen]
    fn update(&mut self) {
        self.word.next = self.a.val();
        if self.source.val().get_bit(2) {
            self.word.next = self.b.val();
        }
        self.half.next = self.word.val().get_bits::<16>(0);
        if self.source.val().get_bit(1) {
            self.half.next = self.word.val().get_bits::<16>(16);
        }
        self.picked.next = self.half.val().get_bits::<8>(0);
        if self.source.val().get_bit(0) {
            self.picked.next = self.half.val().get_bits::<8>(8);
        }
        self.byte.next = self.picked.val();
        if self.sign.val() {
            self.byte.next = 0.into();
            if self.picked.val().get_bit(7) {
                self.byte.next = 0xff.into();
            }
        }
    }
}

/// PTX's prmt.b32, with a ready/valid handshake on both sides.
#[hdl_module]
struct BytePermute {
    /// Rising edge.
    clock: Signal<In, Clock>,
    /// Active high. Empties the pipeline.
    reset: Signal<In, Bit>,
    /// An instruction is offered; its inputs hold until it is accepted.
    in_valid: Signal<In, Bit>,
    /// The instruction is accepted on this edge if valid. Does not depend on in_valid.
    in_ready: Signal<Out, Bit>,
    /// Mode: 0 none, 1 f4e, 2 b4e, 3 rc8, 4 ecl, 5 ecr, 6 and 7 rc16.
    in_control: Signal<In, Bits<3>>,
    /// Bytes 0 to 3.
    in_a: Signal<In, Bits<32>>,
    /// Bytes 4 to 7.
    in_b: Signal<In, Bits<32>>,
    /// Selector: a nibble for each byte, or with a mode a number in its low two bits.
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
    lane: [Signal<Local, Bits<3>>; 4],
    low: Signal<Local, Bits<3>>,
    source: [Signal<Local, Bits<3>>; 4],
    sign: [Signal<Local, Bit>; 4],
    held_a: Stage<Bits<32>>,
    held_b: Stage<Bits<32>>,
    held_source: [Stage<Bits<3>>; 4],
    held_sign: [Stage<Bit>; 4],
    bytes: [PermuteByte; 4],
    result: Stage<Bits<32>>,
    handshake: PermuteHandshake,
}

handshake!(PermuteHandshake, "byte_permute_handshake");

impl BytePermute {
    fn new(config: &PermuteConfig) -> Self {
        let selected = config.latency > 1;
        BytePermute {
            held_a: Stage::new(selected),
            held_b: Stage::new(selected),
            held_source: std::array::from_fn(|_| Stage::new(selected)),
            held_sign: std::array::from_fn(|_| Stage::new(selected)),
            result: Stage::new(config.latency > 0),
            handshake: PermuteHandshake::new(config.latency, ResetStyle::default()),
            ..BytePermute::default()
        }
    }
}

impl Logic for BytePermute {
    #[hdl_gen]
    fn update(&mut self) {
        self.lane[0].next = 0.into();
        self.lane[1].next = 1.into();
        self.lane[2].next = 2.into();
        self.lane[3].next = 3.into();
        self.low.next = bit_cast::<3, 2>(self.in_c.val().get_bits::<2>(0));
        for i in 0..4 {
            self.sign[i].next = false;
            match self.in_control.val().to_u64() {
                mode::INDEX => {
                    self.source[i].next = self.in_c.val().get_bits::<3>(4 * i);
                    self.sign[i].next = self.in_c.val().get_bit(4 * i + 3);
                }
                mode::F4E => self.source[i].next = self.low.val() + self.lane[i].val(),
                mode::B4E => self.source[i].next = self.low.val() - self.lane[i].val(),
                mode::RC8 => self.source[i].next = self.low.val(),
                mode::ECL => {
                    self.source[i].next = self.lane[i].val();
                    if self.lane[i].val() < self.low.val() {
                        self.source[i].next = self.low.val();
                    }
                }
                mode::ECR => {
                    self.source[i].next = self.lane[i].val();
                    if self.low.val() < self.lane[i].val() {
                        self.source[i].next = self.low.val();
                    }
                }
                // Of rc16.
                _ => {
                    self.source[i].next =
                        (bit_cast::<3, 1>(self.low.val().get_bits::<1>(0)) << 1) | (self.lane[i].val() & 1);
                }
            }
            connect!(self.held_source[i] { clock, enable: self.handshake.advance.val(), d: self.source[i].val() });
            connect!(self.held_sign[i] { clock, enable: self.handshake.advance.val(), d: self.sign[i].val() });
            self.bytes[i].a.next = self.held_a.q.val();
            self.bytes[i].b.next = self.held_b.q.val();
            self.bytes[i].source.next = self.held_source[i].q.val();
            self.bytes[i].sign.next = self.held_sign[i].q.val();
        }
        connect!(self.held_a { clock, enable: self.handshake.advance.val(), d: self.in_a.val() });
        connect!(self.held_b { clock, enable: self.handshake.advance.val(), d: self.in_b.val() });
        self.result.clock.next = self.clock.val();
        self.result.enable.next = self.handshake.advance.val();
        self.result.d.next = cat!(32 of 8:
            self.bytes[3].byte.val(), self.bytes[2].byte.val(), self.bytes[1].byte.val(), self.bytes[0].byte.val()
        );
        self.out_d.next = self.result.q.val();

        connect!(self.handshake { clock, reset, in_valid, in_tag, out_ready });
        self.in_ready.next = self.handshake.advance.val();
        self.out_valid.next = self.handshake.out_valid.val();
        self.out_tag.next = self.handshake.out_tag.val();
    }
}
