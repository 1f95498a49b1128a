//! The meanings of the names in a kernel.

use super::layout::{Part, parts};
use super::tree::Signal;
use crate::ir::NetId;
use crate::kernel::literal::parse_literal;
use rust_hdl_core::prelude::TypeDescriptor;
use std::collections::{HashMap, HashSet};

/// The driver of a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignalDriver {
    /// The parent: an input of the block itself.
    Parent,
    /// The kernel.
    Kernel,
    /// An inner block, by name.
    Child(String),
}

/// A signal that the kernel can name.
#[derive(Clone, Debug)]
pub struct Wires {
    /// Its driver.
    pub driver: SignalDriver,
    /// Its nets, least significant first.
    pub nets: Vec<(Part, NetId)>,
    /// Its type.
    pub descriptor: TypeDescriptor,
}

/// The meaning of a name.
pub enum NameMeaning<'a> {
    /// A signal.
    Wires(&'a Wires),
    /// A constant: its type, and its bits, least significant first.
    Constant(TypeDescriptor, Vec<bool>),
}

/// The names of one block.
#[derive(Default)]
pub struct NameScope {
    wires: HashMap<String, Wires>,
    /// The names of signals and constants, and of everything that contains some: elements of arrays, blocks, interfaces.
    containers: HashSet<String>,
    constants: HashMap<String, (TypeDescriptor, Vec<bool>)>,
}

impl NameScope {
    /// Adds a signal under the name that the kernel uses.
    pub fn add(&mut self, name: String, wires: Wires) {
        self.add_containers(&name);
        self.wires.insert(name, wires);
    }

    fn add_containers(&mut self, name: &str) {
        let ends = name.match_indices('$').map(|(end, _)| end).chain([name.len()]);
        self.containers.extend(ends.map(|end| name[..end].to_owned()));
    }

    /// Adds a constant field.
    pub fn add_constant(&mut self, atom: &Signal) -> Result<(), String> {
        let bits = parse_literal(&atom.value).ok_or_else(|| format!("constant {} is not understood", atom.value))?;
        let parts = parts(&atom.descriptor)?;
        let width: u32 = parts.iter().map(|part| part.width).sum();
        if bits.iter().skip(width as usize).any(|bit| *bit) {
            return Err(format!("constant {} does not fit its {width} bits", atom.value));
        }
        self.add_containers(&atom.name);
        let constant = (atom.descriptor.clone(), bits);
        self.constants.insert(atom.name.clone(), constant);
        Ok(())
    }

    /// The signal called `name`, array indices resolved.
    pub fn wires(&self, name: &str) -> Option<&Wires> {
        self.wires.get(name)
    }

    /// Whether an element of this array exists: a signal, a block, or an interface with signals.
    pub fn has_element(&self, name: &str) -> bool {
        self.containers.contains(name)
    }

    /// Looks up a name without array indices.
    pub fn look_up(&self, name: &str) -> Result<NameMeaning<'_>, String> {
        if let Some(wires) = self.wires.get(name) {
            return Ok(NameMeaning::Wires(wires));
        }
        match self.constants.get(name) {
            Some((kind, bits)) => Ok(NameMeaning::Constant(kind.clone(), bits.clone())),
            None => Err(self.unknown(name)),
        }
    }

    fn unknown(&self, name: &str) -> String {
        // A block or an interface has signals, but is none.
        let below = format!("{name}$");
        let inner = self.wires.keys().filter(|name| name.starts_with(&below));
        let mut inner: Vec<String> = inner.map(|name| name.replace('$', ".")).collect();
        inner.sort_unstable();
        if !inner.is_empty() {
            return format!("not a signal but several: {}", inner.join(", "));
        }
        "no signal or constant field of this name".to_string()
    }
}
