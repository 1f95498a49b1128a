//! Mutation runs of the unit in a RISC-V core: which checks detect a fault.

use super::claims::claims;
use super::rtl::RiscvConfig;
use super::testbench::{OffloadedInstruction, RandomSteps, RiscvRunOptions, run};
use super::vectors::{self, DirectedRows};
use crate::netlist::Flat;
use crate::netlist::fault::{Fault, apply};
use crate::prove::Deferred;
use crate::prove::machine::NetlistMachine;
use crate::sim::native::Native;
use crate::sim::testbench::Profile;
use crate::unit::{Mutation, MutationPlan, Refusal, Score};
use crate::vectors::Table;

/// The checks: directed vectors without gaps and stalls; random instructions with gaps, stalls and interruptions; all claims.
pub struct RiscvMutation {
    config: RiscvConfig,
    plan: MutationPlan,
    directed: Vec<DirectedRows>,
}

impl RiscvMutation {
    /// Uses the vectors of `table`, or the bundled ones.
    pub fn new(config: RiscvConfig, plan: MutationPlan, table: Option<&Table>) -> Result<Self, Refusal> {
        let tables = match table {
            Some(table) => vec![table.clone()],
            None => vectors::bundled(&config),
        };
        let read = |table: &Table| Ok(DirectedRows::read(table)?.of(&config));
        Ok(RiscvMutation {
            config,
            plan,
            directed: tables.iter().map(read).collect::<Result<_, Refusal>>()?,
        })
    }

    /// Whether a run finds no fault.
    fn passes(
        &self,
        native: &Native,
        profile: Profile,
        steps: impl Iterator<Item = OffloadedInstruction>,
    ) -> Result<bool, String> {
        let job = RiscvRunOptions::new(self.config, profile, self.plan.seed);
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
        // The claims about one clock are at the end: they are decided fastest, and detect most faults.
        let proved = self.plan.prove(claims.iter().rev().map(Deferred::obligation));
        let directed = self.directed.iter().flat_map(|rows| rows.steps(&self.config));
        let killed = [
            !self.passes(&native, Profile::Always, directed)?,
            !self.passes(&native, Profile::Rare, random)?,
        ];
        Score::new((flat, fault, &mutant), killed, proved).map(Some)
    }
}
