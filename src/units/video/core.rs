//! The row of the ALU's core in the table of units. The core has an enable in place of a handshake.

use super::rtl::{self, VideoConfig};
use super::unit::{ALU, Video, all};
use super::{claims, options, testbench, verilog_testbench};
use lanesmith_sim::Engine;
use lanesmith_text::files;
use lanesmith_unit::bench::{BenchError, Benchmark};
use lanesmith_unit::pipelined::{CaseSource, CaseStyle};
use lanesmith_unit::vectors::Table;
use lanesmith_unit::{Job, Measurable, ModuleInfo, Mutable, Mutation, MutationPlan, Refusal, UnitEntry, Verdict};

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

lanesmith_unit::unit! {
    /// `video_core` in a configuration.
    VideoCore(VideoConfig) of CORE;
    options options::ROWS, VideoConfig::full(options::DEFAULT_LATENCY);
    block rtl::core, rtl::core_design;
    claims |core, machine| claims::core_claims(&core.0, machine);
    sources crate::sources(&["video"]);
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
