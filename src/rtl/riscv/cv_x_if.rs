//! The CORE-V eXtension interface as CV32E40X 0.6.0 has it (CV-X-IF, revision 458c8a73 of its specification; `if_xif.sv`), of its interfaces
//! those for issue, commit and result. The ports are the fields of their structures.

use super::RiscvConfig;
use super::constants::instruction;
use super::executor::Executor;
use super::offloaded::{FindRegister, OffloadedRegisters, shared_registers};
use super::packed_codes::Major;
use super::word_decoder::WordDecoder;
use crate::leaf::{Register, state};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The SIMD video instructions for CV32E40X, at its eXtension interface.
///
/// Holds one instruction from its acceptance to its result. The unit executes the instruction at once, while the core
/// may still kill it. Only after the core's commit does the unit offer the result and change its state. The core may
/// commit or kill an offer before the unit accepts it; the unit remembers this decision.
///
/// If an offer has the number of the held instruction, and the core has not committed this instruction, the unit drops
/// it. CV32E40X drops instructions before its execute stage without a kill, and gives their number to the next one.
#[hdl_module]
pub(super) struct RiscvCvXIf {
    /// Rising edge.
    pub(super) clock: Signal<In, Clock>,
    /// Active low. Drops the current instruction; the state takes its reset value.
    pub(super) reset_n: Signal<In, Bit>,
    /// The core offers an instruction, and may withdraw the offer.
    pub(super) issue_valid: Signal<In, Bit>,
    /// The unit answers the offer on this edge: it accepts or refuses the instruction.
    pub(super) issue_ready: Signal<Out, Bit>,
    /// The instruction word.
    pub(super) issue_req_instr: Signal<In, Bits<32>>,
    /// The number that the core gives the instruction.
    pub(super) issue_req_id: Signal<In, Bits<4>>,
    /// First source register.
    pub(super) issue_req_rs_0: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) issue_req_rs_1: Signal<In, Bits<32>>,
    /// Third source register.
    pub(super) issue_req_rs_2: Signal<In, Bits<32>>,
    /// Which source registers are valid, the first one in bit 0.
    pub(super) issue_req_rs_valid: Signal<In, Bits<3>>,
    /// The instruction is one of the unit's.
    pub(super) issue_resp_accept: Signal<Out, Bit>,
    /// The instruction writes rd.
    pub(super) issue_resp_writeback: Signal<Out, Bit>,
    /// 0: the instruction writes no second register.
    pub(super) issue_resp_dualwrite: Signal<Out, Bit>,
    /// 0: the instruction reads no pairs of registers.
    pub(super) issue_resp_dualread: Signal<Out, Bits<3>>,
    /// 0: the instruction does not access memory.
    pub(super) issue_resp_loadstore: Signal<Out, Bit>,
    /// 0: the instruction does not write the extension context status.
    pub(super) issue_resp_ecswrite: Signal<Out, Bit>,
    /// 0: the instruction raises no exception.
    pub(super) issue_resp_exc: Signal<Out, Bit>,
    /// The core commits or kills an instruction.
    pub(super) commit_valid: Signal<In, Bit>,
    /// The number of the instruction that the core commits or kills.
    pub(super) commit_id: Signal<In, Bits<4>>,
    /// 1: the core kills the instruction; 0: it commits the instruction.
    pub(super) commit_commit_kill: Signal<In, Bit>,
    /// The unit offers a result, until the core accepts it.
    pub(super) result_valid: Signal<Out, Bit>,
    /// The core accepts the result on this edge if it is valid.
    pub(super) result_ready: Signal<In, Bit>,
    /// The number of the instruction that the result belongs to.
    pub(super) result_id: Signal<Out, Bits<4>>,
    /// Value for rd.
    pub(super) result_data: Signal<Out, Bits<32>>,
    /// The number of rd.
    pub(super) result_rd: Signal<Out, Bits<5>>,
    /// The core must write rd.
    pub(super) result_we: Signal<Out, Bit>,
    /// 0.
    pub(super) result_ecsdata: Signal<Out, Bits<6>>,
    /// 0: the extension context status does not change.
    pub(super) result_ecswe: Signal<Out, Bits<3>>,
    /// 0: no exception.
    pub(super) result_exc: Signal<Out, Bit>,
    /// 0.
    pub(super) result_exccode: Signal<Out, Bits<6>>,
    /// 0: no bus error.
    pub(super) result_err: Signal<Out, Bit>,
    /// 0: no debug trigger.
    pub(super) result_dbg: Signal<Out, Bit>,
    word: WordDecoder,
    pub(super) executor: Executor,
    held: Register<Bit>,
    committed: Register<Bit>,
    early: Register<Bit>,
    early_kill: Register<Bit>,
    early_id: Register<Bits<4>>,
    function_id: Register<Bits<10>>,
    rs1: Register<Bits<32>>,
    rs2: Register<Bits<32>>,
    third: Register<Bit>,
    scalar: Register<Bit>,
    major: Register<Major>,
    immediate: Register<Bits<10>>,
    rs3: Register<Bits<32>>,
    id: Register<Bits<4>>,
    rd: Register<Bits<5>>,
    operands: Signal<Local, Bit>,
    answer: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    open: Signal<Local, Bit>,
    superseded: Signal<Local, Bit>,
    killed: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
    accepted: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    was_decided: Signal<Local, Bit>,
    decided: Signal<Local, Bit>,
    kill: Signal<Local, Bit>,
}

