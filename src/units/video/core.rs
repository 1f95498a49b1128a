//! The row of the ALU's core in the table of units. The core has an enable in place of a handshake.

use super::rtl::{self, VideoConfig};
use super::unit::{ALU, Video, all};
use super::{claims, options, testbench, verilog_testbench};
use crate::bench::{BenchError, Benchmark};
use crate::files;
use crate::netlist::Design;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Provable, Refutation};
use crate::sim::{Engine, EngineError, EngineKind};
use crate::unit::pipelined::{self, CaseSource, CaseStyle, Pipelined, Worker};
use crate::unit::{
    Counterexample, Debuggable, Hardware, Job, Measurable, ModuleInfo, Mutable, Mutation, MutationPlan, OptionValues,
    Refusal, RunOptions, RunReport, Selection, Simulatable, Task, TaskOutcome, Unit, UnitEntry, Verdict, Work,
};
use crate::vectors::{Table, VectorFileKind};
use std::path::Path;

/// The core of the SIMD video ALU.
pub static CORE: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "video_core",
        description: "Arithmetic core of the SIMD video ALU, stalled by an enable.",
    },
    is_default: false,
    short: Some("core"),
    options: options::CORE_OPTIONS,
    unit: |values| Box::new(VideoCore::from(*values)),
    shipped: || vec![CORE.defaults()],
    formal: None,
    configurations: || all(options::configurations(false)),
    testbench: Some(|values| verilog_testbench::enabled(&Video::from(*values))),
    ..ALU
};

/// `video_core` in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct VideoCore(pub VideoConfig);

impl From<OptionValues> for VideoCore {
    fn from(values: OptionValues) -> Self {
        VideoCore(options::config(&values))
    }
}

impl CaseStyle for VideoCore {
    type Unit = Video;
    const HAS_RESET: bool = false;

    fn unit(&self) -> Video {
        Video::alu(self.0)
    }

    fn drive(
        &self,
        engine: Box<dyn Engine>,
        job: &Job,
        source: &mut dyn CaseSource,
    ) -> Result<Verdict, files::FileError> {
        testbench::record_core(&self.unit(), engine, job, source)
    }
}

impl Provable for VideoCore {
    fn design(&self) -> Result<Design, String> {
        rtl::core_design(&self.0).map_err(|error| error.to_string())
    }

    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
        Ok(claims::core_claims(&self.0, machine))
    }

    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        self.unit().sources()
    }
}

impl Unit for VideoCore {
    fn selection(&self) -> Selection {
        Selection::new(&CORE, options::values(&self.0))
    }
}

impl Simulatable for VideoCore {
    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(rtl::core(&self.0), self.design(), traced)
    }

    fn vector_kinds(&self) -> Vec<&'static VectorFileKind> {
        vec![Video::KIND]
    }

    fn bundled(&self) -> Vec<Table> {
        vec![self.unit().own_vectors()]
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        let style = *self;
        Worker { style, hardware, run }.work(work)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> TaskOutcome {
        pipelined::regress(*self, engine, task)
    }
}

impl Debuggable for VideoCore {
    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        pipelined::search(*self, hardware, refuted, folder)
    }

    fn describe(&self, refuted: &Refutation) -> Option<String> {
        pipelined::describe(&self.unit(), refuted)
    }
}

impl Mutable for VideoCore {
    fn mutation(&self, _: MutationPlan, _: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        Err(Refusal::new("video_core is scored as part of the module around it"))
    }
}

impl Measurable for VideoCore {
    fn benchmarks(&self, _: u64) -> Result<Vec<Benchmark>, BenchError> {
        let why = "video_core is measured as part of the module around it";
        Err(BenchError::Failed(why.to_owned()))
    }
}
