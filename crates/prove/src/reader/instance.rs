//! Instances, and the words of memories: places that take nets, bits and constants, but no operators.

use super::Parsed;
use super::lexer::{Token, TokenKind};
use super::parser::{Parser, Symbol, bits};
use lanesmith_netlist::{ExprId, ExprKind, Instance, Module, NetKind};
use std::collections::BTreeMap;

impl<'a> Parser<'a> {
    /// `memory[address]`, if a memory comes next, which must have words of this width: its number, and the address.
    pub(super) fn word(&mut self, width: u32) -> Parsed<Option<(usize, ExprId)>> {
        let token = self.peek();
        let Some(Symbol::Memory(memory)) = self.symbols.get(token.text).copied() else {
            return Ok(None);
        };
        self.advance();
        let found = self.module.memories[memory].width;
        if found != width {
            return token.refuse(format!("words of {}", bits(found)), bits(width));
        }
        self.need("[")?;
        // The number of bits that an address needs, and no operation: Icarus Verilog does not size an index expression.
        let depth = self.module.memories[memory].depth;
        let address = self.wiring(depth.next_power_of_two().trailing_zeros().max(1))?;
        self.need("]")?;
        Ok(Some((memory, address)))
    }

    /// A net, bits, a constant or a concatenation of such, of this width.
    fn wiring(&mut self, width: u32) -> Parsed<ExprId> {
        let value = self.primary()?;
        if !is_wiring(&self.module, value.id) {
            return value.refuse(
                "an operation here",
                "a net, bits, a constant, or a concatenation of such",
            );
        }
        match self.module.width(value.id) {
            found if found == width => Ok(value.id),
            found => value.refuse(bits(found), bits(width)),
        }
    }

    /// `module #(.PARAMETER (value), …) name (.port (value), …);`
    pub(super) fn instance(&mut self) -> Parsed<()> {
        let kind = self.advance();
        let Some((id, child)) = self.known.get(kind.text) else {
            return kind.refuse(
                format!("no module `{}` in the files", kind.text),
                "a module of the files",
            );
        };
        let cell = child.cell.clone().unwrap_or_default();
        let mut given = BTreeMap::new();
        let mut settings = vec![];
        if self.passes("#") {
            self.need("(")?;
            loop {
                let name = self.connected()?;
                let token = self.peek();
                if token.kind == TokenKind::Text {
                    self.advance();
                    settings.push((name.text.to_owned(), token.text.trim_matches('"').to_owned()));
                } else {
                    let port = child
                        .ports()
                        .find(|(id, port)| port.name == name.text && cell.parameters.contains(id));
                    let Some((port, net)) = port else {
                        return name.refuse(
                            format!("`{}` has no parameter `{}`", kind.text, name.text),
                            "a parameter of the device's cell",
                        );
                    };
                    match self.literal()? {
                        (width, value) if width == net.width => given.insert(port, self.module.constant(width, value)),
                        (width, _) => return token.refuse(bits(width), bits(net.width)),
                    };
                }
                self.need(")")?;
                if !self.passes(",") {
                    break;
                }
            }
            self.need(")")?;
        }
        if settings != cell.settings {
            return kind.refuse(
                format!("other words as parameters of `{}`", kind.text),
                "those that make it the cell that lanesmith knows",
            );
        }
        let name = self.name()?;
        self.declare(name, Symbol::Instance)?;
        self.need("(")?;
        let mut driven = BTreeMap::new();
        loop {
            let name = self.connected()?;
            let port = child
                .ports()
                .find(|(id, port)| port.name == name.text && !cell.parameters.contains(id));
            let Some((port, net)) = port else {
                return name.refuse(
                    format!("`{}` has no port `{}`", kind.text, name.text),
                    "a port of the module",
                );
            };
            let again = if net.kind == NetKind::Input {
                given.insert(port, self.wiring(net.width)?).is_some()
            } else {
                let (target, by) = self.net()?;
                self.drive(target, &by, false)?;
                let width = self.module.net_ref(target).width;
                if width != net.width {
                    return by.refuse(bits(width), bits(net.width));
                }
                driven.insert(port, target).is_some()
            };
            if again {
                return name.refuse(format!("`{}` is connected twice", name.text), "each port once");
            }
            self.need(")")?;
            if !self.passes(",") {
                break;
            }
        }
        if let Some((_, port)) = child
            .ports()
            .find(|(id, _)| !given.contains_key(id) && !driven.contains_key(id))
        {
            return name.refuse(format!("`{}` is not connected", port.name), "every port and parameter");
        }
        self.module.instances.push(Instance {
            name: name.text.into(),
            block: String::new(),
            module: id,
            inputs: given.into_iter().collect(),
            outputs: driven.into_iter().collect(),
        });
        self.need(")")?;
        self.need(";")
    }

    /// `.name (`
    fn connected(&mut self) -> Parsed<Token<'a>> {
        self.need(".")?;
        let token = self.advance();
        self.need("(")?;
        Ok(token)
    }
}

fn is_wiring(module: &Module, id: ExprId) -> bool {
    match &module.expr_ref(id).kind {
        ExprKind::Const(_) | ExprKind::Net(_) | ExprKind::Slice(..) => true,
        ExprKind::Concat(parts) => parts.iter().all(|part| is_wiring(module, *part)),
        _ => false,
    }
}
