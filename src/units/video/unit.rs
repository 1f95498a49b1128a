//! The rows of the SIMD video ALU and of its core in the table of units.

use super::encoding::{WORDS, c_header, sv_package};
use super::golden::explain::explain;
use super::mutate::AluMutation;
use super::options;
use super::rtl::{self, Config};
use super::testbench::{self, Case, Verdict, record_core};
use super::vectors::results;
use super::work::Worker;
use super::{bench, claims, counterexample, coverage};
use crate::bench::{BenchError, Benchmark};
use crate::files;
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Provable, Refutation};
use crate::ptx::{Instruction, Operands, parse};
use crate::sim::{Engine, EngineError, EngineKind};
use crate::unit::{
    Choice, Companion, CompanionText, Counterexample, Debuggable, Hardware, Language, Measurable, ModuleInfo, Mutable,
    Mutation, MutationPlan, OperandStyle, OperandValues, Refusal, Run, RunReport, Selection, Simulatable, Task,
    TaskOutcome, Unit, UnitEntry, Values, Work,
};
use crate::units::video::counterexample::Stimulus;
use crate::vectors::{Kind, Table};
use std::path::Path;
use std::sync::Arc;

/// The latency that is used where none is asked for.
pub const DEFAULT_LATENCY: u32 = 3;

/// The SIMD video ALU.
pub static ALU: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "video_alu",
        description: "SIMD video ALU with valid/ready handshake and tag.",
    },
    is_default: true,
    short: None,
    choices: options::CHOICES,
    validate: |values| options::config(values).validate(),
    unit: |values| Box::new(Video::alu(options::config(values))),
    shipped: || all(options::shipped(), options::CHOICES),
    configurations: || all(options::configurations(true), options::CHOICES),
    crosses: || &coverage::cover::CROSSES,
    attachments: &[],
    packaging: None,
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
};

/// The control word for SystemVerilog.
pub static SV_PACKAGE: Companion = Companion {
    name: "sv-package",
    help: "SystemVerilog: the control word's fields and codes as a package",
    text: CompanionText::Fixed(sv_package),
};

/// Its core.
pub static CORE: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "video_core",
        description: "Arithmetic core of the SIMD video ALU, stalled by an enable.",
    },
    is_default: false,
    short: Some("core"),
    choices: options::CORE_CHOICES,
    unit: |values| Box::new(Video::core(options::config(values))),
    shipped: || vec![CORE.defaults()],
    configurations: || all(options::configurations(false), options::CORE_CHOICES),
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

fn all(configs: Vec<Config>, choices: &[Choice]) -> Vec<Values> {
    configs.iter().map(|config| options::values(config, choices)).collect()
}

/// What golden of the SIMD video instructions consists of, as prefixes of paths below `src/`.
pub(in crate::units) const GOLDEN: [&str; 3] = ["units/video/golden/", "units/video/encoding/", "ptx/instructions/"];

/// The ALU or its core in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Video {
    config: Config,
    /// Without a handshake.
    pub(super) is_core: bool,
}

impl Video {
    /// `video_alu`.
    pub fn alu(config: Config) -> Self {
        let is_core = false;
        Video { config, is_core }
    }

    /// `video_core`.
    pub fn core(config: Config) -> Self {
        let is_core = true;
        Video { config, is_core }
    }

    /// Its configuration.
    pub fn config(&self) -> Config {
        self.config
    }

    /// The one that is selected, if it is one.
    pub fn of(selection: &Selection) -> Option<Self> {
        let alu = selection.of(&ALU).map(|values| Video::alu(options::config(&values)));
        alu.or_else(|| Some(Video::core(options::config(&selection.of(&CORE)?))))
    }
}

impl Provable for Video {
    fn design(&self) -> Result<Design, String> {
        let design = match self.is_core {
            true => rtl::core_design(&self.config),
            false => rtl::design(&self.config),
        };
        design.map_err(|error| error.to_string())
    }

    fn reset(&self) -> ResetStyle {
        match self.is_core {
            true => ResetStyle::default(),
            false => self.config.reset,
        }
    }

    fn claims<'a>(&'a self, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
        Ok(match self.is_core {
            true => claims::core_claims(&self.config, machine),
            false => claims::alu_claims(&self.config, machine),
        })
    }

    fn exclusions(&self) -> &'static [&'static str] {
        claims::EXCLUSIONS
    }

    fn golden_sources(&self) -> &'static [&'static str] {
        &GOLDEN
    }

    fn claim_sources(&self) -> &'static [&'static str] {
        &["units/video/claims/", "units/video/rtl/config.rs"]
    }
}

impl Unit for Video {
    fn selection(&self) -> Selection {
        let entry: &'static UnitEntry = if self.is_core { &CORE } else { &ALU };
        Selection::new(entry, options::values(&self.config, entry.choices))
    }
}

impl Simulatable for Video {
    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        let config = &self.config;
        match self.is_core {
            true => kind.open(rtl::core(config), rtl::core_design(config), traced),
            false => kind.open(rtl::alu(config), rtl::design(config), traced),
        }
    }

    fn vector_kind(&self) -> &'static Kind {
        &results::KIND
    }

    fn bundled(&self) -> Table {
        results::bundled(&self.config.families())
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &Run) -> Result<RunReport, Refusal> {
        let worker = Worker {
            config: self.config,
            is_core: self.is_core,
            hardware,
            run,
        };
        worker.work(work)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> TaskOutcome {
        let cases = || coverage::Walk::new(self.config, task.seed).take(task.instructions as usize);
        let job = quiet(&self.config, task);
        if self.is_core {
            let mut ended = judge(record_core(engine, &job, cases()), task, cases());
            let mut hits = coverage::cover::Hits::default();
            let right = cases().take(ended.instructions as usize);
            right.for_each(|case| coverage::cover::note(&mut hits, &case));
            ended.hits = hits.to_vec();
            return ended;
        }
        let mut source = coverage::Noted::new(cases());
        let verdict = testbench::run(engine, &job, &mut source);
        let mut hits = source.hits;
        let mut ended = judge(verdict, task, cases());
        if ended.fault.is_none() {
            coverage::cover::note_traffic(&mut hits, &task.traffic);
        }
        ended.hits = hits.to_vec();
        ended
    }
}

impl Debuggable for Video {
    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        counterexample::search(hardware, &self.config, !self.is_core, refuted, folder)
    }

    fn describe(&self, refuted: &Refutation) -> Option<String> {
        counterexample::describe(refuted)
    }
}

impl Mutable for Video {
    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        match self.is_core {
            true => Err(Refusal::new(format_args!(
                "the core is scored as part of {}",
                ALU.module.name
            ))),
            false => Ok(Box::new(AluMutation::new(self.config, plan, vectors)?)),
        }
    }
}

impl Measurable for Video {
    fn benchmarks(&self, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
        match self.is_core {
            true => Err(BenchError::Failed(format!(
                "the core is measured as part of {}",
                ALU.module.name
            ))),
            false => bench::benchmarks(&self.config, seed),
        }
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
fn judge(verdict: Result<Verdict, files::Error>, task: &Task, cases: impl Iterator<Item = Case>) -> TaskOutcome {
    match verdict {
        Ok(verdict) => TaskOutcome {
            instructions: verdict.retired,
            cycles: verdict.cycles,
            hits: vec![],
            fault: verdict.fault.map(|(_, description)| {
                let last = Stimulus::last(cases, verdict.instructions, task.traffic);
                (description, Some(Arc::new(last) as _))
            }),
        },
        // Without waves nothing is written.
        Err(error) => TaskOutcome::failed(error),
    }
}
