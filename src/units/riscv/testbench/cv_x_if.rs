//! Plays CV32E40X: a pipeline that offers the next instruction while it waits for the result of one, and decides about both in
//! the order of their offers, at any time from the offer on.

use super::flight::{Fate, Flight, Withdrawal};
use super::session::{Ended, Expected, Session};
use super::step::{Interruption, OffloadedInstruction};
use crate::sim::Engine;
use crate::sim::testbench::{TestbenchFault, TestbenchFaultKind};
use crate::units::riscv::encoding::{Function, Opcode};

/// Outputs that are 0 where an offer is answered.
const NO_RESPONSE: [&str; 5] = ["dualwrite", "dualread", "loadstore", "ecswrite", "exc"];
/// Outputs that are 0 where a result is there.
const NO_RESULT: [&str; 6] = ["ecsdata", "ecswe", "exc", "exccode", "err", "dbg"];

/// The ports, and what the core knows between instructions.
pub(super) struct CvXIf {
    offer: usize,
    ready: usize,
    word: usize,
    id: usize,
    operands: [usize; 3],
    operands_valid: usize,
    accept: usize,
    writeback: usize,
    no_response: [usize; 5],
    commit: usize,
    commit_id: usize,
    kill: usize,
    result: usize,
    result_ready: usize,
    result_id: usize,
    data: usize,
    rd: usize,
    write: usize,
    no_result: [usize; 6],
    /// The next instruction.
    ahead: Option<Flight>,
    last_id: u64,
    /// The one with the last number was accepted, and the core has forgotten it.
    is_dropped: bool,
}

/// An instruction, and whether it is one of the unit's.
type Known<'a> = (&'a OffloadedInstruction, bool);

impl CvXIf {
    pub fn new(engine: &dyn Engine) -> Self {
        let port = |name: &str| engine.port(name);
        CvXIf {
            offer: port("issue_valid"),
            ready: port("issue_ready"),
            word: port("issue_req_instr"),
            id: port("issue_req_id"),
            operands: ["issue_req_rs_0", "issue_req_rs_1", "issue_req_rs_2"].map(port),
            operands_valid: port("issue_req_rs_valid"),
            accept: port("issue_resp_accept"),
            writeback: port("issue_resp_writeback"),
            no_response: NO_RESPONSE.map(|name| port(&format!("issue_resp_{name}"))),
            commit: port("commit_valid"),
            commit_id: port("commit_id"),
            kill: port("commit_commit_kill"),
            result: port("result_valid"),
            result_ready: port("result_ready"),
            result_id: port("result_id"),
            data: port("result_data"),
            rd: port("result_rd"),
            write: port("result_we"),
            no_result: NO_RESULT.map(|name| port(&format!("result_{name}"))),
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
        expected: Expected,
        next: Option<Known>,
    ) -> Result<(Ended, bool), TestbenchFault> {
        let mut flight = self.ahead.take().unwrap_or_else(|| Flight::new(session));
        loop {
            if let Some(ended) = flight.ended {
                return Ok((ended, flight.gap));
            }
            let own = (step, expected.rd.is_some());
            let mut ahead = self.ahead.take();
            if !flight.is_to_be_offered() && next.is_some() {
                ahead.get_or_insert_with(|| Flight::new(session));
            }
            let ended = self.cycle(session, (&mut flight, own), ahead.as_mut().zip(next), expected);
            self.ahead = ahead;
            flight.ended = ended?;
            if flight.ended == Some(Ended::Reset) {
                // What was not offered has not seen the reset.
                self.ahead.take_if(|flight| flight.age.is_none());
            }
        }
    }

    /// A cycle, or none where an instruction silently ends; how the first of both ended.
    fn cycle(
        &mut self,
        session: &mut Session,
        (flight, own): (&mut Flight, Known),
        mut ahead: Option<(&mut Flight, Known)>,
        expected: Expected,
    ) -> Result<Option<Ended>, TestbenchFault> {
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
                ahead.ended = Some(Ended::Reset);
            }
            return Ok(Some(Ended::Reset));
        }

