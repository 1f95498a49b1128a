//! Which functions there are.

use super::Config;
use crate::comment;
use crate::units::riscv::encoding::operations;
use rust_hdl::prelude::*;

/// Tells what a function is; where it is neither operation nor access, it is none of the unit's.
#[derive(LogicBlock)]
pub(super) struct Decoder {
    pub(super) function_id: Signal<In, Bits<10>>,
    pub(super) operation: Signal<Out, Bit>,
    pub(super) access: Signal<Out, Bit>,
    code: Signal<Local, Bits<3>>,
    both: Signal<Local, Bit>,
    lacking: Signal<Local, Bit>,
    operations: Constant<Bits<3>>,
    has_accumulate: Constant<Bit>,
    has_dual: Constant<Bit>,
}

impl Decoder {
    pub(super) fn new(config: &Config) -> Self {
        Decoder {
            function_id: Signal::default(),
            operation: Signal::default(),
            access: Signal::default(),
            code: Signal::default(),
            both: Signal::default(),
            lacking: Signal::default(),
            operations: Constant::new(Bits::from(operations().len() as u64)),
            has_accumulate: Constant::new(config.features.accumulate),
            has_dual: Constant::new(config.features.dual),
        }
    }
}

impl Logic for Decoder {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module riscv_decoder: Decodes a function of ten bits.");
        comment!("port function_id: funct7 and funct3 of the instruction.");
        comment!("port operation: It is an operation of the ALU.");
        comment!("port access: It is an access to configuration or c.");
        self.code.next = self.function_id.val().get_bits::<3>(0);
        self.both.next = self.function_id.val().get_bit(7) & self.function_id.val().get_bit(8);
        self.lacking.next = (self.function_id.val().get_bit(8) & !self.has_accumulate.val())
            | (self.function_id.val().get_bit(3) & !self.has_dual.val());
        self.operation.next = (self.code.val() < self.operations.val()) & !self.both.val() & !self.lacking.val();
        // Accesses 0 to 2 read, 4 and 5 write as well.
        self.access.next = self.both.val()
            & !self.function_id.val().get_bit(9)
            & (self.function_id.val().get_bits::<4>(3) == 0)
            & (!self.code.val().get_bit(1) | (!self.code.val().get_bit(2) & !self.code.val().get_bit(0)));
    }
}
