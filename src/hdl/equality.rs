//! Equality of two designs, from power-up on, for all inputs.

use super::Error;
use crate::algebra::{Bit, Edge, Graph};
use crate::netlist::{Design, Flat, NetKind};
use crate::prove::machine::{Machine, NetlistMachine, Words};
use crate::prove::{Limits, Verdict, equivalent};
use std::fmt;
use std::time::Duration;

/// How hard [`prove`] tries. More clocks decide designs that differ late, or whose state is told by outputs only after many clocks:
/// a counter that wraps at 200 needs more than the 8 clocks of the default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Differences are looked for in so many clocks from power-up, and equality is concluded from so many equal ones.
    pub clocks: usize,
    /// For each question to the solver.
    pub time: Duration,
}

impl Default for Effort {
    /// 8 clocks, a minute.
    fn default() -> Self {
        Effort {
            clocks: 8,
            time: Duration::from_secs(60),
        }
    }
}

/// What is known of two designs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Equality {
    /// Equal outputs in every clock for all inputs, from power-up on.
    Proved,
    /// Different outputs in the last of these clocks, which begin at power-up; each has the inputs by name.
    Refuted(Vec<Vec<(String, u64)>>),
    /// No difference was found in the clocks that were looked at, and no proof.
    Unknown,
}

impl fmt::Display for Equality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Equality::Proved => f.write_str("equal in every clock for all inputs"),
            Equality::Unknown => f.write_str(
                "undecided: neither a difference nor a proof was found; an Effort with more clocks or more time may decide it",
            ),
            Equality::Refuted(trace) => {
                write!(f, "different in clock {}", trace.len().saturating_sub(1))?;
                for (clock, inputs) in trace.iter().enumerate() {
                    let inputs = inputs.iter().map(|(name, value)| format!("{name} = {value:#x}"));
                    write!(f, "\n  clock {clock}: {}", inputs.collect::<Vec<_>>().join(", "))?;
                }
                Ok(())
            }
        }
    }
}

/// Whether two designs with the same ports are the same to the outside, however they are made: registers may be in other
/// places and have other names.
///
/// Proved if the two go from each common state to the same next one, where their registers have the same names; or else if
/// so many equal clocks, from any states, are followed by one more (k-induction). Errors: [`Error::Ports`] for designs
/// with different ports, and those of [`lower`](super::lower()).
pub fn prove(left: &Design, right: &Design, effort: &Effort) -> Result<Equality, Error> {
    let (left, right) = (Flat::new(left)?, Flat::new(right)?);
    let (others, ports) = (ports(&right), ports(&left));
    if ports != others {
        return Err(Error::Ports(format!(
            "designs with different ports: {}; {}",
            ports.join(", "),
            others.join(", ")
        )));
    }
    let pair = Pair {
        left: NetlistMachine(&left),
        right: NetlistMachine(&right),
        limits: Limits {
            time: effort.time,
            ..Limits::default()
        },
    };
    if pair.steps_alike() {
        return Ok(Equality::Proved);
    }
    for clocks in 1..=effort.clocks {
        match pair.after_power_up(clocks) {
            (Verdict::Proved, _) => {}
            (Verdict::Refuted(inputs), trace) => {
                let trace = trace.into_iter().map(|clock| clock.values(&inputs));
                return Ok(Equality::Refuted(trace.collect()));
            }
            _ => return Ok(Equality::Unknown),
        }
        if pair.follows(clocks) {
            return Ok(Equality::Proved);
        }
    }
    Ok(Equality::Unknown)
}

/// Ports but the clock, in words; in the order of their names, which is not that of their meaning.
fn ports(flat: &Flat) -> Vec<String> {
    let ports = flat.ports().filter(|(id, _)| Some(*id) != flat.clock);
    let mut ports: Vec<String> = ports
        .filter(|(_, net)| net.name != "clock")
        .map(|(_, net)| {
            let kind = if net.kind == NetKind::Input { "in" } else { "out" };
            format!("{} ({kind}, {} bits)", net.name, net.width)
        })
        .collect();
    ports.sort();
    ports
}

/// The inputs of one clock: name, width, number of the first bit among the graph's inputs.
struct Clock(Vec<(String, u32, u32)>);

impl Clock {
    fn new(graph: &Graph, ports: Vec<(String, u32)>) -> (Self, Words) {
        let mut words = Words::new();
        let mut clock = Clock(Vec::new());
        for (name, width) in ports {
            clock.0.push((name.clone(), width, graph.input_count()));
            words.insert(name, graph.inputs(width));
        }
        (clock, words)
    }

