//! Work on which a unit goes wrong, made as short as could be found.

use super::case::Case;
use super::stimulus::PipelinedStimulus;
use super::{CaseStyle, Pipelined, executes, vectors};
use crate::prove::Refutation;
use crate::sim::testbench::{Profile, TrafficSettings};
use crate::unit::{CASE, Counterexample, FailingWork, Hardware, create_folder, repeat_command, shell_word};
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
        create_folder(folder)?;
        let run = shortest.run(hardware, Some(&folder.join(CASE).with_extension("vcd")))?;
        let (Some((_, explanation)), Some(dumped)) = (run.fault, run.dumped) else {
            return Ok(None);
        };
        let name = format!("{CASE}.csv");
        let work = format!("--vectors {}", shell_word(&folder.join(&name)));
        Ok(Some(Counterexample {
            folder: folder.to_owned(),
            explanation,
            repeat: repeat_command(hardware, &work, shortest.settings, shortest.reset_at),
            inputs: vec![(name, vectors::text::<S::Unit>(&shortest.cases))],
            dumped: Some(dumped),
            claim: None,
        }))
    }
}

/// The instruction of a refuted claim, if it is about one that the hardware executes.
fn claimed<P: Pipelined>(unit: &P, refuted: &Refutation) -> Option<Case> {
    let operands = ["a", "b", "c"].map(|name| refuted.value(name).unwrap_or(0) as u32);
    let case = Case::new(refuted.value("control")?, operands);
    executes(unit, &case).then_some(case)
}

/// The claim's instruction, if it has one, a few times over; else random instructions with stalls, and with a reset.
pub(super) fn search<S: CaseStyle>(
    style: S,
    hardware: &Hardware,
    refuted: &Refutation,
    folder: &Path,
) -> Result<Option<Counterexample>, String> {
    let unit = style.unit();
    if let Some(case) = claimed(&unit, refuted) {
        let made = PipelinedStimulus::steady(style, vec![case; 4]).counterexample(hardware, folder)?;
        if made.is_some() {
            return Ok(made);
        }
    }
    for reset_at in [None, S::HAS_RESET.then_some(RESET_AT)] {
        for seed in SEEDS {
            let random = PipelinedStimulus {
                style,
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
pub(super) fn describe<P: Pipelined>(unit: &P, refuted: &Refutation) -> Option<String> {
    let case = claimed(unit, refuted)?;
    let vector = vectors::text::<P>(std::slice::from_ref(&case));
    Some(format!("{}\nas a vector:\n{vector}", P::explain(&case)))
}
