//! Checks a module: every instruction is of a form of the table of opcodes, operands and their types fit it, and the target has it
//! (PTX ISA, sections "Instruction Operands", "Instruction Set").

mod address;
mod control;
mod declaration;
mod header;
mod matrix;
mod names;
mod offer;
mod operand;
#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use tests::table;

use crate::families::unit;
use crate::opcodes::{self, Bound, Form, Misfit, Opcode, Since};
use crate::special::SPECIAL_REGISTERS;
use crate::tree::{Block, Function, Instruction, Item, Module, Name, Span, Statement, Symbol};
use crate::{PtxInstruction, TypeClass};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use operand::Numbered;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A note about a text that is correct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The place.
    pub span: Span,
    /// The note.
    pub message: String,
}

/// At most so many errors are reported.
const MOST_ERRORS: usize = 200;

/// Checks all instructions of a module, and sets [`Instruction::unit`] of those that units execute.
pub fn check(module: &mut Module) -> Result<Vec<Remark>, Vec<Diagnostic>> {
    let mut checker = Checker::new(module);
    checker.header();
    checker.declarations();
    for item in &module.items {
        if let Item::Function(function) = item
            && let Some(body) = &function.body
        {
            checker.function = Some(function);
            checker.block(body);
        }
    }
    let (mut errors, remarks) = (checker.errors, checker.remarks);
    if !errors.is_empty() {
        errors.sort_by_key(|error| error.span.start);
        return Err(errors);
    }
    for item in &mut module.items {
        if let Item::Function(Function { body: Some(body), .. }) = item {
            fill(body);
        }
    }
    Ok(remarks)
}

/// The row and the form of an instruction, from its opcode and modifiers.
pub fn form(instruction: &Instruction) -> Option<(&'static Opcode, &'static Form)> {
    let modifiers: Vec<&str> = instruction.modifiers.iter().map(|word| &word.text[1..]).collect();
    let rows = opcodes::rows(instruction.opcode.text);
    rows.iter().find_map(|row| {
        let bound = opcodes::bind(std::slice::from_ref(row), &modifiers).ok()?;
        let fits = |bound: &&Bound| bound.form.takes(instruction.operands.len());
        let found = bound.iter().find(fits).or(bound.first())?;
        Some((*row, found.form))
    })
}

/// Sets the units of instructions that are right.
fn fill(block: &mut Block) {
    for statement in &mut block.statements {
        match statement {
            Statement::Instruction(one) => one.unit = unit(one).ok().flatten().map(Box::new),
            Statement::Block(inner) => fill(inner),
            _ => {}
        }
    }
}

/// What a module's `.target` names.
#[derive(Clone, Copy, Debug)]
struct Target {
    architecture: u16,
    is_specific: bool,
    version: u16,
}

pub(crate) struct Checker<'m, 'a> {
    module: &'m Module<'a>,
    function: Option<&'m Function<'a>>,
    target: Target,
    /// Whether `.address_size` is 64.
    has_long_addresses: bool,
    /// The labels of sections.
    section_labels: HashSet<&'a str>,
    /// The forms that an opcode with modifiers fits.
    bound: HashMap<&'a str, Rc<[Bound]>>,
    errors: Vec<Diagnostic>,
    remarks: Vec<Remark>,
    /// Constants of the operands at hand that lose bits.
    lost: Vec<Remark>,
}

