//! Directives: statements that begin with a dot.

use super::expression::{ANY, Expression, ExpressionStop, misfit};
use super::layout::{Content, LARGEST};
use super::macros::{blanks, word};
use super::source::SourceLine;
use super::{Assembler, diagnostic, end};
use crate::text::diagnostic::Diagnostic;
use crate::text::near::did_you_mean;
use crate::units::brew::isa::lexer::{BrewToken, BrewTokenKind, tokens};
use crate::units::brew::isa::number::unescaped;
use std::ops::Range;
use std::rc::Rc;

/// The effect of a directive.
#[derive(Clone, Copy)]
enum Directive {
    /// Numbers with this many bytes.
    Numbers(usize),
    /// Strings, with a 0 behind each or not.
    Strings(bool),
    /// Space of a number of bytes.
    Space,
    /// Repetitions of a value of a size.
    Fill,
    /// An address that is a multiple of a power of two. The operand is this power or its exponent.
    Align(bool),
    Set,
    /// A section of this name, or of the one that follows.
    Section(&'static str),
    /// Labels that are distances.
    Structure,
    Macro,
    Repeat,
    Include,
    /// The end of a block that has not begun.
    Stray,
    /// Names for other files, weak ones or not.
    Export(bool),
    /// A directive without effect, such as one for debuggers.
    Nothing,
}

use Directive::{
    Align, Export, Fill, Include, Macro, Nothing, Numbers, Repeat, Section, Set, Space, Stray, Strings, Structure,
};

const DIRECTIVES: [(&str, Directive); 44] = [
    (".byte", Numbers(1)),
    (".short", Numbers(2)),
    (".half", Numbers(2)),
    (".hword", Numbers(2)),
    (".2byte", Numbers(2)),
    (".word", Numbers(2)),
    (".int", Numbers(4)),
    (".long", Numbers(4)),
    (".4byte", Numbers(4)),
    (".float", Numbers(4)),
    (".single", Numbers(4)),
    (".ascii", Strings(false)),
    (".asciz", Strings(true)),
    (".string", Strings(true)),
    (".skip", Space),
    (".space", Space),
    (".zero", Space),
    (".fill", Fill),
    (".p2align", Align(true)),
    (".align", Align(true)),
    (".balign", Align(false)),
    (".set", Set),
    (".equ", Set),
    (".text", Section(".text")),
    (".data", Section(".data")),
    (".bss", Section(".bss")),
    (".section", Section("")),
    (".struct", Structure),
    (".macro", Macro),
    (".rept", Repeat),
    (".irp", Repeat),
    (".irpc", Repeat),
    (".include", Include),
    (".endm", Stray),
    (".endr", Stray),
    (".global", Export(false)),
    (".globl", Export(false)),
    (".weak", Export(true)),
    (".local", Nothing),
    (".extern", Nothing),
    (".type", Nothing),
    (".size", Nothing),
    (".file", Nothing),
    (".ident", Nothing),
];

impl Assembler<'_> {
    /// The directive whose word is at `at`.
    pub(super) fn directive(&mut self, line: &Rc<SourceLine>, at: Range<usize>) -> Result<(), Diagnostic> {
        let whole = line.text.as_str();
        let name = &whole[at.clone()];
        let Some((name, directive)) = DIRECTIVES.iter().find(|(other, _)| *other == name) else {
            let conditions = [".if", ".ifdef", ".ifndef", ".elseif", ".else", ".endif"];
            let names = DIRECTIVES.iter().map(|(name, _)| *name).chain(conditions);
            let expected = did_you_mean(name, names, "a directive, or `:` behind a label");
            return Err(Diagnostic::new(at, format!("there is no directive `{name}`"), expected));
        };
        match directive {
            Macro => return self.define(line, at),
            Repeat => return self.repeat(line, at, name),
            Include => return self.include(line, at),
            Nothing => return Ok(()),
            Export(is_weak) => {
                self.export(line, at, *is_weak);
                return Ok(());
            }
            Section(section) => return self.section(line, at, section),
            Stray => {
                let begin = if *name == ".endm" {
                    "`.macro`"
                } else {
                    "`.rept`, `.irp` or `.irpc`"
                };
                return Err(Diagnostic::new(
                    at,
                    format!("`{name}` ends nothing"),
                    format!("{begin} before it"),
                ));
            }
            Set => {
                let start = at.end + blanks(&whole[at.end..]);
                let symbol = start..start + word(&whole[start..]);
                let comma = symbol.end + blanks(&whole[symbol.end..]);
                if symbol.is_empty() || !whole[comma..].starts_with(',') {
                    let span = comma..end(whole).max(comma);
                    return Err(Diagnostic::new(
                        span,
                        format!("`{name}` is not complete"),
                        "a name, a comma and a value",
                    ));
                }
                return self.set(line, symbol, comma + 1);
            }
            Numbers(_) | Strings(_) | Space | Fill | Align(_) | Structure => {}
        }
        let tokens = tokens(&whole[at.end..], at.end)?;
        let content = match directive {
            Strings(ends) => Content::Bytes(strings(&tokens, end(whole), *ends)?),
            Numbers(width) => Content::Numbers(*width, self.list(&tokens, end(whole))?),
            Structure => {
                let numbers = self.list(&tokens, end(whole))?;
                return self.structure(&numbers);
            }
            Align(_) | Space | Fill => {
                let numbers = self.list(&tokens, end(whole))?;
                return self.space(line, *directive, at, &numbers);
            }
            _ => return Ok(()),
        };
        if self.layout.is_without_contents() {
            let message = "a section without contents cannot hold data";
            return Err(Diagnostic::new(at, message, "`.skip`, or `.data` before it"));
        }
        self.layout.push(line, content);
        Ok(())
    }

