//! The instructions that stand beside ours in the manual and are not executed, by the names the manual gives them.

/// Scalar video instructions (PTX ISA, section "Scalar Video Instructions").
const SCALAR: [&str; 9] = [
    "vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vset", "vmad",
];

/// Integer arithmetic that has a packed form since PTX 9.2.
const PACKED: [&str; 5] = ["add", "sub", "min", "max", "neg"];

/// The types of the packed forms.
const PACKED_TYPES: [&str; 2] = ["u8x4", "s8x4"];

/// What kind of instruction a mnemonic with its modifiers names, such as `vmad.s32.s32.s32.shr7` or `add.u8x4`; none
/// where it is neither a scalar video instruction nor one on packed bytes.
pub fn foreign_kind(mnemonic: &str) -> Option<&'static str> {
    // White space may stand before a modifier's dot.
    let mut words = mnemonic.split('.').map(str::trim_end);
    let stem = words.next()?;
    if SCALAR.contains(&stem) {
        return Some("scalar video instruction");
    }
    let is_packed = PACKED.contains(&stem) && words.any(|word| PACKED_TYPES.contains(&word));
    is_packed.then_some("packed-byte instruction")
}
