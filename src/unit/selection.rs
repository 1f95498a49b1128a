//! A module in a configuration, as data.

use super::extra::Wiring;
use super::{ConfigError, ConfigOption, DesignError, FormalRules, OptionForm, OptionValues, Unit, VerilogTestbench};
use lanesmith_netlist::Design;
use lanesmith_netlist::verilog::Parameter;
use lanesmith_sim::cover::Cross;
use std::fmt;
use std::hash::{Hash, Hasher};

/// The properties of a module that do not depend on its configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModuleInfo {
    /// The Verilog name of the top module.
    pub name: &'static str,
    /// What the module does, in one sentence.
    pub description: &'static str,
}

/// A module's entry in the table of units.
pub struct UnitEntry {
    /// Name and description.
    pub module: ModuleInfo,
    /// Whether it is the module of a command line without `--module`.
    pub is_default: bool,
    /// An option that stands for `--module NAME`, without its dashes.
    pub short: Option<&'static str>,
    /// Its options.
    pub options: &'static [ConfigOption],
    /// Checks ranges and combinations of options.
    pub validate: fn(&OptionValues) -> Result<(), ConfigError>,
    /// The unit in a configuration.
    pub unit: fn(&OptionValues) -> Box<dyn Unit>,
    /// The configurations that are shipped in `rtl_out/`, proved and tested.
    pub shipped: fn() -> Vec<OptionValues>,
    /// The configurations that a regression runs, including the shipped ones.
    pub configurations: fn() -> Vec<OptionValues>,
    /// The crosses of its functional coverage. Modules of one unit share them.
    pub crosses: fn() -> &'static [Cross],
    /// The file that connects it to its core.
    pub wiring: Option<&'static Wiring>,
    /// The formal rules of its interface, if it has a handshake.
    pub formal: Option<&'static FormalRules>,
    /// Its self-checking testbench in Verilog; `None` for a unit that a processor drives.
    pub testbench: Option<fn(&OptionValues) -> VerilogTestbench>,
}

impl UnitEntry {
    /// The default values of its options.
    pub fn defaults(&self) -> OptionValues {
        OptionValues::defaults(self.options)
    }

    /// These values, with every option that adds a part.
    pub fn full(&self) -> OptionValues {
        let extras = self.options.iter();
        let extras = extras.filter(|option| matches!(option.form, OptionForm::Extra { .. }));
        extras.fold(self.defaults(), |values, option| values.with(option, 1))
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
    /// A module with these values of its options; ignores values of other options. Does not check the values:
    /// [`validate`](Self::validate) does.
    #[doc(hidden)]
    pub fn new(entry: &'static UnitEntry, values: OptionValues) -> Self {
        let values = values.of(entry.options);
        Selection { entry, values }
    }

    /// A module with the given options and words of the command line; for an option without a word, pass "".
    /// Errors: an option that the module does not have, a value out of range, options that conflict.
    #[doc(hidden)]
    pub fn of_options<'a>(
        entry: &'static UnitEntry,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, ConfigError> {
        let name = entry.module.name;
        let mut values = entry.defaults();
        for (option, word) in given {
            let found = entry.options.iter().find(|one| one.option == option);
            let found = found.ok_or_else(|| ConfigError(format!("{name} does not have the option --{option}")))?;
            let read = found.read(word);
            values = values.with(
                found,
                read.map_err(|why| ConfigError(format!("--{option} {word} of {name}: {why}")))?,
            );
        }
        let selection = Selection::new(entry, values);
        selection.validate().map(|()| selection)
    }

    /// Checks ranges and combinations of options. Errors: a value out of range, options that conflict.
    pub fn validate(&self) -> Result<(), ConfigError> {
        (self.entry.validate)(&self.values)
    }

    /// The unit in this configuration.
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

    /// Whether all options have their defaults.
    #[doc(hidden)]
    pub fn is_default(&self) -> bool {
        self.values == self.entry.defaults()
    }

    /// The values of its options.
    pub(super) fn values(&self) -> &OptionValues {
        &self.values
    }

    /// The formal rules of its interface and the values of its options, if it has a handshake.
    #[doc(hidden)]
    pub fn formal(&self) -> Option<(&'static FormalRules, &OptionValues)> {
        self.entry.formal.map(|rules| (rules, &self.values))
    }

    /// Its self-checking testbench in Verilog, if it has one.
    #[doc(hidden)]
    pub fn testbench(&self) -> Option<VerilogTestbench> {
        self.entry.testbench.map(|testbench| testbench(&self.values))
    }

    /// Whether `option`, given with this word on the command line, has the selected value; for an option without a word, pass "".
    #[doc(hidden)]
    pub fn has(&self, option: &str, word: &str) -> bool {
        let mut chosen = self.chosen().filter(|(one, _)| one.option == option);
        chosen.any(|(one, value)| one.read(word) == Ok(value))
    }

    /// The crosses of its functional coverage.
    #[doc(hidden)]
    pub fn crosses(&self) -> &'static [Cross] {
        (self.entry.crosses)()
    }

    /// The values of its options, if it is this module.
    #[doc(hidden)]
    pub fn of(&self, module: &ModuleInfo) -> Option<OptionValues> {
        (self.module() == *module).then_some(self.values)
    }

    fn chosen(&self) -> impl Iterator<Item = (&'static ConfigOption, u32)> {
        let options = self.entry.options.iter();
        options.map(|option| (option, self.values.get(option)))
    }

    /// The netlist. Errors: an option out of range, options that conflict, hardware that the lowering refuses.
    pub fn design(&self) -> Result<Design, DesignError> {
        self.validate()?;
        self.unit().design().map_err(DesignError)
    }

    /// A name for folders: the module, its cycles or stages, and what differs from the full configuration.
    pub fn name(&self) -> String {
        let suffixes = self.chosen().filter_map(|(option, value)| option.suffix(value));
        suffixes.fold(self.module().name.to_owned(), |name, suffix| name + "_" + &suffix)
    }

    /// The options that select this configuration on the command line. The default module is not named.
    pub fn options(&self) -> Vec<String> {
        let module = (!self.entry.is_default).then(|| format!("--module {}", self.module().name));
        let words = self.chosen().filter_map(|(option, value)| option.words(value));
        module.into_iter().chain(words).collect()
    }

    /// The values of the options, as the manifest lists them.
    pub fn parameters(&self) -> Vec<Parameter> {
        let chosen = self.chosen();
        chosen.filter_map(|(option, value)| option.parameter(value)).collect()
    }

    /// Cycles from operands to result, if the module has this option.
    pub(super) fn latency(&self) -> Option<u32> {
        let mut chosen = self.chosen();
        let found = chosen.find(|(option, _)| option.option == LATENCY);
        found.map(|(_, value)| value)
    }
}

/// The option for the number of cycles from operands to result.
const LATENCY: &str = "latency";
