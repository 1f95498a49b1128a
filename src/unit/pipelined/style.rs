//! The ways in which cases go through hardware: the handshake, and others that units have of their own.

use super::work::Worker;
use super::{CaseSource, Pipelined, PipelinedHardware, latency, run};
use crate::{
    FormalRules, HANDSHAKE, Hardware, Job, ModuleInfo, OptionValues, Refusal, RunOptions, RunReport, UnitEntry,
    Verdict, Work, pipelined_testbench,
};
use lanesmith_sim::Engine;
use lanesmith_sim::cover::CrossHits;
use lanesmith_text::files;
use std::fmt;

/// A way in which cases go through hardware. Every [`Pipelined`] unit goes through the handshake.
pub trait CaseStyle: PipelinedHardware + Copy + fmt::Debug + Send + Sync + 'static {
    /// The unit whose instructions the hardware executes.
    type Unit: Pipelined;
    /// Whether there can be a reset in the traffic.
    const HAS_RESET: bool;

    /// The unit in this configuration.
    fn unit(&self) -> Self::Unit;
    /// Runs all of `source` through `engine`, or as far as the first fault. An error is about writing the waves.
    fn drive(
        &self,
        engine: Box<dyn Engine>,
        job: &Job,
        source: &mut dyn CaseSource,
    ) -> Result<Verdict, files::FileError>;
    /// Does work on hardware, as a rule on one copy of it.
    fn work_on(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        let style = *self;
        Worker { style, hardware, run }.work(work)
    }
}

impl<P: Pipelined> CaseStyle for P {
    type Unit = P;
    const HAS_RESET: bool = true;

    fn unit(&self) -> P {
        *self
    }

    fn drive(
        &self,
        engine: Box<dyn Engine>,
        job: &Job,
        source: &mut dyn CaseSource,
    ) -> Result<Verdict, files::FileError> {
        run(*self, engine, job, source)
    }

    fn work_on(&self, hardware: &Hardware, work: Work, run: &RunOptions) -> Result<RunReport, Refusal> {
        let style = *self;
        Worker { style, hardware, run }.work_on_copies(work)
    }
}

/// The entry of a pipelined unit. Ships the default configuration; a regression runs all.
pub const fn entry<P: Pipelined>(name: &'static str, description: &'static str) -> UnitEntry {
    UnitEntry {
        module: ModuleInfo { name, description },
        is_default: false,
        short: None,
        options: P::OPTIONS,
        validate: |values| P::from(*values).validate(),
        unit: |values| Box::new(P::from(*values)),
        shipped: || vec![P::ENTRY.defaults()],
        configurations: || OptionValues::all(P::OPTIONS),
        crosses: P::Hits::crosses,
        wiring: None,
        formal: Some(const { &handshake_rules::<P>() }),
        testbench: Some(|values| pipelined_testbench::handshake(&P::from(*values))),
    }
}

/// The rules of the valid/ready handshake of `P`.
const fn handshake_rules<P: Pipelined>() -> FormalRules {
    FormalRules {
        text: |_| HANDSHAKE,
        values: |values| vec![("LATENCY", latency(&P::from(*values)))],
        depth: |values| 2 * latency(&P::from(*values)) + 6,
        provable: true,
        recomputed: |values| P::RECOMPUTED(latency(&P::from(*values))),
    }
}
