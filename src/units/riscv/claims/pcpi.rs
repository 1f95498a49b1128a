//! The claims at PicoRV32's interface.

use super::function::{kind_of_word, word, words_have_claims};
use super::held::{Held, InterfacePorts};
use crate::algebra::Bit;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::rtl::RiscvConfig;

static PORTS: InterfacePorts = InterfacePorts {
    valid: "pcpi_valid",
    instruction: "pcpi_insn",
    operands: ["pcpi_rs1", "pcpi_rs2"],
    result: "pcpi_rd",
    takes: None,
    offer: word,
    have_claims: words_have_claims,
    own: kind_of_word,
};

pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let held = Held::new(config, machine, &PORTS)?;
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
