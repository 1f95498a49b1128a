//! What can be chosen about the SIMD video ALU and its core.

use super::DEFAULT_LATENCY;
use crate::netlist::ResetStyle;
use crate::rtl::device::Device;
use crate::unit::{Choice, Form, LATENCY, Values};
use crate::units::video::rtl::Config;

/// The choices of the ALU. The core has no reset, which the last [`RESETS`] are about.
pub(crate) const CHOICES: &[Choice] = &[
    Choice {
        option: "latency",
        parameter: LATENCY,
        help: "cycles from operands to result",
        meaning: "Cycles from operands to result, 0 (combinational) to 5.",
        form: Form::Count {
            letter: 'l',
            unit: "CYCLES",
            first: 0,
            last: Config::MAX_LATENCY,
            default: DEFAULT_LATENCY,
        },
    },
    Choice {
        option: "no-selectors",
        parameter: "selectors",
        help: "leaves out the element selectors",
        meaning: "Element selectors; without them every instruction takes its default elements.",
        form: Form::Part { without: "noselectors" },
    },
    Choice {
        option: "no-accumulate",
        parameter: "accumulate",
        help: "leaves out .add",
        meaning: "The secondary operation .add.",
        form: Form::Part {
            without: "noaccumulate",
        },
    },
    Choice {
        option: "no-vop2",
        parameter: "vop2",
        help: "leaves out the instructions on half-words",
        meaning: "The instructions on two half-words.",
        form: Form::Part { without: "novop2" },
    },
    Choice {
        option: "vset",
        parameter: "vset",
        help: "adds the comparisons, vset2 and vset4",
        meaning: "The comparisons vset2 and vset4.",
        form: Form::Extra { with: "vset" },
    },
    Choice {
        option: "dot",
        parameter: "dot",
        help: "adds the dot products, dp4a and dp2a",
        meaning: "The dot products dp4a and dp2a.",
        form: Form::Extra { with: "dot" },
    },
    Choice {
        option: "device",
        parameter: "device",
        help: "instantiates cells of a device; portable instantiates none",
        meaning: "The device whose cells it instantiates, ecp5 or ice40.",
        form: Form::Word {
            unit: "DEVICE",
            words: &[("portable", ""), ("ecp5", "ecp5"), ("ice40", "ice40")],
            silent: true,
        },
    },
    Choice {
        option: "reset",
        parameter: "reset",
        help: "timing of the reset, at the clock edge or at once",
        meaning: "sync: at the clock edge, async: at once.",
        form: Form::Word {
            unit: "TIMING",
            words: &[("sync", ""), ("async", "async")],
            silent: false,
        },
    },
    Choice {
        option: "reset-active",
        parameter: "reset_active",
        help: "active level of the reset; the port is reset or reset_n",
        meaning: "The level that resets, high or low.",
        form: Form::Word {
            unit: "LEVEL",
            words: &[("high", ""), ("low", "low")],
            silent: false,
        },
    },
];

/// How many of the choices are about the reset.
const RESETS: usize = 2;

/// The choices of the core.
pub(crate) const CORE_CHOICES: &[Choice] = CHOICES.split_at(CHOICES.len() - RESETS).0;

/// A configuration as values of these choices.
pub(crate) fn values(config: &Config, choices: &[Choice]) -> Values {
    let chosen = [
        config.latency,
        (!config.selectors).into(),
        (!config.accumulate).into(),
        (!config.dual).into(),
        config.vset.into(),
        config.dot.into(),
        config.device as u32,
        config.reset.asynchronous.into(),
        config.reset.active_low.into(),
    ];
    let mut values = Values::default();
    values[..choices.len()].copy_from_slice(&chosen[..choices.len()]);
    values
}

/// The configuration that values stand for.
pub(crate) fn config(values: &Values) -> Config {
    let [
        latency,
        no_selectors,
        no_accumulate,
        no_vop2,
        vset,
        dot,
        device,
        asynchronous,
        active_low,
        ..,
    ] = *values;
    Config {
        latency,
        selectors: no_selectors == 0,
        accumulate: no_accumulate == 0,
        dual: no_vop2 == 0,
        vset: vset != 0,
        dot: dot != 0,
        device: match device {
            1 => Device::Ecp5,
            2 => Device::Ice40,
            _ => Device::Portable,
        },
        reset: ResetStyle {
            asynchronous: asynchronous != 0,
            active_low: active_low != 0,
        },
    }
}

/// What is shipped.
pub(crate) fn shipped() -> Vec<Config> {
    let base = (0..=Config::MAX_LATENCY).map(Config::full);
    base.chain([Config::all(DEFAULT_LATENCY)]).collect()
}

/// What a regression runs: in full at every latency, without and with all families of instructions; at the default latency
/// without each of the options and without all of them, with all families without all of them, and made for each device.
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
    for device in [Device::Ecp5, Device::Ice40] {
        configs.extend([full, Config::all(DEFAULT_LATENCY)].map(|config| Config { device, ..config }));
    }
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
