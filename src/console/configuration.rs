//! The options that choose a module and its configuration, the same for every subcommand that takes them: what the rows of
//! the units declare.

use super::{Failure, failure};
use crate::unit::{CompanionText, ConfigOption, Emission, OptionForm, Prefix, Selection, UnitEntry};
use crate::units::{self, COMPANIONS, PTX_UNITS, UNITS};
use clap::builder::PossibleValuesParser;
use clap::error::Result as Parsed;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Parser, ValueEnum};
use std::marker::PhantomData;

/// Set on each option: a heading of the group would also apply to the options after it.
const HEADING: &str = "Configuration";

const MODULE: &str = "module";

/// The modules that a subcommand supports.
pub trait Scope {
    fn includes(row: &UnitEntry) -> bool;
}

/// All modules.
#[derive(Clone, Debug)]
pub struct AllModules;

/// Modules that run programs or execute instructions of PTX kernels.
#[derive(Clone, Debug)]
pub struct RunsPrograms;

/// Modules with a text for other tools that depends on the configuration.
#[derive(Clone, Debug)]
pub struct WithCompanions;

/// Modules for which there is a self-test on a board.
#[derive(Clone, Debug)]
pub struct OnBoards;

impl Scope for OnBoards {
    fn includes(entry: &UnitEntry) -> bool {
        PTX_UNITS.iter().any(|unit| unit.entry.module == entry.module)
    }
}

impl Scope for AllModules {
    fn includes(_: &UnitEntry) -> bool {
        true
    }
}

impl Scope for RunsPrograms {
    fn includes(entry: &UnitEntry) -> bool {
        let is_ptx = PTX_UNITS.iter().any(|unit| unit.entry.module == entry.module);
        is_ptx || units::programs(entry).is_some()
    }
}

impl Scope for WithCompanions {
    fn includes(entry: &UnitEntry) -> bool {
        COMPANIONS.iter().any(|one| match one.text {
            CompanionText::Fixed(_) => false,
            CompanionText::Configured { modules, .. } => modules.contains(&entry.module.name),
        })
    }
}

/// Flatten this into a subcommand's arguments.
#[derive(Clone, Debug)]
pub struct Configuration<S: Scope = AllModules> {
    module: &'static str,
    /// Whether the command line names the module.
    is_named: bool,
    given: Vec<(&'static str, String)>,
    scope: PhantomData<S>,
}

/// A configuration with the names of its files. Flatten this into a subcommand that is about emitted files.
#[derive(Args, Clone, Debug)]
pub struct Emitted {
    #[command(flatten)]
    configuration: Configuration,
    /// Puts NAME and `_` before the names of all modules, so that one design can hold several configurations [default: none]
    #[arg(long, help_heading = HEADING, value_name = "NAME")]
    prefix: Option<Prefix>,
    /// Puts a module with the ports of a stream protocol around a unit with the valid/ready handshake and tag, and makes it the top
    /// module [default: none]
    #[arg(long, help_heading = HEADING, value_name = "PROTOCOL", value_enum)]
    stream: Option<Stream>,
}

/// A protocol of ports.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Stream {
    /// AXI-Stream: s_axis_tdata, m_axis_tdata, aclk, aresetn, …
    Axi,
}

/// The options of a command in a file, parsed like a command line.
#[derive(Parser)]
struct Recorded {
    #[command(flatten)]
    emitted: Emitted,
    /// The folder that the generator wrote to.
    #[arg(long)]
    out: Option<std::path::PathBuf>,
}

impl Emitted {
    /// What the command of a manifest writes. Errors: options that there are not, or that do not go together.
    pub fn of_command(command: &str) -> Result<Emission, String> {
        let words = command.split(' ').filter(|word| *word != "generate");
        let plain = |message: &str| {
            let line = message.lines().next().unwrap_or_default();
            line.trim_start_matches("error: ").to_owned()
        };
        let recorded = Recorded::try_parse_from(words).map_err(|error| plain(&error.to_string()))?;
        drop(recorded.out);
        recorded.emitted.emission().map_err(|Failure(message)| plain(&message))
    }

