//! Questions about a graph that grows between them, such as that of more and more clocks. Each question reuses the equalities that
//! earlier ones proved.

use super::sweep::{Map, Sweep};
use super::{Answer, EquivalenceVerdict, Limits, Stop};
use lanesmith_algebra::{Edge, Graph, GraphNode};
use std::time::Duration;

/// A checker of one graph.
pub struct Incremental {
    graph: Graph,
    nodes: Vec<GraphNode>,
    sweep: Sweep,
    /// The nodes of the sweep for those of the graph.
    map: Map,
}

impl Incremental {
    /// A checker that looks at all inputs.
    pub fn new(graph: &Graph, seed: u64) -> Self {
        let sweep = Sweep::new(graph.input_count() as usize, Limits::default(), seed, &Stop::default());
        Incremental {
            graph: graph.clone(),
            nodes: vec![],
            sweep,
            map: Map::new(&[]),
        }
    }

    /// A checker that looks only at inputs for which `assumption` holds. Errors: [`EquivalenceVerdict::Vacuous`] if there are none,
    /// [`EquivalenceVerdict::NotProved`] if time ran out.
    pub fn under(graph: &Graph, assumption: &Edge, time: Duration, seed: u64) -> Result<Self, EquivalenceVerdict> {
        let mut checker = Incremental::new(graph, seed);
        let literal = checker.import(&[assumption.literal()], time, false)[0];
        match checker.sweep.assume(literal) {
            Answer::Satisfiable(()) => Ok(checker),
            Answer::Unsatisfiable => Err(EquivalenceVerdict::Vacuous),
            Answer::Unknown => Err(EquivalenceVerdict::NotProved),
        }
    }

    /// Whether every pair is equal; the first that is not, or is not decided in time, decides.
    pub fn decide(&mut self, pairs: &[(Edge, Edge)], time: Duration) -> EquivalenceVerdict {
        let literals: Vec<u32> = pairs.iter().flat_map(|(x, y)| [x.literal(), y.literal()]).collect();
        let images = self.import(&literals, time, true);
        let mut verdict = EquivalenceVerdict::Proved;
        for pair in images.chunks(2) {
            match self.sweep.prove(pair[0], pair[1], u64::MAX) {
                Answer::Unsatisfiable => {}
                Answer::Satisfiable(inputs) => {
                    self.sweep.learn(&inputs);
                    return EquivalenceVerdict::Refuted(inputs);
                }
                Answer::Unknown => verdict = EquivalenceVerdict::NotProved,
            }
        }
        verdict
    }

    /// The literals of the sweep for some of the graph.
    fn import(&mut self, literals: &[u32], time: Duration, merge: bool) -> Vec<u32> {
        let deadline = Limits::of(time).deadline();
        self.sweep.go_on(self.graph.input_count() as usize, deadline);
        self.graph.append_nodes(&mut self.nodes);
        self.map.grow(&self.nodes);
        let image = |literal: &u32| self.sweep.import(&self.nodes, &mut self.map, *literal, merge);
        literals.iter().map(image).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_algebra::Bit;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn a_graph_that_grows_is_asked_again() {
        let graph = Graph::new();
        let [x, y] = [graph.input(), graph.input()];
        let mut checker = Incremental::new(&graph, 1);
        let or = x.not().and(&y.not()).not();
        assert_eq!(
            checker.decide(&[(or.clone(), x.or(&y))], MINUTE),
            EquivalenceVerdict::Proved
        );
        let z = graph.input();
        let EquivalenceVerdict::Refuted(inputs) = checker.decide(&[(or.and(&z), or.clone())], MINUTE) else {
            panic!("they differ")
        };
        assert!((inputs[0] || inputs[1]) && !inputs[2], "{inputs:?}");
        let (left, right) = (or.and(&z), x.and(&z).or(&y.and(&z)));
        assert_eq!(checker.decide(&[(left, right)], MINUTE), EquivalenceVerdict::Proved);
    }

    #[test]
    fn an_assumption_holds_in_all_questions_and_one_without_inputs_is_an_error() {
        let graph = Graph::new();
        let [x, y] = [graph.input(), graph.input()];
        let same = x.xor(&y).not();
        let mut checker = Incremental::under(&graph, &same, MINUTE, 1).unwrap_or_else(|_| panic!("x = y"));
        assert_eq!(
            checker.decide(&[(x.clone(), y.clone())], MINUTE),
            EquivalenceVerdict::Proved
        );
        let z = graph.input();
        assert_eq!(
            checker.decide(&[(x.and(&z), y.and(&z))], MINUTE),
            EquivalenceVerdict::Proved
        );
        assert!(matches!(
            checker.decide(&[(x.clone(), z.clone())], MINUTE),
            EquivalenceVerdict::Refuted(_)
        ));
        let never = x.and(&y).and(&x.xor(&y));
        assert_eq!(
            Incremental::under(&graph, &never, MINUTE, 1).err(),
            Some(EquivalenceVerdict::Vacuous)
        );
    }
}
