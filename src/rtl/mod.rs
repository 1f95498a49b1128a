//! The hardware, described with rust-hdl. Knows nothing of golden.

pub mod leaf;
pub mod video;
