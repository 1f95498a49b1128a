//! What can be chosen about the unit in a RISC-V core: what can be chosen about the ALU's core. The reset is the interface's.

use super::rtl::{Config, Interface};
use crate::units::video::options as video;
use crate::units::{Choice, Values};

/// Latency, selectors, `.add` and `vop2`, which come first among those of the ALU.
pub(super) const CHOICES: &[Choice] = video::CORE_CHOICES.split_at(4).0;

/// The configuration that values stand for.
pub(super) fn config(interface: Interface, values: &Values) -> Config {
    Config::of(interface, &video::config(values))
}

/// A configuration as values of the choices.
pub(super) fn values(config: &Config) -> Values {
    video::values(&config.video(), CHOICES)
}

/// What a regression runs.
pub(super) fn configurations() -> Vec<Values> {
    let all = video::configurations(false).into_iter();
    let own = all.filter(|config| !config.vset && !config.dot);
    own.map(|config| video::values(&config, CHOICES)).collect()
}
