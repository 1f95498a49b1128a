//! Invariants of the user, which are proved before they are used.

use super::counters::{Down, MANY, Up};
use super::random::{design, differ, rewritten, single};
use super::{assert_refutes, lower};
use crate::settings::first_seed;
use lanesmith::hdl::invariant::{left, right};
use lanesmith::hdl::{self, Effort, Equality, Error, Invariant, InvariantError};
use lanesmith::netlist::Flat;
use lanesmith::netlist::fault::{apply, faults};
use lanesmith::sim::testbench::Random;

fn up_and_down(invariants: &[Invariant]) -> Result<Equality, Error> {
    let (up, down) = (lower(&Up::<MANY>::default()), lower(&Down::<MANY>::default()));
    hdl::prove_with(&up, &down, &Effort::default(), invariants)
}

/// One counts the clocks, the other those that are left.
fn together() -> Invariant {
    let period = MANY as u32;
    let both = (left("count") + right("left")).equals(period) & left("count").is_less_than(period);
    let start = left("count").equals(0) & right("left").equals(0);
    Invariant::new("count and left are the period together", both | start)
}

#[test]
fn an_invariant_of_the_user_decides_what_induction_alone_does_not() {
    assert_eq!(up_and_down(&[together()]), Ok(Equality::Proved));
}

#[test]
fn an_invariant_that_fails_or_does_not_follow_is_an_error_that_shows_it() {
    let less = (left("count") + right("left")).is_at_most(MANY as u32 - 1);
    let wrong = [together(), Invariant::new("less together", less)];
    let never = [Invariant::new("never", left("count").is_less_than(0))];
    for (invariants, wanted, clocks) in [(&wrong[..], "less together", 2), (&never, "never", 1)] {
        let error = up_and_down(invariants);
        let Err(Error::Invariant(InvariantError::Fails { invariant, trace })) = &error else {
            panic!("{error:?}")
        };
        assert_eq!((invariant.as_str(), trace.len()), (wanted, clocks));
    }
    // True in each run, and no proof: count may be the period and left 0.
    let weak = (left("count") + right("left")).equals(MANY as u32);
    let start = left("count").equals(0) & right("left").equals(0);
    let error = up_and_down(&[Invariant::new("weak", weak | start)]).expect_err("not inductive");
    let Error::Invariant(InvariantError::NotInductive {
        before, after, trace, ..
    }) = &error
    else {
        panic!("{error}")
    };
    let value = |state: &Vec<(String, u64)>, name: &str| state.iter().find(|(n, _)| n == name).expect("a register").1;
    let sums = [before, after].map(|state| value(state, "left.count_q") + value(state, "right.left_q"));
    assert!(sums[0] == MANY || sums[0] == 0, "{error}");
    assert!(sums[1] != MANY && sums[1] != 0, "{error}");
    assert_eq!(trace.len(), 2);
    assert!(error.to_string().contains("left.count_q = "), "{error}");
}

#[test]
fn a_name_in_an_invariant_that_means_nothing_is_an_error_with_what_there_is() {
    let said = |term: hdl::invariant::Term| {
        let error = up_and_down(&[Invariant::new("it", term.equals(0))]).expect_err("a name");
        error.to_string()
    };
    assert_eq!(
        said(left("coumt_q")),
        "invariant \"it\": the left design has no signal coumt_q; did you mean count_q? It has clock, count_q, last"
    );
    assert!(said(right("left[3]")).contains("left is no memory"));
}

/// A random relation of two signals, which mostly does not hold.
fn invariant(rng: &mut Random, right_names: &[String]) -> Invariant {
    let names = ["state0", "state1", "out0", "in0"];
    let other = &right_names[rng.below(right_names.len() as u32) as usize];
    let (x, y) = (left(names[rng.below(4) as usize]), right(other.clone()));
    let condition = match rng.below(5) {
        0 => x.equals(y),
        1 => x.is_at_most(y),
        2 => (x + y).is_less_than(rng.below(6)),
        3 => x.clone().equals(0).implies(y.equals(0)),
        _ => !x.equals(3) | y.bits(0, 1).equals(1),
    };
    Invariant::new("random", condition)
}

#[test]
fn no_invariant_makes_a_false_proof() {
    use_random_invariants(4);
}

#[test]
#[ignore = "240 proofs: minutes"]
fn none_of_many_invariants_makes_a_false_proof() {
    use_random_invariants(60);
}

fn use_random_invariants(designs: u64) {
    let (mut used, mut refused, mut wrong) = (0, 0, 0);
    for seed in first_seed()..first_seed() + designs {
        let mut rng = Random::new(seed);
        let one = design(&mut rng);
        let flat = Flat::new(&single(rewritten(&one, &mut rng))).expect("a flat design");
        let list = faults(&flat);
        let fault = list[rng.below(list.len() as u32) as usize];
        let Some(mutant) = apply(&flat, fault) else { continue };
        let (one, other) = (single(one), single(mutant.flat.module));
        let flats = [&one, &other].map(|design| Flat::new(design).expect("a flat design"));
        let nets = flats[1].module.nets.iter();
        let names: Vec<String> = nets
            .filter(|net| net.name != "clock")
            .map(|net| net.name.clone())
            .collect();
        for _ in 0..4 {
            let some = [invariant(&mut rng, &names), invariant(&mut rng, &names)];
            let verdict = hdl::prove_with(&one, &other, &Effort::default(), &some[..1 + rng.below(2) as usize]);
            match verdict {
                Err(Error::Invariant(_)) => refused += 1,
                Err(error) => panic!("LANESMITH_SEED={seed}: {error}"),
                Ok(Equality::Proved) => {
                    used += 1;
                    assert_ne!(
                        differ(&flats[0], &flats[1]),
                        Some(true),
                        "LANESMITH_SEED={seed}: a false proof"
                    );
                }
                Ok(Equality::Refuted(trace)) => {
                    wrong += 1;
                    assert_refutes(&one, &other, &trace);
                }
                Ok(Equality::Unknown(_)) => {}
            }
        }
    }
    println!("{used} proved, {refused} invariants refused, {wrong} designs refuted");
    assert!(used > 0 && refused >= designs, "{used} proved, {refused} refused");
}
