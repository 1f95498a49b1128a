//! VexRiscv's custom-function interface: a stream of commands and one of responses.

use super::Config;
use super::executor::Executor;
use crate::comment;
use crate::hdl_gen;
use rust_hdl::prelude::*;

/// Takes a command together with its response, so that the core holds it meanwhile. The interface has no way to refuse: a
/// function that is none of the unit's is answered with 0.
///
/// `cmd_ready` is 1 while no command is offered, because VexRiscv relies on it. While the execute stage waits for an older
/// instruction, its `CfuPlugin` sets its register `hold` in every clock, also after the command was taken, and only `cmd_ready`
/// clears that register; with `hold` set the instruction behind would be sent as a command.
#[derive(LogicBlock)]
pub(super) struct RiscvCfu {
    pub(super) clock: Signal<In, Clock>,
    pub(super) reset: Signal<In, Bit>,
    pub(super) cmd_valid: Signal<In, Bit>,
    pub(super) cmd_ready: Signal<Out, Bit>,
    pub(super) cmd_payload_function_id: Signal<In, Bits<10>>,
    pub(super) cmd_payload_inputs_0: Signal<In, Bits<32>>,
    pub(super) cmd_payload_inputs_1: Signal<In, Bits<32>>,
    pub(super) rsp_valid: Signal<Out, Bit>,
    pub(super) rsp_ready: Signal<In, Bit>,
    pub(super) rsp_payload_outputs_0: Signal<Out, Bits<32>>,
    executor: Executor,
    answer: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
}

impl RiscvCfu {
    pub(super) fn new(config: &Config) -> Self {
        RiscvCfu {
            clock: Signal::default(),
            reset: Signal::default(),
            cmd_valid: Signal::default(),
            cmd_ready: Signal::default(),
            cmd_payload_function_id: Signal::default(),
            cmd_payload_inputs_0: Signal::default(),
            cmd_payload_inputs_1: Signal::default(),
            rsp_valid: Signal::default(),
            rsp_ready: Signal::default(),
            rsp_payload_outputs_0: Signal::default(),
            executor: Executor::new(config),
            answer: Signal::default(),
            taken: Signal::default(),
        }
    }
}

impl Logic for RiscvCfu {
    #[hdl_gen]
    fn update(&mut self) {
        comment!("module riscv_cfu: The SIMD video instructions as custom functions, for VexRiscv.");
        comment!("port clock: Rising edge.");
        comment!("port reset: Active high. Gives up what is under way; configuration and c to their first values.");
        comment!("port cmd_valid: The core offers a command; it holds until it is taken.");
        comment!("port cmd_ready: The command is taken on this edge, with its response; 1 while none is offered.");
        comment!("port cmd_payload_function_id: funct7 and funct3 of the instruction.");
        comment!("port cmd_payload_inputs_0: First source register.");
        comment!("port cmd_payload_inputs_1: Second source register.");
        comment!("port rsp_valid: The response is there; it holds until it is taken.");
        comment!("port rsp_ready: It is taken on this edge. Must not depend on cmd_ready.");
        comment!("port rsp_payload_outputs_0: What goes to rd; 0 for a function that is none of the unit's.");
        self.executor.clock.next = self.clock.val();
        self.executor.reset.next = self.reset.val();
        self.executor.function_id.next = self.cmd_payload_function_id.val();
        self.executor.rs1.next = self.cmd_payload_inputs_0.val();
        self.executor.rs2.next = self.cmd_payload_inputs_1.val();
        self.executor.third.next = false;
        self.executor.rs3.next = 0.into();
        self.answer.next = self.cmd_valid.val() & self.executor.done.val();
        self.taken.next = self.answer.val() & self.rsp_ready.val();
        self.executor.present.next = self.cmd_valid.val();
        self.executor.finish.next = self.taken.val();
        self.cmd_ready.next = self.taken.val() | !self.cmd_valid.val();
        self.rsp_valid.next = self.answer.val();
        self.rsp_payload_outputs_0.next = 0.into();
        if self.executor.known.val() {
            self.rsp_payload_outputs_0.next = self.executor.result.val();
        }
    }
}

crate::top!(RiscvCfu {
    clock,
    reset,
    cmd_valid,
    cmd_ready,
    cmd_payload_function_id,
    cmd_payload_inputs_0,
    cmd_payload_inputs_1,
    rsp_valid,
    rsp_ready,
    rsp_payload_outputs_0,
});
