//! The built-in checker against brute force: random claims about graphs of few inputs, with the truth table of every edge
//! beside it.

use crate::settings::first_seed;
use lanesmith::algebra::{Bit, Edge, Graph};
use lanesmith::prove::{
    ClaimInput, EquivalenceVerdict, Lemmas, Limits, Obligation, ObligationOutcome, Stop, Witness, equivalent,
};
use lanesmith::sim::testbench::Random;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

/// The most inputs of a graph: two more than a cut has nodes, so that functions of all inputs need the solver.
const INPUTS: u32 = 12;

/// The values of a function, a bit for each pattern of the inputs: bit `i` of a pattern's number is input `i`.
type Table = Vec<u64>;

fn zip(x: &Table, y: &Table, f: impl Fn(u64, u64) -> u64) -> Table {
    x.iter().zip(y).map(|(x, y)| f(*x, *y)).collect()
}

fn is_set(table: &Table, pattern: usize) -> bool {
    table[pattern / 64] >> (pattern % 64) & 1 != 0
}

fn ones(table: &Table) -> u32 {
    table.iter().map(|word| word.count_ones()).sum()
}

/// The tables of some edges; at least a word of patterns, in which missing inputs repeat the others.
fn tables(graph: &Graph, edges: &[Edge]) -> Vec<Table> {
    let inputs = graph.input_count();
    let cone = graph.cone(edges);
    let mut tables = vec![vec![]; edges.len()];
    for word in 0..1_u64 << inputs.saturating_sub(6) {
        let pattern = |i: u32| (0..64).fold(0, |bits, bit| bits | ((64 * word + bit) >> i & 1) << bit);
        let columns: Vec<u64> = (0..inputs).map(pattern).collect();
        tables
            .iter_mut()
            .zip(cone.evaluate(&columns))
            .for_each(|(table, bits)| table.push(bits));
    }
    tables
}

/// Makes functions of the inputs of one graph.
struct Maker {
    random: Random,
    graph: Graph,
    inputs: Vec<Edge>,
    pool: Vec<Edge>,
}

impl Maker {
    fn new(mut random: Random) -> Self {
        let graph = Graph::new();
        // Counterexamples that random patterns miss need many inputs.
        let count = if random.flag() {
            INPUTS
        } else {
            1 + random.below(INPUTS)
        };
        let inputs = graph.inputs(count);
        let mut maker = Maker {
            pool: inputs.clone(),
            inputs,
            graph,
            random,
        };
        for _ in 0..5 + maker.random.below(60) {
            let [x, y, z] = std::array::from_fn(|_| maker.pick());
            let made = match maker.random.below(4) {
                0 | 1 => x.and(&y),
                2 => x.xor(&y),
                _ => z.mux(&x, &y),
            };
            maker.pool.push(made);
        }
        maker
    }

    fn table(&self, edge: &Edge) -> Table {
        tables(&self.graph, std::slice::from_ref(edge)).remove(0)
    }

    fn patterns(&self) -> usize {
        1 << self.inputs.len()
    }

    fn any_pattern(&mut self) -> usize {
        let patterns = self.patterns();
        self.random.below(patterns as u32) as usize
    }

    /// One of the functions made so far, most often a late one, inverted or not.
    fn pick(&mut self) -> Edge {
        let count = self.pool.len() as u32;
        let back = self.random.below(count).min(self.random.below(count));
        let picked = self.pool[(count - 1 - back) as usize].clone();
        if self.random.flag() { picked.not() } else { picked }
    }

    /// Holds for one pattern.
    fn minterm(&mut self, pattern: usize) -> Edge {
        let literal = |(i, input): (usize, &Edge)| {
            if pattern >> i & 1 == 0 {
                input.not()
            } else {
                input.clone()
            }
        };
        let mut literals: Vec<Edge> = self.inputs.iter().enumerate().map(literal).collect();
        self.random.shuffle(&mut literals);
        literals
            .iter()
            .fold(Edge::constant(true), |all, literal| all.and(literal))
    }

