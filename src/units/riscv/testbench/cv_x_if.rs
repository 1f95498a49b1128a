//! Plays a core with CV-X-IF: a pipeline that offers the next instruction while it waits for the result of one, and decides about both in
//! the order of their offers, at any time from the offer on. With the revision of CV32E40X it may also forget an instruction.

use super::cv_x_if_ports::{CvXIfPorts, equal, zero};
use super::in_flight::{CommitState, InFlight, Withdrawal};
use super::reach::{number, reach};
use super::session::{ExpectedAnswer, InstructionOutcome, Session};
use super::step::{Interruption, OffloadedInstruction};
use crate::sim::Engine;
use crate::sim::testbench::{TestbenchFault, TestbenchFaultKind};
use crate::units::riscv::encoding::{Function, Opcode};
use crate::units::riscv::isa::{PackedRow, packed_row};
use crate::units::riscv::rtl::Interface;

/// The core between instructions.
pub(super) struct CvXIf {
    ports: CvXIfPorts,
    /// The next instruction.
    ahead: Option<InFlight>,
    last_id: u64,
    /// The one with the last number was accepted, and the core has forgotten it.
    is_dropped: bool,
}

/// An instruction, and whether it is one of the unit's.
type ClassifiedInstruction<'a> = (&'a OffloadedInstruction, bool);

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

    /// Offers an instruction after a gap until it ends, and the next one behind it; whether there was a gap.
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
                // What was not offered has not seen the reset.
                self.ahead.take_if(|flight| flight.age.is_none());
            }
        }
    }

    /// A cycle, or none where an instruction silently ends; how the first of both ended.
    fn cycle(
        &mut self,
        session: &mut Session,
        (flight, own): (&mut InFlight, ClassifiedInstruction),
        mut ahead: Option<(&mut InFlight, ClassifiedInstruction)>,
        expected: ExpectedAnswer,
    ) -> Result<Option<InstructionOutcome>, TestbenchFault> {
        // One of both may be offered: the next one behind the answer to the first.
        let first = flight.is_to_be_offered();
        match &mut ahead {
            _ if first => self.begin(session, flight),
            Some((ahead, _)) if ahead.is_to_be_offered() => self.begin(session, ahead),
            _ => {}
        }

        let resets = flight.is_interrupted(own.0, Interruption::Reset)
            || ahead
                .as_ref()
                .is_some_and(|(ahead, (step, _))| ahead.is_interrupted(step, Interruption::Reset));
        if session.resets_now() || resets {
            session.reset_cycle();
            self.is_dropped = false;
            if let Some((ahead, _)) = &mut ahead
                && ahead.is_under_way()
            {
                ahead.ended = Some(InstructionOutcome::Reset);
            }
            return Ok(Some(InstructionOutcome::Reset));
        }

        let is_ahead = ahead.as_ref().is_some_and(|(ahead, _)| ahead.age.is_some());
        let mut decision = None;
        if flight.commit_state == CommitState::Open
            && !flight.refused
            && flight.is_interrupted(own.0, Interruption::Withdrawn)
        {
            let silent = flight.withdrawal == Withdrawal::Silence;
            if silent && flight.held.is_some() && !is_ahead && self.ports.later.is_none() {
                self.is_dropped = true;
                return Ok(Some(InstructionOutcome::Withdrawn));
            }
            if silent && flight.held.is_none() && flight.age >= Some(1) {
                return Ok(Some(InstructionOutcome::Withdrawn));
            }
            if !silent || flight.held.is_some() {
                flight.withdrawn = true;
                decision = Some(decide(flight, true));
            }
        } else if flight.is_to_be_decided(own.0) {
            decision = Some(decide(flight, flight.refused && !flight.commits_refused));
        } else if let Some((ahead, (step, _))) = &mut ahead {
            decision = self.decide_ahead(flight, ahead, step);
        }
        if let (Some(about), true) = (decision, self.ports.later.is_some()) {
            let ahead = ahead.as_mut().map(|(ahead, (step, _))| (&mut **ahead, *step));
            let (number, used) = reach(session, flight, ahead, about);
            self.last_id = (self.last_id + used) & 15;
            decision = Some((number, about.1));
        }
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
        let offered = offered.map(|(flight, own)| {
            let needed = needed(own.0);
            let complete = self.ports.is_split() || flight.operands_valid() & needed == needed;
            (flight.id, complete, own)
        });
        let taken = self.look_at_result(session, flight, own.0, expected)? && willing;
        let busy = flight.held.is_some() || ahead.as_ref().is_some_and(|(ahead, _)| ahead.held.is_some());
        let free = !busy || taken;
        let mut answered = None;
        if let Some((id, complete, (step, is_own))) = offered {
            self.look_at_answer(session, step, is_own, complete && free)?;
            answered = (!is_own || complete && free).then_some((id, is_own));
            self.is_dropped = false;
        }
        session.tick();

        let is_split = self.ports.is_split();
        let after = |flight: &mut InFlight| {
            flight.grow();
            if let Some((_, is_own)) = answered.filter(|(id, _)| *id == flight.id && flight.is_to_be_offered()) {
                flight.refused = !is_own;
                flight.held = is_own.then_some(0);
                flight.loaded = flight.held.filter(|_| !is_split);
            }
            if flight.held.is_some() && loaded == Some(flight.id) {
                flight.loaded = Some(0);
            }
            flight.end()
        };
        if let Some((ahead, _)) = ahead
            && ahead.is_under_way()
        {
            ahead.ended = after(ahead);
        }
        let ended = after(flight);
        Ok(if taken {
            Some(InstructionOutcome::Answered)
        } else {
            ended
        })
    }

    /// A cycle in which an instruction may be offered: in the first one it gets its number.
    fn begin(&mut self, session: &mut Session, flight: &mut InFlight) {
        if flight.age.is_some() {
            return;
        }
        if !session.gaps.next_cycle() {
            flight.gap = true;
            return;
        }
        self.last_id = match self.ports.later {
            Some(_) => number(session, flight, self.last_id),
            None => (self.last_id + u64::from(!self.is_dropped)) & 15,
        };
        flight.id = self.last_id;
        flight.age = Some(0);
    }

    /// Decides about the next instruction, or takes it back, where that is possible.
    fn decide_ahead(&self, first: &InFlight, ahead: &mut InFlight, step: &OffloadedInstruction) -> Option<(u64, bool)> {
        // In the order of the offers.
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

    /// Sets the ports of an offer and of a decision; there is noise where there is neither.
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

    /// Looks at the answer to an offer; an own instruction can be taken, or waits.
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

    /// Looks for the result of the instruction that is held, if one is; whether it is there.
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
            let (held, commit_state) = (flight.held, flight.commit_state);
            return session.fault(
                kind,
                format!(
                    "result_valid is {valid}; cycles since the acceptance: {held:?}, of {} before the result; {commit_state:?}",
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

/// The decision about an instruction: its number, and whether it is killed.
fn decide(flight: &mut InFlight, kill: bool) -> (u64, bool) {
    flight.commit_state = if kill {
        CommitState::Killed
    } else {
        CommitState::Committed
    };
    (flight.id, kill)
}

/// The source registers that an instruction of the unit has, a bit each.
fn needed(step: &OffloadedInstruction) -> u64 {
    let reads_rd = packed_row(step.word).is_some_and(PackedRow::reads_rd);
    match reads_rd || Function::of(Opcode::Custom0, step.word).has_third() {
        true => 7,
        false => 3,
    }
}
