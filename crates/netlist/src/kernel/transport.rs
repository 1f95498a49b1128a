//! From `Logic::hdl`, whose result is rust-hdl's own tree, to the lowering.

use super::Kernel;
use crate::leaf::LeafSpec;
use rust_hdl_core::prelude::Verilog;
use rust_hdl_core::prelude::ast::VerilogStatement;
use std::cell::Cell;

/// What the lowering makes a block of.
pub enum HandedOver {
    /// The tree of its kernel.
    Kernel(Kernel),
    /// A leaf.
    Leaf(LeafSpec),
}

thread_local! {
    static LAST: Cell<Option<HandedOver>> = const { Cell::new(None) };
}

/// The result of `Logic::hdl`. rust-hdl's type cannot hold the block, so this thread stores it.
pub fn hand_over(block: HandedOver) -> Verilog {
    LAST.set(Some(block));
    let text = "lanesmith_hdl::emit writes the Verilog of this block";
    Verilog::Combinatorial(vec![VerilogStatement::Comment(text.to_owned())])
}

/// The block that was handed over in this thread since the last call; `None` if `Logic::hdl` gave rust-hdl's own tree.
pub fn take_over() -> Option<HandedOver> {
    LAST.take()
}
