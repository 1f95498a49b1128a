//! The rules of the interfaces as assertions in SystemVerilog.

use super::options;
use super::rtl::Interface;
use crate::unit::{FormalRules, OptionValues};

fn latency(values: &OptionValues) -> u32 {
    options::config(Interface::Pcpi, values).latency
}

/// Passages of the rules, and their replacements for a unit with scalar instructions.
type Passages = &'static [(&'static str, &'static str)];

fn replaced(values: &OptionValues, passages: Passages) -> Passages {
    match options::config(Interface::Pcpi, values).features.scalar {
        true => passages,
        false => &[],
    }
}

/// Operation codes 14 and 15 are the accesses to the scalar configuration.
const PCPI_WITH_SCALAR: Passages = &[
    (
        "  localparam [9:0] READ_C",
        "  localparam [6:0] SCALAR_OPCODE = 7'd$SCALAR_OPCODE;\n  localparam [9:0] READ_C",
    ),
    (
        "  wire is_custom_access = function_id[8]",
        "  wire is_scalar = pcpi_insn[6:0] == SCALAR_OPCODE;\n  \
         wire is_custom_access = is_scalar ? function_id[3:1] == 3'd7 : function_id[8]",
    ),
    (
        "wire is_custom = pcpi_insn[6:0] == OPCODE",
        "wire is_custom = pcpi_insn[6:0] == OPCODE || is_scalar",
    ),
    (
        "!is_packed && function_id == READ_C",
        "!is_packed && !is_scalar && function_id == READ_C",
    ),
];

const CFU_WITH_SCALAR: Passages = &[
    ("wire [9:0] function_id", "wire [10:0] function_id"),
    ("reg [9:0] function_q", "reg [10:0] function_q"),
    (
        "wire is_access = function_id[8]",
        "wire is_access = function_id[10] ? function_id[3:1] == 3'd7 : function_id[8]",
    ),
    ("wire is_operation = ", "wire is_operation = !function_id[10] && "),
];

const CV_X_IF_WITH_SCALAR: Passages = &[(
    "wire is_custom = issue_req_instr[6:0] == 7'h0b",
    "wire is_custom = issue_req_instr[6:0] == 7'h0b || issue_req_instr[6:0] == 7'h7b",
)];

/// The parameters of the rules: whether the unit has custom instructions, and whether it has packed ones.
fn encoding(interface: Interface, values: &OptionValues) -> [(&'static str, u32); 2] {
    let features = options::config(interface, values).features;
    [("CUSTOM", features.custom.into()), ("PACKED", features.packed.into())]
}

/// The number of clocks of the bounded check, enough for a reset and two operations.
fn depth(values: &OptionValues) -> u32 {
    2 * latency(values) + 8
}

pub(super) static PCPI: FormalRules = FormalRules {
    text: |_| include_str!("pcpi.sv"),
    replaced: |values| replaced(values, PCPI_WITH_SCALAR),
    values: |values| {
        let opcode = options::config(Interface::Pcpi, values).features.opcode;
        let scalar = opcode.scalar();
        [
            ("LATENCY", latency(values)),
            ("OPCODE", opcode.bits()),
            ("SCALAR_OPCODE", scalar.bits()),
        ]
        .into_iter()
        .chain(encoding(Interface::Pcpi, values))
        .collect()
    },
    depth,
    provable: true,
    recomputed: |_| None,
};

pub(super) static NEORV32: FormalRules = FormalRules {
    text: |_| include_str!("neorv32.sv"),
    replaced: |_| &[],
    values: |values| {
        let opcode = options::config(Interface::Neorv32, values).features.opcode;
        [("LATENCY", latency(values)), ("OPCODE", opcode.bits())]
            .into_iter()
            .chain(encoding(Interface::Neorv32, values))
            .collect()
    },
    depth,
    provable: true,
    recomputed: |_| None,
};

pub(super) static CFU: FormalRules = FormalRules {
    text: |_| include_str!("cfu.sv"),
    replaced: |values| replaced(values, CFU_WITH_SCALAR),
    values: |values| vec![("LATENCY", latency(values))],
    depth,
    provable: true,
    recomputed: |values| Some(latency(values) + 3),
};

pub(super) static CV_X_IF: FormalRules = FormalRules {
    text: |values| match options::config(Interface::CvXIf, values).interface {
        Interface::CvXIf1 { .. } => include_str!("cv_x_if_1.sv"),
        _ => include_str!("cv_x_if.sv"),
    },
    replaced: |values| replaced(values, CV_X_IF_WITH_SCALAR),
    values: |values| {
        let config = options::config(Interface::CvXIf, values);
        let split = config.interface == Interface::CvXIf1 { split: true };
        [
            ("LATENCY", latency(values)),
            ("THIRD", config.features.third.into()),
            ("SPLIT", split.into()),
        ]
        .into_iter()
        .chain(encoding(Interface::CvXIf, values))
        .collect()
    },
    depth,
    provable: true,
    recomputed: |values| Some(latency(values) + 4),
};
