//! Vector files about packed instructions of the P extension: results, words, and words of other instructions.

mod directed;
pub mod encoding;
pub mod foreign;
pub mod results;

pub use directed::DirectedRows;
pub use results::rows;

use super::rtl::RiscvConfig;
use crate::video;
use crate::video::families;
use lanesmith_unit::vectors::Table;

/// The vectors that come with this crate, a table for each kind of instructions that the configuration has.
pub fn bundled(config: &RiscvConfig) -> Vec<Table> {
    let families = families(&config.video());
    let custom = config
        .features
        .custom
        .then(|| video::vectors::results::bundled(&families));
    let packed = config.features.packed.then(results::bundled);
    custom.into_iter().chain(packed).collect()
}
