//! Plays a core with CV-X-IF: a pipeline that offers the next instruction while it waits for a result. It commits or kills the instructions
//! in the order of their offers, at any time from the offer on. With CV32E40X's revision it may also forget an instruction.

use super::cv_x_if_ports::{CvXIfPorts, equal, zero};
use super::decision_number::{decision_number, instruction_number};
use super::in_flight::{CommitState, InFlight, Withdrawal};
use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};
use crate::riscv::encoding::{Function, Opcode};
use crate::riscv::isa::{PackedRow, packed_row};
use crate::riscv::rtl::Interface;
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{TestbenchFault, TestbenchFaultKind};
use std::ops::ControlFlow;

/// The state of the core.
pub(super) struct CvXIf {
    ports: CvXIfPorts,
    /// The next instruction, if the core has begun with it.
    ahead: Option<InFlight>,
    /// The number of the instruction that was offered last.
    last_id: u64,
    /// The unit accepted the instruction that was offered last, and the core has forgotten it.
    is_dropped: bool,
}

/// An instruction, and whether it is one of the unit's.
type ClassifiedInstruction<'a> = (&'a OffloadedInstruction, bool);

/// The instruction that the core may offer before the current one has ended.
type NextInFlight<'m, 'a> = Option<(&'m mut InFlight, ClassifiedInstruction<'a>)>;

impl CvXIf {
    pub fn new(interface: Interface, engine: &dyn Engine) -> Self {
        CvXIf {
            ports: CvXIfPorts::new(interface, engine),
            ahead: None,
            last_id: 0,
            is_dropped: false,
        }
    }

    /// Whether the next instruction has been offered already.
    pub fn is_ahead(&self) -> bool {
        self.ahead.as_ref().is_some_and(|flight| flight.age.is_some())
    }

    /// Plays an instruction to its end, and offers the next one meanwhile. Returns the outcome, and whether there was a gap before the offer.
    pub fn execute(
        &mut self,
        session: &mut Session,
        step: &OffloadedInstruction,
        expected: ExpectedAnswer,
        next: Option<ClassifiedInstruction>,
    ) -> Result<(InstructionOutcome, bool), TestbenchFault> {
        let mut flight = self.ahead.take().unwrap_or_else(|| InFlight::new(session));
        loop {
            if let Some(ended) = flight.ended {
                return Ok((ended, flight.gap));
            }
            let own = (step, expected.rd.is_some());
            let mut ahead = self.ahead.take();
            if !flight.is_to_be_offered() && next.is_some() {
                ahead.get_or_insert_with(|| InFlight::new(session));
            }
            let ended = self.cycle(session, (&mut flight, own), ahead.as_mut().zip(next), expected);
            self.ahead = ahead;
            flight.ended = ended?;
            if flight.ended == Some(InstructionOutcome::Reset) {
                // The reset does not affect an instruction that has not been offered.
                self.ahead.take_if(|flight| flight.age.is_none());
            }
        }
    }

