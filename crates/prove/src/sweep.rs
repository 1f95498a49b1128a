//! Combinational equivalence by SAT sweeping: simulation proposes equal nodes, a cut or SAT proves them from inputs to outputs,
//! every counterexample sharpens the simulation.

use super::cut::Cuts;
use super::derivation::Derivation;
use super::lemmas::{Difference, Fingerprint, Fingerprints, Lemmas};
use super::patterns::Patterns;
use super::solver::{Answer, Solver, Stop};
use lanesmith_algebra::{Edge, Graph, GraphNode};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The verdict on a claim of equality.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EquivalenceVerdict {
    /// Equal for all inputs that satisfy the assumption.
    Proved,
    /// Different for these values of the graph's inputs, by input number.
    Refuted(Vec<bool>),
    /// Neither shown within the limit.
    NotProved,
    /// The assumption cannot be satisfied, or nothing is compared, so the claim proves nothing.
    Vacuous,
}

/// The limits of a proof.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time limit for the whole claim.
    pub time: Duration,
    /// Conflicts spent on one pair of inner nodes; outputs are bounded by time alone.
    pub inner_conflicts: u64,
}

impl Limits {
    /// This time limit.
    pub(super) fn of(time: Duration) -> Self {
        Limits {
            time,
            ..Limits::default()
        }
    }

    /// The end of the time limit, if it begins now.
    pub(super) fn deadline(&self) -> Instant {
        const LONGEST: Duration = Duration::from_secs(365 * 24 * 3600);
        Instant::now() + self.time.min(LONGEST)
    }

    /// The remaining time after `spent`.
    pub(super) fn after(self, spent: Duration) -> Self {
        Limits {
            time: self.time.saturating_sub(spent),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(600),
            inner_conflicts: 5_000,
        }
    }
}

/// The effort of a proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofStatistics {
    /// Conjunctions of the graph that the claim depends on.
    pub ands: usize,
    /// Conjunctions left after merging equal ones.
    pub merged_ands: usize,
    /// Equalities that a cut shows.
    pub cuts: usize,
    /// Questions that an earlier claim had answered.
    pub lemmas: usize,
    /// Calls of the SAT solver.
    pub sat_calls: usize,
    /// Counterexamples that separated inner nodes.
    pub separations: usize,
}

/// Decides whether every pair is equal for all inputs for which `assumption` holds.
pub fn equivalent(
    graph: &Graph,
    pairs: &[(Edge, Edge)],
    assumption: &Edge,
    limits: Limits,
    seed: u64,
) -> (EquivalenceVerdict, ProofStatistics) {
    equivalent_unless(graph, pairs, assumption, limits, seed, (&Stop::default(), None))
}

/// Like [`equivalent`], but cancelled when `stop` is raised, and with `lemmas`, if given, which it uses and extends.
pub(super) fn equivalent_unless(
    graph: &Graph,
    pairs: &[(Edge, Edge)],
    assumption: &Edge,
    limits: Limits,
    seed: u64,
    (stop, lemmas): (&Stop, Option<&Arc<Lemmas>>),
) -> (EquivalenceVerdict, ProofStatistics) {
    if pairs.is_empty() {
        return (EquivalenceVerdict::Vacuous, ProofStatistics::default());
    }
    let nodes = graph.nodes();
    let mut sweep = Sweep::new(graph.input_count() as usize, limits, seed, stop);
    sweep.lemmas = lemmas.cloned();
    let pairs: Vec<[u32; 2]> = pairs.iter().map(|(x, y)| [x.literal(), y.literal()]).collect();
    let verdict = sweep.decide(&nodes, &mut Map::new(&nodes), assumption.literal(), &pairs);
    (verdict, sweep.statistics())
}

