//! Plays the cores that hold an instruction until its answer: PicoRV32, VexRiscv and NEORV32.

use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};
use crate::riscv::encoding::{Function, Opcode};
use crate::riscv::interfaces;
use crate::riscv::rtl::Interface;
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{TestbenchFault, TestbenchFaultKind};

/// The core, with the ports of its interface.
pub(super) struct Holding {
    interface: Interface,
    valid: usize,
    /// The instruction and its operands.
    inputs: [usize; 3],
    answer: usize,
    result: usize,
    takes: Option<usize>,
    /// Outputs that one interface has: `pcpi_wait` and `pcpi_wr`, or `cmd_ready`.
    others: Vec<usize>,
}

impl Holding {
    pub fn new(interface: Interface, engine: &dyn Engine) -> Self {
        let names = interfaces::table(interface).ports;
        let others: &[&str] = match interface {
            Interface::Pcpi => &["pcpi_wait", "pcpi_wr"],
            Interface::Cfu => &["cmd_ready"],
            Interface::Neorv32 | Interface::CvXIf | Interface::CvXIf1 { .. } => &[],
        };
        let [rs1, rs2] = names.operands;
        Holding {
            interface,
            valid: engine.port(names.valid),
            inputs: [names.instruction, rs1, rs2].map(|name| engine.port(name)),
            answer: engine.port(names.answer),
            result: engine.port(names.result),
            takes: names.takes.map(|name| engine.port(name)),
            others: others.iter().map(|name| engine.port(name)).collect(),
        }
    }

    /// Plays an instruction to its end; only PicoRV32 withdraws one. Returns the outcome, and whether there was a gap before the
    /// instruction.
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
            let interruption = interruption.map(|(_, interruption)| interruption);
            if self.interface == Interface::Pcpi && interruption == Some(Interruption::Withdrawn) {
                let outcome = match self.idle(session, step)? {
                    true => InstructionOutcome::Reset,
                    false => InstructionOutcome::Withdrawn,
                };
                return Ok((outcome, gap));
            }
            // NEORV32 says in the first cycle alone that there is an instruction.
            let is_offered = age == 0 || self.interface != Interface::Neorv32;
            let willing = self.drive(session, step, is_offered, false);
            if session.resets_now() || interruption == Some(Interruption::Reset) {
                session.reset_cycle();
                return Ok((InstructionOutcome::Reset, gap));
            }
            session.clock.settle();
            let answered = self.look(session, expected, age, willing)?;
            session.tick();
            if answered {
                return Ok((InstructionOutcome::Answered, gap));
            }
            if expected.rd.is_none() && age + 1 == step.patience {
                return Ok((InstructionOutcome::Ignored, gap));
            }
        }
        unreachable!("an instruction ends")
    }

    /// Sets the inputs, with noise for instruction and operands if there is none. Returns whether the core accepts an answer.
    fn drive(&self, session: &mut Session, step: &OffloadedInstruction, is_offered: bool, is_idle: bool) -> bool {
        session.set(self.valid, is_offered.into());
        let instruction = match self.interface {
            Interface::Cfu => Function::of(Opcode::Custom0, step.word).0,
            _ => step.word,
        };
        let values = [instruction, step.rs1, step.rs2].map(u64::from);
        for (port, value) in self.inputs.into_iter().zip(values) {
            let value = if is_idle { session.garbage(value) } else { value };
            session.set(port, value);
        }
        self.takes.is_none_or(|port| {
            let willing = session.stalls.next_cycle();
            session.set(port, willing.into());
            willing
        })
    }

    /// Plays a cycle without an offer. Returns whether the reset in the traffic came in this cycle.
    fn idle(&self, session: &mut Session, step: &OffloadedInstruction) -> Result<bool, TestbenchFault> {
        self.drive(session, step, false, true);
        if session.resets_now() {
            session.reset_cycle();
            return Ok(true);
        }
        session.clock.settle();
        let answers = session.get(self.answer) != 0;
        match self.interface {
            Interface::Pcpi => self.nothing(session, "nothing was offered")?,
            Interface::Cfu if answers => {
                return session.fault(TestbenchFaultKind::Unexpected, "a response without a command");
            }
            Interface::Cfu if session.get(self.others[0]) == 0 => {
                return session.fault(TestbenchFaultKind::Stuck, "cmd_ready is 0 while no command is offered");
            }
            _ if answers => return session.fault(TestbenchFaultKind::Unexpected, "valid without an instruction"),
            _ => {}
        }
        session.tick();
        Ok(false)
    }

    /// Checks that PicoRV32's unit claims and answers nothing.
    fn nothing(&self, session: &Session, what: &str) -> Result<(), TestbenchFault> {
        for (port, name) in [(self.others[0], "wait"), (self.answer, "ready"), (self.others[1], "wr")] {
            if session.get(port) != 0 {
                return session.fault(TestbenchFaultKind::Unexpected, format!("pcpi_{name} although {what}"));
            }
        }
        Ok(())
    }

    /// Checks the outputs for an instruction that has been offered for `age` cycles before this one. Returns whether the core takes an
    /// answer.
    fn look(
        &self,
        session: &mut Session,
        expected: ExpectedAnswer,
        age: u32,
        willing: bool,
    ) -> Result<bool, TestbenchFault> {
        let answers = session.get(self.answer) != 0;
        if self.interface == Interface::Pcpi {
            if expected.rd.is_none() {
                self.nothing(session, "the instruction is somebody else's")?;
                return Ok(false);
            }
            if session.get(self.others[0]) == 0 {
                return session.fault(TestbenchFaultKind::Stuck, "pcpi_wait does not claim the instruction");
            }
            if answers != (session.get(self.others[1]) != 0) {
                return session.fault(TestbenchFaultKind::Unexpected, "pcpi_wr is not pcpi_ready");
            }
        }
        let cycles = expected.cycles;
        // A response of VexRiscv's unit may have waited.
        let is_time = age == cycles || self.interface == Interface::Cfu && age > cycles;
        if answers != (expected.rd.is_some() && is_time) {
            let kind = match answers {
                true => TestbenchFaultKind::Unexpected,
                false => TestbenchFaultKind::Stuck,
            };
            let which = match expected.rd {
                Some(_) => format!("that takes {cycles} before its answer"),
                None => "that is somebody else's".to_owned(),
            };
            return session.fault(kind, format!("in cycle {age} of an instruction {which}"));
        }
        if self.interface == Interface::Cfu && (session.get(self.others[0]) != 0) != (answers && willing) {
            return session.fault(
                TestbenchFaultKind::WrongOrder,
                "cmd_ready is not a response that is taken",
            );
        }
        if let (true, Some(rd)) = (answers, expected.rd) {
            let got = session.get(self.result);
            session.judge(got, rd)?;
        }
        Ok(answers && willing)
    }
}
