//! A module: ports, constants, nets, memories, assignments.

use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Symbol, bits};
use super::{Known, Parsed};
use lanesmith_netlist::{MemoryRead, Module, NetId, NetKind, NetlistMemory, is_keyword};

/// The maximum depth of an expression: recursive functions go through it.
const DEEPEST: u32 = 1000;
/// The highest bit of an input.
const WIDEST_INPUT: u32 = 4095;

/// The module whose tokens begin at `module NAME` and end with `endmodule`.
pub(super) fn module<'a>(tokens: &'a [Token<'a>], known: &'a Known) -> Parsed<Module> {
    let mut parser = Parser::new(tokens, known);
    parser.name()?;
    parser.ports()?;
    while !parser.passes("endmodule") {
        parser.item()?;
    }
    parser.drivers()?;
    match depth(&parser.module) > DEEPEST {
        true => tokens[1].refuse(
            "an expression, `case` or process of too many steps",
            format!("at most {DEEPEST}"),
        ),
        false => Ok(parser.module),
    }
}

impl Parser<'_> {
    /// `[high:0]`, if there is one: the width.
    fn range(&mut self) -> Parsed<u32> {
        self.range_to(63)
    }

    fn range_to(&mut self, highest: u32) -> Parsed<u32> {
        if !self.passes("[") {
            return Ok(1);
        }
        let high = self.number(highest)?;
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
            let highest = if kind == NetKind::Input { WIDEST_INPUT } else { 63 };
            let width = self.range_to(highest)?;
            let name = self.name()?;
            match width > 64 {
                true => self.declare_wide(name, width)?,
                false => drop(self.declare_net(name, width, kind, reg)?),
            }
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
                (found, _) => return token.refuse(format!("a literal of {}", bits(found)), bits(width)),
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
        let value = self.passes("=").then(|| self.sized(width)).transpose()?;
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
                // Set by the processes that use it.
                clock: NetId(0),
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
        let below = expr.kind.operands().map(|id| depths[id.0 as usize]).max();
        depths.push(below.unwrap_or(0) + 1);
    }
    depths.into_iter().max().unwrap_or(0)
}
