//! The CORE-V eXtension interface CV-X-IF 1.0.0 (openhwgroup core-v-xif, 2024-05-22), of its interfaces those for issue, registers, commit
//! and result. The ports are the fields of their structures.

use super::RiscvConfig;
use super::constants::{instruction, source_registers};
use super::executor::Executor;
use super::offloaded::{FindRegister, OffloadedRegisters, shared_registers};
use super::packed_codes::Major;
use super::word_decoder::WordDecoder;
use crate::leaf::{Register, state};
use crate::{hdl_gen, hdl_module};
use rust_hdl_core::prelude::*;

/// The SIMD video instructions for a core with the eXtension interface CV-X-IF 1.0.
///
/// Holds one instruction from its acceptance to its result. The unit executes the instruction as soon as it has the
/// source registers, while the core may still kill it. Only after the core's commit does the unit offer the result and
/// change its state. A commit also applies to all older instructions, a kill to all newer ones; of two numbers the one
/// that is 1 to 7 above the other, modulo 16, is the newer one. The core may commit or kill an offer before the unit
/// accepts it; the unit remembers this decision.
#[hdl_module(name = "riscv_cv_x_if")]
pub(super) struct RiscvCvXIf1 {
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
    /// The core's only hart.
    pub(super) issue_req_hartid: Signal<In, Bit>,
    /// The number that the core gives the instruction.
    pub(super) issue_req_id: Signal<In, Bits<4>>,
    /// The instruction is one of the unit's.
    pub(super) issue_resp_accept: Signal<Out, Bit>,
    /// The instruction writes rd.
    pub(super) issue_resp_writeback: Signal<Out, Bit>,
    /// The source registers that the instruction reads, the first one in bit 0.
    pub(super) issue_resp_register_read: Signal<Out, Bits<3>>,
    /// The core sends source registers.
    pub(super) register_valid: Signal<In, Bit>,
    /// The unit takes the source registers on this edge.
    pub(super) register_ready: Signal<Out, Bit>,
    /// The core's only hart; ignored.
    pub(super) register_hartid: Signal<In, Bit>,
    /// The number of the instruction that reads these registers; ignored without the split of issue and registers.
    pub(super) register_id: Signal<In, Bits<4>>,
    /// First source register.
    pub(super) register_rs_0: Signal<In, Bits<32>>,
    /// Second source register.
    pub(super) register_rs_1: Signal<In, Bits<32>>,
    /// Third source register.
    pub(super) register_rs_2: Signal<In, Bits<32>>,
    /// Which source registers are valid, the first one in bit 0; ignored with the split.
    pub(super) register_rs_valid: Signal<In, Bits<3>>,
    /// The core commits or kills instructions.
    pub(super) commit_valid: Signal<In, Bit>,
    /// The core's only hart; ignored.
    pub(super) commit_hartid: Signal<In, Bit>,
    /// A commit applies to this number and to older instructions, a kill to this number and to newer ones.
    pub(super) commit_id: Signal<In, Bits<4>>,
    /// 1: the core kills the instructions; 0: it commits them.
    pub(super) commit_commit_kill: Signal<In, Bit>,
    /// The unit offers a result, until the core accepts it.
    pub(super) result_valid: Signal<Out, Bit>,
    /// The core accepts the result on this edge if it is valid.
    pub(super) result_ready: Signal<In, Bit>,
    /// The hart of the instruction that the result belongs to.
    pub(super) result_hartid: Signal<Out, Bit>,
    /// The number of the instruction that the result belongs to.
    pub(super) result_id: Signal<Out, Bits<4>>,
    /// Value for rd.
    pub(super) result_data: Signal<Out, Bits<32>>,
    /// The number of rd.
    pub(super) result_rd: Signal<Out, Bits<5>>,
    /// The core must write rd.
    pub(super) result_we: Signal<Out, Bit>,
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
    loaded: Register<Bit>,
    hartid: Register<Bit>,
    operands: Signal<Local, Bit>,
    complete: Signal<Local, Bit>,
    answer: Signal<Local, Bit>,
    taken: Signal<Local, Bit>,
    committed_up_to: Signal<Local, Bits<4>>,
    killed_from: Signal<Local, Bits<4>>,
    commits: Signal<Local, Bit>,
    killed: Signal<Local, Bit>,
    free: Signal<Local, Bit>,
    accepted: Signal<Local, Bit>,
    ready: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    delivered: Signal<Local, Bit>,
    loads: Signal<Local, Bit>,
    offer_committed_up_to: Signal<Local, Bits<4>>,
    offer_killed_from: Signal<Local, Bits<4>>,
    was_decided: Signal<Local, Bit>,
    decided: Signal<Local, Bit>,
    kill: Signal<Local, Bit>,
    split: Constant<Bit>,
}

