//! The ports of both revisions of CV-X-IF.

use super::in_flight::{CommitState, InFlight};
use super::session::Session;
use super::step::OffloadedInstruction;
use crate::riscv::rtl::Interface;
use lanesmith_sim::Engine;
use lanesmith_sim::testbench::{TestbenchFault, TestbenchFaultKind};

/// Outputs of CV32E40X's revision that are 0 in an answer to an offer.
const NO_RESPONSE: [&str; 5] = ["dualwrite", "dualread", "loadstore", "ecswrite", "exc"];
/// Outputs of CV32E40X's revision that are 0 in a result.
const NO_RESULT: [&str; 6] = ["ecsdata", "ecswe", "exc", "exccode", "err", "dbg"];

/// The ports of CV-X-IF.
pub(super) struct CvXIfPorts {
    pub offer: usize,
    pub ready: usize,
    pub word: usize,
    pub id: usize,
    pub operands: [usize; 3],
    pub operands_valid: usize,
    pub accept: usize,
    pub writeback: usize,
    pub commit: usize,
    pub commit_id: usize,
    pub kill: usize,
    pub result: usize,
    pub result_ready: usize,
    pub result_id: usize,
    pub data: usize,
    pub rd: usize,
    pub write: usize,
    /// Outputs that are 0 in an answer to an offer.
    pub no_response: Vec<(usize, String)>,
    /// Outputs that are 0 in a result.
    pub no_result: Vec<(usize, String)>,
    /// The ports that only CV-X-IF 1.0 has.
    pub later: Option<CvXIf1Ports>,
}

/// The ports that only CV-X-IF 1.0 has.
pub(super) struct CvXIf1Ports {
    /// Source registers come after the acceptance.
    pub split: bool,
    pub register_valid: usize,
    pub register_ready: usize,
    pub register_id: usize,
    pub register_read: usize,
    pub issue_hart: usize,
    /// Inputs that the unit ignores.
    pub other_harts: [usize; 2],
    pub result_hart: usize,
}

impl CvXIfPorts {
    pub fn new(interface: Interface, engine: &dyn Engine) -> Self {
        let port = |name: &str| engine.port(name);
        let later = match interface {
            Interface::CvXIf1 { split } => Some(CvXIf1Ports {
                split,
                register_valid: port("register_valid"),
                register_ready: port("register_ready"),
                register_id: port("register_id"),
                register_read: port("issue_resp_register_read"),
                issue_hart: port("issue_req_hartid"),
                other_harts: ["register_hartid", "commit_hartid"].map(port),
                result_hart: port("result_hartid"),
            }),
            _ => None,
        };
        let registers = if later.is_some() { "register_rs" } else { "issue_req_rs" };
        let zero = |prefix: &str, names: &[&str]| -> Vec<(usize, String)> {
            let names = names.iter().filter(|_| later.is_none());
            let names = names.map(|name| format!("{prefix}_{name}"));
            names.map(|name| (engine.port(&name), name)).collect()
        };
        CvXIfPorts {
            offer: port("issue_valid"),
            ready: port("issue_ready"),
            word: port("issue_req_instr"),
            id: port("issue_req_id"),
            operands: [0, 1, 2].map(|i| port(&format!("{registers}_{i}"))),
            operands_valid: port(&format!("{registers}_valid")),
            accept: port("issue_resp_accept"),
            writeback: port("issue_resp_writeback"),
            commit: port("commit_valid"),
            commit_id: port("commit_id"),
            kill: port("commit_commit_kill"),
            result: port("result_valid"),
            result_ready: port("result_ready"),
            result_id: port("result_id"),
            data: port("result_data"),
            rd: port("result_rd"),
            write: port("result_we"),
            no_response: zero("issue_resp", &NO_RESPONSE),
            no_result: zero("result", &NO_RESULT),
            later,
        }
    }

    /// Source registers come after the acceptance.
    pub fn is_split(&self) -> bool {
        self.later.as_ref().is_some_and(|later| later.split)
    }
}

impl CvXIfPorts {
    /// Sets the source operands of an offer; operands that are not valid are noise.
    pub fn set_operands(&self, session: &mut Session, step: Option<&OffloadedInstruction>, valid: u64) {
        session.set(self.operands_valid, valid);
        let values = step.map_or([0; 3], |step| step.registers().map(u64::from));
        for (i, (port, value)) in self.operands.into_iter().zip(values).enumerate() {
            let is_there = step.is_some() && valid >> i & 1 != 0;
            let value = if is_there { value } else { session.garbage(value) };
            session.set(port, value);
        }
    }

    /// With the split, hands over the source operands of the accepted instruction, or of an instruction of another unit. Returns the number
    /// of the accepted instruction if it gets its operands in this cycle.
    pub fn hand_over(
        &self,
        session: &mut Session,
        both: [Option<(&InFlight, &OffloadedInstruction)>; 2],
    ) -> Option<u64> {
        let later = self.later.as_ref().filter(|later| later.split)?;
        let held = |(flight, _): &(&InFlight, _)| flight.held.is_some() && flight.ended.is_none();
        let accepted = both.into_iter().flatten().find(held);
        let is_due = |(flight, _): &(&InFlight, _)| {
            flight.loaded.is_none()
                && flight.commit_state != CommitState::Killed
                && flight.held >= Some(flight.operands[0])
        };
        if let Some((flight, step)) = accepted.filter(is_due) {
            session.set(later.register_valid, 1);
            session.set(later.register_id, flight.id);
            let noise = session.noise.bits();
            session.set(self.operands_valid, noise);
            for (port, value) in self.operands.into_iter().zip(step.registers()) {
                session.set(port, value.into());
            }
            return Some(flight.id);
        }
        let other = accepted.map_or(0, |(flight, _)| flight.id) + 1 + u64::from(session.noise.below(15));
        let valid = session.noise.one_in(4);
        session.set(later.register_valid, valid.into());
        session.set(later.register_id, other & 15);
        for port in self.operands {
            let noise = session.garbage(0);
            session.set(port, noise);
        }
        None
    }
}

/// Checks that these ports are 0.
pub(super) fn zero(session: &Session, ports: &[(usize, String)]) -> Result<(), TestbenchFault> {
    for (port, name) in ports {
        if session.get(*port) != 0 {
            return session.fault(TestbenchFaultKind::Unexpected, format!("{name} is not 0"));
        }
    }
    Ok(())
}

/// Checks that a port has the value `right`.
pub(super) fn equal(session: &Session, port: usize, name: &str, right: u64) -> Result<(), TestbenchFault> {
    let got = session.get(port);
    match got == right {
        true => Ok(()),
        false => session.fault(TestbenchFaultKind::WrongOrder, format!("{name} is {got}, not {right}")),
    }
}
