//! The function of an instruction: the number that selects what a unit does.

/// The width of a custom instruction's function, `{funct7, funct3}`, in bits.
pub const FUNCTION_BITS: u32 = 10;

/// The bit of a function that is 1 if mask and selectors come from the configuration.
pub const HELD: u32 = 9;

/// The bit of a function that is 1 if `c` is a third source register instead of the unit's state.
pub const THIRD: u32 = FUNCTION_BITS;

/// The function of an instruction: its low [`FUNCTION_BITS`] are `{funct7, funct3}` of the word, above them is [`THIRD`].
/// A word in an opcode of the P extension has the further fields of a [`PackedWord`](super::PackedWord).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Function(pub u32);
