//! Implements the framework's traits for every [`Pipelined`] unit.

use super::counterexample::{describe, search};
use super::work::Worker;
use super::{Pipelined, bench, mutate, regress};
use crate::bench::{BenchError, Benchmark};
use crate::prove::Refutation;
use crate::sim::{Engine, EngineError, EngineKind};
use crate::unit::{
    Counterexample, Debuggable, Hardware, Measurable, Mutable, Mutation, MutationPlan, Refusal, RunOptions, RunReport,
    Selection, Simulatable, Task, TaskOutcome, Unit, Work,
};
use crate::vectors::{Table, VectorFileKind};
use std::path::Path;

impl<P: Pipelined> Unit for P {
    fn selection(&self) -> Selection {
        self.selected()
    }
}

impl<P: Pipelined> Simulatable for P {
    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(self.block(), self.design(), traced)
    }

    fn vector_kinds(&self) -> Vec<&'static VectorFileKind> {
        vec![P::KIND]
    }

    fn bundled(&self) -> Vec<Table> {
        vec![self.own_vectors()]
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        let style = *self;
        Worker { style, hardware, run }.work_on_copies(work)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> TaskOutcome {
        regress(*self, engine, task)
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
        describe(self, refuted)
    }
}

impl<P: Pipelined> Mutable for P {
    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        Ok(Box::new(mutate::PipelinedMutation::new(*self, plan, vectors)?))
    }
}

impl<P: Pipelined> Measurable for P {
    fn benchmarks(&self, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
        bench::benchmarks(self, seed)
    }
}
