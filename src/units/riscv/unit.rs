//! The rows of the unit in RISC-V cores in the table of units.

use super::mutate::RiscvMutation;
use super::rtl::{self, Config, Interface};
use super::testbench::{Job, RandomSteps, run};
use super::{assumptions, claims, counterexample, coverage, demo, encoding, options, work};
use crate::bench::{BenchError, Contest};
use crate::netlist::{Design, ResetStyle};
use crate::prove::machine::Machine;
use crate::prove::{Deferred, Refutation, Sources, Subject};
use crate::sim::{Engine, EngineError, EngineKind};
use crate::sources;
use crate::units::video::vectors::results;
use crate::units::{
    Attachment, Companion, CompanionText, Counterexample, Ended, Hardware, Module, Mutation, MutationPlan, Packaging,
    Ran, Refusal, Row, Run, Selection, Task, Unit, Work, video,
};
use crate::vectors::Table;
use crate::verilog::Parameter;
use std::path::Path;
use std::sync::Arc;

/// The unit at PicoRV32's port.
pub static PCPI: Row = Row {
    module: Module {
        name: "riscv_pcpi",
        description: "SIMD video instructions for PicoRV32, at its co-processor interface.",
    },
    short: None,
    choices: options::CHOICES_WITH_OPCODE,
    validate: |values| options::config(Interface::Pcpi, values).video().validate(),
    unit: |values| Box::new(Riscv(options::config(Interface::Pcpi, values))),
    shipped: options::shipped,
    configurations: options::configurations_with_opcode,
    crosses: || &coverage::CROSSES,
    programs: None,
    kinds: &[],
    language: None,
    companions: &[Companion {
        name: "riscv",
        help: "C: the instructions as functions, for RISC-V cores with this unit",
        text: CompanionText::Configured(|selection, command| match Riscv::of(selection) {
            Some(Riscv(config)) => encoding::header(&config.features, command),
            None => unreachable!("a selection of another unit"),
        }),
    }],
    packaging: None,
    demonstration: Some(&demo::Cores),
};

/// The unit at VexRiscv's port.
pub static CFU: Row = Row {
    module: Module {
        name: "riscv_cfu",
        description: "SIMD video instructions for VexRiscv, as a custom-function unit.",
    },
    choices: options::CHOICES,
    unit: |values| Box::new(Riscv(options::config(Interface::Cfu, values))),
    configurations: options::configurations,
    packaging: Some(&Packaging {
        option: "cfu-playground",
        help: "write one file as the CFU Playground expects it, cfu.v with module Cfu and port clk, and nothing else",
        file: "cfu.v",
        top: "Cfu",
        ports: &[("clock", "clk")],
    }),
    demonstration: None,
    ..PCPI
};

/// The unit at CV32E40X's port.
pub static CV_X_IF: Row = Row {
    module: Module {
        name: "riscv_cv_x_if",
        description: "SIMD video instructions for CV32E40X, at its eXtension interface CV-X-IF.",
    },
    choices: options::CHOICES_WITH_THIRD,
    unit: |values| Box::new(Riscv(options::config(Interface::CvXIf, values))),
    // At more than latency 1 CV32E40X needs a gate for its requests for data: docs/riscv-cv32e40x.md.
    shipped: || vec![options::values(&Config::full(Interface::CvXIf, 1))],
    configurations: options::configurations_with_third,
    demonstration: None,
    ..PCPI
};

/// The row of an interface's module.
fn row(interface: Interface) -> &'static Row {
    match interface {
        Interface::Pcpi => &PCPI,
        Interface::Cfu => &CFU,
        Interface::CvXIf => &CV_X_IF,
    }
}

const GOLDEN: Sources = sources![
    "golden/mod.rs",
    "encoding/opcode.rs",
    "encoding/state.rs",
    "encoding/table.rs",
    "../video/golden/mod.rs",
    "../video/ptx/table.rs",
    "../video/ptx/control.rs",
    "../video/ptx/instruction.rs",
];