    /// A function made anew: as a sum of few minterms, or by choices.
    fn again(&mut self, edge: &Edge) -> Edge {
        let table = self.table(edge);
        if ones(&table) <= 16 && self.random.flag() {
            let patterns = (0..self.patterns()).filter(|i| is_set(&table, *i));
            return patterns.fold(Edge::constant(false), |any, i| any.or(&self.minterm(i)));
        }
        let mut order: Vec<usize> = (0..self.inputs.len()).collect();
        self.random.shuffle(&mut order);
        self.choices(&table, &order, &mut HashMap::new())
    }

    /// As choices by one input after the other.
    fn choices(&self, table: &Table, order: &[usize], known: &mut HashMap<Table, Edge>) -> Edge {
        let [first, ..] = table[..] else { panic!("no patterns") };
        if (first == 0 || first == u64::MAX) && table.iter().all(|word| *word == first) {
            return Edge::constant(first != 0);
        }
        if let Some(made) = known.get(table) {
            return made.clone();
        }
        let (input, rest) = order.split_first().expect("a function of the inputs");
        let half = |value: usize| -> Table {
            let bit = |i: usize| is_set(table, i & !(1 << input) | value << input);
            (0..table.len())
                .map(|word| (0..64).fold(0, |bits, i| bits | u64::from(bit(64 * word + i)) << i))
                .collect()
        };
        let [low, high] = [0, 1].map(|value| self.choices(&half(value), rest, known));
        let made = self.inputs[*input].mux(&high, &low);
        known.insert(table.clone(), made.clone());
        made
    }

    fn assumption(&mut self) -> Edge {
        match self.random.below(16) {
            0..4 => Edge::constant(true),
            4 => Edge::constant(self.random.flag()),
            5..8 => {
                let count = self.random.below(6);
                let first = self.pick();
                (0..count).fold(first, |all, _| all.and(&self.pick()))
            }
            // Few patterns.
            8..13 => {
                let count = 1 + self.random.below(4);
                let any = (0..count).fold(Edge::constant(false), |any, _| {
                    let pattern = self.any_pattern();
                    any.or(&self.minterm(pattern))
                });
                self.again(&any)
            }
            // Inputs equal in pairs.
            13 => {
                let pairs = self.inputs.chunks_exact(2);
                pairs.fold(Edge::constant(true), |all, pair| all.and(&pair[0].xor(&pair[1]).not()))
            }
            // A contradiction that does not look like one.
            _ => {
                let one = self.pick();
                let same = self.again(&one);
                one.and(&same.not())
            }
        }
    }

    fn pair(&mut self, assumption: &Edge) -> [Edge; 2] {
        let one = self.pick();
        let another = match self.random.below(8) {
            0 => self.pick(),
            1..4 => self.again(&one),
            // Different in one pattern, or where the assumption holds in one.
            4 | 5 => {
                let allowed = self.table(assumption);
                let allowed: Vec<usize> = (0..self.patterns()).filter(|i| is_set(&allowed, *i)).collect();
                let pattern = match allowed[..] {
                    [_, ..] if self.random.flag() => self.random.pick(&allowed),
                    _ => self.any_pattern(),
                };
                let same = self.again(&one);
                same.xor(&self.minterm(pattern))
            }
            // Different where the assumption does not hold.
            _ => {
                let noise = self.pick().and(&assumption.not());
                self.again(&one.xor(&noise))
            }
        };
        match self.random.flag() {
            true => [one, another],
            false => [another, one],
        }
    }
}

/// A claim with what it should be.
struct Claim {
    obligation: Obligation,
    assumption: Table,
    /// Where a pair is different.
    different: Table,
    /// What counterexamples hold besides the inputs.
    watched: Table,
    random: Random,
}

/// What all claims share: what one needed must not decide another one wrongly.
static LEMMAS: LazyLock<Arc<Lemmas>> = LazyLock::new(Arc::default);

