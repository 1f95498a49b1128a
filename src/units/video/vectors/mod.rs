//! Vector files about the SIMD video instructions.

pub mod legality;
pub mod results;