/// Decides whether the output of a miter is never 1, with the clauses on the way in `derivation`: nodes and number of inputs; then
/// the assumption, the pairs that are compared, and the output, which is 1 where the assumption holds and a pair differs.
#[cfg(feature = "checkable")]
pub(super) fn sweep_miter(
    (nodes, inputs): (&[GraphNode], u32),
    (assumption, pairs, output): (u32, &[[u32; 2]], u32),
    limits: Limits,
    seed: u64,
    stop: &Stop,
    derivation: &Derivation,
) -> bool {
    let mut sweep = Sweep::new(inputs as usize, limits, seed, stop);
    sweep.solver.derive(derivation);
    derivation.name(0);
    sweep.derivation = Some(derivation.clone());
    let mut map = Map::new(nodes);
    if pairs.is_empty() || sweep.decide(nodes, &mut map, assumption, pairs) != EquivalenceVerdict::Proved {
        return false;
    }
    let output = sweep.import(nodes, &mut map, output, true);
    matches!(sweep.prove(output, 0, u64::MAX), Answer::Unsatisfiable)
}

/// What a sweep knows about the nodes of the graph that it reads.
pub(super) struct Map {
    /// The length of the longest path from an input to each node.
    depths: Vec<u32>,
    /// The literal of the sweep for each imported node.
    images: Vec<Option<u32>>,
}

impl Map {
    pub fn new(nodes: &[GraphNode]) -> Self {
        let mut map = Map {
            depths: vec![],
            images: vec![Some(0)],
        };
        map.grow(nodes);
        map
    }

    /// Takes the nodes behind the known ones into account.
    pub fn grow(&mut self, nodes: &[GraphNode]) {
        for node in &nodes[self.depths.len()..] {
            self.depths.push(match *node {
                GraphNode::And(x, y) => 1 + self.depths[x as usize / 2].max(self.depths[y as usize / 2]),
                GraphNode::False | GraphNode::Input(_) => 0,
            });
        }
        self.images.resize(nodes.len().max(1), None);
    }

    fn image(&self, literal: u32) -> Option<u32> {
        self.images[literal as usize / 2].map(|image| image ^ (literal & 1))
    }
}

/// The reduced graph under construction.
pub(super) struct Sweep {
    patterns: Patterns,
    index: FxHashMap<(u32, u32), u32>,
    input_node: Vec<Option<u32>>,
    solver: Solver,
    cuts: Cuts,
    limits: Limits,
    statistics: ProofStatistics,
    derivation: Option<Derivation>,
    /// What other sweeps decided.
    lemmas: Option<Arc<Lemmas>>,
    fingerprints: Fingerprints,
    /// The literal that holds, if one is assumed.
    assumption: u32,
}

impl Sweep {
    pub(super) fn new(inputs: usize, limits: Limits, seed: u64, stop: &Stop) -> Self {
        let mut patterns = Patterns::new(inputs, seed);
        let constant = patterns.push(GraphNode::False);
        patterns.enter(constant);
        Sweep {
            patterns,
            index: FxHashMap::default(),
            input_node: vec![None; inputs],
            solver: Solver::new(limits.deadline(), stop),
            cuts: Cuts::default(),
            limits,
            statistics: ProofStatistics::default(),
            derivation: None,
            lemmas: None,
            fingerprints: Fingerprints::default(),
            assumption: 1,
        }
    }

    fn statistics(&self) -> ProofStatistics {
        ProofStatistics {
            merged_ands: self.index.len(),
            ..self.statistics
        }
    }

