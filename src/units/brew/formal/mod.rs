//! The rules of the datapath's front end and retire port as assertions.

use super::options;
use crate::unit::FormalRules;

/// Clocks that the slowest operation, FP16X2, stays in the execute stage.
const SLOWEST: u32 = 10;

pub(super) static RULES: FormalRules = FormalRules {
    text: |_| include_str!("datapath.sv"),
    replaced: |_| &[],
    values: |values| {
        let depth = options::config(values).depth;
        vec![("LATENCY", depth + SLOWEST), ("CAPACITY", depth)]
    },
    depth: |_| 10,
    provable: false,
    recomputed: |_| None,
};
