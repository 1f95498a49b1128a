//! The options of the unit in a RISC-V core: those of the ALU's core, and a few more. The interface determines the reset.

use super::encoding::Opcode;
use super::rtl::{Interface, RiscvConfig};
use crate::video::DEFAULT_LATENCY;
use crate::video::options as video;
use crate::video::rtl::VideoConfig as Alu;
use lanesmith_unit::{ConfigError, ConfigOption, OptionForm, OptionRow, OptionValues, options};

/// An option of the unit that the ALU's core does not have.
type Row = OptionRow<RiscvConfig>;

/// The options for PicoRV32, which offers instructions in all custom opcodes.
pub(super) const PCPI: &[ConfigOption] = &and::<{ ALU + 3 }>(PCPI_ROWS);
const PCPI_ROWS: &[Row] = &[OPCODE, ENCODING, VXSAT];

/// The options for VexRiscv.
pub(super) const CFU: &[ConfigOption] = video::CORE_OPTIONS;

/// The options for NEORV32, whose own instructions are in custom-0.
pub(super) const NEORV32: &[ConfigOption] = &and::<{ ALU + 1 }>(NEORV32_ROWS);
const NEORV32_ROWS: &[Row] = &[ENCODING];

/// The options for cores with CV-X-IF, which can hand over a third source register.
pub(super) const CV_X_IF: &[ConfigOption] = &and::<{ ALU + 6 }>(CV_X_IF_ROWS);
const CV_X_IF_ROWS: &[Row] = &[RS3, REVISION, SPLIT, RS3_FIELD, ENCODING, VXSAT];

/// The options of an interface that the ALU's core does not have.
fn rows(interface: Interface) -> &'static [Row] {
    match interface {
        Interface::Pcpi => PCPI_ROWS,
        Interface::Cfu => &[],
        Interface::Neorv32 => NEORV32_ROWS,
        Interface::CvXIf | Interface::CvXIf1 { .. } => CV_X_IF_ROWS,
    }
}

/// The number of options of the ALU's core.
const ALU: usize = video::CORE_OPTIONS.len();

/// The options of the ALU's core, and others.
const fn and<const ALL: usize>(others: &[Row]) -> [ConfigOption; ALL] {
    let mut all = [ENCODING.option; ALL];
    let mut i = 0;
    while i < ALL {
        all[i] = if i < ALU {
            video::CORE_OPTIONS[i]
        } else {
            others[i - ALU].option
        };
        i += 1;
    }
    all
}

const VXSAT: Row = options! { RiscvConfig;
    features.vxsat: "vxsat" extra(true),
        "adds the control and status register vxsat, which saturating packed instructions set",
        "The control and status register vxsat.";
}[0];

const RS3: Row = options! { RiscvConfig;
    features.third: "rs3" extra(false),
        "adds .add and dot products with a third source register",
        "Instructions that take c from a third source register.";
}[0];

const OPCODE: Row = options! { RiscvConfig;
    features.opcode: "opcode" words("OPCODE", false,
            (Opcode::Custom1.name(), "", Opcode::Custom1), (Opcode::Custom0.name(), "custom0", Opcode::Custom0),
            (Opcode::Custom2.name(), "custom2", Opcode::Custom2), (Opcode::Custom3.name(), "custom3", Opcode::Custom3)),
        "the major opcode of its instructions; the C header must have the same",
        "The major opcode of the unit's instructions, custom-0 to custom-3.";
}[0];

/// The words for custom instructions alone, for packed instructions alone, and for both.
const ENCODING: Row = OptionRow {
    option: ConfigOption {
        option: "encoding",
        help: "its instructions: custom, those in opcodes for custom instructions; p, packed instructions of the P extension; both",
        meaning: "custom: instructions in opcodes for custom instructions; p: packed instructions of the P extension; both.",
        form: OptionForm::Word {
            unit: "ENCODING",
            words: &[("custom", ""), ("p", "p"), ("both", "both")],
            silent: true,
        },
    },
    get: |config| match (config.features.custom, config.features.packed) {
        (true, false) => 0,
        (false, _) => 1,
        (true, true) => 2,
    },
    set: |config, value| {
        config.features.custom = value != 1;
        config.features.packed = value != 0;
    },
};

/// The second value of [`REVISION`].
const REVISION_1: &str = "1.0";

const REVISION: Row = OptionRow {
    option: ConfigOption {
        option: "cv-x-if",
        help: "the revision of CV-X-IF: that of CV32E40X 0.6.0, or 1.0",
        meaning: "The revision of CV-X-IF.",
        form: OptionForm::Word {
            unit: "REVISION",
            words: &[("0.2", ""), (REVISION_1, "xif1")],
            silent: true,
        },
    },
    get: |config| is_revision_1(config).into(),
    set: |config, value| {
        if value != 0 {
            config.interface = Interface::CvXIf1 { split: false };
            config.features.third_is_rd = true;
        }
    },
};

const SPLIT: Row = OptionRow {
    option: ConfigOption {
        option: "issue-register-split",
        help: "with CV-X-IF 1.0: takes source registers after the acceptance (X_ISSUE_REGISTER_SPLIT 1)",
        meaning: "The core hands over source registers after the acceptance (X_ISSUE_REGISTER_SPLIT 1).",
        form: OptionForm::Extra { silent: true },
    },
    get: |config| (config.interface == Interface::CvXIf1 { split: true }).into(),
    set: |config, value| {
        if let Interface::CvXIf1 { split } = &mut config.interface {
            *split = value != 0;
        }
    },
};

