//! The hierarchy of blocks, as rust-hdl's probe reports it.

use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind, Verilog};

/// A block.
pub struct Node {
    /// Field name in the parent; array elements are `name$index`.
    pub name: String,
    /// Path from the top for messages, as in `top.lane[0]`.
    pub path: String,
    /// Kernel or leaf text.
    pub code: Verilog,
    /// Signals and constants of the block itself.
    pub atoms: Vec<Signal>,
    /// Inner blocks.
    pub children: Vec<Node>,
}

/// A signal or constant.
pub struct Signal {
    /// Name within its block; members of interfaces are `interface$member`, array elements `name$index`.
    pub name: String,
    /// Direction.
    pub kind: AtomKind,
    /// Type.
    pub descriptor: TypeDescriptor,
    /// The current value as a literal: what a constant holds.
    pub value: String,
}

/// Reads the hierarchy below `top`.
pub fn read(top: &dyn Block) -> Option<Node> {
    let mut reader = Reader::default();
    top.accept("top", &mut reader);
    reader.top
}

#[derive(Default)]
struct Reader {
    open: Vec<Node>,
    namespace: Vec<String>,
    top: Option<Node>,
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let local: Vec<String> = name
            .split('$')
            .map(|part| {
                if part.starts_with(|c: char| c.is_ascii_digit()) {
                    format!("[{part}]")
                } else {
                    part.to_string()
                }
            })
            .collect();
        let local = local.concat();
        let path = match self.open.last() {
            Some(parent) => format!("{}.{local}", parent.path),
            None => local,
        };
        self.open.push(Node {
            name: name.to_string(),
            path,
            code: node.hdl(),
            atoms: Vec::new(),
            children: Vec::new(),
        });
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.namespace.push(name.to_string());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let prefix: String = self.namespace.iter().map(|part| format!("{part}$")).collect();
        if let Some(node) = self.open.last_mut() {
            node.atoms.push(Signal {
                name: prefix + name,
                kind: signal.kind(),
                descriptor: signal.descriptor(),
                value: signal.verilog().to_string(),
            });
        }
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        self.namespace.pop();
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        if let Some(node) = self.open.pop() {
            match self.open.last_mut() {
                Some(parent) => parent.children.push(node),
                None => self.top = Some(node),
            }
        }
    }
}

/// A part of a signal that is a net of its own: a signal whose type is a struct has one for each innermost field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Field names from the signal down, each after a `$`; empty for plain types.
    pub suffix: String,
    /// Position of the lowest bit.
    pub lo: u32,
    /// Bits.
    pub width: u32,
}

/// The parts of a type, least significant first. Errors name what is not understood.
pub fn parts(descriptor: &TypeDescriptor) -> Result<Vec<Part>, String> {
    let mut found = Vec::new();
    collect(descriptor, "", &mut found)?;
    Ok(found)
}

fn collect(descriptor: &TypeDescriptor, suffix: &str, found: &mut Vec<Part>) -> Result<(), String> {
    let width = match &descriptor.kind {
        TypeKind::Bits(width) => *width,
        TypeKind::Enum(variants) => enum_width(variants.len()) as usize,
        TypeKind::Signed(_) => return Err(format!("type {}: signed types are not lowered", descriptor.name)),
        TypeKind::Composite(fields) => {
            for field in fields {
                collect(&field.kind, &format!("{suffix}${}", field.fieldname), found)?;
            }
            return Ok(());
        }
    };
    if !(1..=64).contains(&width) {
        return Err(format!(
            "type {}: {width} bits; a net has 1 to 64 (a struct may have more)",
            descriptor.name
        ));
    }
    found.push(Part {
        suffix: suffix.to_string(),
        lo: found.last().map_or(0, |part| part.lo + part.width),
        width: width as u32,
    });
    Ok(())
}

/// The bits that number `variants` variants.
pub fn enum_width(variants: usize) -> u32 {
    variants.next_power_of_two().trailing_zeros()
}
