//! The hierarchy of blocks, as rust-hdl's probe reports it.

use super::LowerError;
use super::layout::plain;
use crate::LeafSpec;
use crate::kernel::{self, HandedOver, Kernel};
use rust_hdl_core::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, Verilog};

/// The kind of a block, with its code.
pub enum BlockBody {
    /// A kernel.
    Kernel(Kernel),
    /// A kernel that rust-hdl's own macro has read.
    OtherMacro,
    /// A register or memory.
    Leaf(LeafSpec),
    /// Verilog text, which the lowering accepts if it is that of a widget of rust-hdl.
    Text(String),
    /// A kernel in which a Rust value panics, with this message.
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
    /// Whether it is in another block.
    pub is_inner: bool,
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
    /// The current value as a literal; for a constant, its value.
    pub value: String,
}

/// Reads the hierarchy below `top`.
pub fn read<B: Block + ?Sized>(top: &B, name: &str) -> Option<BlockNode> {
    let mut reader = Reader::default();
    top.accept(name, &mut reader);
    reader.top
}

fn code(block: &dyn Block) -> BlockBody {
    // Rust values of a kernel are computed here: an index of a table may be out of range, a number too large.
    kernel::take_over();
    let code = match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| block.hdl())) {
        Ok(code) => code,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            return BlockBody::Panics(text.unwrap_or("without a message").to_owned());
        }
    };
    match kernel::take_over() {
        Some(HandedOver::Kernel(kernel)) => BlockBody::Kernel(kernel),
        Some(HandedOver::Leaf(spec)) => BlockBody::Leaf(spec),
        None => match code {
            Verilog::Combinatorial(_) => BlockBody::OtherMacro,
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
        let local = name.split('$').map(|part| match part.as_bytes() {
            [b'0'..=b'9', ..] => format!("[{part}]"),
            _ => part.to_owned(),
        });
        let local: String = local.collect();
        let path = match self.open.last() {
            Some(parent) => format!("{}.{local}", parent.path),
            None => local,
        };
        self.open.push(BlockNode {
            name: name.to_string(),
            path,
            is_inner: !self.open.is_empty(),
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

/// An error in `node`; `net` is a name as kernels have it.
pub fn error(node: &BlockNode, net: &str, expression: &str, message: impl Into<String>) -> LowerError {
    LowerError {
        expression: expression.to_string(),
        ..LowerError::new(&node.path, &net.replace('$', "."), message)
    }
}
