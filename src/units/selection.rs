//! A module in a configuration, as data.

use super::{
    Choice, Companion, ConfigError, Demonstration, DesignError, Emission, Packaging, Programs, ROWS, Refusal, Unit,
    Values, Words,
};
use crate::netlist::Design;
use crate::sim::cover::Cross;
use crate::vectors::Kind;
use crate::verilog::{EmittedFile, Parameter};
use std::fmt;
use std::hash::{Hash, Hasher};

/// What a module is, whatever its configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// The Verilog name of the top module.
    pub name: &'static str,
    /// One sentence.
    pub description: &'static str,
}

/// Texts of single instructions.
#[derive(Clone, Copy)]
pub struct Language {
    /// What these instructions are called.
    pub name: &'static str,
    /// Whether a text is one of these; what no language claims is the first module's.
    pub claims: fn(&str) -> bool,
    /// What its instructions are on.
    pub takes: Takes,
    /// How the result of a text comes about, in several lines. What is not given is 0, or what the text says.
    pub explain: fn(&str, &Given) -> Result<String, Refusal>,
    /// Their control words, where an instruction's text decides one.
    pub words: Option<Words>,
}

/// What instructions are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Three operands, `a`, `b` and `c`.
    Operands,
    /// Registers by name.
    Registers,
}

/// What an instruction finds.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// The operands `a`, `b` and `c`.
    pub operands: [Option<u32>; 3],
    /// Registers, as [`Programs::check_setting`] has them.
    pub set: &'a [String],
}

/// The options that give operands.
const OPERANDS: [&str; 3] = ["--a", "--b", "--c"];

impl Given<'_> {
    /// The operands of an instruction that calls them `texts`, of which `written` are numbers. A register has one value wherever it
    /// is read; what nobody gives is 0. Errors: a value that contradicts the text, or another value of the same register.
    pub fn resolve(&self, texts: [&str; 3], written: [Option<u32>; 3]) -> Result<[u32; 3], Refusal> {
        let mut values = [0; 3];
        for i in 0..3 {
            let option = OPERANDS[i];
            if let (Some(number), Some(given)) = (written[i], self.operands[i])
                && number != given
            {
                return Err(Refusal::new(format_args!(
                    "{option} {given:#x}: this operand is the number {} in the text",
                    texts[i]
                )));
            }
            let same = (0..3).filter(|other| written[i].is_none() && texts[*other] == texts[i]);
            let mut same = same.filter_map(|other| Some((OPERANDS[other], self.operands[other]?)));
            let first = same.next();
            if let (Some((one, value)), Some((another, other))) = (
                first,
                same.find(|(_, value)| Some(*value) != first.map(|first| first.1)),
            ) {
                return Err(Refusal::new(format_args!(
                    "{one} {value:#x} and {another} {other:#x} give two values to one register, {}",
                    texts[i]
                )));
            }
            values[i] = written[i].or(first.map(|(_, value)| value)).unwrap_or_default();
        }
        Ok(values)
    }
}

/// A module's row in the table of units.
pub struct Row {
    /// What it is.
    pub module: Module,
    /// An option that is short for `--module NAME`, without its dashes.
    pub short: Option<&'static str>,
    /// What can be chosen.
    pub choices: &'static [Choice],
    /// Checks ranges, and what goes together.
    pub validate: fn(&Values) -> Result<(), ConfigError>,
    /// The unit in a configuration.
    pub unit: fn(&Values) -> Box<dyn Unit>,
    /// The configurations that are shipped in `rtl_out/`, proved and tested.
    pub shipped: fn() -> Vec<Values>,
    /// The configurations that a regression runs, among them what is shipped.
    pub configurations: fn() -> Vec<Values>,
    /// Functional coverage; modules of one unit name the same.
    pub crosses: fn() -> &'static [Cross],
    /// Its programs, where those run on it from reset to their end, rather than instructions each on its own.
    pub programs: Option<&'static dyn Programs>,
    /// The kinds of vector files, each named by one module.
    pub kinds: &'static [&'static Kind],
    /// The texts of its instructions, named by one module.
    pub language: Option<Language>,
    /// Texts for other tools; modules of one unit may name the same.
    pub companions: &'static [Companion],
    /// A framework's shape of its files, if there is one.
    pub packaging: Option<&'static Packaging>,
    /// Programs that show what it is good for, named by one module.
    pub demonstration: Option<&'static dyn Demonstration>,
}

