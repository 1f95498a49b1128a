//! The instructions that a RISC-V core hands to the SIMD video ALU.
//!
//! All have the format R and one major opcode for custom instructions, an [`Opcode`]. The ten bits `{funct7, funct3}`, the **function**,
//! select what an instruction does; a core with a custom-function port hands over only these bits. The low nine bits of a function are
//! the low nine bits of the ALU's control word, so the unit needs no decoder for them:
//!
//! | function | instruction |
//! | --- | --- |
//! | `0 kkkkkkkkk` | operation with the control bits `k`, all lanes and the default elements |
//! | `1 kkkkkkkkk` | the same with the mask and the selectors of the configuration; not of dot products, which have neither |
//! | `0 11 0000 rrr` | access `r` to the state, `r` below 6: `saturate` and `accumulate`, which exclude each other there |
//!
//! With the operation codes 6 and 7 `saturate` is part of the code, so `vset.le.add` has both bits set. For this reason the accesses use
//! only codes below 6. A dot product has one function: `accumulate`, `held` and, for `dp4a`, `width` are 0.
//!
//! If the core hands over a third source register, `c` can be that register. These instructions have the format R4, in custom-1 for four
//! bytes and in custom-2 for two half-words. Their five bits `{funct2, funct3}` encode the arithmetic instructions with `.add` and the
//! dot products: `funct3` is the operation code (6 and 7 are dot products), `funct2` says whether b and a are signed. Comparisons do
//! not fit. Mask and selectors are the default ones, and the instructions neither read nor write the unit's state.
//!
//! A unit for packed instructions of the P extension executes the words that the extension defines ([`PackedWord`]), beside custom
//! instructions or without them.
//!
//! All other words are foreign instructions, and so are the words of operations that the configuration leaves out.

mod configure_header;
mod function;
mod header;
mod opcode;
mod packed;
mod state;
mod table;

pub use function::{FUNCTION_BITS, Function, HELD, THIRD};
pub use header::{HEADER, TITLE, custom_functions, declares, header_file, instructions, with_prefix};
pub use lanesmith_rtl::riscv::{Features, Opcode};
pub use packed::{PackedWord, packed_place};
pub use state::{FIELDS, FeatureSet, StateField, VERSION, VERSION_FLAGS, VERSION_OPCODE, reset_configuration};
pub use table::{
    ACCESSES, AccessRow, StateAccess, THIRD_OPCODES, default_modifiers, function, instruction, is_offered,
};

impl Function {
    /// Whether `c` comes from a third source register.
    pub fn has_third(self) -> bool {
        self.0 >> THIRD & 1 != 0
    }
}