    /// The emission; an error if the options conflict.
    pub fn emission(&self) -> Result<Emission, Failure> {
        Ok(self.of(self.configuration.selection()?))
    }

    /// The prefix, where the command line has one.
    pub fn prefix(&self) -> Option<&Prefix> {
        self.prefix.as_ref()
    }

    /// The first option on the command line that contradicts `emission`.
    pub fn contradiction(&self, emission: &Emission) -> Option<String> {
        let (own, selection) = (&self.configuration, emission.selection());
        if own.is_named && selection.module().name != own.module {
            return Some(format!("--module {}", own.module));
        }
        if let Some(prefix) = self.prefix.as_ref().filter(|prefix| *prefix != emission.prefix()) {
            return Some(format!("--prefix {prefix}"));
        }
        if self.is_stream() && !emission.is_stream() {
            return Some("--stream axi".to_owned());
        }
        let (option, word) = own.given.iter().find(|(option, word)| !selection.has(option, word))?;
        Some(format!("--{option} {word}").trim_end().to_owned())
    }

    /// The emission of another selection, with the same prefix.
    pub fn of(&self, selection: Selection) -> Emission {
        Emission::new(selection, self.prefix.clone().unwrap_or_default()).streaming(self.is_stream())
    }

    /// Whether the ports are to be those of a stream protocol.
    pub fn is_stream(&self) -> bool {
        self.stream.is_some()
    }
}

impl<S: Scope> Configuration<S> {
    /// Whether any of the options was given.
    pub fn is_given(&self) -> bool {
        self.is_named || !self.given.is_empty()
    }

    /// This module in the selected configuration; an error if the command line names another module, or if the options conflict.
    pub fn selection_of(&self, entry: &'static UnitEntry) -> Result<Selection, Failure> {
        let name = entry.module.name;
        match self.is_named && self.module != name {
            true => Err(failure!("--module {}: expected {name}", self.module)),
            false => self.selection_in(entry),
        }
    }

    /// The selected module and configuration; an error if the options conflict.
    pub fn selection(&self) -> Result<Selection, Failure> {
        self.selection_in(units::entry(self.module).expect("one of the names"))
    }

    fn selection_in(&self, entry: &'static UnitEntry) -> Result<Selection, Failure> {
        let given = self.given.iter().map(|(option, word)| (*option, &word[..]));
        Selection::of_options(entry, given).map_err(Failure::new)
    }
}

/// An option, and the modules that have it.
struct Shared {
    option: &'static str,
    choices: Vec<(&'static UnitEntry, &'static ConfigOption)>,
}

/// All options of [`Configuration`], for options that exclude them.
pub fn options() -> Vec<&'static str> {
    let shorts = UNITS.into_iter().filter_map(|row| row.short);
    let shared = shared(&UNITS).into_iter().map(|shared| shared.option);
    [MODULE].into_iter().chain(shorts).chain(shared).collect()
}

fn rows<S: Scope>() -> Vec<&'static UnitEntry> {
    UNITS.into_iter().filter(|row| S::includes(row)).collect()
}

