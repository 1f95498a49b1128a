//! The assumptions of the theorem's claims, as functions of the state that a simulation can check.

use super::classes::InstructionClass;
use super::pipeline::Pipeline;
use super::words::WindowWords;
use crate::brew::rtl::DatapathConfig;
use lanesmith_algebra::{Bit, Edge, Graph};
use lanesmith_prove::machine::TransitionSystem;

/// The theorem's invariant, and the assumptions of its claims, over the bits of a state.
pub struct DatapathInvariant {
    /// The graph of all edges. Its inputs are the state's bits, then the three words and the address of the instruction
    /// that waits, lowest bits first.
    pub graph: Graph,
    /// The invariant.
    pub holds: Edge,
    /// That the state is one from which an instruction may be issued.
    pub is_issue_point: Edge,
    /// That the instruction register holds the instruction.
    pub is_held: Edge,
    /// The names of the claims about instructions, each with whether it is about this one with the registers that it
    /// finds.
    pub classes: Vec<(String, Edge)>,
}

/// The largest number of clocks that an instruction is in the execute stage. A product of FP16X2 takes that long.
pub(in crate::brew) fn max_execute_clocks(config: &DatapathConfig) -> u32 {
    if config.serial_multiplier { 16 } else { 10 }
}

impl DatapathInvariant {
    /// Of the datapath of `config` as `machine` has it. Error: state that the claims speak of is not there by its name.
    pub fn new(config: &DatapathConfig, machine: &dyn TransitionSystem) -> Result<Self, String> {
        let pipeline = Pipeline::new(config, machine)?;
        let graph = Graph::new();
        let mut run = pipeline.run(&graph);
        let state = run.state.clone();
        let words = WindowWords::any(&graph);
        let window = pipeline.window(&words, &graph.inputs(32));
        let now = pipeline.flush(&mut run);
        // Ready now, or ready after some clocks in which the datapath is not ready and nothing retires.
        let mut holds = now.holds.clone();
        let mut busy = Edge::constant(true);
        let mut at = state.clone();
        for _ in 0..max_execute_clocks(config) {
            busy = busy.and(&pipeline.ready(&at).not());
            run.restart(at);
            pipeline.idle(&mut run);
            at = run.state.clone();
            let flushed = pipeline.flush(&mut run);
            holds = holds.or(&busy.and(&flushed.holds));
            busy = busy.and(&flushed.ports[0]["retire_valid"][0].not());
        }
        let held = pipeline.instruction(&state);
        let taken = pipeline.taken(&graph, &window);
        let is_held = held
            .iter()
            .zip(&taken)
            .fold(Edge::constant(true), |all, (held, taken)| {
                all.and(&held.xor(taken).not())
            });
        let mut classes = vec![("words that are no instruction".to_string(), words.are_no_row())];
        let each = InstructionClass::all(config).into_iter();
        classes.extend(each.map(|class| (class.name(), class.has(&words, &now.registers))));
        Ok(DatapathInvariant {
            graph,
            holds,
            is_issue_point: now.holds,
            is_held,
            classes,
        })
    }
}
