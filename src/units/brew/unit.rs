//! The row of the register-ISA datapath in the table of units.

use super::coverage::cover::{Hits, RetirementCoverage};
use super::rtl::{self, DatapathConfig};
use super::testbench::Lockstep;
use super::vectors::results;
use super::{claims, coverage, formal, options, programs, verilog_testbench};
use crate::brew::isa::Subset;
use lanesmith_netlist::Design;
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_prove::{Deferred, OutlineStep, Provable};
use lanesmith_rtl::Top;
use lanesmith_sim::Engine;
use lanesmith_sim::cover::CrossHits;
use lanesmith_sim::testbench::Profile;
use lanesmith_unit::vectors::{Table, VectorFileKind};
use lanesmith_unit::{
    ConfigError, Hardware, Language, OperandStyle, Refusal, RunOptions, RunReport, Selection, Simulatable, Task, Unit,
    UnitEntry, Work,
};
use std::sync::Arc;

/// The register-ISA datapath.
pub static DATAPATH: UnitEntry = UnitEntry {
    module: options::MODULE,
    is_default: false,
    short: None,
    options: options::OPTIONS,
    validate: |values| options::config(values).validate(),
    unit: |values| Box::new(Datapath(options::config(values))),
    shipped: || vec![DATAPATH.defaults()],
    configurations: || options::configurations().iter().map(options::values).collect(),
    crosses: || coverage::cover::CROSSES.all,
    wiring: None,
    formal: Some(&formal::RULES),
    testbench: Some(|values| verilog_testbench::datapath(&options::config(values))),
};

/// Texts of Brew instructions.
pub static LANGUAGE: Language = Language {
    name: "Brew",
    claims: |text| text.contains('$') || text.contains("<-") || text.trim_start().starts_with(".word"),
    takes: OperandStyle::Registers,
    explain: programs::explain,
    words: None,
};

/// `brew_datapath` in a configuration.
#[derive(Clone, Copy, Debug)]
pub struct Datapath(pub DatapathConfig);

impl From<&DatapathConfig> for Subset {
    fn from(config: &DatapathConfig) -> Self {
        Subset {
            float: config.float,
            multiplier: config.multiplier,
        }
    }
}

impl Provable for Datapath {
    fn design(&self) -> Result<Design, String> {
        self.0.validate().map_err(|error| error.to_string())?;
        rtl::design(&self.0).map_err(|error| error.to_string())
    }

    fn claims<'a>(&'a self, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
        claims::claims(&self.0, machine)
    }

    fn exclusions(&self) -> &'static [&'static str] {
        claims::EXCLUSIONS
    }

    fn outline(&self) -> &'static [OutlineStep] {
        claims::OUTLINE
    }

    fn sources(&self) -> Vec<(&'static str, &'static str)> {
        crate::sources(&["brew"])
    }
}

impl Unit for Datapath {
    fn selection(&self) -> Selection {
        Selection::new(&DATAPATH, options::values(&self.0))
    }
}

impl Simulatable for Datapath {
    fn block(&self) -> Result<Box<dyn Top>, ConfigError> {
        self.0.validate().map(|()| rtl::datapath(&self.0))
    }

    fn vector_kinds(&self) -> Vec<&'static VectorFileKind> {
        vec![&results::KIND]
    }

    fn bundled(&self) -> Vec<Table> {
        vec![results::bundled()]
    }

    fn can_stall(&self) -> bool {
        false
    }

    fn work(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        super::work::work(&self.0, hardware, work, run)
    }

    fn regress(&self, engine: Box<dyn Engine>, task: &Task) -> RunReport {
        let mut lockstep = Lockstep::new(engine, self.0);
        let mut ended = RunReport::default();
        let mut hits = Hits::default();
        for planned in coverage::BrewWalk::new(task.seed, task.instructions, task.traffic.gaps) {
            let gaps = planned.gaps;
            let mut covered = RetirementCoverage::new(gaps == Profile::Always);
            lockstep.set_reset(planned.reset_at);
            let outcome = lockstep.watch(&planned.program, gaps, task.seed, |observed| {
                // The program's first instruction, or the first one after a reset.
                if observed.retire.order == 0 {
                    covered.reset();
                }
                covered.note(&mut hits, Subset::from(&self.0), &observed.retire, observed.types);
            });
            match outcome {
                Ok(statistics) => {
                    ended.right += statistics.instructions;
                    ended.cycles += statistics.cycles;
                }
                Err(mismatch) => {
                    ended.fault = Some((mismatch.to_string(), Some(Arc::new(*mismatch) as _)));
                    break;
                }
            }
        }
        ended.hits = hits.bins();
        ended
    }
}
