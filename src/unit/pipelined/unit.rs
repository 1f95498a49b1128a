//! Implements the framework's traits for every [`Pipelined`] unit.

use super::case::Judged;
use super::counterexample::{claimed, search};
use super::coverage::Noted;
use super::run::PipelinedJob;
use super::stimulus::PipelinedStimulus;
use super::work::Worker;
use super::{Pipelined, bench, mutate, vectors};
use crate::bench::{BenchError, Benchmark};
use crate::prove::Refutation;
use crate::sim::{Engine, EngineError, EngineKind};
use crate::unit::{
    Counterexample, Debuggable, Hardware, Measurable, Mutable, Mutation, MutationPlan, Refusal, RunOptions, RunReport,
    Selection, Simulatable, Task, TaskOutcome, Unit, Work,
};
use crate::vectors::{Table, VectorFileKind};
use std::path::Path;
use std::sync::Arc;

/// Makes a [`Pipelined`] unit the subject of proofs. No blanket implementation can, because the trait is another package's.
macro_rules! provable {
    ($unit:ty) => {
        impl $crate::prove::Provable for $unit {
            fn design(&self) -> Result<$crate::netlist::Design, String> {
                self.netlist()
            }

            fn reset(&self) -> $crate::netlist::ResetStyle {
                self.reset_style()
            }

            fn claims<'a>(
                &'a self,
                machine: &'a dyn $crate::prove::machine::TransitionSystem,
            ) -> Result<Vec<$crate::prove::Deferred<'a>>, String> {
                Ok(self.all_claims(machine))
            }

            fn exclusions(&self) -> &'static [&'static str] {
                &[]
            }

            fn sources(&self) -> Vec<(&'static str, &'static str)> {
                <$unit as $crate::unit::pipelined::Pipelined>::sources()
            }
        }
    };
}
pub(crate) use provable;

impl<P: Pipelined> Unit for P {
    fn selection(&self) -> Selection {
        self.selected()
    }
}

impl<P: Pipelined> Simulatable for P {
    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(self.block(), self.netlist(), traced)
    }

    fn vector_kinds(&self) -> Vec<&'static VectorFileKind> {
        vec![P::KIND]
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        let unit = *self;
        Worker { unit, hardware, run }.work(work)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> TaskOutcome {
        let cases = || self.walk(task.seed).take(task.instructions as usize);
        let job = PipelinedJob {
            unit: *self,
            settings: task.traffic,
            reset_at: None,
            waves: None,
        };
        let mut source = Noted::<P, _>::new(Judged::new(*self, cases()));
        let run = match self.drive(engine, &job, &mut source) {
            Ok(run) => run,
            // Without waves nothing is written.
            Err(error) => return TaskOutcome::failed(error),
        };
        let mut hits = source.hits;
        if run.fault.is_none() && self.has_handshake() {
            P::note_traffic(&task.traffic, &mut hits);
        }
        let last = || PipelinedStimulus::last(*self, cases(), run.instructions, task.traffic);
        TaskOutcome {
            instructions: run.retired,
            cycles: run.cycles,
            hits: hits.into(),
            fault: run.fault.map(|(_, text)| (text, Some(Arc::new(last()) as _))),
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
        search(*self, hardware, refuted, folder)
    }

    fn describe(&self, refuted: &Refutation) -> Option<String> {
        let case = claimed(self, refuted)?;
        Some(format!(
            "{}\nas a vector:\n{}",
            P::explain(&case),
            vectors::text::<P>(&[case])
        ))
    }
}

impl<P: Pipelined> Mutable for P {
    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        match self.has_handshake() {
            true => Ok(Box::new(mutate::PipelinedMutation::new(*self, plan, vectors)?)),
            false => Err(Refusal::new(format_args!(
                "{} is scored as part of the module around it",
                self.top()
            ))),
        }
    }
}

impl<P: Pipelined> Measurable for P {
    fn benchmarks(&self, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
        match self.has_handshake() {
            true => bench::benchmarks(self, seed),
            false => Err(BenchError::Failed(format!(
                "{} is measured as part of the module around it",
                self.top()
            ))),
        }
    }
}
