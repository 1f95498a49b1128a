//! The options of the unit in a RISC-V core: those of the ALU's core, and a few more. The interface determines the reset.

use super::encoding::{Features, Opcode};
use super::rtl::{Interface, RiscvConfig};
use crate::unit::{ConfigError, ConfigOption, ModuleInfo, OptionForm, OptionValues, Selection};
use crate::units::video::DEFAULT_LATENCY;
use crate::units::video::options as video;
use crate::units::video::rtl::VideoConfig as Alu;

/// The options at every interface.
pub(super) const OPTIONS: &[ConfigOption] = &and::<2, { ALU + 2 }>([SCALAR, MULTIPLY_ADD]);

/// The options for a core that offers no instructions in the opcode of scalar instructions.
pub(super) const CHOICES_WITHOUT_SCALAR: &[ConfigOption] = &and::<1, { ALU + 1 }>([ENCODING]);

/// The options for a core that can hand over a third source register.
pub(super) const CHOICES_WITH_THIRD: &[ConfigOption] =
    &and::<8, { ALU + 8 }>([RS3, SCALAR, MULTIPLY_ADD, REVISION, SPLIT, RS3_FIELD, ENCODING, VXSAT]);

/// The options for a core that offers instructions in all custom opcodes.
pub(super) const CHOICES_WITH_OPCODE: &[ConfigOption] =
    &and::<5, { ALU + 5 }>([OPCODE, SCALAR, MULTIPLY_ADD, ENCODING, VXSAT]);

/// The number of options of the ALU's core.
const ALU: usize = video::CORE_OPTIONS.len();

/// The options of the ALU's core, and others.
const fn and<const OTHERS: usize, const ALL: usize>(others: [ConfigOption; OTHERS]) -> [ConfigOption; ALL] {
    let mut all = [SCALAR; ALL];
    let mut i = 0;
    while i < ALL {
        all[i] = match i < ALU {
            true => video::CORE_OPTIONS[i],
            false => others[i - ALU],
        };
        i += 1;
    }
    all
}

