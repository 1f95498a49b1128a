//! The claims about the arithmetic core, which is stalled by an enable.

use super::golden::{Claim, ClaimCase, cases, words_have_claims};
use crate::video::rtl::VideoConfig;
use lanesmith_prove::Deferred;
use lanesmith_prove::Obligation;
use lanesmith_prove::machine::{NamedWords, TransitionSystem};
use lanesmith_prove::unroll::{Unrolling, about_run};

/// Everything claimed of the arithmetic core: ports `enable`, `control`, `a`, `b`, `c` and `d`.
pub fn core_claims<'a>(config: &'a VideoConfig, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
    let transfer = |case: ClaimCase| {
        Deferred::new(format!("transfer {}", case.name), move || {
            transfer(config, machine, &case)
        })
    };
    let mut claims: Vec<Deferred> = cases(config).into_iter().map(transfer).collect();
    claims.push(Deferred::new("every control word has a claim", || {
        words_have_claims(config)
    }));
    if config.latency > 0 {
        claims.push(Deferred::new("stall holds state", move || stall(machine)));
        claims.push(Deferred::new("d depends on the state alone", move || d(machine)));
    }
    claims
}

fn transfer(config: &VideoConfig, machine: &dyn TransitionSystem, case: &ClaimCase) -> Obligation {
    let claim = Claim::new(config, &case.fixed);
    let [a, b, c] = claim.operands.clone();
    let first = NamedWords::from([
        ("control".to_string(), claim.control.clone()),
        ("a".to_string(), a),
        ("b".to_string(), b),
        ("c".to_string(), c),
    ]);
    let mut run = Unrolling::new(machine, &claim.graph);
    // `d` is there in its clock whether or not the core is enabled then.
    let last = run.pipeline(config.latency, first, &[("enable", true)], &[]);
    let mut obligation = claim.obligation(case);
    obligation.equal(&claim.d, &last["d"]);
    run.name(&mut obligation);
    obligation
}

fn stall(machine: &dyn TransitionSystem) -> Obligation {
    about_run(machine, |obligation, run| {
        let before = run.state.clone();
        run.clock(NamedWords::new(), &[("enable", false)]);
        obligation.equal(&before, &run.state);
    })
}

/// With the claim about stalls: `d` is held in a clock without enable, and until the end of the next one.
fn d(machine: &dyn TransitionSystem) -> Obligation {
    about_run(machine, |obligation, run| {
        let before = run.state.clone();
        let one = run.clock(NamedWords::new(), &[]);
        run.restart(before);
        let other = run.clock(NamedWords::new(), &[]);
        obligation.equal(&one["d"], &other["d"]);
    })
}
