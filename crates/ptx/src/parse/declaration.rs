//! Declarations of variables, parameters and registers (PTX ISA, section "State Spaces, Types, and Variables").

use super::expression::number;
use super::{Parse, Parser, wrong};
use crate::data_type::{DataType, TypeClass};
use crate::lexer::PtxTokenKind;
use crate::tree::{AddressValue, Constant, Initial, InitialKind, Pointer, Variable, Word};
use lanesmith_text::near::did_you_mean;

/// The types of variables. Other formats are types of instructions only.
const TYPES: &str = ".b8 .b16 .b32 .b64 .b128 .u8 .u16 .u32 .u64 .s8 .s16 .s32 .s64 .f16 .f16x2 .f32 .f64 .pred \
                     .texref .samplerref .surfref";

const WHAT: &str = "a declaration";

impl<'a> Parser<'a> {
    /// Parses the state space, one of `spaces`, the alignment and the type of a declaration. Its name is still empty.
    pub(super) fn head(&mut self, spaces: &[&str]) -> Parse<Variable<'a>> {
        let mut variable = Variable::default();
        self.qualifiers(&mut variable)?;
        let expected = format!("a state space: {}", spaces.join(", "));
        variable.space = self.word_if(spaces.contains(&self.peek()), WHAT, &expected)?;
        self.qualifiers(&mut variable)?;
        variable.vector = match self.peek() {
            ".v2" => 2,
            ".v4" => 4,
            _ => 1,
        };
        if variable.vector != 1 {
            self.take();
        }
        let text = self.peek();
        if !TYPES.split(' ').any(|name| name == text) {
            let expected = did_you_mean(text, TYPES.split(' '), "a type of variables, such as `.b32`");
            return self.unexpected(WHAT, &expected);
        }
        variable.data_type = self.word();
        variable.kind = DataType::read(text);
        if variable.vector != 1 && variable.kind.is_none_or(|kind| kind.class == TypeClass::Predicate) {
            let message = format!("a vector of `{text}`");
            return wrong(variable.data_type.span(), message, "a type with bits");
        }
        Ok(variable)
    }

    fn qualifiers(&mut self, variable: &mut Variable<'a>) -> Parse<()> {
        loop {
            match self.peek() {
                ".align" => variable.align = self.alignment()?,
                ".attribute" => variable.attributes.extend(self.attributes()?),
                _ => return Ok(()),
            }
        }
    }

    /// `.align 8`, if it comes next.
    fn alignment(&mut self) -> Parse<Option<u32>> {
        if self.peek() != ".align" {
            return Ok(None);
        }
        self.take();
        let place = self.token.span;
        let bytes = self.count("`.align`")?;
        match u32::try_from(bytes).ok().filter(|bytes| bytes.is_power_of_two()) {
            None => wrong(place, format!("the alignment {bytes}"), "a power of two"),
            align => Ok(align),
        }
    }

    fn count(&mut self, what: &str) -> Parse<u64> {
        match number(self.digits(what)?.text) {
            Ok(Constant::Integer(value, _)) => Ok(value),
            _ => self.unexpected(what, "an integer before it"),
        }
    }

    /// `.attribute(.managed, .unified(1, 2))`: the attributes.
    pub(super) fn attributes(&mut self) -> Parse<Vec<Word<'a>>> {
        let what = "`.attribute`";
        self.take();
        self.expect('(', what)?;
        self.list(')', what, |parser| {
            let is_right = matches!(parser.peek(), ".managed" | ".unified");
            let attribute = parser.word_if(is_right, what, "`.managed` or `.unified(…, …)`")?;
            if attribute.text == ".unified" {
                parser.expect('(', "`.unified`")?;
                parser.list(')', "`.unified`", |parser| parser.digits(what))?;
            }
            Ok(parser.slice(attribute.start))
        })
    }

    /// Parses the names with their dimensions and initial values, and the semicolon. There may be no names.
    pub(super) fn declarators(&mut self, start: u32, head: &Variable<'a>) -> Parse<Vec<Variable<'a>>> {
        self.list(';', WHAT, |parser| {
            let mut variable = head.clone();
            variable.name = parser.name(WHAT)?;
            if parser.skip('<') {
                variable.range = Some(parser.count("a range")?.try_into().unwrap_or(u32::MAX));
                parser.expect('>', "a range")?;
            } else {
                variable.dimensions = parser.dimensions()?;
            }
            parser.note_array(&variable);
            if parser.skip('=') {
                variable.initial = Some(parser.initial()?);
            }
            variable.span = parser.since(start);
            Ok(variable)
        })
    }

    fn dimensions(&mut self) -> Parse<Vec<Option<u64>>> {
        let mut dimensions = vec![];
        while self.skip('[') {
            let is_open = self.is(']') && dimensions.is_empty();
            let length = (!is_open).then(|| self.count("a dimension"));
            dimensions.push(length.transpose()?);
            self.expect(']', "a dimension")?;
        }
        Ok(dimensions)
    }

    /// Parses `(…)`, if it comes next: parameters or results. In prototypes, `_` is their name.
    pub(super) fn parameters(&mut self, spaces: &[&str]) -> Parse<Vec<Variable<'a>>> {
        if !self.skip('(') {
            return Ok(vec![]);
        }
        self.list(')', "the parameters", |parser| {
            let start = parser.token.span.start;
            let mut variable = parser.head(spaces)?;
            if parser.peek() == ".ptr" {
                parser.take();
                let has_space = matches!(parser.peek(), ".global" | ".shared" | ".const" | ".local");
                let space = has_space.then(|| parser.word());
                let align = parser.alignment()?;
                variable.pointer = Some(Pointer { space, align });
            }
            variable.name = match parser.peek() {
                "_" => parser.word(),
                _ => parser.name("a parameter")?,
            };
            variable.dimensions = parser.dimensions()?;
            parser.note_array(&variable);
            variable.span = parser.since(start);
            Ok(variable)
        })
    }

    /// Keeps the size of an array's elements for operands with an index.
    fn note_array(&mut self, variable: &Variable<'a>) {
        if let (Some(kind), [_, ..]) = (variable.kind, &variable.dimensions[..]) {
            self.arrays.insert(variable.name.text, kind.bytes() * variable.vector);
        }
    }

    fn initial(&mut self) -> Parse<Initial<'a>> {
        let start = self.token.span.start;
        let kind = match self.token.kind {
            PtxTokenKind::Symbol('{') => {
                self.take();
                InitialKind::List(self.nest(|parser| parser.list('}', "a list of initial values", Self::initial))?)
            }
            PtxTokenKind::Word if self.is_second('=') => {
                let field = self.name("an initial value")?;
                self.take();
                let value = match self.token.kind {
                    PtxTokenKind::Word => self.word(),
                    _ => self.digits("an initial value")?,
                };
                InitialKind::Field(field, value)
            }
            PtxTokenKind::Word if self.peek() != "WARP_SZ" => InitialKind::Address(Box::new(self.address_value()?)),
            _ => match self.constant()? {
                Constant::Integer(mask, _) if self.skip('(') => {
                    if !(0..8).any(|byte| mask == 0xff << (8 * byte)) {
                        let expected = "one byte of the address: 0xff, 0xff00 and so on";
                        return wrong(self.since(start), format!("the mask {mask:#x}"), expected);
                    }
                    let mut address = self.address_value()?;
                    address.mask = Some(mask);
                    self.expect(')', "the address behind a mask")?;
                    InitialKind::Address(Box::new(address))
                }
                value => InitialKind::Constant(value),
            },
        };
        let span = self.since(start);
        Ok(Initial { span, kind })
    }

    /// `name`, `name+4`, `generic(name)` or `generic(name)+4`.
    fn address_value(&mut self) -> Parse<AddressValue<'a>> {
        let is_generic = self.peek() == "generic" && self.is_second('(');
        if is_generic {
            self.take();
            self.take();
        }
        let name = self.symbol()?;
        if is_generic {
            self.expect(')', "the name in `generic`")?;
        }
        let offset = if self.skip('+') { self.integer()? as i64 } else { 0 };
        Ok(AddressValue {
            name,
            offset,
            is_generic,
            mask: None,
        })
    }
}
