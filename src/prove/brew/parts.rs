//! The datapath's state bits that claims speak of, found by their names.

use crate::isa::brew::REGISTERS;
use crate::prove::machine::Machine;
use crate::rtl::brew::{Config, RegisterFileForm};
use std::collections::HashMap;

/// Indices into the machine's state.
pub(super) struct Parts {
    /// The instruction register of a datapath of depth 3, and whether it holds an instruction.
    pub instruction: Option<InstructionRegister>,
    /// The register before the execute stage.
    pub execute: Vec<usize>,
    /// Whether an instruction is in the execute stage.
    pub execute_valid: usize,
    /// Whether an instruction retired at the last edge.
    pub retired: usize,
    /// The registers' values, 32 bits each.
    pub values: Vec<Vec<usize>>,
    /// The registers' type codes, 4 bits each.
    pub types: Vec<Vec<usize>>,
    /// All of a register file with synchronous reads, the words included; empty for asynchronous reads.
    pub file: Vec<usize>,
}

/// The stage behind the decoder.
pub(super) struct InstructionRegister {
    pub bits: Vec<usize>,
    pub valid: usize,
}

impl Parts {
    /// Error: a name that the machine does not have.
    pub fn new(config: &Config, machine: &dyn Machine) -> Result<Self, String> {
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
        let inside = |instance: &str| -> Vec<usize> {
            let of = |names: &Vec<String>| names.iter().any(|name| name.starts_with(instance));
            (0..names.len()).filter(|i| of(&names[*i])).collect()
        };
        let instruction = inside("instruction.");
        let synchronous = config.register_file == RegisterFileForm::Synchronous;
        let file = if synchronous { "synchronous_0" } else { "asynchronous_0" };
        Ok(Parts {
            instruction: match config.depth {
                3 => Some(InstructionRegister {
                    bits: instruction.clone(),
                    valid: find("instruction_valid_0_q[0]")?,
                }),
                _ => None,
            },
            // What goes into that register has names there too.
            execute: (inside("execute.").into_iter())
                .filter(|bit| !instruction.contains(bit))
                .collect(),
            execute_valid: find("execute_valid_q[0]")?,
            retired: find("retired_q[0]")?,
            values: (0..REGISTERS)
                .map(|r| word(&format!("{file}.memory[{r}]"), 32))
                .collect::<Result<_, _>>()?,
            types: (0..REGISTERS)
                .map(|r| word(&format!("register_types.codes_{r}_q"), 4))
                .collect::<Result<_, _>>()?,
            file: if synchronous { inside("synchronous_0.") } else { vec![] },
        })
    }
}
