//! The datapath's state bits that claims speak of, found by their names.

use crate::prove::machine::TransitionSystem;
use crate::units::brew::isa::REGISTERS;
use crate::units::brew::rtl::{DatapathConfig, RegisterFileForm};
use std::collections::HashMap;

/// Indices into the machine's state.
pub(super) struct Parts {
    /// The instruction register of a datapath of depth 3, and whether it holds an instruction.
    pub instruction: Option<InstructionRegister>,
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

/// The stage behind the decoder.
pub(super) struct InstructionRegister {
    pub bits: Vec<usize>,
    pub valid: usize,
}

impl Parts {
    /// Error: a name that the machine does not have.
    pub fn new(config: &DatapathConfig, machine: &dyn TransitionSystem) -> Result<Self, String> {
        let names = machine.state_names();
        let by_name: HashMap<&str, usize> = names
            .iter()
            .enumerate()
            .flat_map(|(i, names)| names.iter().map(move |name| (&name[..], i)))
            .collect();
        let find = |name: &str| {
            let found = by_name.get(name).copied();
            found.ok_or_else(|| format!("the hardware has no state bit called {name}"))
        };
        let word = |name: &str, width: usize| -> Result<Vec<usize>, String> {
            (0..width).map(|bit| find(&format!("{name}[{bit}]"))).collect()
        };
        let named = |wanted: &dyn Fn(&str) -> bool| -> Vec<usize> {
            let of = |names: &Vec<String>| names.iter().any(|name| wanted(name));
            (0..names.len()).filter(|i| of(&names[*i])).collect()
        };
        // Registers inside an instance, not its inputs, which have names there too.
        let inside = |instance: &str| {
            named(&|name| {
                let register = name.rsplit_once('[').map_or(name, |(register, _)| register);
                name.starts_with(instance) && register.ends_with("_q")
            })
        };
        let fields = |stages: &[&str]| named(&|name| stages.iter().any(|stage| name.starts_with(stage)));
        let synchronous = config.register_file == RegisterFileForm::Synchronous;
        let file = if synchronous { "synchronous_0" } else { "asynchronous_0" };
        let held = |name: &str| {
            let read = name.strip_prefix("synchronous_0.memory");
            name.starts_with("synchronous_0.last_") || read.is_some_and(|rest| !rest.starts_with('['))
        };
        Ok(Parts {
            instruction: match config.depth {
                3 => Some(InstructionRegister {
                    bits: fields(&["instruction_q_", "instruction_origin_q_"]),
                    valid: find("instruction_valid_0_q[0]")?,
                }),
                _ => None,
            },
            execute: fields(&["execute_q_", "execute_origin_q_", "execute_first_q"]),
            execute_valid: find("execute_valid_q[0]")?,
            execute_writes: find("execute_q_writes[0]")?,
            slow: inside("slow_0."),
            count: inside("slow_0.count"),
            retired: find("retired_q[0]")?,
            retire_writes: find("retire_q_writes[0]")?,
            retire_value: word("retire_q_value", 32)?,
            values: (0..REGISTERS)
                .map(|r| word(&format!("{file}.memory[{r}]"), 32))
                .collect::<Result<_, _>>()?,
            types: (0..REGISTERS)
                .map(|r| word(&format!("register_types.codes_{r}_q"), 4))
                .collect::<Result<_, _>>()?,
            reads: if synchronous { named(&held) } else { vec![] },
        })
    }
}
