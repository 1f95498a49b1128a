//! Plays PicoRV32.

use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};
use crate::sim::Engine;
use crate::sim::testbench::{TestbenchFault, TestbenchFaultKind};

/// The ports.
pub(super) struct Pcpi {
    valid: usize,
    word: usize,
    operands: [usize; 2],
    write: usize,
    rd: usize,
    wait: usize,
    ready: usize,
}

impl Pcpi {
    pub fn new(engine: &dyn Engine) -> Self {
        let port = |name: &str| engine.port(&format!("pcpi_{name}"));
        Pcpi {
            valid: port("valid"),
            word: port("insn"),
            operands: ["rs1", "rs2"].map(port),
            write: port("wr"),
            rd: port("rd"),
            wait: port("wait"),
            ready: port("ready"),
        }
    }

    /// Plays an instruction to its end. Returns the outcome, and whether there was a gap before the instruction.
    pub fn execute(
        &self,
        session: &mut Session,
        step: &OffloadedInstruction,
        expected: ExpectedAnswer,
    ) -> Result<(InstructionOutcome, bool), TestbenchFault> {
        let mut gap = false;
        while !session.gaps.next_cycle() {
            gap = true;
            if self.idle(session, step)? {
                return Ok((InstructionOutcome::Reset, gap));
            }
        }
        for age in 0.. {
            let interruption = step.interruption.filter(|(cycle, _)| *cycle == age);
            if interruption.is_some_and(|(_, what)| what == Interruption::Withdrawn) {
                let reset = self.idle(session, step)?;
                return Ok((
                    if reset {
                        InstructionOutcome::Reset
                    } else {
                        InstructionOutcome::Withdrawn
                    },
                    gap,
                ));
            }
            session.set(self.valid, 1);
            session.set(self.word, step.word.into());
            session.set(self.operands[0], step.rs1.into());
            session.set(self.operands[1], step.rs2.into());
            if session.resets_now() || interruption.is_some() {
                session.reset_cycle();
                return Ok((InstructionOutcome::Reset, gap));
            }
            session.clock.settle();
            let ended = self.look(session, expected, age)?;
            session.tick();
            if ended.is_none() && expected.rd.is_none() && age + 1 == step.patience {
                return Ok((InstructionOutcome::Ignored, gap));
            }
            if let Some(ended) = ended {
                return Ok((ended, gap));
            }
        }
        unreachable!("an instruction ends")
    }

    /// Plays a cycle without an offer. Returns whether the reset in the traffic came in this cycle.
    fn idle(&self, session: &mut Session, step: &OffloadedInstruction) -> Result<bool, TestbenchFault> {
        session.set(self.valid, 0);
        let values = [step.word, step.rs1, step.rs2].map(u64::from);
        for (port, value) in [self.word, self.operands[0], self.operands[1]].into_iter().zip(values) {
            let value = session.garbage(value);
            session.set(port, value);
        }
        if session.resets_now() {
            session.reset_cycle();
            return Ok(true);
        }
        session.clock.settle();
        self.nothing(session, "nothing was offered")?;
        session.tick();
        Ok(false)
    }

    fn nothing(&self, session: &Session, what: &str) -> Result<(), TestbenchFault> {
        for (port, name) in [(self.wait, "wait"), (self.ready, "ready"), (self.write, "wr")] {
            if session.get(port) != 0 {
                return session.fault(TestbenchFaultKind::Unexpected, format!("pcpi_{name} although {what}"));
            }
        }
        Ok(())
    }

    /// Checks the answer to an instruction that has been offered for `age` cycles before this one. Returns the outcome if the unit answers.
    fn look(
        &self,
        session: &mut Session,
        expected: ExpectedAnswer,
        age: u32,
    ) -> Result<Option<InstructionOutcome>, TestbenchFault> {
        let Some(rd) = expected.rd else {
            self.nothing(session, "the instruction is somebody else's")?;
            return Ok(None);
        };
        let [wait, ready, write] = [self.wait, self.ready, self.write].map(|port| session.get(port) != 0);
        if !wait {
            return session.fault(TestbenchFaultKind::Stuck, "pcpi_wait does not claim the instruction");
        }
        if ready != write {
            return session.fault(TestbenchFaultKind::Unexpected, "pcpi_wr is not pcpi_ready");
        }
        if ready != (age == expected.cycles) {
            let kind = if ready {
                TestbenchFaultKind::Unexpected
            } else {
                TestbenchFaultKind::Stuck
            };
            let cycles = expected.cycles;
            return session.fault(
                kind,
                format!("in cycle {age} of an instruction that takes {cycles} before its answer"),
            );
        }
        if !ready {
            return Ok(None);
        }
        let got = session.get(self.rd);
        session.judge(got, rd)?;
        Ok(Some(InstructionOutcome::Answered))
    }
}
