//! VexRiscv's custom-function interface: a stream of commands and one of responses.

use super::RiscvConfig;
use super::executor::Executor;
use super::packed_codes::Major;
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The SIMD video instructions as custom functions, for VexRiscv.
///
/// Accepts a command together with its response, so the core holds the command until then. The interface cannot refuse
/// a command: the unit answers a function that it does not have with 0.
///
/// `cmd_ready` is 1 while no command is offered, because VexRiscv relies on this. While the execute stage waits for an
/// older instruction, `CfuPlugin` sets its register `hold` in every clock, also after the unit accepted the command.
/// Only `cmd_ready` clears `hold`; while `hold` is set, the core would send the next instruction as a command.
#[hdl_module]
pub(super) struct RiscvCfu<const FUNCTION: usize> {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// Active high. Drops the current instruction; the state takes its reset value.
    pub(super) reset: Signal<In, Bit>,
    /// The core offers a command, until the unit accepts it.
    pub(super) cmd_valid: Signal<In, Bit>,
    /// The unit accepts the command on this edge, together with the response; 1 while there is no command.
    pub(super) cmd_ready: Signal<Out, Bit>,
    /// funct7 and funct3 of the instruction.
    pub(super) cmd_payload_function_id: Signal<In, Bits<FUNCTION>>,
    /// First source register.
    pub(super) cmd_payload_inputs_0: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) cmd_payload_inputs_1: Signal<In, Bits<32>>,
    /// The unit offers a response, until the core accepts it.
    pub(super) rsp_valid: Signal<Out, Bit>,
    /// The core accepts the response on this edge if it is valid. Must not depend on cmd_ready.
    pub(super) rsp_ready: Signal<In, Bit>,
    /// Value for rd; 0 for a foreign function.
    pub(super) rsp_payload_outputs_0: Signal<Out, Bits<32>>,
    pub(super) executor: Executor,
    answer: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
}

impl<const FUNCTION: usize> RiscvCfu<FUNCTION> {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        RiscvCfu {
            executor: Executor::new(config),
            ..RiscvCfu::default()
        }
    }
}

impl<const FUNCTION: usize> Logic for RiscvCfu<FUNCTION> {
    #[hdl_gen]
    fn update(&mut self) {
        connect!(self.executor {
            clock, reset, rs1: self.cmd_payload_inputs_0.val(), rs2: self.cmd_payload_inputs_1.val(),
            function_id: bit_cast::<11, FUNCTION>(self.cmd_payload_function_id.val()).get_bits::<10>(0),
            scalar: bit_cast::<11, FUNCTION>(self.cmd_payload_function_id.val()).get_bit(10),
            third: false, major: Major::None, immediate: 0.into(), rs3: 0.into(),
        });
        self.answer.next = self.cmd_valid.val() & self.executor.done.val();
        self.taken.next = self.answer.val() & self.rsp_ready.val();
        connect!(self.executor { present: self.cmd_valid.val(), finish: self.taken.val() });
        self.cmd_ready.next = self.taken.val() | !self.cmd_valid.val();
        self.rsp_valid.next = self.answer.val();
        self.rsp_payload_outputs_0.next = 0.into();
        if self.executor.known.val() {
            self.rsp_payload_outputs_0.next = self.executor.result.val();
        }
    }
}
