//! Plays VexRiscv.

use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};
use crate::sim::Engine;
use crate::sim::testbench::{TestbenchFault, TestbenchFaultKind};
use crate::units::riscv::encoding::{Function, Opcode};

/// The ports.
pub(super) struct Cfu {
    valid: usize,
    ready: usize,
    function: usize,
    operands: [usize; 2],
    rsp_valid: usize,
    rsp_ready: usize,
    result: usize,
}

impl Cfu {
    pub fn new(engine: &dyn Engine) -> Self {
        let port = |name: &str| engine.port(name);
        Cfu {
            valid: port("cmd_valid"),
            ready: port("cmd_ready"),
            function: port("cmd_payload_function_id"),
            operands: ["cmd_payload_inputs_0", "cmd_payload_inputs_1"].map(port),
            rsp_valid: port("rsp_valid"),
            rsp_ready: port("rsp_ready"),
            result: port("rsp_payload_outputs_0"),
        }
    }

    /// Plays a command to its end; it cannot be withdrawn. Returns the outcome, and whether there was a gap before the command.
    pub fn execute(
        &self,
        session: &mut Session,
        step: &OffloadedInstruction,
        expected: ExpectedAnswer,
    ) -> Result<(InstructionOutcome, bool), TestbenchFault> {
        let rd = expected.rd.unwrap_or_default();
        let mut gap = false;
        while !session.gaps.next_cycle() {
            gap = true;
            session.set(self.valid, 0);
            let willing = session.stalls.next_cycle();
            session.set(self.rsp_ready, willing.into());
            self.operands(session, step, true);
            if session.resets_now() {
                session.reset_cycle();
                return Ok((InstructionOutcome::Reset, gap));
            }
            session.clock.settle();
            if session.get(self.rsp_valid) != 0 {
                return session.fault(TestbenchFaultKind::Unexpected, "a response without a command");
            }
            if session.get(self.ready) == 0 {
                return session.fault(TestbenchFaultKind::Stuck, "cmd_ready is 0 while no command is offered");
            }
            session.tick();
        }
        for age in 0.. {
            session.set(self.valid, 1);
            self.operands(session, step, false);
            let willing = session.stalls.next_cycle();
            session.set(self.rsp_ready, willing.into());
            let resets = step.interruption == Some((age, Interruption::Reset));
            if session.resets_now() || resets {
                session.reset_cycle();
                return Ok((InstructionOutcome::Reset, gap));
            }
            session.clock.settle();
            let valid = session.get(self.rsp_valid) != 0;
            if valid != (age >= expected.cycles) {
                let kind = if valid {
                    TestbenchFaultKind::Unexpected
                } else {
                    TestbenchFaultKind::Stuck
                };
                let cycles = expected.cycles;
                return session.fault(
                    kind,
                    format!("in cycle {age} of a command that takes {cycles} before its response"),
                );
            }
            if (session.get(self.ready) != 0) != (valid && willing) {
                return session.fault(
                    TestbenchFaultKind::WrongOrder,
                    "cmd_ready is not a response that is taken",
                );
            }
            if valid {
                let got = session.get(self.result);
                session.judge(got, rd)?;
            }
            session.tick();
            if valid && willing {
                return Ok((InstructionOutcome::Answered, gap));
            }
        }
        unreachable!("a command ends")
    }

    fn operands(&self, session: &mut Session, step: &OffloadedInstruction, is_idle: bool) {
        let values = [Function::of(Opcode::Custom0, step.word).command(), step.rs1, step.rs2].map(u64::from);
        for (port, value) in [self.function, self.operands[0], self.operands[1]]
            .into_iter()
            .zip(values)
        {
            let value = if is_idle { session.garbage(value) } else { value };
            session.set(port, value);
        }
    }
}
