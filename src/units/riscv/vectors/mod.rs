//! Vector files about packed instructions of the P extension: results, words, and words of other instructions.

mod directed;
pub mod encoding;
pub mod foreign;
pub mod results;

pub use directed::DirectedRows;
pub use results::{PackedVector, rows};
