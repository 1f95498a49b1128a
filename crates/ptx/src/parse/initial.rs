//! Initial values of variables (PTX ISA, section "Initializers").

use super::{Parse, Parser, wrong};
use crate::lexer::PtxTokenKind;
use crate::tree::{AddressValue, Constant, Initial, InitialKind};

const WHAT: &str = "an initial value";

impl<'a> Parser<'a> {
    pub(super) fn initial(&mut self) -> Parse<Initial<'a>> {
        let start = self.token.span.start;
        let kind = match self.token.kind {
            PtxTokenKind::Symbol('{') => {
                self.take();
                InitialKind::List(match self.skip('}') {
                    true => vec![],
                    false => self.nest(|parser| parser.list('}', "a list of initial values", Self::initial))?,
                })
            }
            PtxTokenKind::Quoted => return self.unexpected(WHAT, "numbers, one for each character"),
            PtxTokenKind::Word if self.is_second('=') => {
                let field = self.name(WHAT)?;
                self.take();
                let is_word = self.token.kind == PtxTokenKind::Word;
                InitialKind::Field(field, if is_word { self.word() } else { self.digits(WHAT)? })
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