/// The unit behind an interface, in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Riscv(pub Config);

impl Riscv {
    /// The one that is selected, if it is one.
    pub fn of(selection: &Selection) -> Option<Self> {
        let interfaces = Interface::ALL.into_iter();
        let mut own = interfaces.filter_map(|interface| Some((interface, selection.of(row(interface))?)));
        own.next()
            .map(|(interface, values)| Riscv(options::config(interface, &values)))
    }
}

impl Subject for Riscv {
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
        rtl::design(&self.0).map_err(|error| error.to_string())
    }

    fn reset(&self) -> ResetStyle {
        self.0.reset()
    }

    fn claims<'a>(&'a self, machine: &'a dyn Machine) -> Result<Vec<Deferred<'a>>, String> {
        claims::claims(&self.0, machine)
    }

    fn exclusions(&self) -> &'static [&'static str] {
        claims::outside(self.0.interface)
    }

    fn golden(&self) -> Sources {
        GOLDEN
    }

    fn claim_sources(&self) -> &'static [&'static str] {
        &[
            "units/riscv/claims/",
            "units/riscv/encoding/",
            "units/riscv/rtl/config.rs",
        ]
    }
}

impl Unit for Riscv {
    fn selection(&self) -> Selection {
        Selection::new(row(self.0.interface), options::values(&self.0))
    }

    fn engine(&self, kind: EngineKind, traced: bool) -> Result<Box<dyn Engine>, EngineError> {
        kind.open(rtl::unit(&self.0), rtl::design(&self.0), traced)
    }

    fn bundled(&self) -> Table {
        results::bundled(&self.0.video().families())
    }

    fn attachments(&self) -> &'static [Attachment] {
        match self.0.interface {
            Interface::Pcpi => &[assumptions::PCPI_MONITOR],
            Interface::Cfu => &[assumptions::CFU_MONITOR],
            Interface::CvXIf => &[assumptions::CV_X_IF_MONITOR, demo::CV32E40X_WIRING],
        }
    }

    fn can_stall(&self) -> bool {
        match self.0.interface {
            Interface::Pcpi => false,
            Interface::Cfu | Interface::CvXIf => true,
        }
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &Run) -> Result<Ran, Refusal> {
        work::work(&self.0, hardware, work, run)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> Ended {
        let steps = RandomSteps::new(self.0.features, task.seed).take(task.instructions as usize);
        let job = Job {
            config: self.0,
            settings: task.traffic,
            reset_at: None,
            waves: None,
        };
        let mut history = coverage::History::default();
        match run(engine, &job, steps, |observation| history.note(observation)) {
            Ok(verdict) => Ended {
                instructions: verdict.right,
                cycles: verdict.cycles,
                hits: history.hits.to_vec(),
                fault: verdict.fault.map(|(_, text)| {
                    let stimulus = counterexample::Stimulus {
                        workload: counterexample::Workload::Random,
                        instructions: verdict.instructions,
                        settings: task.traffic,
                        reset_at: None,
                    };
                    (text, Some(Arc::new(stimulus) as _))
                }),
            },
            // Without waves nothing is written.
            Err(error) => Ended {
                fault: Some((error.to_string(), None)),
                ..Ended::default()
            },
        }
    }

    fn search(
        &self,
        hardware: &Hardware,
        refuted: &Refutation,
        folder: &Path,
    ) -> Result<Option<Counterexample>, String> {
        counterexample::search(&self.0, hardware, refuted, folder)
    }

    fn mutation(&self, plan: MutationPlan, vectors: Option<&Table>) -> Result<Box<dyn Mutation>, Refusal> {
        Ok(Box::new(RiscvMutation::new(self.0, plan, vectors)?))
    }

    fn contests(&self, _: u64) -> Result<Vec<Contest>, BenchError> {
        Err(BenchError::Failed(format!(
            "{} is measured as part of {}",
            self.selection().module().name,
            video::ALU.module.name
        )))
    }
}
