//! Whole `.ptx` modules: finds the SIMD video instructions among everything else, with the registers they name.
//!
//! Everything else is passed over by its outer shape alone: directives, function headers. Of other instructions only
//! what they write is seen, and what `mov` copies.

use super::lexer::{Cursor, Kind, Token};
use super::mov::{self, Mov};
use super::other::{self, Seen, is_branch};
use super::packed::is_packed;
use super::param::{self, Declarations, Parameter};
use super::registers::{RegisterType, Registers};
use super::single::{guard_before_block, take_guard_of_block};
use super::{Instruction, Operands, OtherPtxInstruction, parser};
use crate::text::diagnostic::Diagnostic;
use crate::text::near::did_you_mean;
use std::collections::HashMap;
use std::ops::Range;

/// How deep scopes may be nested; a name is looked up in all that are open.
const DEPTH: usize = 1000;

/// The parts of a module that lanesmith uses.
#[derive(Clone, Debug, Default)]
pub struct PtxModule {
    /// The SIMD video instructions, in the order of the text.
    pub statements: Vec<PtxStatement>,
    /// All other instructions, in the order of the text.
    pub others: Vec<OtherPtxInstruction>,
    /// The registers that the SIMD video instructions and each [`Mov`] name, in the order of first use. Registers of one name
    /// in different functions are different registers. Special registers are the module's own.
    pub registers: Vec<PtxRegister>,
}

/// A SIMD video instruction of a module.
#[derive(Clone, Debug)]
pub struct PtxStatement {
    /// Line of its guard or operation, from 1.
    pub line: usize,
    /// The place of its guard; empty if it has none.
    pub guard: Range<usize>,
    /// From its operation to its last operand.
    pub place: Range<usize>,
    /// The instruction.
    pub instruction: Instruction,
    /// Whether a and b each have a minus sign, which has no effect.
    pub negated: bool,
    /// d, a, b, c; d is a register.
    pub operands: [Operand; 4],
    /// The places of d, a, b, c in the text.
    pub places: [Range<usize>; 4],
    /// Index into [`PtxModule::registers`] of the guard's predicate.
    pub predicate: Option<usize>,
}

/// An operand of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// An index into [`PtxModule::registers`].
    Register(usize),
    /// A number in the text.
    Number(u32),
}

impl Operand {
    /// The register's index, if it is one.
    pub fn register(self) -> Option<usize> {
        match self {
            Operand::Register(index) => Some(index),
            Operand::Number(_) => None,
        }
    }
}

/// A register of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtxRegister {
    /// As written.
    pub name: String,
    /// As declared.
    pub kind: RegisterType,
    /// The scope that declares it, numbered from 0, the module itself, in the order of their opening braces.
    pub scope: usize,
}

impl PtxModule {
    /// Reads a module's text. All errors of its statements are reported together, in the order of the text, up to the
    /// first that leaves open where statements begin.
    pub fn parse(source: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Reader {
            cursor: Cursor::new(source).map_err(|error| vec![error])?,
            module: PtxModule::default(),
            seen: vec![],
            errors: vec![],
            scopes: vec![Registers::default()],
            numbers: vec![0],
            opened: vec![],
            found: HashMap::new(),
            parameters: vec![],
            line: 1,
            counted: 0,
            branch: None,
        };
        if let Err(error) = reader.statements() {
            reader.errors.push(error);
        }
        if !reader.errors.is_empty() {
            return Err(reader.errors);
        }
        let index = |name: &(String, usize)| reader.found.get(name).copied();
        reader.module.others = reader.seen.into_iter().map(|seen| seen.resolve(index)).collect();
        Ok(reader.module)
    }
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    module: PtxModule,
    /// The other instructions: which of their registers matter shows at the end.
    seen: Vec<Seen>,
    errors: Vec<Diagnostic>,
    /// Declarations in force, innermost last; the first is the module's own.
    scopes: Vec<Registers>,
    /// The number of each scope.
    numbers: Vec<usize>,
    /// The places of the braces that opened the inner scopes.
    opened: Vec<usize>,
    /// Index into the module's registers by name and number of the scope.
    found: HashMap<(String, usize), usize>,
    /// The parameters that the latest function declares, and those that stand in its body.
    parameters: Vec<Parameter>,
    /// The line of byte `counted`.
    line: usize,
    counted: usize,
    /// The line of the function's first branch. Whether a `mov` behind it is executed, or after which one, is open.
    branch: Option<usize>,
}