        let is_ahead = ahead.as_ref().is_some_and(|(ahead, _)| ahead.age.is_some());
        let mut decision = None;
        if flight.fate == Fate::Open && !flight.refused && flight.is_interrupted(own.0, Interruption::Withdrawn) {
            let silent = flight.withdrawal == Withdrawal::Silence;
            if silent && flight.held.is_some() && !is_ahead {
                self.is_dropped = true;
                return Ok(Some(Ended::Withdrawn));
            }
            if silent && flight.held.is_none() && flight.age >= Some(1) {
                return Ok(Some(Ended::Withdrawn));
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
        let offered = match &mut ahead {
            _ if first => Some((&mut *flight, own)),
            Some((ahead, own)) if ahead.is_to_be_offered() => Some((&mut **ahead, *own)),
            _ => None,
        };
        let offered = offered.filter(|(flight, _)| flight.age.is_some());
        self.drive(
            session,
            offered.as_ref().map(|(flight, own)| (&**flight, own.0)),
            decision,
        );
        let willing = session.stalls.next_cycle();
        session.set(self.result_ready, willing.into());
        session.clock.settle();
        let offered = offered.map(|(flight, own)| {
            let needed = if Function::of(Opcode::Custom0, own.0.word).has_third() {
                7
            } else {
                3
            };
            (flight.id, flight.operands_valid() & needed == needed, own)
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

        let after = |flight: &mut Flight| {
            flight.grow();
            if let Some((_, is_own)) = answered.filter(|(id, _)| *id == flight.id && flight.is_to_be_offered()) {
                flight.refused = !is_own;
                flight.held = is_own.then_some(0);
            }
            flight.end()
        };
        if let Some((ahead, _)) = ahead
            && ahead.is_under_way()
        {
            ahead.ended = after(ahead);
        }
        let ended = after(flight);
        Ok(if taken { Some(Ended::Answered) } else { ended })
    }

    /// A cycle in which an instruction may be offered: in the first one it gets its number.
    fn begin(&mut self, session: &mut Session, flight: &mut Flight) {
        if flight.age.is_some() {
            return;
        }
        if !session.gaps.next_cycle() {
            flight.gap = true;
            return;
        }
        self.last_id = (self.last_id + u64::from(!self.is_dropped)) & 15;
        flight.id = self.last_id;
        flight.age = Some(0);
    }

    /// Decides about the next instruction, or takes it back, where that is possible.
    fn decide_ahead(&self, first: &Flight, ahead: &mut Flight, step: &OffloadedInstruction) -> Option<(u64, bool)> {
        // In the order of the offers.
        let in_order = first.fate != Fate::Open;
        if ahead.fate == Fate::Open && !ahead.refused && ahead.is_interrupted(step, Interruption::Withdrawn) {
            if in_order && ahead.withdrawal != Withdrawal::Silence {
                ahead.withdrawn = true;
                return Some(decide(ahead, true));
            }
            if ahead.held.is_none() && ahead.withdrawal == Withdrawal::Silence && ahead.age >= Some(1) {
                ahead.ended = Some(Ended::Withdrawn);
            }
            return None;
        }
        (in_order && ahead.is_to_be_decided(step)).then(|| decide(ahead, ahead.refused && !ahead.commits_refused))
    }

    /// Sets the ports of an offer and of a decision; there is noise where there is neither.
    fn drive(
        &self,
        session: &mut Session,
        offered: Option<(&Flight, &OffloadedInstruction)>,
        decision: Option<(u64, bool)>,
    ) {
        session.set(self.offer, offered.is_some().into());
        let valid = offered.map_or_else(|| session.noise.bits(), |(flight, _)| flight.operands_valid());
        session.set(self.operands_valid, valid);
        let (word, id, operands) = match offered {
            Some((flight, step)) => (step.word.into(), flight.id, step.registers().map(u64::from)),
            None => {
                let last = self.last_id;
                (session.garbage(0x0b), session.garbage(last), [0; 3])
            }
        };
        session.set(self.word, word);
        session.set(self.id, id);
        for (i, (port, value)) in self.operands.into_iter().zip(operands).enumerate() {
            let is_there = offered.is_some() && valid >> i & 1 != 0;
            let value = if is_there { value } else { session.garbage(value) };
            session.set(port, value);
        }
        session.set(self.commit, decision.is_some().into());
        let (id, kill) = decision.unwrap_or_else(|| (session.garbage(self.last_id), session.noise.flag()));
        session.set(self.commit_id, id);
        session.set(self.kill, kill.into());
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
        let ready = session.get(self.ready) != 0;
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
        for (port, name) in [(self.accept, "accept"), (self.writeback, "writeback")] {
            if (session.get(port) != 0) != is_own {
                let whose = if is_own { "the unit's" } else { "somebody else's" };
                return session.fault(
                    TestbenchFaultKind::Unexpected,
                    format!("issue_resp_{name} is wrong for {word:#010x}, which is {whose}"),
                );
            }
        }
        zero(session, "issue_resp", self.no_response.iter().zip(NO_RESPONSE))
    }

    /// Looks for the result of the instruction that is held, if one is; whether it is there.
    fn look_at_result(
        &self,
        session: &mut Session,
        flight: &Flight,
        step: &OffloadedInstruction,
        expected: Expected,
    ) -> Result<bool, TestbenchFault> {
        let is_due = flight.fate == Fate::Committed && flight.settled && flight.held >= Some(expected.cycles);
        let valid = session.get(self.result) != 0;
        if valid != is_due {
            let kind = if valid {
                TestbenchFaultKind::Unexpected
            } else {
                TestbenchFaultKind::Stuck
            };
            let (held, fate) = (flight.held, flight.fate);
            return session.fault(
                kind,
                format!(
                    "result_valid is {valid}; cycles since the acceptance: {held:?}, of {} before the result; {fate:?}",
                    expected.cycles
                ),
            );
        }
        if !valid {
            return Ok(false);
        }
        let rd = u64::from(step.word >> 7 & 31);
        for (port, name, right) in [
            (self.result_id, "id", flight.id),
            (self.rd, "rd", rd),
            (self.write, "we", 1),
        ] {
            let got = session.get(port);
            if got != right {
                return session.fault(
                    TestbenchFaultKind::WrongOrder,
                    format!("result_{name} is {got}, not {right}"),
                );
            }
        }
        zero(session, "result", self.no_result.iter().zip(NO_RESULT))?;
        let got = session.get(self.data);
        session.judge(got, expected.rd.unwrap_or_default())?;
        Ok(true)
    }
}

/// The decision about an instruction: its number, and whether it is killed.
fn decide(flight: &mut Flight, kill: bool) -> (u64, bool) {
    flight.fate = if kill { Fate::Killed } else { Fate::Committed };
    (flight.id, kill)
}

/// These ports are 0.
fn zero<'a>(
    session: &Session,
    prefix: &str,
    ports: impl Iterator<Item = (&'a usize, &'static str)>,
) -> Result<(), TestbenchFault> {
    for (port, name) in ports {
        if session.get(*port) != 0 {
            return session.fault(TestbenchFaultKind::Unexpected, format!("{prefix}_{name} is not 0"));
        }
    }
    Ok(())
}