    /// Decides whether every pair is equal where the assumption holds: literals of the graph with these nodes.
    fn decide(
        &mut self,
        nodes: &[GraphNode],
        map: &mut Map,
        assumption: u32,
        pairs: &[[u32; 2]],
    ) -> EquivalenceVerdict {
        let assumed = self.import(nodes, map, assumption, false);
        if let Some(derivation) = &self.derivation {
            derivation.holds(assumed);
        }
        // Under an assumption that nothing satisfies everything is equal.
        match self.assume(assumed) {
            Answer::Satisfiable(()) => {}
            Answer::Unsatisfiable => return EquivalenceVerdict::Vacuous,
            Answer::Unknown => return EquivalenceVerdict::NotProved,
        }
        // Random inputs refute many a claim long before all nodes below it are compared.
        if let Some(inputs) = self.patterns.difference(nodes, assumption, pairs) {
            return EquivalenceVerdict::Refuted(inputs);
        }
        let images = pairs
            .iter()
            .map(|pair| pair.map(|side| self.import(nodes, map, side, true)));
        let images: Vec<[u32; 2]> = images.collect();
        let mut verdict = EquivalenceVerdict::Proved;
        for [x, y] in images {
            match self.prove(x, y, u64::MAX) {
                Answer::Unsatisfiable => {}
                Answer::Satisfiable(inputs) => return EquivalenceVerdict::Refuted(inputs),
                Answer::Unknown => verdict = EquivalenceVerdict::NotProved,
            }
        }
        verdict
    }

    /// Brings the cone of `literal` over, and returns its literal; `merge` says whether equal nodes are looked for. Of a conjunction the
    /// side with the shorter paths comes first: where that is 0, as a choice that is not taken, the other is not needed.
    pub(super) fn import(&mut self, nodes: &[GraphNode], map: &mut Map, literal: u32, merge: bool) -> u32 {
        let mut stack = vec![literal / 2];
        while let Some(&node) = stack.last() {
            if map.images[node as usize].is_some() {
                stack.pop();
                continue;
            }
            let image = match nodes[node as usize] {
                GraphNode::False => 0,
                GraphNode::Input(number) => self.input(node, number),
                GraphNode::And(x, y) => match (map.image(x), map.image(y)) {
                    (Some(0), _) | (_, Some(0)) => 0,
                    (Some(x), Some(y)) => {
                        self.statistics.ands += 1;
                        self.and(node, [x, y], merge)
                    }
                    _ => {
                        let missing = [x, y].into_iter().filter(|side| map.image(*side).is_none());
                        let missing = missing.map(|side| side / 2);
                        stack.extend(missing.min_by_key(|side| map.depths[*side as usize]));
                        continue;
                    }
                },
            };
            map.images[node as usize] = Some(image);
            if let Some(derivation) = &self.derivation {
                derivation.image(node, image);
            }
        }
        map.image(literal).expect("an imported node")
    }

    /// A node, which is not imported yet, as one of the sweep.
    fn push(&mut self, origin: u32, node: GraphNode) -> u32 {
        let number = self.patterns.push(node);
        if let Some(derivation) = &self.derivation {
            derivation.name(origin);
            if let GraphNode::And(x, y) = node {
                derivation.conjunction(number, x, y);
            }
        }
        number
    }

    fn input(&mut self, origin: u32, number: u32) -> u32 {
        if let Some(node) = self.input_node[number as usize] {
            return 2 * node;
        }
        let node = self.push(origin, GraphNode::Input(number));
        self.input_node[number as usize] = Some(node);
        self.patterns.enter(node);
        2 * node
    }

    fn and(&mut self, origin: u32, [x, y]: [u32; 2], merge: bool) -> u32 {
        let (x, y) = (x.min(y), x.max(y));
        match (x, y) {
            (0, _) => return 0,
            (1, _) => return y,
            _ if x == y => return x,
            _ if x ^ 1 == y => return 0,
            _ => {}
        }
        if let Some(node) = self.index.get(&(x, y)) {
            return *node;
        }
        let node = self.push(origin, GraphNode::And(x, y));
        let image = if merge { self.merge(node) } else { 2 * node };
        if image == 2 * node && merge {
            self.patterns.enter(node);
        }
        self.index.insert((x, y), image);
        image
    }

    /// The literal of an earlier node proved equal to `node`, or `node` itself.
    fn merge(&mut self, node: u32) -> u32 {
        let mut tried = 0;
        while let Some(other) = self.patterns.alike(node, tried) {
            match self.prove(2 * node, other, self.limits.inner_conflicts) {
                Answer::Unsatisfiable => return other,
                Answer::Satisfiable(inputs) => {
                    self.statistics.separations += 1;
                    self.patterns.add(&inputs);
                    tried = 0;
                }
                Answer::Unknown => tried += 1,
            }
            if tried == 4 {
                break;
            }
        }
        2 * node
    }

