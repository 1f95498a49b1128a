//! The claims at VexRiscv's interface.

use super::function::{Functions, kind};
use super::held::{Held, Ports};
use crate::algebra::{Bit, Edge, Graph};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Obligation};
use crate::units::riscv::rtl::Config;

static PORTS: Ports = Ports {
    valid: "cmd_valid",
    instruction: "cmd_payload_function_id",
    operands: ["cmd_payload_inputs_0", "cmd_payload_inputs_1"],
    ends: "cmd_ready",
    result: "rsp_payload_outputs_0",
    takes: Some("rsp_ready"),
    offer: |_, function| function.to_vec(),
    own: kind,
};

pub(super) fn claims<'a>(config: &'a Config, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
    let held = Held::new(config, machine, &PORTS)?;
    let mut claims = held.claims();
    claims.push(held.claim("a command is taken with its response", taken));
    claims.push(held.claim("no response without a command", nothing));
    claims.push(held.claim("a foreign function is answered with 0 and changes nothing", foreign));
    claims.push(held.claim("an access is answered in any clock", access));
    claims.push(held.claim("a response that waits stays", waits));
    Ok(claims)
}

fn taken(held: &Held) -> Obligation {
    held.clock(&[], |obligation, ports, _, _| {
        let both = ports["rsp_valid"][0].and(&ports["rsp_ready"][0]);
        obligation.equal(&[both], &ports["cmd_ready"]);
    })
}

fn nothing(held: &Held) -> Obligation {
    held.clock(&[("cmd_valid", false)], |obligation, ports, _, _| {
        obligation.equal(&[Edge::constant(false)], &ports["rsp_valid"]);
    })
}

fn foreign(held: &Held) -> Obligation {
    held.clock(
        &[("cmd_valid", true), held.running()],
        |obligation, ports, before, after| {
            let [operation, access] = kind(held.config, &ports["cmd_payload_function_id"]);
            obligation.assumption = operation.or(&access).not();
            obligation.equal(&[Edge::constant(true)], &ports["rsp_valid"]);
            obligation.equal(&[], &ports["rsp_payload_outputs_0"]);
            for (before, after) in held.parts.words(before).iter().zip(held.parts.words(after)) {
                obligation.equal(before, &after);
            }
        },
    )
}

/// However long nobody takes it: its answer depends on the command and on what only an answer changes.
fn access(held: &Held) -> Obligation {
    held.clock(&[("cmd_valid", true)], |obligation, ports, _, _| {
        let [_, access] = kind(held.config, &ports["cmd_payload_function_id"]);
        obligation.assumption = access;
        obligation.equal(&[Edge::constant(true)], &ports["rsp_valid"]);
    })
}

/// Once an operation is as far as its response, a clock in which nobody takes that leads to the same state again, and so to
/// the same response.
fn waits(held: &Held) -> Obligation {
    let graph = Graph::new();
    let (mut run, boundary) = held.behind_a_boundary(&graph);
    let mut obligation = Obligation::new("", &graph);
    let (function, _, inputs) = held.offer(&graph, Functions::ALL);
    let [operation, _] = kind(held.config, &function);
    obligation.assumption = boundary.and(&operation);
    for _ in 0..held.config.latency {
        held.offered(&mut run, &inputs, None);
    }
    let before = run.state.clone();
    let outputs = held.offered(&mut run, &inputs, Some(false));
    obligation.equal(&[Edge::constant(true)], &outputs["rsp_valid"]);
    obligation.equal(&before, &run.state);
    run.name(&mut obligation);
    obligation
}
