//! The meanings of the names in a kernel.

use super::layout::{Part, field_of, parts};
use super::tree::{BlockNode, Signal};
use crate::ir::NetId;
use crate::kernel::literal::parse_literal;
use rust_hdl::prelude::{TypeDescriptor, TypeKind};
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

impl Wires {
    /// Bits.
    pub fn width(&self) -> u32 {
        self.nets.iter().map(|(part, _)| part.width).sum()
    }
}

/// The meaning of a name.
pub enum NameMeaning<'a> {
    /// A signal.
    Wires(&'a Wires),
    /// A field of a signal: offset and type.
    Field(&'a Wires, u32, &'a TypeDescriptor),
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
    /// The variants of each type of a name: enums of different modules may share one.
    enums: HashMap<String, Vec<TypeDescriptor>>,
}

impl NameScope {
    /// Names the enums of the block's own signals and of its children's ports.
    pub fn new(node: &BlockNode) -> Self {
        let mut scope = NameScope::default();
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
                let is_same =
                    |kind: &TypeDescriptor| matches!(&kind.kind, TypeKind::Enum(others) if others == variants);
                if !known.iter().any(is_same) {
                    known.push(descriptor.clone());
                }
            }
            TypeKind::Composite(fields) => fields.iter().for_each(|field| self.add_enums(&field.kind)),
            TypeKind::Bits(_) | TypeKind::Signed(_) => {}
        }
    }

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
        let (_, bits) =
            parse_literal(&atom.value).ok_or_else(|| format!("constant {} is not understood", atom.value))?;
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

    /// Looks up a name without array indices; fields may follow a signal in rust-hdl's own tree.
    pub fn look_up(&self, name: &str) -> Result<NameMeaning<'_>, String> {
        let name = name.strip_suffix("$next").unwrap_or(name);
        if let Some(wires) = self.wires.get(name) {
            return Ok(NameMeaning::Wires(wires));
        }
        if let Some((kind, bits)) = self.constants.get(name) {
            return Ok(NameMeaning::Constant(kind.clone(), bits.clone()));
        }
        // Fields of fields: `q$val()$outer$inner` where read, `d$next$outer$inner` where written.
        for separator in ["$val()", "$next"] {
            if let Some((signal, fields)) = name.split_once(separator) {
                return match self.wires.get(signal) {
                    Some(wires) => self.field(wires, fields),
                    None => Err(format!("no signal `{}`", signal.replace('$', "."))),
                };
            }
        }
        if let Some(constant) = self.variant(name)? {
            return Ok(constant);
        }
        Err(self.unknown(name))
    }

    fn unknown(&self, name: &str) -> String {
        // In rust-hdl's own tree an array's index may be left over.
        if let Err(message) = super::names::resolve(name, &[]) {
            return message;
        }
        let (known, given): (Vec<String>, String) = (
            self.wires.keys().map(|name| name.replace('$', ".")).collect(),
            name.replace('$', "."),
        );
        // A block or an interface has signals, but is none.
        let below = format!("{given}.");
        let mut inner: Vec<&str> = known
            .iter()
            .filter(|name| name.starts_with(&below))
            .map(String::as_str)
            .collect();
        inner.sort_unstable();
        if !inner.is_empty() {
            return format!("not a signal but several: {}", inner.join(", "));
        }
        "no signal, constant field or enum variant of this name".to_string()
    }

    fn field<'a>(&self, wires: &'a Wires, path: &str) -> Result<NameMeaning<'a>, String> {
        let (mut lo, mut kind) = (0, &wires.descriptor);
        for name in path.split('$').filter(|name| !name.is_empty()) {
            let Some((offset, inner)) = field_of(kind, name) else {
                return Err(format!("{} has no field `{name}`", kind.name));
            };
            (lo, kind) = (lo + offset, inner);
        }
        Ok(NameMeaning::Field(wires, lo, kind))
    }

    /// An enum variant such as `State$Idle`, with or without a path before it.
    fn variant(&self, name: &str) -> Result<Option<NameMeaning<'_>>, String> {
        let Some((index, count)) = self.variant_of(name)? else {
            return Ok(None);
        };
        let kind = name
            .rsplit('$')
            .nth(1)
            .and_then(|kind| self.enums.get(kind))
            .and_then(|kinds| kinds.first());
        let Some(kind) = kind else {
            return Ok(None);
        };
        let bits = (0..super::layout::enum_width(count)).map(|i| index >> i & 1 != 0);
        Ok(Some(NameMeaning::Constant(kind.clone(), bits.collect())))
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
        let find = |kind: &TypeDescriptor| {
            let TypeKind::Enum(variants) = &kind.kind else {
                return None;
            };
            let index = variants.iter().position(|known| *known == label)?;
            Some((index, variants.len()))
        };
        let mut found: Vec<(usize, usize)> = types.iter().filter_map(find).collect();
        found.dedup();
        match found[..] {
            [] => Err(format!("no variant {label}")),
            [variant] => Ok(Some(variant)),
            _ => Err(format!(
                "{label} is a variant of two enums here, with different codes, and rust-hdl's macro drops the path before it: \
                 use the hdl_gen of lanesmith::hdl::prelude"
            )),
        }
    }
}
