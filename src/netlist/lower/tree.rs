//! The hierarchy of blocks, as rust-hdl's probe reports it.

use super::stock_tree;
use super::value::{LIMB, MOST_BITS};
use crate::netlist::kernel::{self, Kernel};
use rust_hdl::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind, Verilog};

/// A name without the mark of Rust's raw identifiers.
pub fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// What a block is.
pub enum BlockBody {
    /// A kernel.
    Kernel(Kernel),
    /// Text, which the lowering knows if it is that of a leaf.
    Text(String),
    /// A kernel of which a Rust value panics, with this message.
    Panics(String),
    /// None of these.
    Foreign,
}

/// A block.
pub struct BlockNode {
    /// Field name in the parent; array elements are `name$index`.
    pub name: String,
    /// Path from the top for messages, as in `top.lane[0]`.
    pub path: String,
    /// Kernel or leaf text.
    pub code: BlockBody,
    /// Signals and constants of the block itself.
    pub atoms: Vec<Signal>,
    /// Inner blocks.
    pub children: Vec<BlockNode>,
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
pub fn read(top: &dyn Block) -> Option<BlockNode> {
    let mut reader = Reader::default();
    top.accept("top", &mut reader);
    reader.top
}

fn code(block: &dyn Block) -> BlockBody {
    // Rust values of a kernel are computed here: an index of a table may be out of range, a number too large.
    let code = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| block.hdl())) {
        Ok(code) => code,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            return BlockBody::Panics(text.unwrap_or("without a message").to_owned());
        }
    };
    match kernel::take_over(&code) {
        Some(kernel) => BlockBody::Kernel(kernel),
        None => match code {
            Verilog::Combinatorial(block) => BlockBody::Kernel(stock_tree::convert(&block)),
            Verilog::Empty => BlockBody::Kernel(Kernel::default()),
            Verilog::Custom(text) => BlockBody::Text(text),
            Verilog::Blackbox(_) | Verilog::Wrapper(_) => BlockBody::Foreign,
        },
    }
}

#[derive(Default)]
struct Reader {
    open: Vec<BlockNode>,
    namespace: Vec<String>,
    top: Option<BlockNode>,
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let name = plain(name);
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
        self.open.push(BlockNode {
            name: name.to_string(),
            path,
            code: code(node),
            atoms: Vec::new(),
            children: Vec::new(),
        });
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        self.namespace.push(plain(name).to_string());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let prefix: String = self.namespace.iter().map(|part| format!("{part}$")).collect();
        if let Some(node) = self.open.last_mut() {
            node.atoms.push(Signal {
                name: prefix + plain(name),
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

/// A part of a signal that is a net of its own: a signal whose type is a struct has one for each innermost field, a word
/// of more than 64 bits one for each 64 of them.
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
        TypeKind::Bits(width) | TypeKind::Signed(width) => *width as u32,
        TypeKind::Enum(variants) => enum_width(variants.len()),
        TypeKind::Composite(fields) => {
            for field in fields {
                collect(&field.kind, &format!("{suffix}${}", plain(&field.fieldname)), found)?;
            }
            return Ok(());
        }
    };
    if !(1..=MOST_BITS).contains(&width) {
        return Err(format!(
            "type {}: {width} bits; words have 1 to {MOST_BITS}",
            descriptor.name
        ));
    }
    let base = found.last().map_or(0, |part| part.lo + part.width);
    for lo in (0..width).step_by(LIMB as usize) {
        let bits = LIMB.min(width - lo);
        let limb = match width <= LIMB {
            true => String::new(),
            false => format!("${}_{lo}", lo + bits - 1),
        };
        found.push(Part {
            suffix: format!("{suffix}{limb}"),
            lo: base + lo,
            width: bits,
        });
    }
    Ok(())
}

/// The bits that number `variants` variants.
pub fn enum_width(variants: usize) -> u32 {
    variants.next_power_of_two().trailing_zeros()
}
