//! The claims at the interfaces at which the core holds an instruction until the answer: PicoRV32, VexRiscv and NEORV32.

use super::held::Held;
use crate::algebra::Bit;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::rtl::{Interface, RiscvConfig};

/// A claim's name, and what it states.
type NamedClaim<'a> = (&'static str, fn(&Held<'a>) -> Obligation);

pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let held = Held::new(config, machine)?;
    let own: &[NamedClaim<'a>] = match config.interface {
        Interface::Cfu => &[
            ("cmd_ready and rsp_valid in every clock", command_and_response),
            ("a foreign function is answered with 0", foreign),
            ("a response that is not taken stays", Held::waits),
        ],
        Interface::Neorv32 => &[
            ("valid in every clock", valid),
            ("an instruction is under way from its start to its answer", busy),
        ],
        _ => &[("pcpi_wait, pcpi_ready and pcpi_wr in every clock", claim_and_answer)],
    };
    let own = own.iter().map(|(name, build)| held.claim(name, *build));
    Ok(held.claims().into_iter().chain(own).collect())
}

fn claim_and_answer(held: &Held) -> Obligation {
    held.clock(|obligation, clock| {
        let [operation, access] = held.offered(clock);
        let due = [held.is_due(clock)];
        obligation.equal(&[operation.or(&access)], &clock.ports["pcpi_wait"]);
        obligation.equal(&due, &clock.ports["pcpi_ready"]);
        obligation.equal(&due, &clock.ports["pcpi_wr"]);
    })
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

/// A command is accepted together with its response. Without a command `cmd_ready` is 1, because VexRiscv needs it to forget an
/// earlier command.
fn command_and_response(held: &Held) -> Obligation {
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
