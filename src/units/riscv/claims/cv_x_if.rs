//! The claims at CV32E40X's interface: the rules of CV-X-IF, from any state and for any inputs. Most of them also hold for CV-X-IF 1.0.

use super::function::{cases, function_of, words_have_claims};
use super::offloaded::{OPERANDS, Offloaded};
use super::registers::UnitClock;
use crate::algebra::{Bit, Bitwise, Edge};
use crate::prove::conditions::{all, exactly_one, same};
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::encoding::{FUNCTION_BITS, Opcode, PackedWord, SCALAR, THIRD};
use crate::units::riscv::golden::UnitState;
use crate::units::riscv::rtl::RiscvConfig;

/// Outputs that are always 0, for features of CV-X-IF that no instruction of the unit uses.
const NEVER: [&str; 11] = [
    "issue_resp_dualwrite",
    "issue_resp_dualread",
    "issue_resp_loadstore",
    "issue_resp_ecswrite",
    "issue_resp_exc",
    "result_ecsdata",
    "result_ecswe",
    "result_exc",
    "result_exccode",
    "result_err",
    "result_dbg",
];

/// Builds a claim about the unit.
pub(super) type ClaimBuilder<'a> = fn(&Offloaded<'a>) -> Obligation;

pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let unit = Offloaded::new(config, machine)?;
    let cases = cases(&config.features).into_iter();
    let mut claims: Vec<Deferred> = cases
        .map(|(name, functions, is_access)| unit.transfer(name, functions, is_access))
        .collect();
    let rules: [(&str, ClaimBuilder<'a>); 14] = [
        ("other traffic leaves a held instruction alone", Offloaded::aside),
        ("a result that is not taken stays", Offloaded::waits),
        ("issue_ready, accept and writeback of every offer", issue),
        ("result_valid in every clock, and whose result it is", result),
        ("outputs that are always 0", never),
        ("an instruction is held from its acceptance to its end", held),
        ("the held instruction is the one that was accepted", instruction),
        ("commits reach the held instruction", committed),
        ("a decision about an offer that waits is remembered", early),
        ("cycles of an operation are counted", counting),
        ("what is held is one of the unit's instructions", own),
        ("reset sets the state and drops everything", reset),
        ("every clock is of exactly one kind", partition),
        ("every instruction has exactly one claim", |unit| {
            words_have_claims(unit.config)
        }),
    ];
    claims.extend(rules.map(|(name, build)| unit.claim(name, build)));
    claims.extend(state_changes(&unit));
    Ok(claims)
}

/// The claim about the state of a unit that has some.
pub(super) fn state_changes<'a>(unit: &Offloaded<'a>) -> Option<Deferred<'a>> {
    let claim = || unit.claim("the state changes only with a result that is taken", untaken);
    unit.executor.has_state().then(claim)
}

pub(super) const ONE: Edge = Edge::Constant(true);

fn issue(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let offered = clock.is("issue_valid");
        let ready = unit.is_ready(clock);
        obligation.equal_where(&offered, std::slice::from_ref(&ready), &clock.ports["issue_ready"]);
        let own = [unit.own(clock)];
        for port in ["issue_resp_accept", "issue_resp_writeback"] {
            obligation.equal_where(&offered.and(&ready), &own, &clock.ports[port]);
        }
    })
}

fn result(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let due = unit.is_due(clock);
        obligation.equal(std::slice::from_ref(&due), &clock.ports["result_valid"]);
        for (name, port) in [("id", "result_id"), ("rd", "result_rd")] {
            obligation.equal_where(&due, &unit.word(&clock.before, name), &clock.ports[port]);
        }
        obligation.equal_where(&due, &[ONE], &clock.ports["result_we"]);
    })
}

fn never(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        for port in NEVER {
            obligation.equal(&[], &clock.ports[port]);
        }
    })
}

/// An instruction is held until its result is taken, until it is killed, until its number is offered again, or until reset. An
/// instruction that is killed before its acceptance or in the same clock is not held.
pub(super) fn held(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let [decided, kill] = unit.fate(clock);
        let accepted = unit.accepted(clock).and(&decided.and(&kill).not());
        let held = accepted.and(&unit.executor.runs(clock)).or(&unit.stays(clock));
        obligation.equal(&[held], &unit.word(&clock.after, "held"));
    })
}

