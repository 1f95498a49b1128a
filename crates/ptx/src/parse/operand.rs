//! Operands and addresses (PTX ISA, section "Instruction Operands").

use super::{Parse, Parser};
use crate::lexer::PtxTokenKind;
use crate::tree::{Address, Name, Operand, OperandKind, Symbol};

impl<'a> Parser<'a> {
    /// Parses an operand. Of a call, lists in parentheses are operands.
    pub(super) fn operand(&mut self, is_call: bool) -> Parse<Operand<'a>> {
        let start = self.token.start;
        let kind = match self.token.kind {
            PtxTokenKind::Symbol('{') => OperandKind::Vector(self.vector()?),
            PtxTokenKind::Symbol('[') => self.address()?,
            PtxTokenKind::Symbol('(') if is_call => {
                self.take();
                let mut list = vec![];
                if !self.is(')') {
                    self.elements(&mut list)?;
                }
                self.expect(')', "a list of arguments")?;
                OperandKind::List(list)
            }
            _ => return self.value(),
        };
        self.pair(start, kind)
    }

    /// An operand without brackets around it.
    fn value(&mut self) -> Parse<Operand<'a>> {
        let start = self.token.start;
        let is_name = self.second.kind == PtxTokenKind::Word && self.text(self.second) != "WARP_SZ";
        let mut kind = match self.token.kind {
            PtxTokenKind::Word if self.peek() == "_" => {
                self.take();
                OperandKind::Sink
            }
            PtxTokenKind::Word if self.peek() != "WARP_SZ" || self.is_end_behind() => OperandKind::Name(self.symbol()?),
            PtxTokenKind::Symbol('!') if is_name => {
                self.take();
                OperandKind::Not(self.symbol()?)
            }
            PtxTokenKind::Symbol('-') if is_name => {
                self.take();
                OperandKind::Negative(self.symbol()?)
            }
            _ => OperandKind::Constant(self.constant()?),
        };
        if let OperandKind::Name(name) = kind
            && self.skip('+')
        {
            kind = OperandKind::Offset(name, self.integer()? as i64);
        }
        let span = self.since(start);
        if self.token.kind == PtxTokenKind::Dotted && !matches!(kind, OperandKind::Sink | OperandKind::Offset(..)) {
            let part = self.take();
            let whole = Box::new(Operand { span, kind });
            return Ok(Operand {
                span: self.since(start),
                kind: OperandKind::Part(whole, self.word(part)),
            });
        }
        self.pair(start, kind)
    }

    /// Whether the next token is the last one of its operand.
    fn is_end_behind(&self) -> bool {
        matches!(
            self.second.kind,
            PtxTokenKind::End | PtxTokenKind::Symbol(',' | ';' | '}' | ']' | ')')
        )
    }

    /// The operand of this kind, or the pair that it begins.
    fn pair(&mut self, start: u32, kind: OperandKind<'a>) -> Parse<Operand<'a>> {
        let span = self.since(start);
        let can_begin = matches!(kind, OperandKind::Name(_) | OperandKind::Sink | OperandKind::Vector(_));
        if !can_begin || !self.skip('|') {
            return Ok(Operand { span, kind });
        }
        let second = self.token.start;
        let other = match self.peek() {
            "_" => {
                self.take();
                OperandKind::Sink
            }
            _ => OperandKind::Name(self.symbol()?),
        };
        let first = Operand { span, kind };
        let other = Operand {
            span: self.since(second),
            kind: other,
        };
        Ok(Operand {
            span: self.since(start),
            kind: OperandKind::Pair(Box::new([first, other])),
        })
    }

    /// A name that is looked up later.
    pub(super) fn symbol(&mut self) -> Parse<Name<'a>> {
        let word = match self.peek() {
            "WARP_SZ" => {
                let token = self.take();
                self.word(token)
            }
            _ => self.name("an operand")?,
        };
        Ok(Name {
            word,
            symbol: Symbol::Unresolved,
        })
    }

    fn vector(&mut self) -> Parse<Vec<Operand<'a>>> {
        self.take();
        let mut list = Vec::with_capacity(4);
        self.elements(&mut list)?;
        self.expect('}', "a vector")?;
        list.shrink_to_fit();
        Ok(list)
    }

    /// Values with commas between them, at least one.
    fn elements(&mut self, list: &mut Vec<Operand<'a>>) -> Parse<()> {
        loop {
            list.push(self.value()?);
            if !self.skip(',') {
                return Ok(());
            }
        }
    }

    fn address(&mut self) -> Parse<OperandKind<'a>> {
        self.take();
        let mut address = Address {
            base: None,
            offset: 0,
            rest: vec![],
        };
        let start = self.token.start;
        match self.token.kind {
            PtxTokenKind::Word if self.peek() != "WARP_SZ" => {
                let kind = OperandKind::Name(self.symbol()?);
                address.base = Some(Operand {
                    span: self.since(start),
                    kind,
                });
                if self.skip('+') {
                    address.offset = self.integer()? as i64;
                } else if self.is('-') {
                    return Err(self.unexpected("an address", "`+` before a negative offset: `[r+-4]`"));
                }
            }
            _ => address.offset = self.integer()? as i64,
        }
        while self.skip(',') {
            let start = self.token.start;
            address.rest.push(match self.is('{') {
                true => {
                    let kind = OperandKind::Vector(self.vector()?);
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