impl RiscvCvXIf1 {
    /// With or without the split of issue and registers into two clocks.
    pub(super) fn new(config: &RiscvConfig, split: bool) -> Self {
        RiscvCvXIf1 {
            word: WordDecoder::new(config),
            executor: Executor::new(config),
            held: Register::new(config.reset(), false),
            committed: Register::new(config.reset(), false),
            early: Register::new(config.reset(), false),
            split: Constant::new(split),
            ..RiscvCvXIf1::default()
        }
    }

    /// The registers that claims speak of.
    pub(super) fn registers(
        config: &RiscvConfig,
        split: bool,
        find: FindRegister,
    ) -> Result<OffloadedRegisters, String> {
        Ok(OffloadedRegisters {
            hartid: Some(find(state!(RiscvCvXIf1, hartid))?),
            loaded: split.then(|| find(state!(RiscvCvXIf1, loaded))).transpose()?,
            ..shared_registers!(RiscvCvXIf1, config, find)
        })
    }
}

impl Logic for RiscvCvXIf1 {
    #[hdl_gen]
    fn update(&mut self) {
        self.word.word.next = self.issue_req_instr.val();
        // With the split the registers come after the acceptance.
        self.operands.next = self.split.val()
            | (self.register_valid.val()
                & self.register_rs_valid.val().get_bit(0)
                & self.register_rs_valid.val().get_bit(1)
                & (self.register_rs_valid.val().get_bit(2) | !self.word.needs_third.val()));

        self.complete.next = !self.split.val() | self.loaded.q.val();
        self.answer.next = self.held.q.val() & self.committed.q.val() & self.complete.val() & self.executor.done.val();
        self.taken.next = self.answer.val() & self.result_ready.val();
        // The top bit of a difference of numbers tells which one is newer.
        self.committed_up_to.next = self.commit_id.val() - self.id.q.val();
        self.killed_from.next = self.id.q.val() - self.commit_id.val();
        self.commits.next =
            self.commit_valid.val() & !self.commit_commit_kill.val() & !self.committed_up_to.val().get_bit(3);
        self.killed.next = self.held.q.val()
            & !self.committed.q.val()
            & self.commit_valid.val()
            & self.commit_commit_kill.val()
            & !self.killed_from.val().get_bit(3);

        self.free.next = !self.held.q.val() | self.taken.val();
        self.ready.next = !self.word.own.val() | (self.operands.val() & self.free.val());
        self.accepted.next = self.issue_valid.val() & self.word.own.val() & self.ready.val();
        self.waits.next = self.issue_valid.val() & !self.ready.val();
        self.delivered.next = self.split.val()
            & self.held.q.val()
            & !self.loaded.q.val()
            & self.register_valid.val()
            & (self.register_id.val() == self.id.q.val());
        self.loads.next = self.delivered.val() | (!self.split.val() & self.accepted.val());
        self.offer_committed_up_to.next = self.commit_id.val() - self.issue_req_id.val();
        self.offer_killed_from.next = self.issue_req_id.val() - self.commit_id.val();
        self.was_decided.next = self.early.q.val() & (self.early_id.q.val() == self.issue_req_id.val());
        self.decided.next = self.was_decided.val()
            | (self.commit_valid.val() & !self.commit_commit_kill.val() & !self.offer_committed_up_to.val().get_bit(3))
            | (self.commit_valid.val() & self.commit_commit_kill.val() & !self.offer_killed_from.val().get_bit(3));
        self.kill.next = self.commit_commit_kill.val();
        if self.was_decided.val() {
            self.kill.next = self.early_kill.q.val();
        }

        self.held.d.next = self.held.q.val() & !self.taken.val() & !self.killed.val();
        self.committed.d.next = self.committed.q.val() | self.commits.val();
        self.loaded.d.next = self.loaded.q.val() | self.delivered.val();
        if self.accepted.val() {
            self.held.d.next = !(self.decided.val() & self.kill.val());
            self.committed.d.next = self.decided.val() & !self.kill.val();
            self.loaded.d.next = false;
        }
        self.early.d.next = self.waits.val() & self.decided.val();

        connect!(self.held, self.committed, self.early { clock, reset: self.reset_n.val(), enable: true });
        connect!(self.early_kill { clock, enable: true, d: self.kill.val() });
        connect!(self.early_id { clock, enable: true, d: self.issue_req_id.val() });
        connect!(self.loaded { clock, enable: true });
        connect!(self.function_id { clock, enable: self.accepted.val(), d: self.word.function_id.val() });
        connect!(self.third { clock, enable: self.accepted.val(), d: self.word.third.val() });
        connect!(self.scalar { clock, enable: self.accepted.val(), d: self.word.scalar.val() });
        connect!(self.major { clock, enable: self.accepted.val(), d: self.word.major.val() });
        connect!(self.immediate { clock, enable: self.accepted.val(), d: self.word.immediate.val() });
        connect!(self.hartid { clock, enable: self.accepted.val(), d: self.issue_req_hartid.val() });
        connect!(self.id { clock, enable: self.accepted.val(), d: self.issue_req_id.val() });
        connect!(self.rd {
            clock, enable: self.accepted.val(), d: self.issue_req_instr.val().get_bits::<5>(instruction::RD),
        });
        connect!(self.rs1 { clock, enable: self.loads.val(), d: self.register_rs_0.val() });
        connect!(self.rs2 { clock, enable: self.loads.val(), d: self.register_rs_1.val() });
        connect!(self.rs3 { clock, enable: self.loads.val(), d: self.register_rs_2.val() });

        connect!(self.executor {
            clock, reset: self.reset_n.val(), present: self.held.q.val() & self.complete.val(), function_id: self.function_id.q.val(),
            rs1: self.rs1.q.val(), rs2: self.rs2.q.val(), third: self.third.q.val(), scalar: self.scalar.q.val(),
            major: self.major.q.val(), immediate: self.immediate.q.val(), rs3: self.rs3.q.val(), finish: self.taken.val(),
        });
        self.issue_ready.next = self.ready.val();
        self.issue_resp_accept.next = self.word.own.val();
        self.issue_resp_writeback.next = self.word.own.val();
        self.issue_resp_register_read.next = source_registers::NONE.into();
        if self.word.own.val() {
            self.issue_resp_register_read.next = source_registers::RS1_RS2.into();
            if self.word.needs_third.val() {
                self.issue_resp_register_read.next = source_registers::RS1_RS2_RS3.into();
            }
        }
        self.register_ready.next = self.split.val() | self.ready.val();
        self.result_valid.next = self.answer.val();
        self.result_hartid.next = self.hartid.q.val();
        self.result_id.next = self.id.q.val();
        self.result_data.next = self.executor.result.val();
        self.result_rd.next = self.rd.q.val();
        self.result_we.next = self.answer.val();
    }
}
