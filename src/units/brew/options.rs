//! The options of the register-ISA datapath.

use crate::unit::{ConfigOption, ModuleInfo, OptionForm, OptionValues, Selection, config_options};
use crate::units::brew::rtl::{DatapathConfig, RegisterFileForm};

/// Its name in the table of units.
pub(crate) const MODULE: ModuleInfo = ModuleInfo {
    name: "brew_datapath",
    description: "Register-ISA datapath: typed registers, packed, saturating and floating-point arithmetic.",
};

/// The choices.
pub(crate) const OPTIONS: &[ConfigOption] = &[DEPTH, FLOAT, MULTIPLIER, SERIAL_MULTIPLIER, REGISTER_FILE];

config_options! {
    DEPTH = "depth", "depth",
        OptionForm::Count {
            letter: 'd', unit: "STAGES",
            first: DatapathConfig::MIN_DEPTH, last: DatapathConfig::MAX_DEPTH, default: DatapathConfig::MAX_DEPTH,
        },
        "stages before retirement",
        "Stages before retirement, 2 or 3.";

    FLOAT = "no-float", "float", OptionForm::Part { without: "nofloat" },
        "leaves out floating-point arithmetic",
        "FP32 and FP16X2; without them their arithmetic raises the invalid-instruction exception.";

    MULTIPLIER = "no-multiplier", "multiplier", OptionForm::Part { without: "nomultiplier" },
        "leaves out multiplication",
        "Integer multiplication; without it it raises the invalid-instruction exception.";

    SERIAL_MULTIPLIER = "serial-multiplier", "serial_multiplier",
        OptionForm::Extra { with: "serialmultiplier", silent: true },
        "multiplies with one 16 x 16 multiplier instead of four: smaller, 3 to 6 cycles slower",
        "One 16 x 16 multiplier instead of four: a multiplication takes 3 cycles more, of FP16X2 6 more.";

    REGISTER_FILE = "register-file", "register_file",
        OptionForm::Word { unit: "FORM", words: &[(ASYNCHRONOUS, ""), (SYNCHRONOUS, "syncfile")], silent: false },
        "read port of the register file, distributed RAM or block RAM",
        "asynchronous: distributed memory or flip-flops, synchronous: block memory.";
}

const ASYNCHRONOUS: &str = "asynchronous";
const SYNCHRONOUS: &str = "synchronous";

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
