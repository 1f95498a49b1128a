//! Plays NEORV32.

use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};
use crate::sim::Engine;
use crate::sim::testbench::{TestbenchFault, TestbenchFaultKind};

/// The ports.
pub(super) struct Neorv32 {
    start: usize,
    word: usize,
    operands: [usize; 2],
    result: usize,
    valid: usize,
}

impl Neorv32 {
    pub fn new(engine: &dyn Engine) -> Self {
        let port = |name: &str| engine.port(name);
        Neorv32 {
            start: port("start"),
            word: port("inst"),
            operands: ["rs1", "rs2"].map(port),
            result: port("result"),
            valid: port("valid"),
        }
    }

    /// Plays an instruction to its end; it cannot be withdrawn. Returns the outcome, and whether there was a gap before the instruction.
    pub fn execute(
        &self,
        session: &mut Session,
        step: &OffloadedInstruction,
        expected: ExpectedAnswer,
    ) -> Result<(InstructionOutcome, bool), TestbenchFault> {
        let mut gap = false;
        while !session.gaps.next_cycle() {
            gap = true;
            session.set(self.start, 0);
            self.set(session, step, true);
            if session.resets_now() {
                session.reset_cycle();
                return Ok((InstructionOutcome::Reset, gap));
            }
            session.clock.settle();
            if session.get(self.valid) != 0 {
                return session.fault(TestbenchFaultKind::Unexpected, "valid without an instruction");
            }
            session.tick();
        }
        for age in 0.. {
            session.set(self.start, u64::from(age == 0));
            self.set(session, step, false);
            let resets = step.interruption == Some((age, Interruption::Reset));
            if session.resets_now() || resets {
                session.reset_cycle();
                return Ok((InstructionOutcome::Reset, gap));
            }
            session.clock.settle();
            let valid = session.get(self.valid) != 0;
            let is_due = expected.rd.is_some() && age == expected.cycles;
            if valid != is_due {
                let kind = if valid {
                    TestbenchFaultKind::Unexpected
                } else {
                    TestbenchFaultKind::Stuck
                };
                let what = match expected.rd {
                    Some(_) => format!("of an instruction that takes {} before its answer", expected.cycles),
                    None => "of an instruction that is somebody else's".to_owned(),
                };
                return session.fault(kind, format!("valid is {valid} in cycle {age} {what}"));
            }
            if let (true, Some(rd)) = (valid, expected.rd) {
                let got = session.get(self.result);
                session.judge(got, rd)?;
            }
            session.tick();
            if valid {
                return Ok((InstructionOutcome::Answered, gap));
            }
            if expected.rd.is_none() && age + 1 == step.patience {
                return Ok((InstructionOutcome::Ignored, gap));
            }
        }
        unreachable!("an instruction ends")
    }

    /// Sets word and operands, or noise if there is no instruction.
    fn set(&self, session: &mut Session, step: &OffloadedInstruction, is_idle: bool) {
        let values = [step.word, step.rs1, step.rs2].map(u64::from);
        for (port, value) in [self.word, self.operands[0], self.operands[1]].into_iter().zip(values) {
            let value = if is_idle { session.garbage(value) } else { value };
            session.set(port, value);
        }
    }
}
