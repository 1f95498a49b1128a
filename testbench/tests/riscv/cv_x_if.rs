//! Seeded bugs at CV32E40X's interface.

use super::{Bug, both, cleared, computed, loads, loads_with, or, refute, shared_bugs};
use crate::seeded::{copy, flip, read, register, set};
use lanesmith::netlist::{BinaryOp, ExprId, Module, UnaryOp};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

#[test]
fn seeded_bugs_are_refuted_and_found_by_the_testbench() {
    let mut bugs: Vec<Bug> = vec![
        (
            "answers before the commit",
            computed("answer", |module| both(module, "held_q", "executor_done")),
        ),
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
        (
            "takes no notice of the opcode",
            computed("word_own", |module| {
                either(module, "word.decoder_operation", "word.decoder_access")
            }),
        ),
        ("does not wait for operands", Box::new(set("operands", 1))),
        (
            "foreign words wait",
            computed("ready", |module| both(module, "operands", "free")),
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
            "does not wait for the third operand",
            computed("operands", |module| {
                let valid = read(module, "issue_req_rs_valid");
                let [first, second] = [0, 1].map(|bit| module.slice(valid, bit, 1));
                module.binary(BinaryOp::And, first, second)
            }),
        ),
        ("says that it raises exceptions", Box::new(set("issue_resp_exc", 1))),
    ];
    bugs.extend(of_offloaded_instructions());
    let shared = shared_bugs(["held_q", "taken", "result_data", "word.decoder_operation"]);
    // Offers have a decoder of their own: what that refuses never gets to the executor's.
    let is_seen = |(name, _): &Bug| *name != "dot products have held modifiers";
    bugs.extend(shared.into_iter().filter(is_seen));
    refute(RiscvConfig::all(Interface::CvXIf, 2), bugs);
}

fn either(module: &mut Module, x: &str, y: &str) -> ExprId {
    let (x, y) = (read(module, x), read(module, y));
    module.binary(BinaryOp::Or, x, y)
}

/// The bugs of an instruction that is held while the core may commit or kill it.
fn of_offloaded_instructions() -> Vec<Bug> {
    let without_reset = |name| Box::new(register(name, |register| register.reset = None)) as Box<dyn Fn(&mut Module)>;
    vec![
        ("never answers", Box::new(set("result_valid", 0))),
        ("valid waits for ready", Box::new(copy("result_valid", "taken"))),
        ("loses a result that waits", cleared("held_q", "answer")),
        ("a result after a kill", Box::new(set("killed", 0))),
        ("a killed instruction changes c", loads_with("executor.c_q", "killed")),
        ("accepts foreign words", Box::new(set("word_own", 1))),
        ("refuses its own ones", Box::new(set("word_own", 0))),
        ("accepts an instruction while one is held", Box::new(set("free", 1))),
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
    ]
}