fn instruction(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
        identity(unit, obligation, clock);
        for (i, name) in OPERANDS.into_iter().enumerate() {
            let offered = &clock.ports[&format!("issue_req_rs_{i}")];
            unit.loaded_where(obligation, clock, name, (&accepted, offered), &unit.stays(clock));
        }
    })
}

/// Claims that the held instruction has function, number and rd of the accepted one.
pub(super) fn identity(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
    let word = &clock.ports["issue_req_instr"];
    let function = function_of(Opcode::Custom0, word);
    for (name, offered) in [
        ("function_id", &function[..FUNCTION_BITS as usize]),
        ("id", &clock.ports["issue_req_id"]),
        ("rd", &word[7..12]),
        ("third", &function[THIRD as usize..=THIRD as usize]),
        ("scalar", &function[SCALAR as usize..=SCALAR as usize]),
        ("major", &function[PackedWord::MAJOR_RANGE]),
        ("immediate", &word[15..25]),
    ] {
        unit.loaded_where(obligation, clock, name, (&accepted, offered), &unit.stays(clock));
    }
}

/// A commit counts before, in and after the clock of the acceptance.
pub(super) fn committed(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
        let after = unit.word(&clock.after, "committed");
        let [decided, kill] = unit.fate(clock);
        obligation.equal_where(&accepted, &[decided.and(&kill.not())], &after);
        let [commit, _] = unit.decided(clock);
        let before = unit.bit(&clock.before, "committed");
        obligation.equal_where(&unit.stays(clock), &[before.or(&commit)], &after);
    })
}

pub(super) fn early(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let [decided, kill] = unit.fate(clock);
        let waits = clock.is("issue_valid").and(&unit.is_ready(clock).not());
        let early = all(&[waits, decided, unit.executor.runs(clock)]);
        obligation.equal(std::slice::from_ref(&early), &unit.word(&clock.after, "early"));
        obligation.equal_where(&early, &[kill], &unit.word(&clock.after, "early_kill"));
        let remembered = same(&clock.ports["issue_req_id"], &unit.word(&clock.after, "early_id"));
        obligation.equal_where(&early, &[ONE], &[remembered]);
    })
}

/// The count is 0 after the acceptance, grows by one in each clock in which an operation with its source operands stays, and stops at the
/// latency.
pub(super) fn counting(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let accepted = unit.accepted(clock).or(&unit.executor.resets(clock));
        let after = unit.executor.waited(&clock.after);
        obligation.equal_where(&accepted, &[], &after);
        let [operation, _] = unit.held(clock);
        let goes_on = operation.and(&unit.stays(clock));
        let loaded = unit.is_loaded(&clock.before);
        obligation.equal_where(&goes_on.and(&loaded), &unit.executor.one_more(&clock.before), &after);
        obligation.equal_where(&goes_on.and(&loaded.not()), &[], &after);
        obligation.equal(&[ONE], &[unit.executor.invariant(&clock.after)]);
    })
}

pub(super) fn own(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        obligation.equal(&[ONE], &[unit.invariant(&clock.after)]);
    })
}

fn untaken(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        let condition = unit.taken(clock).not().and(&unit.executor.runs(clock));
        let [before, after] = [&clock.before, &clock.after].map(|state| unit.executor.words(state));
        for (before, after) in before.iter().zip(&after) {
            obligation.equal_where(&condition, before, after);
        }
    })
}

pub(super) fn reset(unit: &Offloaded) -> Obligation {
    unit.clock_in_reset(|obligation, clock| {
        let first = UnitState::<Bitwise<Edge>>::reset(&unit.config.features);
        let pairs = unit.executor.expected(&first).into_iter();
        for (expected, word) in pairs.zip(unit.executor.words(&clock.after)) {
            obligation.equal(&expected, &word);
        }
        for name in ["held", "early"] {
            obligation.equal(&[], &unit.word(&clock.after, name));
        }
        obligation.equal(&[], &unit.executor.waited(&clock.after));
    })
}

pub(super) fn partition(unit: &Offloaded) -> Obligation {
    unit.clock(|obligation, clock| {
        obligation.equal(&[ONE], &[exactly_one(unit.kinds(clock))]);
    })
}
