//! The function of an instruction: what a unit is told about it.

/// The bits of a function, `{funct7, funct3}`.
pub const FUNCTION_BITS: u32 = 10;

/// The bit of the function that takes mask and selectors from the configuration.
pub const HELD: u32 = 9;

/// The bit above a function's ten: `c` is a third source register instead of the state's.
pub const THIRD: u32 = FUNCTION_BITS;

/// The bit of a function that says that its word is in the opcode of scalar instructions.
pub const SCALAR: u32 = THIRD + 1;

/// The function of an instruction; with [`THIRD`], where the word has a third source register, with [`SCALAR`], where it is
/// in the opcode of scalar instructions, and with the fields of a [`PackedWord`](super::PackedWord), where it is in one of the P extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function(pub u32);
