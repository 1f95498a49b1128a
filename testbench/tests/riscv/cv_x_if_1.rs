//! The interface CV-X-IF 1.0, with source registers at the offer and behind the acceptance: seeded bugs, and the third register.

use super::{Bug, both, computed, loads, loads_with, proved, refute, regress};
use crate::seeded::{copy, read, set};
use lanesmith::netlist::{BinaryOp, ExprId, Module, UnaryOp};
use lanesmith::sim::EngineKind;
use lanesmith::unit::Selection;
use lanesmith::units::riscv::CV_X_IF;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::FeatureSet;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

const TOGETHER: Interface = Interface::CvXIf1 { split: false };
const SPLIT: Interface = Interface::CvXIf1 { split: true };

/// The unit for a core that hands over the register of bits 31:27, as CVE2 does.
fn with_rs3_field(config: RiscvConfig) -> RiscvConfig {
    let mut config = config;
    config.features.third_is_rd = false;
    config.features.vxsat = false;
    config
}

#[test]
fn a_unit_for_cores_that_take_the_third_register_from_bits_31_27_leaves_alone_what_reads_rd() {
    let config = with_rs3_field(RiscvConfig::with_packed(TOGETHER, 1));
    let mut rows = config.features.packed_rows();
    assert!(!rows.any(|row| row.reads_rd()));
    proved(&config);
    regress(EngineKind::Native, &[config], 5_000);
    let header = c_header(&config.features, "a test");
    assert!(header.contains("_third") && !header.contains("pm4adda_b"));
    // R4-type words have the register in bits 31:27.
    assert!(header.contains(".insn r4 "));
    assert!(!c_header(&RiscvConfig::all(TOGETHER, 1).features, "a test").contains(".insn r4 "));
}

#[test]
fn the_field_of_the_third_register_is_of_cv_x_if_1_and_excludes_vxsat() {
    let select = |options: &str| {
        let words = options
            .split(", ")
            .map(|option| option.split_once(' ').unwrap_or((option, "")));
        Selection::of_options(&CV_X_IF, words)
    };
    for (options, why) in [
        ("rs3-field rs3", "--rs3-field is of CV-X-IF 1.0: add --cv-x-if 1.0"),
        (
            "cv-x-if 1.0, rs3-field rs3, encoding p, vxsat",
            "does not hand over accesses to control and status registers",
        ),
    ] {
        let error = select(options).expect_err(options).to_string();
        assert!(error.contains(why), "{error}");
    }
    let name = select("latency 1, cv-x-if 1.0, rs3-field rs3, encoding p, dot")
        .expect("a unit")
        .name();
    assert_eq!(name, "riscv_cv_x_if_l1_dot_xif1_rs3field_p");
    assert!(select("cv-x-if 1.0, rs3-field rd, encoding p, vxsat").is_ok());
}

#[test]
fn seeded_bugs_are_refuted_and_found_by_the_testbench() {
    // The other bugs are those of CV32E40X's interface and of the split.
    let bugs: Vec<Bug> = vec![
        (
            "foreign words wait",
            computed("ready", |module| both(module, "operands", "free")),
        ),
        ("does not wait for operands", Box::new(set("operands", 1))),
        (
            "does not wait for the third operand",
            computed("operands", |module| {
                let (valid, there) = (read(module, "register_rs_valid"), read(module, "register_valid"));
                let [first, second] = [0, 1].map(|bit| module.slice(valid, bit, 1));
                let pair = module.binary(BinaryOp::And, first, second);
                module.binary(BinaryOp::And, pair, there)
            }),
        ),
        ("operands follow the offers", loads_with("rs1_q", "issue_valid")),
        (
            "takes registers of offers that wait",
            Box::new(set("register_ready", 1)),
        ),
    ];
    refute(RiscvConfig::all(TOGETHER, 2), bugs);
}

#[test]
fn seeded_bugs_with_registers_behind_the_acceptance_are_refuted_and_found_by_the_testbench() {
    let mut bugs = of_decisions();
    bugs.extend([
        ("foreign words wait", computed("ready", |module| read(module, "free"))),
        (
            "takes registers of another instruction",
            computed("delivered", |module| {
                let (valid, loaded) = (read(module, "register_valid"), read(module, "loaded_q"));
                let missing = module.unary(UnaryOp::Not, loaded);
                let due = both(module, "held_q", "held_q");
                let due = module.binary(BinaryOp::And, due, missing);
                module.binary(BinaryOp::And, due, valid)
            }),
        ),
        (
            "never takes registers",
            Box::new(set("delivered", 0)) as Box<dyn Fn(&mut Module)>,
        ),
        ("begins without registers", Box::new(set("complete", 1))),
        (
            "has the registers of the instruction before",
            loads("loaded_q", |module, d, enable| {
                let before = read(module, "loaded_q");
                (module.binary(BinaryOp::Or, d, before), enable)
            }),
        ),
        ("refuses registers", Box::new(set("register_ready", 0))),
        (
            "waits for registers at the offer",
            computed("ready", |module| both(module, "register_valid", "free")),
        ),
        (
            "the first operand is that of the acceptance",
            loads("rs1_q", |module, d, _| (d, read(module, "accepted"))),
        ),
    ]);
    refute(RiscvConfig::all(SPLIT, 2), bugs);
}

/// The bugs about commits and kills of several numbers, harts and registers.
fn of_decisions() -> Vec<Bug> {
    vec![
        (
            "answers before the commit",
            computed("answer", |module| both(module, "executor.present", "executor_done")),
        ),
        (
            "a kill of a newer instruction kills",
            Box::new(copy("killed_from", "committed_up_to")),
        ),
        (
            "a kill of an older instruction spares",
            computed("killed", |module| {
                let open = open(module);
                let decision = decision(module, true, "id_q");
                module.binary(BinaryOp::And, open, decision)
            }),
        ),
        (
            "a commit of a newer instruction does not reach",
            computed("commits", |module| decision(module, false, "id_q")),
        ),
        (
            "a commit of an older instruction commits",
            Box::new(copy("committed_up_to", "killed_from")),
        ),
        (
            "an offer is spared where an older instruction is killed",
            Box::new(copy("offer_killed_from", "offer_committed_up_to")),
        ),
        (
            "the result has the hart of the offer",
            Box::new(copy("result_hartid", "issue_req_hartid")),
        ),
        (
            "does not say that it reads a third register",
            Box::new(|module: &mut Module| {
                crate::seeded::drive(module, "issue_resp_register_read", |module, old| {
                    let mask = module.constant(3, 3);
                    module.binary(BinaryOp::And, old, mask)
                });
            }),
        ),
    ]
}

/// An instruction is held that is not committed.
fn open(module: &mut Module) -> ExprId {
    let (held, committed) = (read(module, "held_q"), read(module, "committed_q"));
    let open = module.unary(UnaryOp::Not, committed);
    module.binary(BinaryOp::And, held, open)
}

/// The core commits or kills just this number.
fn decision(module: &mut Module, kills: bool, number: &str) -> ExprId {
    let (valid, kill) = (read(module, "commit_valid"), read(module, "commit_commit_kill"));
    let (number, commit) = (read(module, number), read(module, "commit_id"));
    let kill = if kills { kill } else { module.unary(UnaryOp::Not, kill) };
    let same = module.binary(BinaryOp::Eq, number, commit);
    let decides = module.binary(BinaryOp::And, valid, kill);
    module.binary(BinaryOp::And, decides, same)
}
