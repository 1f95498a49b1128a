use super::{Lrat, Miter};
use crate::Obligation;
use crate::solver::Stop;
use crate::sweep::Limits;
use lanesmith_algebra::{Algebra, Bit, Bitwise, Edge, Graph, Int};
use std::collections::HashMap;

type Symbolic = Bitwise<Edge>;

/// Whether `text` proves the clauses unsatisfiable: every hint in turn must be a unit under the assignment, the last in conflict.
fn accepts(given: &[Vec<i32>], text: &str) -> bool {
    let mut clauses: HashMap<i64, Vec<i64>> = HashMap::new();
    for (clause, number) in given.iter().zip(1..) {
        clauses.insert(number, clause.iter().map(|literal| i64::from(*literal)).collect());
    }
    for line in text.lines() {
        let numbers: Vec<i64> = line.split(' ').map(|word| word.parse().unwrap()).collect();
        let rest = &numbers[1..];
        let end = rest.iter().position(|number| *number == 0).unwrap();
        let (clause, hints) = (&rest[..end], &rest[end + 1..rest.len() - 1]);
        let mut holds: Vec<i64> = clause.iter().map(|literal| -literal).collect();
        let mut conflict = false;
        for hint in hints {
            let Some(hint) = clauses.get(hint) else { return false };
            let open: Vec<i64> = hint
                .iter()
                .copied()
                .filter(|literal| !holds.contains(&-literal))
                .collect();
            match open[..] {
                [] => conflict = true,
                [unit] => holds.push(unit),
                _ => return false,
            }
        }
        if !conflict {
            return false;
        }
        if clause.is_empty() {
            return true;
        }
        clauses.insert(numbers[0], clause.to_vec());
    }
    false
}

fn proof(claim: &Obligation) -> Option<(Miter, Lrat)> {
    let miter = Miter::new(claim);
    let derivation = miter.derive(Limits::default(), 1, &Stop::default())?;
    let lrat = Lrat::new(&miter.clauses(), &derivation).unwrap();
    Some((miter, lrat))
}

/// Sums and products in two orders, the former under an assumption.
fn claims(wrong: bool) -> Vec<Obligation> {
    let graph = Graph::new();
    let [x, y, z] = std::array::from_fn(|_| Int::unsigned(graph.inputs(4)));
    let mut sums = Obligation::new("sums", &graph);
    let left = Symbolic::add(&Symbolic::add(&x, &y), &z);
    let right = Symbolic::add(&x, &Symbolic::add(&z, &y));
    let right = if wrong {
        Symbolic::max(&right, &Symbolic::int(9))
    } else {
        right
    };
    sums.equal(&left.low(6), &right.low(6));
    sums.assumption = Symbolic::less(&x, &y).bit();
    let graph = Graph::new();
    let [x, y] = std::array::from_fn(|_| Int::unsigned(graph.inputs(3)));
    let mut products = Obligation::new("products", &graph);
    let left = Symbolic::mul(&Symbolic::add(&x, &Symbolic::int(1)), &y);
    let right = Symbolic::add(&Symbolic::mul(&x, &y), &y);
    let right = if wrong {
        Symbolic::add(&right, &Symbolic::int(1))
    } else {
        right
    };
    products.equal(&left.low(6), &right.low(6));
    let graph = Graph::new();
    let x = graph.input();
    let mut same = Obligation::new("same", &graph);
    same.equal(std::slice::from_ref(&x), &[if wrong { x.not() } else { x.clone() }]);
    vec![sums, products, same]
}

#[test]
fn each_claim_that_holds_has_a_proof_that_a_checker_accepts_and_no_shorter_one() {
    for claim in claims(false) {
        let (miter, lrat) = proof(&claim).unwrap();
        let (clauses, text) = (miter.clauses(), lrat.text());
        assert!(accepts(&clauses, &text), "{}", claim.name);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), lrat.steps());
        for left_out in 0..lines.len() {
            let shorter: Vec<&str> = [&lines[..left_out], &lines[left_out + 1..]].concat();
            assert!(
                !accepts(&clauses, &shorter.join("\n")),
                "{} without step {left_out}",
                claim.name
            );
        }
    }
}

#[test]
fn a_claim_that_does_not_hold_has_no_proof() {
    assert!(claims(true).iter().all(|claim| proof(claim).is_none()));
}

#[test]
fn clauses_that_do_not_follow_are_errors() {
    let given = [vec![1, 2], vec![-1, 2], vec![1, -2, 3], vec![-1, -2]];
    assert!(Lrat::new(&given, &[2, 0, 0]).is_err(), "the clauses are satisfiable");
    assert!(Lrat::new(&given, &[3, 0]).is_err(), "no empty clause");
    let given = [&given[..], &[vec![-3]]].concat();
    let proof = Lrat::new(&given, &[2, 0, 0]).unwrap();
    assert!(accepts(&given, &proof.text()));
}

#[test]
fn the_clauses_say_what_the_graph_does() {
    for claim in claims(true) {
        let miter = Miter::new(&claim);
        let read = crate::aiger::Aiger::read(&miter.aiger()).unwrap();
        assert_eq!((read.outputs.len(), read.inputs.len() as u32), (2, miter.inputs()));
        let clauses = miter.clauses();
        // Two clauses besides three for each conjunction.
        let variables = 1 + miter.inputs() as usize + (clauses.len() - 2) / 3;
        assert!(
            miter
                .dimacs()
                .starts_with(&format!("p cnf {variables} {}\n", clauses.len()))
        );
    }
}
