//! Declarations of variables, parameters and registers (PTX ISA, section "State Spaces, Types, and Variables").

use super::{Parse, Parser};
use crate::data_type::{DataType, TypeClass};
use crate::lexer::PtxTokenKind;
use crate::tree::{AddressValue, Constant, Initial, InitialKind, Name, Pointer, Symbol, Variable, Word};
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::near::did_you_mean;

/// The types of variables. Other formats are types of instructions only.
const TYPES: [&str; 18] = [
    ".b8", ".b16", ".b32", ".b64", ".b128", ".u8", ".u16", ".u32", ".u64", ".s8", ".s16", ".s32", ".s64", ".f16",
    ".f16x2", ".f32", ".f64", ".pred",
];

const OPAQUE: [&str; 3] = [".texref", ".samplerref", ".surfref"];

/// What a declaration says before the names.
#[derive(Clone)]
pub(super) struct Head<'a> {
    pub(super) space: Word<'a>,
    pub(super) align: Option<u32>,
    pub(super) attributes: Vec<Word<'a>>,
    pub(super) vector: u32,
    pub(super) data_type: Word<'a>,
    pub(super) kind: Option<DataType>,
}

impl<'a> Parser<'a> {
    fn dotted(&mut self) -> Word<'a> {
        let token = self.take();
        self.word(token)
    }

    /// Parses the state space, one of `spaces`, the alignment and the type of a declaration.
    pub(super) fn head(&mut self, spaces: &[&str]) -> Parse<Head<'a>> {
        let what = "a declaration";
        let mut align = self.alignment()?;
        if !spaces.contains(&self.peek()) {
            return Err(self.unexpected(what, &format!("a state space: {}", spaces.join(", "))));
        }
        let space = self.dotted();
        let mut attributes = vec![];
        loop {
            match self.peek() {
                ".align" => align = self.alignment()?,
                ".attribute" => attributes.extend(self.attribute()?),
                _ => break,
            }
        }
        let vector = match self.peek() {
            ".v2" => 2,
            ".v4" => 4,
            ".v8" if space.text != ".reg" => 8,
            _ => 1,
        };
        if vector != 1 {
            self.take();
        }
        let text = self.peek();
        if !TYPES.contains(&text) && !OPAQUE.contains(&text) {
            let expected = match DataType::read(text) {
                Some(_) => "`.b16`, `.b32` or `.b64`: this is a type of instructions only".to_owned(),
                None => did_you_mean(text, TYPES.into_iter().chain(OPAQUE), "a type such as `.u32`"),
            };
            return Err(self.unexpected(what, &expected));
        }
        let data_type = self.dotted();
        let kind = DataType::read(text);
        if vector != 1 && kind.is_none_or(|kind| kind.class == TypeClass::Predicate) {
            let message = format!("a vector of the type `{text}`");
            return Err(Diagnostic::new(data_type.span().range(), message, "a type with bits"));
        }
        Ok(Head {
            space,
            align,
            attributes,
            vector,
            data_type,
            kind,
        })
    }

    /// `.align 8`, if it comes next.
    fn alignment(&mut self) -> Parse<Option<u32>> {
        if !self.is_text(".align") {
            return Ok(None);
        }
        self.take();
        let start = self.token.start;
        let bytes = self.count("`.align`")?;
        match bytes.is_power_of_two() {
            true => Ok(Some(bytes)),
            false => {
                let message = format!("the alignment {bytes}");
                Err(Diagnostic::new(self.since(start).range(), message, "a power of two"))
            }
        }
    }

    /// A number of 32 bits.
    pub(super) fn count(&mut self, what: &str) -> Parse<u32> {
        let number = self.bytes(what)?;
        u32::try_from(number).map_err(|_| {
            let start = self.end as usize;
            Diagnostic::new(
                start..start,
                format!("{number} in {what}"),
                "a number of at most 32 bits",
            )
        })
    }

    fn bytes(&mut self, what: &str) -> Parse<u64> {
        if self.token.kind == PtxTokenKind::Number
            && !self.peek().contains('.')
            && let Constant::Integer(value, _) = self.number()?
        {
            return Ok(value);
        }
        Err(self.unexpected(what, "an integer"))
    }

    /// `.attribute(.managed, .unified(1, 2))`: the attributes.
    pub(super) fn attribute(&mut self) -> Parse<Vec<Word<'a>>> {
        let what = "`.attribute`";
        self.take();
        if !self.skip('(') {
            return Err(self.unexpected(what, "`(`"));
        }
        let mut attributes = vec![];
        loop {
            let start = self.token.start;
            match self.peek() {
                ".managed" => {
                    self.take();
                }
                ".unified" => {
                    self.take();
                    self.expect('(', "`.unified`")?;
                    self.digits(what)?;
                    self.expect(',', "the first number of `.unified`")?;
                    self.digits(what)?;
                    self.expect(')', "`.unified`")?;
                }
                _ => return Err(self.unexpected(what, "`.managed` or `.unified(…, …)`")),
            }
            attributes.push(self.slice(start));
            if !self.skip(',') {
                break;
            }
        }
        self.expect(')', what)?;
        Ok(attributes)
    }

    /// Parses the names with their dimensions and initial values. There may be none.
    pub(super) fn declarators(
        &mut self,
        start: u32,
        linkage: Option<Word<'a>>,
        head: &Head<'a>,
        mut found: impl FnMut(Variable<'a>),
    ) -> Parse<()> {
        while !self.is(';') {
            let name = self.name("a declaration")?;
            let mut variable = self.variable(start, linkage, head, name);
            variable.range = self.range()?;
            if variable.range.is_none() {
                variable.dimensions = self.dimensions()?;
            }
            if self.skip('=') {
                variable.initial = Some(self.initial()?);
            }
            variable.span = self.since(start);
            found(variable);
            if !self.skip(',') {
                break;
            }
            if self.is(';') {
                return Err(self.unexpected("a declaration", "a name"));
            }
        }
        Ok(())
    }

    fn variable(&self, start: u32, linkage: Option<Word<'a>>, head: &Head<'a>, name: Word<'a>) -> Variable<'a> {
        Variable {
            span: self.since(start),
            linkage,
            space: head.space,
            align: head.align,
            pointer: None,
            attributes: head.attributes.clone(),
            vector: head.vector,
            data_type: head.data_type,
            kind: head.kind,
            name,
            range: None,
            dimensions: vec![],
            initial: None,
        }
    }

    /// `<8>`, if it comes next.
    pub(super) fn range(&mut self) -> Parse<Option<u32>> {
        if !self.skip('<') {
            return Ok(None);
        }
        let count = self.count("a range")?;
        self.expect('>', "a range")?;
        Ok(Some(count))
    }

    fn dimensions(&mut self) -> Parse<Vec<Option<u64>>> {
        let mut dimensions = vec![];
        while self.skip('[') {
            let is_open = self.is(']') && dimensions.is_empty();
            dimensions.push(match is_open {
                true => None,
                false => Some(self.bytes("a dimension")?),
            });
            self.expect(']', "a dimension")?;
        }
        Ok(dimensions)
    }

    /// Parses `(…)`: parameters or results. In prototypes, `_` is their name.
    pub(super) fn parameters(&mut self) -> Parse<Vec<Variable<'a>>> {
        self.take();
        let mut list = vec![];
        if self.skip(')') {
            return Ok(list);
        }
        loop {
            list.push(self.parameter()?);
            if !self.skip(',') {
                break;
            }
        }
        self.expect(')', "the parameters")?;
        list.shrink_to_fit();
        Ok(list)
    }

    fn parameter(&mut self) -> Parse<Variable<'a>> {
        let start = self.token.start;
        let head = self.head(&[".param", ".reg"])?;
        let pointer = match self.is_text(".ptr") {
            true => {
                self.take();
                let is_space = matches!(self.peek(), ".global" | ".shared" | ".const" | ".local");
                Some(Pointer {
                    space: is_space.then(|| self.dotted()),
                    align: self.alignment()?,
                })
            }
            false => None,
        };
        let name = match self.peek() {
            "_" => self.dotted(),
            _ => self.name("a parameter")?,
        };
        let mut variable = self.variable(start, None, &head, name);
        variable.pointer = pointer;
        variable.dimensions = self.dimensions()?;
        variable.span = self.since(start);
        Ok(variable)
    }

    fn initial(&mut self) -> Parse<Initial<'a>> {
        let start = self.token.start;
        let kind = match self.token.kind {
            PtxTokenKind::Symbol('{') => {
                self.take();
                let list = self.nest(Self::initials)?;
                self.expect('}', "a list of initial values")?;
                InitialKind::List(list)
            }
            PtxTokenKind::Quoted => return Err(self.unexpected("an initial value", "numbers, one for each character")),
            PtxTokenKind::Word if self.is_second('=') => {
                let field = self.name("an initial value")?;
                self.take();
                let is_value = matches!(self.token.kind, PtxTokenKind::Word | PtxTokenKind::Number);
                if !is_value {
                    return Err(self.unexpected("an initial value", "a word or a number"));
                }
                InitialKind::Field(field, self.dotted())
            }
            PtxTokenKind::Word if !self.is_text("WARP_SZ") => InitialKind::Address(Box::new(self.address_value()?)),
            _ => {
                let value = self.constant()?;
                match self.skip('(') {
                    false => InitialKind::Constant(value),
                    true => {
                        let mut address = self.address_value()?;
                        self.expect(')', "the address behind a mask")?;
                        address.mask = self.mask(start, value)?;
                        InitialKind::Address(Box::new(address))
                    }
                }
            }
        };
        let span = self.since(start);
        Ok(Initial { span, kind })
    }

    fn initials(&mut self) -> Parse<Vec<Initial<'a>>> {
        let mut list = vec![];
        while list.is_empty() && !self.is('}') || self.skip(',') {
            list.push(self.initial()?);
        }
        list.shrink_to_fit();
        Ok(list)
    }

    fn mask(&self, start: u32, value: Constant) -> Parse<Option<u64>> {
        match value {
            Constant::Integer(mask, _) if (0..8).any(|byte| mask == 0xff << (8 * byte)) => Ok(Some(mask)),
            _ => {
                let expected = "one byte of the address: 0xff, 0xff00 and so on";
                Err(Diagnostic::new(
                    self.since(start).range(),
                    "this mask of an address",
                    expected,
                ))
            }
        }
    }

    /// `name`, `name+4`, `generic(name)` or `generic(name)+4`.
    fn address_value(&mut self) -> Parse<AddressValue<'a>> {
        let what = "an initial value";
        let is_generic = self.is_text("generic") && self.is_second('(');
        if is_generic {
            self.take();
            self.take();
        }
        let word = self.name(what)?;
        if is_generic {
            self.expect(')', "the name in `generic`")?;
        }
        let offset = match self.skip('+') {
            true => self.integer()? as i64,
            false => 0,
        };
        Ok(AddressValue {
            name: Name {
                word,
                symbol: Symbol::Unresolved,
            },
            offset,
            is_generic,
            mask: None,
        })
    }
}
