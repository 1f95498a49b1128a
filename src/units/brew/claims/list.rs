//! The list of claims.

use super::classes::{InstructionClass, every_instruction, no_instruction};
use super::clocks::{
    ExecuteStage, dont_cares, empty, in_flight, in_ready, length, no_issue, offers, order, outputs, reset, taking,
    waiting, waiting_for_work,
};
use super::pipeline::{Pipeline, RunClaim};
use crate::brew::rtl::DatapathConfig;
use lanesmith_prove::Deferred;
use lanesmith_prove::Obligation;
use lanesmith_prove::machine::TransitionSystem;
use std::sync::Arc;

/// The claims about runs of any instructions.
const RUNS: [(&str, RunClaim); 12] = [
    ("reset", reset),
    ("a clock without an issue", no_issue),
    (
        "the next outputs do not depend on whether an instruction is issued",
        in_flight,
    ),
    ("a pipeline without work waits for it", waiting_for_work),
    ("an empty pipeline stays empty", empty),
    ("the retire port depends on the state alone", outputs),
    ("in_ready depends on the state alone", in_ready),
    ("length of any first word", length),
    ("retire_order counts", order),
    ("what is offered while an instruction waits", offers),
    ("an instruction is taken", taking),
    ("an instruction waits", waiting),
];

/// Builds a claim.
type Build = fn(&Pipeline) -> Obligation;

/// The other claims that are not about one instruction.
#[rustfmt::skip]
const OTHERS: [(&str, Build); 6] = [
    ("bits that do not matter, in an empty execute stage", |pipeline| dont_cares(pipeline, ExecuteStage::Empty)),
    ("bits that do not matter, behind an instruction that writes", |pipeline| dont_cares(pipeline, ExecuteStage::Done(true))),
    ("bits that do not matter, behind one that does not", |pipeline| dont_cares(pipeline, ExecuteStage::Done(false))),
    ("bits that do not matter, behind a slow instruction", |pipeline| dont_cares(pipeline, ExecuteStage::Slow)),
    ("every instruction has its claim", every_instruction),
    ("words that are no instruction", no_instruction),
];

/// Everything claimed of the datapath of `config` as `machine` has it. Error: state that the claims speak of is not
/// there by its name.
pub fn claims<'a>(config: &'a DatapathConfig, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
    let pipeline = Arc::new(Pipeline::new(config, machine)?);
    let mut claims: Vec<Deferred> = OTHERS
        .into_iter()
        .map(|(name, build)| {
            let pipeline = pipeline.clone();
            Deferred::new(name, move || build(&pipeline))
        })
        .collect();
    claims.extend(RUNS.map(|(name, says)| {
        let pipeline = pipeline.clone();
        Deferred::new(name, move || pipeline.claim(says))
    }));
    let classes = InstructionClass::all(config).into_iter();
    claims.extend(classes.map(|class| class.claim(pipeline.clone())));
    Ok(claims)
}
