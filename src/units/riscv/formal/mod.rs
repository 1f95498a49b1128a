//! The rules of the interfaces as assertions.

use super::options;
use super::rtl::Interface;
use crate::unit::{FormalRules, OptionValues};

fn latency(values: &OptionValues) -> u32 {
    options::config(Interface::Pcpi, values).latency
}

/// Two operations behind a reset.
fn depth(values: &OptionValues) -> u32 {
    2 * latency(values) + 8
}

pub(super) static PCPI: FormalRules = FormalRules {
    text: include_str!("pcpi.sv"),
    values: |values| {
        let opcode = options::config(Interface::Pcpi, values).features.opcode;
        vec![("LATENCY", latency(values)), ("OPCODE", opcode.bits())]
    },
    depth,
    provable: true,
    recomputed: |_| None,
};

pub(super) static CFU: FormalRules = FormalRules {
    text: include_str!("cfu.sv"),
    values: |values| vec![("LATENCY", latency(values))],
    depth,
    provable: true,
    recomputed: |values| Some(latency(values) + 3),
};

pub(super) static CV_X_IF: FormalRules = FormalRules {
    text: include_str!("cv_x_if.sv"),
    values: |values| {
        let third = options::config(Interface::CvXIf, values).features.third;
        vec![("LATENCY", latency(values)), ("THIRD", third.into())]
    },
    depth,
    provable: true,
    recomputed: |values| Some(latency(values) + 4),
};
