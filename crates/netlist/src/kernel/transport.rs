//! From `Logic::hdl`, whose result is rust-hdl's own tree, to the lowering.

use super::Kernel;
use rust_hdl_core::prelude::Verilog;
use rust_hdl_core::prelude::ast::VerilogStatement;
use std::cell::{Cell, RefCell};

thread_local! {
    static LAST: RefCell<Option<(u64, Kernel)>> = const { RefCell::new(None) };
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

const MARK: &str = "lanesmith_hdl::emit writes the Verilog of this block: kernel ";

/// The result of `Logic::hdl`. rust-hdl's type cannot hold the tree, so this thread stores the tree, and the result is its number.
pub fn hand_over(kernel: Kernel) -> Verilog {
    let number = COUNT.get() + 1;
    COUNT.set(number);
    LAST.replace(Some((number, kernel)));
    Verilog::Combinatorial(vec![VerilogStatement::Comment(format!("{MARK}{number}"))])
}

/// The tree behind a result of `Logic::hdl` that was just made in this thread; `None` if it is rust-hdl's own.
pub fn take_over(code: &Verilog) -> Option<Kernel> {
    let Verilog::Combinatorial(block) = code else {
        return None;
    };
    let [VerilogStatement::Comment(text)] = &block[..] else {
        return None;
    };
    let number = text.strip_prefix(MARK)?.parse::<u64>().ok()?;
    let (last, kernel) = LAST.take()?;
    (last == number).then_some(kernel)
}
