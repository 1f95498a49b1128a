//! Operands and addresses (PTX ISA, section "Instruction Operands").

use super::{Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Address, Name, Operand, OperandKind, Symbol};

impl<'a> Parser<'a> {
    /// Parses an operand. Of a call, lists in parentheses are operands.
    pub(super) fn operand(&mut self, is_call: bool) -> Parse<Operand<'a>> {
        let start = self.token.span.start;
        let kind = match self.token.kind {
            PtxTokenKind::Symbol('{') => self.vector()?,
            PtxTokenKind::Symbol('[') => self.address()?,
            PtxTokenKind::Symbol('(') if is_call => {
                self.take();
                OperandKind::List(match self.skip(')') {
                    true => vec![],
                    false => self.list(')', "a list of arguments", Self::value)?,
                })
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
            PtxTokenKind::Word if self.peek() == "_" => {
                self.take();
                OperandKind::Sink
            }
            PtxTokenKind::Word if self.peek() != "WARP_SZ" || is_last => OperandKind::Name(self.symbol()?),
            PtxTokenKind::Symbol('!') if has_name => {
                self.take();
                OperandKind::Not(self.symbol()?)
            }
            PtxTokenKind::Symbol('-') if has_name => {
                self.take();
                OperandKind::Negative(self.symbol()?)
            }
            _ => OperandKind::Constant(self.constant()?),
        };
        let span = self.since(start);
        match kind {
            OperandKind::Name(name) if self.skip('+') => kind = OperandKind::Offset(name, self.integer()? as i64),
            OperandKind::Name(name) if self.is('[') => {
                // Looking up names replaces this part by an address: the size of an element is not known yet.
                let start = self.take().span.start;
                let kind_of_element = OperandKind::Offset(name, self.integer()? as i64);
                self.expect(']', "an array's index")?;
                let whole = Operand {
                    span,
                    kind: kind_of_element,
                };
                kind = OperandKind::Part(Box::new(whole), self.slice(start));
            }
            OperandKind::Sink => {}
            _ if self.token.kind == PtxTokenKind::Dotted => {
                kind = OperandKind::Part(Box::new(Operand { span, kind }), self.word());
            }
            _ => {}
        }
        self.pair(start, kind)
    }

    /// The operand of this kind, or the pair that it begins.
    fn pair(&mut self, start: u32, mut kind: OperandKind<'a>) -> Parse<Operand<'a>> {
        let span = self.since(start);
        let can_begin = matches!(kind, OperandKind::Name(_) | OperandKind::Sink | OperandKind::Vector(_));
        if can_begin && self.skip('|') {
            let second = self.token.span.start;
            let other = match self.peek() {
                "_" => {
                    self.take();
                    OperandKind::Sink
                }
                _ => OperandKind::Name(self.symbol()?),
            };
            let other = Operand {
                span: self.since(second),
                kind: other,
            };
            kind = OperandKind::Pair(Box::new([Operand { span, kind }, other]));
        }
        let span = self.since(start);
        Ok(Operand { span, kind })
    }

    /// A name that is looked up later.
    pub(super) fn symbol(&mut self) -> Parse<Name<'a>> {
        let is_warp_size = self.peek() == "WARP_SZ";
        let word = if is_warp_size {
            self.word()
        } else {
            self.name("an operand")?
        };
        let symbol = Symbol::Unresolved;
        Ok(Name { word, symbol })
    }

    fn vector(&mut self) -> Parse<OperandKind<'a>> {
        self.take();
        self.list('}', "a vector", Self::value).map(OperandKind::Vector)
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
            let start = self.token.span.start;
            address.rest.push(match self.is('{') {
                true => {
                    let kind = self.vector()?;
                    let span = self.since(start);
                    Operand { span, kind }
                }
                false => self.value()?,
            });
        }
        self.expect(']', "an address")?;
        Ok(OperandKind::Address(Box::new(address)))
    }
}
