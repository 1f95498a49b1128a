//! The state bits that claims speak of, found by their names.

use crate::algebra::{Bitwise, Edge, Int};
use crate::prove::machine::Machine;
use crate::units::riscv::encoding::FIELDS;
use crate::units::riscv::golden::State;

/// The indices of a register's bits in the machine's state. Error: a name that the machine does not have.
pub(super) fn register(machine: &dyn Machine, name: &str, width: u32) -> Result<Vec<usize>, String> {
    let names = machine.state_names();
    let bit = |bit| {
        let wanted = format!("{name}[{bit}]");
        let place = names.iter().position(|names| names.contains(&wanted));
        place.ok_or_else(|| {
            format!("the hardware has no state bit called {wanted}: the claims find registers by their names")
        })
    };
    (0..width).map(bit).collect()
}

/// The bits at these indices.
pub(super) fn read(state: &[Edge], bits: &[usize]) -> Vec<Edge> {
    bits.iter().map(|bit| state[*bit].clone()).collect()
}

/// Indices into the machine's state.
#[derive(Clone)]
pub(super) struct Parts {
    configuration: Vec<usize>,
    c: Vec<usize>,
}

impl Parts {
    /// Error: a name that the machine does not have.
    pub fn new(machine: &dyn Machine) -> Result<Self, String> {
        let top = FIELDS.iter().map(|field| field.lo + field.bits).max();
        Ok(Parts {
            configuration: register(machine, "executor.configuration_q", top.expect("fields"))?,
            c: register(machine, "executor.c_q", 32)?,
        })
    }

    /// Configuration and `c` in a state of the machine.
    pub fn words(&self, state: &[Edge]) -> [Vec<Edge>; 2] {
        [read(state, &self.configuration), read(state, &self.c)]
    }

    /// Likewise for golden.
    pub fn state(&self, state: &[Edge]) -> State<Bitwise<Edge>> {
        let [configuration, c] = self.words(state).map(Int::unsigned);
        State { configuration, c }
    }
}
