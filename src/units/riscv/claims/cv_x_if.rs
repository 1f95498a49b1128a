//! The claims at CV32E40X's interface: the rules of CV-X-IF, each from any state and for any inputs.

use super::function::{cases, function_of};
use super::offloaded::{Clock, INSTRUCTION, Offloaded, all, existing, quiet, same};
use crate::algebra::{Bit, Bitwise, Edge, Graph};
use crate::prove::machine::{Machine, Words};
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::encoding::{FUNCTION_BITS, Opcode, THIRD};
use crate::units::riscv::golden::State;
use crate::units::riscv::rtl::Config;

/// Outputs that are always 0: what the unit's instructions do not do.
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
type Rule<'a> = fn(&Offloaded<'a>) -> Obligation;

pub(super) fn claims<'a>(config: &'a Config, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
    let unit = Offloaded::new(config, machine)?;
    let cases = cases(&config.features).into_iter();
    let mut claims: Vec<Deferred> = cases
        .map(|(name, functions, is_access)| unit.transfer(name, functions, is_access))
        .collect();
    let rules: [(&str, Rule<'a>); 15] = [
        ("a result is there after its cycles and its commit", Offloaded::timing),
        ("an operation's result that waits stays", Offloaded::waits),
        ("a result is offered until it is taken", offered),
        ("only a taken result changes the state", untaken),
        (
            "reset gives the state its first values, and forgets what is under way",
            reset,
        ),
        ("own instructions are accepted, others refused", accept),
        (
            "an own instruction waits for operands and the one before, others for nothing",
            ready,
        ),
        (
            "an accepted instruction is held as it was offered, unless it is dead already",
            held,
        ),
        (
            "what is held stays until its result, its death, or an offer of its number",
            stays,
        ),
        (
            "what is offered or decided leaves the instruction alone that is held",
            aside,
        ),
        ("no result before a commit", commit),
        ("a result is that of the instruction that is held", result),
        ("no result after a kill", killed),
        ("a decision before the acceptance is remembered", early),
        ("what the unit's instructions do not do is never said", never),
    ];
    claims.extend(rules.map(|(name, build)| unit.claim(name, build)));
    Ok(claims)
}

/// A claim about one clock, from any state.
fn one_clock(unit: &Offloaded, given: Words, claim: impl FnOnce(&mut Obligation, &Clock)) -> Obligation {
    let graph = Graph::new();
    let mut run = unit.run(&graph);
    let mut obligation = Obligation::new("", &graph);
    let clock = unit.clock(&mut run, given);
    claim(&mut obligation, &clock);
    run.name(&mut obligation);
    obligation
}

/// An input that is always 0 or 1.
fn given(name: &str, value: bool) -> Words {
    Words::from([(name.to_owned(), vec![Edge::constant(value)])])
}

/// The registers of the instruction are the same before and after.
fn unchanged(unit: &Offloaded, obligation: &mut Obligation, condition: &Edge, clock: &Clock) {
    for name in existing(unit.config, &INSTRUCTION) {
        let [before, after] = [&clock.before, &clock.after].map(|state| unit.word(state, name));
        obligation.equal_where(condition, &before, &after);
    }
}

fn offered(unit: &Offloaded) -> Obligation {
    let graph = Graph::new();
    let mut run = unit.run(&graph);
    let mut obligation = Obligation::new("", &graph);
    let first = unit.clock(&mut run, given("result_ready", false));
    obligation.assumption = first.is("result_valid");
    let second = unit.clock(&mut run, Words::new());
    for port in ["result_valid", "result_id", "result_rd", "result_we"] {
        obligation.equal(&first.ports[port], &second.ports[port]);
    }
    unchanged(unit, &mut obligation, &Edge::constant(true), &first);
    run.name(&mut obligation);
    obligation
}

fn untaken(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        obligation.assumption = unit.taken(clock).not();
        let [before, after] = [&clock.before, &clock.after].map(|state| unit.parts.words(state));
        for (before, after) in before.iter().zip(&after) {
            obligation.equal(before, after);
        }
    })
}

fn reset(unit: &Offloaded) -> Obligation {
    one_clock(unit, given("reset_n", false), |obligation, clock| {
        unit.becomes(obligation, &State::<Bitwise<Edge>>::reset(&unit.config.features), clock);
        for name in ["held", "early"] {
            obligation.equal(&[], &unit.word(&clock.after, name));
        }
    })
}

fn accept(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        obligation.assumption = clock.is("issue_valid").and(&clock.is("issue_ready"));
        let own = [unit.own(clock)];
        obligation.equal(&own, &clock.ports["issue_resp_accept"]);
        obligation.equal(&own, &clock.ports["issue_resp_writeback"]);
    })
}