fn shared(rows: &[&'static UnitEntry]) -> Vec<Shared> {
    let mut all: Vec<Shared> = Vec::new();
    for &row in rows {
        for choice in row.options {
            let option = choice.option;
            match all.iter_mut().find(|shared| shared.option == option) {
                Some(shared) => shared.choices.push((row, choice)),
                None => all.push(Shared {
                    option,
                    choices: vec![(row, choice)],
                }),
            }
        }
    }
    all
}

/// An option under the heading.
fn arg(name: &'static str) -> Arg {
    Arg::new(name).long(name).help_heading(HEADING)
}

impl Shared {
    /// The help of the option, for each group of modules that share it.
    fn help(&self) -> String {
        let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
        for (row, choice) in &self.choices {
            let text = match choice.form {
                OptionForm::Count {
                    first, last, default, ..
                } => format!("{}, {first} to {last} [default: {default}]", choice.help),
                OptionForm::Word { words, .. } => {
                    format!("{} [default: {}]", choice.help, words[0].0)
                }
                OptionForm::Part | OptionForm::Extra { .. } => choice.help.to_owned(),
            };
            match groups.iter_mut().find(|(other, _)| *other == text) {
                Some((_, modules)) => modules.push(row.module.name),
                None => groups.push((text, vec![row.module.name])),
            }
        }
        let group = |(text, modules): &(String, Vec<&str>)| format!("{}: {text}", modules.join(", "));
        groups.iter().map(group).collect::<Vec<_>>().join("; ")
    }

    fn arg(self) -> Arg {
        let arg = arg(self.option).help(self.help());
        let choices: Vec<&ConfigOption> = self.choices.iter().map(|(_, choice)| *choice).collect();
        match choices[0].form {
            OptionForm::Part | OptionForm::Extra { .. } => arg.action(ArgAction::SetTrue),
            OptionForm::Word { unit, .. } => {
                let mut names: Vec<&str> = Vec::new();
                for choice in choices {
                    if let OptionForm::Word { words, .. } = choice.form {
                        let new: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
                        names.extend(new.iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
                    }
                }
                arg.value_name(unit).value_parser(PossibleValuesParser::new(names))
            }
            OptionForm::Count { unit, .. } => arg.value_name(unit).value_parser(move |word: &str| {
                let mut read = choices.iter().map(|choice| choice.read(word));
                match read.clone().any(|value| value.is_ok()) {
                    true => Ok(word.to_owned()),
                    false => Err(read.find_map(Result::err).unwrap_or_default()),
                }
            }),
        }
    }
}

impl<S: Scope> Args for Configuration<S> {
    fn augment_args(command: Command) -> Command {
        let rows = rows::<S>();
        let names: Vec<&str> = rows.iter().map(|row| row.module.name).collect();
        let module = arg(MODULE)
            .help("The module; `lanesmith list` describes them")
            .value_name("NAME");
        let module = module
            .default_value(names[0])
            .value_parser(PossibleValuesParser::new(&names));
        let short = |row: &&'static UnitEntry| {
            let short = row.short?;
            let help = format!("Short for --module {}", row.module.name);
            Some(arg(short).help(help).action(ArgAction::SetTrue).conflicts_with(MODULE))
        };
        let mut args = vec![module];
        args.extend(rows.iter().filter_map(short));
        args.extend(shared(&rows).into_iter().map(Shared::arg));
        command.args(args)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<S: Scope> FromArgMatches for Configuration<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Parsed<Self> {
        let is_given = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let short = |row: &&UnitEntry| row.short.is_some_and(is_given);
        let name = matches.get_one::<String>(MODULE);
        let named = |row: &&&UnitEntry| name.is_some_and(|name| name == row.module.name);
        let rows = rows::<S>();
        let row = rows.iter().find(|row| short(row)).or_else(|| rows.iter().find(named));
        let given = shared(&rows).into_iter().filter(|shared| is_given(shared.option));
        let word = |option| matches.try_get_one::<String>(option).ok().flatten().cloned();
        Ok(Configuration {
            module: row.unwrap_or(&rows[0]).module.name,
            is_named: is_given(MODULE) || rows.iter().any(short),
            scope: PhantomData,
            given: given
                .map(|shared| (shared.option, word(shared.option).unwrap_or_default()))
                .collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Parsed<()> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::discriminant;

    #[test]
    fn modules_that_share_an_option_read_it_alike() {
        for Shared { option, choices } in shared(&UNITS) {
            let form = |(_, choice): &(_, &ConfigOption)| discriminant(&choice.form);
            assert!(
                choices.iter().all(|choice| form(choice) == form(&choices[0])),
                "--{option}"
            );
        }
    }
}