impl Reader<'_> {
    fn statements(&mut self) -> Result<(), Diagnostic> {
        let mut scope_count = 1;
        while self.cursor.peek().kind != Kind::End {
            self.statement(&mut scope_count)?;
        }
        match self.opened.pop() {
            None => Ok(()),
            Some(brace) => Err(Diagnostic::new(
                brace..brace + 1,
                "this brace is not closed",
                "`}` before the end of the module",
            )),
        }
    }

    /// One statement; an error only where it is unknown where the next one begins.
    fn statement(&mut self, scope_count: &mut usize) -> Result<(), Diagnostic> {
        while parser::take_label(&mut self.cursor) {}
        let token = self.cursor.peek().clone();
        match (token.kind, self.cursor.text(&token)) {
            (Kind::End, _) => {}
            (Kind::Symbol('{'), _) => self.open(Registers::default(), scope_count)?,
            (Kind::Symbol(';'), _) => {
                self.cursor.take();
                let message = "an empty statement";
                let expected = "an instruction before `;`; none stands behind `}`";
                self.errors.push(Diagnostic::new(token.span, message, expected));
            }
            (Kind::Symbol('}'), _) => {
                self.cursor.take();
                if self.opened.pop().is_none() {
                    let message = "this brace closes nothing";
                    return Err(Diagnostic::new(token.span, message, "as many `}` as `{`"));
                }
                self.scopes.pop();
                self.numbers.pop();
            }
            (Kind::Dotted, ".reg") => {
                let innermost = self.scopes.last_mut().expect("the module's own scope");
                let outcome = innermost.statement(&mut self.cursor);
                self.go_on_behind(outcome);
            }
            (Kind::Dotted, ".version" | ".address_size" | ".target" | ".file" | ".loc") => self.line_directive(),
            (Kind::Dotted, _) => self.directive(scope_count)?,
            (Kind::Symbol('@'), _) if take_guard_of_block(&mut self.cursor) => {
                let guard = token.span.start..self.cursor.gap().end;
                self.errors.push(guard_before_block(guard));
            }
            (Kind::Symbol('@') | Kind::Word, _) if self.is_simd_video() => {
                let outcome = self.simd_video();
                self.go_on_behind(outcome);
            }
            _ => {
                let outcome = self.other();
                self.go_on_behind(outcome);
            }
        }
        Ok(())
    }

    /// Notes the error of a statement, and passes over the rest of that statement.
    fn go_on_behind(&mut self, outcome: Result<(), Diagnostic>) {
        if let Err(error) = outcome {
            self.errors.push(error);
            // Where the statement does not end, a brace or the text does, and is seen next.
            let _ = self.pass_over();
        }
    }

    fn open(&mut self, registers: Registers, scope_count: &mut usize) -> Result<(), Diagnostic> {
        let brace = self.cursor.take().span;
        if self.opened.len() == DEPTH {
            let message = format!("this brace opens the scope number {} within others", DEPTH + 1);
            return Err(Diagnostic::new(
                brace,
                message,
                format!("at most {DEPTH} nested scopes"),
            ));
        }
        self.opened.push(brace.start);
        self.scopes.push(registers);
        self.numbers.push(*scope_count);
        *scope_count += 1;
        Ok(())
    }

    /// A directive that ends without `;`: `.version 8.4`, `.target sm_80, debug`, `.loc 1 2 3, inlined_at 1 2 3`.
    fn line_directive(&mut self) {
        self.cursor.take();
        let arguments = |cursor: &mut Cursor| {
            while matches!(cursor.peek().kind, Kind::Number | Kind::Quoted | Kind::Symbol('+')) {
                cursor.take();
            }
        };
        if self.cursor.peek_second().kind != Kind::Symbol(':') {
            self.cursor.take_if(Kind::Word);
        }
        arguments(&mut self.cursor);
        while self.cursor.take_if(Kind::Symbol(',')).is_some() {
            let word = self.cursor.take_if(Kind::Word);
            if word.is_some_and(|word| self.cursor.text(&word) == "function_name") {
                self.cursor.take_if(Kind::Word);
            }
            arguments(&mut self.cursor);
        }
    }

    /// Any other directive: up to `;`, or a function's header up to the brace that opens its body.
    fn directive(&mut self, scope_count: &mut usize) -> Result<(), Diagnostic> {
        let start = self.cursor.peek().clone();
        let (mut function, mut initializer) = (false, false);
        // The names in a prototype are placeholders, `_` for each.
        let prototype = self.cursor.text(&start) == ".callprototype";
        let mut parameters = Registers::default();
        let mut declared = Declarations::default();
        loop {
            let token = self.cursor.peek().clone();
            declared.see(&token.kind, self.cursor.text(&token));
            match (token.kind, self.cursor.text(&token)) {
                (Kind::Symbol(';'), _) => {
                    self.cursor.take();
                    if !function && !prototype {
                        self.parameters.extend(declared.finish());
                    }
                    return Ok(());
                }
                (Kind::Symbol('{'), _) if function => {
                    self.branch = None;
                    self.parameters = declared.finish();
                    return self.open(parameters, scope_count);
                }
                (Kind::Symbol('{'), _) => {
                    self.braces()?;
                    // `.section .debug_info { … }` ends with its brace, `.global .u32 x[2] = { … };` does not.
                    if !initializer {
                        return Ok(());
                    }
                }
                (Kind::Dotted, ".reg") if !prototype => parameters.declaration(&mut self.cursor)?,
                (Kind::End | Kind::Symbol('}'), _) => {
                    let message = format!("the directive `{}` does not end", self.cursor.text(&start));
                    return Err(Diagnostic::new(start.span, message, "`;` or `{` after it"));
                }
                (_, text) => {
                    function |= matches!(text, ".entry" | ".func");
                    initializer |= text == "=";
                    self.cursor.take();
                }
            }
        }
    }

    /// Passes over `{` … `}`, nested ones included.
    fn braces(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.peek().span.clone();
        let mut depth = 0;
        loop {
            match self.cursor.take().kind {
                Kind::Symbol('{') => depth += 1,
                Kind::Symbol('}') => depth -= 1,
                Kind::End => return Err(Diagnostic::new(start, "this brace is not closed", "`}` after it")),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Passes over another instruction, up to its `;`. Braces in it are vectors, not scopes.
    fn pass_over(&mut self) -> Result<(), Diagnostic> {
        let start = self.cursor.peek().span.clone();
        let mut depth = 0;
        loop {
            match self.cursor.peek().kind {
                Kind::Symbol(';') => {
                    self.cursor.take();
                    return Ok(());
                }
                Kind::Symbol('{') => depth += 1,
                Kind::Symbol('}') if depth > 0 => depth -= 1,
                Kind::End | Kind::Symbol('}') => {
                    let message = "this instruction does not end";
                    return Err(Diagnostic::new(start, message, "`;` at its end"));
                }
                _ => {}
            }
            self.cursor.take();
        }
    }

    /// Whether the next instruction is meant to be one of ours: `v`, letters, 2 or 4; or a packed type.
    fn is_simd_video(&mut self) -> bool {
        let start = self.cursor.mark();
        if self.cursor.take_if(Kind::Symbol('@')).is_some() {
            self.cursor.take_if(Kind::Symbol('!'));
            self.cursor.take_if(Kind::Word);
        }
        let text = self.cursor.text(self.cursor.peek());
        let whole = parser::whole_mnemonic(&mut self.cursor);
        self.cursor.reset(start);
        if is_packed(&self.cursor.source[whole]) {
            return true;
        }
        let stem = text.strip_suffix(['2', '4']).unwrap_or_default();
        let is_like_one = stem.starts_with('v') && stem.bytes().all(|byte| byte.is_ascii_lowercase());
        parser::mnemonic(text).is_some() || is_like_one
    }

    /// The line of a place behind all asked for before.
    fn line(&mut self, place: usize) -> usize {
        self.line += self.cursor.source[self.counted..place].matches('\n').count();
        self.counted = place;
        self.line
    }

    fn simd_video(&mut self) -> Result<(), Diagnostic> {
        let (first, start) = (self.cursor.mark(), self.cursor.peek().span.start);
        let instruction = parser::instruction(&mut self.cursor, Some(&self.scopes))?;
        let end = self.cursor.gap().end;
        let taken = self.cursor.taken_since(first);
        // `@p` or `@!p`
        let guard = match &instruction.guard {
            Some(guard) => start..taken[1 + usize::from(guard.negated)].span.end,
            None => start..start,
        };
        let operation = taken.iter().find(|token| token.span.start >= guard.end);
        let operation = operation.map_or(start, |token| token.span.start);
        let signed = |pair: &&[Token]| (pair[0].kind, pair[1].kind) == (Kind::Symbol('-'), Kind::Word);
        let negated = taken.windows(2).any(|pair| signed(&pair));
        let words = taken
            .iter()
            .filter(|token| token.span.start > operation && matches!(token.kind, Kind::Word | Kind::Number));
        let words: Vec<Range<usize>> = words.map(|token| token.span.clone()).collect();
        // In a packed instruction one register is used for two operands.
        let places = match &words[..] {
            [d, a] => [d, a, a, a],
            [d, a, b] => [d, a, b, a],
            [.., d, a, b, c] => [d, a, b, c],
            _ => unreachable!("the parser takes two to four operands"),
        };
        let places = places.map(Clone::clone);
        if self.cursor.take_if(Kind::Symbol(';')).is_none() {
            let message = format!("{} after the last operand", self.cursor.found());
            return Err(Diagnostic::new(self.cursor.place(), message, "`;`"));
        }
        let names = &instruction.operands;
        let operands = [&names.d, &names.a, &names.b, &names.c].map(|name| match Operands::value(name) {
            Some(value) => Operand::Number(value),
            None => Operand::Register(self.register(name)),
        });
        let predicate = instruction.guard.as_ref().map(|guard| self.register(&guard.predicate));
        let line = self.line(start);
        self.module.statements.push(PtxStatement {
            line,
            guard,
            place: operation..end,
            instruction,
            negated,
            operands,
            places,
            predicate,
        });
        Ok(())
    }

    /// Another instruction: only the registers that it writes matter.
    fn other(&mut self) -> Result<(), Diagnostic> {
        let (first, start) = (self.cursor.mark(), self.cursor.peek().span.start);
        self.pass_over()?;
        let tokens = self.cursor.taken_since(first);
        let shape = other::shape(&self.cursor, tokens);
        let tokens = tokens.get(shape.first..).unwrap_or_default();
        let mov = mov::shape(&self.cursor, tokens);
        let load = param::shape(&self.cursor, tokens);
        let scoped = |name: &str| Some((name.to_owned(), self.find(name)?.1));
        let writes = shape.writes.iter().filter_map(|name| scoped(name)).collect();
        let predicate = shape.guard.map(|(name, _)| name);
        let guard = shape.guard.map(|(name, negated)| (scoped(name), negated));
        let mnemonic = shape.mnemonic.to_owned();
        let line = self.line(start);
        let behind = self.branch.filter(|_| mov.is_some() || load.is_some());
        let guard_place = start..shape.place.start;
        let mov = match (mov, load) {
            _ if self.branch.is_some() => None,
            (Some(mov), _) => self.mov(mov, predicate, guard_place),
            (None, Some(load)) => self.load(load, predicate, guard_place)?,
            (None, None) => None,
        };
        if is_branch(&mnemonic) {
            self.branch.get_or_insert(line);
        }
        self.seen.push(Seen {
            line,
            place: shape.place,
            mnemonic,
            before: self.module.statements.len(),
            guard,
            writes,
            mov,
            behind,
        });
        Ok(())
    }

    /// A `mov` between registers of 32 bits, or from a number or a special register.
    fn mov(&mut self, shape: mov::Shape, predicate: Option<&str>, guard: Range<usize>) -> Option<Mov> {
        let is_word = |name: &str| self.find(name).is_some_and(|(kind, _)| kind.is_word());
        let is_source = match shape.source {
            mov::Source::Name(name) => is_word(name) || (self.find(name).is_none() && mov::is_special(name)),
            mov::Source::Number(_) => true,
        };
        let is_predicate = |name: &str| self.find(name).is_some_and(|(kind, _)| kind.is_predicate());
        if !is_source || !is_word(shape.d) || !predicate.is_none_or(is_predicate) {
            return None;
        }
        let source = match shape.source {
            mov::Source::Name(name) => Operand::Register(self.register(name)),
            mov::Source::Number(value) => Operand::Number(value),
        };
        Some(Mov {
            d: self.register(shape.d),
            source,
            place: shape.place,
            guard: predicate.map(|name| (guard, self.register(name))),
        })
    }

    /// An `ld.param` of 32 bits as a `mov` from a register that has the parameter's name. Errors: the function has no such
    /// parameter, or not so many bytes of it.
    fn load(
        &mut self,
        shape: param::Shape,
        predicate: Option<&str>,
        guard: Range<usize>,
    ) -> Result<Option<Mov>, Diagnostic> {
        let param::Shape {
            parameter,
            offset,
            place,
            ..
        } = shape;
        let names = || self.parameters.iter().map(|parameter| parameter.name.as_str());
        let Some(found) = self.parameters.iter().rev().find(|found| found.name == parameter) else {
            let message = format!("there is no parameter `{parameter}`");
            let expected = did_you_mean(
                parameter,
                names(),
                "a parameter that the function declares with `.param`",
            );
            return Err(Diagnostic::new(place, message, expected));
        };
        if let Some(bytes) = found
            .bytes
            .filter(|bytes| offset.checked_add(4).is_none_or(|end| end > *bytes))
        {
            let message = format!("`{parameter}` has {bytes} bytes, and 4 bytes from byte {offset} on are loaded");
            return Err(Diagnostic::new(place, message, "a load within the parameter"));
        }
        let is_word = self.find(shape.d).is_some_and(|(kind, _)| kind.is_word());
        let is_predicate = |name: &str| self.find(name).is_some_and(|(kind, _)| kind.is_predicate());
        if !is_word || !predicate.is_none_or(is_predicate) {
            return Ok(None);
        }
        let name = match offset {
            0 => parameter.to_owned(),
            offset => format!("{parameter}+{offset}"),
        };
        Ok(Some(Mov {
            d: self.register(shape.d),
            source: Operand::Register(self.entry(&name, 0, RegisterType::special())),
            place,
            guard: predicate.map(|name| (guard, self.register(name))),
        }))
    }

    /// The declaration of a name that is in force, with the number of its scope.
    fn find(&self, name: &str) -> Option<(&RegisterType, usize)> {
        let innermost_first = self.scopes.iter().zip(&self.numbers).rev();
        innermost_first
            .filter_map(|(scope, number)| Some((scope.find(name)?, *number)))
            .next()
    }

    /// The index of a register that is declared, or special.
    fn register(&mut self, name: &str) -> usize {
        let found = self.find(name).map(|(kind, scope)| (kind.clone(), scope));
        let (kind, scope) = found.unwrap_or_else(|| (RegisterType::special(), 0));
        self.entry(name, scope, kind)
    }

    /// The index of a register of this name, scope and kind.
    fn entry(&mut self, name: &str, scope: usize, kind: RegisterType) -> usize {
        let registers = &mut self.module.registers;
        *self.found.entry((name.to_string(), scope)).or_insert_with(|| {
            registers.push(PtxRegister {
                name: name.to_string(),
                kind,
                scope,
            });
            registers.len() - 1
        })
    }
}
