//! Implements the framework's traits for hardware through which cases go, and for every [`Pipelined`] unit.

use super::case::Judged;
use super::coverage::Noted;
use super::stimulus::PipelinedStimulus;
use super::{CaseStyle, Pipelined, PipelinedHardware, selected};
use crate::vectors::{Table, VectorFileKind};
use crate::{
    ConfigError, Hardware, Job, Measurable, Mutable, Refusal, RunOptions, RunReport, Selection, Simulatable, Task,
    Unit, Work,
};
use lanesmith_rtl::Top;
use lanesmith_sim::Engine;
use lanesmith_sim::cover::CrossHits;
use std::sync::Arc;

impl<S: CaseStyle + Mutable + Measurable> Unit for S {
    fn selection(&self) -> Selection {
        selected(self)
    }
}

impl<S: CaseStyle> Simulatable for S {
    fn block(&self) -> Result<Box<dyn Top>, ConfigError> {
        PipelinedHardware::block(self)
    }

    fn vector_kinds(&self) -> Vec<&'static VectorFileKind> {
        vec![S::Unit::KIND]
    }

    fn bundled(&self) -> Vec<Table> {
        vec![self.unit().own_vectors()]
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        self.work_on(hardware, work, run)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> RunReport {
        let unit = self.unit();
        let cases = || unit.walk(task.seed).take(task.instructions as usize);
        let job = Job::new(task.traffic);
        let mut source = Noted::<S::Unit, _>::new(Judged::new(unit, cases()));
        match self.drive(engine, &job, &mut source) {
            Ok(verdict) => {
                let offered = verdict.instructions;
                let last = || Arc::new(PipelinedStimulus::last(*self, &job, cases(), offered)) as _;
                RunReport {
                    hits: source.hits.bins(),
                    ..verdict.report(last)
                }
            }
            // Without waves nothing is written.
            Err(error) => RunReport::failed(error),
        }
    }
}
