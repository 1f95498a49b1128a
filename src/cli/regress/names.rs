//! Names of configurations as values of options.

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use lanesmith::regress::configurations;
use lanesmith::unit::Selection;
use lanesmith::units::UNITS;
use std::ffi::OsStr;
use std::sync::LazyLock;

/// Names of configurations: any text, so that the error about a wrong one is short; completions offer the names.
#[derive(Clone)]
pub(super) struct ConfigurationNames;

impl TypedValueParser for ConfigurationNames {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let modules = UNITS.into_iter().map(|row| row.module.name);
        let modules = ["all", "shipped"].into_iter().chain(modules).map(PossibleValue::new);
        static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| configurations().iter().map(Selection::name).collect());
        let names = NAMES.iter().map(|name| PossibleValue::new(&name[..]));
        Some(Box::new(modules.chain(names)))
    }
}