    /// Plays a clock cycle, or none if an instruction ends without a message. Returns how the first instruction ended, if it did.
    fn cycle(
        &mut self,
        session: &mut Session,
        (flight, own): (&mut InFlight, ClassifiedInstruction),
        mut ahead: NextInFlight,
        expected: ExpectedAnswer,
    ) -> Result<Option<InstructionOutcome>, TestbenchFault> {
        // The core offers the next instruction only after the answer to the first, so it offers at most one of them in a cycle.
        let first = flight.is_to_be_offered();
        match &mut ahead {
            _ if first => self.begin(session, flight),
            Some((ahead, _)) if ahead.is_to_be_offered() => self.begin(session, ahead),
            _ => {}
        }
        if self.resets(session, (flight, own.0), &mut ahead) {
            return Ok(Some(InstructionOutcome::Reset));
        }
        let decision = match self.decision(session, (flight, own.0), &mut ahead) {
            ControlFlow::Continue(decision) => decision,
            ControlFlow::Break(outcome) => return Ok(Some(outcome)),
        };
        let offered = match &ahead {
            _ if first => Some((&*flight, own)),
            Some((ahead, own)) if ahead.is_to_be_offered() => Some((&**ahead, *own)),
            _ => None,
        };
        let offered = offered.filter(|(flight, _)| flight.age.is_some());
        self.drive(
            session,
            offered.as_ref().map(|(flight, own)| (*flight, own.0)),
            decision,
        );
        let both = [
            Some((&*flight, own.0)),
            ahead.as_ref().map(|(ahead, (step, _))| (&**ahead, *step)),
        ];
        let loaded = self.ports.hand_over(session, both);
        let willing = session.stalls.next_cycle();
        session.set(self.ports.result_ready, willing.into());
        session.clock.settle();

        let taken = self.look_at_result(session, flight, own.0, expected)? && willing;
        let busy = flight.held.is_some() || ahead.as_ref().is_some_and(|(ahead, _)| ahead.held.is_some());
        let answered = match offered {
            Some((flight, own)) => self.answer(session, flight, own, !busy || taken)?,
            None => None,
        };
        session.tick();

        let is_split = self.ports.is_split();
        if let Some((ahead, _)) = ahead
            && ahead.is_under_way()
        {
            ahead.ended = ahead.end_cycle(answered, loaded, is_split);
        }
        let ended = flight.end_cycle(answered, loaded, is_split);
        Ok(if taken {
            Some(InstructionOutcome::Answered)
        } else {
            ended
        })
    }

    /// Plays a cycle of reset if it is time for one; whether it was.
    fn resets(
        &mut self,
        session: &mut Session,
        (flight, step): (&InFlight, &OffloadedInstruction),
        ahead: &mut NextInFlight,
    ) -> bool {
        let is_interrupted = flight.is_interrupted(step, Interruption::Reset)
            || ahead
                .as_ref()
                .is_some_and(|(ahead, (step, _))| ahead.is_interrupted(step, Interruption::Reset));
        if !(session.resets_now() || is_interrupted) {
            return false;
        }
        session.reset_cycle();
        self.is_dropped = false;
        if let Some((ahead, _)) = ahead
            && ahead.is_under_way()
        {
            ahead.ended = Some(InstructionOutcome::Reset);
        }
        true
    }

    /// The core's decision in this cycle: the number of an instruction, and whether it is killed. Breaks if the core forgets the first
    /// instruction without a message.
    fn decision(
        &mut self,
        session: &mut Session,
        (flight, step): (&mut InFlight, &OffloadedInstruction),
        ahead: &mut NextInFlight,
    ) -> ControlFlow<InstructionOutcome, Option<(u64, bool)>> {
        let is_ahead = ahead.as_ref().is_some_and(|(ahead, _)| ahead.age.is_some());
        let mut decision = None;
        let is_open = flight.commit_state == CommitState::Open;
        if is_open && !flight.refused && flight.is_interrupted(step, Interruption::Withdrawn) {
            let silent = flight.withdrawal == Withdrawal::Silence;
            if silent && flight.held.is_some() && !is_ahead && self.ports.later.is_none() {
                self.is_dropped = true;
                return ControlFlow::Break(InstructionOutcome::Withdrawn);
            }
            if silent && flight.held.is_none() && flight.age >= Some(1) {
                return ControlFlow::Break(InstructionOutcome::Withdrawn);
            }
            if !silent || flight.held.is_some() {
                flight.withdrawn = true;
                decision = Some(decide(flight, true));
            }
        } else if flight.is_to_be_decided(step) {
            decision = Some(decide(flight, flight.refused && !flight.commits_refused));
        } else if let Some((ahead, (step, _))) = ahead {
            decision = self.decide_ahead(flight, ahead, step);
        }
        if let (Some(about), true) = (decision, self.ports.later.is_some()) {
            let ahead = ahead.as_mut().map(|(ahead, (step, _))| (&mut **ahead, *step));
            let (number, used) = decision_number(session, flight, ahead, about);
            self.last_id = (self.last_id + used) & 15;
            decision = Some((number, about.1));
        }
        ControlFlow::Continue(decision)
    }

