//! The hardware, described with rust-hdl. Knows nothing of golden.

#[cfg(feature = "native")]
mod codes;
pub mod device;
mod handshake;
pub mod leaf;
mod optional;
mod top;
mod word;

#[cfg(feature = "native")]
pub(crate) use codes::codes;
pub use handshake::Handshake;
pub use optional::optional;
pub use top::{PortSignal, Top, TopPort};
// What the code of `top!` calls.
#[doc(hidden)]
pub use crate::netlist::raw_name as field_name;
#[doc(hidden)]
pub use top::below;
pub use word::Word;
