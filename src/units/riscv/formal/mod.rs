//! The rules of the interfaces as assertions in SystemVerilog.

use super::Riscv;
use super::options;
use super::rtl::{Interface, RiscvConfig};
use crate::unit::{DesignError, Emission, Extra, FormalRules, OptionValues, Unit};

/// The rules of the interface as assertions about the unit and about the core, and a line that binds them to the unit. Simulations of cores
/// include this text.
pub fn bound_rules(config: &RiscvConfig) -> Result<String, DesignError> {
    let unit = Riscv(*config);
    let mut emission = Emission::from(unit.selection());
    emission.add(Extra::Formal).map_err(DesignError)?;
    let name = Extra::Formal.file(unit.top());
    let rules = emission.files()?.into_iter().find(|file| file.name == name);
    let (text, top) = (rules.expect("the rules").text, unit.top());
    Ok(format!(
        "{text}bind {top} {top}_formal #(.ASSERT_INPUTS(1)) rules (.*);\n"
    ))
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
