//! Bugs at each interface, in the notation of `deep::notation`: a claim refutes each, and the testbench finds it.

use super::{claims, flat, play};
use crate::deep::circuit::edited;
use crate::deep::notation::{Definitions, edit, entries};
use crate::seeded::refutations;
use lanesmith::netlist::Flat;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::Profile;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

/// Faults as people make them in what all interfaces share, at latency 2. `offered`: an instruction is there; `taken`: it is taken; `result` is
/// its result; `known`: it is the unit's.
const SHARED: &str = "\
answers one cycle early
    executor.full = executor.waited_q == 1
answers one cycle late
    executor.full = executor.waited_q == 3
answers whether or not it has finished
    executor_done = 1
has functions that it does not have
    known = 1
the result of the ALU never changes
    executor.core_d = 0
the result becomes c whatever was asked for
    executor.c_q = executor_result
the mask lacks a lane
    executor.modifiers = old ^ 1
a selector digit is wrong
    executor.modifiers = old ^ 0x10
modifiers are never held
    executor.modifiers = 0xfac688f
accumulate and saturate together are an operation
    executor.operation = old | executor.decoder.both
accumulate and saturate together are no comparison
    executor.operation = old & ~executor.decoder.both
dot products are not chained
    enable executor.c_q = old & ~executor.decoder.dot
every answer writes c
    enable executor.c_q = old | taken
c changes before the answer
    enable executor.c_q = old | offered
every answer writes the configuration
    enable executor.configuration_q = old | taken
c is never chained
    enable executor.c_q = old & executor.access
chained without being asked to
    executor.configuration_q = old ^ 0x10000000
c survives reset
    without reset executor.c_q
the configuration survives reset
    without reset executor.configuration_q
results are cut short
    result = old ^ 0x80000000
";

const PCPI: &str = "\
never answers
    pcpi_ready = 0
claims whatever is offered
    own = old | pcpi_valid
claims before anything is offered
    own = old | executor_known
does not claim
    pcpi_wait = 0
answers without rd
    pcpi_wr = 0
ready is inverted
    pcpi_ready = ~old
counts on where an instruction is withdrawn
    enable executor.waited_q = old & pcpi_valid
dot products have held modifiers
    executor.operation = old | executor.decoder.dot
";

const CFU: &str = "\
never answers
    rsp_valid = 0
answers without a command
    rsp_valid = old | executor_done
takes a command before its response
    cmd_ready = cmd_valid
takes a command although its response waits
    cmd_ready = rsp_valid
valid waits for ready
    rsp_valid = cmd_ready
ready is inverted
    cmd_ready = ~old
not ready without a command
    cmd_ready = taken
the state changes while the response waits
    taken = answer
forgets a response that waits
    executor.waited_q = executor.full ? 0 : old
";

const NEORV32: &str = "\
never answers
    valid = 0
ready is inverted
    valid = ~old
forgets an instruction behind its first clock
    busy_q = 0
executes whatever the word is
    busy_q = 1
does not look at start
    unit.pcpi_valid = busy_q
is busy behind an answer
    busy_q = old | valid
is busy with a foreign word
    busy_q = old | start
a start while nothing is its own keeps it busy
    unit.own = old | start
what is under way survives reset
    without reset busy_q
gives up behind the second clock
    busy_q = busy_q ? 0 : old
counts on where nothing is under way
    enable unit.executor.waited_q = old & start
";

const CV32E40X: &str = "\
answers before the commit
    answer = held_q & executor_done
a kill of any number kills
    killed = open & commit_valid & commit_commit_kill
a commit of any number commits
    committed_q = old | commit_valid & ~commit_commit_kill
takes no notice of the opcode
    word_own = word.decoder_operation | word.decoder_access
does not wait for operands
    operands = 1
foreign words wait
    ready = operands & free
an offer of its number does not supersede
    superseded = 0
operands follow the offers
    enable rs1_q = old | issue_valid
what is held stands still while something is offered
    executor.present = held_q & ~issue_valid
does not wait for the third operand
    operands = issue_req_rs_valid[0] & issue_req_rs_valid[1]
says that it raises exceptions
    issue_resp_exc = 1
";

/// An instruction that is held while the core may commit or kill it.
const OFFLOADED: &str = "\
never answers
    result_valid = 0
valid waits for ready
    result_valid = taken
loses a result that waits
    held_q = answer ? 0 : old
a result after a kill
    killed = 0
a killed instruction changes c
    enable executor.c_q = old | killed
accepts foreign words
    word_own = 1
refuses its own ones
    word_own = 0
accepts an instruction while one is held
    free = 1
forgets a decision before the acceptance
    was_decided = 0
remembers a decision about another offer
    was_decided = early_q
a kill before the acceptance commits
    early_kill_q = 0
overlooks a decision in the clock of the acceptance
    decided = was_decided
a kill in the clock of the acceptance commits
    kill = 0
a decision begins the cycles anew
    executor.waited_q = commit_valid ? 0 : old
the result has the number of the offer
    result_id = issue_req_id
the result is for another register
    result_rd = old ^ 1
what is held survives a result
    held_q = old | taken
