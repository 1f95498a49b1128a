//! A module: ports, constants, nets, memories, assignments.

use super::expression::bits;
use super::lexer::{Token, TokenKind};
use super::{Known, Parsed, refused};
use crate::netlist::{ExprId, ExprKind, MemoryRead, Module, NetId, NetKind, NetlistMemory, is_keyword};
use std::collections::HashMap;
use std::ops::Range;

/// The meaning of a name in a module.
#[derive(Clone, Copy)]
pub(super) enum Symbol {
    Net(NetId),
    /// By number in [`Module::memories`].
    Memory(usize),
    /// `localparam` with a width: width and value.
    Constant(u32, u64),
    /// `localparam` without a width: a position in a net.
    Position(u32),
    Instance,
}

/// The maximum depth of an expression: recursive functions go through it.
const DEEPEST: u32 = 1000;

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
    memories: Vec<Range<usize>>,
    pub(super) known: &'a Known,
}

struct Declared {
    span: Range<usize>,
    reg: bool,
    driven: bool,
}

/// The module whose tokens begin at `module NAME` and end with `endmodule`.
pub(super) fn module<'a>(tokens: &'a [Token<'a>], known: &'a Known) -> Parsed<Module> {
    let mut parser = Parser {
        tokens,
        at: 1,
        depth: 0,
        module: Module::new(tokens[1].text, ""),
        symbols: HashMap::new(),
        nets: vec![],
        memories: vec![],
        known,
    };
    parser.name()?;
    parser.ports()?;
    while !parser.passes("endmodule") {
        parser.item()?;
    }
    parser.drivers()?;
    match depth(&parser.module) > DEEPEST {
        true => refused(
            tokens[1].span(),
            "an expression, `case` or process of too many steps",
            format!("at most {DEEPEST}"),
        ),
        false => Ok(parser.module),
    }
}

