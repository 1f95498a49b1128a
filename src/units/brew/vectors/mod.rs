//! Vector files about the datapath's instructions.

pub mod decode;
pub mod encoding;
pub mod results;
