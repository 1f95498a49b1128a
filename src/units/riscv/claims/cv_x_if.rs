//! The claims at both revisions of CV-X-IF, each from any state and for any inputs.

use super::function::{cases, function_of, words_have_claims};
use super::offloaded::{Offloaded, bit, is_1};
use super::registers::{UnitClock, read};
use crate::riscv::encoding::{FUNCTION_BITS, Opcode, PackedWord, THIRD};
use crate::riscv::rtl::{Interface, RiscvConfig};
use lanesmith_algebra::{Bit, Edge};
use lanesmith_prove::conditions::{all, exactly_one, same};
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_prove::{Deferred, Obligation};

/// Outputs of CV32E40X's revision that are always 0, for features that no instruction of the unit uses.
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

/// What a claim about one clock says.
type ClockRule<'a> = fn(&Offloaded<'a>, &mut Obligation, &UnitClock);

pub(super) fn claims<'a>(
    config: &'a RiscvConfig,
    machine: &'a dyn TransitionSystem,
) -> Result<Vec<Deferred<'a>>, String> {
    let unit = Offloaded::new(config, machine)?;
    let cases = cases(&config.features).into_iter();
    let mut claims: Vec<Deferred> = cases
        .map(|(name, functions, is_access)| unit.transfer(name, functions, is_access))
        .collect();
    // The revision that has the claim (whether it is 1.0), if it is not both.
    let rules: [(Option<bool>, &str, ClockRule<'a>); 14] = [
        (Some(false), "issue_ready, accept and writeback of every offer", issue),
        (
            Some(true),
            "issue_ready, accept, writeback and register_read of every offer",
            issue,
        ),
        (Some(true), "register_ready in every clock", register_ready),
        (None, "result_valid in every clock, and whose result it is", result),
        (Some(false), "outputs that are always 0", never),
        (None, "an instruction is held from its acceptance to its end", is_held),
        (None, "the held instruction is the one that was accepted", accepted),
        (
            Some(true),
            "the source registers are those of the held instruction",
            operands,
        ),
        (Some(false), "commits reach the held instruction", committed),
        (Some(true), "commits and kills reach the held instruction", committed),
        (None, "a decision about an offer that waits is remembered", early),
        (None, "cycles of an operation are counted", counting),
        (None, "what is held is one of the unit's instructions", own),
        (None, "every clock is of exactly one kind", partition),
    ];
    let has = |revision: &Option<bool>| revision.is_none_or(|revision| revision == is_1(config));
    let rules = rules.iter().filter(|(revision, ..)| has(revision));
    claims.push(unit.claim("other traffic leaves a held instruction alone", Offloaded::aside));
    claims.push(unit.claim("a result that is not taken stays", Offloaded::waits));
    claims.extend(rules.map(|(_, name, rule)| unit.clock(name, *rule)));
    claims.push(unit.claim("reset sets the state and drops everything", reset));
    let complete = |unit: &Offloaded<'a>| words_have_claims(unit.config);
    claims.push(unit.claim("every instruction has exactly one claim", complete));
    if unit.executor.has_state() {
        claims.push(unit.clock("the state changes only with a result that is taken", untaken));
    }
    Ok(claims)
}

const ONE: Edge = Edge::Constant(true);

fn is_split(unit: &Offloaded) -> bool {
    unit.config.interface == Interface::CvXIf1 { split: true }
}

fn issue(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let offered = clock.is("issue_valid");
    let ready = unit.is_ready(clock);
    obligation.equal_where(&offered, std::slice::from_ref(&ready), &clock.ports["issue_ready"]);
    let own = unit.own(clock);
    let answered = offered.and(&ready);
    for port in ["issue_resp_accept", "issue_resp_writeback"] {
        obligation.equal_where(&answered, std::slice::from_ref(&own), &clock.ports[port]);
    }
    if is_1(unit.config) {
        let third = own.and(&unit.needs_third(clock));
        let read = [own.clone(), own, third];
        obligation.equal_where(&answered, &read, &clock.ports["issue_resp_register_read"]);
    }
}

/// Without the split it equals `issue_ready`, because the instruction and its source operands come together.
fn register_ready(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let valid = clock.is("register_valid");
    let (due, ready) = match is_split(unit) {
        true => (valid, ONE),
        false => (clock.is("issue_valid").and(&valid), unit.is_ready(clock)),
    };
    obligation.equal_where(&due, &[ready], &clock.ports["register_ready"]);
}

fn result(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let due = unit.is_due(clock);
    obligation.equal(std::slice::from_ref(&due), &clock.ports["result_valid"]);
    let own = &unit.registers;
    let hart = own.hartid.as_ref().map(|hart| (hart, "result_hartid"));
    for (register, port) in hart.into_iter().chain([(&own.id, "result_id"), (&own.rd, "result_rd")]) {
        obligation.equal_where(&due, &read(&clock.before, register), &clock.ports[port]);
    }
    obligation.equal_where(&due, &[ONE], &clock.ports["result_we"]);
}

fn never(_: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    for port in NEVER {
        obligation.equal(&[], &clock.ports[port]);
    }
}