    /// Checks the answer to an offer. Returns the number of the instruction and whether it is one of the unit's, if the unit had to
    /// accept or refuse it in this cycle.
    fn answer(
        &mut self,
        session: &Session,
        flight: &InFlight,
        (step, is_own): ClassifiedInstruction,
        is_free: bool,
    ) -> Result<Option<(u64, bool)>, TestbenchFault> {
        let needed = needed(step);
        let complete = self.ports.is_split() || flight.operands_valid() & needed == needed;
        self.look_at_answer(session, step, is_own, complete && is_free)?;
        self.is_dropped = false;
        Ok((!is_own || complete && is_free).then_some((flight.id, is_own)))
    }

    /// Begins the offer of an instruction, unless the core makes a gap; the instruction gets its number.
    fn begin(&mut self, session: &mut Session, flight: &mut InFlight) {
        if flight.age.is_some() {
            return;
        }
        if !session.gaps.next_cycle() {
            flight.gap = true;
            return;
        }
        self.last_id = match self.ports.later {
            Some(_) => instruction_number(session, flight, self.last_id),
            None => (self.last_id + u64::from(!self.is_dropped)) & 15,
        };
        flight.id = self.last_id;
        flight.age = Some(0);
    }

    /// Decides about the next instruction, or withdraws it, if the core may do so in this cycle.
    fn decide_ahead(&self, first: &InFlight, ahead: &mut InFlight, step: &OffloadedInstruction) -> Option<(u64, bool)> {
        // The core decides in the order of the offers.
        let in_order = first.commit_state != CommitState::Open;
        if ahead.commit_state == CommitState::Open
            && !ahead.refused
            && ahead.is_interrupted(step, Interruption::Withdrawn)
        {
            if in_order && ahead.withdrawal != Withdrawal::Silence {
                ahead.withdrawn = true;
                return Some(decide(ahead, true));
            }
            if ahead.held.is_none() && ahead.withdrawal == Withdrawal::Silence && ahead.age >= Some(1) {
                ahead.ended = Some(InstructionOutcome::Withdrawn);
            }
            return None;
        }
        (in_order && ahead.is_to_be_decided(step)).then(|| decide(ahead, ahead.refused && !ahead.commits_refused))
    }

    /// Sets the ports of an offer and of a decision. Ports without a meaning in this cycle get noise.
    fn drive(
        &self,
        session: &mut Session,
        offered: Option<(&InFlight, &OffloadedInstruction)>,
        decision: Option<(u64, bool)>,
    ) {
        let ports = &self.ports;
        session.set(ports.offer, offered.is_some().into());
        let valid = offered.map_or_else(|| session.noise.bits(), |(flight, _)| flight.operands_valid());
        let (word, id) = match offered {
            Some((flight, step)) => (step.word.into(), flight.id),
            None => {
                let last = self.last_id;
                (session.garbage(0x0b), session.garbage(last))
            }
        };
        session.set(ports.word, word);
        session.set(ports.id, id);
        if !ports.is_split() {
            ports.set_operands(session, offered.map(|(_, step)| step), valid);
        }
        if let Some(later) = &ports.later {
            let hart = offered.map(|(flight, _)| flight.hart);
            let hart = hart.unwrap_or_else(|| session.noise.bits());
            session.set(later.issue_hart, hart);
            for port in later.other_harts {
                let noise = session.noise.bits();
                session.set(port, noise);
            }
            if !later.split {
                session.set(later.register_valid, offered.is_some().into());
                session.set(later.register_id, id);
            }
        }
        session.set(ports.commit, decision.is_some().into());
        let (id, kill) = decision.unwrap_or_else(|| (session.garbage(self.last_id), session.noise.flag()));
        session.set(ports.commit_id, id);
        session.set(ports.kill, kill.into());
    }

