//! The instructions that a RISC-V core hands to the SIMD video ALU.
//!
//! All are of R-type in one major opcode for custom instructions, an [`Opcode`]. What they do is in the ten bits `{funct7, funct3}`, the **function**; cores with a custom-function port
//! forward just these. Its low nine bits are those of the ALU's control word, so that nothing is decoded twice:
//!
//! | function | instruction |
//! | --- | --- |
//! | `0 kkkkkkkkk` | operation with the control bits `k`, all lanes and the default elements |
//! | `1 kkkkkkkkk` | the same with the mask and the selectors of the configuration; not of dot products, which have neither |
//! | `0 11 0000 rrr` | access `r` to the state, `r` below 6: `saturate` and `accumulate`, which exclude each other there |
//!
//! With the operation codes 6 and 7 `saturate` is part of the code, so that `vset.le.add` sets both: accesses stay below. A
//! dot product has one function, with `accumulate`, `held` and, of `dp4a`, `width` 0.
//!
//! Where a core hands over a third source register, `c` may be that: R4-type in custom-1, of four bytes, and custom-2, of two
//! half-words. `{funct2, funct3}` are five bits, so that there is room for the instructions that add to `c` and two types each:
//! `funct3` is the operation code, with 6 and 7 dot products, and `funct2` says which of b and a is signed. They are the direct
//! functions with `.add`, and those of dot products; comparisons find no room. Mask and selectors are the default ones, and the
//! state is neither read nor written.
//!
//! Scalar instructions are R-type in one more opcode ([`Opcode::scalar`]). Their function is operation, types, `.sat` and secondary
//! operation of the scalar unit's control word; a configuration of their own has the rest of it. The operation codes 14 and 15 are
//! accesses to that configuration.
//!
//! A unit for packed instructions of the P extension takes their words as the extension has them ([`PackedWord`]), beside its own
//! instructions or in their place.
//!
//! Everything else belongs to somebody else, as do operations that a unit was made without.

mod configure_header;
mod document;
mod function;
mod header;
mod opcode;
mod packed;
mod portable;
mod scalar;
mod scalar_header;
mod state;
mod table;

pub use document::{
    access_table, configuration_table, example, function_table, opcode_table, operation_table,
    scalar_configuration_table, scalar_function_table, scalar_operation_table, third_table, version_table, word_table,
};
pub use function::{FUNCTION_BITS, Function, HELD, SCALAR, THIRD};
pub use header::{HEADER, TITLE, custom_functions, declares, header, header_file, instructions};
pub use opcode::Opcode;
pub use packed::{PackedWord, packed_place};
pub use scalar::{SCALAR_FIELDS, SCALAR_RESET, scalar_bits, scalar_control, scalar_instructions};
pub use scalar_header::{scalar_name, scalar_uses_c};
pub use state::{
    FIELDS, Features, StateField, VERSION, VERSION_FLAGS, VERSION_OPCODE, reset_configuration, version_bit,
};
pub use table::{
    ACCESSES, AccessRow, StateAccess, THIRD_OPCODES, default_modifiers, fields, function, instruction, is_offered,
};

impl Function {
    /// Whether `c` comes from a third source register.
    pub fn has_third(self) -> bool {
        self.0 >> THIRD & 1 != 0
    }

    /// Whether it is in the opcode of scalar instructions.
    pub fn is_scalar(self) -> bool {
        self.0 >> SCALAR & 1 != 0
    }
}
