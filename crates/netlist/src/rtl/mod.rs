//! What blocks are made of besides kernels: leaves for state, and ports as numbers.

pub mod leaf;
mod optional;
mod signed;
mod top;
mod word;

pub use optional::optional;
pub use signed::signed_bit_cast;
pub use top::{PortSignal, Top, TopPort};
// What the code of `top!` calls.
#[doc(hidden)]
pub use crate::raw_name as field_name;
#[doc(hidden)]
pub use top::below;
pub use word::Word;
