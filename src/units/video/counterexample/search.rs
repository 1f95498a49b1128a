//! Work on which the video ALU may go wrong where a claim about it does not hold.

use super::{Stimulus, stimulus};
use crate::prove::Refutation;
use crate::ptx::Instruction;
use crate::sim::testbench::{Profile, Settings};
use crate::unit::{Counterexample, Hardware};
use crate::units::video::encoding::Control;
use crate::units::video::golden::evaluate;
use crate::units::video::golden::explain::explain;
use crate::units::video::rtl::Config;
use crate::units::video::testbench::{Case, RandomCases, executes};
use std::path::Path;

/// Random work that is tried where the claim's own instruction does not go wrong by itself.
const CASES: usize = 2000;
const SEEDS: std::ops::Range<u64> = 1..5;
/// The cycle of a reset in traffic, for claims about reset.
const RESET: u64 = 100;

/// The claim's instruction lane by lane, if it has one, and as a row of a vector file.
pub(in crate::units::video) fn describe(refuted: &Refutation) -> Option<String> {
    let instruction = Instruction::try_from(Control(refuted.value("control")?)).ok()?;
    let [a, b, c] = ["a", "b", "c"].map(|name| refuted.value(name).unwrap_or(0) as u32);
    let d = evaluate(&instruction, a, b, c);
    let lanes = explain(&instruction, a, b, c);
    Some(format!(
        "{lanes}\nas a vector:\ninstruction,a,b,c,d\n\"{instruction}\",{a:#010x},{b:#010x},{c:#010x},{d:#010x}\n"
    ))
}

/// The claim's instruction, if it has one, a few times over; else random instructions with stalls, and with a reset.
pub(in crate::units::video) fn search(
    hardware: &Hardware,
    config: &Config,
    has_reset: bool,
    refuted: &Refutation,
    folder: &Path,
) -> Result<Option<Counterexample>, String> {
    let instruction = refuted
        .value("control")
        .and_then(|control| Instruction::try_from(Control(control)).ok());
    if let Some(instruction) = instruction.filter(|instruction| executes(config, instruction)) {
        let operands = ["a", "b", "c"].map(|name| refuted.value(name).unwrap_or(0) as u32);
        let case = Case::of(&instruction, operands);
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
