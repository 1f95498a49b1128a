//! The claims about the ALU with its valid/ready shell.

use super::golden::{Claim, ClaimCase, cases, words_have_claims};
use crate::prove::machine::{NamedWords, TransitionSystem};
use crate::prove::unroll::Unrolling;
use crate::prove::{Deferred, HandshakeProtocol, Obligation};
use crate::units::video::encoding::Control;
use crate::units::video::rtl::VideoConfig;

/// Everything claimed of the ALU.
pub fn alu_claims<'a>(config: &'a VideoConfig, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
    let alu = Alu { config, machine };
    let transfer = |case: ClaimCase| Deferred::new(format!("transfer {}", case.name), move || alu.transfer(&case));
    let transfers = cases(config).into_iter().map(transfer);
    let words = Deferred::new("every control word has a claim", || words_have_claims(config));
    transfers.chain(alu.handshake().claims()).chain([words]).collect()
}

/// The same with their graphs, one after the other.
pub fn alu_obligations<'a>(
    config: &'a VideoConfig,
    machine: &'a dyn TransitionSystem,
) -> impl Iterator<Item = Obligation> + 'a {
    alu_claims(config, machine).into_iter().map(|claim| claim.obligation())
}

#[derive(Clone, Copy)]
struct Alu<'a> {
    config: &'a VideoConfig,
    machine: &'a dyn TransitionSystem,
}

impl<'a> Alu<'a> {
    fn handshake(&self) -> HandshakeProtocol<'a> {
        HandshakeProtocol {
            machine: self.machine,
            latency: self.config.latency,
            reset: self.config.reset,
            control: Control::BITS,
        }
    }

    /// From any state, the golden model's result of an instruction leaves the pipeline `latency` clocks after it entered.
    fn transfer(&self, case: &ClaimCase) -> Obligation {
        let claim = Claim::new(self.config, &case.fixed);
        let [a, b, c] = claim.operands.clone();
        let first = NamedWords::from([
            ("in_control".to_string(), claim.control.clone()),
            ("in_a".to_string(), a),
            ("in_b".to_string(), b),
            ("in_c".to_string(), c),
        ]);
        let mut run = Unrolling::new(self.machine, &claim.graph);
        let last = self.handshake().last(&mut run, first);
        let mut obligation = claim.obligation(case);
        obligation.equal(&claim.d, &last["out_d"]);
        run.name(&mut obligation);
        obligation
    }
}
