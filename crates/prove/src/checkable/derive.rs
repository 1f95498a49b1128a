//! The derivation of a miter: SAT sweeping says which clauses it finds on its way.

use super::miter::Miter;
use crate::derivation::Derivation;
use crate::solver::Stop;
use crate::sweep::{Limits, sweep_miter};

/// The clauses from which the miter's follow to be unsatisfiable, each with a 0 at its end, the last one empty; `None` if the
/// claim was not proved within the limit.
pub fn derive(miter: &Miter, limits: Limits, seed: u64, stop: &Stop) -> Option<Vec<i32>> {
    let derivation = Derivation::default();
    let pairs: Vec<[u32; 2]> = miter.pairs().collect();
    let goals = (miter.assumption(), &pairs[..], miter.output());
    let proved = sweep_miter((&miter.nodes(), miter.inputs()), goals, limits, seed, stop, &derivation);
    proved.then(|| derivation.finish())
}
