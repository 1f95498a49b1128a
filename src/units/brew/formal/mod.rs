//! The rules of the datapath's front end and retire port as assertions.

use super::options;
use crate::brew::claims::max_execute_clocks;
use crate::brew::rtl::DatapathConfig;
use lanesmith_unit::FormalRules;

pub(super) static RULES: FormalRules = FormalRules {
    text: |_| include_str!("datapath.sv"),
    values: |values| {
        let config = options::config(values);
        vec![
            ("LATENCY", DatapathConfig::DEPTH + max_execute_clocks(&config)),
            ("CAPACITY", DatapathConfig::DEPTH),
        ]
    },
    depth: |_| 10,
    provable: false,
    recomputed: |_| None,
};
