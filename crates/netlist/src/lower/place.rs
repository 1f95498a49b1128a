//! Turns leaves, and rust-hdl's memories and flip-flops, into registers and memories of the module around them.

use super::LowerError;
use super::build::Assembly;
use super::layout::{Part, parts};
use super::tree::{BlockNode, error};
use super::widgets::{MemoryWords, Widget};
use crate::LeafSpec;
use crate::ir::{ExprId, MemoryRead, MemoryWrite, NetId, NetlistMemory, NetlistRegister, Reset, ResetStyle};
use crate::kernel::literal::parse_literal;

/// The maximum width of the address of a memory.
const MOST_ADDRESS_BITS: u32 = 24;
/// The maximum width of the address of a table, which becomes a tree of multiplexers.
const MOST_TABLE_BITS: u32 = 12;

/// A part of the words that a RAM starts with. One without any starts unknown.
fn contents(words: &MemoryWords, part: &Part) -> Option<Vec<u64>> {
    let (last, _) = words.last_key_value()?;
    let word = |address: u64| words.get(&address).map_or(0, |word| part.of(word));
    Some((0..=*last).map(word).collect())
}

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
            LeafSpec::Memory { depth, synchronous } => self.memory(leaf, *depth, *synchronous),
        }
    }

    /// Puts a widget of rust-hdl into the module.
    pub fn widget(&mut self, block: &BlockNode, widget: &Widget) -> Result<(), LowerError> {
        match widget {
            Widget::FlipFlop { clock, start } => {
                let clock = self.clock(block, clock)?;
                let (d, q) = (self.nets(block, "d"), self.nets(block, "q"));
                for ((part, d), q) in self.parts(block, "q")?.iter().zip(d).zip(q) {
                    let d = self.driver(d);
                    self.always(clock, d, q, part.of(start));
                }
                Ok(())
            }
            Widget::Ram { words } => self.ram(block, words),
            Widget::Rom { words, synchronous } => self.rom(block, words, *synchronous),
        }
    }

    /// A register that loads on every edge and holds `start` before the first.
    fn always(&mut self, clock: NetId, d: ExprId, q: NetId, start: u64) {
        self.module.starts.insert(q, start);
        self.module.registers.push(NetlistRegister {
            clock,
            q,
            d,
            enable: None,
            reset: None,
        });
    }

    fn ram(&mut self, block: &BlockNode, words: &MemoryWords) -> Result<(), LowerError> {
        let clocks = [self.clock(block, "write_clock")?, self.clock(block, "read_clock")?];
        let read = self.input(block, "read_address")?;
        let address = self.input(block, "write_address")?;
        let bits = self.module.width(address);
        if bits > MOST_ADDRESS_BITS {
            return Err(error(block, "", "", format!("a RAM of 2^{bits} words")));
        }
        self.words(
            block,
            clocks,
            1 << bits,
            words,
            &[("read_data".to_owned(), read, Some(None))],
        )
    }

    fn rom(&mut self, block: &BlockNode, words: &MemoryWords, synchronous: bool) -> Result<(), LowerError> {
        let clock = synchronous.then(|| self.clock(block, "clock")).transpose()?;
        let address = self.input(block, "address")?;
        let bits = self.module.width(address);
        if bits > MOST_TABLE_BITS {
            return Err(error(block, "", "", format!("a table of 2^{bits} words")));
        }
        for (part, data) in self.parts(block, "data")?.iter().zip(self.nets(block, "data")) {
            let word = self.table(address, bits, 0, part, words);
            match clock {
                Some(clock) => self.always(clock, word, data, 0),
                None => self.module.assigns.push((data, word)),
            }
        }
        Ok(())
    }

    /// The part of the word that the low `bits` bits of the address choose, counted from word `base` on.
    fn table(&mut self, address: ExprId, bits: u32, base: u64, part: &Part, words: &MemoryWords) -> ExprId {
        let Some(bit) = bits.checked_sub(1) else {
            let value = words.get(&base).map_or(0, |word| part.of(word));
            return self.module.constant(part.width, value);
        };
        let low = self.table(address, bit, base, part, words);
        let high = self.table(address, bit, base + (1 << bit), part, words);
        let select = self.module.fold_slice(address, bit, 1);
        self.module.fold_mux(select, high, low)
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

    fn memory(&mut self, leaf: &BlockNode, depth: u32, synchronous: bool) -> Result<(), LowerError> {
        let clock = self.clock(leaf, "clock")?;
        let mut reads = Vec::new();
        let has_port = |port: &usize| self.port(leaf, &format!("read_data${port}")).is_ok();
        for port in 0..(0..).take_while(has_port).count() {
            let address = self.input(leaf, &format!("read_address${port}"))?;
            let enable = match synchronous {
                true => Some(self.enable(leaf, &format!("read_enable${port}"))?),
                false => None,
            };
            reads.push((format!("read_data${port}"), address, enable));
        }
        self.words(leaf, [clock; 2], depth, &MemoryWords::new(), &reads)
    }

    /// A memory for each innermost field of the words. `reads` are the ports with the word read, their addresses and enables.
    fn words(
        &mut self,
        block: &BlockNode,
        [clock, read_clock]: [NetId; 2],
        depth: u32,
        words: &MemoryWords,
        reads: &[(String, ExprId, Option<Option<ExprId>>)],
    ) -> Result<(), LowerError> {
        let (enable, address) = (self.input(block, "write_enable")?, self.input(block, "write_address")?);
        let data = self.nets(block, "write_data");
        for (i, (part, data)) in self.parts(block, "write_data")?.iter().zip(data).enumerate() {
            let data = self.driver(data);
            let reads = reads.iter().map(|(port, address, synchronous)| MemoryRead {
                data: self.nets(block, port)[i],
                address: *address,
                synchronous: *synchronous,
            });
            let reads = reads.collect();
            self.module.memories.push(NetlistMemory {
                name: self.names.claim(&format!("{}{}", block.name, part.suffix)),
                width: part.width,
                depth,
                contents: contents(words, part),
                clock,
                read_clock,
                writes: vec![MemoryWrite { enable, address, data }],
                reads,
            });
        }
        Ok(())
    }
}
