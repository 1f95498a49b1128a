//! The rules of the interfaces as assertions in SystemVerilog.

use super::options;
use super::rtl::{Interface, RiscvConfig, design};
use crate::unit::{DesignError, FormalRules, OptionValues};

/// The rules of the interface, which also check the core, and a line that binds them to the unit, for simulations of cores.
pub fn bound_rules(config: &RiscvConfig) -> Result<String, DesignError> {
    let rules = match config.interface {
        Interface::Pcpi => &PCPI,
        Interface::Cfu => &CFU,
        Interface::Neorv32 => &NEORV32,
        Interface::CvXIf | Interface::CvXIf1 { .. } => &CV_X_IF,
    };
    Ok(rules.bound(&design(config)?, config.reset(), &options::values(config)))
}

fn latency(values: &OptionValues) -> u32 {
    options::config(Interface::Pcpi, values).latency
}

/// The parameters of the rules: which instructions the unit has.
fn parts(interface: Interface, values: &OptionValues) -> [(&'static str, u32); 3] {
    let features = options::config(interface, values).features;
    [
        ("CUSTOM", features.custom.into()),
        ("PACKED", features.packed.into()),
        ("SCALAR", features.scalar.into()),
    ]
}

/// The number of clocks of the bounded check, enough for a reset and two operations.
fn depth(values: &OptionValues) -> u32 {
    2 * latency(values) + 8
}

pub(super) static PCPI: FormalRules = FormalRules {
    text: |_| include_str!("pcpi.sv"),
    values: |values| {
        let opcode = options::config(Interface::Pcpi, values).features.opcode;
        let own = [
            ("LATENCY", latency(values)),
            ("OPCODE", opcode.bits()),
            ("SCALAR_OPCODE", opcode.scalar().bits()),
        ];
        own.into_iter().chain(parts(Interface::Pcpi, values)).collect()
    },
    depth,
    provable: true,
    recomputed: |_| None,
};

pub(super) static NEORV32: FormalRules = FormalRules {
    text: |_| include_str!("neorv32.sv"),
    values: |values| {
        let opcode = options::config(Interface::Neorv32, values).features.opcode;
        let own = [("LATENCY", latency(values)), ("OPCODE", opcode.bits())];
        own.into_iter().chain(parts(Interface::Neorv32, values)).collect()
    },
    depth,
    provable: true,
    recomputed: |_| None,
};

pub(super) static CFU: FormalRules = FormalRules {
    text: |_| include_str!("cfu.sv"),
    values: |values| {
        let own = [("LATENCY", latency(values))];
        own.into_iter().chain(parts(Interface::Cfu, values)).collect()
    },
    depth,
    provable: true,
    recomputed: |values| Some(latency(values) + 3),
};

pub(super) static CV_X_IF: FormalRules = FormalRules {
    text: |values| match options::config(Interface::CvXIf, values).interface {
        Interface::CvXIf1 { .. } => include_str!("cv_x_if_1.sv"),
        _ => include_str!("cv_x_if.sv"),
    },
    values: |values| {
        let config = options::config(Interface::CvXIf, values);
        let split = config.interface == Interface::CvXIf1 { split: true };
        let own = [
            ("LATENCY", latency(values)),
            ("THIRD", config.features.third.into()),
            ("SPLIT", split.into()),
        ];
        own.into_iter().chain(parts(Interface::CvXIf, values)).collect()
    },
    depth,
    provable: true,
    recomputed: |values| Some(latency(values) + 4),
};
