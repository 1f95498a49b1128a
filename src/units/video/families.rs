//! The families of instructions that a configuration of the hardware executes.

use super::rtl::VideoConfig;
use lanesmith_ptx::{FAMILIES, Family};

/// The families of instructions that the hardware has.
pub fn families(config: &VideoConfig) -> Vec<Family> {
    let has = |family: &Family| match family {
        Family::Arithmetic => true,
        Family::Comparison => config.vset,
        Family::Dot => config.dot,
    };
    FAMILIES.into_iter().filter(has).collect()
}