what is held survives reset
    without reset held_q
a third operand is the state's
    executor.core.c = executor.c_q
refuses words with a third register
    word.offers_third = 0
bytes for half-words with a third register
    word.wide = 0
the result of a third operand becomes c
    enable executor.c_q = old | third_q
";

/// CV-X-IF 1.0 with source registers at the offer. The other bugs are those of CV32E40X's interface and of [`SPLIT`].
const TOGETHER: &str = "\
foreign words wait
    ready = operands & free
does not wait for operands
    operands = 1
does not wait for the third operand
    operands = register_rs_valid[0] & register_rs_valid[1] & register_valid
operands follow the offers
    enable rs1_q = old | issue_valid
takes registers of offers that wait
    register_ready = 1
";

/// CV-X-IF 1.0 with source registers behind the acceptance; commits and kills are of several numbers.
const SPLIT: &str = "\
answers before the commit
    answer = executor.present & executor_done
a kill of a newer instruction kills
    killed_from = committed_up_to
a kill of an older instruction spares
    killed = held_q & ~committed_q & commit_valid & commit_commit_kill & id_q == commit_id
a commit of a newer instruction does not reach
    commits = commit_valid & ~commit_commit_kill & id_q == commit_id
a commit of an older instruction commits
    committed_up_to = killed_from
an offer is spared where an older instruction is killed
    offer_killed_from = offer_committed_up_to
the result has the hart of the offer
    result_hartid = issue_req_hartid
does not say that it reads a third register
    issue_resp_register_read = old & 3
foreign words wait
    ready = free
takes registers of another instruction
    delivered = register_valid & held_q & ~loaded_q
never takes registers
    delivered = 0
begins without registers
    complete = 1
has the registers of the instruction before
    loaded_q = old | loaded_q
refuses registers
    register_ready = 0
waits for registers at the offer
    ready = register_valid & free
the first operand is that of the acceptance
    enable rs1_q = accepted
";

/// What the interface calls the nets of [`SHARED`].
const AT_PCPI: Definitions = &[
    ("offered", "own"),
    ("taken", "answer"),
    ("result", "pcpi_rd"),
    ("known", "executor_known"),
];
const AT_CV32E40X: Definitions = &[
    ("offered", "held_q"),
    ("result", "result_data"),
    // Offers have a decoder of their own: what that refuses never gets to the executor's.
    ("known", "word.decoder_operation"),
];

/// A claim that is refuted.
fn refuted(flat: &Flat, config: &RiscvConfig) -> Option<String> {
    let machine = NetlistMachine(flat);
    let claims = claims(config, &machine).expect("the registers are there");
    refutations(&claims).next().map(|outcome| outcome.name)
}

/// The bug refutes a claim, and the testbench finds it. That the claims hold without one is proved by [`super::proved`], of the same
/// configuration.
fn find(sound: &Flat, config: RiscvConfig, definitions: Definitions, (name, statements): (&str, &[&str])) {
    let broken = edited(sound, |circuit| edit(circuit, definitions, &statements.join(";")));
    let claim = refuted(&broken, &config).unwrap_or_else(|| panic!("{name}: not refuted"));
    let engine = Native::new(&broken).expect("hardware");
    // What takes pauses between instructions shows in the second run.
    let runs = [(Profile::Rare, 5000), (Profile::Heavy, 50_000)];
    let play = |(profile, steps)| play(Box::new(engine.clone()), config, profile, 5, steps).fault;
    let fault = runs.into_iter().find_map(play);
    let (_, text) = fault.unwrap_or_else(|| panic!("{name}: {claim} is refuted, but nothing shows in simulation"));
    println!("{name}: {claim}; {}", text.lines().next().unwrap_or_default());
}

/// Finds each of these bugs.
pub fn refute(config: RiscvConfig, definitions: Definitions, tables: &[&'static str]) {
    let flat = flat(&config);
    for (name, statements) in tables.iter().flat_map(|table| entries(table)) {
        find(&flat, config, definitions, (name, &statements));
    }
}

#[test]
fn bugs_at_picorv32s_interface_are_refuted_and_found() {
    refute(RiscvConfig::all(Interface::Pcpi, 2), AT_PCPI, &[PCPI, SHARED]);
}

#[test]
fn bugs_at_vexriscvs_interface_are_refuted_and_found() {
    refute(RiscvConfig::all(Interface::Cfu, 2), &[], &[CFU]);
}

#[test]
fn bugs_of_neorv32s_custom_functions_unit_are_refuted_and_found() {
    refute(RiscvConfig::all(Interface::Neorv32, 2), &[], &[NEORV32]);
}

#[test]
fn bugs_at_cv32e40xs_interface_are_refuted_and_found() {
    let config = RiscvConfig::all(Interface::CvXIf, 2);
    refute(config, AT_CV32E40X, &[CV32E40X, OFFLOADED, SHARED]);
}

#[test]
fn bugs_at_cv_x_if_1_are_refuted_and_found() {
    for (split, table) in [(false, TOGETHER), (true, SPLIT)] {
        refute(RiscvConfig::all(Interface::CvXIf1 { split }, 2), &[], &[table]);
    }
}
