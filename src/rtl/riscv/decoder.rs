//! Which functions there are.

use super::RiscvConfig;
use super::constants::{access, function, operation};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// Decodes a function of ten bits.
///
/// Tells what a function is; where it is neither operation nor access, it is none of the unit's.
#[hdl_module(name = "riscv_decoder")]
pub(super) struct Decoder {
    /// funct7 and funct3 of the instruction.
    pub(super) function_id: Signal<In, Bits<10>>,
    /// c is a third source register.
    pub(super) third: Signal<In, Bit>,
    /// The function is an operation of the ALU.
    pub(super) operation: Signal<Out, Bit>,
    /// The function is an access to configuration or c.
    pub(super) access: Signal<Out, Bit>,
    /// The operation adds to c.
    pub(super) accumulates: Signal<Out, Bit>,
    code: Signal<Local, Bits<3>>,
    shared: Signal<Local, Bit>,
    dot: Signal<Local, Bit>,
    both: Signal<Local, Bit>,
    lacking: Signal<Local, Bit>,
    has_accumulate: Constant<Bit>,
    has_dual: Constant<Bit>,
    has_vset: Constant<Bit>,
    has_dot: Constant<Bit>,
    has_third: Constant<Bit>,
}

impl Decoder {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        Decoder {
            has_accumulate: Constant::new(config.features.accumulate),
            has_dual: Constant::new(config.features.dual),
            has_vset: Constant::new(config.features.vset),
            has_dot: Constant::new(config.features.dot),
            has_third: Constant::new(config.features.third),
            ..Decoder::default()
        }
    }
}

impl Logic for Decoder {
    #[hdl_gen]
    fn update(&mut self) {
        self.code.next = self.function_id.val().get_bits::<3>(function::OP);
        self.both.next =
            self.function_id.val().get_bit(function::SATURATE) & self.function_id.val().get_bit(function::ACCUMULATE);
        self.lacking.next = (self.function_id.val().get_bit(function::ACCUMULATE) & !self.has_accumulate.val())
            | (self.function_id.val().get_bit(function::WIDTH) & !self.has_dual.val());
        // Of the codes SET and SET_COMPLEMENT, which comparisons and dot products share, d_signed and saturate are part.
        self.shared.next = (self.code.val() == operation::SET) | (self.code.val() == operation::SET_COMPLEMENT);
        self.dot.next = self.shared.val()
            & self.function_id.val().get_bit(function::D_SIGNED)
            & self.function_id.val().get_bit(function::SATURATE);
        self.accumulates.next = self.function_id.val().get_bit(function::ACCUMULATE) | self.dot.val();
        self.operation.next = !self.both.val() & !self.lacking.val();
        if self.shared.val() {
            self.operation.next = self.has_vset.val() & !self.lacking.val();
        }
        if self.dot.val() {
            self.operation.next = self.has_dot.val()
                & !self.function_id.val().get_bit(function::ACCUMULATE)
                & !self.function_id.val().get_bit(function::HELD)
                & ((self.code.val() == operation::DP2A) | !self.function_id.val().get_bit(function::WIDTH));
        }
        // A third register is for what adds to it, on all lanes.
        if self.has_third.val()
            & self.third.val()
            & (self.function_id.val().get_bit(function::HELD) | !self.accumulates.val())
        {
            self.operation.next = false;
        }
        // Accesses 0 to 2 read, 4 and 5 write as well.
        self.access.next = self.both.val()
            & !self.function_id.val().get_bit(function::HELD)
            & !self.function_id.val().get_bits::<4>(function::WIDTH).any()
            & ((self.code.val() == access::READ_CONFIGURATION)
                | (self.code.val() == access::READ_C)
                | (self.code.val() == access::READ_VERSION)
                | (self.code.val() == access::SWAP_CONFIGURATION)
                | (self.code.val() == access::SWAP_C))
            & !(self.has_third.val() & self.third.val());
    }
}
