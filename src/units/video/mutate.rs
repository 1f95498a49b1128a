//! How many faults of the SIMD video ALU each layer of checking sees.

use super::claims::alu_obligations;
use super::rtl::Config;
use super::testbench::{Case, Independent, RandomCases, Source, VideoScoreboard, bench, executes};
use super::vectors::results;
use crate::netlist::Flat;
use crate::netlist::fault::{Fault, apply};
use crate::prove::machine::NetlistMachine;
use crate::sim::native::Native;
use crate::sim::testbench::{Profile, Settings};
use crate::unit::{Mutation, MutationPlan, Refusal, Score};
use crate::vectors::Table;
use crate::vectors::require;

/// The layers for the ALU in a configuration: directed vectors, always ready; random instructions with gaps and stalls and
/// a reset in the middle of traffic; every claim.
pub struct AluMutation {
    config: Config,
    plan: MutationPlan,
    directed: Vec<Case>,
}

impl AluMutation {
    /// With the vectors of `table`, or NVIDIA's.
    pub fn new(config: Config, plan: MutationPlan, table: Option<&Table>) -> Result<Self, Refusal> {
        let bundled;
        let table = match table {
            Some(table) => table,
            None => {
                bundled = results::bundled(&config.families());
                &bundled
            }
        };
        require(table, &results::KIND)?;
        let rows = results::rows(table)?;
        let cases = rows.iter().map(Case::from);
        Ok(AluMutation {
            config,
            plan,
            directed: cases.filter(|case| executes(&config, &case.instruction())).collect(),
        })
    }
}

impl Mutation for AluMutation {
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String> {
        let Some(mutant) = apply(flat, fault) else {
            return Ok(None);
        };
        let (config, plan) = (&self.config, &self.plan);
        let native = Native::new(&mutant.flat).map_err(|error| error.to_string())?;
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
        let half = plan.instructions / 2;
        let mut directed = Independent(self.directed.iter().cloned());
        let mut random = Independent(RandomCases::new(*config, plan.seed).take(half));
        let proved = plan.prove(alu_obligations(config, &NetlistMachine(&mutant.flat)));
        let killed = [
            !passes(&native, config, steady, &mut directed, None),
            !passes(&native, config, rough, &mut random, Some(half as u64)),
        ];
        Score::new((flat, fault, &mutant), killed, proved).map(Some)
    }
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