impl Claim {
    fn new(number: u64) -> Self {
        let mut maker = Maker::new(Random::new(number));
        let assumption = maker.assumption();
        let mut obligation = Obligation::new("random", &maker.graph);
        obligation.assumption = assumption.clone();
        // Now and then no pair at all.
        let pairs = if maker.random.one_in(50) {
            0
        } else {
            1 + maker.random.below(3)
        };
        let mut different = Edge::constant(false);
        for _ in 0..pairs {
            let [x, y] = maker.pair(&assumption);
            different = different.or(&x.xor(&y));
            obligation.equal(&[x], &[y]);
        }
        if maker.random.one_in(3) {
            let count = 1 + maker.random.below(3);
            let freed: Vec<Edge> = (0..count).map(|_| maker.pick()).collect();
            obligation.free(&freed);
        }
        obligation.name_inputs("x", &maker.inputs);
        let watched = maker.pick();
        obligation.watch("y", 0, &watched);
        let [assumption, different, watched] = [assumption, different, watched].map(|edge| maker.table(&edge));
        Claim {
            obligation,
            assumption,
            different,
            watched,
            random: maker.random,
        }
    }

    /// Whether nothing is claimed of any pattern.
    fn is_vacuous(&self) -> bool {
        self.obligation.pairs.is_empty() || ones(&self.assumption) == 0
    }

    fn is_refuted_by(&self, pattern: usize) -> bool {
        is_set(&self.assumption, pattern) && is_set(&self.different, pattern)
    }

    /// What is wrong with a verdict. Only one that was interrupted may know nothing.
    fn wrong(&self, verdict: &EquivalenceVerdict, interrupted: bool) -> Option<String> {
        let refuted = zip(&self.assumption, &self.different, |x, y| x & y);
        let right = match verdict {
            EquivalenceVerdict::Proved => !self.is_vacuous() && ones(&refuted) == 0,
            EquivalenceVerdict::Refuted(inputs) => {
                let number = inputs
                    .iter()
                    .rev()
                    .fold(0, |number, bit| 2 * number + usize::from(*bit));
                inputs.len() == self.obligation.graph.input_count() as usize && self.is_refuted_by(number)
            }
            EquivalenceVerdict::Vacuous => self.is_vacuous(),
            EquivalenceVerdict::NotProved => interrupted,
        };
        (!right).then(|| {
            let (allowed, refuted) = (ones(&self.assumption), ones(&refuted));
            format!(
                "{verdict:?}, where {allowed} patterns satisfy the assumption and {refuted} of them refute the claim"
            )
        })
    }

    /// The pattern that a counterexample or a witness names, if what is watched is as it says.
    fn named(&self, words: &[(ClaimInput, u64)]) -> Result<usize, String> {
        let value = |name: &str| {
            words
                .iter()
                .find(|(word, _)| word.name() == name)
                .map(|(_, value)| *value)
        };
        match (value("x"), value("y")) {
            (Some(x), Some(y)) if is_set(&self.watched, x as usize) == (y != 0) => Ok(x as usize),
            _ => Err(format!("{words:?}: this is not what the inputs give")),
        }
    }

    fn check(&mut self) -> Result<Tally, String> {
        let mut limits = Limits {
            time: Duration::from_secs(600),
            inner_conflicts: self.random.pick(&[0, 1, 2, 10, 100, 5000]),
        };
        let seed = self.random.bits();
        let claim = &self.obligation;
        let (verdict, statistics) = equivalent(&claim.graph, &claim.pairs, &claim.assumption, limits, seed);
        if let Some(wrong) = self.wrong(&verdict, false) {
            return Err(format!("{limits:?}, seed {seed}: {wrong}"));
        }

        // Again by another seed, with bits freed where there are such, and interrupted now and then.
        limits.inner_conflicts = self.random.pick(&[0, 5, 5000]);
        let seed = self.random.bits();
        let (stop, moment) = (Stop::default(), u64::from(self.random.below(400)));
        let interruption = self.random.below(16);
        match interruption {
            0 => limits.time = Duration::ZERO,
            1 => {
                let stop = stop.clone();
                thread::spawn(move || {
                    thread::sleep(Duration::from_micros(moment));
                    stop.raise();
                });
            }
            _ => {}
        }
        let outcome = self.obligation.decide_with(&LEMMAS, limits, seed, &stop);
        self.outcome(&outcome, interruption < 2)
            .and_then(|()| self.witness(limits, seed))
            .map_err(|wrong| format!("{limits:?}, seed {seed}: {wrong}"))?;
        let general = self.obligation.generalised();
        if let Some(general) = &general {
            self.generalised(general, seed)
                .map_err(|wrong| format!("with bits freed, seed {seed}: {wrong}"))?;
        }
        let is = |other: bool| usize::from(other);
        Ok([
            is(matches!(verdict, EquivalenceVerdict::Refuted(_))),
            is(verdict == EquivalenceVerdict::Proved),
            is(verdict == EquivalenceVerdict::Vacuous),
            statistics.sat_calls,
            statistics.cuts,
            statistics.separations,
            is(general.is_some()),
            is(outcome.verdict == EquivalenceVerdict::NotProved),
        ])
    }

