//! How many faults of the unit each layer of checking sees.

use super::case::Case;
use super::scoreboard::{CaseSource, Independent};
use super::{CaseStyle, Pipelined, executes, steady, vectors};
use crate::vectors::Table;
use crate::{Job, Mutable, Mutation, MutationPlan, Refusal, Score};
use lanesmith_netlist::Flat;
use lanesmith_netlist::fault::Fault;
use lanesmith_prove::Deferred;
use lanesmith_prove::machine::NetlistMachine;
use lanesmith_sim::native::Native;
use lanesmith_sim::testbench::{Profile, TrafficSettings};

/// The layers: directed vectors, always ready; random instructions with gaps and stalls and a reset in the middle of
/// traffic; every claim.
struct PipelinedMutation<P> {
    unit: P,
    plan: MutationPlan,
    directed: Vec<Case>,
}

impl<P: Pipelined> Mutable for P {
    /// With the vectors of `table`, or the bundled ones.
    fn mutation(&self, plan: MutationPlan, table: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        let mut directed = match table {
            Some(table) => vectors::rows::<P>(table),
            None => vectors::rows::<P>(&self.own_vectors()),
        }?;
        directed.retain(|case| executes(self, case));
        let unit = *self;
        Ok(Box::new(PipelinedMutation { unit, plan, directed }))
    }
}

impl<P: Pipelined> PipelinedMutation<P> {
    fn fails(&self, native: &Native, job: &Job, mut source: impl CaseSource) -> Result<bool, String> {
        let verdict = self.unit.drive(Box::new(native.clone()), job, &mut source);
        Ok(verdict.map_err(|error| error.to_string())?.fault.is_some())
    }
}

impl<P: Pipelined> Mutation for PipelinedMutation<P> {
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String> {
        let MutationPlan { seed, instructions, .. } = self.plan;
        let killed = |native: &Native| {
            let rough = TrafficSettings {
                gaps: Profile::Bursts,
                stalls: Profile::Heavy,
                seed,
            };
            let rough = Job {
                reset_at: Some(instructions as u64 / 2),
                ..Job::new(rough)
            };
            let directed = Independent(self.directed.iter().cloned());
            let random = Independent(self.unit.random(seed).take(instructions));
            Ok([
                self.fails(native, &Job::new(steady(seed)), directed)?,
                self.fails(native, &rough, random)?,
            ])
        };
        let proved = |mutant: &Flat, _| {
            let machine = NetlistMachine(mutant);
            let claims = self.unit.claims(&machine)?;
            Ok(self.plan.prove(claims.iter().map(Deferred::obligation)))
        };
        Score::of(flat, fault, killed, proved)
    }
}
