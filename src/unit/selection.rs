//! A module in a configuration, as data.

use super::packaging::{Attachment, Packaging};
use super::{ConfigError, ConfigOption, ControlTable, DesignError, FormalRules, OptionValues, Unit, VerilogTestbench};
use crate::netlist::Design;
use crate::sim::cover::Cross;
use crate::verilog::Parameter;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The properties of a module that do not depend on its configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleInfo {
    /// The Verilog name of the top module.
    pub name: &'static str,
    /// One sentence.
    pub description: &'static str,
}

/// A module's entry in the table of units.
pub struct UnitEntry {
    /// What it is.
    pub module: ModuleInfo,
    /// Whether it is the module of a command line without `--module`.
    pub is_default: bool,
    /// An option that is short for `--module NAME`, without its dashes.
    pub short: Option<&'static str>,
    /// Its options.
    pub choices: &'static [ConfigOption],
    /// Checks ranges and combinations of options.
    pub validate: fn(&OptionValues) -> Result<(), ConfigError>,
    /// The unit in a configuration.
    pub unit: fn(&OptionValues) -> Box<dyn Unit>,
    /// The configurations that are shipped in `rtl_out/`, proved and tested.
    pub shipped: fn() -> Vec<OptionValues>,
    /// The configurations that a regression runs, including the shipped ones.
    pub configurations: fn() -> Vec<OptionValues>,
    /// Functional coverage; modules of one unit name the same.
    pub crosses: fn() -> &'static [Cross],
    /// Files that can be generated beside its Verilog.
    pub attachments: &'static [Attachment],
    /// A framework's shape of its files, if there is one.
    pub packaging: Option<&'static Packaging>,
    /// The rules of its interface, if it has a handshake.
    pub formal: Option<&'static FormalRules>,
    /// Its control word, if it has one as a port.
    pub control: Option<fn() -> ControlTable>,
    /// Its self-checking testbench in Verilog.
    pub testbench: fn(&OptionValues) -> VerilogTestbench,
}

impl UnitEntry {
    /// Its values if nobody chooses.
    pub fn defaults(&self) -> OptionValues {
        OptionValues::defaults(self.choices)
    }
}

/// A module in a configuration.
#[derive(Clone, Copy)]
pub struct Selection {
    entry: &'static UnitEntry,
    values: OptionValues,
}

impl PartialEq for Selection {
    fn eq(&self, other: &Self) -> bool {
        self.module() == other.module() && self.values == other.values
    }
}

impl Eq for Selection {}

impl Hash for Selection {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.module().name, self.values).hash(state);
    }
}

impl fmt::Debug for Selection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl Selection {
    /// A module with these values of its choices; values of other choices are left out. What is out of range, or does not go
    /// together, has no design.
    #[doc(hidden)]
    pub fn new(entry: &'static UnitEntry, values: OptionValues) -> Self {
        let values = values.of(entry.choices);
        Selection { entry, values }
    }

