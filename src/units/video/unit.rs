//! The rows of the SIMD video ALU and of its core in the table of units.

use super::mutate::AluMutation;
use super::options;
use super::rtl::{self, Config};
use super::testbench::{self, Case, Verdict, record_core};
use super::vectors::results;
use super::work::Worker;
use super::{bench, claims, counterexample, coverage};
use crate::bench::{BenchError, Contest};
use crate::files;
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Refutation, Sources, Subject};
use crate::sim::cover::Cross;
use crate::sim::{Engine, EngineError, EngineKind};
use crate::sources;
use crate::units::video::counterexample::Stimulus;
use crate::units::{
    self, Counterexample, Difference, Ended, Hardware, Module, Mutation, MutationPlan, Ran, Refusal, Run, Stages, Task,
    Unit, Work,
};
use crate::vectors::Table;
use crate::verilog::Parameter;
use std::path::Path;
use std::sync::Arc;

/// The latency that is used where none is asked for.
pub const DEFAULT_LATENCY: u32 = 3;

/// The SIMD video ALU.
pub const ALU: Module = Module {
    name: "video_alu",
    description: "SIMD video ALU with valid/ready handshake and tag.",
};

/// Its core.
pub const CORE: Module = Module {
    name: "video_core",
    description: "Arithmetic core of the SIMD video ALU, stalled by an enable.",
};

const GOLDEN: Sources = sources!["golden/mod.rs", "ptx/table.rs", "ptx/control.rs", "ptx/instruction.rs",];

/// `video_alu` in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Alu(pub Config);

/// `video_core` in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Core(pub Config);

impl Subject for Alu {
    fn top(&self) -> String {
        ALU.name.to_owned()
    }

    fn name(&self) -> String {
        units::name(self)
    }

    fn options(&self) -> Vec<String> {
        units::options(self)
    }

    fn parameters(&self) -> Vec<Parameter> {
        options::parameters(&self.0, true)
    }

    fn design(&self) -> Result<Design, String> {
        rtl::design(&self.0).map_err(|error| error.to_string())
    }

    fn reset(&self) -> ResetStyle {
        self.0.reset
    }

    fn claims<'a>(&'a self, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
        Ok(claims::alu_claims(&self.0, machine))
    }

    fn outside(&self) -> &'static [&'static str] {
        claims::OUTSIDE
    }

    fn golden(&self) -> Sources {
        GOLDEN
    }
}

impl Subject for Core {
    fn top(&self) -> String {
        CORE.name.to_owned()
    }

    fn name(&self) -> String {
        units::name(self)
    }

    fn options(&self) -> Vec<String> {
        units::options(self)
    }

    fn parameters(&self) -> Vec<Parameter> {
        options::parameters(&self.0, false)
    }

    fn design(&self) -> Result<Design, String> {
        rtl::core_design(&self.0).map_err(|error| error.to_string())
    }

    fn reset(&self) -> ResetStyle {
        ResetStyle::default()
    }

    fn claims<'a>(&'a self, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
        Ok(claims::core_claims(&self.0, machine))
    }

    fn outside(&self) -> &'static [&'static str] {
        claims::OUTSIDE
    }

    fn golden(&self) -> Sources {
        GOLDEN
    }
}

impl Unit for Alu {
    fn module(&self) -> Module {
        ALU
    }

    fn stages(&self) -> Stages {
        ('l', "--latency", self.0.latency)
    }

    fn latency(&self) -> Option<u32> {
        Some(self.0.latency)
    }

    fn differences(&self) -> Vec<(bool, Difference)> {
        options::differences(&self.0, true)
    }

    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(rtl::alu(&self.0), rtl::design(&self.0), traced)
    }

    fn crosses(&self) -> &'static [Cross] {
        &coverage::cover::CROSSES
    }

    fn bundled(&self) -> Table {
        results::bundled()
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &Run) -> Result<Ran, Refusal> {
        let worker = Worker {
            config: self.0,
            is_core: false,
            hardware,
            run,
        };
        worker.work(work)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> Ended {
        let cases = || coverage::Walk::new(self.0, task.seed).take(task.instructions as usize);
        let mut source = coverage::Noted::new(cases());
        let verdict = testbench::run(engine, &quiet(&self.0, task), &mut source);
        let mut hits = source.hits;
        let mut ended = judge(verdict, task, cases());
        if ended.fault.is_none() {
            coverage::cover::note_traffic(&mut hits, &task.traffic);
        }
        ended.hits = hits.to_vec();
        ended
    }

    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        counterexample::search(hardware, &self.0, true, refuted, folder)
    }

    fn tell(&self, refuted: &Refutation) -> Option<String> {
        counterexample::tell(refuted)
    }

    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, String> {
        Ok(Box::new(AluMutation::new(self.0, plan, vectors)?))
    }

    fn contests(&self, seed: u64) -> Result<Vec<Contest>, BenchError> {
        bench::contests(&self.0, seed)
    }
}

impl Unit for Core {
    fn module(&self) -> Module {
        CORE
    }

    fn stages(&self) -> Stages {
        ('l', "--latency", self.0.latency)
    }

    fn latency(&self) -> Option<u32> {
        Some(self.0.latency)
    }

    fn differences(&self) -> Vec<(bool, Difference)> {
        options::differences(&self.0, false)
    }

    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(rtl::core(&self.0), rtl::core_design(&self.0), traced)
    }

    fn crosses(&self) -> &'static [Cross] {
        &coverage::cover::CROSSES
    }

    fn bundled(&self) -> Table {
        results::bundled()
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &Run) -> Result<Ran, Refusal> {
        let worker = Worker {
            config: self.0,
            is_core: true,
            hardware,
            run,
        };
        worker.work(work)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> Ended {
        let cases = || coverage::Walk::new(self.0, task.seed).take(task.instructions as usize);
        let mut ended = judge(record_core(engine, &quiet(&self.0, task), cases()), task, cases());
        let mut hits = coverage::cover::Hits::default();
        let right = cases().take(ended.instructions as usize);
        right.for_each(|case| coverage::cover::note(&mut hits, &case));
        ended.hits = hits.to_vec();
        ended
    }

    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        counterexample::search(hardware, &self.0, false, refuted, folder)
    }

    fn tell(&self, refuted: &Refutation) -> Option<String> {
        counterexample::tell(refuted)
    }

    fn mutation(&self, _: MutationPlan, _: Option<&Table>) -> Result<Box<dyn Mutation>, String> {
        Err(format!("the core is scored as part of {}", ALU.name))
    }

    fn contests(&self, _: u64) -> Result<Vec<Contest>, BenchError> {
        Err(BenchError::Failed(format!(
            "the core is measured as part of {}",
            ALU.name
        )))
    }
}

/// A run without waves.
fn quiet(config: &Config, task: &Task) -> testbench::Job<'static> {
    testbench::Job {
        config: *config,
        settings: task.traffic,
        waves: None,
    }
}

/// How a run of `cases` ended, but for its hits.
fn judge(verdict: Result<Verdict, files::Error>, task: &Task, cases: impl Iterator<Item = Case>) -> Ended {
    match verdict {
        Ok(verdict) => Ended {
            instructions: verdict.retired,
            cycles: verdict.cycles,
            hits: vec![],
            fault: verdict.fault.map(|(_, description)| {
                let last = Stimulus::last(cases, verdict.instructions, task.traffic);
                (description, Some(Arc::new(last) as _))
            }),
        },
        // Without waves nothing is written.
        Err(error) => Ended {
            fault: Some((error.to_string(), None)),
            ..Ended::default()
        },
    }
}