    fn values(&self, inputs: &[bool]) -> Vec<(String, u64)> {
        let bit = |i: u32| inputs.get(i as usize).copied().unwrap_or(false);
        let value = |width: u32, first: u32| (0..width).fold(0, |value, i| value | u64::from(bit(first + i)) << i);
        let words = self.0.iter();
        words
            .map(|(name, width, first)| (name.clone(), value(*width, *first)))
            .collect()
    }
}

/// The state at power-up.
fn power_up(machine: &NetlistMachine) -> Vec<bool> {
    machine.0.power_up_bits()
}

struct Pair<'a> {
    left: NetlistMachine<'a>,
    right: NetlistMachine<'a>,
    limits: Limits,
}

const SEED: u64 = 1;

impl Pair<'_> {
    fn decide(&self, graph: &Graph, pairs: Vec<(Edge, Edge)>, assumption: &Edge) -> Verdict {
        let differ = |(x, y): &(Edge, Edge)| x.literal() != y.literal();
        let pairs: Vec<(Edge, Edge)> = pairs.into_iter().filter(differ).collect();
        if pairs.is_empty() {
            return Verdict::Proved;
        }
        equivalent(graph, &pairs, assumption, self.limits, SEED, |_, _| ()).0
    }

    /// Bits of the same outputs.
    fn outputs(&self, left: &Words, right: &Words) -> Vec<(Edge, Edge)> {
        let mut names: Vec<&String> = left.keys().filter(|name| *name != "clock").collect();
        names.sort();
        let words = names
            .into_iter()
            .filter_map(|name| Some((&left[name], right.get(name)?)));
        words
            .flat_map(|(left, right)| left.iter().cloned().zip(right.iter().cloned()))
            .collect()
    }

    /// Whether both have the same registers with the same start values, and go from any state to the same outputs and next state.
    fn steps_alike(&self) -> bool {
        let (left, right) = (&self.left, &self.right);
        if left.state_names() != right.state_names() || power_up(left) != power_up(right) {
            return false;
        }
        let graph = Graph::new();
        let (_, inputs) = Clock::new(&graph, left.inputs());
        let state = graph.inputs(left.state_bits());
        let ((outputs, next), (others, other)) = (left.step(&inputs, &state), right.step(&inputs, &state));
        let mut pairs = self.outputs(&outputs, &others);
        pairs.extend(next.into_iter().zip(other));
        self.decide(&graph, pairs, &Edge::Constant(true)) == Verdict::Proved
    }

    /// Whether the last of so many clocks from power-up has the same outputs, and the inputs of all.
    fn after_power_up(&self, clocks: usize) -> (Verdict, Vec<Clock>) {
        let graph = Graph::new();
        let start = |machine| power_up(machine).into_iter().map(Edge::Constant).collect();
        let (trace, mut outputs) = self.run(&graph, clocks, start(&self.left), start(&self.right));
        let last = outputs.pop().unwrap_or_default();
        (self.decide(&graph, last, &Edge::Constant(true)), trace)
    }

    /// Whether so many clocks with the same outputs, from any two states, are followed by another one.
    fn follows(&self, clocks: usize) -> bool {
        let graph = Graph::new();
        let (left, right) = (
            graph.inputs(self.left.state_bits()),
            graph.inputs(self.right.state_bits()),
        );
        let (_, mut outputs) = self.run(&graph, clocks + 1, left, right);
        let last = outputs.pop().unwrap_or_default();
        let before = outputs.into_iter().flatten();
        let assumption = before.fold(Edge::Constant(true), |all, (x, y)| all.and(&x.xor(&y).not()));
        self.decide(&graph, last, &assumption) == Verdict::Proved
    }

    /// The outputs of so many clocks.
    fn run(
        &self,
        graph: &Graph,
        clocks: usize,
        mut left: Vec<Edge>,
        mut right: Vec<Edge>,
    ) -> (Vec<Clock>, Vec<Vec<(Edge, Edge)>>) {
        let (mut trace, mut outputs) = (Vec::new(), Vec::new());
        for _ in 0..clocks {
            let (clock, inputs) = Clock::new(graph, self.left.inputs());
            let (shown, next) = self.left.step(&inputs, &left);
            let (other, other_next) = self.right.step(&inputs, &right);
            trace.push(clock);
            outputs.push(self.outputs(&shown, &other));
            (left, right) = (next, other_next);
        }
        (trace, outputs)
    }
}
