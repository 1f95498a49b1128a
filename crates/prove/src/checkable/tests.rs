use super::miter::Miter;
use crate::Obligation;
use crate::solver::Stop;
use crate::sweep::Limits;
use lanesmith_algebra::{Algebra, Bit, Bitwise, Edge, Graph, Int};

type Symbolic = Bitwise<Edge>;

/// Whether a clause follows from others by unit propagation: with its literals false, one of them becomes empty.
fn follows(clauses: &[Vec<i32>], clause: &[i32]) -> bool {
    let mut holds: Vec<i32> = clause.iter().map(|literal| -literal).collect();
    loop {
        let before = holds.len();
        for clause in clauses {
            let open: Vec<i32> = clause
                .iter()
                .copied()
                .filter(|literal| !holds.contains(&-literal))
                .collect();
            match open[..] {
                [] => return true,
                [unit] if !holds.contains(&unit) => holds.push(unit),
                _ => {}
            }
        }
        if holds.len() == before {
            return false;
        }
    }
}

/// Sums and products in two orders, the former under an assumption; `wrong`: claims that do not hold.
fn claims(wrong: bool) -> [Obligation; 3] {
    let error = Symbolic::int(wrong.into());
    let graph = Graph::new();
    let [x, y, z] = std::array::from_fn(|_| Int::unsigned(graph.inputs(4)));
    let mut sums = Obligation::new("sums", &graph);
    let left = Symbolic::add(&Symbolic::add(&x, &y), &z);
    let right = Symbolic::add(&Symbolic::add(&x, &Symbolic::add(&z, &y)), &error);
    sums.equal(&left.low(6), &right.low(6));
    sums.assumption = Symbolic::less(&x, &y).bit();
    let graph = Graph::new();
    let [x, y] = std::array::from_fn(|_| Int::unsigned(graph.inputs(3)));
    let mut products = Obligation::new("products", &graph);
    let left = Symbolic::mul(&Symbolic::add(&x, &Symbolic::int(1)), &y);
    let right = Symbolic::add(&Symbolic::add(&Symbolic::mul(&x, &y), &y), &error);
    products.equal(&left.low(6), &right.low(6));
    let graph = Graph::new();
    let x = graph.input();
    let mut same = Obligation::new("same", &graph);
    same.equal(std::slice::from_ref(&x), &[if wrong { x.not() } else { x.clone() }]);
    [sums, products, same]
}

#[test]
fn each_step_of_a_proof_follows_and_the_last_one_is_empty() {
    for claim in claims(false) {
        let miter = Miter::new(&claim);
        let without_end = |clause: &[i32]| clause[..clause.len() - 1].to_vec();
        let mut clauses: Vec<Vec<i32>> = miter.clauses().iter().map(|clause| without_end(clause)).collect();
        let derivation = miter.derive(Limits::default(), 1, &Stop::default()).unwrap();
        for step in derivation.split_inclusive(|literal| *literal == 0).map(without_end) {
            assert!(follows(&clauses, &step), "{}: {step:?}", claim.name);
            clauses.push(step);
        }
        assert!(clauses.last().unwrap().is_empty());
    }
}

#[test]
fn a_claim_that_does_not_hold_has_no_proof() {
    for claim in claims(true) {
        assert!(
            Miter::new(&claim)
                .derive(Limits::default(), 1, &Stop::default())
                .is_none()
        );
    }
}

#[test]
fn the_clauses_have_a_variable_for_each_node_of_the_graph() {
    for claim in claims(true) {
        let miter = Miter::new(&claim);
        let read = crate::aiger::Aiger::read(&miter.aiger()).unwrap();
        assert_eq!(read.outputs.len(), 2);
        let clauses = miter.clauses();
        // Two clauses besides three for each conjunction.
        let variables = 1 + read.inputs.len() + (clauses.len() - 2) / 3;
        let header = format!("p cnf {variables} {}\n", clauses.len());
        assert!(miter.dimacs().starts_with(&header));
    }
}
