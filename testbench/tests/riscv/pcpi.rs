//! Seeded bugs at PicoRV32's interface, and in the executor that all interfaces share.

use super::{Bug, loads, loads_with, or, refute};
use crate::seeded::{copy, drive, flip, invert, read, register, set};
use lanesmith::netlist::{BinaryOp, Module};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};

#[test]
fn seeded_bugs_are_refuted_and_found_by_the_testbench() {
    let without_reset = |name| Box::new(register(name, |register| register.reset = None)) as Box<dyn Fn(&mut Module)>;
    let bugs: Vec<Bug> = vec![
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
        ("answers one cycle early", answers_in(1)),
        (
            "answers whether or not it has finished",
            Box::new(set("executor_done", 1)),
        ),
        (
            "has functions that it does not have",
            Box::new(set("executor_known", 1)),
        ),
        (
            "the ALU stands still",
            Box::new(|module: &mut Module| {
                let never = module.constant(1, 0);
                module
                    .registers
                    .iter_mut()
                    .filter(|register| register.reset.is_none())
                    .for_each(|register| register.enable = Some(never));
            }),
        ),
        (
            "the result becomes c whatever was asked for",
            Box::new(copy("executor.c_q", "executor_result")),
        ),
        ("the mask lacks a lane", Box::new(flip("executor.modifiers", 1))),
        (
            "a selector digit is wrong",
            Box::new(flip("executor.modifiers", 1 << 4)),
        ),
        (
            "accumulate and saturate together are an operation",
            or("executor.operation", "executor.decoder.both"),
        ),
        (
            "dot products have held modifiers",
            or("executor.operation", "executor.decoder.dot"),
        ),
        ("every answer writes c", loads_with("executor.c_q", "answer")),
        (
            "every answer writes the configuration",
            loads_with("executor.configuration_q", "answer"),
        ),
        (
            "chained without being asked to",
            Box::new(flip("executor.configuration_q", 1 << 28)),
        ),
        ("c survives reset", without_reset("executor.c_q")),
        ("results are cut short", Box::new(flip("pcpi_rd", 1 << 31))),
    ];
    refute(RiscvConfig::all(Interface::Pcpi, 2), bugs);
}

/// The unit answers in another cycle.
fn answers_in(cycle: u64) -> Box<dyn Fn(&mut Module)> {
    Box::new(move |module| {
        let waited = read(module, "executor.waited_q");
        drive(module, "executor.full", |module, _| {
            let cycle = module.constant(3, cycle);
            module.binary(BinaryOp::Eq, waited, cycle)
        });
    })
}
