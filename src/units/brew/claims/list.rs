//! The list of claims.

use super::classes::{InstructionClass, every_instruction, no_instruction};
use super::clocks::{
    ExecuteStage, blur, empty, in_flight, in_ready, length, no_issue, offers, order, outputs, reset, taking, waiting,
    waiting_for_work,
};
use super::pipeline::Pipeline;
use crate::prove::Deferred;
use crate::prove::Obligation;
use crate::prove::machine::TransitionSystem;
use crate::units::brew::rtl::DatapathConfig;
use std::sync::Arc;

/// Everything claimed of the datapath of `config` as `machine` has it. Error: state that the claims speak of is not
/// there by its name.
pub fn claims<'a>(config: &'a DatapathConfig, machine: &'a dyn TransitionSystem) -> Result<Vec<Deferred<'a>>, String> {
    let pipeline = Arc::new(Pipeline::new(config, machine)?);
    let defer = |name: &str, build: fn(&Pipeline) -> Obligation| {
        let pipeline = pipeline.clone();
        Deferred::new(name, move || build(&pipeline))
    };
    let mut claims = vec![
        defer("reset", reset),
        defer("a clock without an issue", no_issue),
        defer(
            "the next outputs do not depend on whether an instruction is issued",
            in_flight,
        ),
        defer("a pipeline without work waits for it", waiting_for_work),
        defer("an empty pipeline stays empty", empty),
        defer("bits that do not matter, in an empty execute stage", |pipeline| {
            blur(pipeline, ExecuteStage::Empty)
        }),
        defer(
            "bits that do not matter, behind an instruction that writes",
            |pipeline| blur(pipeline, ExecuteStage::Done(true)),
        ),
        defer("bits that do not matter, behind one that does not", |pipeline| {
            blur(pipeline, ExecuteStage::Done(false))
        }),
        defer("bits that do not matter, behind a slow instruction", |pipeline| {
            blur(pipeline, ExecuteStage::Slow)
        }),
        defer("the retire port depends on the state alone", outputs),
        defer("in_ready depends on the state alone", in_ready),
        defer("length of any first word", length),
        defer("retire_order counts", order),
        defer("every instruction has its claim", every_instruction),
        defer("words that are no instruction", no_instruction),
    ];
    if pipeline.parts.instruction.is_some() {
        claims.push(defer("what is offered while an instruction waits", offers));
        claims.push(defer("an instruction is taken", taking));
        claims.push(defer("an instruction waits", waiting));
    }
    let classes = InstructionClass::all(config).into_iter();
    claims.extend(classes.map(|class| class.claim(pipeline.clone())));
    Ok(claims)
}
