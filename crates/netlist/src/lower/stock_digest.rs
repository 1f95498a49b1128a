//! Recognises the syntax trees that rust-hdl's own macro made of its widgets.

use rust_hdl::prelude::ast::VerilogBlock;

/// A digest that distinguishes trees but ignores widths and numbers in them: FNV-1a of their text without digits.
pub fn digest(block: &VerilogBlock) -> u64 {
    let text = format!("{block:?}");
    let letters = text
        .bytes()
        .filter(|byte| !byte.is_ascii_digit() && !b", ".contains(byte));
    letters.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
