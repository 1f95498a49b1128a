//! The miter of a claim: a graph whose output shows that the claim fails.

use super::claim::lines;
use crate::Obligation;
use crate::aiger::Cones;
use crate::derivation::{Derivation, literal};
use crate::solver::Stop;
use crate::sweep::{Limits, sweep_miter};
use lanesmith_algebra::{Bit, Edge, GraphNode};

/// A claim's miter: a graph whose output is 1 where the assumption holds and a pair differs. The claim holds exactly if the output
/// is never 1.
pub struct Miter {
    /// Output 0 is the miter's, output 1 the assumption; then come both sides of each pair.
    cones: Cones,
}

/// The outputs that the file has: the miter's, and the assumption.
const OUTPUTS: usize = 2;

impl Miter {
    /// The miter of a claim; adds nodes to the claim's graph.
    pub fn new(claim: &Obligation) -> Self {
        let differ = claim.pairs.iter().map(|(x, y)| x.xor(y));
        let any = differ.fold(Edge::constant(false), |any, one| any.or(&one));
        let mut outputs = vec![any.and(&claim.assumption), claim.assumption.clone()];
        outputs.extend(claim.pairs.iter().flat_map(|(x, y)| [x.clone(), y.clone()]));
        Miter {
            cones: Cones::new(&claim.graph, &outputs),
        }
    }

    /// The clauses that SAT sweeping finds on its way, from which the miter's follow to be unsatisfiable, each with a 0 at its end, the
    /// last one empty; `None` if the claim was not proved within the limit.
    pub fn derive(&self, limits: Limits, seed: u64, stop: &Stop) -> Option<Vec<i32>> {
        let Cones { inputs, ands, outputs } = &self.cones;
        let ands = ands.iter().map(|(x, y)| GraphNode::And(*y, *x));
        let nodes = [GraphNode::False].into_iter().chain((0..*inputs).map(GraphNode::Input));
        let nodes: Vec<GraphNode> = nodes.chain(ands).collect();
        let (pairs, _) = outputs[OUTPUTS..].as_chunks();
        let derivation = Derivation::default();
        let goals = (outputs[1], pairs, outputs[0]);
        let proved = sweep_miter((&nodes, *inputs), goals, limits, seed, stop, &derivation);
        proved.then(|| derivation.finish())
    }

    /// The miter as a binary AIGER file with two outputs: the miter's, and the assumption.
    pub fn aiger(&self) -> Vec<u8> {
        self.cones.file(OUTPUTS)
    }

    /// The clauses, each with a 0 at its end, that are satisfiable exactly if the output can be 1: that variable 1 is false, three for each
    /// conjunction, and the output. Variable `n` of the graph is variable `n` + 1 of the clauses.
    pub fn clauses(&self) -> Vec<Vec<i32>> {
        let mut clauses = vec![vec![-1, 0]];
        for (i, (x, y)) in self.cones.ands.iter().enumerate() {
            let out = literal(2 * (self.cones.inputs + i as u32 + 1));
            let (x, y) = (literal(*x), literal(*y));
            clauses.extend([vec![-out, x, 0], vec![-out, y, 0], vec![out, -x, -y, 0]]);
        }
        clauses.push(vec![literal(self.cones.outputs[0]), 0]);
        clauses
    }

    /// The clauses as a DIMACS file.
    pub fn dimacs(&self) -> String {
        let clauses = self.clauses();
        let variables = self.cones.inputs as usize + self.cones.ands.len() + 1;
        let header = format!("p cnf {variables} {}\n", clauses.len());
        header + &lines(clauses.iter().map(Vec::as_slice))
    }
}
