//! What the framework asks, answered from what the unit says.

use super::stimulus::{Stimulus, Walk, random};
use super::{Case, Pipelined, bench, mutate, transfer, vectors};
use crate::bench::{BenchError, Benchmark};
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Handshake, Provable, Refutation};
use crate::sim::cover::BinSet;
use crate::sim::testbench::{Profile, Settings};
use crate::sim::wave::Keep;
use crate::sim::{Engine, EngineError, EngineKind};
use crate::unit::{
    Counterexample, Debuggable, FailingWork, Hardware, Measurable, Mutable, Mutation, MutationPlan, Refusal, Run,
    RunReport, Selection, Simulatable, Task, TaskOutcome, Unit, Work,
};
use crate::vectors::require;
use crate::vectors::{Kind, Table};
use std::path::Path;
use std::sync::Arc;

/// Random work that is tried where the claim's own instruction does not go wrong by itself.
const CASES: usize = 2000;
const SEEDS: std::ops::Range<u64> = 1..5;
/// The cycle of a reset in traffic, for claims about reset.
const RESET: u64 = 100;

impl<P: Pipelined> Provable for P {
    fn design(&self) -> Result<Design, String> {
        self.netlist()
    }

    fn reset(&self) -> ResetStyle {
        ResetStyle::default()
    }

    fn claims<'a>(&'a self, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
        let handshake = Handshake {
            machine,
            latency: self.latency(),
            reset: ResetStyle::default(),
            control: P::CONTROL,
        };
        let transfer = Deferred::new("transfer of any instruction", move || transfer::<P>(&handshake));
        Ok([transfer].into_iter().chain(handshake.claims()).collect())
    }

    fn exclusions(&self) -> &'static [&'static str] {
        &[]
    }

    fn golden_sources(&self) -> &'static [&'static str] {
        P::GOLDEN
    }

    fn claim_sources(&self) -> &'static [&'static str] {
        &["unit/pipelined/"]
    }
}

impl<P: Pipelined> Unit for P {
    fn selection(&self) -> Selection {
        Pipelined::selection(self)
    }
}

impl<P: Pipelined> Simulatable for P {
    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(self.block(), self.netlist(), traced)
    }

    fn vector_kind(&self) -> &'static Kind {
        P::KIND
    }

    fn bundled(&self) -> Table {
        P::bundled()
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &Run) -> Result<RunReport, Refusal> {
        let cases = match work {
            Work::Random(count) => random::<P>(run.traffic.seed).take(count as usize).collect(),
            Work::Vectors(table) => {
                require(table, P::KIND)?;
                vectors::rows::<P>(table)?
            }
            Work::Program(name, ..) => {
                let module = Pipelined::selection(self).module().name;
                return Err(Refusal::new(format_args!(
                    "{name}: {module} takes vectors, not programs"
                )));
            }
        };
        let stimulus = Stimulus::<P>::new(cases, run.traffic, run.reset_at);
        let verdict = stimulus.run(run.engine(hardware)?, run.waves.clone(), run.progress)?;
        let fault = verdict.fault.map(|text| {
            let last = stimulus.last(verdict.offered);
            (text, Some(Arc::new(last) as _))
        });
        Ok(RunReport {
            instructions: verdict.offered,
            right: verdict.right,
            cycles: verdict.cycles,
            was_reset: verdict.was_reset,
            fault,
            dumped: verdict.dumped,
            ..RunReport::default()
        })
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> TaskOutcome {
        let crosses = Pipelined::selection(self).crosses();
        let cases: Vec<Case> = Walk::<P>::new(task.seed, crosses)
            .take(task.instructions as usize)
            .collect();
        let stimulus = Stimulus::<P>::new(cases, task.traffic, None);
        let mut hits = vec![BinSet::default(); crosses.len()];
        match stimulus.run(engine, None::<(&Path, Keep)>, &|_| ()) {
            Ok(verdict) => {
                let right = stimulus.cases.iter().take(verdict.right as usize);
                right.for_each(|case| P::note(case, &mut hits));
                TaskOutcome {
                    instructions: verdict.right,
                    cycles: verdict.cycles,
                    hits,
                    fault: verdict
                        .fault
                        .map(|text| (text, Some(Arc::new(stimulus.last(verdict.offered)) as _))),
                }
            }
            // Without waves nothing is written.
            Err(error) => TaskOutcome::failed(error),
        }
    }
}

impl<P: Pipelined> Debuggable for P {
    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        if let Some(case) = case(refuted) {
            let made = Stimulus::<P>::steady(vec![case; 4]).counterexample(hardware, folder)?;
            if made.is_some() {
                return Ok(made);
            }
        }
        for reset_at in [None, Some(RESET)] {
            for seed in SEEDS {
                let settings = Settings {
                    gaps: Profile::Rare,
                    stalls: if seed % 2 == 0 { Profile::Bursts } else { Profile::Heavy },
                    seed,
                };
                let cases = random::<P>(seed).take(CASES).collect();
                let made = Stimulus::<P>::new(cases, settings, reset_at).counterexample(hardware, folder)?;
                if made.is_some() {
                    return Ok(made);
                }
            }
        }
        Ok(None)
    }

    fn describe(&self, refuted: &Refutation) -> Option<String> {
        let case = case(refuted)?;
        Some(format!(
            "{}\nas a vector:\n{}",
            P::explain(&case),
            vectors::text::<P>(&[case])
        ))
    }
}

impl<P: Pipelined> Mutable for P {
    fn mutation(&self, plan: MutationPlan, table: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        Ok(Box::new(mutate::Mutants::new(*self, plan, table)?))
    }
}

impl<P: Pipelined> Measurable for P {
    fn benchmarks(&self, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
        bench::benchmarks(self, seed)
    }
}

/// The instruction of a refuted claim, if it is about one.
fn case(refuted: &Refutation) -> Option<Case> {
    let control = refuted.value("control")?;
    let operands = ["a", "b", "c"].map(|name| refuted.value(name).unwrap_or(0) as u32);
    Some(Case {
        control,
        operands,
        expected: None,
    })
}
