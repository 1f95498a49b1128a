//! Wrong operations in golden or in the transcription, which the comparison must find.

use super::faults::{Side, with_fault};
use super::scalar::{Part, Secondary};
use super::{of_brew, of_ptx, of_scalar};
use lanesmith::prove::{EquivalenceVerdict, Limits, Obligation};
use lanesmith::sim::testbench::Random;
use lanesmith::units::brew::isa::INSTRUCTIONS;

/// Passes of 64 random operands each.
const PASSES: usize = 64;

/// Whether inputs, each with 64 values, give different results.
fn differs(claim: &Obligation, inputs: &[u64]) -> bool {
    let sides = claim.pairs.iter().flat_map(|(x, y)| [x.clone(), y.clone()]);
    let edges: Vec<_> = [claim.assumption.clone()].into_iter().chain(sides).collect();
    let values = claim.graph.evaluate(inputs, &edges);
    values[1..].chunks(2).any(|pair| (pair[0] ^ pair[1]) & values[0] != 0)
}

/// Whether random operands give different results.
fn differs_at_random(claim: &Obligation, rng: &mut Random) -> bool {
    let inputs = claim.graph.input_count();
    (0..PASSES).any(|_| differs(claim, &(0..inputs).map(|_| rng.bits()).collect::<Vec<_>>()))
}

/// Whether the operands that refute a claim do so.
fn is_refuted_by(claim: &Obligation, inputs: &[bool]) -> bool {
    let mut inputs: Vec<u64> = inputs.iter().map(|bit| u64::from(*bit)).collect();
    inputs.resize(claim.graph.input_count() as usize, 0);
    differs(claim, &inputs)
}

/// A claim in which faults are planted.
type Subject = Box<dyn Fn() -> Obligation>;

fn subjects() -> Vec<Subject> {
    let brew = |pattern: &'static str, code: u32| -> Subject {
        let row = INSTRUCTIONS.iter().find(|row| row.pattern == pattern);
        let row = row.unwrap_or_else(|| panic!("no row {pattern}"));
        Box::new(move || of_brew::claim(row, code))
    };
    vec![
        Box::new(|| of_ptx::simd_claim("vavrg", 2, "")),
        Box::new(|| of_ptx::simd_claim("vsub", 4, ".sat")),
        Box::new(|| of_ptx::simd_claim("vabsdiff", 2, ".add")),
        Box::new(|| of_ptx::simd_claim("vset.le", 4, "")),
        Box::new(|| of_ptx::packed_claim("min.relu.s8x4")),
        Box::new(|| of_ptx::permute_claim("")),
        Box::new(|| of_scalar::scalar_claim("vadd", Secondary::Max)),
        Box::new(|| of_scalar::scalar_claim("vshl", Secondary::Merge(Part::H(1)))),
        Box::new(|| {
            let [factors, _] = of_scalar::vmad_claim("", ["", "", "-"]);
            factors
        }),
        brew(".4..", 4),
        brew(".b..", 6),
        brew(".8..", 1),
        brew("fff0 .3..", 2),
        brew(".af. ****", 8),
        Box::new(|| of_ptx::dot_claim("dp4a")),
    ]
}

/// Plants wrong operations in one side of a subject: those whose numbers `chosen` has. How many there were, and how many
/// changed a result.
fn plant(subject: &dyn Fn() -> Obligation, side: Side, chosen: impl Fn(usize) -> bool) -> (usize, usize) {
    let (claim, operations) = with_fault(side, usize::MAX - 1, subject);
    // Little time for inner equalities: what is wrong shows at the results.
    let limits = Limits {
        inner_conflicts: 200,
        ..Limits::default()
    };
    let has_products = claim.name == "dp4a";
    let mut rng = Random::new(1);
    assert!(!differs_at_random(&claim, &mut rng));
    let (mut planted, mut refuted) = (0, 0);
    for operation in (0..operations.len()).filter(|operation| chosen(*operation)) {
        let (claim, _) = with_fault(side, operation, subject);
        let differs = differs_at_random(&claim, &mut rng);
        // To prove that a wrong operation inside of products changes nothing takes the prover long.
        if has_products && !differs {
            continue;
        }
        planted += 1;
        let what = format!("{}, {side:?}, {operation}: {}", claim.name, operations[operation]);
        match claim.decide(limits, 1).verdict {
            EquivalenceVerdict::Refuted(inputs) => {
                assert!(is_refuted_by(&claim, &inputs), "{what}");
                refuted += 1;
            }
            // Some operations do not matter: a field of a number that has no more bits.
            EquivalenceVerdict::Proved => assert!(!differs, "{what}"),
            verdict => panic!("{what}: {verdict:?}"),
        }
    }
    (planted, refuted)
}

fn plant_in_all(chosen: impl Fn(usize) -> bool) {
    for side in [Side::Golden, Side::Specification] {
        let mut all = (0, 0);
        for subject in subjects() {
            let (planted, refuted) = plant(&*subject, side, &chosen);
            assert!(refuted > 0, "{}", subject().name);
            all = (all.0 + planted, all.1 + refuted);
        }
        println!(
            "{side:?}: {} wrong operations, {} change a result, all of these found",
            all.0, all.1
        );
        // The others are proved to change nothing, and random operands show no difference.
        assert!(2 * all.1 > all.0, "{side:?}: {all:?}");
    }
}

#[test]
fn wrong_operations_in_golden_or_in_the_transcription_are_found() {
    plant_in_all(|operation| operation % 5 == 2);
}

#[test]
#[ignore = "takes minutes"]
fn long_run_of_all_wrong_operations() {
    plant_in_all(|_| true);
}
