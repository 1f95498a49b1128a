//! The options of the SIMD video ALU and of its core.

use crate::video::rtl::VideoConfig;
use lanesmith_netlist::ResetStyle;
use lanesmith_rtl::device::Device;
use lanesmith_unit::{ConfigOption, OptionRow, OptionValues, options};

/// The default latency, in cycles.
pub const DEFAULT_LATENCY: u32 = 3;

/// The options of the ALU. The last [`RESETS`] are about the reset, which the core does not have.
pub(super) const ROWS: [OptionRow<VideoConfig>; 9] = options! { VideoConfig;
    latency: "latency" latency(0, VideoConfig::MAX_LATENCY, DEFAULT_LATENCY),
        "cycles from operands to result",
        "Cycles from operands to result, 0 (combinational) to 5.";

    selectors: "no-selectors" part(),
        "leaves out the element selectors",
        "Element selectors; without them every instruction takes its default elements.";

    accumulate: "no-accumulate" part(),
        "leaves out .add",
        "The secondary operation .add.";

    dual: "no-vop2" part(),
        "leaves out the instructions on half-words",
        "The instructions on two half-words.";

    vset: "vset" extra(false),
        "adds the comparisons, vset2 and vset4",
        "The comparisons vset2 and vset4.";

    dot: "dot" extra(false),
        "adds the dot products, dp4a and dp2a",
        "The dot products dp4a and dp2a.";

    device: "device" words("DEVICE", true,
            ("portable", "", Device::Portable), ("ecp5", "ecp5", Device::Ecp5), ("ice40", "ice40", Device::Ice40)),
        "instantiates cells of a device; portable instantiates none",
        "The device whose cells it instantiates, ecp5 or ice40.";

    reset.asynchronous: "reset" words("TIMING", false, ("sync", "", false), ("async", "async", true)),
        "timing of the reset, at the clock edge or at once",
        "sync: at the clock edge, async: at once.";

    reset.active_low: "reset-active" words("LEVEL", false, ("high", "", false), ("low", "low", true)),
        "active level of the reset; the port is reset or reset_n",
        "The level that resets, high or low.";
};

/// The options of the ALU.
pub(crate) const OPTIONS: &[ConfigOption] = &OptionRow::options(&ROWS);

/// The number of options about the reset.
const RESETS: usize = 2;

/// The options of the core.
pub(crate) const CORE_OPTIONS: &[ConfigOption] = OPTIONS.split_at(OPTIONS.len() - RESETS).0;

/// A configuration as values of the options.
pub(crate) fn values(config: &VideoConfig) -> OptionValues {
    OptionRow::values(&ROWS, config)
}

/// The configuration for these values of options.
pub(crate) fn config(values: &OptionValues) -> VideoConfig {
    OptionRow::config(&ROWS, VideoConfig::full(DEFAULT_LATENCY), values)
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