    /// Looks for inputs for which two literals differ.
    pub(super) fn prove(&mut self, x: u32, y: u32, conflicts: u64) -> Difference {
        if x == y {
            return Answer::Unsatisfiable;
        }
        if self.solver.is_spent() {
            return Answer::Unknown;
        }
        // What a cut shows has no derivation by clauses.
        if self.derivation.is_none() && self.cuts.show(self.patterns.nodes(), x, y) {
            self.statistics.cuts += 1;
            return Answer::Unsatisfiable;
        }
        let lemmas = self.lemmas.clone();
        let Some((lemmas, key)) = lemmas.map(|lemmas| (lemmas, self.key(x, y))) else {
            return self.solve(x, y, conflicts);
        };
        if let Some(mut known) = lemmas.find(&key) {
            self.statistics.lemmas += 1;
            if let Answer::Satisfiable(inputs) = &mut known {
                inputs.resize(self.input_node.len(), false);
            }
            return known;
        }
        let difference = self.solve(x, y, conflicts);
        lemmas.add(key, &difference);
        difference
    }

    /// Under what it is remembered whether the two literals are equal.
    fn key(&mut self, x: u32, y: u32) -> [Fingerprint; 3] {
        let nodes = self.patterns.nodes();
        [x, y, self.assumption].map(|literal| self.fingerprints.of(nodes, literal))
    }

