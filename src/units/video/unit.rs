//! The rows of the SIMD video ALU and of its core in the table of units.

use super::encoding::{Control, WORDS, c_header, sv_package};
use super::families;
use super::golden::explain::{difference, explain};
use super::golden::{Modifiers, batch, evaluate_control, execute};
use super::options::{self, DEFAULT_LATENCY};
use super::rtl::{self, VideoConfig};
use super::testbench::{self, RandomCases, VideoCase};
use super::vectors::results;
use super::{bench, claims, coverage, verilog_testbench};
use crate::algebra::Algebra;
use crate::bench::{BenchError, Benchmark, Entry};
use crate::files;
use crate::netlist::{Design, ResetStyle};
use crate::prove::Deferred;
use crate::prove::machine::TransitionSystem;
use crate::ptx::{Instruction, Operands, PtxInstruction, parse};
use crate::rtl::Top;
use crate::sim::Engine;
use crate::sim::testbench::TrafficSettings;
use crate::sim::wave::{Helper, View};
use crate::text::diagnostic::Diagnostic;
use crate::unit::pipelined::{
    Case, CaseColumns, CaseSource, IgnoredBits, ParsedInstruction, Pipelined, PipelinedJob, PipelinedRun, WrongResult,
    handshake_rules, run, vectors,
};
use crate::unit::pipelined_testbench;
use crate::unit::{
    Companion, CompanionText, ConfigError, Language, ModuleInfo, OperandStyle, OperandValues, OptionValues, Refusal,
    Selection, UnitEntry,
};
use crate::units::ptx::{ExecutesPtx, PtxUnit};
use crate::vectors::{Table, VectorFileKind};

/// The SIMD video ALU.
pub static ALU: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "video_alu",
        description: "SIMD video ALU with valid/ready handshake and tag.",
    },
    is_default: true,
    short: None,
    options: options::OPTIONS,
    validate: |values| options::config(values).validate(),
    unit: |values| Box::new(Video::alu(options::config(values))),
    shipped: || all(options::shipped()),
    configurations: || all(options::configurations(true)),
    crosses: || coverage::cover::CROSSES.all,
    attachments: &[],
    packaging: None,
    formal: Some(
        const {
            &handshake_rules::<Video>(|values| {
                let latency = options::config(values).latency;
                (latency < 3).then_some(latency + 3)
            })
        },
    ),
    testbench: Some(|values| pipelined_testbench::handshake(&Video::alu(options::config(values)))),
};

/// Texts of SIMD video instructions, dot products and packed instructions.
pub static LANGUAGE: Language = Language {
    name: "PTX",
    claims: |_| true,
    takes: OperandStyle::Operands,
    explain: |text, given| {
        let instruction = parse(text, None).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
        let [a, b, c] = operands(&instruction, given)?;
        Ok(explain(&instruction, a, b, c))
    },
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

/// Its core.
pub static CORE: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "video_core",
        description: "Arithmetic core of the SIMD video ALU, stalled by an enable.",
    },
    is_default: false,
    short: Some("core"),
    options: options::CORE_OPTIONS,
    unit: |values| Box::new(Video::core(options::config(values))),
    shipped: || vec![CORE.defaults()],
    formal: None,
    configurations: || all(options::configurations(false)),
    testbench: Some(|values| verilog_testbench::enabled(&Video::core(options::config(values)))),
    ..ALU
};

/// The values of a, b and c. The one source of a negation is operand b of the hardware, and may be given as either.
fn operands(instruction: &Instruction, given: &OperandValues) -> Result<[u32; 3], Refusal> {
    let Operands { a, b, c, .. } = &instruction.operands;
    let (mut given, texts) = (*given, [a.as_str(), b, c]);
    if instruction.is_negation() {
        let source = match given.operands {
            [Some(a), Some(b), _] if a != b => {
                return Err(Refusal::new("a negation has one source: --a gives it"));
            }
            [a, b, _] => a.or(b),
        };
        given.operands = [None, source, source];
    }
    given.resolve(texts, texts.map(Operands::value))
}

fn all(configs: Vec<VideoConfig>) -> Vec<OptionValues> {
    configs.iter().map(options::values).collect()
}

/// The ALU or its core in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Video {
    config: VideoConfig,
    /// Without a handshake.
    pub(super) is_core: bool,
}

impl Video {
    /// `video_alu`.
    pub fn alu(config: VideoConfig) -> Self {
        let is_core = false;
        Video { config, is_core }
    }

    /// `video_core`.
    pub fn core(config: VideoConfig) -> Self {
        let is_core = true;
        Video { config, is_core }
    }

    /// Its configuration.
    pub fn config(&self) -> VideoConfig {
        self.config
    }

    /// The one that is selected, if it is one.
    pub fn of(selection: &Selection) -> Option<Self> {
        let alu = selection
            .of(&ALU.module)
            .map(|values| Video::alu(options::config(&values)));
        alu.or_else(|| Some(Video::core(options::config(&selection.of(&CORE.module)?))))
    }
}

/// The vector files with results of SIMD video instructions.
pub static RESULTS: VectorFileKind = VectorFileKind {
    name: "results of SIMD video instructions",
    columns: results::COLUMNS,
    optional: &[],
    claims: None,
    check: |table, evaluator, report| vectors::check(hardware_of, table, evaluator, report),
    waves: Some(|table, row, engine, path| vectors::waves(hardware_of, table, row, engine, path)),
};

/// The ALU with all options, and the families of instructions that the cases need.
fn hardware_of(cases: &[Case]) -> Video {
    let full = VideoConfig::full(DEFAULT_LATENCY);
    let families = families(&full);
    let mut own = cases.iter().map(|case| case.vector().control.operation().family());
    let is_full = own.all(|family| families.contains(&family));
    Video::alu(if is_full {
        full
    } else {
        VideoConfig::all(DEFAULT_LATENCY)
    })
}