    /// Checks the answer to an offer. The unit must refuse a foreign instruction, and accept its own one exactly if `can_be_taken`.
    fn look_at_answer(
        &self,
        session: &Session,
        step: &OffloadedInstruction,
        is_own: bool,
        can_be_taken: bool,
    ) -> Result<(), TestbenchFault> {
        let word = step.word;
        let ready = session.get(self.ports.ready) != 0;
        if let Some(later) = &self.ports.later {
            equal(
                session,
                later.register_ready,
                "register_ready",
                (later.split || ready).into(),
            )?;
        }
        if ready != (!is_own || can_be_taken) {
            let kind = if ready {
                TestbenchFaultKind::Unexpected
            } else {
                TestbenchFaultKind::Stuck
            };
            let why = match (is_own, can_be_taken) {
                (false, _) => "it is somebody else's",
                (_, true) => "its operands are there, and nothing is before it",
                _ => "its operands are not there, or another one is before it",
            };
            return session.fault(kind, format!("issue_ready is {ready} for {word:#010x}, although {why}"));
        }
        if !ready {
            return Ok(());
        }
        for (port, name) in [(self.ports.accept, "accept"), (self.ports.writeback, "writeback")] {
            if (session.get(port) != 0) != is_own {
                let whose = if is_own { "the unit's" } else { "somebody else's" };
                return session.fault(
                    TestbenchFaultKind::Unexpected,
                    format!("issue_resp_{name} is wrong for {word:#010x}, which is {whose}"),
                );
            }
        }
        if let Some(later) = &self.ports.later {
            let read = if is_own { needed(step) } else { 0 };
            equal(session, later.register_read, "issue_resp_register_read", read)?;
        }
        zero(session, &self.ports.no_response)
    }

    /// Checks the result of the held instruction. Returns whether the unit offers a result.
    fn look_at_result(
        &self,
        session: &mut Session,
        flight: &InFlight,
        step: &OffloadedInstruction,
        expected: ExpectedAnswer,
    ) -> Result<bool, TestbenchFault> {
        let is_due =
            flight.commit_state == CommitState::Committed && flight.settled && flight.loaded >= Some(expected.cycles);
        let valid = session.get(self.ports.result) != 0;
        if valid != is_due {
            let kind = if valid {
                TestbenchFaultKind::Unexpected
            } else {
                TestbenchFaultKind::Stuck
            };
            let when = match flight.held {
                Some(cycles) => format!("{cycles} cycles after the acceptance"),
                None => "before the acceptance".to_owned(),
            };
            let decision = match flight.commit_state {
                CommitState::Open => "neither committed nor killed",
                CommitState::Committed => "committed",
                CommitState::Killed => "killed",
            };
            return session.fault(
                kind,
                format!(
                    "result_valid is {valid} {when}; the result of a committed instruction comes {} cycles after the acceptance; \
                     this instruction is {decision}",
                    expected.cycles
                ),
            );
        }
        if !valid {
            return Ok(false);
        }
        let rd = u64::from(step.word >> 7 & 31);
        let ports = &self.ports;
        equal(session, ports.result_id, "result_id", flight.id)?;
        equal(session, ports.rd, "result_rd", rd)?;
        equal(session, ports.write, "result_we", 1)?;
        if let Some(later) = &ports.later {
            equal(session, later.result_hart, "result_hartid", flight.hart)?;
        }
        zero(session, &ports.no_result)?;
        let got = session.get(self.ports.data);
        session.judge(got, expected.rd.unwrap_or_default())?;
        Ok(true)
    }
}

/// Decides about an instruction. Returns its number, and whether it is killed.
fn decide(flight: &mut InFlight, kill: bool) -> (u64, bool) {
    flight.commit_state = if kill {
        CommitState::Killed
    } else {
        CommitState::Committed
    };
    (flight.id, kill)
}

/// The source registers that an instruction of the unit reads: a bit for each of rs1, rs2 and rs3.
fn needed(step: &OffloadedInstruction) -> u64 {
    let reads_rd = packed_row(step.word).is_some_and(PackedRow::reads_rd);
    match reads_rd || Function::of(Opcode::Custom0, step.word).has_third() {
        true => 7,
        false => 3,
    }
}
