//! The rules of the datapath's front end and retire port as assertions.

use super::options;
use crate::unit::FormalRules;
use crate::units::brew::claims::max_execute_clocks;

pub(super) static RULES: FormalRules = FormalRules {
    text: |_| include_str!("datapath.sv"),
    values: |values| {
        let config = options::config(values);
        vec![
            ("LATENCY", config.depth + max_execute_clocks(&config)),
            ("CAPACITY", config.depth),
        ]
    },
    depth: |_| 10,
    provable: false,
    recomputed: |_| None,
};