/// An instruction is held until its result is taken, until it is killed, until its number is offered again, or until reset. An
/// instruction that is killed before its acceptance or in the same clock is not held.
fn is_held(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let [decided, kill] = unit.fate(clock);
    let accepted = unit.accepted(clock).and(&decided.and(&kill).not());
    let held = accepted.and(&unit.executor.runs(clock)).or(&unit.stays(clock));
    obligation.equal(&[held], &read(&clock.after, &unit.registers.held));
}

/// With CV32E40X's revision the source operands come with the instruction.
fn accepted(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    identity(unit, obligation, clock);
    if !is_1(unit.config) {
        operands(unit, obligation, clock);
    }
}

/// Claims that the held instruction has function, number, rd and hart of the accepted one.
fn identity(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
    let word = &clock.ports["issue_req_instr"];
    let function = function_of(Opcode::Custom0, word);
    let own = &unit.registers;
    for (register, offered) in [
        (Some(&own.function_id), &function[..FUNCTION_BITS as usize]),
        (Some(&own.id), &clock.ports["issue_req_id"]),
        (Some(&own.rd), &word[7..12]),
        (own.third.as_ref(), &function[THIRD as usize..=THIRD as usize]),
        (own.major.as_ref(), &function[PackedWord::MAJOR_RANGE]),
        (own.immediate.as_ref(), &word[15..25]),
        (
            own.hartid.as_ref(),
            clock.ports.get("issue_req_hartid").map_or(&[], Vec::as_slice),
        ),
    ] {
        unit.loaded_where(obligation, clock, register, (&accepted, offered), &unit.stays(clock));
    }
}

/// Claims that the source operands come with the acceptance, or with the split in the first transaction with the number of the held instruction.
fn operands(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let stays = unit.stays(clock);
    let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
    let (loads, keeps) = match &unit.registers.loaded {
        Some(register) => {
            let delivered = unit.is_delivered(clock);
            obligation.equal_where(&accepted, &[], &read(&clock.after, register));
            let loaded = unit.is_loaded(&clock.before).or(&delivered);
            obligation.equal_where(&stays, &[loaded], &read(&clock.after, register));
            (stays.and(&delivered), stays.and(&delivered.not()))
        }
        None => (accepted, stays),
    };
    let ports = if is_1(unit.config) {
        "register_rs"
    } else {
        "issue_req_rs"
    };
    for (i, register) in unit.registers.operands.iter().enumerate() {
        let handed_over = &clock.ports[&format!("{ports}_{i}")];
        unit.loaded_where(obligation, clock, register.as_ref(), (&loads, handed_over), &keeps);
    }
}

/// A commit counts before, in and after the clock of the acceptance.
fn committed(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let accepted = unit.accepted(clock).and(&unit.executor.runs(clock));
    let after = read(&clock.after, &unit.registers.committed);
    let [decided, kill] = unit.fate(clock);
    obligation.equal_where(&accepted, &[decided.and(&kill.not())], &after);
    let [commit, _] = unit.decided(clock);
    let before = bit(&clock.before, &unit.registers.committed);
    obligation.equal_where(&unit.stays(clock), &[before.or(&commit)], &after);
}

fn early(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let [decided, kill] = unit.fate(clock);
    let waits = clock.is("issue_valid").and(&unit.is_ready(clock).not());
    let early = all(&[waits, decided, unit.executor.runs(clock)]);
    obligation.equal(std::slice::from_ref(&early), &read(&clock.after, &unit.registers.early));
    obligation.equal_where(&early, &[kill], &read(&clock.after, &unit.registers.early_kill));
    let remembered = same(
        &clock.ports["issue_req_id"],
        &read(&clock.after, &unit.registers.early_id),
    );
    obligation.equal_where(&early, &[ONE], &[remembered]);
}

/// The count is 0 after the acceptance, grows by one in each clock in which an operation with its source operands stays, and stops at the
/// latency.
fn counting(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let accepted = unit.accepted(clock).or(&unit.executor.resets(clock));
    let after = unit.executor.waited(&clock.after);
    obligation.equal_where(&accepted, &[], &after);
    let [operation, _] = unit.held(clock);
    let goes_on = operation.and(&unit.stays(clock));
    let loaded = unit.is_loaded(&clock.before);
    obligation.equal_where(&goes_on.and(&loaded), &unit.executor.one_more(&clock.before), &after);
    obligation.equal_where(&goes_on.and(&loaded.not()), &[], &after);
    obligation.equal(&[ONE], &[unit.executor.invariant(&clock.after)]);
}

fn own(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    obligation.equal(&[ONE], &[unit.invariant(&clock.after)]);
}

fn untaken(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    let condition = unit.taken(clock).not().and(&unit.executor.runs(clock));
    unit.executor.stays(obligation, clock, &condition);
}

fn reset(unit: &Offloaded) -> Obligation {
    unit.clock_in_reset(|obligation, clock| {
        unit.executor.is_reset(obligation, clock, &unit.config.features);
        for register in [&unit.registers.held, &unit.registers.early] {
            obligation.equal(&[], &read(&clock.after, register));
        }
    })
}

fn partition(unit: &Offloaded, obligation: &mut Obligation, clock: &UnitClock) {
    obligation.equal(&[ONE], &[exactly_one(unit.kinds(clock))]);
}
