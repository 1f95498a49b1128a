//! The directives of a module: version, target, size of addresses; those of kernels; sections.

use super::{Checker, diagnostic};
use crate::tree::{Directive, Function, Item, SectionLine, Word};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::collections::HashSet;

/// The last minor version of each major one, from 1 on.
const LAST_MINOR: [u16; 9] = [5, 3, 2, 3, 1, 5, 8, 8, 5];

/// Architectures without `sm_`, each with the first version of PTX for it.
const ARCHITECTURES: &str = "10:1.0 11:1.0 12:1.2 13:1.2 20:2.0 21:2.0 30:3.0 32:4.0 35:3.1 37:4.1 50:4.0 52:4.1 53:4.2 60:5.0 \
    61:5.0 62:5.0 70:6.0 72:6.1 75:6.3 80:7.0 86:7.1 87:7.4 88:9.0 89:7.8 90:7.8 90a:8.0 100:8.6 100a:8.6 100f:8.8 101:8.6 \
    101a:8.6 101f:8.8 103:8.8 103a:8.8 103f:8.8 110:9.0 110a:9.0 110f:9.0 120:8.7 120a:8.7 120f:8.8 121:8.8 121a:8.8 121f:8.8";

/// Further words of `.target`.
const OPTIONS: [&str; 4] = ["texmode_unified", "texmode_independent", "debug", "map_f64_to_f32"];

/// The number of a version, 10 · major + minor; `None` if there is no such version.
pub(super) fn version(text: &str) -> Option<u16> {
    let (major, minor) = text.split_once('.')?;
    let (major, minor) = (major.parse::<u16>().ok()?, minor.parse::<u16>().ok()?);
    let last = LAST_MINOR.get(usize::from(major).checked_sub(1)?)?;
    (minor <= *last).then_some(10 * major + minor)
}

impl<'m, 'a> Checker<'m, 'a> {
    /// Checks the directives at the start of the module.
    pub(super) fn header(&mut self) {
        let mut directives = self.module.items.iter().map_while(|item| match item {
            Item::Directive(directive) => Some(directive),
            _ => None,
        });
        for (name, example) in [(".version", "8.5"), (".target", "sm_75")] {
            let found = directives.next();
            if found.is_none_or(|found| found.name.text != name) {
                let span = found.map(|found| found.span).unwrap_or_default();
                let message = format!("the module does not begin with `.version` and `.target`: `{name}` is missing");
                self.errors
                    .push(diagnostic(span, message, format!("`{name} {example}`")));
                return;
            }
        }
        for item in &self.module.items {
            if let Item::Directive(directive) = item
                && let Err(error) = self.module_directive(directive)
            {
                self.errors.push(error);
            }
        }
        self.labels();
    }

    fn module_directive(&self, directive: &Directive) -> Result<(), Diagnostic> {
        let Some(first) = directive.arguments.first().map(|argument| argument.word) else {
            return Ok(());
        };
        match directive.name.text {
            ".version" => match version(first.text) {
                Some(_) => Ok(()),
                None => {
                    let message = format!("there is no version {} of PTX", first.text);
                    Err(diagnostic(first.span(), message, "a version from `1.0` to `9.5`"))
                }
            },
            ".target" => self.target_words(directive, first),
            ".address_size" => match first.text.trim_end_matches('U') {
                "32" | "64" | "0x20" | "0x40" => Ok(()),
                text => {
                    let message = format!("addresses have {text} bits");
                    Err(diagnostic(first.span(), message, "`32` or `64`"))
                }
            },
            _ => Ok(()),
        }
    }

    fn target_words(&self, directive: &Directive, first: Word) -> Result<(), Diagnostic> {
        let names = || ARCHITECTURES.split_whitespace().filter_map(|row| row.split_once(':'));
        let number = first
            .text
            .strip_prefix("sm_")
            .or_else(|| first.text.strip_prefix("compute_"));
        let Some((_, since)) = names().find(|(name, _)| Some(*name) == number) else {
            let targets: Vec<String> = names().map(|(name, _)| format!("sm_{name}")).collect();
            let expected = did_you_mean(
                first.text,
                targets.iter().map(String::as_str),
                "an architecture such as `sm_80`",
            );
            return Err(diagnostic(
                first.span(),
                format!("there is no target `{}`", first.text),
                expected,
            ));
        };
        if version(since).is_some_and(|since| self.target.version < since) {
            let message = format!("`{}` does not exist in this version of PTX", first.text);
            return Err(diagnostic(
                first.span(),
                message,
                format!("`.version {since}` or above"),
            ));
        }
        for word in directive.arguments.iter().skip(1).map(|argument| argument.word) {
            if !OPTIONS.contains(&word.text) && !word.text.starts_with("sm_") {
                let message = format!("`{}` is not an option of `.target`", word.text);
                return Err(diagnostic(
                    word.span(),
                    message,
                    did_you_mean(word.text, OPTIONS, "an option of the target"),
                ));
            }
        }
        Ok(())
    }

