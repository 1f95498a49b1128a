//! rust-hdl blocks to the netlist, by the rules of Rust rather than those of rust-hdl's own Verilog.
//!
//! `tree` reads the hierarchy, `build` makes a module of each block by running its kernel symbolically (`kernel`,
//! `expr`, `integer`, `select`), `place` puts registers and memories in, rust-hdl's own (`widgets`) among them; then
//! dead parts are removed and equal modules shared. Anything else is an error.

mod binary;
mod branch_kind;
mod branches;
mod build;
mod convert;
mod document;
mod error;
mod expr;
mod integer;
mod kernel;
mod layout;
mod matching;
mod names;
mod place;
mod scope;
mod select;
mod signal;
mod source;
mod tree;
mod value;
mod wide;

pub use layout::plain as raw_name;
pub use names::{IdentifierTable, is_keyword, is_reserved_port, module_name};
pub use source::SourcePlace;

use super::clean;
use super::ir::Design;
use super::share;
use rust_hdl_core::prelude::{Block, TypeDescriptor};
use std::fmt;
use tree::BlockNode;

/// Why a block has no netlist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LowerError {
    /// Path of the block, as in `top.lane[0]`.
    pub module: String,
    /// The signal concerned; may be empty.
    pub net: String,
    /// The expression or statement concerned, as it stands in the source, or the name of a signal; may be empty.
    pub expression: String,
    /// What is wrong.
    pub message: String,
    /// Where it stands in the user's source, if [`hdl_gen`](crate::hdl_gen) made the kernel's tree.
    pub place: Option<Box<SourcePlace>>,
}

impl LowerError {
    fn new(module: &str, net: &str, message: impl Into<String>) -> Self {
        LowerError {
            module: module.to_owned(),
            net: net.to_owned(),
            expression: String::new(),
            message: message.into(),
            place: None,
        }
    }
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.module)?;
        if !self.net.is_empty() {
            write!(f, ": {}", self.net)?;
        }
        if !self.expression.is_empty() {
            write!(f, ": `{}`", self.expression)?;
        }
        write!(f, ": {}", self.message)?;
        match &self.place {
            Some(place) => write!(f, "\n{}", place.picture()),
            None => Ok(()),
        }
    }
}

impl std::error::Error for LowerError {}

/// A branch of a kernel: one outcome of an `if`, or an arm of a `match`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The output of the probed design that is 1 in the clocks in which the branch is taken.
    pub output: String,
    /// Path of the block, as in `top.lane[0]`.
    pub block: String,
    /// Its condition or pattern.
    pub what: String,
    /// Where it stands in the user's source, if [`hdl_gen`](crate::hdl_gen) made the kernel's tree.
    pub place: Option<SourcePlace>,
}

/// Lowers a block and everything in it.
///
/// The result has passed [`check`](super::check()). Modules that are equal are one; modules of one kind that differ get
/// the suffixes `_2`, `_3` and so on. Nets, ports of inner modules and instances on which no output of the top module
/// depends are left out.
pub fn lower(top: &dyn Block) -> Result<Design, LowerError> {
    lower_as(top, TOP)
}

/// [`lower`] with a name for the top module, unless its declaration has one. Paths of blocks in errors begin with it.
pub fn lower_as<B: Block + ?Sized>(top: &B, name: &str) -> Result<Design, LowerError> {
    Ok(lower_with(tree::read(top, name), Request::default())?.0)
}

/// The name of a top module that has no other.
const TOP: &str = "top";

/// [`lower`] with one more output of one bit for each branch of each kernel. Branches whose condition is constant have none.
pub fn lower_probed(top: &dyn Block) -> Result<(Design, Vec<Branch>), LowerError> {
    let request = Request {
        probes: true,
        ..Request::default()
    };
    lower_with(tree::read(top, TOP), request)
}

/// The nets of a type: suffix of the name, lowest bit, width. A struct has one for each innermost field, a word of more than
/// 64 bits one for each 64 of them. Types without a net have none.
pub fn type_parts(descriptor: &TypeDescriptor) -> Vec<(String, u32, u32)> {
    let parts = layout::parts(descriptor).unwrap_or_default().into_iter();
    parts.map(|part| (part.suffix, part.lo, part.width)).collect()
}

/// How to lower.
#[derive(Clone, Copy, Default)]
struct Request {
    /// With an output for each branch.
    probes: bool,
    /// Ports of the top module that are left out.
    unused: &'static [&'static str],
}

fn lower_with(top: Option<BlockNode>, request: Request) -> Result<(Design, Vec<Branch>), LowerError> {
    let node = top.ok_or_else(|| LowerError::new(TOP, "", "no block"))?;
    let mut raw = Vec::new();
    build::build(&node, &mut raw, request)?;
    let branches = raw.last().map_or_else(Vec::new, build::Raw::branches);
    let (modules, broken): (Vec<_>, Vec<_>) = raw.into_iter().map(|raw| (raw.module, raw.broken)).unzip();
    let modules = clean::fold(modules);
    let live = clean::live(&modules, request.unused);
    for (module, broken) in broken.iter().enumerate() {
        // In order of nets, so that the first error is always the same.
        let live = broken.iter().filter(|(net, _)| live.contains(module, **net));
        if let Some((_, error)) = live.min_by_key(|(net, _)| **net) {
            return Err(error.clone());
        }
    }
    let modules = clean::compact(&modules, &live, request.unused);
    let design = share::share(modules);
    super::check(&design).map_err(|error| LowerError::new(&error.module, &error.net, error.message))?;
    Ok((design, branches))
}

/// [`lower`] for hardware whose users read the Verilog: a port without documentation is refused.
pub fn lower_documented(top: &dyn Block) -> Result<Design, LowerError> {
    lower_without(top, &[])
}

/// [`lower`] without the ports `unused` of the top module: outputs that this configuration does not need, and inputs on which then
/// no other output depends.
pub fn lower_without(top: &dyn Block, unused: &'static [&'static str]) -> Result<Design, LowerError> {
    let request = Request {
        unused,
        ..Request::default()
    };
    let (design, _) = lower_with(tree::read(top, TOP), request)?;
    for module in &design.modules {
        if let Some((_, port)) = module.ports().find(|(_, port)| port.doc.is_empty()) {
            let message = "a port without a doc comment";
            return Err(LowerError::new(&module.name, &port.name, message));
        }
    }
    Ok(design)
}
