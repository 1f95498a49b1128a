//! The register-ISA datapath's configuration in words.

use super::{Difference, parameter};
use crate::rtl::brew::{Config, RegisterFileForm};
use crate::verilog::Parameter;

/// What differs from the full configuration but for the depth.
pub(super) fn differences(config: &Config) -> Vec<(bool, Difference)> {
    let synchronous = config.register_file == RegisterFileForm::Synchronous;
    vec![
        (!config.float, ("--no-float", "nofloat")),
        (!config.multiplier, ("--no-multiplier", "nomultiplier")),
        (synchronous, ("--register-file synchronous", "syncfile")),
    ]
}

/// Every combination that there is.
pub(super) fn variants() -> Vec<Config> {
    let mut variants = Vec::new();
    for register_file in [RegisterFileForm::Asynchronous, RegisterFileForm::Synchronous] {
        for depth in [3, 2] {
            for (float, multiplier) in [(true, true), (false, true), (true, false), (false, false)] {
                variants.push(Config {
                    float,
                    multiplier,
                    depth,
                    register_file,
                });
            }
        }
    }
    variants.retain(|config| config.validate().is_ok());
    variants
}

pub(super) fn parameters(config: &Config) -> Vec<Parameter> {
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
