//! The claims at the interface CV-X-IF 1.0, each from any state and for any inputs.

use super::cv_x_if::{self, ClaimBuilder, ONE, identity};
use super::function::{cases, words_have_claims};
use super::offloaded::{OPERANDS, Offloaded};
use crate::algebra::Bit;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::rtl::{Interface, RiscvConfig};

pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let unit = Offloaded::new(config, machine)?;
    let cases = cases(&config.features).into_iter();
    let mut claims: Vec<Deferred> = cases
        .map(|(name, functions, is_access)| unit.transfer(name, functions, is_access))
        .collect();
    let rules: [(&str, ClaimBuilder<'a>); 15] = [
        ("other traffic leaves a held instruction alone", Offloaded::aside),
        ("a result that is not taken stays", Offloaded::waits),
        ("issue_ready, accept, writeback and register_read of every offer", issue),
        ("register_ready in every clock", register_ready),
        ("result_valid in every clock, and whose result it is", result),
        ("an instruction is held from its acceptance to its end", cv_x_if::held),
        ("the held instruction is the one that was accepted", instruction),
        ("the source registers are those of the held instruction", operands),
        ("commits and kills reach the held instruction", cv_x_if::committed),
        ("a decision about an offer that waits is remembered", cv_x_if::early),
        ("cycles of an operation are counted", cv_x_if::counting),
        ("what is held is one of the unit's instructions", cv_x_if::own),
        ("reset sets the state and drops everything", cv_x_if::reset),
        ("every clock is of exactly one kind", cv_x_if::partition),
        ("every instruction has exactly one claim", |unit| {
            words_have_claims(unit.config)
        }),
    ];
    claims.extend(rules.map(|(name, build)| unit.claim(name, build)));
    claims.extend(cv_x_if::state_changes(&unit));
    Ok(claims)
}

fn is_split(unit: &Offloaded) -> bool {
    unit.config.interface == Interface::CvXIf1 { split: true }
}

fn issue(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let offered = clock.is("issue_valid");
        let ready = unit.is_ready(clock);
        obligation.equal_where(&offered, std::slice::from_ref(&ready), &clock.ports["issue_ready"]);
        let own = unit.own(clock);
        let third = own.and(&unit.needs_third(clock));
        let answered = offered.and(&ready);
        for (port, expected) in [
            ("issue_resp_accept", vec![own.clone()]),
            ("issue_resp_writeback", vec![own.clone()]),
            ("issue_resp_register_read", vec![own.clone(), own, third]),
        ] {
            obligation.equal_where(&answered, &expected, &clock.ports[port]);
        }
    })
}

/// Without the split it equals `issue_ready`, because the instruction and its source operands come together.
fn register_ready(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let ready = match is_split(unit) {
            true => ONE,
            false => unit.is_ready(clock),
        };
        let both = clock.is("issue_valid").and(&clock.is("register_valid"));
        let due = if is_split(unit) {
            clock.is("register_valid")
        } else {
            both
        };
        obligation.equal_where(&due, &[ready], &clock.ports["register_ready"]);
    })
}

fn result(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let due = unit.is_due(clock);
        obligation.equal(std::slice::from_ref(&due), &clock.ports["result_valid"]);
        for (name, port) in [("hartid", "result_hartid"), ("id", "result_id"), ("rd", "result_rd")] {
            obligation.equal_where(&due, &unit.word(&clock.before, name), &clock.ports[port]);
        }
        obligation.equal_where(&due, &[ONE], &clock.ports["result_we"]);
    })
}

fn instruction(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
        identity(unit, obligation, clock);
        let hart = &clock.ports["issue_req_hartid"];
        unit.loaded_where(obligation, clock, "hartid", (&accepted, hart), &unit.stays(clock));
    })
}

/// The source operands come with the acceptance, or with the split in the first transaction with the number of the held instruction.
fn operands(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let stays = unit.stays(clock);
        let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
        let (loads, keeps) = match is_split(unit) {
            true => {
                let delivered = unit.is_delivered(clock);
                obligation.equal_where(&accepted, &[], &unit.word(&clock.after, "loaded"));
                let loaded = unit.is_loaded(&clock.before).or(&delivered);
                obligation.equal_where(&stays, &[loaded], &unit.word(&clock.after, "loaded"));
                (stays.and(&delivered), stays.and(&delivered.not()))
            }
            false => (accepted, stays),
        };
        for (i, name) in OPERANDS.into_iter().enumerate() {
            let handed_over = &clock.ports[&format!("register_rs_{i}")];
            unit.loaded_where(obligation, clock, name, (&loads, handed_over), &keeps);
        }
    })
}
