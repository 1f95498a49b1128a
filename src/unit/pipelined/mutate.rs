//! How many faults of the unit each layer of checking sees.

use super::case::Case;
use super::run::PipelinedJob;
use super::scoreboard::{CaseSource, Independent};
use super::{Pipelined, steady, vectors};
use crate::netlist::Flat;
use crate::netlist::fault::{Fault, apply};
use crate::prove::Deferred;
use crate::prove::machine::NetlistMachine;
use crate::sim::native::Native;
use crate::sim::testbench::{Profile, TrafficSettings};
use crate::unit::{Mutation, MutationPlan, Refusal, Score};
use crate::vectors::Table;

/// The layers: directed vectors, always ready; random instructions with gaps and stalls and a reset in the middle of
/// traffic; every claim.
pub(super) struct PipelinedMutation<P> {
    unit: P,
    plan: MutationPlan,
    directed: Vec<Case>,
}

impl<P: Pipelined> PipelinedMutation<P> {
    /// With the vectors of `table`, or the bundled ones.
    pub fn new(unit: P, plan: MutationPlan, table: Option<&Table>) -> Result<Self, Refusal> {
        let mut directed = match table {
            Some(table) => vectors::rows::<P>(table),
            None => vectors::rows::<P>(&unit.own_vectors()),
        }?;
        directed.retain(|case| unit.executes(case));
        Ok(PipelinedMutation { unit, plan, directed })
    }
}

impl<P: Pipelined> Mutation for PipelinedMutation<P> {
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String> {
        let Some(mutant) = apply(flat, fault) else {
            return Ok(None);
        };
        let native = Native::new(&mutant.flat).map_err(|error| error.to_string())?;
        let fails = |settings, source: &mut dyn CaseSource, reset_at| {
            let job = PipelinedJob {
                unit: self.unit,
                settings,
                reset_at,
                waves: None,
            };
            let run = self.unit.drive(Box::new(native.clone()), &job, source);
            run.map(|run| run.fault.is_some()).map_err(|error| error.to_string())
        };
        let MutationPlan { seed, instructions, .. } = self.plan;
        let rough = TrafficSettings {
            gaps: Profile::Bursts,
            stalls: Profile::Heavy,
            seed,
        };
        let machine = NetlistMachine(&mutant.flat);
        let claims = self.unit.claims(&machine)?;
        let proved = self.plan.prove(claims.iter().map(Deferred::obligation));
        let mut directed = Independent(self.directed.iter().cloned());
        let mut random = Independent(self.unit.random(seed).take(instructions));
        let killed = [
            fails(steady(seed), &mut directed, None)?,
            fails(rough, &mut random, Some(instructions as u64 / 2))?,
        ];
        Score::new((flat, fault, &mutant), killed, proved).map(Some)
    }
}
