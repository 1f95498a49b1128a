//! Scores, and how many faults of the SIMD video ALU each layer of checking sees.

use super::fault::{Fault, Mutant, apply, faults};
use crate::netlist::Flat;
use crate::prove::machine::NetlistMachine;
use crate::prove::{Limits, Verdict, video::alu_obligations};
use crate::rtl::video::Config;
use crate::sim::native::Native;
use crate::sim::testbench::video::{Case, Independent, RandomCases, Source, VideoScoreboard, bench, executes};
use crate::sim::testbench::{Profile, Random, Settings};
use serde::Serialize;
use std::time::Duration;

/// What to try.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The hardware.
    pub config: Config,
    /// How many mutants; drawn evenly from all faults.
    pub mutants: usize,
    /// Random instructions per mutant.
    pub instructions: usize,
    /// Of the draw and of the random instructions.
    pub seed: u64,
    /// For one claim.
    pub time: Duration,
}

/// What the proof says of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProofResult {
    /// A claim is refuted: the mutant is killed.
    Refuted,
    /// Every claim is proved: within what is claimed the mutant is equivalent.
    Equivalent,
    /// Not decided within the limit.
    NotProved,
}

/// What became of one mutant.
#[derive(Clone, Debug, Serialize)]
pub struct Score {
    /// The kind of fault, by which tables count.
    pub class: String,
    /// Where and what.
    pub fault: String,
    /// Killed by the directed vectors, always ready.
    pub directed: bool,
    /// Killed by random instructions with gaps, and of the ALU stalls, with a reset in the middle of traffic.
    pub random: bool,
    /// Killed by proof.
    pub proof: ProofResult,
    /// The claim that was refuted.
    pub claim: Option<String>,
}

/// Faults drawn evenly from all that the design can have, in the design's order.
pub fn draw(flat: &Flat, count: usize, seed: u64) -> Vec<Fault> {
    let mut all = faults(flat);
    let mut random = Random::new(seed);
    while all.len() > count {
        let victim = random.below(all.len() as u32) as usize;
        all.remove(victim);
    }
    all
}

/// Runs all layers on one fault; `None` where the fault makes no hardware, such as a combinational loop.
pub fn score(flat: &Flat, fault: Fault, plan: &Plan, directed: &[Case]) -> Result<Option<Score>, String> {
    let Some(mutant) = apply(flat, fault) else {
        return Ok(None);
    };
    let native = Native::new(&mutant.flat).map_err(|error| error.to_string())?;
    let cases = directed.iter().filter(|case| executes(&plan.config, &case.instruction));
    let steady = Settings {
        gaps: Profile::Always,
        stalls: Profile::Always,
        seed: plan.seed,
    };
    let rough = Settings {
        gaps: Profile::Bursts,
        stalls: Profile::Heavy,
        seed: plan.seed,
    };
    let random = RandomCases::new(plan.config, plan.seed);
    let half = plan.instructions / 2;
    let (proof, claim) = prove(&mutant, plan);
    Ok(Some(Score {
        class: fault.kind.class().to_string(),
        fault: fault.describe(flat),
        directed: !passes(&native, &plan.config, steady, &mut Independent(cases.cloned()), None),
        random: !passes(
            &native,
            &plan.config,
            rough,
            &mut Independent(random.take(half)),
            Some(half as u64),
        ),
        proof,
        claim,
    }))
}

/// Whether a run finds no fault; with `interrupt`, the hardware is reset after so many cycles and goes on.
fn passes(
    native: &Native,
    config: &Config,
    settings: Settings,
    source: &mut dyn Source,
    interrupt: Option<u64>,
) -> bool {
    let mut bench = bench(Box::new(native.clone()), settings);
    let mut scoreboard = VideoScoreboard::new(*config, source, settings.seed);
    let mut run = || {
        bench.reset(&mut scoreboard, 4)?;
        if interrupt.is_some() {
            bench.run(&mut scoreboard, interrupt)?;
            bench.reset(&mut scoreboard, 4)?;
        }
        bench.run(&mut scoreboard, None)
    };
    run().is_ok()
}

fn prove(mutant: &Mutant, plan: &Plan) -> (ProofResult, Option<String>) {
    let machine = NetlistMachine(&mutant.flat);
    let limits = Limits {
        time: plan.time,
        ..Limits::default()
    };
    let mut result = ProofResult::Equivalent;
    for obligation in alu_obligations(&plan.config, &machine) {
        match obligation.decide(limits, plan.seed).verdict {
            Verdict::Proved => {}
            Verdict::Refuted(_) => return (ProofResult::Refuted, Some(obligation.name)),
            Verdict::NotProved | Verdict::Vacuous => result = ProofResult::NotProved,
        }
    }
    (result, None)
}
