//! The byte permute `prmt.b32{.mode} d, a, b, c` (PTX ISA, section "Data Movement and Conversion Instructions: prmt").

use super::{Guard, Operands};
use std::fmt;

/// A mode of the byte permute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PermuteMode {
    /// The modifier with its dot; empty where the selector's nibbles name the bytes.
    pub suffix: &'static str,
    /// For each value of the selector's low two bits, the source bytes from byte 3 of the result down to byte 0; 0 to 3 are
    /// those of `a`, 4 to 7 those of `b`. The table of the PTX ISA's section on `prmt`.
    pub sources: Option<[[u8; 4]; 4]>,
}

const fn mode(suffix: &'static str, sources: [[u8; 4]; 4]) -> PermuteMode {
    let sources = Some(sources);
    PermuteMode { suffix, sources }
}

/// All modes, in the order of the codes that are the control word of the byte permute.
pub const PERMUTE_MODES: [PermuteMode; 7] = [
    PermuteMode {
        suffix: "",
        sources: None,
    },
    mode(".f4e", [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
    mode(".b4e", [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
    mode(".rc8", [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
    mode(".ecl", [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
    mode(".ecr", [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
    mode(".rc16", [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
];

/// Mnemonic and type, which come before the mode.
pub(crate) const PERMUTE_NAME: [&str; 2] = ["prmt", ".b32"];

/// A byte permute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermuteInstruction {
    /// `@p`, `@!p`, if any.
    pub guard: Option<Guard>,
    /// Index into [`PERMUTE_MODES`].
    pub mode: usize,
    /// Registers; sources may be numbers.
    pub operands: Operands,
}

impl fmt::Display for PermuteInstruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(guard) = &self.guard {
            write!(f, "{guard} ")?;
        }
        let Operands { d, a, b, c } = &self.operands;
        let suffix = PERMUTE_MODES[self.mode].suffix;
        write!(f, "{}{suffix} {d}, {a}, {b}, {c}", PERMUTE_NAME.concat())
    }
}
