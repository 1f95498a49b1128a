//! The options of a module, declared once, in its unit. The command line, the names of folders, the manifest, the
//! banner and the certificate come from this declaration.

use crate::verilog::Parameter;

/// The values of a module's options. An option without a value has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OptionValues([Option<(&'static str, u32)>; OptionValues::MOST]);

impl OptionValues {
    /// The most options that a module may have.
    const MOST: usize = 20;

    /// The defaults of these options, in this order.
    pub(crate) fn defaults(options: &'static [ConfigOption]) -> Self {
        OptionValues::default().of(options)
    }

    /// The values of these options, in this order, and of no others.
    pub(crate) fn of(&self, options: &'static [ConfigOption]) -> Self {
        let all = options.iter();
        all.fold(OptionValues::default(), |values, option| {
            values.with(option, self.get(option))
        })
    }

    /// The value of an option.
    pub(crate) fn get(&self, option: &ConfigOption) -> u32 {
        let mut chosen = self.0.iter().flatten();
        let found = chosen.find(|(parameter, _)| *parameter == option.parameter);
        found.map_or_else(|| option.default(), |(_, value)| *value)
    }

    /// Whether the hardware has a part ([`OptionForm::Part`], [`OptionForm::Extra`]).
    pub(crate) fn has(&self, part: &ConfigOption) -> bool {
        (self.get(part) != 0) != matches!(part.form, OptionForm::Part { .. })
    }

    /// The value of an option of the form [`OptionForm::Word`].
    pub(crate) fn word(&self, option: &ConfigOption) -> &'static str {
        match option.form {
            OptionForm::Word { words, .. } => words.get(self.get(option) as usize).map_or("", |(word, _)| word),
            _ => "",
        }
    }

    /// These values, with another value for one option.
    pub(crate) fn with(mut self, option: &ConfigOption, value: u32) -> Self {
        let is_its =
            |place: &&mut Option<(&str, u32)>| place.is_none_or(|(parameter, _)| parameter == option.parameter);
        let place = self.0.iter_mut().find(is_its).expect("a module has at most 20 options");
        *place = Some((option.parameter, value));
        self
    }

    /// These values, with or without a part.
    pub(crate) fn with_part(self, part: &ConfigOption, is_there: bool) -> Self {
        self.with(part, (is_there != matches!(part.form, OptionForm::Part { .. })).into())
    }

    /// These values, with a word as the value of an option; the option's first word if it does not have this one.
    pub(crate) fn with_word(self, option: &ConfigOption, word: &str) -> Self {
        self.with(option, option.read(word).unwrap_or_default())
    }
}

/// An option of a module.
#[derive(Clone, Copy, Debug)]
pub struct ConfigOption {
    /// The option on the command line, without its dashes.
    pub option: &'static str,
    /// The parameter in the manifest.
    pub parameter: &'static str,
    /// Its description in the command line's help, a phrase.
    pub help: &'static str,
    /// Its description in the manifest, in whole sentences.
    pub meaning: &'static str,
    /// The allowed values.
    pub form: OptionForm,
}

/// The allowed values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionForm {
    /// A number of cycles or stages. It is part of names, after the letter.
    Count {
        /// The letter.
        letter: char,
        /// The counted unit, as a placeholder in help.
        unit: &'static str,
        /// The smallest.
        first: u32,
        /// The largest.
        last: u32,
        /// The default.
        default: u32,
    },
    /// A part that is there unless the option is given: value 1 is without it.
    Part {
        /// The part of names of hardware without it.
        without: &'static str,
    },
    /// A part that is there only if the option is given: value 1 is with it.
    Extra {
        /// The part of names of hardware with it.
        with: &'static str,
        /// Whether the manifests of hardware without it leave the option out.
        silent: bool,
    },
    /// One of several words; the value is the index of the word, and the default is the first.
    Word {
        /// A placeholder in help.
        unit: &'static str,
        /// The words, and the part of names for each but the first.
        words: &'static [(&'static str, &'static str)],
        /// Whether the manifests of hardware with the first word leave the option out.
        silent: bool,
    },
}

impl ConfigOption {
    /// The default value.
    pub(crate) fn default(&self) -> u32 {
        match self.form {
            OptionForm::Count { default, .. } => default,
            _ => 0,
        }
    }

    /// The value that a word on the command line stands for; for an option without a word, pass "". Error: the expected
    /// values.
    pub fn read(&self, word: &str) -> Result<u32, String> {
        let found = match self.form {
            OptionForm::Count { first, last, .. } => word.parse().ok().filter(|value| (first..=last).contains(value)),
            OptionForm::Part { .. } | OptionForm::Extra { .. } => word.is_empty().then_some(1),
            OptionForm::Word { words, .. } => (0..)
                .zip(words)
                .find(|(_, (name, _))| *name == word)
                .map(|(value, _)| value),
        };
        found.ok_or_else(|| format!("expected {}", self.expected()))
    }

    /// A description of the allowed words; empty for an option without a word.
    pub fn expected(&self) -> String {
        match self.form {
            OptionForm::Count { first, last, .. } => format!("a whole number, {first} to {last}"),
            OptionForm::Part { .. } | OptionForm::Extra { .. } => String::new(),
            OptionForm::Word { words, .. } => words.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" or "),
        }
    }

    /// The option on the command line, such as `--latency 3`. `None` for the default, except for counts.
    pub(crate) fn words(&self, value: u32) -> Option<String> {
        let option = self.option;
        match self.form {
            OptionForm::Count { .. } => Some(format!("--{option} {value}")),
            _ if value == 0 => None,
            OptionForm::Part { .. } | OptionForm::Extra { .. } => Some(format!("--{option}")),
            OptionForm::Word { words, .. } => words.get(value as usize).map(|(name, _)| format!("--{option} {name}")),
        }
    }

    /// The value in names, such as `l3` or `novop2`. `None` for the default, except for counts.
    pub(crate) fn suffix(&self, value: u32) -> Option<String> {
        match self.form {
            OptionForm::Count { letter, .. } => Some(format!("{letter}{value}")),
            _ if value == 0 => None,
            OptionForm::Part { without: suffix } | OptionForm::Extra { with: suffix, .. } => Some(suffix.to_owned()),
            OptionForm::Word { words, .. } => words.get(value as usize).map(|(_, suffix)| (*suffix).to_owned()),
        }
    }

    /// The value in the manifest, unless the manifest leaves it out.
    pub(crate) fn parameter(&self, value: u32) -> Option<Parameter> {
        let may_be_silent = matches!(
            self.form,
            OptionForm::Word { silent: true, .. } | OptionForm::Extra { silent: true, .. }
        );
        (value != 0 || !may_be_silent).then(|| Parameter {
            name: self.parameter.into(),
            value: match self.form {
                OptionForm::Count { .. } => value.into(),
                OptionForm::Part { .. } => (value == 0).into(),
                OptionForm::Extra { .. } => (value != 0).into(),
                OptionForm::Word { words, .. } => words.get(value as usize).map(|(name, _)| *name).into(),
            },
            meaning: self.meaning.into(),
        })
    }
}

/// Declares constants of [`ConfigOption`]: for each the option, the parameter and the form; the help; the meaning.
macro_rules! config_options {
    ($($name:ident = $option:literal, $parameter:literal, $form:expr, $help:literal, $meaning:literal;)+) => {
        $(const $name: $crate::unit::ConfigOption = $crate::unit::ConfigOption {
            option: $option,
            parameter: $parameter,
            help: $help,
            meaning: $meaning,
            form: $form,
        };)+
    };
}

pub(crate) use config_options;
