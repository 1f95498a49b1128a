//! The claims at PicoRV32's interface.

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
    claims.push(held.claim("pcpi_wait, pcpi_ready and pcpi_wr in every clock", handshake));
    Ok(claims)
}

fn handshake(held: &Held) -> Obligation {
    held.clock(|obligation, clock| {
        let [operation, access] = held.offered(clock);
        let due = [held.is_due(clock)];
        obligation.equal(&[operation.or(&access)], &clock.ports["pcpi_wait"]);
        obligation.equal(&due, &clock.ports["pcpi_ready"]);
        obligation.equal(&due, &clock.ports["pcpi_wr"]);
    })
}
