//! The hardware, described with rust-hdl. Knows nothing of golden.

pub mod device;
mod handshake;
pub mod leaf;
mod optional;
mod top;
mod word;

pub use crate::netlist::raw_name as field_name;
pub use handshake::Handshake;
pub use optional::Optional;
pub use top::{PortSignal, Top, TopPort, below};
pub use word::Word;
