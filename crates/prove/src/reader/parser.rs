//! The tokens, names and drivers of a module while it is read.

use super::lexer::{Token, TokenKind};
use super::{Known, Parsed, refused};
use lanesmith_netlist::{Module, NetId, NetKind, is_keyword};
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The meaning of a name in a module.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    Net(NetId),
    /// An input of more than 64 bits, whose parts are nets.
    Wide,
    /// By number in [`Module::memories`].
    Memory(usize),
    /// `localparam` with a width: width and value.
    Constant(u32, u64),
    /// `localparam` without a width: a position in a net.
    Position(u32),
    Instance,
}

/// Reads one module.
pub(super) struct Parser<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    pub(super) depth: u32,
    pub(super) module: Module,
    pub(super) symbols: HashMap<&'a str, Symbol>,
    /// For each net where it is declared, whether as `reg`, and whether it has a driver.
    nets: Vec<Declared>,
    /// Where each memory is declared.
    pub(super) memories: Vec<Range<usize>>,
    pub(super) known: &'a Known,
}

struct Declared {
    span: Range<usize>,
    reg: bool,
    driven: bool,
}

impl<'a> Parser<'a> {
    /// A parser at the first token behind `module`.
    pub(super) fn new(tokens: &'a [Token<'a>], known: &'a Known) -> Self {
        Parser {
            tokens,
            at: 1,
            depth: 0,
            module: Module::new(tokens[1].text, ""),
            symbols: HashMap::new(),
            nets: vec![],
            memories: vec![],
            known,
        }
    }

    pub(super) fn peek(&self) -> Token<'a> {
        self.tokens[self.at]
    }

    pub(super) fn advance(&mut self) -> Token<'a> {
        let token = self.tokens[self.at];
        self.at += usize::from(self.at + 1 < self.tokens.len());
        token
    }

    /// Goes past a sign or keyword, if it comes next.
    pub(super) fn passes(&mut self, text: &str) -> bool {
        let passes = self.peek().is(text);
        if passes {
            self.advance();
        }
        passes
    }

    pub(super) fn need(&mut self, text: &str) -> Parsed<()> {
        match self.passes(text) {
            true => Ok(()),
            false => self.unexpected(format!("`{text}`")),
        }
    }

    pub(super) fn unexpected<T>(&self, expected: impl Into<String>) -> Parsed<T> {
        let token = self.peek();
        token.refuse(format!("unexpected `{}`", token.text), expected)
    }

    /// The end of the last token that was passed.
    pub(super) fn end(&self) -> usize {
        self.tokens[self.at - 1].span().end
    }

    /// A name that may be declared.
    pub(super) fn name(&mut self) -> Parsed<Token<'a>> {
        let token = self.peek();
        if token.kind != TokenKind::Word || is_keyword(token.text) {
            return self.unexpected("a name: letters, digits and `_`, no keyword of Verilog or SystemVerilog");
        }
        Ok(self.advance())
    }

    pub(super) fn symbol(&self, token: &Token) -> Parsed<Symbol> {
        let known = self.symbols.get(token.text).copied();
        known.map_or_else(
            || token.refuse(format!("`{}` is not declared", token.text), "a declaration before"),
            Ok,
        )
    }

    /// A net that is read, such as a clock.
    pub(super) fn net(&mut self) -> Parsed<(NetId, Token<'a>)> {
        let token = self.advance();
        match self.symbol(&token)? {
            Symbol::Net(net) => Ok((net, token)),
            _ => token.refuse(format!("`{}` is no net", token.text), "a net"),
        }
    }

    pub(super) fn declare(&mut self, name: Token<'a>, symbol: Symbol) -> Parsed<()> {
        match self.symbols.insert(name.text, symbol) {
            None => Ok(()),
            Some(_) => name.refuse(format!("`{}` is declared twice", name.text), "another name"),
        }
    }

    pub(super) fn declare_net(&mut self, name: Token<'a>, width: u32, kind: NetKind, reg: bool) -> Parsed<NetId> {
        let net = self.module.net(name.text, width, kind, "");
        self.nets.push(Declared {
            span: name.span(),
            reg,
            driven: kind == NetKind::Input,
        });
        self.declare(name, Symbol::Net(net))?;
        Ok(net)
    }

    /// Declares an input of more than 64 bits: a net for each of the parts `name[high:low]` that the module reads. Error: the parts
    /// overlap, or bits are missing.
    pub(super) fn declare_wide(&mut self, name: Token<'a>, width: u32) -> Parsed<()> {
        let part = |tokens: &[Token]| {
            let is_part = tokens[0].text == name.text && tokens[1].is("[") && tokens[3].is(":") && tokens[5].is("]");
            let bit = |token: Token| token.text.parse::<u32>().ok();
            is_part.then_some((bit(tokens[4])?, bit(tokens[2])?))
        };
        let parts: BTreeSet<(u32, u32)> = self.tokens.windows(6).filter_map(part).collect();
        let mut next = 0;
        for (low, high) in parts {
            if low != next || high < low || high - low > 63 || high >= width {
                break;
            }
            self.module.net(
                format!("{}[{high}:{low}]", name.text),
                high - low + 1,
                NetKind::Input,
                "",
            );
            self.nets.push(Declared {
                span: name.span(),
                reg: false,
                driven: true,
            });
            next = high + 1;
        }
        match next == width {
            true => self.declare(name, Symbol::Wide),
            false => name.refuse(
                format!(
                    "`{}` has {} and is not read in parts that cover it",
                    name.text,
                    bits(width)
                ),
                format!(
                    "parts of at most 64 bits without overlap, such as `{}[31:0]`",
                    name.text
                ),
            ),
        }
    }

    /// Marks a net as driven. Error: it is driven already, or the driver is not of the kind for which it is declared.
    pub(super) fn drive(&mut self, net: NetId, by: &Token, process: bool) -> Parsed<()> {
        let declared = &mut self.nets[net.0 as usize];
        if declared.reg != process {
            let expected = if process {
                "a `reg`"
            } else {
                "an output or inner net that is a `wire`"
            };
            return by.refuse(format!("`{}` cannot be assigned here", by.text), expected);
        }
        match std::mem::replace(&mut declared.driven, true) {
            false => Ok(()),
            true => by.refuse(format!("`{}` has another driver", by.text), "one driver for each net"),
        }
    }

    /// Every net must be driven, and every memory read: yosys removes other memories.
    pub(super) fn drivers(&self) -> Parsed<()> {
        let memories = self.memories.iter().zip(&self.module.memories);
        if let Some((span, memory)) = memories.into_iter().find(|(_, memory)| memory.reads.is_empty()) {
            return refused(
                span.clone(),
                format!("nothing reads `{}`", memory.name),
                "a memory that is read",
            );
        }
        let mut nets = self.nets.iter().zip(&self.module.nets);
        match nets.find(|(declared, _)| !declared.driven) {
            None => Ok(()),
            Some((declared, net)) => refused(
                declared.span.clone(),
                format!("`{}` has no driver", net.name),
                "one driver for each net",
            ),
        }
    }
}

/// `1 bit`, `8 bits`.
pub(super) fn bits(width: u32) -> String {
    format!("{width} bit{}", if width == 1 { "" } else { "s" })
}
