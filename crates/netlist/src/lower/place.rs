//! Turns leaves into registers and memories of the module around them.

use super::LowerError;
use super::build::Assembly;
use super::layout::{Part, parts};
use super::tree::{BlockNode, error};
use crate::LeafSpec;
use crate::ir::{ExprId, MemoryRead, MemoryWrite, NetId, NetlistMemory, NetlistRegister, Reset, ResetStyle};
use crate::kernel::literal::parse_literal;

impl Assembly<'_> {
    /// Puts a leaf into the module.
    pub fn leaf(&mut self, leaf: &BlockNode, spec: &LeafSpec) -> Result<(), LowerError> {
        match spec {
            LeafSpec::Register(reset) => self.register(leaf, reset.as_ref()),
            LeafSpec::Stage { active: true } => self.register(leaf, None),
            LeafSpec::Stage { active: false } => {
                for (d, q) in self.nets(leaf, "d").into_iter().zip(self.nets(leaf, "q")) {
                    self.name_wire(leaf, q);
                    let value = self.driver(d);
                    self.module.assigns.push((q, value));
                }
                Ok(())
            }
            LeafSpec::FlipFlop(start) => {
                let clock = self.clock(leaf, "clock")?;
                let start = bits_of(leaf, start)?;
                let (d, q) = (self.nets(leaf, "d"), self.nets(leaf, "q"));
                for ((part, d), q) in self.parts(leaf, "q")?.iter().zip(d).zip(q) {
                    let d = self.driver(d);
                    self.module.starts.insert(q, part.of(&start));
                    self.module.registers.push(NetlistRegister {
                        clock,
                        q,
                        d,
                        enable: None,
                        reset: None,
                    });
                }
                Ok(())
            }
            LeafSpec::Memory {
                depth,
                synchronous,
                contents,
            } => self.memory(leaf, *depth, *synchronous, contents),
        }
    }

    /// Calls the output of a stage that is a wire as the stage: names with `q` are for what has state.
    fn name_wire(&mut self, leaf: &BlockNode, q: NetId) {
        let stage = leaf.name.replace('$', "_");
        let net = &mut self.module.nets[q.0 as usize];
        if let Some(part) = net.name.strip_prefix(&stage).and_then(|rest| rest.strip_prefix("_q")) {
            net.name = self.names.claim(&format!("{stage}{part}"));
        }
    }

    fn port(&self, leaf: &BlockNode, port: &str) -> Result<NetId, LowerError> {
        let net = self.nets(leaf, port).first().copied();
        net.ok_or_else(|| error(leaf, port, "", "a leaf without this port"))
    }

    /// What drives an input of a leaf.
    fn input(&mut self, leaf: &BlockNode, port: &str) -> Result<ExprId, LowerError> {
        let net = self.port(leaf, port)?;
        Ok(self.driver(net))
    }

    fn parts(&self, leaf: &BlockNode, port: &str) -> Result<Vec<Part>, LowerError> {
        let atom = leaf.atoms.iter().find(|atom| atom.name == port);
        let atom = atom.ok_or_else(|| error(leaf, port, "", "a leaf without this port"))?;
        parts(&atom.descriptor).map_err(|message| error(leaf, port, "", message))
    }

    fn enable(&mut self, leaf: &BlockNode, port: &str) -> Result<Option<ExprId>, LowerError> {
        let enable = self.input(leaf, port)?;
        Ok((self.module.known(enable) != Some(1)).then_some(enable))
    }

    fn clock(&mut self, leaf: &BlockNode, port: &str) -> Result<NetId, LowerError> {
        let net = self.port(leaf, port)?;
        Ok(self.driver_net(net))
    }

    fn register(&mut self, leaf: &BlockNode, reset: Option<&(ResetStyle, String)>) -> Result<(), LowerError> {
        let clock = self.clock(leaf, "clock")?;
        let enable = self.enable(leaf, "enable")?;
        let reset = match reset {
            None => None,
            Some((style, value)) => {
                let bits = bits_of(leaf, value)?;
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
            let reset = reset.as_ref().map(|(style, bits, net)| Reset {
                net: *net,
                style: *style,
                value: part.of(bits),
            });
            let d = self.driver(d);
            self.module.registers.push(NetlistRegister {
                clock,
                q,
                d,
                enable,
                reset,
            });
        }
        Ok(())
    }

    /// A memory for each innermost field of the words.
    fn memory(
        &mut self,
        leaf: &BlockNode,
        depth: u32,
        synchronous: bool,
        contents: &[String],
    ) -> Result<(), LowerError> {
        let clock = self.clock(leaf, "clock")?;
        let contents = contents.iter().map(|word| bits_of(leaf, word));
        let contents = contents.collect::<Result<Vec<_>, _>>()?;
        let mut ports = Vec::new();
        let has_port = |port: &usize| self.port(leaf, &format!("read_data${port}")).is_ok();
        for port in 0..(0..).take_while(has_port).count() {
            let address = self.input(leaf, &format!("read_address${port}"))?;
            let enable = match synchronous {
                true => Some(self.enable(leaf, &format!("read_enable${port}"))?),
                false => None,
            };
            ports.push((self.nets(leaf, &format!("read_data${port}")), address, enable));
        }
        let (enable, address) = (self.input(leaf, "write_enable")?, self.input(leaf, "write_address")?);
        let data = self.nets(leaf, "write_data");
        for (i, (part, data)) in self.parts(leaf, "write_data")?.iter().zip(data).enumerate() {
            let data = self.driver(data);
            let reads = ports.iter().map(|(data, address, synchronous)| MemoryRead {
                data: data[i],
                address: *address,
                synchronous: *synchronous,
            });
            self.module.memories.push(NetlistMemory {
                name: self.names.claim(&format!("{}{}", leaf.name, part.suffix)),
                width: part.width,
                depth,
                contents: (!contents.is_empty()).then(|| contents.iter().map(|word| part.of(word)).collect()),
                clock,
                writes: vec![MemoryWrite { enable, address, data }],
                reads: reads.collect(),
            });
        }
        Ok(())
    }
}

/// The bits of a value that a leaf gives as a sized literal.
fn bits_of(leaf: &BlockNode, literal: &str) -> Result<Vec<bool>, LowerError> {
    parse_literal(literal).ok_or_else(|| error(leaf, "", literal, "no literal"))
}
