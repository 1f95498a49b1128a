//! The claims about the ALU with its valid/ready shell.

use super::golden::{Claim, cases};
use crate::algebra::{Bit, Edge, Graph};
use crate::isa::ptx::Control;
use crate::prove::deferred::Deferred;
use crate::prove::machine::{Machine, Words};
use crate::prove::obligation::Obligation;
use crate::prove::unroll::Unrolling;
use crate::rtl::video::Config;

/// Everything claimed of the ALU.
pub fn alu_claims<'a>(config: &'a Config, machine: &'a dyn Machine) -> Vec<Deferred<'a>> {
    let alu = Alu { config, machine };
    let transfer = |(name, fixed): (String, [(&'static str, u64); 4])| {
        Deferred::new(format!("transfer {name}"), move || alu.transfer(&fixed))
    };
    let mut claims: Vec<Deferred> = cases(config).map(transfer).collect();
    let mut claim = |name: &str, build: fn(&Alu<'a>) -> Obligation| {
        claims.push(Deferred::new(name, move || build(&alu)));
    };
    claim("valid and tag of any control word", Alu::valid_and_tag);
    if config.latency == 0 {
        claim("the handshake passes through", Alu::passes_through);
        return claims;
    }
    claim("in_ready is out_ready or no result waiting", Alu::ready);
    claim("in_ready depends on out_ready and the state alone", Alu::ready_alone);
    claim("a stalled clock changes no state", Alu::stall);
    claim("outputs depend on the state alone", Alu::outputs_alone);
    claim("why the unit advances does not matter", Alu::advance);
    claim("reset empties the pipeline", Alu::reset);
    if config.reset.asynchronous {
        claim("an asynchronous reset withdraws a result at once", Alu::withdrawn);
    }
    claims
}

/// The same with their graphs, one after the other.
pub fn alu_obligations<'a>(config: &'a Config, machine: &'a dyn Machine) -> impl Iterator<Item = Obligation> + 'a {
    alu_claims(config, machine).into_iter().map(|claim| claim.obligation())
}

#[derive(Clone, Copy)]
struct Alu<'a> {
    config: &'a Config,
    machine: &'a dyn Machine,
}

impl Alu<'_> {
    /// The reset port with the value that resets, or the one that does not.
    fn reset_at(&self, asserted: bool) -> (&'static str, bool) {
        let low = self.config.reset.active_low;
        (if low { "reset_n" } else { "reset" }, asserted != low)
    }

    /// Nothing resets.
    fn running(&self) -> (&'static str, bool) {
        self.reset_at(false)
    }

    /// From any state, what goes in with an instruction comes out `latency` clocks later as golden's result.
    fn transfer(&self, fixed: &[(&str, u64)]) -> Obligation {
        let claim = Claim::new(self.config, fixed);
        let [a, b, c] = claim.operands.clone();
        let first = Words::from([
            ("in_control".to_string(), claim.control.clone()),
            ("in_a".to_string(), a),
            ("in_b".to_string(), b),
            ("in_c".to_string(), c),
        ]);
        let mut run = Unrolling::new(self.machine, &claim.graph);
        let last = run.pipeline(self.config.latency, first, &[("out_ready", true), self.running()]);
        let mut obligation = claim.obligation();
        obligation.equal(&claim.d, &last["out_d"]);
        run.name(&mut obligation);
        obligation
    }

    /// Likewise valid and tag, which no control word has a part in, be it one that no instruction has.
    fn valid_and_tag(&self) -> Obligation {
        let graph = Graph::new();
        let mut run = Unrolling::new(self.machine, &graph);
        let mut obligation = Obligation::new("", &graph);
        let (valid, tag, control) = (graph.inputs(1), graph.inputs(8), graph.inputs(Control::BITS));
        let first = Words::from([
            ("in_valid".to_string(), valid.clone()),
            ("in_tag".to_string(), tag.clone()),
            ("in_control".to_string(), control),
        ]);
        let last = run.pipeline(self.config.latency, first, &[("out_ready", true), self.running()]);
        obligation.equal(&valid, &last["out_valid"]);
        obligation.equal(&tag, &last["out_tag"]);
        run.name(&mut obligation);
        obligation
    }

    /// A claim about one clock with any inputs but `fixed`, from any state.
    fn clock(
        &self,
        fixed: &[(&str, bool)],
        claim: impl FnOnce(&mut Obligation, &Words, &[Edge], &[Edge]),
    ) -> Obligation {
        let graph = Graph::new();
        let mut run = Unrolling::new(self.machine, &graph);
        let mut obligation = Obligation::new("", &graph);
        let before = run.state.clone();
        let inputs = run.fresh_inputs();
        let mut ports = run.step(&inputs, fixed);
        ports.extend(inputs);
        claim(&mut obligation, &ports, &before, &run.state);
        run.name(&mut obligation);
        obligation
    }

    fn passes_through(&self) -> Obligation {
        self.clock(&[], |obligation, port, _, _| {
            obligation.equal(&port["in_valid"], &port["out_valid"]);
            obligation.equal(&port["in_tag"], &port["out_tag"]);
            obligation.equal(&port["out_ready"], &port["in_ready"]);
        })
    }

    fn ready(&self) -> Obligation {
        self.clock(&[], |obligation, port, _, _| {
            let nothing_waits = port["out_valid"][0].not();
            obligation.equal(&[port["out_ready"][0].or(&nothing_waits)], &port["in_ready"]);
        })
    }

    fn stall(&self) -> Obligation {
        self.clock(&[self.running()], |obligation, port, before, after| {
            obligation.assumption = port["in_ready"][0].not();
            obligation.equal(before, after);
        })
    }

    fn withdrawn(&self) -> Obligation {
        self.clock(&[self.reset_at(true)], |obligation, port, _, _| {
            obligation.equal(&[Edge::constant(false)], &port["out_valid"]);
        })
    }

    /// Two clocks from one state with any inputs but `fixed` and, in both the same, `shared`.
    fn alone(
        &self,
        shared: &[&str],
        fixed: &[(&str, bool)],
        claim: impl FnOnce(&mut Obligation, [&Words; 2]),
    ) -> Obligation {
        let graph = Graph::new();
        let mut run = Unrolling::new(self.machine, &graph);
        let mut obligation = Obligation::new("", &graph);
        let before = run.state.clone();
        let shared = Words::from_iter(shared.iter().map(|name| (name.to_string(), graph.inputs(1))));
        let one = run.clock(shared.clone(), fixed);
        run.restart(before);
        let other = run.clock(shared, fixed);
        claim(&mut obligation, [&one, &other]);
        run.name(&mut obligation);
        obligation
    }

    fn ready_alone(&self) -> Obligation {
        // An asynchronous reset makes the unit empty, and so ready, at once.
        let reset = match self.config.reset.asynchronous {
            true => vec!["out_ready", self.running().0],
            false => vec!["out_ready"],
        };
        self.alone(&reset, &[], |obligation, [one, other]| {
            obligation.equal(&one["in_ready"], &other["in_ready"]);
        })
    }

    fn outputs_alone(&self) -> Obligation {
        let asynchronous = self.config.reset.asynchronous;
        let running = self.running();
        let reset = [running.0];
        self.alone(
            if asynchronous { &reset } else { &[] },
            &[],
            |obligation, [one, other]| {
                for port in ["out_valid", "out_tag", "out_d"] {
                    obligation.equal(&one[port], &other[port]);
                }
            },
        )
    }

    /// A unit that is ready although nobody takes a result goes where it would go if somebody did.
    fn advance(&self) -> Obligation {
        let graph = Graph::new();
        let mut run = Unrolling::new(self.machine, &graph);
        let mut obligation = Obligation::new("", &graph);
        let before = run.state.clone();
        let inputs = run.fresh_inputs();
        let out = run.step(&inputs, &[("out_ready", false), self.running()]);
        let waiting = run.restart(before);
        run.step(&inputs, &[("out_ready", true), self.running()]);
        obligation.assumption = out["out_valid"][0].not();
        obligation.equal(&waiting, &run.state);
        run.name(&mut obligation);
        obligation
    }

    /// Neither what was in the pipeline nor what was offered in the reset clock comes out, whatever is offered behind.
    fn reset(&self) -> Obligation {
        let graph = Graph::new();
        let mut run = Unrolling::new(self.machine, &graph);
        let mut obligation = Obligation::new("", &graph);
        run.clock(Words::new(), &[self.reset_at(true)]);
        for _ in 0..self.config.latency {
            let out = run.clock(Words::new(), &[self.running()]);
            obligation.equal(&[Edge::constant(false)], &out["out_valid"]);
        }
        run.name(&mut obligation);
        obligation
    }
}
