//! The claims at PicoRV32's interface.

use super::function::{kind_of_word, word};
use super::held::{Held, Ports};
use crate::algebra::{Bit, Edge, Graph};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::encoding::Opcode;
use crate::units::riscv::rtl::Config;

/// The ports of a unit with each opcode: the words that claims offer have it.
static PORTS: [Ports; 4] = [
    ports(|graph, function| word(Opcode::Custom0, graph, function)),
    ports(|graph, function| word(Opcode::Custom1, graph, function)),
    ports(|graph, function| word(Opcode::Custom2, graph, function)),
    ports(|graph, function| word(Opcode::Custom3, graph, function)),
];

const fn ports(offer: fn(&Graph, &[Edge]) -> Vec<Edge>) -> Ports {
    Ports {
        valid: "pcpi_valid",
        instruction: "pcpi_insn",
        operands: ["pcpi_rs1", "pcpi_rs2"],
        ends: "pcpi_ready",
        result: "pcpi_rd",
        takes: None,
        offer,
        own: kind_of_word,
    }
}

pub(super) fn claims<'a>(config: &'a Config, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
    let held = Held::new(config, machine, &PORTS[config.features.opcode as usize])?;
    let mut claims = held.claims();
    claims.push(held.claim("pcpi_wait tells the own instructions", wait));
    claims.push(held.claim("nothing is answered but own instructions", foreign));
    Ok(claims)
}

fn wait(held: &Held) -> Obligation {
    held.clock(&[], |obligation, ports, _, _| {
        obligation.equal(&[held.own(ports)], &ports["pcpi_wait"]);
    })
}

fn foreign(held: &Held) -> Obligation {
    held.clock(&[], |obligation, ports, _, _| {
        let answered = ports["pcpi_ready"][0].and(&held.own(ports));
        let answered = [answered];
        obligation.equal(&answered, &ports["pcpi_ready"]);
        obligation.equal(&answered, &ports["pcpi_wr"]);
    })
}