impl RiscvCvXIf {
    pub(super) fn new(config: &RiscvConfig) -> Self {
        RiscvCvXIf {
            word: WordDecoder::new(config),
            executor: Executor::new(config),
            held: Register::new(config.reset(), false),
            committed: Register::new(config.reset(), false),
            early: Register::new(config.reset(), false),
            ..RiscvCvXIf::default()
        }
    }

    /// The registers that claims speak of.
    pub(super) fn registers(config: &RiscvConfig, find: FindRegister) -> Result<OffloadedRegisters, String> {
        Ok(shared_registers!(RiscvCvXIf, config, find))
    }
}

impl Logic for RiscvCvXIf {
    #[hdl_gen]
    fn update(&mut self) {
        self.word.word.next = self.issue_req_instr.val();
        self.operands.next = self.issue_req_rs_valid.val().get_bit(0)
            & self.issue_req_rs_valid.val().get_bit(1)
            & (self.issue_req_rs_valid.val().get_bit(2) | !self.word.needs_third.val());

        self.answer.next = self.held.q.val() & self.committed.q.val() & self.executor.done.val();
        self.taken.next = self.answer.val() & self.result_ready.val();
        self.open.next = self.held.q.val() & !self.committed.q.val();
        self.superseded.next = self.open.val() & self.issue_valid.val() & (self.issue_req_id.val() == self.id.q.val());
        self.killed.next = self.open.val()
            & self.commit_valid.val()
            & self.commit_commit_kill.val()
            & (self.commit_id.val() == self.id.q.val());

        self.free.next = !self.held.q.val() | self.taken.val() | self.superseded.val();
        self.ready.next = !self.word.own.val() | (self.operands.val() & self.free.val());
        self.accepted.next = self.issue_valid.val() & self.word.own.val() & self.ready.val();
        self.waits.next = self.issue_valid.val() & !self.ready.val();
        self.was_decided.next = self.early.q.val() & (self.early_id.q.val() == self.issue_req_id.val());
        self.decided.next =
            self.was_decided.val() | (self.commit_valid.val() & (self.commit_id.val() == self.issue_req_id.val()));
        self.kill.next = self.commit_commit_kill.val();
        if self.was_decided.val() {
            self.kill.next = self.early_kill.q.val();
        }

        self.held.d.next = self.held.q.val() & !self.taken.val() & !self.superseded.val() & !self.killed.val();
        self.committed.d.next = self.committed.q.val()
            | (self.commit_valid.val() & !self.commit_commit_kill.val() & (self.commit_id.val() == self.id.q.val()));
        if self.accepted.val() {
            self.held.d.next = !(self.decided.val() & self.kill.val());
            self.committed.d.next = self.decided.val() & !self.kill.val();
        }
        self.early.d.next = self.waits.val() & self.decided.val();

        connect!(self.held, self.committed, self.early { clock, reset: self.reset_n.val(), enable: true });
        connect!(self.early_kill { clock, enable: true, d: self.kill.val() });
        connect!(self.early_id { clock, enable: true, d: self.issue_req_id.val() });
        connect!(self.function_id { clock, enable: self.accepted.val(), d: self.word.function_id.val() });
        connect!(self.third { clock, enable: self.accepted.val(), d: self.word.third.val() });
        connect!(self.scalar { clock, enable: self.accepted.val(), d: self.word.scalar.val() });
        connect!(self.major { clock, enable: self.accepted.val(), d: self.word.major.val() });
        connect!(self.immediate { clock, enable: self.accepted.val(), d: self.word.immediate.val() });
        connect!(self.id { clock, enable: self.accepted.val(), d: self.issue_req_id.val() });
        connect!(self.rd {
            clock, enable: self.accepted.val(), d: self.issue_req_instr.val().get_bits::<5>(instruction::RD),
        });
        connect!(self.rs1 { clock, enable: self.accepted.val(), d: self.issue_req_rs_0.val() });
        connect!(self.rs2 { clock, enable: self.accepted.val(), d: self.issue_req_rs_1.val() });
        connect!(self.rs3 { clock, enable: self.accepted.val(), d: self.issue_req_rs_2.val() });

        connect!(self.executor {
            clock, reset: self.reset_n.val(), present: self.held.q.val() & !self.superseded.val(), function_id: self.function_id.q.val(),
            rs1: self.rs1.q.val(), rs2: self.rs2.q.val(), third: self.third.q.val(), scalar: self.scalar.q.val(),
            major: self.major.q.val(), immediate: self.immediate.q.val(), rs3: self.rs3.q.val(), finish: self.taken.val(),
        });
        self.issue_ready.next = self.ready.val();
        self.issue_resp_accept.next = self.word.own.val();
        self.issue_resp_writeback.next = self.word.own.val();
        self.issue_resp_dualwrite.next = false;
        self.issue_resp_dualread.next = 0.into();
        self.issue_resp_loadstore.next = false;
        self.issue_resp_ecswrite.next = false;
        self.issue_resp_exc.next = false;
        self.result_valid.next = self.answer.val();
        self.result_id.next = self.id.q.val();
        self.result_data.next = self.executor.result.val();
        self.result_rd.next = self.rd.q.val();
        self.result_we.next = self.answer.val();
        self.result_ecsdata.next = 0.into();
        self.result_ecswe.next = 0.into();
        self.result_exc.next = false;
        self.result_exccode.next = 0.into();
        self.result_err.next = false;
        self.result_dbg.next = false;
    }
}