    /// Sizes of data in sections; labels that are there twice or not at all.
    fn labels(&mut self) {
        let mut labels = HashSet::new();
        for item in &self.module.items {
            let Item::Directive(section) = item else {
                continue;
            };
            for line in &section.content {
                let error = match line {
                    SectionLine::Label(label) if !labels.insert(label.text) => {
                        let message = format!("the label `{}` is there twice", label.text);
                        Some(diagnostic(label.span(), message, "another name"))
                    }
                    SectionLine::Label(_) => None,
                    SectionLine::Data(data) => data_error(data),
                };
                self.errors.extend(error);
            }
        }
        self.section_labels = labels;
    }

    /// Checks the directives of a kernel or function.
    pub(super) fn kernel(&mut self, function: &'m Function<'a>) {
        let has = |name: &str| function.directives.iter().find(|directive| directive.name.text == name);
        for (name, other) in [(".maxntid", ".reqntid"), (".maxclusterrank", ".reqnctapercluster")] {
            if let (Some(directive), Some(_)) = (has(name), has(other)) {
                let message = format!("`{name}` and `{other}` of one kernel");
                self.errors.push(diagnostic(directive.span, message, "one of them"));
            }
        }
        for directive in &function.directives {
            let name = directive.name.text;
            let since = match name {
                ".explicitcluster" | ".reqnctapercluster" | ".maxclusterrank" => (90, 78),
                ".blocksareclusters" => (90, 90),
                _ => (0, 0),
            };
            if self.target.architecture < since.0 || self.target.version < since.1 {
                let expected = format!(
                    "`.target sm_{}` and `.version {}.{}`, or above",
                    since.0,
                    since.1 / 10,
                    since.1 % 10
                );
                let message = format!("`{name}` does not exist for this target");
                self.errors.push(diagnostic(directive.span, message, expected));
            }
            if name == ".maxnctapersm" {
                self.errors.push(diagnostic(
                    directive.span,
                    "PTX has no `.maxnctapersm` since version 2.1",
                    "`.minnctapersm`",
                ));
            }
            let is_count = matches!(name, ".maxntid" | ".reqntid" | ".maxnreg" | ".minnctapersm");
            for argument in directive.arguments.iter().filter(|_| is_count) {
                if crate::source::integer(argument.word.text).is_none_or(|count| count == 0) {
                    self.errors.push(diagnostic(
                        argument.word.span(),
                        format!("`{name}` of 0"),
                        "a number above 0",
                    ));
                }
            }
        }
    }

    /// Checks that a `.loc` names a label of a section.
    pub(super) fn location(&mut self, directive: &Directive) {
        let mut arguments = directive.arguments.iter().map(|argument| argument.word);
        if arguments.any(|word| word.text == "function_name")
            && let Some(word) = arguments.next()
        {
            let label = word.text.split(['+', '-']).next().unwrap_or_default();
            if !self.section_labels.contains(label) {
                let message = format!("no section has a label `{label}`");
                self.errors
                    .push(diagnostic(word.span(), message, "a label of a section"));
            }
        }
    }
}

/// What is wrong with `.b8 1, 2`.
fn data_error(data: &Directive) -> Option<Diagnostic> {
    let bits = match data.name.text {
        ".b8" => 8,
        ".b16" => 16,
        _ => 64,
    };
    data.arguments.iter().find_map(|argument| {
        let text = argument.word.text;
        let (is_negative, digits) = text
            .strip_prefix('-')
            .map_or((false, text), |digits| (true, digits.trim_start()));
        let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
        if !is_number {
            let message = format!("`{text}` has 32 or 64 bits");
            return (bits < 64).then(|| diagnostic(argument.word.span(), message, "`.b32` or `.b64` before it"));
        }
        let value = crate::source::integer(digits)?;
        let limit = if is_negative {
            1_u64 << (bits - 1)
        } else {
            u64::MAX >> (64 - bits)
        };
        let message = format!("{text} has more than {bits} bits");
        (bits < 64 && value > limit).then(|| diagnostic(argument.word.span(), message, "a number of its size"))
    })
}
