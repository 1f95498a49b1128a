//! Finds the state bits of a machine that claims refer to.

use super::machine::TransitionSystem;
use lanesmith_netlist::{InstanceHandle, StateHandle};
use std::collections::HashMap;

/// The state bits of a machine by their names.
pub struct StateIndex {
    names: Vec<Vec<String>>,
    by_name: HashMap<String, usize>,
}

impl StateIndex {
    /// The index of a machine.
    pub fn new(machine: &dyn TransitionSystem) -> Self {
        let names = machine.state_names();
        let all = names.iter().enumerate();
        let by_name = all.flat_map(|(i, names)| names.iter().map(move |name| (name.clone(), i)));
        StateIndex {
            by_name: by_name.collect(),
            names,
        }
    }

    /// The places of the bits of a register that is a number, lowest first. Error: the machine does not have exactly these.
    pub fn register(&self, handle: &StateHandle) -> Result<Vec<usize>, String> {
        self.word(&handle.name, handle.width)
    }

    /// The places of the bits of a word of a memory.
    pub fn memory_word(&self, handle: &StateHandle, number: usize) -> Result<Vec<usize>, String> {
        self.word(&format!("{}[{number}]", handle.name), handle.width)
    }

    fn word(&self, name: &str, width: u32) -> Result<Vec<usize>, String> {
        let bit = |bit| self.by_name.get(&format!("{name}[{bit}]")).copied();
        let bits: Option<Vec<usize>> = (0..width).map(bit).collect();
        match (bits, bit(width)) {
            (Some(bits), None) => Ok(bits),
            _ => Err(format!(
                "the hardware has no register called {name} with exactly {width} bits"
            )),
        }
    }

    /// The places of the bits of a register that is a bundle or a number, in the machine's order; a design may lack fields that it does
    /// not use. Error: the machine has none, or more.
    pub fn bundle(&self, handle: &StateHandle) -> Result<Vec<usize>, String> {
        let StateHandle { name, width } = handle;
        let is_part = |other: &String| {
            let rest = other.strip_prefix(&name[..]);
            rest.is_some_and(|rest| rest.starts_with('_') || rest.starts_with('['))
        };
        let found = self.places(is_part);
        match (1..=*width as usize).contains(&found.len()) {
            true => Ok(found),
            false => Err(format!(
                "the hardware has {} bits of registers called {name}, not 1 to {width}",
                found.len()
            )),
        }
    }

    /// The places of all registers in an instance. Error: there are none.
    pub fn registers_in(&self, instance: &InstanceHandle) -> Result<Vec<usize>, String> {
        // Nets that are joined to inputs of the instance have names in it, too.
        let is_register = |name: &String| {
            let register = name.rsplit_once('[').map_or(&name[..], |(register, _)| register);
            name.strip_prefix(&instance.0[..])
                .is_some_and(|rest| rest.starts_with('.'))
                && register.ends_with("_q")
        };
        self.some(self.places(is_register), &instance.0)
    }

    /// The places of what synchronous reads of a memory have read. Error: there are none.
    pub fn reads_of(&self, memory: &StateHandle) -> Result<Vec<usize>, String> {
        let is_read = |name: &String| {
            let rest = name.strip_prefix(&memory.name[..]);
            rest.is_some_and(|rest| !rest.starts_with('['))
        };
        self.some(self.places(is_read), &memory.name)
    }

    fn places(&self, is_wanted: impl Fn(&String) -> bool) -> Vec<usize> {
        let all = self.names.iter().enumerate();
        all.filter(|(_, names)| names.iter().any(&is_wanted))
            .map(|(i, _)| i)
            .collect()
    }

    fn some(&self, found: Vec<usize>, name: &str) -> Result<Vec<usize>, String> {
        match found.is_empty() {
            true => Err(format!("the hardware has no registers in {name}")),
            false => Ok(found),
        }
    }
}
