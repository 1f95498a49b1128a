//! The datapath's state bits that claims speak of.

use crate::brew::isa::REGISTERS;
use crate::brew::rtl::{BrewDatapath, DatapathConfig, RegisterFileForm, state};
use lanesmith_netlist::StateHandle;
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_prove::state_index::StateIndex;

/// Indices into the machine's state.
pub(super) struct PipelineParts {
    /// The register behind the decoder.
    pub instruction: Vec<usize>,
    /// Whether it holds an instruction.
    pub instruction_valid: usize,
    /// The register before the execute stage.
    pub execute: Vec<usize>,
    /// Whether an instruction is in the execute stage.
    pub execute_valid: usize,
    /// Whether it writes a value, if it is valid.
    pub execute_writes: usize,
    /// The units whose instructions take several clocks, and the clocks that they have worked.
    pub slow: Vec<usize>,
    pub count: Vec<usize>,
    /// Whether an instruction retired at the last edge.
    pub retired: usize,
    /// Whether it wrote a value.
    pub retire_writes: usize,
    /// That value.
    pub retire_value: Vec<usize>,
    /// The registers' values, 32 bits each.
    pub values: Vec<Vec<usize>>,
    /// The registers' type codes, 4 bits each.
    pub types: Vec<Vec<usize>>,
    /// The read registers of a register file with synchronous reads; empty for asynchronous reads.
    pub reads: Vec<usize>,
}

impl PipelineParts {
    /// Error: state that the machine does not have.
    pub fn new(config: &DatapathConfig, machine: &dyn TransitionSystem) -> Result<Self, String> {
        let index = StateIndex::new(machine);
        let own = BrewDatapath::state();
        let bundles = |handles: &[StateHandle]| -> Result<Vec<usize>, String> {
            let places = handles.iter().map(|handle| index.bundle(handle));
            Ok(places.collect::<Result<Vec<_>, _>>()?.concat())
        };
        let bit = |handle: &StateHandle| index.register(handle).map(|places| places[0]);
        let (slow, count) = if config.float || config.multiplier {
            let (unit, counts) = state::slow(config.serial_multiplier);
            (index.registers_in(&unit)?, bundles(&counts)?)
        } else {
            (vec![], vec![])
        };
        let values = state::register_values(config.register_file);
        let reads = match config.register_file {
            RegisterFileForm::Synchronous => [index.reads_of(&values)?, bundles(&state::last_write())?].concat(),
            RegisterFileForm::Asynchronous => vec![],
        };
        Ok(PipelineParts {
            instruction: bundles(&own.instruction)?,
            instruction_valid: bit(&own.instruction_valid)?,
            execute: bundles(&own.execute)?,
            execute_valid: bit(&own.execute_valid)?,
            execute_writes: bit(&own.execute_writes)?,
            slow,
            count,
            retired: bit(&own.retired)?,
            retire_writes: bit(&own.retire_writes)?,
            retire_value: index.register(&own.retire_value)?,
            values: (0..REGISTERS)
                .map(|number| index.memory_word(&values, number))
                .collect::<Result<_, _>>()?,
            types: (0..REGISTERS)
                .map(|number| index.register(&state::register_type(number)))
                .collect::<Result<_, _>>()?,
            reads,
        })
    }
}
