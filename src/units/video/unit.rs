//! The row of the SIMD video ALU in the table of units.

use super::core::CORE;
use super::encoding::{Control, WORDS, c_header, sv_package};
use super::families;
use super::golden::explain::{difference, explain};
use super::golden::{Modifiers, batch, execute};
use super::options;
use super::rtl::{self, VideoConfig};
use super::testbench::{self, RandomCases, VideoCase};
use super::vectors::results;
use super::{claims, coverage};
use crate::algebra::Algebra;
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, Provable};
use crate::ptx::{PtxInstruction, parse};
use crate::rtl::Top;
use crate::text::diagnostic::Diagnostic;
use crate::unit::pipelined::{
    self, Case, CaseStream, IgnoredBits, ParsedInstruction, Pipelined, PipelinedGolden, WaveSignals, handshake_rules,
};
use crate::unit::{
    Companion, CompanionText, ConfigError, Language, ModuleInfo, OperandStyle, OptionValues, Selection, UnitEntry,
};
use crate::units::ptx::{ExecutesPtx, PtxUnit};
use crate::vectors::{Table, VectorFileKind};

/// The SIMD video ALU.
pub static ALU: UnitEntry = UnitEntry {
    is_default: true,
    options: options::OPTIONS,
    validate: |values| options::config(values).validate(),
    shipped: || all(options::shipped()),
    configurations: || all(options::configurations(true)),
    crosses: || coverage::cover::CROSSES.all,
    formal: Some(
        const {
            &handshake_rules::<Video>(|values| {
                let latency = options::config(values).latency;
                (latency < 3).then_some(latency + 3)
            })
        },
    ),
    ..pipelined::entry::<Video>(ModuleInfo {
        name: "video_alu",
        description: "SIMD video ALU with valid/ready handshake and tag.",
    })
};

/// Texts of SIMD video instructions, dot products and packed instructions.
pub static LANGUAGE: Language = Language {
    name: "PTX",
    claims: |_| true,
    takes: OperandStyle::Operands,
    explain: pipelined::explain::<Video>,
    words: Some(WORDS),
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

/// `video_alu` in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Video(VideoConfig);

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

impl From<OptionValues> for Video {
    fn from(values: OptionValues) -> Self {
        Video(options::config(&values))
    }
}

/// The vector files with results of SIMD video instructions.
pub static RESULTS: VectorFileKind = VectorFileKind {
    name: "results of SIMD video instructions",
    columns: results::COLUMNS,
    optional: &[],
    claims: None,
    check: pipelined::vectors::check::<Video>,
    waves: Some(pipelined::vectors::waves::<Video>),
};

/// SIMD video instructions, dot products and packed instructions of PTX modules.
pub static PTX_UNIT: PtxUnit = PtxUnit::of::<Video>(&ALU);

impl ExecutesPtx for Video {
    fn case(instruction: &PtxInstruction, values: [u32; 3]) -> Option<Case> {
        Some(Case::of(instruction.video()?, values))
    }

    fn remedies(&self, case: &Case) -> Vec<&'static str> {
        testbench::remedies(&self.0, &case.instruction())
    }
}

impl Provable for Video {
    fn design(&self) -> Result<Design, String> {
        rtl::design(&self.0).map_err(|error| error.to_string())
    }

    fn reset(&self) -> ResetStyle {
        self.0.reset
    }

    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
        Ok(claims::alu_claims(&self.0, machine))
    }

    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        crate::units::sources(&["video"])
    }
}

impl PipelinedGolden for Video {
    const CONTROL: u32 = Control::BITS;

    fn execute<A: Algebra>(control: &A::Int, [a, b, c]: [&A::Int; 3]) -> A::Int {
        execute(&Modifiers::<A>::decode(control), a, b, c)
    }

    // Faster, because only the families of the configuration are computed.
    fn evaluate_each<T>(
        &self,
        items: &[T],
        control: impl Fn(&T) -> u64,
        operands: impl Fn(&T) -> [u32; 3],
    ) -> Vec<u32> {
        batch::evaluate_within(&families(&self.0), items, control, operands)
    }
}

impl Pipelined for Video {
    const KIND: &'static VectorFileKind = &RESULTS;
    const SIGNALS: WaveSignals = testbench::SIGNALS;
    type Hits = coverage::cover::Hits;

    fn selected(&self) -> Selection {
        Selection::new(&ALU, options::values(&self.0))
    }

    fn block(&self) -> Result<Box<dyn Top>, ConfigError> {
        rtl::alu(&self.0)
    }

    fn read(text: &str) -> Result<ParsedInstruction, Diagnostic> {
        Ok(testbench::parsed(&parse(text, None)?))
    }

    fn write(case: &Case) -> String {
        case.instruction().to_string()
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
        Box::new(coverage::walk(self.0, seed))
    }

    fn note(case: &Case, hits: &mut coverage::cover::Hits) {
        coverage::note(hits, case);
    }

    fn executes(&self, case: &Case) -> bool {
        let instruction = case.try_instruction();
        instruction.is_some_and(|instruction| testbench::executes(&self.0, &instruction))
    }

    fn ignored_bits(&self) -> Option<IgnoredBits> {
        testbench::ignored_bits(&self.0)
    }

    fn difference(case: &Case, got: u32) -> String {
        difference(&case.instruction(), case.d(), got)
    }
}
