//! Both revisions of the CORE-V eXtension interface, of their interfaces those for issue, commit and result: as CV32E40X 0.6.0 has it
//! (CV-X-IF, revision 458c8a73 of its specification; `if_xif.sv`), and 1.0.0 (openhwgroup core-v-xif, 2024-05-22), which also has one for
//! registers. The ports are the fields of their structures.

use super::RiscvConfig;
use super::constants::{instruction, source_registers};
use super::executor::Executor;
use super::offloaded::{FindRegister, OffloadedRegisters};
use super::packed_codes::Major;
use super::word_decoder::WordDecoder;
use crate::leaf::{Register, state};
use crate::{hdl_gen, hdl_module};
use rust_hdl::prelude::*;

/// Declares the unit of a revision of CV-X-IF. Both revisions share the registers of the accepted instruction, and the executor behind
/// them. A revision has its own ports and signals, and its own statements: `before` decides about offers and commits, `after` drives outputs.
///
/// - `every_clock`: registers without a reset that load in every clock.
/// - `accepted`: registers that load with an accepted offer.
/// - `operands`: registers of source operands, each with its port, and the signal that loads them.
/// - `present`: the executor has an instruction.
///
/// The caller passes `#[hdl_gen]` and `self`, because its statements cannot see a `self` of the macro.
macro_rules! offloaded_unit {
    (
        $(#[$($about:tt)*])*
        struct $unit:ident { $($ports:tt)* }
        signals { $($signals:tt)* }
        ($($kernel:tt)*) fn update(&mut $this:ident) {
            before { $($before:tt)* }
            every_clock [$($every:ident)*]
            accepted [$($accepted:ident)*]
            operands [$($operand:ident = $from:ident)*] if $loads:ident
            present [$($present:tt)*]
            after { $($after:tt)* }
        }
    ) => {
        $(#[$($about)*])*
        pub(super) struct $unit {
            $($ports)*
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
            $($signals)*
        }

        impl $unit {
            pub(super) fn new(config: &RiscvConfig) -> Self {
                $unit {
                    word: WordDecoder::new(config),
                    executor: Executor::new(config),
                    held: Register::new(config.reset(), false),
                    committed: Register::new(config.reset(), false),
                    early: Register::new(config.reset(), false),
                    ..$unit::default()
                }
            }

            /// The shared registers.
            pub(super) fn registers(config: &RiscvConfig, find: FindRegister) -> Result<OffloadedRegisters, String> {
                let features = &config.features;
                let found = |is_there: bool, register| is_there.then(|| find(register)).transpose();
                let has_rs3 = features.third || features.packed && features.third_is_rd;
                Ok(OffloadedRegisters {
                    held: find(state!($unit, held))?,
                    committed: find(state!($unit, committed))?,
                    early: find(state!($unit, early))?,
                    early_kill: find(state!($unit, early_kill))?,
                    early_id: find(state!($unit, early_id))?,
                    function_id: find(state!($unit, function_id))?,
                    id: find(state!($unit, id))?,
                    rd: find(state!($unit, rd))?,
                    operands: [
                        found(true, state!($unit, rs1))?,
                        found(true, state!($unit, rs2))?,
                        found(has_rs3, state!($unit, rs3))?,
                    ],
                    third: found(features.third, state!($unit, third))?,
                    scalar: found(features.scalar, state!($unit, scalar))?,
                    major: found(features.packed, state!($unit, major))?,
                    immediate: found(features.packed, state!($unit, immediate))?,
                    hartid: None,
                    loaded: None,
                })
            }
        }

        impl Logic for $unit {
            $($kernel)*
            fn update(&mut $this) {
                $($before)*
                $this.early.d.next = $this.waits.val() & $this.decided.val();
                $this.early_kill.d.next = $this.kill.val();
                $this.early_id.d.next = $this.issue_req_id.val();
                $this.function_id.d.next = $this.word.function_id.val();
                $this.third.d.next = $this.word.third.val();
                $this.scalar.d.next = $this.word.scalar.val();
                $this.major.d.next = $this.word.major.val();
                $this.immediate.d.next = $this.word.immediate.val();
                $this.id.d.next = $this.issue_req_id.val();
                $this.rd.d.next = $this.issue_req_instr.val().get_bits::<5>(instruction::RD);

                $this.held.clock.next = $this.clock.val();
                $this.held.reset.next = $this.reset_n.val();
                $this.held.enable.next = true;
                $this.committed.clock.next = $this.clock.val();
                $this.committed.reset.next = $this.reset_n.val();
                $this.committed.enable.next = true;
                $this.early.clock.next = $this.clock.val();
                $this.early.reset.next = $this.reset_n.val();
                $this.early.enable.next = true;
                $(
                    $this.$every.clock.next = $this.clock.val();
                    $this.$every.enable.next = true;
                )*
                $(
                    $this.$accepted.clock.next = $this.clock.val();
                    $this.$accepted.enable.next = $this.accepted.val();
                )*
                $(
                    $this.$operand.clock.next = $this.clock.val();
                    $this.$operand.enable.next = $this.$loads.val();
                    $this.$operand.d.next = $this.$from.val();
                )*

                $this.executor.clock.next = $this.clock.val();
                $this.executor.reset.next = $this.reset_n.val();
                $this.executor.present.next = $($present)*;
                $this.executor.function_id.next = $this.function_id.q.val();
                $this.executor.rs1.next = $this.rs1.q.val();
                $this.executor.rs2.next = $this.rs2.q.val();
                $this.executor.third.next = $this.third.q.val();
                $this.executor.scalar.next = $this.scalar.q.val();
                $this.executor.major.next = $this.major.q.val();
                $this.executor.immediate.next = $this.immediate.q.val();
                $this.executor.rs3.next = $this.rs3.q.val();
                $this.executor.finish.next = $this.taken.val();
                $($after)*
            }
        }
    };
}

offloaded_unit! {
    /// The SIMD video instructions for CV32E40X, at its eXtension interface.
    ///
    /// Holds one instruction from its acceptance to its result. The unit executes the instruction at once, while the core
    /// may still kill it. Only after the core's commit does the unit offer the result and change its state. The core may
    /// commit or kill an offer before the unit accepts it; the unit remembers this decision.
    ///
    /// If an offer has the number of the held instruction, and the core has not committed this instruction, the unit drops
    /// it. CV32E40X drops instructions before its execute stage without a kill, and gives their number to the next one.
    #[hdl_module]
    struct RiscvCvXIf {
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
    }
    signals {
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
    (#[hdl_gen]) fn update(&mut self) {
        before {
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
        }
        every_clock [early_kill early_id]
        accepted [function_id third scalar major immediate id rd]
        operands [rs1 = issue_req_rs_0 rs2 = issue_req_rs_1 rs3 = issue_req_rs_2] if accepted
        present [self.held.q.val() & !self.superseded.val()]
        after {
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
}

offloaded_unit! {
    /// The SIMD video instructions for a core with the eXtension interface CV-X-IF 1.0.
    ///
    /// Holds one instruction from its acceptance to its result. The unit executes the instruction as soon as it has the
    /// source registers, while the core may still kill it. Only after the core's commit does the unit offer the result and
    /// change its state. A commit also applies to all older instructions, a kill to all newer ones; of two numbers the one
    /// that is 1 to 7 above the other, modulo 16, is the newer one. The core may commit or kill an offer before the unit
    /// accepts it; the unit remembers this decision.
    #[hdl_module(name = "riscv_cv_x_if")]
    struct RiscvCvXIf1 {
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
    }
    signals {
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
    (#[hdl_gen]) fn update(&mut self) {
        before {
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
            self.hartid.d.next = self.issue_req_hartid.val();
        }
        every_clock [early_kill early_id loaded]
        accepted [function_id third scalar major immediate hartid id rd]
        operands [rs1 = register_rs_0 rs2 = register_rs_1 rs3 = register_rs_2] if loads
        present [self.held.q.val() & self.complete.val()]
        after {
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
}

impl RiscvCvXIf1 {
    /// With or without the split of issue and registers into two clocks.
    pub(super) fn with_split(config: &RiscvConfig, split: bool) -> Self {
        RiscvCvXIf1 {
            split: Constant::new(split),
            ..RiscvCvXIf1::new(config)
        }
    }

    /// All registers.
    pub(super) fn all_registers(
        config: &RiscvConfig,
        split: bool,
        find: FindRegister,
    ) -> Result<OffloadedRegisters, String> {
        let loaded = split.then(|| find(state!(RiscvCvXIf1, loaded))).transpose()?;
        Ok(OffloadedRegisters {
            hartid: Some(find(state!(RiscvCvXIf1, hartid))?),
            loaded,
            ..RiscvCvXIf1::registers(config, find)?
        })
    }
}
