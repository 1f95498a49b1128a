//! The rules of the datapath's front end and retire port as assertions.

use super::options;
use crate::unit::FormalRules;
use crate::units::brew::rtl::DatapathConfig;

/// Clocks that the slowest operation, a product of FP16X2, stays in the execute stage.
fn slowest(config: &DatapathConfig) -> u32 {
    if config.serial_multiplier { 16 } else { 10 }
}

pub(super) static RULES: FormalRules = FormalRules {
    text: |_| include_str!("datapath.sv"),
    replaced: |_| &[],
    values: |values| {
        let config = options::config(values);
        vec![("LATENCY", config.depth + slowest(&config)), ("CAPACITY", config.depth)]
    },
    depth: |_| 10,
    provable: false,
    recomputed: |_| None,
};