impl<'m, 'a> Checker<'m, 'a> {
    pub(crate) fn new(module: &'m Module<'a>) -> Self {
        Checker {
            module,
            function: None,
            target: target(module),
            has_long_addresses: argument(module, ".address_size") == Some("64"),
            section_labels: HashSet::new(),
            bound: HashMap::new(),
            errors: Vec::new(),
            remarks: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn block(&mut self, block: &'m Block<'a>) {
        for statement in &block.statements {
            if self.errors.len() >= MOST_ERRORS {
                return;
            }
            match statement {
                Statement::Instruction(instruction) => {
                    if let Err(error) = self.instruction(instruction) {
                        self.errors.push(error);
                    }
                }
                Statement::Block(inner) => self.block(inner),
                Statement::Directive(directive) => self.location(directive),
                _ => {}
            }
        }
    }

    fn instruction(&mut self, instruction: &'m Instruction<'a>) -> Result<(), Diagnostic> {
        if let Some(guard) = &instruction.guard {
            self.guard(&guard.predicate)?;
        }
        self.lost.clear();
        self.by_table(instruction)?;
        self.remarks.append(&mut self.lost);
        unit(instruction).map(|_| ())
    }

    /// The instruction of a unit that an instruction of a function is.
    pub(crate) fn only(mut self, instruction: &'m Instruction<'a>) -> Result<Option<PtxInstruction>, Diagnostic> {
        self.function = self.module.items.iter().find_map(|item| match item {
            Item::Function(function) => Some(function),
            _ => None,
        });
        self.instruction(instruction)?;
        unit(instruction)
    }

    fn guard(&self, name: &Name) -> Result<(), Diagnostic> {
        let is_special = |index: u16| SPECIAL_REGISTERS.get(usize::from(index)).map(|row| row.kind.class);
        let is_predicate = match name.symbol {
            Symbol::Special(index) => is_special(index) == Some(TypeClass::Predicate),
            _ => self.is_predicate(name),
        };
        match is_predicate {
            true => Ok(()),
            false => {
                let message = format!("the guard `{}` is not a predicate", name.word.text);
                Err(diagnostic(name.word.span(), message, "a register of type `.pred`"))
            }
        }
    }

    /// Checks an instruction against the table.
    fn by_table(&mut self, instruction: &'m Instruction<'a>) -> Result<(), Diagnostic> {
        let mut furthest: Option<Numbered> = None;
        for bound in self.forms(instruction)?.iter() {
            self.lost.clear();
            let checked = self.operands(instruction, bound);
            let Err(error) = checked.and_then(|()| self.since(instruction, bound)) else {
                return Ok(());
            };
            if furthest.as_ref().is_none_or(|old| error.0 > old.0) {
                furthest = Some(error);
            }
        }
        furthest.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// The forms that the opcode and modifiers of an instruction fit.
    fn forms(&mut self, instruction: &'m Instruction<'a>) -> Result<Rc<[Bound]>, Diagnostic> {
        let text = &self.module.source[instruction.name_span().range()];
        if let Some(found) = self.bound.get(text) {
            return Ok(found.clone());
        }
        let opcode = instruction.opcode.text;
        let rows = opcodes::rows(opcode);
        if rows.is_empty() {
            let names = opcodes::OPCODES.iter().map(|row| row.name);
            let expected = did_you_mean(opcode, names, "an opcode of PTX");
            let message = format!("`{opcode}` is not an opcode");
            return Err(diagnostic(instruction.opcode.span(), message, expected));
        }
        let modifiers: Vec<&str> = instruction.modifiers.iter().map(|word| &word.text[1..]).collect();
        match opcodes::bind(rows, &modifiers) {
            Ok(found) => {
                let found: Rc<[Bound]> = found.into();
                self.bound.insert(text, found.clone());
                Ok(found)
            }
            Err(misfit) => Err(misfit_error(instruction, &misfit)),
        }
    }

    /// Whether the target and version have a form; the number of the error is above that of any operand.
    fn since(&self, instruction: &Instruction, bound: &Bound) -> Result<(), Numbered> {
        let lacks = |(_, since): &&(&str, Since)| !self.target.has(*since);
        let Some((modifier, since)) = bound.since.iter().find(lacks) else {
            return Ok(());
        };
        let word = instruction.modifiers.iter().find(|word| &word.text[1..] == *modifier);
        let word = word.unwrap_or(&instruction.opcode);
        let numbers = |version: u16| format!("{}.{}", version / 10, version % 10);
        let suffix = if since.is_specific { "a" } else { "" };
        let (target, version) = (since.architecture, numbers(since.version));
        let expected = format!("`.target sm_{target}{suffix}` or above and `.version {version}` or above");
        let (target, version) = (self.target.architecture, numbers(self.target.version));
        let message = format!("`{}` does not exist in PTX {version} for sm_{target}", word.text);
        Err((usize::MAX, diagnostic(word.span(), message, expected)))
    }
}

/// An error about modifiers that fit no form.
fn misfit_error(instruction: &Instruction, misfit: &Misfit) -> Diagnostic {
    const MOST: usize = 12;
    let dotted: Vec<String> = misfit.expected.iter().map(|name| format!(".{name}")).collect();
    let list: Vec<String> = dotted.iter().take(MOST).map(|name| format!("`{name}`")).collect();
    let more = if dotted.len() > MOST { " …" } else { "" };
    let expected = match list.len() {
        0 => "no further modifier".to_owned(),
        1 => list.concat(),
        _ => format!("one of {}{more}", list.join(" ")),
    };
    let (before, rest) = instruction.modifiers.split_at(misfit.at);
    let before = before
        .iter()
        .fold(instruction.opcode.text.to_owned(), |text, word| text + word.text);
    let Some(word) = rest.first() else {
        let last = instruction.modifiers.last().unwrap_or(&instruction.opcode).span();
        return diagnostic(last, format!("`{before}` lacks a modifier"), expected);
    };
    let names = || dotted.iter().map(String::as_str);
    let expected = match names().any(|name| name == word.text) {
        true => format!("`{}` nearer to the opcode", word.text),
        false => did_you_mean(word.text, names(), &expected),
    };
    let message = format!("`{}` does not fit `{before}`", word.text);
    diagnostic(word.span(), message, expected)
}

impl Target {
    fn has(self, since: Since) -> bool {
        let is_known = self.architecture < u16::MAX && self.version >= 64;
        let is_late = is_known && since.last > 0 && self.architecture > since.last;
        let is_early = self.architecture < since.architecture || self.version < since.version;
        !is_late && !is_early && (self.is_specific || !since.is_specific)
    }
}

/// The first argument of a module's directive.
fn argument<'a>(module: &Module<'a>, name: &str) -> Option<&'a str> {
    module.items.iter().find_map(|item| match item {
        Item::Directive(directive) if directive.name.text == name => Some(directive.arguments.first()?.word.text),
        _ => None,
    })
}

/// The target and version of a module; the greatest ones where it names none.
fn target(module: &Module) -> Target {
    let version = argument(module, ".version").and_then(header::version);
    let name = argument(module, ".target").and_then(|text| text.strip_prefix("sm_"));
    let digits = name.map(|name| name.trim_end_matches(|c: char| c.is_ascii_alphabetic()));
    Target {
        architecture: digits.and_then(|digits| digits.parse().ok()).unwrap_or(u16::MAX),
        is_specific: digits.map(str::len) != name.map(str::len) || name.is_none(),
        version: version.unwrap_or(u16::MAX),
    }
}

fn diagnostic(span: Span, message: impl Into<String>, expected: impl Into<String>) -> Diagnostic {
    Diagnostic::new(span.range(), message, expected)
}