fn ready(unit: &Offloaded) -> Obligation {
    one_clock(unit, given("issue_valid", true), |obligation, clock| {
        let held = unit.bit(&clock.before, "held");
        let free = held.not().or(&unit.taken(clock)).or(&unit.superseded(clock));
        let [first, second, third] = [0, 1, 2].map(|i| clock.ports["issue_req_rs_valid"][i].clone());
        let needs_third = function_of(Opcode::Custom0, &clock.ports["issue_req_instr"])[THIRD as usize].clone();
        let ready = all(&[first, second, third.or(&needs_third.not()), free]);
        let ready = unit.own(clock).not().or(&ready);
        obligation.equal(&[ready], &clock.ports["issue_ready"]);
    })
}

fn held(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        obligation.assumption = unit.accepted(clock);
        let [decided, kill] = unit.fate(clock);
        let held = unit.bit(&clock.after, "held");
        obligation.equal(&[decided.and(&kill).not()], std::slice::from_ref(&held));
        unit.counts_from_0(obligation, clock);
        obligation.equal_where(
            &held,
            &[decided.and(&kill.not())],
            &unit.word(&clock.after, "committed"),
        );
        let word = &clock.ports["issue_req_instr"];
        let function = function_of(Opcode::Custom0, word);
        let (function, third) = function.split_at(FUNCTION_BITS as usize);
        let offered = [
            function,
            &clock.ports["issue_req_rs_0"],
            &clock.ports["issue_req_rs_1"],
            &clock.ports["issue_req_id"],
            &word[7..12],
            third,
            &clock.ports["issue_req_rs_2"],
        ];
        for (name, offered) in existing(unit.config, &INSTRUCTION).zip(offered) {
            obligation.equal_where(&held, offered, &unit.word(&clock.after, name));
        }
    })
}

fn stays(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        obligation.assumption = unit.accepted(clock).not();
        let [commit, _] = unit.decided(clock);
        let stays = unit.stays(clock).and(&unit.bit(&clock.before, "held"));
        obligation.equal(std::slice::from_ref(&stays), &unit.word(&clock.after, "held"));
        unchanged(unit, obligation, &stays, clock);
        let committed = unit.bit(&clock.before, "committed").or(&commit);
        obligation.equal_where(&stays, &[committed], &unit.word(&clock.after, "committed"));
    })
}

/// A clock in which the instruction stays is one in which nothing is offered or decided, but for what is known about commits.
fn aside(unit: &Offloaded) -> Obligation {
    let graph = Graph::new();
    let mut run = unit.run(&graph);
    let mut obligation = Obligation::new("", &graph);
    let clock = unit.clock(&mut run, Words::new());
    obligation.assumption = unit.stays(&clock).and(&unit.bit(&clock.before, "held"));
    run.restart(clock.before.clone());
    let mut given = quiet();
    given.insert("result_ready".to_owned(), clock.ports["result_ready"].clone());
    let alone = unit.clock(&mut run, given);
    for port in ["result_valid", "result_data"] {
        obligation.equal(&clock.ports[port], &alone.ports[port]);
    }
    unit.equal_but_for_commits(&mut obligation, &clock.after, &alone.after);
    run.name(&mut obligation);
    obligation
}

fn commit(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        obligation.assumption = clock.is("result_valid");
        for name in ["held", "committed"] {
            obligation.equal(&[Edge::constant(true)], &unit.word(&clock.before, name));
        }
    })
}

fn result(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        obligation.assumption = clock.is("result_valid");
        for (port, name) in [("result_id", "id"), ("result_rd", "rd")] {
            obligation.equal(&unit.word(&clock.before, name), &clock.ports[port]);
        }
        obligation.equal(&[Edge::constant(true)], &clock.ports["result_we"]);
    })
}

/// In the next clock nothing is answered, and nothing is held but what was accepted in the clock of the kill; so it stays
/// by *what is held stays* and *no result before a commit*.
fn killed(unit: &Offloaded) -> Obligation {
    let graph = Graph::new();
    let mut run = unit.run(&graph);
    let mut obligation = Obligation::new("", &graph);
    let first = unit.clock(&mut run, Words::new());
    let [_, killed] = unit.decided(&first);
    obligation.assumption = killed.and(&unit.accepted(&first).not());
    obligation.equal(&[], &unit.word(&first.after, "held"));
    let second = unit.clock(&mut run, Words::new());
    obligation.equal(&[], &second.ports["result_valid"]);
    run.name(&mut obligation);
    obligation
}

fn early(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        let [decided, kill] = unit.fate(clock);
        let early = unit.bit(&clock.after, "early");
        let waits = clock.is("issue_valid").and(&clock.is("issue_ready").not());
        obligation.equal(&[waits.and(&decided)], std::slice::from_ref(&early));
        obligation.equal_where(&early, &[kill], &unit.word(&clock.after, "early_kill"));
        let remembered = same(&clock.ports["issue_req_id"], &unit.word(&clock.after, "early_id"));
        obligation.equal_where(&early, &[Edge::constant(true)], &[remembered]);
    })
}

fn never(unit: &Offloaded) -> Obligation {
    one_clock(unit, Words::new(), |obligation, clock| {
        for port in NEVER {
            obligation.equal(&[], &clock.ports[port]);
        }
    })
}
