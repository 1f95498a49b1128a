//! The rows of the SIMD video ALU and of its core in the table of units.

use super::golden::explain::explain;
use super::mutate::AluMutation;
use super::options;
use super::ptx::{Instruction, Operands, c_header, parse, sv_package};
use super::rtl::{self, Config};
use super::testbench::{self, Case, Verdict, record_core};
use super::vectors::{legality, results};
use super::words;
use super::work::Worker;
use super::{bench, claims, counterexample, coverage};
use crate::bench::{BenchError, Contest};
use crate::files;
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Refutation, Sources, Subject};
use crate::sim::{Engine, EngineError, EngineKind};
use crate::sources;
use crate::units::video::counterexample::Stimulus;
use crate::units::{
    Choice, Companion, CompanionText, Counterexample, Ended, Given, Hardware, Language, Module, Mutation, MutationPlan,
    Ran, Refusal, Row, Run, Selection, Takes, Task, Unit, Values, Work,
};
use crate::vectors::Table;
use crate::verilog::Parameter;
use std::path::Path;
use std::sync::Arc;

/// The latency that is used where none is asked for.
pub const DEFAULT_LATENCY: u32 = 3;

/// The SIMD video ALU.
pub static ALU: Row = Row {
    module: Module {
        name: "video_alu",
        description: "SIMD video ALU with valid/ready handshake and tag.",
    },
    short: None,
    choices: options::CHOICES,
    validate: |values| options::config(values).validate(),
    unit: |values| Box::new(Video::alu(options::config(values))),
    shipped: || all(options::shipped(), options::CHOICES),
    configurations: || all(options::configurations(true), options::CHOICES),
    crosses: || &coverage::cover::CROSSES,
    programs: None,
    kinds: &[&results::KIND, &legality::KIND],
    language: Some(Language {
        name: "PTX",
        claims: |_| false,
        takes: Takes::Operands,
        explain: |text, given| {
            let instruction = parse(text, None).map_err(|diagnostic| Refusal::from((text, &diagnostic)))?;
            let [a, b, c] = operands(&instruction, given)?;
            Ok(explain(&instruction, a, b, c))
        },
        words: Some(words::WORDS),
    }),
    companions: &[
        Companion {
            name: "c",
            help: "C: the control word's fields and codes as macros",
            text: CompanionText::Fixed(c_header),
        },
        Companion {
            name: "sv-package",
            help: "SystemVerilog: the control word's fields and codes as a package",
            text: CompanionText::Fixed(sv_package),
        },
    ],
    packaging: None,
    demonstration: None,
};

/// Its core.
pub static CORE: Row = Row {
    module: Module {
        name: "video_core",
        description: "Arithmetic core of the SIMD video ALU, stalled by an enable.",
    },
    short: Some("core"),
    choices: options::CORE_CHOICES,
    unit: |values| Box::new(Video::core(options::config(values))),
    shipped: || vec![CORE.defaults()],
    configurations: || all(options::configurations(false), options::CORE_CHOICES),
    kinds: &[],
    language: None,
    companions: &[],
    ..ALU
};

/// The values of a, b and c. The one source of a negation is operand b of the hardware, and may be given as either.
fn operands(instruction: &Instruction, given: &Given) -> Result<[u32; 3], Refusal> {
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

const GOLDEN: Sources = sources!["golden/mod.rs", "ptx/table.rs", "ptx/control.rs", "ptx/instruction.rs",];

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

impl Subject for Video {
    fn top(&self) -> String {
        self.selection().module().name.to_owned()
    }

    fn name(&self) -> String {
        self.selection().name()
    }

    fn options(&self) -> Vec<String> {
        self.selection().options()
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.selection().parameters()
    }

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
        claims::OUTSIDE
    }

    fn golden(&self) -> Sources {
        GOLDEN
    }

    fn claim_sources(&self) -> &'static [&'static str] {
        &["units/video/claims/", "units/video/rtl/config.rs"]
    }
}

impl Unit for Video {
    fn selection(&self) -> Selection {
        let row: &'static Row = if self.is_core { &CORE } else { &ALU };
        Selection::new(row, options::values(&self.config, row.choices))
    }

    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        let config = &self.config;
        match self.is_core {
            true => kind.open(rtl::core(config), rtl::core_design(config), traced),
            false => kind.open(rtl::alu(config), rtl::design(config), traced),
        }
    }

    fn bundled(&self) -> Table {
        results::bundled(&self.config.families())
    }

    fn can_stall(&self) -> bool {
        true
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &Run) -> Result<Ran, Refusal> {
        let worker = Worker {
            config: self.config,
            is_core: self.is_core,
            hardware,
            run,
        };
        worker.work(work)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> Ended {
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

    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        counterexample::search(hardware, &self.config, !self.is_core, refuted, folder)
    }

    fn tell(&self, refuted: &Refutation) -> Option<String> {
        counterexample::tell(refuted)
    }

    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        match self.is_core {
            true => Err(Refusal::new(format_args!(
                "the core is scored as part of {}",
                ALU.module.name
            ))),
            false => Ok(Box::new(AluMutation::new(self.config, plan, vectors)?)),
        }
    }

    fn contests(&self, seed: u64) -> Result<Vec<Contest>, BenchError> {
        match self.is_core {
            true => Err(BenchError::Failed(format!(
                "the core is measured as part of {}",
                ALU.module.name
            ))),
            false => bench::contests(&self.config, seed),
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
