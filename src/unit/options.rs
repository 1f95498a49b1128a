//! The options of a module, declared once, in its unit. The command line, the names of folders, the manifest, the
//! banner, the certificate and the hardware's configuration come from this declaration.

use lanesmith_netlist::verilog::Parameter;

/// The values of a module's options. An option without a value has its default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OptionValues([Option<(&'static str, u32)>; OptionValues::MOST]);

impl OptionValues {
    /// The most options that a module may have.
    const MOST: usize = 20;

    /// The defaults of these options, in this order.
    pub fn defaults(options: &'static [ConfigOption]) -> Self {
        OptionValues::default().of(options)
    }

    /// The values of these options, in this order, and of no others.
    pub fn of(&self, options: &'static [ConfigOption]) -> Self {
        let all = options.iter();
        all.fold(OptionValues::default(), |values, option| {
            values.with(option, self.get(option))
        })
    }

    /// All combinations of values of these options, the last option changing fastest.
    pub fn all(options: &[ConfigOption]) -> Vec<Self> {
        let with = |all: Vec<Self>, option: &ConfigOption| {
            let each = |values: Self| option.values().map(move |value| values.with(option, value));
            all.into_iter().flat_map(each).collect()
        };
        options.iter().fold(vec![OptionValues::default()], with)
    }

    /// The value of an option.
    pub fn get(&self, option: &ConfigOption) -> u32 {
        let mut chosen = self.0.iter().flatten();
        let found = chosen.find(|(name, _)| *name == option.option);
        found.map_or_else(|| option.default(), |(_, value)| *value)
    }

    /// These values, with another value for one option.
    pub fn with(mut self, option: &ConfigOption, value: u32) -> Self {
        let is_its = |place: &&mut Option<(&str, u32)>| place.is_none_or(|(name, _)| name == option.option);
        let place = self.0.iter_mut().find(is_its).expect("a module has at most 20 options");
        *place = Some((option.option, value));
        self
    }
}

/// An option of a module, and its place in the configuration `C` of the module's hardware.
#[derive(Clone, Copy, Debug)]
pub struct OptionRow<C: 'static> {
    /// The option.
    pub option: ConfigOption,
    /// The option's value in a configuration.
    pub get: fn(&C) -> u32,
    /// Changes a configuration to have this value.
    pub set: fn(&mut C, u32),
}

impl<C> OptionRow<C> {
    /// A configuration as values of these options.
    pub fn values(rows: &[Self], config: &C) -> OptionValues {
        let row = |values: OptionValues, row: &Self| values.with(&row.option, (row.get)(config));
        rows.iter().fold(OptionValues::default(), row)
    }

    /// `base` with these values of the options.
    pub fn config(rows: &[Self], mut base: C, values: &OptionValues) -> C {
        for row in rows {
            (row.set)(&mut base, values.get(&row.option));
        }
        base
    }

    /// The options of the rows.
    pub const fn options<const N: usize>(rows: &[Self; N]) -> [ConfigOption; N] {
        let mut options = [rows[0].option; N];
        let mut i = 1;
        while i < N {
            options[i] = rows[i].option;
            i += 1;
        }
        options
    }
}

/// An option of a module.
#[derive(Clone, Copy, Debug)]
pub struct ConfigOption {
    /// The option on the command line, without its dashes.
    pub option: &'static str,
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
    /// A part that is there unless the option `no-PART` is given: value 1 is without it.
    Part,
    /// A part that is there only if the option is given: value 1 is with it.
    Extra {
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
    pub fn default(&self) -> u32 {
        match self.form {
            OptionForm::Count { default, .. } => default,
            _ => 0,
        }
    }

    /// All values.
    pub fn values(&self) -> std::ops::RangeInclusive<u32> {
        match self.form {
            OptionForm::Count { first, last, .. } => first..=last,
            OptionForm::Part | OptionForm::Extra { .. } => 0..=1,
            OptionForm::Word { words, .. } => 0..=words.len() as u32 - 1,
        }
    }

    /// The value that a word on the command line stands for; for an option without a word, pass "". Error: the expected
    /// values.
    pub fn read(&self, word: &str) -> Result<u32, String> {
        let found = match self.form {
            OptionForm::Count { first, last, .. } => word.parse().ok().filter(|value| (first..=last).contains(value)),
            OptionForm::Part | OptionForm::Extra { .. } => word.is_empty().then_some(1),
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
            OptionForm::Part | OptionForm::Extra { .. } => String::new(),
            OptionForm::Word { words, .. } => words.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" or "),
        }
    }

