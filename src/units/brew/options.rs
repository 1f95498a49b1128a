//! The register-ISA datapath's configuration in words.

use crate::units::brew::rtl::{Config, RegisterFileForm};
use crate::units::{Difference, parameter};
use crate::verilog::Parameter;

/// What differs from the full configuration but for the depth.
pub(crate) fn differences(config: &Config) -> Vec<(bool, Difference)> {
    let synchronous = config.register_file == RegisterFileForm::Synchronous;
    vec![
        (!config.float, ("--no-float", "nofloat")),
        (!config.multiplier, ("--no-multiplier", "nomultiplier")),
        (synchronous, ("--register-file synchronous", "syncfile")),
    ]
}

pub(crate) fn parameters(config: &Config) -> Vec<Parameter> {
    let form = match config.register_file {
        RegisterFileForm::Asynchronous => "asynchronous",
        RegisterFileForm::Synchronous => "synchronous",
    };
    vec![
        parameter("depth", config.depth, "Stages before retirement, 2 or 3."),
        parameter(
            "float",
            config.float,
            "FP32 and FP16X2; without them their arithmetic raises the invalid-instruction exception.",
        ),
        parameter(
            "multiplier",
            config.multiplier,
            "Integer multiplication; without it it raises the invalid-instruction exception.",
        ),
        parameter(
            "register_file",
            form,
            "asynchronous: distributed memory or flip-flops, synchronous: block memory.",
        ),
    ]
}

/// What a regression runs: every datapath that there is.
pub(crate) fn configurations() -> Vec<Config> {
    let mut configs = Vec::new();
    for register_file in [RegisterFileForm::Asynchronous, RegisterFileForm::Synchronous] {
        for depth in [3, 2] {
            for (float, multiplier) in [(true, true), (false, true), (true, false), (false, false)] {
                configs.push(Config {
                    float,
                    multiplier,
                    depth,
                    register_file,
                });
            }
        }
    }
    configs.retain(|config| config.validate().is_ok());
    configs
}
