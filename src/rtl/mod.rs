//! The hardware, described with rust-hdl. Knows nothing of golden.

pub mod leaf;
mod top;

pub use top::{PortSignal, Top, TopPort, Word, describe};