const RS3_FIELD: Row = OptionRow {
    option: ConfigOption {
        option: "rs3-field",
        help: "with CV-X-IF 1.0: the field of the third source register, rd as in the specification, or rs3 (bits 31:27) as in CVE2",
        meaning: "The field of the third source register in instruction words: rd, or rs3 (bits 31:27).",
        form: OptionForm::Word {
            unit: "FIELD",
            words: &[("rd", ""), ("rs3", "rs3field")],
            silent: true,
        },
    },
    get: |config| (is_revision_1(config) && !config.features.third_is_rd).into(),
    set: |config, value| config.features.third_is_rd &= value == 0,
};

fn is_revision_1(config: &RiscvConfig) -> bool {
    matches!(config.interface, Interface::CvXIf1 { .. })
}

/// The configuration for these values of options.
pub(super) fn config(interface: Interface, values: &OptionValues) -> RiscvConfig {
    let base = RiscvConfig::of(interface, &video::config(values));
    OptionRow::config(rows(interface), base, values)
}

/// Checks ranges and combinations of the options for CV-X-IF.
pub(super) fn validate_cv_x_if(values: &OptionValues) -> Result<(), ConfigError> {
    let config = config(Interface::CvXIf, values);
    for Row { option, .. } in [SPLIT, RS3_FIELD] {
        if !is_revision_1(&config) && values.get(&option) != option.default() {
            return Err(ConfigError(format!(
                "--{} is of CV-X-IF {REVISION_1}: add --{} {REVISION_1}",
                option.option, REVISION.option.option
            )));
        }
    }
    config.validate()
}

/// The values of the options for a configuration.
pub(super) fn values(config: &RiscvConfig) -> OptionValues {
    let values = video::values(&config.video());
    let row = |values: OptionValues, row: &Row| values.with(&row.option, (row.get)(config));
    rows(config.interface).iter().fold(values, row)
}

/// The shipped configuration with all video instructions.
pub(super) fn video() -> OptionValues {
    video::values(&Alu::all(DEFAULT_LATENCY))
}

/// The shipped configuration with packed instructions only.
pub(super) fn packed(interface: Interface) -> OptionValues {
    values(&RiscvConfig::packed(interface, 1))
}

/// The configurations of a regression at every interface.
pub(super) fn configurations() -> Vec<OptionValues> {
    let all = video::configurations(false);
    all.iter().map(video::values).collect()
}

/// The configurations of a regression for NEORV32, which include packed instructions.
pub(super) fn configurations_of_neorv32() -> Vec<OptionValues> {
    configurations()
        .into_iter()
        .chain(with_packed(Interface::Neorv32))
        .collect()
}

/// Configurations with packed instructions only and beside custom ones, with all features and without each of them.
fn with_packed(interface: Interface) -> impl Iterator<Item = OptionValues> {
    let alone = |latency| RiscvConfig::packed(interface, latency);
    let mut small = alone(0);
    small.features.accumulate = false;
    small.features.dual = false;
    small.features.dot = false;
    small.features.vxsat = false;
    let configs = [alone(0), alone(1), alone(Alu::MAX_LATENCY), small];
    let both = [0, 3].map(|latency| RiscvConfig::with_packed(interface, latency));
    configs.into_iter().chain(both).map(|config| values(&config))
}

/// The configurations of a regression for PicoRV32, which include all opcodes and packed instructions.
pub(super) fn configurations_with_opcode() -> Vec<OptionValues> {
    let others = [Opcode::Custom0, Opcode::Custom2, Opcode::Custom3]
        .into_iter()
        .map(|opcode| {
            let mut config = RiscvConfig::all(Interface::Pcpi, 1);
            config.features.opcode = opcode;
            values(&config)
        });
    configurations()
        .into_iter()
        .chain(others)
        .chain(with_packed(Interface::Pcpi))
        .collect()
}

/// The configurations of a regression for CV-X-IF, with a third source register at every latency.
pub(super) fn configurations_with_third() -> Vec<OptionValues> {
    let third = (0..=Alu::MAX_LATENCY).map(|latency| values(&RiscvConfig::all(Interface::CvXIf, latency)));
    let later = [false, true].into_iter().flat_map(|split| {
        let interface = Interface::CvXIf1 { split };
        let all = [0, 1, 2, Alu::MAX_LATENCY].map(|latency| RiscvConfig::all(interface, latency));
        all.into_iter()
    });
    let rs3_field = [RiscvConfig::all, RiscvConfig::with_packed].map(|config| {
        let mut config = config(Interface::CvXIf1 { split: false }, 1);
        config.features.third_is_rd = false;
        config.features.vxsat = false;
        values(&config)
    });
    configurations()
        .into_iter()
        .chain(third)
        .chain(rs3_field)
        .chain(later.map(|config| values(&config)))
        .chain(with_packed(Interface::CvXIf))
        .chain(with_packed(Interface::CvXIf1 { split: false }))
        .chain(with_packed(Interface::CvXIf1 { split: true }))
        .collect()
}
