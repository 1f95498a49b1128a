//! What the names of a kernel mean.

use super::names::{Loops, resolve};
use super::text::parse_literal;
use super::tree::{Node, Part, Signal, enum_width, parts};
use crate::netlist::ir::NetId;
use rust_hdl::prelude::{TypeDescriptor, TypeKind};
use std::collections::HashMap;

/// Who drives a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Driver {
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
    /// Who drives it.
    pub driver: Driver,
    /// Its nets, least significant first.
    pub nets: Vec<(Part, NetId)>,
}

/// The meaning of a name.
pub enum Meaning<'a> {
    /// A signal.
    Wires(&'a Wires),
    /// Some bits of a signal: offset and width.
    Field(&'a Wires, u32, u32),
    /// A constant: bits of each part, least significant first.
    Constant(Vec<Vec<bool>>),
    /// A loop variable.
    Integer(u128),
}

/// The names of one block.
#[derive(Default)]
pub struct Scope {
    wires: HashMap<String, Wires>,
    constants: HashMap<String, Vec<Vec<bool>>>,
    /// The variants of each type of a name: enums of different modules may share one.
    enums: HashMap<String, Vec<Vec<String>>>,
}

impl Scope {
    /// Names the enums of the block's own signals and of its children's ports.
    pub fn new(node: &Node) -> Self {
        let mut scope = Scope::default();
        let inner = node.children.iter().flat_map(|child| &child.atoms);
        let inner = inner.filter(|atom| atom.kind.is_parameter());
        for atom in node.atoms.iter().chain(inner) {
            scope.add_enums(&atom.descriptor);
        }
        scope
    }

    fn add_enums(&mut self, descriptor: &TypeDescriptor) {
        match &descriptor.kind {
            TypeKind::Enum(variants) => {
                let known = self.enums.entry(descriptor.name.clone()).or_default();
                if !known.contains(variants) {
                    known.push(variants.clone());
                }
            }
            TypeKind::Composite(fields) => fields.iter().for_each(|field| self.add_enums(&field.kind)),
            TypeKind::Bits(_) | TypeKind::Signed(_) => {}
        }
    }

    /// Adds a signal under the name that the kernel uses.
    pub fn add(&mut self, name: String, wires: Wires) {
        self.wires.insert(name, wires);
    }

    /// Adds a constant field.
    pub fn add_constant(&mut self, atom: &Signal) -> Result<(), String> {
        let (_, bits) =
            parse_literal(&atom.value).ok_or_else(|| format!("constant {} is not understood", atom.value))?;
        let parts = parts(&atom.descriptor)?;
        let width: u32 = parts.iter().map(|part| part.width).sum();
        if bits.iter().skip(width as usize).any(|bit| *bit) {
            return Err(format!("constant {} does not fit its {width} bits", atom.value));
        }
        let at = |i: u32| bits.get(i as usize).copied().unwrap_or(false);
        let values = parts
            .iter()
            .map(|part| (part.lo..part.lo + part.width).map(at).collect());
        self.constants.insert(atom.name.clone(), values.collect());
        Ok(())
    }

    /// The signal called `name`, array indices resolved.
    pub fn wires(&self, name: &str) -> Option<&Wires> {
        self.wires.get(name)
    }

    /// Looks a name up as it stands in the kernel.
    pub fn look_up(&self, raw: &str, loops: Loops) -> Result<Meaning<'_>, String> {
        if let Some((_, value)) = loops.iter().rev().find(|(name, _)| name == raw) {
            return Ok(Meaning::Integer(*value));
        }
        let name = resolve(raw, loops)?;
        if let Some(wires) = self.wires.get(&name) {
            return Ok(Meaning::Wires(wires));
        }
        if let Some(values) = self.constants.get(&name) {
            return Ok(Meaning::Constant(values.clone()));
        }
        // Fields of fields: `q$val()$outer$inner` where read, `d$next$outer$inner` where written.
        for separator in ["$val()", "$next"] {
            if let Some((signal, fields)) = name.split_once(separator) {
                return match self.wires.get(signal) {
                    Some(wires) => self
                        .field(wires, fields)
                        .ok_or_else(|| format!("no field {fields} in {signal}")),
                    None => Err(format!("no signal {signal}")),
                };
            }
        }
        if let Some((bits, width)) = self.variant(&name)? {
            let value = (0..width).map(|i| bits >> i & 1 != 0).collect();
            return Ok(Meaning::Constant(vec![value]));
        }
        Err("no signal, constant field or enum variant of this name; kernels do not see Rust constants".to_string())
    }

    fn field<'a>(&self, wires: &'a Wires, path: &str) -> Option<Meaning<'a>> {
        let inside = |part: &Part| part.suffix == path || part.suffix.starts_with(&format!("{path}$"));
        let parts: Vec<&Part> = wires
            .nets
            .iter()
            .map(|(part, _)| part)
            .filter(|part| inside(part))
            .collect();
        let lo = parts.first()?.lo;
        Some(Meaning::Field(wires, lo, parts.iter().map(|part| part.width).sum()))
    }

    /// Number and width of an enum variant such as `State$Idle`, whatever path stands before it.
    pub fn variant(&self, name: &str) -> Result<Option<(u64, u32)>, String> {
        Ok(self
            .variant_of(name)?
            .map(|(index, count)| (index as u64, enum_width(count))))
    }

    /// Index of an enum variant and the number of its siblings, itself included.
    pub fn variant_of(&self, name: &str) -> Result<Option<(usize, usize)>, String> {
        let mut path = name.rsplit('$');
        let (Some(variant), Some(kind)) = (path.next(), path.next()) else {
            return Ok(None);
        };
        let Some(types) = self.enums.get(kind) else {
            return Ok(None);
        };
        let label = format!("{kind}::{variant}");
        let find = |variants: &Vec<String>| {
            let index = variants.iter().position(|known| *known == label)?;
            Some((index, variants.len()))
        };
        let mut found: Vec<(usize, usize)> = types.iter().filter_map(find).collect();
        found.dedup();
        match found[..] {
            [] => Err(format!("no variant {label}")),
            [variant] => Ok(Some(variant)),
            _ => Err(format!("{label} is a variant of two enums here, with different codes")),
        }
    }
}
