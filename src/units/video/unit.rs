//! The row of the SIMD video ALU in the table of units.

use super::core::CORE;
use super::encoding::{Control, FIELDS, c_header, sv_package};
use super::families;
use super::golden::explain::{difference, explain};
use super::golden::{Modifiers, execute};
use super::options;
use super::rtl::{self, VideoConfig};
use super::testbench::{self, RandomCases, VideoCase};
use super::vectors::results;
use super::{claims, coverage};
use crate::ptx::{PtxUnit, language};
use lanesmith_algebra::Algebra;
use lanesmith_ptx::Instruction;
use lanesmith_unit::pipelined::{self, Case, CaseStream, IgnoredBits, Pipelined, PipelinedGolden, WaveSignals};
use lanesmith_unit::vectors::{Table, VectorFileKind};
use lanesmith_unit::{Companion, CompanionText, ControlField, Language, OptionValues, Selection, UnitEntry};

/// The SIMD video ALU.
pub static ALU: UnitEntry = UnitEntry {
    is_default: true,
    shipped: || all(options::shipped()),
    configurations: || all(options::configurations(true)),
    ..pipelined::entry::<Video>("video_alu", "SIMD video ALU with valid/ready handshake and tag.")
};

/// Texts of SIMD video instructions, dot products and packed instructions.
pub static LANGUAGE: Language = Language {
    claims: |_| true,
    ..language::<Video>("PTX")
};

/// The control word for C.
pub static C_HEADER: Companion = Companion {
    name: "c",
    help: "C: the control word's fields and codes as macros",
    text: CompanionText::Fixed(c_header),
    with_prefix: None,
};

/// The control word for SystemVerilog.
pub static SV_PACKAGE: Companion = Companion {
    name: "sv-package",
    help: "SystemVerilog: the control word's fields and codes as a package",
    text: CompanionText::Fixed(sv_package),
    with_prefix: None,
};

pub(super) fn all(configs: Vec<VideoConfig>) -> Vec<OptionValues> {
    configs.iter().map(options::values).collect()
}

lanesmith_unit::unit! {
    /// `video_alu` in a configuration.
    Video(VideoConfig) of ALU;
    options options::ROWS, VideoConfig::full(options::DEFAULT_LATENCY);
    block rtl::alu, rtl::design, reset reset;
    claims |unit, machine| claims::alu_claims(&unit.0, machine);
    recomputed |latency| (latency < 3).then_some(latency + 3);
    sources crate::sources(&["video"]);
}

impl Video {
    /// With this configuration.
    pub fn alu(config: VideoConfig) -> Self {
        Video(config)
    }

    /// Its configuration.
    pub fn config(&self) -> VideoConfig {
        self.0
    }

    /// The ALU of the selected configuration, if the ALU or its core is selected.
    pub fn of(selection: &Selection) -> Option<Self> {
        let alu = selection.of(&ALU.module);
        alu.or_else(|| selection.of(&CORE.module)).map(Video::from)
    }
}

/// The vector files with results of SIMD video instructions.
pub static RESULTS: VectorFileKind = pipelined::vectors::kind::<Video>("results of SIMD video instructions");

/// SIMD video instructions, dot products and packed instructions of PTX modules.
pub static PTX_UNIT: PtxUnit = PtxUnit::of::<Video>(&LANGUAGE);

impl PipelinedGolden for Video {
    const CONTROL: u32 = Control::BITS;

    fn execute<A: Algebra>(control: &A::Int, [a, b, c]: [&A::Int; 3]) -> A::Int {
        execute(&Modifiers::<A>::decode(control), a, b, c)
    }

    fn execute_own<A: Algebra>(&self, control: &A::Int, [a, b, c]: [&A::Int; 3]) -> A::Int {
        execute(&Modifiers::<A>::decode_for(control, &families(&self.0)), a, b, c)
    }

    fn variant(&self) -> usize {
        let families = families(&self.0).into_iter();
        families.fold(0, |set, family| set | 1 << family as usize)
    }
}

impl Pipelined for Video {
    type Instruction = Instruction;
    type Hits = coverage::cover::Hits;
    const FIELDS: &'static [ControlField] = &FIELDS;
    const KIND: &'static VectorFileKind = &RESULTS;
    const SIGNALS: WaveSignals = testbench::SIGNALS;

    fn encode(instruction: &Instruction) -> u64 {
        Control::encode(instruction).0
    }

    fn decode(control: u64) -> Result<Instruction, String> {
        Instruction::try_from(Control(control)).map_err(str::to_owned)
    }

    fn explain(case: &Case) -> String {
        let [a, b, c] = case.operands;
        explain(&case.instruction(), a, b, c)
    }

    fn own_vectors(&self) -> Table {
        results::bundled(&families(&self.0))
    }

    fn random(&self, seed: u64) -> Box<dyn CaseStream> {
        Box::new(RandomCases::new(self.0, seed))
    }

    fn walk(&self, seed: u64) -> Box<dyn Iterator<Item = Case>> {
        Box::new(coverage::walk(self, seed))
    }

    fn note(case: &Case, hits: &mut coverage::cover::Hits) {
        coverage::note(hits, case);
    }

    fn remedies(&self, instruction: &Instruction) -> Vec<&'static str> {
        testbench::remedies(&self.0, instruction)
    }

    fn ignored_bits(&self) -> Option<IgnoredBits> {
        testbench::ignored_bits(&self.0)
    }

    fn difference(case: &Case, got: u32) -> String {
        difference(&case.instruction(), case.result::<Self>(), got)
    }
}
