//! The options of the SIMD video ALU and of its core.

use crate::netlist::ResetStyle;
use crate::rtl::device::Device;
use crate::unit::pipelined::latency_option;
use crate::unit::{ConfigOption, OptionForm, OptionValues, config_options};
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

config_options! {
    SELECTORS = "no-selectors", "selectors", OptionForm::Part { without: "noselectors" },
        "leaves out the element selectors",
        "Element selectors; without them every instruction takes its default elements.";

    ACCUMULATE = "no-accumulate", "accumulate", OptionForm::Part { without: "noaccumulate" },
        "leaves out .add",
        "The secondary operation .add.";

    HALF_WORDS = "no-vop2", "vop2", OptionForm::Part { without: "novop2" },
        "leaves out the instructions on half-words",
        "The instructions on two half-words.";

    COMPARISONS = "vset", "vset", OptionForm::Extra { with: "vset", silent: false },
        "adds the comparisons, vset2 and vset4",
        "The comparisons vset2 and vset4.";

    DOT_PRODUCTS = "dot", "dot", OptionForm::Extra { with: "dot", silent: false },
        "adds the dot products, dp4a and dp2a",
        "The dot products dp4a and dp2a.";

    DEVICE = "device", "device",
        OptionForm::Word { unit: "DEVICE", words: &[(PORTABLE, ""), (ECP5, "ecp5"), (ICE40, "ice40")], silent: true },
        "instantiates cells of a device; portable instantiates none",
        "The device whose cells it instantiates, ecp5 or ice40.";

    RESET_TIMING = "reset", "reset",
        OptionForm::Word { unit: "TIMING", words: &[(SYNC, ""), (ASYNC, "async")], silent: false },
        "timing of the reset, at the clock edge or at once",
        "sync: at the clock edge, async: at once.";

    RESET_LEVEL = "reset-active", "reset_active",
        OptionForm::Word { unit: "LEVEL", words: &[(HIGH, ""), (LOW, "low")], silent: false },
        "active level of the reset; the port is reset or reset_n",
        "The level that resets, high or low.";
}

const PORTABLE: &str = "portable";
const ECP5: &str = "ecp5";
const ICE40: &str = "ice40";

const SYNC: &str = "sync";
const ASYNC: &str = "async";

const HIGH: &str = "high";
const LOW: &str = "low";

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
    let changed = |mut config: VideoConfig, change: fn(&mut VideoConfig)| {
        change(&mut config);
        config
    };
    let bare = |config: &mut VideoConfig| (config.selectors, config.accumulate, config.dual) = (false, false, false);
    let all = VideoConfig::all(DEFAULT_LATENCY);
    let mut configs: Vec<VideoConfig> = (0..=VideoConfig::MAX_LATENCY).map(VideoConfig::full).collect();
    configs.push(changed(full, |config| config.selectors = false));
    configs.push(changed(full, |config| config.accumulate = false));
    configs.push(changed(full, |config| config.dual = false));
    if has_reset {
        configs.extend([reset(true, false), reset(false, true)]);
    }
    configs.push(changed(reset(has_reset, has_reset), bare));
    configs.push(changed(full, |config| config.vset = true));
    configs.push(changed(full, |config| config.dot = true));
    for device in [Device::Ecp5, Device::Ice40] {
        configs.extend([full, all].map(|config| VideoConfig { device, ..config }));
    }
    configs.extend((0..=VideoConfig::MAX_LATENCY).map(VideoConfig::all));
    configs.push(changed(all, bare));
    configs
}
