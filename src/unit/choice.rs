//! The options of a module, declared once, in its unit. The command line, the names of folders, the manifest, the
//! banner and the certificate come from this declaration.

use crate::verilog::Parameter;

/// Values of choices, found by the choice's parameter. A choice without a value has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OptionValues([Option<(&'static str, u32)>; OptionValues::MOST]);

impl OptionValues {
    /// The most choices that a module may have.
    const MOST: usize = 20;

    /// The values that nobody has to choose, for the choices in this order.
    pub(crate) fn defaults(choices: &'static [ConfigOption]) -> Self {
        OptionValues::default().of(choices)
    }

    /// The values of these choices, in this order, and of no others.
    pub(crate) fn of(&self, choices: &'static [ConfigOption]) -> Self {
        let all = choices.iter();
        all.fold(OptionValues::default(), |values, choice| {
            values.with(choice, self.get(choice))
        })
    }

    /// The value of a choice.
    pub(crate) fn get(&self, choice: &ConfigOption) -> u32 {
        let mut chosen = self.0.iter().flatten();
        let found = chosen.find(|(parameter, _)| *parameter == choice.parameter);
        found.map_or_else(|| choice.default(), |(_, value)| *value)
    }

    /// Whether the hardware has a part ([`OptionForm::Part`], [`OptionForm::Extra`]).
    pub(crate) fn has(&self, part: &ConfigOption) -> bool {
        (self.get(part) != 0) != matches!(part.form, OptionForm::Part { .. })
    }

    /// The chosen word of a [`OptionForm::Word`].
    pub(crate) fn word(&self, choice: &ConfigOption) -> &'static str {
        match choice.form {
            OptionForm::Word { words, .. } => words.get(self.get(choice) as usize).map_or("", |(word, _)| word),
            _ => "",
        }
    }

    /// These values, with another one for a choice.
    pub(crate) fn with(mut self, choice: &ConfigOption, value: u32) -> Self {
        let is_its =
            |place: &&mut Option<(&str, u32)>| place.is_none_or(|(parameter, _)| parameter == choice.parameter);
        let place = self.0.iter_mut().find(is_its).expect("a module has at most 20 choices");
        *place = Some((choice.parameter, value));
        self
    }

    /// These values, with or without a part.
    pub(crate) fn with_part(self, part: &ConfigOption, is_there: bool) -> Self {
        self.with(part, (is_there != matches!(part.form, OptionForm::Part { .. })).into())
    }

    /// These values, with a word for a choice; the first one if it is none of the words.
    pub(crate) fn with_word(self, choice: &ConfigOption, word: &str) -> Self {
        self.with(choice, choice.read(word).unwrap_or_default())
    }
}

/// Something that can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct ConfigOption {
    /// The option on the command line, without its dashes.
    pub option: &'static str,
    /// The parameter in the manifest.
    pub parameter: &'static str,
    /// A phrase for the command line's help.
    pub help: &'static str,
    /// Sentences for the manifest.
    pub meaning: &'static str,
    /// The allowed values.
    pub form: OptionForm,
}

/// The allowed values of an option.
#[derive(Clone, Copy, Debug)]
pub enum OptionForm {
    /// A number of cycles or stages. It is part of names, after a letter.
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
        /// In names of hardware without it.
        without: &'static str,
    },
    /// A part that is there only if the option is given: value 1 is with it.
    Extra {
        /// In names of hardware with it.
        with: &'static str,
        /// Files of hardware without it say nothing of the choice.
        silent: bool,
    },
    /// One of several words, the first if nobody chooses: the value is the word's place.
    Word {
        /// A placeholder in help.
        unit: &'static str,
        /// The words, and the part of names for each but the first.
        words: &'static [(&'static str, &'static str)],
        /// Files of the first word say nothing of the choice: it is none to those who never ask for another.
        silent: bool,
    },
}

impl ConfigOption {
    /// The value if nobody chooses.
    pub(crate) fn default(&self) -> u32 {
        match self.form {
            OptionForm::Count { default, .. } => default,
            _ => 0,
        }
    }

    /// The value that a word on the command line stands for; an option without one is given as "". Errors: what was
    /// expected.
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

    /// A description of the values; empty if the option has none.
    pub fn expected(&self) -> String {
        match self.form {
            OptionForm::Count { first, last, .. } => format!("a whole number, {first} to {last}"),
            OptionForm::Part { .. } | OptionForm::Extra { .. } => String::new(),
            OptionForm::Word { words, .. } => words.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" or "),
        }
    }

    /// The option on the command line: `--latency 3`. None for the default, except for counts.
    pub(crate) fn words(&self, value: u32) -> Option<String> {
        let option = self.option;
        match self.form {
            OptionForm::Count { .. } => Some(format!("--{option} {value}")),
            _ if value == 0 => None,
            OptionForm::Part { .. } | OptionForm::Extra { .. } => Some(format!("--{option}")),
            OptionForm::Word { words, .. } => words.get(value as usize).map(|(name, _)| format!("--{option} {name}")),
        }
    }

    /// The value in names: `l3`, `novop2`.
    pub(crate) fn suffix(&self, value: u32) -> Option<String> {
        match self.form {
            OptionForm::Count { letter, .. } => Some(format!("{letter}{value}")),
            _ if value == 0 => None,
            OptionForm::Part { without: suffix } | OptionForm::Extra { with: suffix, .. } => Some(suffix.to_owned()),
            OptionForm::Word { words, .. } => words.get(value as usize).map(|(_, suffix)| (*suffix).to_owned()),
        }
    }

    /// The value in the manifest, if the manifest has it.
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
