//! Vector files about packed instructions of the P extension: results, words, and words of other instructions.

pub mod encoding;
pub mod foreign;
pub mod results;

pub use results::PackedVector;
