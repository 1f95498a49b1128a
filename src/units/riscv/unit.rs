//! The rows of the unit in RISC-V cores in the table of units.

use super::emulation::{c_header, emulation};
use super::encoding::{Features, with_prefix};
use super::inspection::{Elf, packed_words};
use super::rtl::{self, Interface, RiscvConfig};
use super::testbench::{RandomSteps, run};
use super::vectors::{self, results};
use super::{claims, counterexample, coverage, interfaces, options, wiring, work};
use crate::video;
use lanesmith_netlist::{Design, ResetStyle};
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_prove::{Deferred, Provable};
use lanesmith_rtl::Top;
use lanesmith_sim::Engine;
use lanesmith_sim::cover::CrossHits;
use lanesmith_unit::bench::{BenchError, Benchmark};
use lanesmith_unit::vectors::{Table, VectorFileKind};
use lanesmith_unit::{
    Companion, CompanionText, ConfigError, Hardware, Job, Measurable, ModuleInfo, ProgramInspection, Refusal,
    RunOptions, RunReport, Selection, Simulatable, Task, Unit, UnitEntry, Work,
};
use std::sync::Arc;

/// The unit at PicoRV32's port.
pub static PCPI: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "riscv_pcpi",
        description: "SIMD video instructions for PicoRV32, at its co-processor interface.",
    },
    is_default: false,
    short: None,
    options: options::PCPI,
    validate: |values| options::config(Interface::Pcpi, values).validate(),
    unit: |values| Box::new(Riscv(options::config(Interface::Pcpi, values))),
    shipped: || vec![options::video(), options::packed(Interface::Pcpi)],
    configurations: options::configurations_with_opcode,
    crosses: || coverage::CROSSES.all,
    wiring: None,
    formal: Some(&interfaces::PCPI),
    testbench: None,
};

/// The modules whose units have a header.
const MODULES: &[&str] = &[
    PCPI.module.name,
    CFU.module.name,
    CV_X_IF.module.name,
    NEORV32.module.name,
];

/// The instructions as C functions.
pub static C_HEADER: Companion = Companion {
    name: "riscv",
    help: "C: the instructions as functions, for RISC-V cores with this unit",
    text: CompanionText::Configured {
        modules: MODULES,
        text: |selection, command| Ok(c_header(&features(selection), command)),
    },
    with_prefix: Some(with_prefix),
};

/// A handler for the packed instructions that the unit lacks.
pub static P_EMULATION: Companion = Companion {
    name: "p-emulation",
    help: "C: a handler of illegal instructions that executes those of the P extension that this unit leaves out",
    text: CompanionText::Configured {
        modules: MODULES,
        text: |selection, command| emulation(&features(selection), command),
    },
    with_prefix: None,
};

/// The packed instructions of a compiled program.
pub static PROGRAM_INSPECTION: ProgramInspection = ProgramInspection {
    modules: MODULES,
    inspect: |selection, bytes| packed_words(&Elf::parse(bytes)?, &features(selection)),
};

/// The features of the selected unit, whose module is one of [`MODULES`].
fn features(selection: &Selection) -> Features {
    match Riscv::of(selection) {
        Some(Riscv(config)) => config.features,
        None => unreachable!("a selection of another unit"),
    }
}

/// The unit at VexRiscv's port.
pub static CFU: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "riscv_cfu",
        description: "SIMD video instructions for VexRiscv, as a custom-function unit.",
    },
    validate: |values| options::config(Interface::Cfu, values).validate(),
    options: options::CFU,
    unit: |values| Box::new(Riscv(options::config(Interface::Cfu, values))),
    shipped: || vec![options::video()],
    configurations: options::configurations,
    wiring: Some(&wiring::PLAYGROUND_WIRING),
    formal: Some(&interfaces::CFU),
    ..PCPI
};

/// The unit as NEORV32's custom functions.
pub static NEORV32: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "neorv32_cfu",
        description: "SIMD video instructions for NEORV32, as its custom functions unit.",
    },
    options: options::NEORV32,
    unit: |values| Box::new(Riscv(options::config(Interface::Neorv32, values))),
    shipped: Vec::new,
    configurations: options::configurations_of_neorv32,
    wiring: Some(&wiring::NEORV32_WIRING),
    formal: Some(&interfaces::NEORV32),
    ..PCPI
};

