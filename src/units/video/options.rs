//! The options of the SIMD video ALU and of its core.

use crate::netlist::ResetStyle;
use crate::rtl::device::Device;
use crate::unit::pipelined::latency_option;
use crate::unit::{ConfigOption, OptionForm, OptionValues};
use crate::units::video::rtl::VideoConfig;

/// The default latency, in cycles.
pub const DEFAULT_LATENCY: u32 = 3;

/// The options of the ALU. The last [`RESETS`] are about the reset, which the core does not have.
pub(crate) const OPTIONS: &[ConfigOption] = &[
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

const LATENCY: ConfigOption = latency_option(
    "Cycles from operands to result, 0 (combinational) to 5.",
    [0, VideoConfig::MAX_LATENCY],
    DEFAULT_LATENCY,
);

const SELECTORS: ConfigOption = ConfigOption {
    option: "no-selectors",
    parameter: "selectors",
    help: "leaves out the element selectors",
    meaning: "Element selectors; without them every instruction takes its default elements.",
    form: OptionForm::Part { without: "noselectors" },
};

const ACCUMULATE: ConfigOption = ConfigOption {
    option: "no-accumulate",
    parameter: "accumulate",
    help: "leaves out .add",
    meaning: "The secondary operation .add.",
    form: OptionForm::Part {
        without: "noaccumulate",
    },
};

const HALF_WORDS: ConfigOption = ConfigOption {
    option: "no-vop2",
    parameter: "vop2",
    help: "leaves out the instructions on half-words",
    meaning: "The instructions on two half-words.",
    form: OptionForm::Part { without: "novop2" },
};

const COMPARISONS: ConfigOption = ConfigOption {
    option: "vset",
    parameter: "vset",
    help: "adds the comparisons, vset2 and vset4",
    meaning: "The comparisons vset2 and vset4.",
    form: OptionForm::Extra {
        with: "vset",
        silent: false,
    },
};

const DOT_PRODUCTS: ConfigOption = ConfigOption {
    option: "dot",
    parameter: "dot",
    help: "adds the dot products, dp4a and dp2a",
    meaning: "The dot products dp4a and dp2a.",
    form: OptionForm::Extra {
        with: "dot",
        silent: false,
    },
};

const PORTABLE: &str = "portable";
const ECP5: &str = "ecp5";
const ICE40: &str = "ice40";

const DEVICE: ConfigOption = ConfigOption {
    option: "device",
    parameter: "device",
    help: "instantiates cells of a device; portable instantiates none",
    meaning: "The device whose cells it instantiates, ecp5 or ice40.",
    form: OptionForm::Word {
        unit: "DEVICE",
        words: &[(PORTABLE, ""), (ECP5, "ecp5"), (ICE40, "ice40")],
        silent: true,
    },
};

const SYNC: &str = "sync";
const ASYNC: &str = "async";

const RESET_TIMING: ConfigOption = ConfigOption {
    option: "reset",
    parameter: "reset",
    help: "timing of the reset, at the clock edge or at once",
    meaning: "sync: at the clock edge, async: at once.",
    form: OptionForm::Word {
        unit: "TIMING",
        words: &[(SYNC, ""), (ASYNC, "async")],
        silent: false,
    },
};

const HIGH: &str = "high";
const LOW: &str = "low";

const RESET_LEVEL: ConfigOption = ConfigOption {
    option: "reset-active",
    parameter: "reset_active",
    help: "active level of the reset; the port is reset or reset_n",
    meaning: "The level that resets, high or low.",
    form: OptionForm::Word {
        unit: "LEVEL",
        words: &[(HIGH, ""), (LOW, "low")],
        silent: false,
    },
};

/// The number of options about the reset.
const RESETS: usize = 2;

/// The options of the core.
pub(crate) const CORE_OPTIONS: &[ConfigOption] = OPTIONS.split_at(OPTIONS.len() - RESETS).0;

/// A configuration as values of the options.
pub(crate) fn values(config: &VideoConfig) -> OptionValues {
    OptionValues::default()
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

/// The configuration for these values of options.
pub(crate) fn config(values: &OptionValues) -> VideoConfig {
    VideoConfig {
        latency: values.get(&LATENCY),
        selectors: values.has(&SELECTORS),
        accumulate: values.has(&ACCUMULATE),
        dual: values.has(&HALF_WORDS),
        vset: values.has(&COMPARISONS),
        dot: values.has(&DOT_PRODUCTS),
        packed: false,
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

/// The shipped configurations: the shortest, the default and the longest pipeline, and the default one with all families.
pub(crate) fn shipped() -> Vec<VideoConfig> {
    let base = [0, DEFAULT_LATENCY, VideoConfig::MAX_LATENCY].map(VideoConfig::full);
    base.into_iter().chain([VideoConfig::all(DEFAULT_LATENCY)]).collect()
}

/// The configurations of a regression. Every latency: the full configuration, and all families of instructions. The default
/// latency: without each option and without all options, also with all families of instructions, and for each device.
pub(crate) fn configurations(has_reset: bool) -> Vec<VideoConfig> {
    let full = VideoConfig::full(DEFAULT_LATENCY);
    let reset = |asynchronous, active_low| VideoConfig {
        reset: ResetStyle {
            asynchronous,
            active_low,
        },
        ..full
    };
    let mut configs: Vec<VideoConfig> = (0..=VideoConfig::MAX_LATENCY).map(VideoConfig::full).collect();
    configs.push(VideoConfig {
        selectors: false,
        ..full
    });
    configs.push(VideoConfig {
        accumulate: false,
        ..full
    });
    configs.push(VideoConfig { dual: false, ..full });
    if has_reset {
        configs.extend([reset(true, false), reset(false, true)]);
    }
    configs.push(VideoConfig {
        selectors: false,
        accumulate: false,
        dual: false,
        ..reset(has_reset, has_reset)
    });
    configs.push(VideoConfig { vset: true, ..full });
    configs.push(VideoConfig { dot: true, ..full });
    for device in [Device::Ecp5, Device::Ice40] {
        configs.extend([full, VideoConfig::all(DEFAULT_LATENCY)].map(|config| VideoConfig { device, ..config }));
    }
    let all = (0..=VideoConfig::MAX_LATENCY).map(VideoConfig::all);
    configs.extend(all);
    configs.push(VideoConfig {
        selectors: false,
        accumulate: false,
        dual: false,
        ..VideoConfig::all(DEFAULT_LATENCY)
    });
    configs
}
