//! The hardware, described with rust-hdl. Knows nothing of golden.

pub mod device;
mod handshake;
pub mod leaf;
mod optional;
mod top;

pub use handshake::Handshake;
pub use optional::Optional;
pub use top::{PortSignal, Top, TopPort, Word, describe};
