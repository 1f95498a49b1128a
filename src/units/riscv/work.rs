//! Work for the unit in a RISC-V core.

use super::counterexample::{Stimulus, Workload};
use super::rtl::RiscvConfig;
use super::testbench::{OffloadedInstruction, RandomSteps, RiscvRunOptions, RiscvRunReport, run, vector_steps};
use crate::unit::pipelined::Case;
use crate::unit::pipelined::vectors::rows;
use crate::unit::{Hardware, Refusal, RunOptions, RunReport, Work};
use crate::units::video::Video;
use crate::units::video::testbench::{VideoCase, executes};
use crate::vectors::Table;
use std::sync::Arc;

/// Steps that execute one row of vectors.
const STEPS: u64 = 3;

pub(super) fn work(
    config: &RiscvConfig,
    hardware: &Hardware,
    work: Work,
    how: &RunOptions,
) -> Result<RunReport, Refusal> {
    match work {
        Work::Random(count) => {
            let steps = RandomSteps::new(config.features, how.traffic.seed).take(count as usize);
            let verdict = watch(config, hardware, how, 1, steps)?;
            Ok(ran(verdict, 1, how, Workload::Random))
        }
        Work::Vectors(table) => {
            let all = cases(table)?;
            let own: Vec<Case> = all.iter().filter(|case| has(config, case)).cloned().collect();
            if own.len() < all.len() {
                let (skipped, all) = (all.len() - own.len(), all.len());
                (how.remark)(format!("{skipped} of {all} vectors skipped: not in this configuration"));
            }
            let verdict = watch(config, hardware, how, STEPS, vector_steps(config.features.opcode, &own))?;
            Ok(ran(verdict, STEPS, how, Workload::Cases(own)))
        }
        Work::Program => Err(Refusal::new(
            "programs of PTX are for video_alu; those of RISC-V run in a core, see docs/riscv.md",
        )),
    }
}

/// Whether the unit has the instruction of a case.
pub(super) fn has(config: &RiscvConfig, case: &Case) -> bool {
    executes(&config.video(), &case.instruction())
}

fn watch(
    config: &RiscvConfig,
    hardware: &Hardware,
    how: &RunOptions,
    parts: u64,
    steps: impl Iterator<Item = OffloadedInstruction>,
) -> Result<RiscvRunReport, Refusal> {
    let job = RiscvRunOptions {
        config: *config,
        settings: how.traffic,
        reset_at: how.reset_at,
        waves: how.waves.clone(),
    };
    let mut count = 0;
    let verdict = run(how.engine(hardware)?, &job, steps, |_| {
        count += 1;
        (how.progress)(u64::from(count % parts == 0));
    })?;
    Ok(verdict)
}

fn ran(verdict: RiscvRunReport, parts: u64, how: &RunOptions, workload: Workload) -> RunReport {
    let instructions = verdict.instructions;
    let stimulus = Stimulus {
        workload,
        instructions,
        settings: how.traffic,
        reset_at: how.reset_at,
    };
    RunReport {
        instructions,
        right: verdict.right / parts,
        cycles: verdict.cycles,
        was_reset: verdict.was_reset,
        fault: verdict.fault.map(|(_, text)| (text, Some(Arc::new(stimulus) as _))),
        dumped: verdict.dumped,
        ..RunReport::default()
    }
}

/// The rows of a table of results as cases.
pub(super) fn cases(table: &Table) -> Result<Vec<Case>, Refusal> {
    Ok(rows::<Video>(table)?)
}
