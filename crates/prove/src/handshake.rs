//! Claims about any pipeline between a valid/ready stream of work and one of results.

use super::deferred::Deferred;
use super::machine::{NamedWords, TransitionSystem};
use super::obligation::Obligation;
use super::unroll::{Unrolling, about_run};
use lanesmith_algebra::{Bit, Edge};
use lanesmith_netlist::ResetStyle;

/// A unit whose work goes in by `in_valid`, `in_ready`, `in_tag` and `in_control`, and whose result comes out by `out_valid`,
/// `out_ready`, `out_tag` and `out_d` after `latency` clocks that advance.
#[derive(Clone, Copy)]
pub struct HandshakeProtocol<'a> {
    /// The hardware.
    pub machine: &'a dyn TransitionSystem,
    /// Clocks from work to result.
    pub latency: u32,
    /// How it is reset.
    pub reset: ResetStyle,
    /// Bits of `in_control`.
    pub control: u32,
}

impl<'a> HandshakeProtocol<'a> {
    /// Whether a mark of the last item of a packet, `in_last` and `out_last`, goes with the tag.
    fn has_last(&self) -> bool {
        self.machine.inputs().iter().any(|(name, _)| name == "in_last")
    }

    /// What goes beside the work: names of input and output, and bits.
    fn companions(&self) -> &'static [(&'static str, &'static str, u32)] {
        match self.has_last() {
            true => &[("in_tag", "out_tag", 8), ("in_last", "out_last", 1)],
            false => &[("in_tag", "out_tag", 8)],
        }
    }

    /// All claims about valid, ready and tag. The claims of the video ALU explain how they cover every clock.
    pub fn claims(self) -> Vec<Deferred<'a>> {
        let mut claims = vec![];
        let mut claim = |name: &str, build: fn(&HandshakeProtocol<'a>) -> Obligation| {
            claims.push(Deferred::new(name, move || build(&self)));
        };
        claim("valid and tag of any control word", HandshakeProtocol::valid_and_tag);
        if self.latency == 0 {
            claim("the handshake passes through", HandshakeProtocol::passes_through);
            return claims;
        }
        claim("in_ready is out_ready or no result waiting", HandshakeProtocol::ready);
        claim(
            "in_ready depends on out_ready and the state alone",
            HandshakeProtocol::ready_alone,
        );
        claim("a stalled clock changes no state", HandshakeProtocol::stall);
        claim("outputs depend on the state alone", HandshakeProtocol::outputs_alone);
        claim("why the unit advances does not matter", HandshakeProtocol::advance);
        claim("reset empties the pipeline", HandshakeProtocol::empties);
        if self.reset.asynchronous {
            claim(
                "an asynchronous reset withdraws a result at once",
                HandshakeProtocol::withdrawn,
            );
        }
        claims
    }

    /// Completes `claim`: from any state, the result of `words` (the ports `in_control`, `in_a`, `in_b`, `in_c`) leaves the pipeline
    /// at `out_d`, `latency` clocks after they entered. `d` is the expected result.
    pub fn transfer(&self, mut claim: Obligation, words: [Vec<Edge>; 4], d: &[Edge]) -> Obligation {
        let names = ["in_control", "in_a", "in_b", "in_c"].map(str::to_owned);
        let mut run = Unrolling::new(self.machine, &claim.graph);
        let last = self.last(&mut run, names.into_iter().zip(words).collect());
        claim.equal(d, &last["out_d"]);
        run.name(&mut claim);
        claim
    }

    /// The outputs `latency` clocks after `first` went in, in a run that does not stall. In the clock of the outputs `out_ready`
    /// is arbitrary, and so is reset, unless it is asynchronous and withdraws them.
    fn last(&self, run: &mut Unrolling, first: NamedWords) -> NamedWords {
        let advancing = [("out_ready", true), self.running()];
        let last: &[_] = if self.reset.asynchronous && self.latency > 0 {
            &advancing[1..]
        } else {
            &[]
        };
        run.pipeline(self.latency, first, &advancing, last)
    }
    /// The reset port with the value that does not reset.
    fn running(&self) -> (&'static str, bool) {
        self.reset.port(false)
    }

    /// From any state, valid and tag leave the pipeline `latency` clocks after they enter, for any other inputs.
    fn valid_and_tag(&self) -> Obligation {
        about_run(self.machine, |obligation, run| {
            let graph = obligation.graph.clone();
            let beside = [&[("in_valid", "out_valid", 1)], self.companions()].concat();
            let mut first = NamedWords::new();
            for (name, _, bits) in &beside {
                first.insert(name.to_string(), graph.inputs(*bits));
            }
            first.insert("in_control".to_string(), graph.inputs(self.control));
            let last = self.last(run, first.clone());
            for (name, out, _) in beside {
                obligation.equal(&first[name], &last[out]);
            }
        })
    }

    /// A claim about one clock with any inputs but `fixed`, from any state: `claim` sees all ports, and the state before and after.
    fn clock(
        &self,
        fixed: &[(&str, bool)],
        claim: impl FnOnce(&mut Obligation, &NamedWords, &[Edge], &[Edge]),
    ) -> Obligation {
        about_run(self.machine, |obligation, run| {
            let before = run.state.clone();
            let inputs = run.fresh_inputs();
            let mut ports = run.step(&inputs, fixed);
            for (name, word) in inputs {
                ports.entry(name).or_insert(word);
            }
            claim(obligation, &ports, &before, &run.state);
        })
    }

    fn passes_through(&self) -> Obligation {
        self.clock(&[], |obligation, port, _, _| {
            obligation.equal(&port["in_valid"], &port["out_valid"]);
            for (name, out, _) in self.companions() {
                obligation.equal(&port[*name], &port[*out]);
            }
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
        self.clock(
            &[self.running(), ("out_ready", false)],
            |obligation, port, before, after| {
                obligation.assumption = port["out_valid"][0].clone();
                obligation.equal(before, after);
            },
        )
    }

    fn withdrawn(&self) -> Obligation {
        self.clock(&[self.reset.port(true)], |obligation, port, _, _| {
            obligation.equal(&[Edge::constant(false)], &port["out_valid"]);
        })
    }

    /// Two clocks from one state with any inputs, of which `shared` are the same in both.
    fn alone(&self, shared: &[&str], claim: impl FnOnce(&mut Obligation, [&NamedWords; 2])) -> Obligation {
        about_run(self.machine, |obligation, run| {
            let before = run.state.clone();
            let shared = shared.iter().map(|name| (name.to_string(), obligation.graph.inputs(1)));
            let shared: NamedWords = shared.collect();
            let one = run.clock(shared.clone(), &[]);
            run.restart(before);
            let other = run.clock(shared, &[]);
            claim(obligation, [&one, &other]);
        })
    }

    fn ready_alone(&self) -> Obligation {
        // An asynchronous reset makes the unit empty, and so ready, at once.
        let shared = ["out_ready", self.running().0];
        let shared = &shared[..1 + usize::from(self.reset.asynchronous)];
        self.alone(shared, |obligation, [one, other]| {
            obligation.equal(&one["in_ready"], &other["in_ready"]);
        })
    }

    fn outputs_alone(&self) -> Obligation {
        let shared = &[self.running().0][..usize::from(self.reset.asynchronous)];
        self.alone(shared, |obligation, [one, other]| {
            let beside = self.companions().iter().map(|(_, out, _)| *out);
            for port in ["out_valid", "out_d"].into_iter().chain(beside) {
                obligation.equal(&one[port], &other[port]);
            }
        })
    }

    /// A unit that is ready although its result is not accepted has the same next state as if the result were accepted.
    fn advance(&self) -> Obligation {
        about_run(self.machine, |obligation, run| {
            let before = run.state.clone();
            let inputs = run.fresh_inputs();
            let out = run.step(&inputs, &[("out_ready", false), self.running()]);
            let waiting = run.restart(before);
            run.step(&inputs, &[("out_ready", true), self.running()]);
            obligation.assumption = out["out_valid"][0].not();
            obligation.equal(&waiting, &run.state);
        })
    }

    /// Neither an instruction in the pipeline nor one offered in the reset clock gives a result, for any later offers.
    fn empties(&self) -> Obligation {
        about_run(self.machine, |obligation, run| {
            run.clock(NamedWords::new(), &[self.reset.port(true)]);
            for _ in 0..self.latency {
                let out = run.clock(NamedWords::new(), &[self.running()]);
                obligation.equal(&[Edge::constant(false)], &out["out_valid"]);
            }
        })
    }
}