/// SIMD video instructions, dot products and packed instructions of PTX modules.
pub static PTX_UNIT: PtxUnit = PtxUnit::of::<Video>(&ALU);

impl ExecutesPtx for Video {
    fn case(instruction: &PtxInstruction, values: [u32; 3]) -> Option<Case> {
        Some(Case::of(instruction.video()?, values))
    }

    fn remedies(&self, case: &Case) -> Vec<&'static str> {
        testbench::remedies(&self.config, &case.instruction())
    }
}

crate::unit::pipelined::provable!(Video);

impl Pipelined for Video {
    const CONTROL: u32 = Control::BITS;
    const KIND: &'static VectorFileKind = &RESULTS;
    const REFERENCE: &'static str = "to C++";
    type Hits = coverage::cover::Hits;
    type Random = RandomCases;

    fn sources() -> Vec<(&'static str, &'static str)> {
        crate::units::sources(&["video"])
    }

    fn of_values(values: &OptionValues) -> Self {
        Video::alu(options::config(values))
    }

    fn selected(&self) -> Selection {
        let entry: &'static UnitEntry = if self.is_core { &CORE } else { &ALU };
        Selection::new(entry, options::values(&self.config))
    }

    fn latency(&self) -> u32 {
        self.config.latency
    }

    fn block(&self) -> Result<Box<dyn Top>, ConfigError> {
        match self.is_core {
            true => rtl::core(&self.config),
            false => rtl::alu(&self.config),
        }
    }

    fn netlist(&self) -> Result<Design, String> {
        let design = match self.is_core {
            true => rtl::core_design(&self.config),
            false => rtl::design(&self.config),
        };
        design.map_err(|error| error.to_string())
    }

    fn execute<A: Algebra>(control: &A::Int, [a, b, c]: [&A::Int; 3]) -> A::Int {
        execute(&Modifiers::<A>::decode(control), a, b, c)
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
        results::bundled(&families(&self.config))
    }

    fn random(&self, seed: u64) -> RandomCases {
        RandomCases::new(self.config, seed)
    }

    fn reseeded(random: &RandomCases, seed: u64) -> RandomCases {
        random.reseeded(seed)
    }

    fn random_columns(random: &RandomCases, seeds: &[u64]) -> Box<dyn CaseColumns> {
        random.columns(seeds)
    }

    fn walk(&self, seed: u64) -> Box<dyn Iterator<Item = Case>> {
        Box::new(coverage::walk(self.config, seed))
    }

    fn note(case: &Case, hits: &mut coverage::cover::Hits) {
        coverage::note(hits, case);
    }

    fn evaluate(case: &Case) -> u32 {
        let [a, b, c] = case.operands;
        evaluate_control(Control(case.control), a, b, c)
    }

    fn evaluate_each<T>(
        &self,
        items: &[T],
        control: impl Fn(&T) -> u64,
        operands: impl Fn(&T) -> [u32; 3],
    ) -> Vec<u32> {
        batch::evaluate_within(&families(&self.config), items, control, operands)
    }

    fn operands(parsed: &ParsedInstruction, [a, b, c]: [u32; 3]) -> [u32; 3] {
        // Of a negation, which subtracts its source from 0, column a has the source.
        match parsed.numbers == [None; 3] && parsed.sources[0] == "0" {
            true => [0, a, c],
            false => [a, b, c],
        }
    }

    fn columns(case: &Case) -> [u32; 3] {
        case.instruction().columns(case.operands)
    }

    fn executes(&self, case: &Case) -> bool {
        let instruction = case.try_instruction();
        instruction.is_some_and(|instruction| testbench::executes(&self.config, &instruction))
    }

    fn ignored_bits(&self) -> Option<IgnoredBits> {
        testbench::ignored_bits(&self.config)
    }

    fn reset_style(&self) -> ResetStyle {
        match self.is_core {
            true => ResetStyle::default(),
            false => self.config.reset,
        }
    }

    fn all_claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
        match self.is_core {
            true => claims::core_claims(&self.config, machine),
            false => claims::alu_claims(&self.config, machine),
        }
    }

    fn note_traffic(settings: &TrafficSettings, hits: &mut coverage::cover::Hits) {
        coverage::note_traffic(hits, settings);
    }

    fn difference(case: &Case, got: u32) -> String {
        difference(&case.instruction(), case.d(), got)
    }

    fn describe_wrong(&self, wrong: &WrongResult) -> String {
        testbench::describe(wrong)
    }

    fn has_handshake(&self) -> bool {
        !self.is_core
    }

    fn drive(
        &self,
        engine: Box<dyn Engine>,
        job: &PipelinedJob<Self>,
        source: &mut dyn CaseSource,
    ) -> Result<PipelinedRun, files::FileError> {
        match self.is_core {
            true => testbench::record_core(engine, job, source),
            false => run(engine, job, source),
        }
    }

    fn helpers() -> Vec<Helper> {
        testbench::helpers()
    }

    fn helper_values(&self, answered: Option<&Case>, engine: &dyn Engine, values: &mut Vec<u64>) {
        testbench::helper_values(answered, engine, values);
    }

    fn view(&self, engine: &dyn Engine) -> View {
        testbench::view(engine, self.is_core)
    }

    fn golden_benchmark(&self, cases: &[Case], seed: u64) -> Result<Benchmark, BenchError> {
        bench::evaluators(cases, seed)
    }

    fn reference(&self, seed: u64) -> Result<Option<Entry>, BenchError> {
        bench::reference(&self.config, seed).map(Some)
    }
}