    /// A module with its configuration options, by their names and words on the command line; an option without a word has "".
    /// Errors: an option that the module does not have, a value out of range, options that conflict.
    #[doc(hidden)]
    pub fn of_options<'a>(
        entry: &'static UnitEntry,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ConfigError> {
        let name = entry.module.name;
        let mut values = entry.defaults();
        for (option, word) in given {
            let choice = entry.choices.iter().find(|choice| choice.option == option);
            let choice = choice.ok_or_else(|| ConfigError(format!("{name} does not have the option --{option}")))?;
            let read = choice.read(word);
            values = values.with(
                choice,
                read.map_err(|why| ConfigError(format!("--{option} {word} of {name}: {why}")))?,
            );
        }
        let selection = Selection::new(entry, values);
        selection.validate().map(|()| selection)
    }

    /// Checks ranges and combinations of options.
    pub fn validate(&self) -> Result<(), ConfigError> {
        (self.entry.validate)(&self.values)
    }

    /// The unit that is selected.
    #[doc(hidden)]
    pub fn unit(&self) -> Box<dyn Unit> {
        (self.entry.unit)(&self.values)
    }

    /// The entry in the table of units.
    #[doc(hidden)]
    pub fn entry(&self) -> &'static UnitEntry {
        self.entry
    }

    /// The selected module, without its configuration.
    pub fn module(&self) -> ModuleInfo {
        self.entry.module
    }

    /// Whether nobody has chosen anything.
    #[doc(hidden)]
    pub fn is_default(&self) -> bool {
        self.values == self.entry.defaults()
    }

    /// Files that can be generated beside its Verilog.
    #[doc(hidden)]
    pub fn attachments(&self) -> &'static [Attachment] {
        self.entry.attachments
    }

    /// The values of its choices.
    pub(super) fn values(&self) -> &OptionValues {
        &self.values
    }

    /// A framework's shape of its files, if there is one.
    #[doc(hidden)]
    pub fn packaging(&self) -> Option<&'static Packaging> {
        self.entry.packaging
    }

    /// The rules of its interface with the values of its choices, if it has a handshake.
    #[doc(hidden)]
    pub fn formal(&self) -> Option<(&'static FormalRules, &OptionValues)> {
        self.entry.formal.map(|rules| (rules, &self.values))
    }

    /// Its control word, if it has one as a port.
    #[doc(hidden)]
    pub fn control(&self) -> Option<ControlTable> {
        self.entry.control.map(|table| table())
    }

    /// Its self-checking testbench in Verilog.
    #[doc(hidden)]
    pub fn testbench(&self) -> VerilogTestbench {
        (self.entry.testbench)(&self.values)
    }

    /// Whether `option`, with this word on the command line, chooses what is selected; an option without a word has "".
    #[doc(hidden)]
    pub fn has(&self, option: &str, word: &str) -> bool {
        let mut chosen = self.chosen().filter(|(choice, _)| choice.option == option);
        chosen.any(|(choice, value)| choice.read(word) == Ok(value))
    }

    /// The crosses of its functional coverage.
    #[doc(hidden)]
    pub fn crosses(&self) -> &'static [Cross] {
        (self.entry.crosses)()
    }

    /// The values, if it is this module.
    pub(crate) fn of(&self, module: &ModuleInfo) -> Option<OptionValues> {
        (self.module() == *module).then_some(self.values)
    }

    fn chosen(&self) -> impl Iterator<Item = (&'static ConfigOption, u32)> {
        let choices = self.entry.choices.iter();
        choices.map(|choice| (choice, self.values.get(choice)))
    }

    /// The netlist. Errors: a configuration that there is not, hardware that the lowering refuses.
    pub fn design(&self) -> Result<Design, DesignError> {
        self.validate()?;
        self.unit().design().map_err(DesignError)
    }

    /// A name for folders: the module, its cycles or stages, and what differs from the full configuration.
    pub fn name(&self) -> String {
        let suffixes = self.chosen().filter_map(|(choice, value)| choice.suffix(value));
        suffixes.fold(self.module().name.to_owned(), |name, suffix| name + "_" + &suffix)
    }

    /// The options that select this configuration on the command line. The default module is not named.
    pub fn options(&self) -> Vec<String> {
        let module = (!self.entry.is_default).then(|| format!("--module {}", self.module().name));
        let words = self.chosen().filter_map(|(choice, value)| choice.words(value));
        module.into_iter().chain(words).collect()
    }

    /// The choices in the manifest.
    pub fn parameters(&self) -> Vec<Parameter> {
        self.chosen()
            .filter_map(|(choice, value)| choice.parameter(value))
            .collect()
    }

    /// Cycles from operands to result, where that is one number.
    pub(super) fn latency(&self) -> Option<u32> {
        let mut chosen = self.chosen();
        chosen
            .find(|(choice, _)| choice.parameter == LATENCY)
            .map(|(_, value)| value)
    }
}

/// The parameter that is the cycles from operands to result, in every module that has it.
pub(crate) const LATENCY: &str = "latency";
