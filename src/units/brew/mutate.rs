//! How many faults of the register-ISA datapath each layer of checking sees.

use super::isa::{TYPES, decode};
use super::rtl::DatapathConfig;
use super::testbench::{BrewProgram, Lockstep, LockstepMismatch, random_program};
use super::vectors::results;
use super::{Datapath, claims};
use lanesmith_netlist::Flat;
use lanesmith_netlist::fault::Fault;
use lanesmith_prove::machine::NetlistMachine;
use lanesmith_prove::{Deferred, Limits, is_equal_after_a_clock};
use lanesmith_sim::native::Native;
use lanesmith_sim::testbench::{Profile, Random};
use lanesmith_unit::vectors::{Table, require};
use lanesmith_unit::{Mutable, Mutation, MutationPlan, ProofResult, Proved, Refusal, Score};
use std::cell::RefCell;

/// Instructions of a random program.
const LENGTH: usize = 300;
/// Rows of vectors that make one program.
const ROWS: usize = 500;

/// The layers for the datapath in a configuration: programs of directed vectors; random ones with gaps and resets; proof.
struct DatapathMutation {
    config: DatapathConfig,
    plan: MutationPlan,
    directed: Vec<BrewProgram>,
}

impl Mutable for Datapath {
    /// With the instructions of `vectors`, or of the ISA author's results. The checks compare with the golden model, not with the
    /// rows.
    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        let rows = match vectors {
            Some(table) => {
                require(table, &results::KIND)?;
                results::rows(table)?
            }
            None => results::rows(&results::bundled())?,
        };
        let program = |rows: &[results::BrewVector]| results::program(rows).0;
        Ok(Box::new(DatapathMutation {
            config: self.0,
            plan,
            directed: rows.chunks(ROWS).map(program).collect(),
        }))
    }
}

impl Mutation for DatapathMutation {
    /// A mutant is equivalent if a proof shows that, after the first clocks, it behaves like the datapath without the fault from
    /// any state. Of other mutants the claims are decided until one is refuted: first the claim about the instruction on which
    /// simulation failed, then claims that are not about one instruction, then all others.
    fn score(&self, flat: &Flat, fault: Fault) -> Result<Option<Score>, String> {
        let found = RefCell::new(vec![]);
        let killed = |native: &Native| {
            let mismatches = [self.run_directed(native), self.run_random(native)];
            let killed = mismatches.each_ref().map(Option::is_some);
            found.borrow_mut().extend(mismatches.into_iter().flatten());
            Ok(killed)
        };
        let limits = Limits {
            time: self.plan.time,
            ..Limits::default()
        };
        let proved = |mutant: &Flat, killed: [bool; 2]| {
            if killed == [false; 2] && is_equal_after_a_clock(flat, mutant, limits, self.plan.seed) {
                return Ok((ProofResult::Equivalent, None));
            }
            let hints = found.borrow();
            let hints = hints.iter().filter_map(|found| claims_about(found));
            self.prove(mutant, &hints.flatten().collect::<Vec<_>>())
        };
        let score = Score::of(flat, fault, killed, proved)?;
        // The datapath's claims clear its instruction register between clocks, which a simulation of their inputs does not do.
        Ok(score.map(|score| Score {
            replayed: None,
            ..score
        }))
    }
}

impl DatapathMutation {
    fn run_directed(&self, native: &Native) -> Option<Box<LockstepMismatch>> {
        let mut lockstep = Lockstep::new(Box::new(native.clone()), self.config);
        let mut run = |program: &BrewProgram| lockstep.first_mismatch(program, Profile::Always, 0);
        self.directed.iter().find_map(&mut run)
    }

    /// Programs with all kinds of gaps, every third one with a reset in its traffic.
    fn run_random(&self, native: &Native) -> Option<Box<LockstepMismatch>> {
        let mut lockstep = Lockstep::new(Box::new(native.clone()), self.config);
        let mut random = Random::new(self.plan.seed);
        (0..self.plan.instructions.div_ceil(LENGTH)).find_map(|i| {
            let program = random_program(&mut random, LENGTH);
            let reset_at = (i % 3 == 2).then(|| u64::from(random.below(2 * LENGTH as u32)));
            lockstep.set_reset(reset_at);
            lockstep.first_mismatch(&program, Profile::ALL[i % Profile::ALL.len()], self.plan.seed)
        })
    }

    /// Decides claims until one is refuted: those that `hints` names, those that are not about one instruction, all others.
    fn prove(&self, flat: &Flat, hints: &[String]) -> Result<Proved, String> {
        let machine = NetlistMachine(flat);
        let mut claims = claims::claims(&self.config, &machine)?;
        claims.sort_by_key(|claim| (!hints.contains(&claim.name), claims::is_instruction_claim(&claim.name)));
        Ok(self.plan.prove(claims.iter().map(Deferred::obligation)))
    }
}

/// The names that the claim about the instruction of a mismatch may have: its row alone where types do not matter, its row
/// and the type that decided, its row and all types that it refuses.
fn claims_about(mismatch: &LockstepMismatch) -> Option<[String; 3]> {
    let pattern = decode(&mismatch.words())?.instruction?.row.pattern;
    let code = mismatch.expected?.operand_type.unwrap_or(0);
    let kind = TYPES[usize::from(code & 15)].spelling();
    Some([
        pattern.to_owned(),
        format!("{pattern} by {kind}"),
        format!("{pattern} by other types"),
    ])
}
