//! The meaning of every instruction, written once over [`crate::algebra`]. Knows nothing of hardware.

pub mod batch;
pub mod brew;
pub mod explain;
pub mod video;
