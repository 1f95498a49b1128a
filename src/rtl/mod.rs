//! The hardware, described with rust-hdl. Knows nothing of golden.

mod handshake;
pub mod leaf;
mod top;

pub use handshake::Handshake;
pub use top::{PortSignal, Top, TopPort, Word, describe};
