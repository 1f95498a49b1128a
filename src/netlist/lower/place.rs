//! Leaves become registers and memories of the module around them.

use super::LowerError;
use super::build::{Assembly, error};
use super::text::{integer, parse_literal};
use super::tree::{Node, Part, parts};
use crate::netlist::LeafSpec;
use crate::netlist::ir::{ExprId, Memory, MemoryRead, MemoryWrite, NetId, Register, Reset, ResetStyle};

impl Assembly<'_> {
    /// Puts a leaf into the module.
    pub fn leaf(&mut self, leaf: &Node, spec: &LeafSpec) -> Result<(), LowerError> {
        match spec {
            LeafSpec::Register(reset) => self.register(leaf, reset.as_ref()),
            LeafSpec::Stage { active: true } => self.register(leaf, None),
            LeafSpec::Stage { active: false } => {
                for (d, q) in self.nets(leaf, "d").into_iter().zip(self.nets(leaf, "q")) {
                    let value = self.driver(d);
                    self.module.assigns.push((q, value));
                }
                Ok(())
            }
            LeafSpec::Memory { depth, synchronous } => self.memory(leaf, *depth, *synchronous),
        }
    }

    fn port(&self, leaf: &Node, port: &str) -> Result<NetId, LowerError> {
        let nets = self.nets(leaf, port);
        nets.first()
            .copied()
            .ok_or_else(|| error(leaf, port, "", "a leaf without this port"))
    }

    fn parts(&self, leaf: &Node, port: &str) -> Result<Vec<Part>, LowerError> {
        let atom = leaf.atoms.iter().find(|atom| atom.name == port);
        let atom = atom.ok_or_else(|| error(leaf, port, "", "a leaf without this port"))?;
        parts(&atom.descriptor).map_err(|message| error(leaf, port, "", message))
    }

    fn enable(&mut self, leaf: &Node, port: &str) -> Result<Option<ExprId>, LowerError> {
        let net = self.port(leaf, port)?;
        let enable = self.driver(net);
        Ok((self.module.known(enable) != Some(1)).then_some(enable))
    }

    fn clock(&mut self, leaf: &Node) -> Result<NetId, LowerError> {
        let net = self.port(leaf, "clock")?;
        Ok(self.driver_net(net))
    }

    fn register(&mut self, leaf: &Node, reset: Option<&(ResetStyle, String)>) -> Result<(), LowerError> {
        let clock = self.clock(leaf)?;
        let enable = self.enable(leaf, "enable")?;
        let reset = match reset {
            None => None,
            Some((style, value)) => {
                let (_, bits) = parse_literal(value).ok_or_else(|| error(leaf, "", value, "a bad reset value"))?;
                let port = self.port(leaf, "reset")?;
                let driver = self.driver(port);
                // A reset that is never asserted is none.
                match self.module.known(driver) == Some(u64::from(style.active_low)) {
                    true => None,
                    false => Some((*style, bits, self.driver_net(port))),
                }
            }
        };
        let (d, q) = (self.nets(leaf, "d"), self.nets(leaf, "q"));
        for ((part, d), q) in self.parts(leaf, "q")?.iter().zip(d).zip(q) {
            let reset = reset.as_ref().map(|(style, bits, net)| {
                let bits: Vec<bool> = bits
                    .iter()
                    .skip(part.lo as usize)
                    .take(part.width as usize)
                    .copied()
                    .collect();
                Reset {
                    net: *net,
                    style: *style,
                    value: integer(&bits).unwrap_or_default() as u64,
                }
            });
            let d = self.driver(d);
            self.module.registers.push(Register {
                clock,
                q,
                d,
                enable,
                reset,
            });
        }
        Ok(())
    }

    fn memory(&mut self, leaf: &Node, depth: u32, synchronous: bool) -> Result<(), LowerError> {
        let clock = self.clock(leaf)?;
        let enable = self.port(leaf, "write_enable")?;
        let address = self.port(leaf, "write_address")?;
        let (enable, address) = (self.driver(enable), self.driver(address));
        let data = self.nets(leaf, "write_data");
        let ports = (0..).take_while(|port| self.port(leaf, &format!("read_data${port}")).is_ok());
        let ports = ports.count();
        // A memory of structs is a memory for each innermost field.
        for (i, (part, data)) in self.parts(leaf, "write_data")?.iter().zip(data).enumerate() {
            let mut reads = Vec::new();
            for port in 0..ports {
                let address = self.port(leaf, &format!("read_address${port}"))?;
                let synchronous = match synchronous {
                    true => Some(self.enable(leaf, &format!("read_enable${port}"))?),
                    false => None,
                };
                reads.push(MemoryRead {
                    data: self.nets(leaf, &format!("read_data${port}"))[i],
                    address: self.driver(address),
                    synchronous,
                });
            }
            let write = MemoryWrite {
                enable,
                address,
                data: self.driver(data),
            };
            self.module.memories.push(Memory {
                name: self.names.claim(&format!("{}{}", leaf.name, part.suffix)),
                width: part.width,
                depth,
                clock,
                writes: vec![write],
                reads,
            });
        }
        Ok(())
    }
}
