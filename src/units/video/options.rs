//! The SIMD video ALU's configuration in words.

use super::DEFAULT_LATENCY;
use crate::netlist::ResetStyle;
use crate::units::video::rtl::Config;
use crate::units::{Difference, parameter};
use crate::verilog::Parameter;

/// What differs from the full configuration but for the latency; the core without a handshake has no reset.
pub(crate) fn differences(config: &Config, has_reset: bool) -> Vec<(bool, Difference)> {
    vec![
        (!config.selectors, ("--no-selectors", "noselectors")),
        (!config.accumulate, ("--no-accumulate", "noaccumulate")),
        (!config.dual, ("--no-vop2", "novop2")),
        (config.vset, ("--vset", "vset")),
        (config.dot, ("--dot", "dot")),
        (has_reset && config.reset.asynchronous, ("--reset async", "async")),
        (has_reset && config.reset.active_low, ("--reset-active low", "low")),
    ]
}

pub(crate) fn parameters(config: &Config, has_reset: bool) -> Vec<Parameter> {
    let mut parameters = vec![
        parameter(
            "latency",
            config.latency,
            "Cycles from operands to result, 0 (combinational) to 5.",
        ),
        parameter(
            "selectors",
            config.selectors,
            "Element selectors; without them every instruction takes its default elements.",
        ),
        parameter("accumulate", config.accumulate, "The secondary operation .add."),
        parameter("vop2", config.dual, "The instructions on two half-words."),
        parameter("vset", config.vset, "The comparisons vset2 and vset4."),
        parameter("dot", config.dot, "The dot products dp4a and dp2a."),
    ];
    if has_reset {
        let timing = if config.reset.asynchronous { "async" } else { "sync" };
        let level = if config.reset.active_low { "low" } else { "high" };
        parameters.push(parameter("reset", timing, "sync: at the clock edge, async: at once."));
        parameters.push(parameter("reset_active", level, "The level that resets, high or low."));
    }
    parameters
}

/// What a regression runs: in full at every latency, without and with all families of instructions; at the default latency
/// without each of the options and without all of them, and with all families without all of them.
pub(crate) fn configurations(has_reset: bool) -> Vec<Config> {
    let full = Config::full(DEFAULT_LATENCY);
    let reset = |asynchronous, active_low| Config {
        reset: ResetStyle {
            asynchronous,
            active_low,
        },
        ..full
    };
    let mut configs: Vec<Config> = (0..=Config::MAX_LATENCY).map(Config::full).collect();
    configs.push(Config {
        selectors: false,
        ..full
    });
    configs.push(Config {
        accumulate: false,
        ..full
    });
    configs.push(Config { dual: false, ..full });
    if has_reset {
        configs.extend([reset(true, false), reset(false, true)]);
    }
    configs.push(Config {
        selectors: false,
        accumulate: false,
        dual: false,
        ..reset(has_reset, has_reset)
    });
    configs.push(Config { vset: true, ..full });
    configs.push(Config { dot: true, ..full });
    let all = (0..=Config::MAX_LATENCY).map(Config::all);
    configs.extend(all);
    configs.push(Config {
        selectors: false,
        accumulate: false,
        dual: false,
        ..Config::all(DEFAULT_LATENCY)
    });
    configs
}
