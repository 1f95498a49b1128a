//! Instructions of the manual that lanesmith knows by name and that are not SIMD video instructions.

use super::packed::is_elements;

/// Scalar video instructions (PTX ISA, section "Scalar Video Instructions").
const SCALAR: [&str; 9] = [
    "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad",
];

/// What kind of instruction a mnemonic with its modifiers names, such as `vmad.s32.s32.s32.shr7` or `set.lt.s8x4`; none
/// where it is neither a scalar video instruction nor a comparison of packed bytes or half-words.
pub fn foreign_kind(mnemonic: &str) -> Option<&'static str> {
    // White space is allowed before a modifier's dot.
    let mut words = mnemonic.split('.').map(str::trim_end);
    let stem = words.next()?;
    if SCALAR.contains(&stem) {
        return Some("scalar video instruction");
    }
    (stem == "set" && words.any(is_elements)).then_some("packed comparison")
}
