//! How many faults of the unit each layer of checking sees.

use super::stimulus::{Stimulus, random};
use super::{Case, Pipelined, vectors};
use crate::netlist::Flat;
use crate::netlist::fault::{Fault, apply};
use crate::prove::machine::NetlistMachine;
use crate::prove::{Deferred, Provable};
use crate::sim::native::Native;
use crate::sim::testbench::{Profile, Settings};
use crate::unit::{Mutation, MutationPlan, Refusal, Score};
use crate::vectors::Table;
use crate::vectors::require;

/// The layers: directed vectors, always ready; random instructions with gaps and stalls and a reset in the middle of
/// traffic; every claim.
pub(super) struct Mutants<P> {
    unit: P,
    plan: MutationPlan,
    directed: Vec<Case>,
}

impl<P: Pipelined> Mutants<P> {
    /// With the vectors of `table`, or those that come with this crate.
    pub fn new(unit: P, plan: MutationPlan, table: Option<&Table>) -> Result<Self, Refusal> {
        let bundled = P::bundled();
        let table = table.unwrap_or(&bundled);
        require(table, P::KIND)?;
        let directed = vectors::rows::<P>(table)?;
        Ok(Mutants { unit, plan, directed })
    }
}

impl<P: Pipelined> Mutation for Mutants<P> {
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String> {
        let Some(mutant) = apply(flat, fault) else {
            return Ok(None);
        };
        let native = Native::new(&mutant.flat).map_err(|error| error.to_string())?;
        let fails = |stimulus: Stimulus<P>| {
            let verdict = stimulus.run(Box::new(native.clone()), None, &|_| ());
            verdict
                .map(|verdict| verdict.fault.is_some())
                .map_err(|error| error.to_string())
        };
        let rough = Settings {
            gaps: Profile::Bursts,
            stalls: Profile::Heavy,
            seed: self.plan.seed,
        };
        let drawn = random::<P>(self.plan.seed).take(self.plan.instructions).collect();
        let machine = NetlistMachine(&mutant.flat);
        let claims = self.unit.claims(&machine)?;
        let proved = self.plan.prove(claims.iter().map(Deferred::obligation));
        let killed = [
            fails(Stimulus::steady(self.directed.clone()))?,
            fails(Stimulus::new(drawn, rough, Some(self.plan.instructions as u64 / 2)))?,
        ];
        Score::new((flat, fault, &mutant), killed, proved).map(Some)
    }
}
