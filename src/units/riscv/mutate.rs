//! Mutation runs of the unit in a RISC-V core: which checks detect a fault.

use super::Riscv;
use super::claims::claims;
use super::rtl::RiscvConfig;
use super::testbench::{OffloadedInstruction, RandomSteps, run};
use super::vectors::{self, DirectedRows};
use lanesmith_netlist::Flat;
use lanesmith_netlist::fault::Fault;
use lanesmith_prove::Deferred;
use lanesmith_prove::machine::NetlistMachine;
use lanesmith_sim::native::Native;
use lanesmith_sim::testbench::Profile;
use lanesmith_unit::vectors::Table;
use lanesmith_unit::{Job, Mutable, Mutation, MutationPlan, Refusal, Score};

/// The checks: directed vectors without gaps and stalls; random instructions with gaps, stalls and interruptions; all claims.
struct RiscvMutation {
    config: RiscvConfig,
    plan: MutationPlan,
    directed: Vec<DirectedRows>,
}

impl Mutable for Riscv {
    /// Uses the vectors of `table`, or the bundled ones.
    fn mutation(&self, plan: MutationPlan, table: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        let tables = match table {
            Some(table) => vec![table.clone()],
            None => vectors::bundled(&self.0),
        };
        let read = |table: &Table| Ok(DirectedRows::read(table)?.of(&self.0));
        Ok(Box::new(RiscvMutation {
            config: self.0,
            plan,
            directed: tables.iter().map(read).collect::<Result<_, Refusal>>()?,
        }))
    }
}

impl RiscvMutation {
    fn fails(
        &self,
        native: &Native,
        profile: Profile,
        steps: impl Iterator<Item = OffloadedInstruction>,
    ) -> Result<bool, String> {
        let job = Job::of_profile(profile, self.plan.seed);
        let ran = run(Box::new(native.clone()), &self.config, &job, steps, |_| ());
        Ok(ran.map_err(|error| error.to_string())?.fault.is_some())
    }
}

impl Mutation for RiscvMutation {
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String> {
        let killed = |native: &Native| {
            let directed = self.directed.iter().flat_map(|rows| rows.steps(&self.config));
            let random = RandomSteps::new(self.config.features, self.plan.seed).take(self.plan.instructions);
            Ok([
                self.fails(native, Profile::Always, directed)?,
                self.fails(native, Profile::Rare, random)?,
            ])
        };
        let proved = |mutant: &Flat, _| {
            let machine = NetlistMachine(mutant);
            let claims = claims(&self.config, &machine)?;
            // The claims about one clock are at the end: they are decided fastest, and detect most faults.
            Ok(self.plan.prove(claims.iter().rev().map(Deferred::obligation)))
        };
        Score::of(flat, fault, killed, proved)
    }
}
