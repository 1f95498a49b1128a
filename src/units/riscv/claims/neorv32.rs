//! The claims at the interface of NEORV32's custom functions unit.

use super::held::Held;
use crate::algebra::Bit;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::rtl::RiscvConfig;

pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let held = Held::new(config, machine)?;
    let mut claims = held.claims();
    claims.push(held.claim("valid in every clock", valid));
    claims.push(held.claim("an instruction is under way from its start to its answer", busy));
    Ok(claims)
}

fn valid(held: &Held) -> Obligation {
    held.clock(|obligation, clock| {
        obligation.equal(&[held.is_due(clock)], &clock.ports["valid"]);
    })
}

/// The register is 1 in the later clocks of an instruction, never for a foreign word, and 0 after reset.
fn busy(held: &Held) -> Obligation {
    held.clock(|obligation, clock| {
        let [operation, access] = held.offered(clock);
        let goes_on = operation.or(&access).and(&held.is_due(clock).not());
        obligation.equal(
            &[goes_on.and(&held.executor.runs(clock))],
            &held.under_way(&clock.after),
        );
    })
}
