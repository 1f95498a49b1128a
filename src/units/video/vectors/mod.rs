//! Vector files about the SIMD video instructions.

mod hardware;
pub mod legality;
pub mod results;