    fn outcome(&self, outcome: &ObligationOutcome, interrupted: bool) -> Result<(), String> {
        if let Some(wrong) = self.wrong(&outcome.verdict, interrupted) {
            return Err(wrong);
        }
        let is_refuted = matches!(outcome.verdict, EquivalenceVerdict::Refuted(_));
        match !is_refuted || self.is_refuted_by(self.named(&outcome.counterexample)?) {
            true => Ok(()),
            false => Err(format!("{:?} is no counterexample", outcome.counterexample)),
        }
    }

    fn witness(&self, limits: Limits, seed: u64) -> Result<(), String> {
        let witness = self.obligation.witness(limits, seed);
        let allowed = ones(&self.assumption);
        let right = match &witness {
            Witness::Found(words) => is_set(&self.assumption, self.named(words)?),
            Witness::Unsatisfiable => allowed == 0,
            Witness::Unknown => limits.time.is_zero(),
        };
        match right {
            true => Ok(()),
            false => Err(format!("{witness:?}, where {allowed} patterns satisfy the assumption")),
        }
    }

    /// The claim with fresh inputs in place of the freed bits implies the claim, and the verdict about it is right.
    fn generalised(&self, general: &Obligation, seed: u64) -> Result<(), String> {
        let differ = general.pairs.iter().map(|(x, y)| x.xor(y));
        let differ = differ.fold(Edge::constant(false), |any, one| any.or(&one));
        let found = tables(
            &general.graph,
            &[general.assumption.clone(), differ.and(&general.assumption)],
        );
        let [allowed, refuted] = [0, 1].map(|i| ones(&found[i]));
        let verdict = general.decide(Limits::default(), seed).verdict;
        let is_right = match &verdict {
            EquivalenceVerdict::Vacuous => general.pairs.is_empty() || allowed == 0,
            EquivalenceVerdict::Proved => !general.pairs.is_empty() && allowed != 0 && refuted == 0,
            EquivalenceVerdict::Refuted(_) => refuted != 0,
            EquivalenceVerdict::NotProved => false,
        };
        let own = zip(&self.assumption, &self.different, |x, y| x & y);
        match is_right && (verdict != EquivalenceVerdict::Proved || ones(&own) == 0) {
            true => Ok(()),
            false => Err(format!("{verdict:?}")),
        }
    }
}

/// The effort, so that a test which tries nothing fails: claims refuted, proved, vacuous; calls of the solver, cuts, separations; claims with
/// freed bits, interrupted ones.
type Tally = [usize; 8];

/// Checks so many claims.
fn check(claims: u64) {
    let first = first_seed().wrapping_mul(1_000_000_007);
    let checked = (0..claims).into_par_iter().map(|i| {
        let number = first.wrapping_add(i);
        let checked = Claim::new(number).check();
        checked.map_err(|wrong| format!("claim {number}: {wrong}"))
    });
    let sum = |all: Tally, one: Tally| Ok(std::array::from_fn(|i| all[i] + one[i]));
    let tally: Tally = checked
        .try_reduce(Tally::default, sum)
        .unwrap_or_else(|wrong| panic!("{wrong}"));
    println!("{claims} claims: {tally:?}");
    let share = claims as usize / 40;
    let least = [6, 6, 1, 40, 40, 1, 6, 0].map(|times| times * share);
    let enough = tally.iter().zip(least).all(|(found, least)| *found >= least);
    assert!(enough && tally[7] > 0, "too little for the checker to do: {tally:?}");
}

#[test]
fn the_prover_agrees_with_brute_force_on_500_random_claims() {
    check(500);
}

#[test]
#[ignore = "takes minutes; the default suite has 500 claims"]
fn the_prover_agrees_with_brute_force_on_100000_random_claims() {
    check(100_000);
}