    /// The option on the command line, such as `--latency 3`. `None` for the default, except for counts.
    pub fn words(&self, value: u32) -> Option<String> {
        let option = self.option;
        match self.form {
            OptionForm::Count { .. } => Some(format!("--{option} {value}")),
            _ if value == 0 => None,
            OptionForm::Part | OptionForm::Extra { .. } => Some(format!("--{option}")),
            OptionForm::Word { words, .. } => words.get(value as usize).map(|(name, _)| format!("--{option} {name}")),
        }
    }

    /// The value in names, such as `l3` or `novop2`. `None` for the default, except for counts.
    pub fn suffix(&self, value: u32) -> Option<String> {
        match self.form {
            OptionForm::Count { letter, .. } => Some(format!("{letter}{value}")),
            _ if value == 0 => None,
            OptionForm::Part | OptionForm::Extra { .. } => Some(self.option.replace('-', "")),
            OptionForm::Word { words, .. } => words.get(value as usize).map(|(_, suffix)| (*suffix).to_owned()),
        }
    }

    /// The value in the manifest, unless the manifest leaves it out.
    pub fn parameter(&self, value: u32) -> Option<Parameter> {
        let may_be_silent = matches!(
            self.form,
            OptionForm::Word { silent: true, .. } | OptionForm::Extra { silent: true, .. }
        );
        (value != 0 || !may_be_silent).then(|| Parameter {
            name: self.option.trim_start_matches("no-").replace('-', "_"),
            value: match self.form {
                OptionForm::Count { .. } => value.into(),
                OptionForm::Part => (value == 0).into(),
                OptionForm::Extra { .. } => (value != 0).into(),
                OptionForm::Word { words, .. } => words.get(value as usize).map(|(name, _)| *name).into(),
            },
            meaning: self.meaning.into(),
        })
    }
}

/// Declares options as an array of [`OptionRow`]. A row has the place in the configuration; the option, and the form of its values;
/// the help; the meaning. The forms are those of [`OptionForm`], and `words` has the configuration's value for each word.
#[doc(hidden)]
#[macro_export]
macro_rules! options {
    ($config:ty; $($($place:ident).+: $option:literal $form:ident $details:tt, $help:literal, $meaning:literal;)+) => {
        [$($crate::OptionRow {
            option: $crate::ConfigOption {
                option: $option,
                help: $help,
                meaning: $meaning,
                form: $crate::options!(@form $form $details),
            },
            get: |config: &$config| $crate::options!(@get $form $details config.$($place).+),
            set: |config: &mut $config, value| {
                config.$($place).+ = $crate::options!(@set $form $details value);
            },
        }),+]
    };

    (@form latency ($first:expr, $last:expr, $default:expr)) => {
        $crate::options!(@form count ('l', "CYCLES", $first, $last, $default))
    };
    (@form count ($letter:literal, $unit:literal, $first:expr, $last:expr, $default:expr)) => {
        $crate::OptionForm::Count { letter: $letter, unit: $unit, first: $first, last: $last, default: $default }
    };
    (@form part ()) => { $crate::OptionForm::Part };
    (@form extra ($silent:expr)) => { $crate::OptionForm::Extra { silent: $silent } };
    (@form words ($unit:literal, $silent:expr, $(($word:expr, $suffix:literal, $value:expr)),+)) => {
        $crate::OptionForm::Word { unit: $unit, words: &[$(($word, $suffix)),+], silent: $silent }
    };

    (@get part () $place:expr) => { (!$place).into() };
    (@get words ($_unit:literal, $_silent:expr, $(($_word:expr, $_suffix:literal, $value:expr)),+) $place:expr) => {
        [$($value),+].iter().position(|value| *value == $place).unwrap_or_default() as u32
    };
    (@get $form:ident $details:tt $place:expr) => { $place.into() };

    (@set part () $value:expr) => { $value == 0 };
    (@set extra ($_silent:expr) $value:expr) => { $value != 0 };
    (@set words ($_unit:literal, $_silent:expr, $(($_word:expr, $_suffix:literal, $of_word:expr)),+) $value:expr) => {
        [$($of_word),+][$value as usize]
    };
    (@set $form:ident $details:tt $value:expr) => { $value };
}
