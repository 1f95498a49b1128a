//! The claims about the ALU with its valid/ready shell.

use super::golden::{Claim, ClaimCase, cases, words_have_claims};
use crate::video::Video;
use crate::video::rtl::VideoConfig;
use lanesmith_prove::Deferred;
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_unit::pipelined::protocol;

/// Everything claimed of the ALU.
pub fn alu_claims<'a>(config: &'a VideoConfig, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
    let handshake = protocol(&Video::alu(*config), machine);
    // From any state, the golden model's result of an instruction leaves the pipeline `latency` clocks after it entered.
    let transfer = |case: ClaimCase| {
        Deferred::new(format!("transfer {}", case.name), move || {
            let claim = Claim::new(config, &case.fixed);
            let [a, b, c] = claim.operands.clone();
            let words = [claim.control.clone(), a, b, c];
            handshake.transfer(claim.obligation(&case), words, &claim.d)
        })
    };
    let transfers = cases(config).into_iter().map(transfer);
    let words = Deferred::new("every control word has a claim", || words_have_claims(config));
    transfers.chain(handshake.claims()).chain([words]).collect()
}
