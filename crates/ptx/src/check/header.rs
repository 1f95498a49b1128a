//! The directives of a module: version, target, size of addresses; those of kernels; sections.

use super::{Checker, diagnostic};
use crate::tree::{Constant, Directive, Function, Item, SectionLine, Span, Word};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;

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
    fn error(&mut self, span: Span, message: impl Into<String>, expected: impl Into<String>) {
        self.errors.push(diagnostic(span, message, expected));
    }

    /// Checks the directives of the module.
    pub(super) fn header(&mut self) {
        for (at, name) in [".version", ".target"].into_iter().enumerate() {
            let span = match self.module.items.get(at) {
                Some(Item::Directive(directive)) if directive.name.text == name => continue,
                Some(Item::Directive(directive)) => directive.span,
                _ => Span::default(),
            };
            let message = format!("the module does not begin with `.version` and `.target`: `{name}` is missing");
            return self.error(span, message, format!("`{name}`"));
        }
        let is_named = |item: &Item, name: &str| matches!(item, Item::Directive(found) if found.name.text == name);
        for pair in self.module.items.windows(2) {
            if let Item::Directive(directive) = &pair[1]
                && is_named(&pair[1], ".address_size")
                && !is_named(&pair[0], ".target")
            {
                let message = "`.address_size` not behind `.target`";
                self.error(directive.span, message, "it once, directly behind `.target`");
            }
        }
        for item in &self.module.items {
            if let Item::Directive(directive) = item {
                let first = directive.arguments.first().map(|argument| argument.word);
                let error = first.and_then(|first| self.directive_error(directive, first));
                self.errors.extend(error);
            }
        }
        self.sections();
    }

    fn directive_error(&self, directive: &Directive, first: Word) -> Option<Diagnostic> {
        let (text, span) = (first.text, first.span());
        let message = format!("there is no version {text} of PTX");
        match directive.name.text {
            ".version" if version(text).is_none() => Some(diagnostic(span, message, "a version from `1.0` to `9.5`")),
            ".address_size" if !matches!(text.trim_end_matches('U'), "32" | "64" | "0x20" | "0x40") => {
                Some(diagnostic(span, format!("addresses have {text} bits"), "`32` or `64`"))
            }
            ".target" => self.target_error(directive, first),
            _ => None,
        }
    }

    fn target_error(&self, directive: &Directive, first: Word) -> Option<Diagnostic> {
        let names = || ARCHITECTURES.split_whitespace().filter_map(|row| row.split_once(':'));
        let (text, span) = (first.text, first.span());
        let number = text.strip_prefix("sm_").or_else(|| text.strip_prefix("compute_"));
        let Some((_, since)) = names().find(|(name, _)| Some(*name) == number) else {
            let targets: Vec<String> = names().map(|(name, _)| format!("sm_{name}")).collect();
            let targets = targets.iter().map(String::as_str);
            let expected = did_you_mean(text, targets, "an architecture such as `sm_80`");
            return Some(diagnostic(span, format!("there is no target `{text}`"), expected));
        };
        if version(since).is_some_and(|since| self.target.version < since) {
            let message = format!("`{text}` does not exist in this version of PTX");
            return Some(diagnostic(span, message, format!("`.version {since}` or above")));
        }
        let mut options = directive.arguments.iter().skip(1).map(|argument| argument.word);
        let word = options.find(|word| !OPTIONS.contains(&word.text) && !word.text.starts_with("sm_"))?;
        let message = format!("`{}` is not an option of `.target`", word.text);
        let expected = did_you_mean(word.text, OPTIONS, "an option of the target");
        Some(diagnostic(word.span(), message, expected))
    }

    /// Sizes of data in sections; labels that are there twice.
    fn sections(&mut self) {
        for item in &self.module.items {
            let Item::Directive(section) = item else {
                continue;
            };
            for line in &section.content {
                match line {
                    SectionLine::Label(label) if !self.section_labels.insert(label.text) => {
                        let message = format!("the label `{}` is there twice", label.text);
                        self.error(label.span(), message, "another name");
                    }
                    SectionLine::Label(_) => {}
                    SectionLine::Data(data) => self.errors.extend(data_error(data)),
                }
            }
        }
    }

    /// Checks the directives of a kernel or function.
    pub(super) fn kernel(&mut self, function: &Function) {
        let has = |name: &str| function.directives.iter().any(|directive| directive.name.text == name);
        for directive in &function.directives {
            let (name, span) = (directive.name.text, directive.span);
            let (architecture, version, other) = match name {
                ".maxntid" => (0, 0, ".reqntid"),
                ".maxclusterrank" => (90, 78, ".reqnctapercluster"),
                ".explicitcluster" | ".reqnctapercluster" => (90, 78, ""),
                ".blocksareclusters" => (90, 90, ""),
                _ => (0, 0, ""),
            };
            if has(other) {
                self.error(span, format!("`{name}` and `{other}` of one kernel"), "one of them");
            }
            if self.target.architecture < architecture || self.target.version < version {
                let version = format!("{}.{}", version / 10, version % 10);
                let expected = format!("`.target sm_{architecture}` and `.version {version}`, or above");
                self.error(span, format!("`{name}` does not exist for this target"), expected);
            }
            if name == ".maxnctapersm" {
                self.error(span, "PTX has no `.maxnctapersm` since version 2.1", "`.minnctapersm`");
            }
            let is_count = matches!(name, ".maxntid" | ".reqntid" | ".maxnreg" | ".minnctapersm");
            let mut counts = directive.arguments.iter().map(|argument| integer(argument.word.text));
            if is_count && counts.any(|count| count.is_none_or(|count| count == 0 || count > u32::MAX.into())) {
                let message = format!("`{name}` of no number above 0 with 32 bits");
                self.error(span, message, "numbers from 1 to 4294967295");
            }
        }
    }

    /// Checks that a `.loc` names a label of a section.
    pub(super) fn location(&mut self, directive: &Directive) {
        let words = || directive.arguments.iter().map(|argument| argument.word);
        let is_great = |word: &Word| integer(word.text).is_some_and(|value| value > u32::MAX.into());
        if let Some(word) = words().find(is_great) {
            let message = format!("`{}` has more than 32 bits", word.text);
            self.error(word.span(), message, "a number of 32 bits");
        }
        let mut words = words();
        let key = words.find(|word| word.text == "function_name");
        let label = key.and_then(|_| words.next()?.text.split(['+', '-']).next());
        if let Some(label) = label.filter(|label| !self.section_labels.contains(label)) {
            let message = format!("no section has a label `{label}`");
            self.error(directive.span, message, "a label of a section");
        }
    }
}

/// What is wrong with `.b8 1, 2`.
fn data_error(data: &Directive) -> Option<Diagnostic> {
    let bits = match data.name.text {
        ".b8" => 8,
        ".b16" => 16,
        _ => return None,
    };
    let is_wrong = |text: &str| {
        let digits = text.trim_start_matches(['-', ' ']);
        let (negative, positive) = (1_u64 << (bits - 1), (1 << bits) - 1);
        let limit = if digits.len() < text.len() { negative } else { positive };
        !digits.starts_with(|c: char| c.is_ascii_digit()) || integer(digits).is_some_and(|value| value > limit)
    };
    let wrong = data.arguments.iter().find(|argument| is_wrong(argument.word.text))?;
    let message = format!("`{}` has more than {bits} bits", wrong.word.text);
    Some(diagnostic(wrong.word.span(), message, "a number of this size"))
}

fn integer(text: &str) -> Option<u64> {
    match crate::parse::number(text) {
        Ok(Constant::Integer(value, _)) => Some(value),
        _ => None,
    }
}
