//! The parts of a rust-hdl block that its kernel (the `update` function) cannot describe.
//!
//! - [`leaf`]: registers, pipeline stages and memories; all state is in them.
//! - [`optional`]: a sub-block that only some configurations have.
//! - [`signed_bit_cast`]: another width for a signed number.
//! - [`Top`]: a block's ports as numbers, for the engines that step it; [`Word`] converts the values.

pub mod leaf;
mod optional;
mod signed;
mod top;
mod word;

pub use optional::optional;
pub use signed::signed_bit_cast;
pub use top::{PortSignal, Top, TopPort};
pub use word::Word;
