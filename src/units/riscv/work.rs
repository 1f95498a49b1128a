//! Work for the unit in a RISC-V core.

use super::counterexample::{Stimulus, Workload};
use super::rtl::RiscvConfig;
use super::testbench::{OffloadedInstruction, RandomSteps, run};
use super::vectors::DirectedRows;
use lanesmith_unit::{Hardware, Job, Refusal, RunOptions, RunReport, Verdict, Work};
use std::sync::Arc;

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
            let rows = DirectedRows::read(table)?;
            let all = rows.count();
            let own = rows.of(config);
            if own.count() < all {
                let skipped = all - own.count();
                (how.remark)(format!("{skipped} of {all} vectors skipped: not in this configuration"));
            }
            let steps = own.steps_of_a_row(config);
            let verdict = watch(config, hardware, how, steps, own.steps(config))?;
            Ok(ran(verdict, steps, how, Workload::Directed(own)))
        }
    }
}

fn watch(
    config: &RiscvConfig,
    hardware: &Hardware,
    how: &RunOptions,
    parts: u64,
    steps: impl Iterator<Item = OffloadedInstruction>,
) -> Result<Verdict, Refusal> {
    let mut count = 0;
    let verdict = run(how.engine(hardware)?, config, &Job::from(how), steps, |_| {
        count += 1;
        (how.progress)(u64::from(count % parts == 0));
    })?;
    Ok(verdict)
}

fn ran(verdict: Verdict, parts: u64, how: &RunOptions, workload: Workload) -> RunReport {
    let stimulus = Stimulus {
        workload,
        instructions: verdict.instructions,
        settings: how.traffic,
        reset_at: how.reset_at,
    };
    let report = verdict.report(|| Arc::new(stimulus));
    RunReport {
        right: report.right / parts,
        ..report
    }
}
