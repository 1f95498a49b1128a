//! At CV32E40X's interface: simulated, proved, and found out where it is broken.

use super::{Bug, all, both, cleared, computed, loads, loads_with, or, prove, refute, regress, shared_bugs};
use crate::seeded::{copy, flip, read, register, set};
use lanesmith::netlist::{BinaryOp, ExprId, Module, UnaryOp};
use lanesmith::sim::EngineKind;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

const CV_X_IF: Interface = Interface::CvXIf;

#[test]
fn a_hundred_thousand_instructions_at_every_latency_go_right_under_every_stall_profile() {
    regress(EngineKind::Native, &all(CV_X_IF), 25_000);
}

#[test]
fn verilator_agrees_on_a_hundred_thousand_instructions() {
    regress(
        EngineKind::Verilator,
        &[0, 3].map(|latency| RiscvConfig::full(CV_X_IF, latency)),
        25_000,
    );
}

#[test]
fn rust_hdl_agrees() {
    regress(EngineKind::RustHdl, &[RiscvConfig::full(CV_X_IF, 1)], 200);
}

#[test]
fn every_claim_has_a_witness_and_is_proved_in_every_third_configuration() {
    prove(CV_X_IF, 15, 3);
}

#[test]
#[ignore = "takes minutes; the default suite has a third of the configurations"]
fn every_claim_has_a_witness_and_is_proved_at_every_latency_and_without_each_option() {
    prove(CV_X_IF, 15, 1);
}

#[test]
fn seeded_bugs_are_refuted_and_found_by_the_testbench() {
    let without_reset = |name| Box::new(register(name, |register| register.reset = None)) as Box<dyn Fn(&mut Module)>;
    let mut bugs: Vec<Bug> = vec![
        ("never answers", Box::new(set("result_valid", 0))),
        ("valid waits for ready", Box::new(copy("result_valid", "taken"))),
        ("loses a result that waits", cleared("held_q", "answer")),
        (
            "answers before the commit",
            computed("answer", |module| both(module, "held_q", "executor_done")),
        ),
        ("a result after a kill", Box::new(set("killed", 0))),
        ("a killed instruction changes c", loads_with("executor.c_q", "killed")),
        (
            "a kill of any number kills",
            computed("killed", |module| {
                let kill = both(module, "commit_valid", "commit_commit_kill");
                let open = read(module, "open");
                module.binary(BinaryOp::And, open, kill)
            }),
        ),
        (
            "a commit of any number commits",
            loads("committed_q", |module, d, enable| {
                let (valid, kill) = (read(module, "commit_valid"), read(module, "commit_commit_kill"));
                let spared = module.unary(UnaryOp::Not, kill);
                let commit = module.binary(BinaryOp::And, valid, spared);
                (module.binary(BinaryOp::Or, d, commit), enable)
            }),
        ),
        ("accepts foreign words", Box::new(set("word_own", 1))),
        ("refuses its own ones", Box::new(set("word_own", 0))),
        (
            "takes no notice of the opcode",
            computed("word_own", |module| {
                either(module, "word.decoder_operation", "word.decoder_access")
            }),
        ),
        ("accepts an instruction while one is held", Box::new(set("free", 1))),
        ("does not wait for operands", Box::new(set("operands", 1))),
        (
            "foreign words wait",
            computed("ready", |module| both(module, "operands", "free")),
        ),
        (
            "forgets a decision before the acceptance",
            Box::new(set("was_decided", 0)),
        ),
        (
            "remembers a decision about another offer",
            Box::new(copy("was_decided", "early_q")),
        ),
        ("a kill before the acceptance commits", Box::new(set("early_kill_q", 0))),
        (
            "overlooks a decision in the clock of the acceptance",
            Box::new(copy("decided", "was_decided")),
        ),
        (
            "a kill in the clock of the acceptance commits",
            Box::new(set("kill", 0)),
        ),
        (
            "an offer of its number does not supersede",
            Box::new(set("superseded", 0)),
        ),
        ("operands follow the offers", loads_with("rs1_q", "issue_valid")),
        (
            "what is held stands still while something is offered",
            computed("executor.present", |module| {
                let offered = read(module, "issue_valid");
                let alone = module.unary(UnaryOp::Not, offered);
                let held = read(module, "held_q");
                module.binary(BinaryOp::And, held, alone)
            }),
        ),
        (
            "a decision begins the cycles anew",
            cleared("executor.waited_q", "commit_valid"),
        ),
        (
            "the result has the number of the offer",
            Box::new(copy("result_id", "issue_req_id")),
        ),
        ("the result is for another register", Box::new(flip("result_rd", 1))),
        ("what is held survives a result", or("held_q", "taken")),
        ("what is held survives reset", without_reset("held_q")),
        (
            "does not wait for the third operand",
            computed("operands", |module| {
                let valid = read(module, "issue_req_rs_valid");
                let [first, second] = [0, 1].map(|bit| module.slice(valid, bit, 1));
                module.binary(BinaryOp::And, first, second)
            }),
        ),
        (
            "a third operand is the state's",
            Box::new(copy("executor.core.c", "executor.c_q")),
        ),
        (
            "refuses words with a third register",
            Box::new(set("word.offers_third", 0)),
        ),
        (
            "bytes for half-words with a third register",
            Box::new(set("word.wide", 0)),
        ),
        (
            "the result of a third operand becomes c",
            loads_with("executor.c_q", "third_q"),
        ),
        ("says that it raises exceptions", Box::new(set("issue_resp_exc", 1))),
    ];
    let shared = shared_bugs(["held_q", "taken", "result_data", "word.decoder_operation"]);
    // Offers have a decoder of their own: what that refuses never gets to the executor's.
    let is_seen = |(name, _): &Bug| *name != "dot products have held modifiers";
    bugs.extend(shared.into_iter().filter(is_seen));
    refute(RiscvConfig::all(CV_X_IF, 2), bugs);
}

fn either(module: &mut Module, x: &str, y: &str) -> ExprId {
    let (x, y) = (read(module, x), read(module, y));
    module.binary(BinaryOp::Or, x, y)
}