/// A part that the unit has if the option is given.
const fn extra(
    [option, parameter, with]: [&'static str; 3],
    help: &'static str,
    meaning: &'static str,
    silent: bool,
) -> ConfigOption {
    ConfigOption {
        option,
        parameter,
        help,
        meaning,
        form: OptionForm::Extra { with, silent },
    }
}

const SCALAR: ConfigOption = extra(
    ["scalar", "scalar", "scalar"],
    "adds the scalar instructions, in an opcode of their own",
    "The scalar instructions vadd to vset.",
    true,
);

const MULTIPLY_ADD: ConfigOption = extra(
    ["mad", "mad", "mad"],
    "adds vmad to the scalar instructions",
    "The scalar instruction vmad.",
    true,
);

const CUSTOM: &str = "custom";
const P: &str = "p";
const BOTH: &str = "both";

const ENCODING: ConfigOption = ConfigOption {
    option: "encoding",
    parameter: "encoding",
    help: "its instructions: custom, those in opcodes for custom instructions; p, packed instructions of the P extension; both",
    meaning: "custom: instructions in opcodes for custom instructions; p: packed instructions of the P extension; both.",
    form: OptionForm::Word {
        unit: "ENCODING",
        words: &[(CUSTOM, ""), (P, "p"), (BOTH, "both")],
        silent: true,
    },
};

const VXSAT: ConfigOption = extra(
    ["vxsat", "vxsat", "vxsat"],
    "adds the control and status register vxsat, which saturating packed instructions set",
    "The control and status register vxsat.",
    true,
);

const RS3: ConfigOption = extra(
    ["rs3", "rs3", "rs3"],
    "adds .add and dot products with a third source register",
    "Instructions that take c from a third source register.",
    false,
);

/// The value of the option for CV-X-IF 1.0.
const REVISION_1: &str = "1.0";

const REVISION: ConfigOption = ConfigOption {
    option: "cv-x-if",
    parameter: "cv_x_if",
    help: "the revision of CV-X-IF: that of CV32E40X 0.6.0, or 1.0",
    meaning: "The revision of CV-X-IF.",
    form: OptionForm::Word {
        unit: "REVISION",
        words: &[("0.2", ""), (REVISION_1, "xif1")],
        silent: true,
    },
};

const SPLIT: ConfigOption = extra(
    ["issue-register-split", "issue_register_split", "split"],
    "with CV-X-IF 1.0: takes source registers after the acceptance (X_ISSUE_REGISTER_SPLIT 1)",
    "The core hands over source registers after the acceptance (X_ISSUE_REGISTER_SPLIT 1).",
    true,
);

/// The value of the option for cores with CV-X-IF 1.0 that hand over the register of bits 31:27.
const BITS_31_27: &str = "rs3";

const RS3_FIELD: ConfigOption = ConfigOption {
    option: "rs3-field",
    parameter: "rs3_field",
    help: "with CV-X-IF 1.0: the field of the third source register, rd as in the specification, or rs3 (bits 31:27) as in CVE2",
    meaning: "The field of the third source register in instruction words: rd, or rs3 (bits 31:27).",
    form: OptionForm::Word {
        unit: "FIELD",
        words: &[("rd", ""), (BITS_31_27, "rs3field")],
        silent: true,
    },
};

const OPCODE: ConfigOption = ConfigOption {
    option: "opcode",
    parameter: "opcode",
    help: "the major opcode of its instructions; the C header must have the same",
    meaning: "The major opcode of the unit's instructions, custom-0 to custom-3.",
    form: OptionForm::Word {
        unit: "OPCODE",
        words: &[
            (OPCODES[0].name(), ""),
            (OPCODES[1].name(), "custom0"),
            (OPCODES[2].name(), "custom2"),
            (OPCODES[3].name(), "custom3"),
        ],
        silent: false,
    },
};

/// The opcodes in the order of the option's values; the first one is the default.
const OPCODES: [Opcode; 4] = [Opcode::Custom1, Opcode::Custom0, Opcode::Custom2, Opcode::Custom3];

/// The name of an interface's module in the table of units.
pub(super) const fn module(interface: Interface) -> ModuleInfo {
    match interface {
        Interface::Pcpi => ModuleInfo {
            name: "riscv_pcpi",
            description: "SIMD video instructions for PicoRV32, at its co-processor interface.",
        },
        Interface::Cfu => ModuleInfo {
            name: "riscv_cfu",
            description: "SIMD video instructions for VexRiscv, as a custom-function unit.",
        },
        Interface::Neorv32 => ModuleInfo {
            name: "neorv32_cfu",
            description: "SIMD video instructions for NEORV32, as its custom functions unit.",
        },
        Interface::CvXIf | Interface::CvXIf1 { .. } => ModuleInfo {
            name: "riscv_cv_x_if",
            description: "SIMD video instructions for CV32E40X, at its eXtension interface CV-X-IF.",
        },
    }
}

/// The selected configuration; `None` if another module is selected.
pub(super) fn selected(selection: &Selection) -> Option<RiscvConfig> {
    let mut interfaces = Interface::ALL.into_iter();
    interfaces.find_map(|interface| Some(config(interface, &selection.of(&module(interface))?)))
}

/// The configuration for these values of options.
pub(super) fn config(interface: Interface, values: &OptionValues) -> RiscvConfig {
    let interface = match interface {
        Interface::CvXIf if values.word(&REVISION) == REVISION_1 => Interface::CvXIf1 {
            split: values.has(&SPLIT),
        },
        interface => interface,
    };
    let mut config = RiscvConfig::of(interface, &video::config(values));
    config.features.scalar = values.has(&SCALAR);
    config.features.mad = values.has(&MULTIPLY_ADD);
    if interface != Interface::Cfu {
        let encoding = values.word(&ENCODING);
        config.features.custom = encoding != P;
        config.features.packed = encoding != CUSTOM;
        config.features.vxsat = values.has(&VXSAT);
    }
    match interface {
        Interface::Pcpi => {
            let named = OPCODES.iter().find(|opcode| opcode.name() == values.word(&OPCODE));
            config.features.opcode = *named.unwrap_or(&OPCODES[0]);
        }
        Interface::Cfu | Interface::Neorv32 => {}
        Interface::CvXIf | Interface::CvXIf1 { .. } => {
            config.features.third = values.has(&RS3);
            config.features.third_is_rd &= values.word(&RS3_FIELD) != BITS_31_27;
        }
    }
    config
}

/// Checks ranges and combinations of the options for CV-X-IF.
pub(super) fn validate_cv_x_if(values: &OptionValues) -> Result<(), ConfigError> {
    let is_0_2 = values.word(&REVISION) != REVISION_1;
    for option in [SPLIT, RS3_FIELD] {
        if is_0_2 && values.get(&option) != option.default() {
            return Err(ConfigError(format!(
                "--{} is of CV-X-IF {REVISION_1}: add --{} {REVISION_1}",
                option.option, REVISION.option
            )));
        }
    }
    config(Interface::CvXIf, values).validate()
}

/// The values of the options for a configuration.
pub(super) fn values(config: &RiscvConfig) -> OptionValues {
    let is_1 = matches!(config.interface, Interface::CvXIf1 { .. });
    video::values(&config.video())
        .with_word(&OPCODE, config.features.opcode.name())
        .with_part(&RS3, config.features.third)
        .with_word(&REVISION, if is_1 { REVISION_1 } else { "" })
        .with_part(&SPLIT, config.interface == Interface::CvXIf1 { split: true })
        .with_word(
            &RS3_FIELD,
            if is_1 && !config.features.third_is_rd {
                BITS_31_27
            } else {
                ""
            },
        )
        .with_part(&SCALAR, config.features.scalar)
        .with_part(&MULTIPLY_ADD, config.features.mad)
        .with_word(&ENCODING, encoding(&config.features))
        .with_part(&VXSAT, config.features.vxsat)
}

fn encoding(features: &Features) -> &'static str {
    match (features.custom, features.packed) {
        (true, false) => CUSTOM,
        (false, _) => P,
        (true, true) => BOTH,
    }
}

