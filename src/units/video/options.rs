//! What can be chosen about the SIMD video ALU and its core.

use super::DEFAULT_LATENCY;
use crate::netlist::ResetStyle;
use crate::rtl::device::Device;
use crate::unit::{self, Choice, Form, Values};
use crate::units::video::rtl::Config;

/// The choices of the ALU. The core has no reset, which the last [`RESETS`] are about.
pub(crate) const CHOICES: &[Choice] = &[
    LATENCY,
    SELECTORS,
    ACCUMULATE,
    HALF_WORDS,
    COMPARISONS,
    DOT_PRODUCTS,
    DEVICE,
    RESET_TIMING,
    RESET_LEVEL,
];

const LATENCY: Choice = Choice {
    option: "latency",
    parameter: unit::LATENCY,
    help: "cycles from operands to result",
    meaning: "Cycles from operands to result, 0 (combinational) to 5.",
    form: Form::Count {
        letter: 'l',
        unit: "CYCLES",
        first: 0,
        last: Config::MAX_LATENCY,
        default: DEFAULT_LATENCY,
    },
};

const SELECTORS: Choice = Choice {
    option: "no-selectors",
    parameter: "selectors",
    help: "leaves out the element selectors",
    meaning: "Element selectors; without them every instruction takes its default elements.",
    form: Form::Part { without: "noselectors" },
};

const ACCUMULATE: Choice = Choice {
    option: "no-accumulate",
    parameter: "accumulate",
    help: "leaves out .add",
    meaning: "The secondary operation .add.",
    form: Form::Part {
        without: "noaccumulate",
    },
};

const HALF_WORDS: Choice = Choice {
    option: "no-vop2",
    parameter: "vop2",
    help: "leaves out the instructions on half-words",
    meaning: "The instructions on two half-words.",
    form: Form::Part { without: "novop2" },
};

const COMPARISONS: Choice = Choice {
    option: "vset",
    parameter: "vset",
    help: "adds the comparisons, vset2 and vset4",
    meaning: "The comparisons vset2 and vset4.",
    form: Form::Extra { with: "vset" },
};

const DOT_PRODUCTS: Choice = Choice {
    option: "dot",
    parameter: "dot",
    help: "adds the dot products, dp4a and dp2a",
    meaning: "The dot products dp4a and dp2a.",
    form: Form::Extra { with: "dot" },
};

const PORTABLE: &str = "portable";
const ECP5: &str = "ecp5";
const ICE40: &str = "ice40";

const DEVICE: Choice = Choice {
    option: "device",
    parameter: "device",
    help: "instantiates cells of a device; portable instantiates none",
    meaning: "The device whose cells it instantiates, ecp5 or ice40.",
    form: Form::Word {
        unit: "DEVICE",
        words: &[(PORTABLE, ""), (ECP5, "ecp5"), (ICE40, "ice40")],
        silent: true,
    },
};

const SYNC: &str = "sync";
const ASYNC: &str = "async";

const RESET_TIMING: Choice = Choice {
    option: "reset",
    parameter: "reset",
    help: "timing of the reset, at the clock edge or at once",
    meaning: "sync: at the clock edge, async: at once.",
    form: Form::Word {
        unit: "TIMING",
        words: &[(SYNC, ""), (ASYNC, "async")],
        silent: false,
    },
};

const HIGH: &str = "high";
const LOW: &str = "low";

const RESET_LEVEL: Choice = Choice {
    option: "reset-active",
    parameter: "reset_active",
    help: "active level of the reset; the port is reset or reset_n",
    meaning: "The level that resets, high or low.",
    form: Form::Word {
        unit: "LEVEL",
        words: &[(HIGH, ""), (LOW, "low")],
        silent: false,
    },
};

/// How many of the choices are about the reset.
const RESETS: usize = 2;

/// The choices of the core.
pub(crate) const CORE_CHOICES: &[Choice] = CHOICES.split_at(CHOICES.len() - RESETS).0;

/// A configuration as values of the choices.
pub(crate) fn values(config: &Config) -> Values {
    Values::default()
        .with(&LATENCY, config.latency)
        .with_part(&SELECTORS, config.selectors)
        .with_part(&ACCUMULATE, config.accumulate)
        .with_part(&HALF_WORDS, config.dual)
        .with_part(&COMPARISONS, config.vset)
        .with_part(&DOT_PRODUCTS, config.dot)
        .with_word(
            &DEVICE,
            match config.device {
                Device::Portable => PORTABLE,
                Device::Ecp5 => ECP5,
                Device::Ice40 => ICE40,
            },
        )
        .with_word(&RESET_TIMING, if config.reset.asynchronous { ASYNC } else { SYNC })
        .with_word(&RESET_LEVEL, if config.reset.active_low { LOW } else { HIGH })
}

/// The configuration that values stand for.
pub(crate) fn config(values: &Values) -> Config {
    Config {
        latency: values.get(&LATENCY),
        selectors: values.has(&SELECTORS),
        accumulate: values.has(&ACCUMULATE),
        dual: values.has(&HALF_WORDS),
        vset: values.has(&COMPARISONS),
        dot: values.has(&DOT_PRODUCTS),
        device: match values.word(&DEVICE) {
            ECP5 => Device::Ecp5,
            ICE40 => Device::Ice40,
            _ => Device::Portable,
        },
        reset: ResetStyle {
            asynchronous: values.word(&RESET_TIMING) == ASYNC,
            active_low: values.word(&RESET_LEVEL) == LOW,
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
