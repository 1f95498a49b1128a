//! How many faults of the unit in a RISC-V core each layer of checking sees.

use super::claims::claims;
use super::rtl::RiscvConfig;
use super::testbench::{OffloadedInstruction, RandomSteps, RiscvRunOptions, run, vector_steps};
use super::work::{cases, has};
use crate::netlist::Flat;
use crate::netlist::fault::{Fault, apply};
use crate::prove::Deferred;
use crate::prove::machine::NetlistMachine;
use crate::sim::native::Native;
use crate::sim::testbench::{Profile, TrafficSettings};
use crate::unit::pipelined::Case;
use crate::unit::{Mutation, MutationPlan, Refusal, Score};
use crate::units::video::vectors::results;
use crate::vectors::Table;

/// The layers: directed vectors, always ready; random instructions with gaps, stalls and interruptions; every claim.
pub struct RiscvMutation {
    config: RiscvConfig,
    plan: MutationPlan,
    directed: Vec<Case>,
}

impl RiscvMutation {
    /// With the vectors of `table`, or NVIDIA's.
    pub fn new(config: RiscvConfig, plan: MutationPlan, table: Option<&Table>) -> Result<Self, Refusal> {
        let bundled;
        let table = match table {
            Some(table) => table,
            None => {
                bundled = results::bundled(&config.video().families());
                &bundled
            }
        };
        let cases = cases(table)?.into_iter();
        Ok(RiscvMutation {
            config,
            plan,
            directed: cases.filter(|case| has(&config, case)).collect(),
        })
    }

    /// Whether a run finds no fault.
    fn passes(
        &self,
        native: &Native,
        profile: Profile,
        steps: impl Iterator<Item = OffloadedInstruction>,
    ) -> Result<bool, String> {
        let job = RiscvRunOptions {
            config: self.config,
            settings: TrafficSettings {
                gaps: profile,
                stalls: profile,
                seed: self.plan.seed,
            },
            reset_at: None,
            waves: None,
        };
        let verdict = run(Box::new(native.clone()), &job, steps, |_| ()).map_err(|error| error.to_string())?;
        Ok(verdict.fault.is_none())
    }
}

impl Mutation for RiscvMutation {
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String> {
        let Some(mutant) = apply(flat, fault) else {
            return Ok(None);
        };
        let native = Native::new(&mutant.flat).map_err(|error| error.to_string())?;
        let random = RandomSteps::new(self.config.features, self.plan.seed).take(self.plan.instructions);
        let machine = NetlistMachine(&mutant.flat);
        let claims = claims(&self.config, &machine)?;
        // Those about one clock are decided soonest, and most faults show there.
        let proved = self.plan.prove(claims.iter().rev().map(Deferred::obligation));
        let directed = vector_steps(self.config.features.opcode, &self.directed);
        let killed = [
            !self.passes(&native, Profile::Always, directed)?,
            !self.passes(&native, Profile::Rare, random)?,
        ];
        Score::new((flat, fault, &mutant), killed, proved).map(Some)
    }
}
