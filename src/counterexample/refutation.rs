//! Claims that do not hold.

use super::replay::replay;
use super::{Counterexample, Hardware, Stimulus, datapath, make, stimulus};
use crate::catalog::Selection;
use crate::isa::brew::{REGISTERS, length};
use crate::isa::ptx::{Control, Instruction};
use crate::prove::Refutation;
use crate::rtl::{brew, video};
use crate::sim::brew::{Lockstep, Program, random_program};
use crate::sim::testbench::video::{Case, RandomCases, executes};
use crate::sim::testbench::{Profile, Random, Settings};
use std::path::Path;

/// Random work that is tried where the claim's own instruction does not go wrong by itself.
const CASES: usize = 2000;
const INSTRUCTIONS: usize = 300;
const SEEDS: std::ops::Range<u64> = 1..5;
/// The cycle of a reset in traffic, for claims about reset.
const RESET: u64 = 100;

/// The counterexample of a refuted claim, in `folder`: work from reset on that goes wrong, if some is found, and the waves
/// of the claim's own clocks, which may begin in any state. Where no work is found the line proves again.
pub fn refutation(hardware: &Hardware, refuted: &Refutation, folder: &Path) -> Result<Counterexample, String> {
    make(folder)?;
    let work = match *hardware.selection() {
        Selection::VideoAlu(config) | Selection::VideoCore(config) => cases(hardware, &config, refuted, folder)?,
        Selection::BrewDatapath(config) => program(hardware, config, refuted, folder)?,
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

fn value(refuted: &Refutation, name: &str) -> Option<u64> {
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

/// The claim's instruction, if it has one, on the claim's registers; else random programs with gaps.
fn program(
    hardware: &Hardware,
    config: brew::Config,
    refuted: &Refutation,
    folder: &Path,
) -> Result<Option<Counterexample>, String> {
    let engine = hardware.engine(false).map_err(|error| error.to_string())?;
    let mut lockstep = Lockstep::new(engine, config);
    let random = SEEDS.map(|seed| random_program(&mut Random::new(seed), INSTRUCTIONS));
    for program in own_program(refuted).into_iter().chain(random) {
        for gaps in [Profile::Always, Profile::Heavy] {
            if let Err(mismatch) = lockstep.run(&program, gaps, 1) {
                let made = datapath(hardware, &mismatch, folder)?;
                if made.is_some() {
                    return Ok(made);
                }
            }
        }
    }
    Ok(None)
}

/// The claim's registers, where it has them, and its instruction.
fn own_program(refuted: &Refutation) -> Option<Program> {
    let [word0, word1, word2] = ["word0", "word1", "word2"].map(|name| value(refuted, name));
    let first = word0? as u16;
    let words = [first, word1.unwrap_or(0) as u16, word2.unwrap_or(0) as u16];
    let mut program = Program::default();
    for register in 0..REGISTERS as u8 {
        let file = |kind: &str| value(refuted, &format!("state {kind}_0.memory[{register}]"));
        if let Some(value) = file("asynchronous").or(file("synchronous")) {
            program.load(register, value as u32);
        }
        if let Some(code) = value(refuted, &format!("state register_types.codes_{register}_q")) {
            program.set_type(register, code as u8);
        }
    }
    program.instructions.push(words[..length(first)].to_vec());
    Some(program)
}