/// The shipped configuration with all video instructions.
pub(super) fn video() -> OptionValues {
    video::values(&Alu::all(DEFAULT_LATENCY))
}

/// The shipped configuration with packed instructions only.
pub(super) fn packed(interface: Interface) -> OptionValues {
    values(&RiscvConfig::packed(interface, 1))
}

/// The configurations of a regression.
pub(super) fn configurations() -> Vec<OptionValues> {
    of(Interface::Cfu).collect()
}

/// The configurations of a regression without scalar instructions.
pub(super) fn configurations_without_scalar() -> Vec<OptionValues> {
    let all = video::configurations(false).into_iter();
    let packed = with_packed(Interface::Neorv32);
    all.map(|config| video::values(&config)).chain(packed).collect()
}

/// The configurations of a regression at every interface.
fn of(interface: Interface) -> impl Iterator<Item = OptionValues> {
    let all = video::configurations(false).into_iter();
    all.map(|config| video::values(&config)).chain(with_scalar(interface))
}

/// Configurations with packed instructions only and beside custom ones, with all features and without each of them.
fn with_packed(interface: Interface) -> impl Iterator<Item = OptionValues> {
    let alone = |latency| RiscvConfig::packed(interface, latency);
    let mut small = alone(0);
    small.features.accumulate = false;
    small.features.dual = false;
    small.features.dot = false;
    small.features.vxsat = false;
    let mut scalar = RiscvConfig::with_packed(interface, 2);
    scalar.features = scalar.features.with_scalar(true);
    let configs = [alone(0), alone(1), alone(Alu::MAX_LATENCY), small];
    let both = [0, 3].map(|latency| RiscvConfig::with_packed(interface, latency));
    configs
        .into_iter()
        .chain(both)
        .chain([scalar])
        .map(|config| values(&config))
}

/// Configurations with scalar instructions, without and with `vmad`. In the last one the latency is longer than scalar instructions need.
fn with_scalar(interface: Interface) -> impl Iterator<Item = OptionValues> {
    let some = [(1, false), (2, true), (Alu::MAX_LATENCY, true)];
    some.into_iter()
        .map(move |(latency, mad)| values(&RiscvConfig::with_scalar(interface, latency, mad)))
}

/// The configurations of a regression for PicoRV32, which include all opcodes and packed instructions.
pub(super) fn configurations_with_opcode() -> Vec<OptionValues> {
    let others = OPCODES[1..].iter().map(|opcode| {
        let mut config = RiscvConfig::all(Interface::Pcpi, 1);
        config.features.opcode = *opcode;
        values(&config)
    });
    of(Interface::Pcpi)
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
        all.into_iter().chain([RiscvConfig::with_scalar(interface, 1, true)])
    });
    let rs3_field = [RiscvConfig::all, RiscvConfig::with_packed].map(|config| {
        let mut config = config(Interface::CvXIf1 { split: false }, 1);
        config.features.third_is_rd = false;
        config.features.vxsat = false;
        values(&config)
    });
    of(Interface::CvXIf)
        .chain(third)
        .chain(rs3_field)
        .chain(later.map(|config| values(&config)))
        .chain(with_packed(Interface::CvXIf))
        .chain(with_packed(Interface::CvXIf1 { split: false }))
        .chain(with_packed(Interface::CvXIf1 { split: true }))
        .collect()
}
