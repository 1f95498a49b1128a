//! From `Logic::hdl`, whose result is rust-hdl's own tree, to the lowering.

use super::Kernel;
use crate::leaf::LeafSpec;
use rust_hdl_core::prelude::Verilog;
use rust_hdl_core::prelude::ast::VerilogStatement;
use std::cell::{Cell, RefCell};

/// What the lowering makes a block of.
pub enum HandedOver {
    /// The tree of its kernel.
    Kernel(Kernel),
    /// A leaf.
    Leaf(LeafSpec),
}

thread_local! {
    static LAST: RefCell<Option<(u64, HandedOver)>> = const { RefCell::new(None) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

const MARK: &str = "lanesmith_hdl::emit writes the Verilog of this block: kernel ";

/// The result of `Logic::hdl`. rust-hdl's type cannot hold the block, so this thread stores it, and the result is its number.
pub fn hand_over(block: HandedOver) -> Verilog {
    let number = COUNT.get() + 1;
    COUNT.set(number);
    LAST.replace(Some((number, block)));
    Verilog::Combinatorial(vec![VerilogStatement::Comment(format!("{MARK}{number}"))])
}

/// The block behind a result of `Logic::hdl` that was just made in this thread; `None` if it is rust-hdl's own.
pub fn take_over(code: &Verilog) -> Option<HandedOver> {
    let Verilog::Combinatorial(block) = code else {
        return None;
    };
    let [VerilogStatement::Comment(text)] = &block[..] else {
        return None;
    };
    let number = text.strip_prefix(MARK)?.parse::<u64>().ok()?;
    let (last, block) = LAST.take()?;
    (last == number).then_some(block)
}
