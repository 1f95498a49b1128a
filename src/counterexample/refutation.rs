//! Claims that do not hold.

use super::replay::replay;
use super::{Counterexample, Hardware, Stimulus, make, program, stimulus};
use crate::catalog::Selection;
use crate::isa::ptx::{Control, Instruction};
use crate::prove::Refutation;
use crate::rtl::video;
use crate::sim::testbench::video::{Case, RandomCases, executes};
use crate::sim::testbench::{Profile, Settings};
use std::path::Path;

/// Random work that is tried where the claim's own instruction does not go wrong by itself.
const CASES: usize = 2000;
const SEEDS: std::ops::Range<u64> = 1..5;
/// The cycle of a reset in traffic, for claims about reset.
const RESET: u64 = 100;

/// The counterexample of a refuted claim, in `folder`: work from reset on that goes wrong, if some is found, and the waves
/// of the claim's own clocks, which may begin in any state. Where no work is found the line proves again.
pub fn refutation(hardware: &Hardware, refuted: &Refutation, folder: &Path) -> Result<Counterexample, String> {
    make(folder)?;
    let work = match *hardware.selection() {
        Selection::VideoAlu(config) | Selection::VideoCore(config) => cases(hardware, &config, refuted, folder)?,
        Selection::BrewDatapath(config) => program::search(hardware, config, refuted, folder)?,
    };
    let replayed = replay(hardware, refuted, &folder.join("claim.vcd"))?;
    let mut made = work.unwrap_or_else(|| Counterexample {
        folder: folder.to_owned(),
        explanation: "no work from reset on was found that goes wrong".to_owned(),
        repeat: format!(
            "lanesmith prove {} --method built-in --no-counterexample",
            hardware.options()
        ),
        inputs: vec![],
        dumped: None,
        claim: None,
    });
    let name = hardware.selection().name();
    made.explanation = format!("refuted: {} of {name}\n{}", refuted.claim, made.explanation);
    let mut text = format!("{} of {name} does not hold for:\n\n", refuted.claim);
    for (name, value) in &refuted.inputs {
        text += &format!("{name} = {value:#x}\n");
    }
    if let Some((dumped, differences)) = replayed {
        text += &format!("\n{differences}");
        made.claim = Some(dumped);
    }
    made.inputs.push(("claim.txt".to_owned(), text));
    Ok(made)
}

pub(super) fn value(refuted: &Refutation, name: &str) -> Option<u64> {
    let found = refuted.inputs.iter().find(|(input, _)| input == name);
    found.map(|(_, value)| *value)
}

/// The claim's instruction, if it has one, a few times over; else random instructions with stalls, and with a reset.
fn cases(
    hardware: &Hardware,
    config: &video::Config,
    refuted: &Refutation,
    folder: &Path,
) -> Result<Option<Counterexample>, String> {
    let instruction = value(refuted, "control").and_then(|control| Instruction::try_from(Control(control)).ok());
    if let Some(instruction) = instruction.filter(|instruction| executes(config, instruction)) {
        let [a, b, c] = ["a", "b", "c"].map(|name| value(refuted, name).unwrap_or(0) as u32);
        let case = Case {
            instruction,
            a,
            b,
            c,
            expected: None,
        };
        let settings = Settings {
            gaps: Profile::Always,
            stalls: Profile::Always,
            seed: 1,
        };
        let own = Stimulus {
            cases: vec![case; 4],
            settings,
            reset_at: None,
        };
        let made = stimulus(hardware, &own, folder)?;
        if made.is_some() {
            return Ok(made);
        }
    }
    let has_reset = matches!(hardware.selection(), Selection::VideoAlu(_));
    for reset_at in [None, has_reset.then_some(RESET)] {
        for seed in SEEDS {
            let profile = if seed % 2 == 0 { Profile::Bursts } else { Profile::Heavy };
            let random = Stimulus {
                cases: RandomCases::new(*config, seed).take(CASES).collect(),
                settings: Settings {
                    gaps: Profile::Rare,
                    stalls: profile,
                    seed,
                },
                reset_at,
            };
            let made = stimulus(hardware, &random, folder)?;
            if made.is_some() {
                return Ok(made);
            }
        }
    }
    Ok(None)
}
