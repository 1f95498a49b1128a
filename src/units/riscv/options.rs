//! What can be chosen about the unit in a RISC-V core: what can be chosen about the ALU's core. The reset is the interface's.

use super::rtl::{Config, Interface};
use crate::units::video::DEFAULT_LATENCY;
use crate::units::video::options as video;
use crate::units::video::rtl::Config as Alu;
use crate::units::{Choice, Form, Values};

/// The choices.
pub(super) const CHOICES: &[Choice] = video::CORE_CHOICES;

/// The place of the choice behind those.
const THIRD: usize = CHOICES.len();

/// The choices where a core can hand over a third source register.
pub(super) const CHOICES_WITH_THIRD: &[Choice] = &{
    let mut all = [RS3; THIRD + 1];
    let mut i = 0;
    while i < THIRD {
        all[i] = CHOICES[i];
        i += 1;
    }
    all
};

const RS3: Choice = Choice {
    option: "rs3",
    parameter: "rs3",
    help: "add .add and dot products with a third source register",
    meaning: "Instructions that take c from a third source register.",
    form: Form::Extra { with: "rs3" },
};

/// The configuration that values stand for.
pub(super) fn config(interface: Interface, values: &Values) -> Config {
    let mut alu = Values::default();
    alu[..THIRD].copy_from_slice(&values[..THIRD]);
    let mut config = Config::of(interface, &video::config(&alu));
    config.features.third = values[THIRD] != 0;
    config
}

/// A configuration as values of the choices.
pub(super) fn values(config: &Config) -> Values {
    let mut values = video::values(&config.video(), CHOICES);
    values[THIRD] = config.features.third.into();
    values
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

/// Likewise, and with a third source register at every latency.
pub(super) fn configurations_with_third() -> Vec<Values> {
    let third = (0..=Alu::MAX_LATENCY).map(|latency| values(&Config::all(Interface::CvXIf, latency)));
    configurations().into_iter().chain(third).collect()
}
