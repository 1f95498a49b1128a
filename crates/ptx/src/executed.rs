//! The instructions of a module with their registers: instructions that units execute, plain instructions, and others.

use super::Operands;
use super::family::FamilyParser;
use super::lexer::PtxTokenKind;
use super::operand::find;
use super::other::{self, Seen, is_branch};
use super::plain::{self, PlainInstruction, PlainValue};
use super::reader::Reader;
use super::registers::RegisterType;
use super::statement::{Operand, PtxStatement, places};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;
use std::ops::Range;

impl Reader<'_> {
    /// An instruction that a unit executes.
    pub(super) fn executed(&mut self, parse: FamilyParser) -> Result<(), Diagnostic> {
        let (first, start) = (self.cursor.mark(), self.cursor.peek().span.start);
        let scopes = &self.scopes;
        let instruction = parse(&mut self.cursor, Some(&|name| find(scopes, name)))?;
        let end = self.cursor.gap().end;
        let places = places(&self.cursor, self.cursor.taken_since(first), &instruction);
        self.end_of_statement()?;
        let names = instruction.operands();
        let mut operand = |name: &str| match Operands::value(name) {
            Some(value) => Operand::Number(value),
            None => Operand::Register(self.register(name)),
        };
        let [d, a, b] = [&names.d, &names.a, &names.b].map(|name| operand(name));
        // The text may leave out a `c` without effect.
        let c = if instruction.needs_c() {
            operand(&names.c)
        } else {
            Operand::Number(0)
        };
        let predicate = instruction.guard().map(|guard| self.register(&guard.predicate));
        let line = self.line(start);
        self.statements.push(PtxStatement {
            line,
            guard: places.guard,
            place: places.operation..end,
            instruction,
            negated: places.negated,
            operands: [d, a, b, c],
            places: places.operands,
            predicate,
        });
        Ok(())
    }

    /// Another instruction: only the registers that it writes matter, unless it is a plain one.
    pub(super) fn other(&mut self) -> Result<(), Diagnostic> {
        let (first, start) = (self.cursor.mark(), self.cursor.peek().span.start);
        self.pass_over()?;
        let tokens = self.cursor.taken_since(first);
        let shape = other::shape(&self.cursor, tokens);
        let plain = plain::shape(&self.cursor, tokens.get(shape.first..).unwrap_or_default());
        let scoped = |name: &str| Some((name.to_owned(), self.find(name)?.1));
        let writes = shape.writes.iter().filter_map(|name| scoped(name)).collect();
        let predicate = shape.guard.map(|(name, _)| name);
        let guard = shape.guard.map(|(name, negated)| (scoped(name), negated));
        let mnemonic = shape.mnemonic.to_owned();
        let line = self.line(start);
        let behind = self.branch.filter(|_| plain.is_some());
        let guard_place = start..shape.place.start;
        let plain = match plain.filter(|_| self.branch.is_none()) {
            Some(plain) => self.plain(plain, predicate.map(|name| (guard_place, name)))?,
            None => None,
        };
        if is_branch(&mnemonic) {
            self.branch.get_or_insert(line);
        }
        self.seen.push(Seen {
            line,
            place: shape.place,
            mnemonic,
            before: self.statements.len(),
            guard,
            writes,
            plain,
            behind,
        });
        Ok(())
    }

    /// A plain instruction on registers of the right widths. Errors: the function has no such parameter, or not so many bytes
    /// of it.
    fn plain(
        &mut self,
        shape: plain::PlainShape,
        guard: Option<(Range<usize>, &str)>,
    ) -> Result<Option<PlainInstruction>, Diagnostic> {
        let plain::PlainShape {
            destinations,
            sources,
            mut operation,
        } = shape;
        for source in &sources {
            if let PlainValue::Parameter(name, offset, bytes) = source.value {
                self.check_parameter(name, offset, bytes, &source.place)?;
            }
        }
        let bits = |name: &str| self.find(name).and_then(|(kind, _)| kind.bits());
        let is_source = |source: &plain::PlainSource| match source.value {
            PlainValue::Name(name) if self.find(name).is_none() => {
                plain::is_special(name) && source.widths.contains(&32)
            }
            PlainValue::Name(name) => bits(name).is_some_and(|bits| source.widths.contains(&bits)),
            PlainValue::Number(_) | PlainValue::Parameter(..) => true,
        };
        let is_predicate =
            |(_, name): &(Range<usize>, &str)| self.find(name).is_some_and(|found| found.0.is_predicate());
        let widths: Vec<Option<u32>> = destinations.iter().map(|(name, _)| bits(name)).collect();
        let mut fit = destinations.iter().zip(&widths);
        let is_known = fit.all(|((_, widths), bits)| bits.is_some_and(|bits| widths.contains(&bits)));
        if !is_known || !sources.iter().all(is_source) || !guard.as_ref().is_none_or(is_predicate) {
            return Ok(None);
        }
        operation.register.bits = widths[0].unwrap_or_default();
        let places = sources.iter().map(|source| source.place.clone()).collect();
        let operands = sources.iter().map(|source| match source.value {
            PlainValue::Name(name) => Operand::Register(self.register(name)),
            PlainValue::Number(value) => Operand::Number(value),
            PlainValue::Parameter(name, 0, _) => Operand::Register(self.entry(name, 0, RegisterType::special())),
            PlainValue::Parameter(name, offset, _) => {
                Operand::Register(self.entry(&format!("{name}+{offset}"), 0, RegisterType::special()))
            }
        });
        let sources = operands.collect();
        Ok(Some(PlainInstruction {
            destinations: destinations.iter().map(|(name, _)| self.register(name)).collect(),
            sources,
            places,
            guard: guard.map(|(place, name)| (place, self.register(name))),
            operation,
        }))
    }

    /// That the function has a parameter with these bytes.
    fn check_parameter(&self, name: &str, offset: u64, bytes: u64, place: &Range<usize>) -> Result<(), Diagnostic> {
        let names = || self.parameters.iter().map(|parameter| parameter.name.as_str());
        let Some(found) = self.parameters.iter().rev().find(|found| found.name == name) else {
            let message = format!("there is no parameter `{name}`");
            let expected = did_you_mean(name, names(), "a parameter that the function declares with `.param`");
            return Err(Diagnostic::new(place.clone(), message, expected));
        };
        let is_outside = |has: &u64| offset.checked_add(bytes).is_none_or(|end| end > *has);
        if let Some(has) = found.bytes.filter(is_outside) {
            let message = format!("`{name}` has {has} bytes, and {bytes} bytes from byte {offset} on are loaded");
            return Err(Diagnostic::new(place.clone(), message, "a load within the parameter"));
        }
        Ok(())
    }

    /// Takes the `;` after an instruction.
    fn end_of_statement(&mut self) -> Result<(), Diagnostic> {
        match self.cursor.take_if(PtxTokenKind::Symbol(';')) {
            Some(_) => Ok(()),
            None => {
                let message = format!("{} after the last operand", self.cursor.found());
                Err(Diagnostic::new(self.cursor.place(), message, "`;`"))
            }
        }
    }
}
