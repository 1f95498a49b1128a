//! The hardware, described with rust-hdl. Knows nothing of golden.

#[cfg(feature = "native")]
mod codes;
pub mod device;
#[cfg(feature = "native")]
mod handshake;
pub mod leaf;
mod optional;
mod signed;
mod top;
mod word;

#[cfg(feature = "native")]
pub(crate) use codes::codes;
#[cfg(feature = "native")]
pub(crate) use handshake::handshake;
pub use optional::optional;
pub use signed::signed_bit_cast;
pub use top::{PortSignal, Top, TopPort};
// What the code of `top!` calls.
#[doc(hidden)]
pub use crate::netlist::raw_name as field_name;
#[doc(hidden)]
pub use top::below;
pub use word::Word;
