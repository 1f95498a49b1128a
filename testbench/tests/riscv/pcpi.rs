//! At PicoRV32's interface: simulated, proved, and found out where it is broken.

use super::{Bug, all, loads, or, prove, refute, regress, shared_bugs};
use crate::seeded::{invert, read, set};
use lanesmith::netlist::BinaryOp;
use lanesmith::sim::EngineKind;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

const PCPI: Interface = Interface::Pcpi;

#[test]
fn a_hundred_thousand_instructions_at_every_latency_go_right_whatever_comes_between() {
    regress(EngineKind::Native, &all(PCPI), 25_000);
}

#[test]
fn verilator_agrees_on_a_hundred_thousand_instructions() {
    regress(
        EngineKind::Verilator,
        &[0, 3].map(|latency| RiscvConfig::all(PCPI, latency)),
        25_000,
    );
}

#[test]
fn rust_hdl_agrees() {
    regress(EngineKind::RustHdl, &[RiscvConfig::all(PCPI, 1)], 200);
}

#[test]
fn every_claim_has_a_witness_and_is_proved_in_every_third_configuration() {
    prove(PCPI, 6, 3);
}

#[test]
#[ignore = "takes minutes; the default suite has a third of the configurations"]
fn every_claim_has_a_witness_and_is_proved_at_every_latency_and_without_each_option() {
    prove(PCPI, 6, 1);
}

#[test]
fn seeded_bugs_are_refuted_and_found_by_the_testbench() {
    let mut bugs: Vec<Bug> = vec![
        ("never answers", Box::new(set("pcpi_ready", 0))),
        ("claims whatever is offered", or("own", "pcpi_valid")),
        ("claims before anything is offered", or("own", "executor_known")),
        ("does not claim", Box::new(set("pcpi_wait", 0))),
        ("answers without rd", Box::new(set("pcpi_wr", 0))),
        ("ready is inverted", Box::new(invert("pcpi_ready"))),
        (
            "counts on where an instruction is withdrawn",
            loads("executor.waited_q", |module, d, enable| {
                let offered = read(module, "pcpi_valid");
                (d, module.binary(BinaryOp::And, enable, offered))
            }),
        ),
    ];
    bugs.extend(shared_bugs(["own", "answer", "pcpi_rd", "executor_known"]));
    refute(RiscvConfig::all(PCPI, 2), bugs);
}