impl<'a> Parser<'a> {
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
        refused(token.span(), format!("unexpected `{}`", token.text), expected)
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
            || {
                refused(
                    token.span(),
                    format!("`{}` is not declared", token.text),
                    "a declaration before",
                )
            },
            Ok,
        )
    }

    /// A net that is read, such as a clock.
    pub(super) fn net(&mut self) -> Parsed<(NetId, Token<'a>)> {
        let token = self.advance();
        match self.symbol(&token)? {
            Symbol::Net(net) => Ok((net, token)),
            _ => refused(token.span(), format!("`{}` is no net", token.text), "a net"),
        }
    }

    pub(super) fn declare(&mut self, name: Token<'a>, symbol: Symbol) -> Parsed<()> {
        match self.symbols.insert(name.text, symbol) {
            None => Ok(()),
            Some(_) => refused(
                name.span(),
                format!("`{}` is declared twice", name.text),
                "another name",
            ),
        }
    }

    fn declare_net(&mut self, name: Token<'a>, width: u32, kind: NetKind, reg: bool) -> Parsed<NetId> {
        let net = self.module.net(name.text, width, kind, "");
        self.nets.push(Declared {
            span: name.span(),
            reg,
            driven: kind == NetKind::Input,
        });
        self.declare(name, Symbol::Net(net))?;
        Ok(net)
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
            return refused(by.span(), format!("`{}` cannot be assigned here", by.text), expected);
        }
        match std::mem::replace(&mut declared.driven, true) {
            false => Ok(()),
            true => refused(
                by.span(),
                format!("`{}` has another driver", by.text),
                "one driver for each net",
            ),
        }
    }

    /// Every net must be driven, and every memory read: yosys removes other memories.
    fn drivers(&self) -> Parsed<()> {
        let memories = self.memories.iter().zip(&self.module.memories);
        if let Some((span, memory)) = memories.into_iter().find(|(_, memory)| memory.reads.is_empty()) {
            return refused(
                span.clone(),
                format!("nothing reads `{}`", memory.name),
                "a memory that is read",
            );
        }
        match self
            .nets
            .iter()
            .zip(&self.module.nets)
            .find(|(declared, _)| !declared.driven)
        {
            None => Ok(()),
            Some((declared, net)) => refused(
                declared.span.clone(),
                format!("`{}` has no driver", net.name),
                "one driver for each net",
            ),
        }
    }

    /// `[high:0]`, if there is one: the width.
    fn range(&mut self) -> Parsed<u32> {
        if !self.passes("[") {
            return Ok(1);
        }
        let high = self.number(63)?;
        self.need(":")?;
        self.need("0")?;
        self.need("]")?;
        Ok(high + 1)
    }

    fn ports(&mut self) -> Parsed<()> {
        self.need("(")?;
        loop {
            let (kind, reg) = if self.passes("input") {
                self.need("wire")?;
                (NetKind::Input, false)
            } else if self.passes("output") {
                let reg = self.passes("reg");
                if !reg {
                    self.need("wire")?;
                }
                (NetKind::Output, reg)
            } else {
                return self.unexpected("`input` or `output`");
            };
            let width = self.range()?;
            let name = self.name()?;
            self.declare_net(name, width, kind, reg)?;
            if !self.passes(",") {
                break;
            }
        }
        self.need(")")?;
        self.need(";")
    }

    fn item(&mut self) -> Parsed<()> {
        let token = self.peek();
        match token.text {
            "localparam" => self.constant(),
            "wire" => self.wire(),
            "reg" => self.reg(),
            "assign" => self.assign(),
            "always" => self.process(),
            _ if token.kind == TokenKind::Word && !is_keyword(token.text) => self.instance(),
            _ => self.unexpected("`localparam`, `wire`, `reg`, `assign`, `always`, an instance, or `endmodule`"),
        }
    }

    /// `localparam [high:0] NAME = literal;` or `localparam NAME = number;`
    fn constant(&mut self) -> Parsed<()> {
        self.advance();
        let ranged = self.peek().is("[");
        let width = self.range()?;
        let name = self.name()?;
        self.need("=")?;
        let token = self.peek();
        let symbol = match ranged || token.text.contains('\'') {
            true => match self.literal()? {
                (found, value) if found == width => Symbol::Constant(width, value),
                (found, _) => return refused(token.span(), format!("a literal of {}", bits(found)), bits(width)),
            },
            false => Symbol::Position(self.number(63)?),
        };
        self.declare(name, symbol)?;
        self.need(";")
    }

    /// `wire [high:0] name;`, also with a value.
    fn wire(&mut self) -> Parsed<()> {
        self.advance();
        let width = self.range()?;
        let name = self.name()?;
        // The value cannot read the net, because the net is declared behind it.
        let value = match self.passes("=") {
            true => Some(self.sized(width)?),
            false => None,
        };
        let net = self.declare_net(name, width, NetKind::Wire, false)?;
        if let Some(value) = value {
            self.drive(net, &name, false)?;
            self.module.assigns.push((net, value));
        }
        self.need(";")
    }

    /// `reg [high:0] name;`, or with `[0:last]` a memory.
    fn reg(&mut self) -> Parsed<()> {
        self.advance();
        let width = self.range()?;
        let name = self.name()?;
        if self.passes("[") {
            self.need("0")?;
            self.need(":")?;
            let last = self.number(0xffff)?;
            self.need("]")?;
            self.declare(name, Symbol::Memory(self.module.memories.len()))?;
            self.memories.push(name.span());
            self.module.memories.push(NetlistMemory {
                name: name.text.into(),
                width,
                depth: last + 1,
                contents: None,
                // Set by the process that writes it.
                clock: NetId(0),
                read_clock: NetId(0),
                writes: vec![],
                reads: vec![],
            });
        } else {
            self.declare_net(name, width, NetKind::Wire, true)?;
        }
        self.need(";")
    }

    /// `assign net = expression;` or `assign net = memory[address];`
    fn assign(&mut self) -> Parsed<()> {
        self.advance();
        let (net, name) = self.net()?;
        self.drive(net, &name, false)?;
        self.need("=")?;
        let width = self.module.net_ref(net).width;
        match self.word(width)? {
            Some((memory, address)) => self.module.memories[memory].reads.push(MemoryRead {
                data: net,
                address,
                synchronous: None,
            }),
            None => {
                let value = self.sized(width)?;
                self.module.assigns.push((net, value));
            }
        }
        self.need(";")
    }
}

/// The depth of the deepest expression.
fn depth(module: &Module) -> u32 {
    let mut depths: Vec<u32> = vec![];
    for expr in module.exprs() {
        let of = |id: &ExprId| depths[id.0 as usize];
        let below = match &expr.kind {
            ExprKind::Const(_) | ExprKind::Named(..) | ExprKind::Net(_) => 0,
            ExprKind::Unary(_, x) | ExprKind::Slice(x, _) => of(x),
            ExprKind::Binary(_, x, y) => of(x).max(of(y)),
            ExprKind::Mux(x, y, z) => of(x).max(of(y)).max(of(z)),
            ExprKind::Concat(parts) => parts.iter().map(of).max().unwrap_or(0),
        };
        depths.push(below + 1);
    }
    depths.into_iter().max().unwrap_or(0)
}
