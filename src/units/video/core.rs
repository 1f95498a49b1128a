//! The row of the ALU's core in the table of units. The core has an enable in place of a handshake.

use super::rtl::{self, VideoConfig};
use super::unit::{ALU, Video, all};
use super::{claims, options, testbench, verilog_testbench};
use crate::bench::{BenchError, Benchmark};
use crate::files;
use crate::netlist::Design;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Provable};
use crate::sim::{Engine, EngineError, EngineKind};
use crate::unit::pipelined::{CaseSource, CaseStyle};
use crate::unit::{
    Job, Measurable, ModuleInfo, Mutable, Mutation, MutationPlan, OptionValues, Refusal, Selection, UnitEntry, Verdict,
};
use crate::vectors::Table;

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

    fn chosen(&self) -> Selection {
        Selection::new(&CORE, options::values(&self.0))
    }

    fn open(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(rtl::core(&self.0), self.design(), traced)
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
