//! Wrong operations in golden or in the transcription, which the comparison must find.

use super::faults::{Side, with_fault};
use super::number::Cmp;
use super::permute::Mode;
use super::scalar::{Part, Scalar, Secondary};
use super::simd::Vop;
use super::{of_brew, of_ptx, of_scalar};
use lanesmith::prove::{EquivalenceVerdict, Limits, Obligation};
use lanesmith::sim::testbench::Random;
use lanesmith::units::brew::isa::INSTRUCTIONS;

/// Passes of 64 random operands each.
const PASSES: usize = 64;

/// Whether random operands give different results.
fn differs_at_random(claim: &Obligation, rng: &mut Random) -> bool {
    let sides = claim.pairs.iter().flat_map(|(x, y)| [x.clone(), y.clone()]);
    let edges: Vec<_> = [claim.assumption.clone()].into_iter().chain(sides).collect();
    (0..PASSES).any(|_| {
        let inputs: Vec<u64> = (0..claim.graph.input_count()).map(|_| rng.bits()).collect();
        let values = claim.graph.evaluate(&inputs, &edges);
        values[1..].chunks(2).any(|pair| (pair[0] ^ pair[1]) & values[0] != 0)
    })
}

/// Whether the operands that refute a claim do so.
fn is_refuted_by(claim: &Obligation, inputs: &[bool]) -> bool {
    let sides = claim.pairs.iter().flat_map(|(x, y)| [x.clone(), y.clone()]);
    let edges: Vec<_> = [claim.assumption.clone()].into_iter().chain(sides).collect();
    let mut inputs: Vec<u64> = inputs.iter().map(|bit| u64::from(*bit)).collect();
    inputs.resize(claim.graph.input_count() as usize, 0);
    let values = claim.graph.evaluate(&inputs, &edges);
    values[0] & 1 != 0 && values[1..].chunks(2).any(|pair| (pair[0] ^ pair[1]) & 1 != 0)
}

/// The claims in which faults are planted: none with products, whose wrong inner bits take the checker long.
fn subjects() -> Vec<Box<dyn Fn() -> Obligation>> {
    let brew = |pattern: &'static str, code: u32| -> Box<dyn Fn() -> Obligation> {
        let row = INSTRUCTIONS.iter().find(|row| row.pattern == pattern);
        let row = row.unwrap_or_else(|| panic!("no row {pattern}"));
        Box::new(move || of_brew::claim(row, code))
    };
    vec![
        Box::new(|| of_ptx::simd_claim("vavrg", Vop::Vavrg, 2, "")),
        Box::new(|| of_ptx::simd_claim("vsub", Vop::Vsub, 4, ".sat")),
        Box::new(|| of_ptx::simd_claim("vabsdiff", Vop::Vabsdiff, 2, ".add")),
        Box::new(|| of_ptx::simd_claim("vset", Vop::Vset(Cmp::Le), 4, "")),
        Box::new(|| of_ptx::packed_claim("min.relu.s8x4")),
        Box::new(|| of_ptx::permute_claim("", Mode::Default)),
        Box::new(|| of_scalar::scalar_claim("vadd", Scalar::Vadd, Secondary::Max)),
        Box::new(|| of_scalar::scalar_claim("vshl", Scalar::Vshl, Secondary::Merge(Part::H(1)))),
        Box::new(|| {
            of_scalar::vmad_claim("", ["", "", "-"])
                .into_iter()
                .next()
                .expect("factors")
        }),
        brew(".4..", 4),
        brew(".b..", 6),
        brew(".8..", 1),
        brew("fff0 .3..", 2),
        brew(".af. ****", 8),
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
    assert_eq!(claim.decide(Limits::default(), 1).verdict, EquivalenceVerdict::Proved);
    let mut rng = Random::new(1);
    let (mut planted, mut refuted) = (0, 0);
    for operation in (0..operations.len()).filter(|operation| chosen(*operation)) {
        let (claim, _) = with_fault(side, operation, subject);
        planted += 1;
        let differs = differs_at_random(&claim, &mut rng);
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
