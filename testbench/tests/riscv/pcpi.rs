//! Seeded bugs at PicoRV32's interface.

use super::{Bug, loads, or, refute, shared_bugs};
use crate::seeded::{invert, read, set};
use lanesmith::netlist::BinaryOp;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

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
    refute(RiscvConfig::all(Interface::Pcpi, 2), bugs);
}