    /// Expressions with commas between them.
    fn list(&mut self, tokens: &[BrewToken], end: usize) -> Result<Vec<Expression>, Diagnostic> {
        let mut found = Vec::new();
        let mut at = 0;
        loop {
            let (mut expression, behind) = Expression::parse(tokens, at, ANY).map_err(|stop| match stop {
                ExpressionStop { at, problem: None } => misfit(tokens, at, end, "a number, a symbol or an expression"),
                ExpressionStop {
                    problem: Some(fault), ..
                } => diagnostic(fault),
            })?;
            self.symbols
                .bind(&mut expression, self.layout.here())
                .map_err(diagnostic)?;
            found.push(expression);
            match tokens.get(behind) {
                None => return Ok(found),
                Some(comma) if comma.text == "," => at = behind + 1,
                Some(_) => return Err(misfit(tokens, behind, end, "`,` or the end of the line")),
            }
        }
    }

    /// `.struct`: the value of its labels must be known here.
    fn structure(&mut self, numbers: &[Expression]) -> Result<(), Diagnostic> {
        if let Some(extra) = numbers.get(1) {
            return Err(Diagnostic::new(
                extra.span.clone(),
                "this number is one too many",
                "one number",
            ));
        }
        let first = self.symbols.integer(&numbers[0]).map_err(diagnostic)?;
        if !(0..1 << 32).contains(&first) {
            let span = numbers[0].span.clone();
            return Err(Diagnostic::new(
                span,
                format!("{first} is out of range"),
                "0 to 4294967295",
            ));
        }
        self.layout.structure(first);
        Ok(())
    }

