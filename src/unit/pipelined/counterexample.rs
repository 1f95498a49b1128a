//! Work on which a unit goes wrong, made as short as could be found.

use super::case::Case;
use super::stimulus::PipelinedStimulus;
use super::{CaseStyle, Pipelined, executes, vectors};
use crate::{Counterexample, Debuggable, FailingWork, Hardware, recorded};
use lanesmith_prove::Refutation;
use lanesmith_sim::testbench::{Profile, TrafficSettings};
use std::path::Path;

/// Random work that is tried where the claim's own instruction does not go wrong by itself.
const CASES: usize = 2000;
const SEEDS: std::ops::Range<u64> = 1..5;
/// The cycle of a reset in traffic, for claims about reset.
const RESET_AT: u64 = 100;

impl<S: CaseStyle> FailingWork for PipelinedStimulus<S> {
    fn counterexample(&self, hardware: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String> {
        let Some(shortest) = self.shorten(hardware)? else {
            return Ok(None);
        };
        let rows = vectors::text::<S::Unit>(&shortest.cases);
        let job = (shortest.settings, shortest.reset_at);
        recorded(hardware, folder, job, Ok(rows), |waves| {
            shortest.run(hardware, Some(waves))
        })
    }
}

/// The instruction of a refuted claim, if it is about one that the hardware executes.
fn claimed<P: Pipelined>(unit: &P, refuted: &Refutation) -> Option<Case> {
    let operands = ["a", "b", "c"].map(|name| refuted.value(name).unwrap_or(0) as u32);
    let case = Case::new(refuted.value("control")?, operands);
    executes(unit, &case).then_some(case)
}

impl<S: CaseStyle> Debuggable for S {
    /// The claim's instruction, if it has one, a few times over; else random instructions with stalls, and with a reset.
    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        let unit = self.unit();
        if let Some(case) = claimed(&unit, refuted) {
            let made = PipelinedStimulus::steady(*self, vec![case; 4]).counterexample(hardware, folder)?;
            if made.is_some() {
                return Ok(made);
            }
        }
        for reset_at in [None, S::HAS_RESET.then_some(RESET_AT)] {
            for seed in SEEDS {
                let random = PipelinedStimulus {
                    style: *self,
                    cases: unit.random(seed).take(CASES).collect(),
                    settings: TrafficSettings {
                        gaps: Profile::Rare,
                        stalls: if seed % 2 == 0 { Profile::Bursts } else { Profile::Heavy },
                        seed,
                    },
                    reset_at,
                };
                let made = random.counterexample(hardware, folder)?;
                if made.is_some() {
                    return Ok(made);
                }
            }
        }
        Ok(None)
    }

    /// The instruction of a refuted claim, explained and as a vector, if it is about one that the hardware executes.
    fn describe(&self, refuted: &Refutation) -> Option<String> {
        let case = claimed(&self.unit(), refuted)?;
        let vector = vectors::text::<S::Unit>(std::slice::from_ref(&case));
        Some(format!("{}\nas a vector:\n{vector}", S::Unit::explain(&case)))
    }
}
