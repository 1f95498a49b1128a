//! The options of the register-ISA datapath.

use crate::unit::{ConfigOption, ModuleInfo, OptionRow, OptionValues, Selection, options};
use crate::units::brew::rtl::{DatapathConfig, RegisterFileForm};

/// Its name in the table of units.
pub(crate) const MODULE: ModuleInfo = ModuleInfo {
    name: "brew_datapath",
    description: "Register-ISA datapath: typed registers, packed, saturating and floating-point arithmetic.",
};

const ROWS: [OptionRow<DatapathConfig>; 5] = options! { DatapathConfig;
    depth: "depth" count('d', "STAGES", DatapathConfig::MIN_DEPTH, DatapathConfig::MAX_DEPTH, DatapathConfig::MAX_DEPTH),
        "stages before retirement",
        "Stages before retirement, 2 or 3.";

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