    /// Space, repetitions, alignment: their numbers must be known here.
    fn space(
        &mut self,
        line: &Rc<SourceLine>,
        directive: Directive,
        at: Range<usize>,
        numbers: &[Expression],
    ) -> Result<(), Diagnostic> {
        let mut values = [None; 3];
        for (value, expression) in values.iter_mut().zip(numbers) {
            *value = Some(self.symbols.integer(expression).map_err(diagnostic)?);
        }
        let most = if matches!(directive, Space) { 2 } else { 3 };
        if let Some(extra) = numbers.get(most) {
            let expected = format!("{most} numbers at most");
            return Err(Diagnostic::new(
                extra.span.clone(),
                "this number is one too many",
                expected,
            ));
        }
        let range = |i: usize, least: i64, greatest: i64, default: i64| match values[i] {
            Some(value) if !(least..=greatest).contains(&value) => {
                let span = numbers[i].span.clone();
                let message = format!("{value} is out of range");
                Err(Diagnostic::new(span, message, format!("{least} to {greatest}")))
            }
            value => Ok(value.unwrap_or(default)),
        };
        let filled = match directive {
            Align(by_exponent) => {
                let multiple = match by_exponent {
                    true => 1 << range(0, 0, 15, 0)?,
                    false => range(0, 1, 1 << 15, 1)?,
                };
                if multiple & (multiple - 1) != 0 {
                    let span = numbers[0].span.clone();
                    return Err(Diagnostic::new(
                        span,
                        format!("{multiple} is no power of two"),
                        "1, 2, 4 …",
                    ));
                }
                let byte = match values[1] {
                    Some(_) => Some(range(1, -128, 255, 0)? as u8),
                    None => None,
                };
                let most = range(2, 0, i64::MAX, i64::MAX)?;
                self.layout.align(line, multiple, most, byte)
            }
            Space => {
                let byte = range(1, -128, 255, 0)? as u8;
                self.layout.fill(line, vec![byte], range(0, 0, 1 << 31, 0)?)
            }
            _ => {
                let size = range(1, 0, 8, 1)? as usize;
                let value = range(2, i64::MIN, i64::MAX, 0)?;
                let unit = value.to_le_bytes()[..size].to_vec();
                self.layout.fill(line, unit, range(0, 0, 1 << 31, 0)?)
            }
        };
        let expected = format!("{LARGEST} bytes in all at most");
        filled.ok_or_else(|| Diagnostic::new(at, "this fills more than there is room for", expected))
    }

    /// `.section` and its short forms.
    fn section(&mut self, line: &Rc<SourceLine>, at: Range<usize>, name: &str) -> Result<(), Diagnostic> {
        let whole = line.text.as_str();
        let rest = at.end + blanks(&whole[at.end..]);
        let end = rest + whole[rest..].find([',', ' ', '\t']).unwrap_or(whole.len() - rest);
        match (name, whole[rest..end].trim().trim_matches('"')) {
            ("", "") => {
                return Err(Diagnostic::new(
                    rest..rest,
                    "the line ends too early",
                    "a section's name",
                ));
            }
            ("", name) => self.layout.enter(name),
            (name, "") => self.layout.enter(name),
            (_, extra) => {
                let message = format!("`{extra}` does not fit here");
                return Err(Diagnostic::new(rest..end, message, "the end of the line"));
            }
        }
        Ok(())
    }
}

/// The bytes of strings with commas between them.
fn strings(tokens: &[BrewToken], end: usize, ends: bool) -> Result<Vec<u8>, Diagnostic> {
    let mut bytes = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match (i % 2, token.kind) {
            (0, BrewTokenKind::Text) => {
                let inner = &token.text[1..token.text.len() - 1];
                let string = unescaped(inner).map_err(|problem| diagnostic((token.span.clone(), problem)))?;
                bytes.extend(string);
                bytes.extend(ends.then_some(0));
            }
            (1, _) if token.text == "," => {}
            (0, _) => return Err(misfit(tokens, i, end, "a string in quotes")),
            _ => return Err(misfit(tokens, i, end, "`,` or the end of the line")),
        }
    }
    match tokens.len() % 2 {
        1 => Ok(bytes),
        _ => Err(misfit(tokens, tokens.len(), end, "a string in quotes")),
    }
}
