//! The hardware, described with rust-hdl. Knows nothing of golden.

pub mod brew;
pub mod leaf;
mod top;
pub mod video;

pub use top::{PortSignal, Top, TopPort, Word, describe};
