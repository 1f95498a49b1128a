//! The states that designs reach from power-up, one by one and breadth first.

use super::machine::{Designs, FreeInputs};
use super::simulation::Classes;
use super::trace::Trace;
use lanesmith_algebra::{Bit, Edge};
use lanesmith_prove::{Answer, Solver, Stop};
use std::time::Instant;

/// The values that some state bits have in runs from power-up, and perhaps more.
pub struct ReachedStates {
    /// The state bits.
    tracked: Vec<usize>,
    /// Their values, sorted.
    states: Vec<Vec<bool>>,
}

impl ReachedStates {
    /// Whether the tracked bits of a state have one of the values.
    pub fn holds<B: Bit>(&self, state: &[B]) -> B {
        self.among(&self.states, 0, state)
    }

    /// Whether the tracked bits from `first` on have the values of one of `states`, which agree in the bits before.
    fn among<B: Bit>(&self, states: &[Vec<bool>], first: usize, state: &[B]) -> B {
        if states.is_empty() || first == self.tracked.len() {
            return B::constant(!states.is_empty());
        }
        let (zeros, ones) = states.split_at(states.partition_point(|state| !state[first]));
        let bit = &state[self.tracked[first]];
        bit.mux(
            &self.among(ones, first + 1, state),
            &self.among(zeros, first + 1, state),
        )
    }
}

/// The result of an exploration.
pub enum Explored {
    /// No clock leads out of these states, and outputs are equal in all of them, if they were compared.
    Closed(ReachedStates),
    /// Outputs differ in the last clock.
    Differ(Trace),
    /// There are more states, or time ran out.
    Unfinished,
}

/// An exploration.
pub struct Exploration<'a> {
    /// The designs.
    pub designs: &'a Designs<'a>,
    /// State bits that are alike in every clock in which the exploration's result is used.
    pub alike: &'a Classes,
    /// The state bits whose values are followed. All others may have any value that `alike` allows.
    pub tracked: Vec<usize>,
    /// Whether outputs are compared: only if the tracked bits determine all others in every run.
    pub compares: bool,
    /// The largest number of states.
    pub most: usize,
    /// The end of the time limit.
    pub deadline: Instant,
}

/// A state, and how it was reached.
struct Visited {
    bits: Vec<bool>,
    /// The state before it, and the values of the graph's inputs in the clock between them.
    before: Option<(usize, Vec<bool>)>,
}

impl Exploration<'_> {
    /// Explores.
    pub fn run(&self) -> Explored {
        let graph = self.designs.graph();
        let mut free = FreeInputs::default();
        let inputs = free.clock(self.designs, &graph);
        let mut state = graph.inputs(self.designs.bits as u32);
        self.alike.unite(&mut state);
        let clock = self.designs.clock(&inputs, &state);
        let outputs = if self.compares {
            self.designs.outputs(&clock)
        } else {
            vec![]
        };
        let differ = outputs.iter().map(|(x, y)| x.xor(y));
        let differ = differ.fold(Edge::Constant(false), |any, one| any.or(&one)).literal();
        let literals = |state: &[Edge]| -> Vec<u32> { self.tracked.iter().map(|bit| state[*bit].literal()).collect() };
        let (now, next) = (literals(&state), literals(&clock.next));
        let nodes = graph.nodes();
        let mut solver = Solver::new(self.deadline, &Stop::default());
        let bits = self.tracked.iter().map(|bit| self.designs.start[*bit]).collect();
        let mut visited = vec![Visited { bits, before: None }];
        let mut explored = 0;
        // From now on the solver looks for a clock in which outputs differ, or that leads to a state not visited.
        let leave = |solver: &mut Solver, state: &Visited| {
            let other = state.bits.iter().zip(&next);
            let other = other.map(|(bit, literal)| literal ^ u32::from(*bit));
            solver.require_any(&nodes, &other.chain([differ]).collect::<Vec<_>>());
        };
        leave(&mut solver, &visited[0]);
        while explored < visited.len() {
            let bits = visited[explored].bits.iter();
            let from: Vec<u32> = bits.zip(&now).map(|(bit, literal)| literal ^ u32::from(!bit)).collect();
            match solver.satisfy(&nodes, &from) {
                Answer::Unknown => return Explored::Unfinished,
                Answer::Unsatisfiable => explored += 1,
                Answer::Satisfiable(()) => {
                    let value = |literal: u32| solver.value(literal / 2) != (literal & 1 != 0);
                    let inputs = solver.inputs(&nodes);
                    let differs = value(differ);
                    let bits = next.iter().map(|literal| value(*literal)).collect();
                    visited.push(Visited {
                        bits,
                        before: Some((explored, inputs)),
                    });
                    if differs {
                        return Explored::Differ(trace(&visited, &free));
                    }
                    if visited.len() > self.most {
                        return Explored::Unfinished;
                    }
                    leave(&mut solver, &visited[visited.len() - 1]);
                }
            }
        }
        let mut states: Vec<Vec<bool>> = visited.into_iter().map(|state| state.bits).collect();
        states.sort_unstable();
        Explored::Closed(ReachedStates {
            tracked: self.tracked.clone(),
            states,
        })
    }
}

/// The inputs of the clocks that lead to the state found last.
fn trace(visited: &[Visited], free: &FreeInputs) -> Trace {
    let mut clocks = vec![];
    let mut state = visited.last();
    while let Some(Visited {
        before: Some((before, inputs)),
        ..
    }) = state
    {
        clocks.extend(free.values(inputs));
        state = visited.get(*before);
    }
    clocks.reverse();
    clocks
}
