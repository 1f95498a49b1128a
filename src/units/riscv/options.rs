//! What can be chosen about the unit in a RISC-V core: what can be chosen about the ALU's core. The reset is the interface's.

use super::rtl::{Config, Interface};
use crate::units::video::DEFAULT_LATENCY;
use crate::units::video::options as video;
use crate::units::video::rtl::Config as Alu;
use crate::units::{Choice, Values};

/// The choices.
pub(super) const CHOICES: &[Choice] = video::CORE_CHOICES;

/// The configuration that values stand for.
pub(super) fn config(interface: Interface, values: &Values) -> Config {
    Config::of(interface, &video::config(values))
}

/// A configuration as values of the choices.
pub(super) fn values(config: &Config) -> Values {
    video::values(&config.video(), CHOICES)
}

/// What is shipped: without and with comparisons and dot products.
pub(super) fn shipped() -> Vec<Values> {
    let families = [Alu::full, Alu::all];
    families
        .map(|config| video::values(&config(DEFAULT_LATENCY), CHOICES))
        .into()
}

/// What a regression runs.
pub(super) fn configurations() -> Vec<Values> {
    let all = video::configurations(false);
    all.iter().map(|config| video::values(config, CHOICES)).collect()
}
