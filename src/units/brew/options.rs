//! The options of the register-ISA datapath.

use crate::unit::{ConfigOption, ModuleInfo, OptionForm, OptionValues, Selection};
use crate::units::brew::rtl::{DatapathConfig, RegisterFileForm};

/// Its name in the table of units.
pub(crate) const MODULE: ModuleInfo = ModuleInfo {
    name: "brew_datapath",
    description: "Register-ISA datapath: typed registers, packed, saturating and floating-point arithmetic.",
};

/// The choices.
pub(crate) const OPTIONS: &[ConfigOption] = &[DEPTH, FLOAT, MULTIPLIER, SERIAL_MULTIPLIER, REGISTER_FILE];

const DEPTH: ConfigOption = ConfigOption {
    option: "depth",
    parameter: "depth",
    help: "stages before retirement",
    meaning: "Stages before retirement, 2 or 3.",
    form: OptionForm::Count {
        letter: 'd',
        unit: "STAGES",
        first: DatapathConfig::MIN_DEPTH,
        last: DatapathConfig::MAX_DEPTH,
        default: DatapathConfig::MAX_DEPTH,
    },
};

const FLOAT: ConfigOption = ConfigOption {
    option: "no-float",
    parameter: "float",
    help: "leaves out floating-point arithmetic",
    meaning: "FP32 and FP16X2; without them their arithmetic raises the invalid-instruction exception.",
    form: OptionForm::Part { without: "nofloat" },
};

const MULTIPLIER: ConfigOption = ConfigOption {
    option: "no-multiplier",
    parameter: "multiplier",
    help: "leaves out multiplication",
    meaning: "Integer multiplication; without it it raises the invalid-instruction exception.",
    form: OptionForm::Part {
        without: "nomultiplier",
    },
};

const SERIAL_MULTIPLIER: ConfigOption = ConfigOption {
    option: "serial-multiplier",
    parameter: "serial_multiplier",
    help: "multiplies with one 16 x 16 multiplier instead of four: smaller, 3 to 6 cycles slower",
    meaning: "One 16 x 16 multiplier instead of four: a multiplication takes 3 cycles more, of FP16X2 6 more.",
    form: OptionForm::Extra {
        with: "serialmultiplier",
        silent: true,
    },
};

const ASYNCHRONOUS: &str = "asynchronous";
const SYNCHRONOUS: &str = "synchronous";

const REGISTER_FILE: ConfigOption = ConfigOption {
    option: "register-file",
    parameter: "register_file",
    help: "read port of the register file, distributed RAM or block RAM",
    meaning: "asynchronous: distributed memory or flip-flops, synchronous: block memory.",
    form: OptionForm::Word {
        unit: "FORM",
        words: &[(ASYNCHRONOUS, ""), (SYNCHRONOUS, "syncfile")],
        silent: false,
    },
};

/// A configuration as values of the choices.
pub(crate) fn values(config: &DatapathConfig) -> OptionValues {
    OptionValues::default()
        .with(&DEPTH, config.depth)
        .with_part(&FLOAT, config.float)
        .with_part(&MULTIPLIER, config.multiplier)
        .with_part(&SERIAL_MULTIPLIER, config.serial_multiplier)
        .with_word(
            &REGISTER_FILE,
            match config.register_file {
                RegisterFileForm::Asynchronous => ASYNCHRONOUS,
                RegisterFileForm::Synchronous => SYNCHRONOUS,
            },
        )
}

/// The configuration for these values of options.
pub(crate) fn config(values: &OptionValues) -> DatapathConfig {
    DatapathConfig {
        float: values.has(&FLOAT),
        multiplier: values.has(&MULTIPLIER),
        serial_multiplier: values.has(&SERIAL_MULTIPLIER),
        depth: values.get(&DEPTH),
        register_file: match values.word(&REGISTER_FILE) {
            SYNCHRONOUS => RegisterFileForm::Synchronous,
            _ => RegisterFileForm::Asynchronous,
        },
    }
}

/// The configuration that is selected, if it is one of this module.
pub(crate) fn selected(selection: &Selection) -> Option<DatapathConfig> {
    selection.of(&MODULE).map(|values| config(&values))
}

/// The configurations of a regression: every valid datapath.
pub(crate) fn configurations() -> Vec<DatapathConfig> {
    let mut configs = Vec::new();
    for register_file in [RegisterFileForm::Asynchronous, RegisterFileForm::Synchronous] {
        for depth in [3, 2] {
            for (float, multiplier) in [(true, true), (false, true), (true, false), (false, false)] {
                configs.extend([false, true].map(|serial_multiplier| DatapathConfig {
                    float,
                    multiplier,
                    serial_multiplier,
                    depth,
                    register_file,
                }));
            }
        }
    }
    configs.retain(|config| config.validate().is_ok());
    configs
}
