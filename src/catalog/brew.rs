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
