//! Macros: parameters, arguments, and the text with the ones in the place of the others.

use super::text::TracedText;
use crate::text::diagnostic::Diagnostic;
use crate::units::brew::isa::lexer::quoted;
use std::ops::Range;
use std::rc::Rc;

/// A macro.
#[derive(Debug)]
pub(super) struct Macro {
    pub name: String,
    parameters: Vec<MacroParameter>,
    pub body: Vec<TracedText>,
}

#[derive(Debug)]
struct MacroParameter {
    name: String,
    default: TracedText,
    is_required: bool,
    /// Takes all that is left, commas too.
    is_rest: bool,
}

/// A substitution: the name after a backslash, and the text that replaces it.
pub(super) type Bindings = Vec<(String, TracedText)>;

/// The remaining budget of expansions, in bytes.
#[derive(Debug)]
pub(super) struct ExpansionBudget(pub usize);

/// The cost of a line besides its bytes.
const LINE: usize = 64;

impl ExpansionBudget {
    /// Takes `bytes` of it; `None` if fewer are left.
    pub fn take(&mut self, bytes: usize) -> Option<()> {
        self.0 = self.0.checked_sub(bytes)?;
        Some(())
    }
}

impl Macro {
    /// The macro that the text behind `.macro` describes, without a body.
    pub fn new(text: &TracedText, from: usize) -> Result<Self, Diagnostic> {
        const EXPECTED: &str = "a name, and parameters such as `x, y=0, z:req, rest:vararg`";
        let whole = text.as_str();
        let start = from + blanks(&whole[from..]);
        let length = word(&whole[start..]);
        if length == 0 {
            let end = (start + 1).min(whole.len()).max(start);
            return Err(Diagnostic::new(
                start..floor(whole, end),
                "the macro has no name",
                EXPECTED,
            ));
        }
        let name = whole[start..start + length].to_owned();
        let mut parameters: Vec<MacroParameter> = Vec::new();
        for part in arguments(whole, start + length, true) {
            let piece = &whole[part.clone()];
            let (head, default) = match piece.split_once('=') {
                Some((head, _)) => (head, part.start + head.len() + 1..part.end),
                None => (piece, part.end..part.end),
            };
            let (name, kind) = head.trim().split_once(':').unwrap_or((head.trim(), ""));
            let is_known = ["", "req", "vararg"].contains(&kind);
            let is_name = !name.is_empty() && word(name) == name.len();
            let is_taken = parameters.iter().any(|other| other.name == name || other.is_rest);
            if !is_known || !is_name || is_taken {
                let message = format!("`{}` is no parameter here", piece.trim());
                let expected = "names, each once, then `=` and a value, `:req`, or `:vararg` at the last one";
                return Err(Diagnostic::new(part, message, expected));
            }
            parameters.push(MacroParameter {
                name: name.to_owned(),
                default: text.part(trimmed(whole, default)),
                is_required: kind == "req",
                is_rest: kind == "vararg",
            });
        }
        Ok(Macro {
            name,
            parameters,
            body: Vec::new(),
        })
    }

    /// The arguments from `from` on: between commas, or where there is none and the macro has several parameters, between blanks
    /// that no operator is beside.
    fn arguments(&self, whole: &str, from: usize) -> Vec<Range<usize>> {
        let parts = arguments(whole, from, false);
        let [only] = &parts[..] else { return parts };
        if self.parameters.len() < 2 || self.parameters[0].is_rest {
            return parts;
        }
        let joins = |c: Option<char>| c.is_some_and(|c| "+-*/<>=!&|^~%:.@".contains(c));
        let mut found: Vec<Range<usize>> = Vec::new();
        for word in arguments(whole, only.start, true) {
            let before = found.last().map_or("", |last| whole[last.clone()].trim_end());
            match joins(before.chars().last()) || joins(whole[word.clone()].trim_start().chars().next()) {
                true if !found.is_empty() => found.last_mut().expect("a word").end = word.end,
                _ => found.push(word),
            }
        }
        found
    }

    /// The values of the parameters in a call with the arguments from `from` on.
    pub fn bind(&self, text: &TracedText, from: usize) -> Result<Bindings, Diagnostic> {
        let whole = text.as_str();
        let mut given: Vec<Option<TracedText>> = self.parameters.iter().map(|_| None).collect();
        let mut next = 0;
        for part in self.arguments(whole, from) {
            let piece = &whole[part.clone()];
            let named = piece.split_once('=').and_then(|(name, _)| {
                let which = self
                    .parameters
                    .iter()
                    .position(|parameter| parameter.name == name.trim())?;
                Some((which, part.start + name.len() + 1..part.end))
            });
            let (which, value) = named.unwrap_or((next, part.clone()));
            let Some(parameter) = self.parameters.get(which) else {
                let message = format!("`{}` has no parameter for `{}`", self.name, piece.trim());
                let expected = format!("{} arguments at most", self.parameters.len());
                return Err(Diagnostic::new(trimmed(whole, part), message, expected));
            };
            next = which + 1;
            if parameter.is_rest {
                given[which] = Some(text.part(trimmed(whole, value.start..whole.len())));
                break;
            }
            // A missing argument takes the default.
            if !whole[value.clone()].trim().is_empty() {
                given[which] = Some(text.part(unquoted(whole, trimmed(whole, value))));
            }
        }
        let bound = self.parameters.iter().zip(given).map(|(parameter, given)| {
            if given.is_none() && parameter.is_required {
                let end = whole.trim_end().len();
                let message = format!("`{}` has no value for `{}`", self.name, parameter.name);
                return Err(Diagnostic::new(end..end, message, "an argument"));
            }
            Ok((
                parameter.name.clone(),
                given.unwrap_or_else(|| parameter.default.clone()),
            ))
        });
        bound.collect()
    }
}

