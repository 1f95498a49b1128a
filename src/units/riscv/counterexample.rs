//! Minimises failing cases, and writes counterexamples.

use super::Riscv;
use super::rtl::RiscvConfig;
use super::testbench::{OffloadedInstruction, RandomSteps, run};
use super::vectors::DirectedRows;
use lanesmith_prove::Refutation;
use lanesmith_sim::testbench::{Profile, TrafficSettings};
use lanesmith_sim::wave::Keep;
use lanesmith_unit::{Counterexample, Debuggable, FailingWork, Hardware, Job, Verdict, recorded, traffic};
use std::path::Path;

/// The source of the instructions.
#[derive(Clone, Debug)]
pub(super) enum Workload {
    /// Random instructions of the settings' seed.
    Random,
    /// The instructions for these rows of a vector file.
    Directed(DirectedRows),
}

/// Instructions, and the settings of their run.
#[derive(Clone, Debug)]
pub(super) struct Stimulus {
    pub workload: Workload,
    /// The number of instructions up to the fault.
    pub instructions: u64,
    pub settings: TrafficSettings,
    pub reset_at: Option<u64>,
}

impl Stimulus {
    /// Runs the instructions on fresh hardware, with waves in `waves` if given.
    fn run(&self, config: &RiscvConfig, hardware: &Hardware, waves: Option<&Path>) -> Result<Verdict, String> {
        let engine = hardware.engine(waves.is_some()).map_err(|error| error.to_string())?;
        let job = Job {
            settings: self.settings,
            reset_at: self.reset_at,
            waves: waves.map(|path| (path, Keep::Last(KEPT))),
        };
        let steps: Box<dyn Iterator<Item = OffloadedInstruction>> = match &self.workload {
            Workload::Random => Box::new(RandomSteps::new(config.features, self.settings.seed)),
            Workload::Directed(rows) => rows.steps(config),
        };
        let steps = steps.take(self.instructions as usize);
        run(engine, config, &job, steps, |_| ()).map_err(|error| error.to_string())
    }

    /// The stimulus shortened to the fault; `None` if it has no fault.
    fn failing(self, config: &RiscvConfig, hardware: &Hardware) -> Result<Option<Self>, String> {
        let verdict = self.run(config, hardware, None)?;
        Ok(verdict.fault.is_some().then_some(Stimulus {
            instructions: verdict.instructions,
            ..self
        }))
    }

    /// A single case that fails without gaps and stalls: the failing operation, or the last executed case; `None` if neither fails.
    fn shortened(&self, config: &RiscvConfig, hardware: &Hardware) -> Result<Option<Self>, String> {
        let wrong = self.run(config, hardware, None)?.case;
        let last = match &self.workload {
            Workload::Random => None,
            Workload::Directed(rows) => {
                let executed = self.instructions.div_ceil(rows.steps_of_a_row(config)) as usize;
                executed.min(rows.count()).checked_sub(1).map(|last| rows.only(last))
            }
        };
        let wrong = wrong.map(|case| DirectedRows::Video(vec![case]));
        for rows in wrong.into_iter().chain(last) {
            let alone = Stimulus {
                instructions: rows.steps_of_a_row(config),
                workload: Workload::Directed(rows),
                settings: traffic(Profile::Always, self.settings.seed),
                reset_at: None,
            };
            let failing = alone.failing(config, hardware)?;
            if failing.is_some() {
                return Ok(failing);
            }
        }
        Ok(None)
    }
}

/// The number of cycles of waves before a fault.
const KEPT: usize = 1000;

impl FailingWork for Stimulus {
    fn counterexample(&self, hardware: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String> {
        let Some(Riscv(config)) = &Riscv::of(hardware.selection()) else {
            return Err(format!("{} is no unit in a RISC-V core", hardware.name()));
        };
        let shortest = self.shortened(config, hardware)?;
        let shortest = shortest.as_ref().unwrap_or(self);
        let work = match &shortest.workload {
            Workload::Random => Err(shortest.instructions),
            Workload::Directed(rows) => Ok(rows.text()),
        };
        let job = (shortest.settings, shortest.reset_at);
        recorded(hardware, folder, job, work, |waves| {
            shortest.run(config, hardware, Some(waves))
        })
    }
}

/// The number of random instructions, and the seeds, of the search after a refuted claim.
const STEPS: u64 = 5000;
const SEEDS: std::ops::Range<u64> = 1..9;

impl Debuggable for Riscv {
    /// Searches for random instructions with which the hardware fails.
    fn search(&self, hardware: &Hardware, _: &Refutation, folder: &Path) -> Result<Option<Counterexample>, String> {
        for seed in SEEDS {
            let profile = if seed % 2 == 0 { Profile::Bursts } else { Profile::Rare };
            let random = Stimulus {
                workload: Workload::Random,
                instructions: STEPS,
                settings: traffic(profile, seed),
                reset_at: None,
            };
            if let Some(failing) = random.failing(&self.0, hardware)? {
                return failing.counterexample(hardware, folder);
            }
        }
        Ok(None)
    }
}