impl Row {
    /// The row of the module with this name.
    pub fn named(name: &str) -> Option<&'static Row> {
        ROWS.into_iter().find(|row| row.module.name == name)
    }

    /// Its values if nobody chooses.
    pub fn defaults(&self) -> Values {
        let mut values = Values::default();
        for (value, choice) in values.iter_mut().zip(self.choices) {
            *value = choice.default();
        }
        values
    }
}

/// A module in a configuration.
#[derive(Clone, Copy)]
pub struct Selection {
    row: &'static Row,
    values: Values,
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
    /// A module with these values of its choices. What is out of range, or does not go together, has no design.
    pub fn new(row: &'static Row, values: Values) -> Self {
        Selection { row, values }
    }

    /// Every module in its default configuration.
    pub fn defaults() -> Vec<Selection> {
        ROWS.into_iter()
            .map(|row| Selection::new(row, row.defaults()))
            .collect()
    }

    /// Checks ranges, and what goes together.
    pub fn validate(&self) -> Result<(), ConfigError> {
        (self.row.validate)(&self.values)
    }

    /// The unit that is selected.
    pub fn unit(&self) -> Box<dyn Unit> {
        (self.row.unit)(&self.values)
    }

    /// What is selected, without its configuration.
    pub fn module(&self) -> Module {
        self.row.module
    }

    /// Whether nobody has chosen anything.
    pub fn is_default(&self) -> bool {
        self.values == self.row.defaults()
    }

    /// Texts for other tools.
    pub fn companions(&self) -> &'static [Companion] {
        self.row.companions
    }

    /// A framework's shape of its files, if there is one.
    pub fn packaging(&self) -> Option<&'static Packaging> {
        self.row.packaging
    }

    /// Whether `option`, with this word on the command line, chooses what is selected; an option without a word has "".
    pub fn has(&self, option: &str, word: &str) -> bool {
        let mut chosen = self.chosen().filter(|(choice, _)| choice.option == option);
        chosen.any(|(choice, value)| choice.read(word) == Ok(value))
    }

    /// Its programs, where it runs them.
    pub fn programs(&self) -> Option<&'static dyn Programs> {
        self.row.programs
    }

    /// The crosses of its functional coverage.
    pub fn crosses(&self) -> &'static [Cross] {
        (self.row.crosses)()
    }

    /// The values, if it is this row's module.
    pub(super) fn of(&self, row: &Row) -> Option<Values> {
        (self.module() == row.module).then_some(self.values)
    }

    fn chosen(&self) -> impl Iterator<Item = (&'static Choice, u32)> {
        self.row.choices.iter().zip(self.values)
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

    /// The options that select this configuration on the command line. The first module needs not be named.
    pub fn options(&self) -> Vec<String> {
        let name = self.module().name;
        let module = (name != ROWS[0].module.name).then(|| format!("--module {name}"));
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

    /// All that is generated, see [`Emission::files`].
    pub fn files(&self) -> Result<Vec<EmittedFile>, DesignError> {
        Emission::from(*self).files()
    }
}

/// The parameter that is the cycles from operands to result, in every module that has it.
pub(crate) const LATENCY: &str = "latency";

/// The language that claims an instruction's text.
pub fn language(text: &str) -> Language {
    let mut languages = ROWS.into_iter().filter_map(|row| row.language);
    let language = languages.clone().find(|language| (language.claims)(text));
    language.or_else(|| languages.next()).expect("the first module has one")
}
