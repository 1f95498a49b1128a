//! The meaning of every instruction, written once over [`crate::algebra`]. Knows nothing of hardware.

pub mod brew;
pub mod batch;
pub mod explain;
pub mod video;