    fn solve(&mut self, x: u32, y: u32, conflicts: u64) -> Difference {
        self.statistics.sat_calls += 1;
        match self.solver.differ(self.patterns.nodes(), x, y, conflicts) {
            Answer::Unsatisfiable => {
                if let Some(derivation) = &self.derivation {
                    derivation.same(x, y);
                }
                Answer::Unsatisfiable
            }
            Answer::Satisfiable(()) => Answer::Satisfiable(self.example()),
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// Goes on with more inputs and another deadline.
    pub(super) fn go_on(&mut self, inputs: usize, deadline: Instant) {
        self.patterns.grow(inputs);
        self.input_node.resize(inputs, None);
        self.solver.set_deadline(deadline);
    }

    /// Adds a pattern that separates nodes.
    pub(super) fn learn(&mut self, inputs: &[bool]) {
        self.patterns.add(inputs);
    }

    /// Restricts all further work to inputs that satisfy `literal`, if there are some.
    pub(super) fn assume(&mut self, literal: u32) -> Answer {
        match literal {
            0 => return Answer::Unsatisfiable,
            1 => return Answer::Satisfiable(()),
            _ => {}
        }
        self.statistics.sat_calls += 1;
        let answer = self.solver.require(self.patterns.nodes(), literal);
        if let Answer::Satisfiable(()) = answer {
            let inputs = self.example();
            self.assumption = literal;
            self.patterns.assume(literal, &inputs);
        }
        answer
    }

    /// The values of the graph's inputs in the solver's example.
    fn example(&self) -> Vec<bool> {
        let value = |node: u32| self.solver.value(node);
        self.input_node.iter().map(|node| node.is_some_and(value)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_algebra::{Algebra, Bit, Bitwise, Int};

    type Symbolic = Bitwise<Edge>;

    fn check(left: &Int<Edge>, right: &Int<Edge>, graph: &Graph, width: u32) -> EquivalenceVerdict {
        let pairs: Vec<(Edge, Edge)> = left.low(width).into_iter().zip(right.low(width)).collect();
        equivalent(graph, &pairs, &Edge::constant(true), Limits::default(), 1).0
    }

    #[test]
    fn sums_in_different_order_are_proved_equal() {
        let graph = Graph::new();
        let [x, y, z] = std::array::from_fn(|_| Int::unsigned(graph.inputs(8)));
        let left = Symbolic::add(&Symbolic::add(&x, &y), &z);
        let right = Symbolic::add(&x, &Symbolic::add(&z, &y));
        assert_eq!(check(&left, &right, &graph, 10), EquivalenceVerdict::Proved);
    }

    #[test]
    fn a_difference_at_one_input_in_2_to_the_32_is_found() {
        let graph = Graph::new();
        let [x, y] = std::array::from_fn(|_| Int::unsigned(graph.inputs(16)));
        let sum = Symbolic::add(&x, &y);
        let special = Symbolic::both(
            &Symbolic::equal(&x, &Symbolic::int(0x1234)),
            &Symbolic::equal(&y, &Symbolic::int(0xfedc)),
        );
        let wrong = Symbolic::add(&sum, &Symbolic::indicator(&special));
        let EquivalenceVerdict::Refuted(inputs) = check(&sum, &wrong, &graph, 17) else {
            panic!("not refuted");
        };
        let number = |bits: &[bool]| bits.iter().rev().fold(0, |n, bit| 2 * n + u32::from(*bit));
        assert_eq!((number(&inputs[..16]), number(&inputs[16..])), (0x1234, 0xfedc));
    }

    #[test]
    fn an_assumption_excludes_the_inputs_that_break_it() {
        let graph = Graph::new();
        let x = Int::unsigned(graph.inputs(8));
        let clamped = Symbolic::min(&x, &Symbolic::int(99));
        let small = Symbolic::less(&x, &Symbolic::int(100)).bit();
        let pairs: Vec<(Edge, Edge)> = x.low(8).into_iter().zip(clamped.low(8)).collect();
        let verdict = |assumption: &Edge| equivalent(&graph, &pairs, assumption, Limits::default(), 1).0;
        assert_eq!(verdict(&small), EquivalenceVerdict::Proved);
        assert!(matches!(verdict(&Edge::constant(true)), EquivalenceVerdict::Refuted(_)));
    }

    #[test]
    fn what_the_solver_has_no_time_for_is_not_proved() {
        let graph = Graph::new();
        let [x, y] = std::array::from_fn(|_| Int::unsigned(graph.inputs(8)));
        let (left, right) = (Symbolic::add(&x, &y), Symbolic::add(&y, &x));
        let more = Symbolic::add(&Symbolic::add(&left, &x), &Symbolic::int(1));
        let same = Symbolic::add(&right, &Symbolic::add(&Symbolic::int(1), &x));
        let pairs: Vec<(Edge, Edge)> = more.low(10).into_iter().zip(same.low(10)).collect();
        let some = Symbolic::less(&x, &y).bit();
        let limits = |seconds| Limits {
            time: Duration::from_secs(seconds),
            ..Limits::default()
        };
        for assumption in [Edge::constant(true), some] {
            let verdict = |seconds| equivalent(&graph, &pairs, &assumption, limits(seconds), 1).0;
            assert_eq!(verdict(0), EquivalenceVerdict::NotProved);
            assert_eq!(verdict(60), EquivalenceVerdict::Proved);
        }
    }

    #[test]
    fn a_claim_under_an_assumption_that_nothing_satisfies_is_vacuous_and_so_is_an_empty_one() {
        let graph = Graph::new();
        let x = Int::unsigned(graph.inputs(8));
        let below = Symbolic::less(&x, &Symbolic::int(100)).bit();
        let above = Symbolic::less(&Symbolic::int(99), &x).bit();
        let pairs = [(x.low(1)[0].clone(), Edge::constant(true))];
        let verdict =
            |pairs: &[(Edge, Edge)], assumption: &Edge| equivalent(&graph, pairs, assumption, Limits::default(), 1).0;
        assert_eq!(verdict(&pairs, &below.and(&above)), EquivalenceVerdict::Vacuous);
        assert_eq!(verdict(&pairs, &Edge::constant(false)), EquivalenceVerdict::Vacuous);
        assert_eq!(verdict(&[], &below), EquivalenceVerdict::Vacuous);
    }
}
