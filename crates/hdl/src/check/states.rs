//! The values that registers of enumerations had: the states of state machines.

use lanesmith_sim::rust_hdl::RustHdl;
use rust_hdl_core::prelude::{Atom, Block, Probe, TypeKind, VCDValue};
use std::collections::{BTreeMap, BTreeSet};

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

/// The variants of each register, in order, and those that the register had.
#[derive(Default)]
pub struct States {
    registers: Vec<(String, Vec<String>)>,
    /// The numbers of their atoms.
    atoms: BTreeMap<usize, usize>,
    reached: Vec<BTreeSet<String>>,
    is_known: bool,
}

impl States {
    /// Adds the present values.
    pub fn see(&mut self, kernel: &RustHdl) {
        if !self.is_known {
            let mut find = Find {
                states: self,
                path: vec![],
                next: 0,
            };
            kernel.accept(&mut find);
            self.reached = vec![BTreeSet::new(); self.registers.len()];
            self.is_known = true;
        }
        if !self.registers.is_empty() {
            kernel.accept(&mut StateProbe { states: self, next: 0 });
        }
    }

    /// The reached states and the others.
    pub fn report(&self) -> Vec<RegisterStates> {
        let registers = self.registers.iter().zip(&self.reached);
        let report = |((register, variants), reached): (&(String, Vec<String>), &BTreeSet<String>)| {
            let (had, missing) = variants.iter().cloned().partition(|name| reached.contains(name));
            RegisterStates {
                register: register.clone(),
                reached: had,
                missing,
            }
        };
        registers.map(report).collect()
    }
}

/// Numbers the atoms, and finds the outputs of registers among them.
struct Find<'a> {
    states: &'a mut States,
    path: Vec<String>,
    next: usize,
}

impl Probe for Find<'_> {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.path.push(name.to_owned());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if let (TypeKind::Enum(variants), "q") = (signal.descriptor().kind, name) {
            let last = |path: &String| path.rsplit("::").next().unwrap_or(path).to_owned();
            let variants = variants.iter().map(last).collect();
            self.states.atoms.insert(self.next, self.states.registers.len());
            self.states.registers.push((self.path.join("."), variants));
        }
        self.next += 1;
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.path.pop();
    }
}

/// Reads the registers' values.
struct StateProbe<'a> {
    states: &'a mut States,
    next: usize,
}

impl Probe for StateProbe<'_> {
    fn visit_atom(&mut self, _: &str, signal: &dyn Atom) {
        if let Some(register) = self.states.atoms.get(&self.next)
            && let VCDValue::String(variant) = signal.vcd()
        {
            self.states.reached[*register].insert(variant);
        }
        self.next += 1;
    }
}
