//! The claims at VexRiscv's interface.

use super::held::Held;
use crate::algebra::{Bit, Edge};
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::encoding::{FUNCTION_BITS, SCALAR};
use crate::units::riscv::rtl::RiscvConfig;

/// The value of the port for a function: ten bits, and in a unit with scalar instructions the bit [`SCALAR`].
pub(super) fn port(config: &RiscvConfig, function: &[Edge]) -> Vec<Edge> {
    let mark = config.features.scalar.then(|| function[SCALAR as usize].clone());
    function[..FUNCTION_BITS as usize].iter().cloned().chain(mark).collect()
}

/// The function for a value of the port.
pub(super) fn function(port: &[Edge]) -> Vec<Edge> {
    let (low, mark) = port.split_at(FUNCTION_BITS as usize);
    let third = Edge::constant(false);
    low.iter().cloned().chain([third]).chain(mark.iter().cloned()).collect()
}

pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let held = Held::new(config, machine)?;
    let mut claims = held.claims();
    claims.push(held.claim("cmd_ready and rsp_valid in every clock", handshake));
    claims.push(held.claim("a foreign function is answered with 0", foreign));
    claims.push(held.claim("a response that is not taken stays", Held::waits));
    Ok(claims)
}

/// A command is accepted together with its response. Without a command `cmd_ready` is 1, because VexRiscv needs it to forget an
/// earlier command.
fn handshake(held: &Held) -> Obligation {
    held.clock(|obligation, clock| {
        let valid = clock.is("cmd_valid");
        let [operation, access] = held.offered(clock);
        let foreign = operation.or(&access).not().and(&valid);
        let response = held.is_due(clock).or(&foreign);
        let taken = response.and(&clock.is("rsp_ready"));
        obligation.equal(&[response], &clock.ports["rsp_valid"]);
        obligation.equal(&[taken.or(&valid.not())], &clock.ports["cmd_ready"]);
    })
}

fn foreign(held: &Held) -> Obligation {
    held.clock(|obligation, clock| {
        let [operation, access] = held.offered(clock);
        let foreign = operation.or(&access).not().and(&clock.is("cmd_valid"));
        obligation.equal_where(&foreign, &[], &clock.ports["rsp_payload_outputs_0"]);
    })
}