/// The unit at CV32E40X's port.
pub static CV_X_IF: UnitEntry = UnitEntry {
    module: ModuleInfo {
        name: "riscv_cv_x_if",
        description: "SIMD video instructions for CV32E40X, at its eXtension interface CV-X-IF.",
    },
    options: options::CV_X_IF,
    validate: options::validate_cv_x_if,
    unit: |values| Box::new(Riscv(options::config(Interface::CvXIf, values))),
    // At a latency above 1, CV32E40X needs a gate for its data requests: docs/riscv-cv32e40x.md.
    shipped: || vec![options::packed(Interface::CvXIf)],
    configurations: options::configurations_with_third,
    wiring: Some(&wiring::CV32E40X_WIRING),
    formal: Some(&interfaces::CV_X_IF),
    ..PCPI
};

/// The row of an interface's module.
fn row(interface: Interface) -> &'static UnitEntry {
    match interface {
        Interface::Pcpi => &PCPI,
        Interface::Cfu => &CFU,
        Interface::Neorv32 => &NEORV32,
        Interface::CvXIf | Interface::CvXIf1 { .. } => &CV_X_IF,
    }
}

/// The unit behind an interface, in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Riscv(pub RiscvConfig);

impl Riscv {
    /// The selected unit; `None` if another module is selected.
    pub fn of(selection: &Selection) -> Option<Self> {
        let mut interfaces = Interface::ALL.into_iter();
        interfaces.find_map(|interface| {
            let values = selection.of(&row(interface).module)?;
            Some(Riscv(options::config(interface, &values)))
        })
    }
}

impl Provable for Riscv {
    fn design(&self) -> Result<Design, String> {
        rtl::design(&self.0).map_err(|error| error.to_string())
    }

    fn reset(&self) -> ResetStyle {
        self.0.reset()
    }

    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
        claims::claims(&self.0, machine)
    }

    fn exclusions(&self) -> &'static [&'static str] {
        interfaces::table(self.0.interface).exclusions
    }

    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        crate::sources(&["riscv", "video"])
    }
}

impl Unit for Riscv {
    fn selection(&self) -> Selection {
        Selection::new(row(self.0.interface), options::values(&self.0))
    }
}

impl Simulatable for Riscv {
    fn block(&self) -> Result<Box<dyn Top>, ConfigError> {
        rtl::unit(&self.0)
    }

    fn vector_kinds(&self) -> Vec<&'static VectorFileKind> {
        let custom = self.0.features.custom.then_some(&video::RESULTS);
        let packed = self.0.features.packed.then_some(&results::KIND);
        custom.into_iter().chain(packed).collect()
    }

    fn bundled(&self) -> Vec<Table> {
        vectors::bundled(&self.0)
    }

    fn can_stall(&self) -> bool {
        interfaces::table(self.0.interface).ports.takes.is_some()
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        work::work(&self.0, hardware, work, run)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> RunReport {
        let steps = RandomSteps::new(self.0.features, task.seed).take(task.instructions as usize);
        let job = Job::new(task.traffic);
        let mut history = coverage::RiscvHistory::default();
        let verdict = match run(engine, &self.0, &job, steps, |observation| history.note(observation)) {
            Ok(verdict) => verdict,
            // Only waves can cause an error.
            Err(error) => return RunReport::failed(error),
        };
        let stimulus = counterexample::Stimulus {
            workload: counterexample::Workload::Random,
            instructions: verdict.instructions,
            settings: task.traffic,
            reset_at: None,
        };
        RunReport {
            hits: history.hits.bins(),
            ..verdict.report(|| Arc::new(stimulus))
        }
    }
}

impl Measurable for Riscv {
    fn benchmarks(&self, _: u64) -> Result<Vec<Benchmark>, BenchError> {
        Err(BenchError::Failed(format!(
            "{} is measured as part of {}",
            self.selection().module().name,
            video::ALU.module.name
        )))
    }
}
