//! The claims about the outputs of the interfaces at which the core holds an instruction until the answer: PicoRV32 (PCPI), VexRiscv
//! (CFU) and NEORV32.
//!
//! In the claims, [`Held::offered`] gives `[operation, access]`: whether the core offers an operation, and whether it offers an access to
//! the unit's state. [`Held::is_due`]: the unit has to answer in this clock.

use super::held::Held;
use super::registers::UnitClock;
use crate::riscv::rtl::{Interface, RiscvConfig};
use lanesmith_algebra::Bit;
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_prove::{Deferred, Obligation};

/// The name of a claim about one clock, and the function that builds it.
type NamedClaim<'a> = (&'static str, fn(&Held<'a>, &mut Obligation, &UnitClock));

/// The claims that all three interfaces share, then those of this interface. Error: the hardware lacks a register.
pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let held = Held::new(config, machine)?;
    let own: &[NamedClaim<'a>] = match config.interface {
        Interface::Cfu => &[
            ("cmd_ready and rsp_valid in every clock", command_and_response),
            ("a foreign function is answered with 0", foreign_result),
        ],
        Interface::Neorv32 => &[
            ("valid in every clock", neorv32_valid),
            ("an instruction is under way from its start to its answer", neorv32_busy),
        ],
        // CV-X-IF has claims of its own; it does not come here.
        Interface::Pcpi | Interface::CvXIf | Interface::CvXIf1 { .. } => {
            &[("pcpi_wait, pcpi_ready and pcpi_wr in every clock", pcpi_outputs)]
        }
    };
    let own = own.iter().map(|(name, claim)| held.clock(name, *claim));
    let waits = || held.claim("a response that is not taken stays", Held::waits);
    let waits = (config.interface == Interface::Cfu).then(waits);
    Ok(held.claims().into_iter().chain(own).chain(waits).collect())
}

/// PCPI: `pcpi_wait` is 1 while an instruction of the unit is offered, `pcpi_ready` and `pcpi_wr` are 1 when its answer is due.
fn pcpi_outputs(held: &Held, obligation: &mut Obligation, clock: &UnitClock) {
    let [operation, access] = held.offered(clock);
    let due = [held.is_due(clock)];
    obligation.equal(&[operation.or(&access)], &clock.ports["pcpi_wait"]);
    obligation.equal(&due, &clock.ports["pcpi_ready"]);
    obligation.equal(&due, &clock.ports["pcpi_wr"]);
}

/// NEORV32: `valid` is 1 when an answer is due.
fn neorv32_valid(held: &Held, obligation: &mut Obligation, clock: &UnitClock) {
    obligation.equal(&[held.is_due(clock)], &clock.ports["valid"]);
}

/// NEORV32: the register [`Held::under_way`] is 1 in the later clocks of an instruction, never for an instruction that is not the
/// unit's, and 0 after reset.
fn neorv32_busy(held: &Held, obligation: &mut Obligation, clock: &UnitClock) {
    let [operation, access] = held.offered(clock);
    let goes_on = operation.or(&access).and(&held.is_due(clock).not());
    obligation.equal(
        &[goes_on.and(&held.executor.runs(clock))],
        &held.under_way(&clock.after),
    );
}

/// CFU: a command is accepted together with its response; a foreign function, which is not the unit's, is answered at once. Without a
/// command `cmd_ready` is 1, because VexRiscv needs that to forget an earlier command.
fn command_and_response(held: &Held, obligation: &mut Obligation, clock: &UnitClock) {
    let valid = clock.is("cmd_valid");
    let [operation, access] = held.offered(clock);
    let foreign = operation.or(&access).not().and(&valid);
    let response = held.is_due(clock).or(&foreign);
    let taken = response.and(&clock.is("rsp_ready"));
    obligation.equal(&[response], &clock.ports["rsp_valid"]);
    obligation.equal(&[taken.or(&valid.not())], &clock.ports["cmd_ready"]);
}

/// CFU: the result of a foreign function, which is not the unit's, is 0.
fn foreign_result(held: &Held, obligation: &mut Obligation, clock: &UnitClock) {
    let [operation, access] = held.offered(clock);
    let foreign = operation.or(&access).not().and(&clock.is("cmd_valid"));
    obligation.equal_where(&foreign, &[], &clock.ports["rsp_payload_outputs_0"]);
}
