//! The options of the register-ISA datapath.

use crate::brew::rtl::{DatapathConfig, RegisterFileForm};
use lanesmith_unit::{ConfigOption, ModuleInfo, OptionForm, OptionRow, OptionValues, Selection, options};

/// Its name in the table of units.
pub(crate) const MODULE: ModuleInfo = ModuleInfo {
    name: "brew_datapath",
    description: "Register-ISA datapath: typed registers, packed, saturating and floating-point arithmetic.",
};

/// Part of names and commands, as in `brew_datapath_d3`: the only number of stages.
const DEPTH: OptionRow<DatapathConfig> = OptionRow {
    option: ConfigOption {
        option: "depth",
        help: "stages before retirement",
        meaning: "Stages before retirement, 3.",
        form: OptionForm::Count {
            letter: 'd',
            unit: "STAGES",
            first: DatapathConfig::DEPTH,
            last: DatapathConfig::DEPTH,
            default: DatapathConfig::DEPTH,
        },
    },
    get: |_| DatapathConfig::DEPTH,
    set: |_, _| {},
};

const PARTS: [OptionRow<DatapathConfig>; 4] = options! { DatapathConfig;
    float: "no-float" part(),
        "leaves out floating-point arithmetic",
        "FP32 and FP16X2; without them their arithmetic raises the invalid-instruction exception.";

    multiplier: "no-multiplier" part(),
        "leaves out multiplication",
        "Integer multiplication; without it it raises the invalid-instruction exception.";

    serial_multiplier: "serial-multiplier" extra(true),
        "multiplies with one 16 x 16 multiplier instead of four: smaller, 3 to 6 cycles slower",
        "One 16 x 16 multiplier instead of four: a multiplication takes 3 cycles more, of FP16X2 6 more.";

    register_file: "register-file" words("FORM", false,
            ("asynchronous", "", RegisterFileForm::Asynchronous), ("synchronous", "syncfile", RegisterFileForm::Synchronous)),
        "read port of the register file, distributed RAM or block RAM",
        "asynchronous: distributed memory or flip-flops, synchronous: block memory.";
};

const ROWS: [OptionRow<DatapathConfig>; 5] = [DEPTH, PARTS[0], PARTS[1], PARTS[2], PARTS[3]];

/// The options.
pub(crate) const OPTIONS: &[ConfigOption] = &OptionRow::options(&ROWS);

/// A configuration as values of the options.
pub(crate) fn values(config: &DatapathConfig) -> OptionValues {
    OptionRow::values(&ROWS, config)
}

/// The configuration for these values of options.
pub(crate) fn config(values: &OptionValues) -> DatapathConfig {
    OptionRow::config(&ROWS, DatapathConfig::full(), values)
}

/// The configuration that is selected, if it is one of this module.
pub(crate) fn selected(selection: &Selection) -> Option<DatapathConfig> {
    selection.of(&MODULE).map(|values| config(&values))
}

/// The configurations of a regression: every valid datapath.
pub(crate) fn configurations() -> Vec<DatapathConfig> {
    let mut configs = Vec::new();
    for register_file in [RegisterFileForm::Asynchronous, RegisterFileForm::Synchronous] {
        for (float, multiplier) in [(true, true), (false, true), (true, false), (false, false)] {
            configs.extend([false, true].map(|serial_multiplier| DatapathConfig {
                float,
                multiplier,
                serial_multiplier,
                register_file,
            }));
        }
    }
    configs.retain(|config| config.validate().is_ok());
    configs
}
