//! Operands and addresses (PTX ISA, section "Instruction Operands").

use super::{Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Address, Name, Operand, OperandKind, Symbol};

impl<'a> Parser<'a> {
    /// Parses an operand of the instruction `self.opcode`.
    pub(super) fn operand(&mut self) -> Parse<Operand<'a>> {
        let start = self.token.span.start;
        let kind = match self.token.kind {
            PtxTokenKind::Symbol('{') => self.vector()?,
            PtxTokenKind::Symbol('[') => self.address()?,
            PtxTokenKind::Symbol('(') if self.opcode == "call" => {
                self.take();
                OperandKind::List(self.list(')', "a list of arguments", Self::value)?)
            }
            _ => return self.value(),
        };
        self.pair(start, kind)
    }

    /// An operand without brackets around it.
    fn value(&mut self) -> Parse<Operand<'a>> {
        let start = self.token.span.start;
        let has_name = self.second.kind == PtxTokenKind::Word && &self.source[self.second.span.range()] != "WARP_SZ";
        let is_last = matches!(self.second.kind, PtxTokenKind::Symbol(',' | ';' | '}' | ']' | ')'));
        let mut kind = match self.token.kind {
            PtxTokenKind::Word if self.peek() != "WARP_SZ" || is_last => self.simple()?,
            PtxTokenKind::Symbol(sign @ ('!' | '-')) if has_name => {
                self.take();
                let kind = [OperandKind::Not, OperandKind::Negative][usize::from(sign == '-')];
                kind(self.symbol()?)
            }
            _ => OperandKind::Constant(self.constant()?),
        };
        match kind {
            OperandKind::Sink => {}
            OperandKind::Name(name) if self.skip('+') => kind = OperandKind::Offset(name, self.integer()? as i64),
            OperandKind::Name(name) if self.is('[') => kind = self.element(start, name)?,
            _ if self.token.kind == PtxTokenKind::Dotted => {
                let span = self.since(start);
                kind = OperandKind::Part(Box::new(Operand { span, kind }), self.word());
            }
            _ => {}
        }
        self.pair(start, kind)
    }

    /// `x[2]`: the place of an element, for moves its address.
    fn element(&mut self, start: u32, name: Name<'a>) -> Parse<OperandKind<'a>> {
        let Some(bytes) = self.arrays.get(name.word.text).copied() else {
            return self.unexpected("an operand", "an array before `[`");
        };
        let (span, kind) = (self.since(start), OperandKind::Name(name));
        self.take();
        if self.token.kind == PtxTokenKind::Word && self.peek() != "WARP_SZ" {
            let index = self.symbol()?;
            return self
                .expect(']', "an index")
                .map(|()| OperandKind::Element(Box::new([name, index])));
        }
        let offset = (self.integer()? as i64).wrapping_mul(i64::from(bytes));
        self.expect(']', "an index")?;
        if matches!(self.opcode, "mov" | "cvta") {
            return Ok(OperandKind::Offset(name, offset));
        }
        let base = Some(Operand { span, kind });
        let rest = vec![];
        Ok(OperandKind::Address(Box::new(Address { base, offset, rest })))
    }

    /// A name or `_`.
    fn simple(&mut self) -> Parse<OperandKind<'a>> {
        if self.peek() != "_" {
            return self.symbol().map(OperandKind::Name);
        }
        self.take();
        Ok(OperandKind::Sink)
    }

    /// The operand of this kind, or the pair that it begins.
    fn pair(&mut self, start: u32, mut kind: OperandKind<'a>) -> Parse<Operand<'a>> {
        let mut span = self.since(start);
        let can_begin = matches!(kind, OperandKind::Name(_) | OperandKind::Sink | OperandKind::Vector(_));
        if can_begin && self.skip('|') {
            let first = Operand { span, kind };
            span = self.token.span;
            kind = self.simple()?;
            kind = OperandKind::Pair(Box::new([first, Operand { span, kind }]));
            span = self.since(start);
        }
        Ok(Operand { span, kind })
    }

    /// A name that is looked up later.
    pub(super) fn symbol(&mut self) -> Parse<Name<'a>> {
        let (word, symbol) = (self.name("an operand")?, Symbol::Unresolved);
        Ok(Name { word, symbol })
    }

    fn vector(&mut self) -> Parse<OperandKind<'a>> {
        self.take();
        match self.is('}') {
            true => self.unexpected("a vector", "its elements"),
            false => self.list('}', "a vector", Self::value).map(OperandKind::Vector),
        }
    }

    fn address(&mut self) -> Parse<OperandKind<'a>> {
        self.take();
        let start = self.token.span.start;
        let mut address = Address::default();
        if self.token.kind == PtxTokenKind::Word && self.peek() != "WARP_SZ" {
            let kind = OperandKind::Name(self.symbol()?);
            let span = self.since(start);
            address.base = Some(Operand { span, kind });
            if self.skip('+') {
                address.offset = self.integer()? as i64;
            } else if self.is('-') {
                return self.unexpected("an address", "`+` before a negative offset: `[r+-4]`");
            }
        } else {
            address.offset = self.integer()? as i64;
        }
        while self.skip(',') {
            let part = if self.is('[') { self.value()? } else { self.operand()? };
            address.rest.push(part);
        }
        self.expect_end(']', "an address")?;
        Ok(OperandKind::Address(Box::new(address)))
    }
}