/// The cost of a line of a body without its substitutions.
pub(super) fn cost(line: &TracedText) -> usize {
    LINE + line.as_str().len()
}

/// The body with bindings in the place of their names, and `count` in that of `\@`; `None` if the budget does not do.
pub(super) fn expand(
    body: &[TracedText],
    bindings: &Bindings,
    count: usize,
    budget: &mut ExpansionBudget,
) -> Option<Vec<TracedText>> {
    body.iter()
        .map(|line| substitute(line, bindings, count, budget))
        .collect()
}

fn substitute(
    line: &TracedText,
    bindings: &Bindings,
    count: usize,
    budget: &mut ExpansionBudget,
) -> Option<TracedText> {
    let whole = line.as_str();
    budget.take(cost(line))?;
    let mut new = TracedText::default();
    let (mut from, mut at) = (0, 0);
    while let Some(found) = whole[at..].find('\\') {
        let start = at + found;
        let rest = &whole[start + 1..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        let bound = bindings.iter().find(|(name, _)| *name == rest[..length]);
        at = start + 1 + length;
        if let Some((_, value)) = bound {
            budget.take(value.as_str().len())?;
            new.push_part(line, from..start);
            new.push_part(value, 0..value.as_str().len());
        } else if rest.starts_with('@') {
            let (source, place) = line.place(start..start + 2);
            new.push_part(line, from..start);
            new.push(source, place.start, &count.to_string());
            at = start + 2;
        } else if rest.starts_with("()") {
            new.push_part(line, from..start);
            at = start + 3;
        } else {
            // An escape in a string: the escaped character does not begin another escape.
            at = at.max(start + 1 + rest.chars().next().map_or(0, char::len_utf8));
            continue;
        }
        from = at;
    }
    new.push_part(line, from..whole.len());
    Some(new)
}

/// The parts from `from` on between commas, or with `by_blanks` between blanks too. Commas in strings, parentheses and
/// brackets do not count.
pub(super) fn arguments(whole: &str, from: usize, by_blanks: bool) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut at, mut depth) = (from, from, 0usize);
    while let Some(c) = whole[at..].chars().next() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(start..at);
                start = at + 1;
            }
            c if by_blanks && c.is_whitespace() && depth == 0 => {
                // A blank ends a parameter unless a comma does.
                let rest = whole[at..].trim_start();
                if !whole[start..at].trim().is_empty()
                    && !rest.is_empty()
                    && !rest.starts_with([',', '=', ':'])
                    && !whole[..at].ends_with('=')
                {
                    parts.push(start..at);
                    start = at + c.len_utf8();
                }
            }
            _ => {}
        }
        at += match c {
            '"' | '\'' => quoted(&whole[at..]).unwrap_or(whole.len() - at),
            _ => c.len_utf8(),
        };
    }
    if !whole[start..].trim().is_empty() || !parts.is_empty() {
        parts.push(start..whole.len());
    }
    parts
}

/// The bindings of a name to each of its values.
pub(super) fn values(name: &str, text: &TracedText, parts: Vec<Range<usize>>) -> Vec<Bindings> {
    let whole = text.as_str();
    let value = |part: Range<usize>| text.part(unquoted(whole, trimmed(whole, part)));
    parts
        .into_iter()
        .map(|part| vec![(name.to_owned(), value(part))])
        .collect()
}

/// The part without blanks around it.
pub(super) fn trimmed(whole: &str, part: Range<usize>) -> Range<usize> {
    let text = &whole[part.clone()];
    let start = part.start + blanks(text);
    start..start + text.trim().len()
}

/// The part without quotes around it.
fn unquoted(whole: &str, part: Range<usize>) -> Range<usize> {
    let text = &whole[part.clone()];
    match text.starts_with('"') && quoted(text) == Some(text.len()) {
        true => part.start + 1..part.end - 1,
        false => part,
    }
}

/// The length of the blanks that a text begins with.
pub(super) fn blanks(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// The length of the word that a text begins with.
pub(super) fn word(text: &str) -> usize {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && !['_', '.', '$'].contains(&c));
    end.unwrap_or(text.len())
}

/// The border between characters at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// A macro that more than one call may use at the same time.
pub(super) type SharedMacro = Rc<Macro>;
