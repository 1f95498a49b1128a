//! The values that registers of enumerations had: the states of state machines.

use lanesmith_sim::rust_hdl::RustHdl;
use rust_hdl_core::prelude::{Atom, Block, Probe, TypeKind, VCDValue};
use std::collections::BTreeSet;

/// The states of a register that holds an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterStates {
    /// The path of the register, as in `top.state`.
    pub register: String,
    /// The variants that it had.
    pub reached: Vec<String>,
    /// The variants that it never had.
    pub missing: Vec<String>,
}

/// The registers that hold enumerations, in the order of the block.
#[derive(Default)]
pub struct States {
    registers: Vec<SeenRegister>,
    /// The scopes around the atom that is visited, and the number of the next register.
    path: Vec<String>,
    next: usize,
}

struct SeenRegister {
    path: String,
    variants: Vec<String>,
    reached: BTreeSet<String>,
}

impl States {
    /// Adds the present values.
    pub fn see(&mut self, kernel: &RustHdl) {
        self.next = 0;
        kernel.accept(self);
    }

    /// The reached states and the others.
    pub fn report(self) -> Vec<RegisterStates> {
        let report = |register: SeenRegister| {
            let is_reached = |name: &String| register.reached.contains(name);
            let (reached, missing) = register.variants.into_iter().partition(is_reached);
            RegisterStates {
                register: register.path,
                reached,
                missing,
            }
        };
        self.registers.into_iter().map(report).collect()
    }
}

impl Probe for States {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if name == "q"
            && let TypeKind::Enum(variants) = signal.descriptor().kind
            && let VCDValue::String(variant) = signal.vcd()
        {
            if self.next == self.registers.len() {
                let last = |path: &String| path.rsplit("::").next().unwrap_or(path).to_owned();
                self.registers.push(SeenRegister {
                    path: self.path.join("."),
                    variants: variants.iter().map(last).collect(),
                    reached: BTreeSet::new(),
                });
            }
            self.registers[self.next].reached.insert(variant);
            self.next += 1;
        }
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }
}
