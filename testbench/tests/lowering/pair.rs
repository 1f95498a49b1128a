//! A kernel and its netlist, side by side on the same random inputs.

use lanesmith::algebra::{Slice, pack, unpack};
use lanesmith::netlist::eval::{DesignState, NetValues, settle, tick};
use lanesmith::netlist::{Flat, NetId, NetKind, lower};
use lanesmith::rtl::Top;
use lanesmith::sim::Engine;
use lanesmith::sim::rust_hdl::RustHdl;
use rust_hdl::prelude::Block;
use std::collections::HashMap;

/// The netlist under evaluation.
pub struct Pair {
    flat: Flat,
    inputs: HashMap<NetId, u64>,
    state: DesignState<Slice<1>>,
    values: NetValues<Slice<1>>,
}

impl Pair {
    /// Lowers and flattens a block that can be.
    pub fn new(top: &dyn Block) -> Self {
        let design = lower(top).unwrap_or_else(|error| panic!("{error}"));
        Pair::of(Flat::new(&design).unwrap_or_else(|error| panic!("{error}")))
    }

    /// Evaluates this netlist.
    pub fn of(flat: Flat) -> Self {
        let state = DesignState::power_up(&flat);
        let mut pair = Pair {
            flat,
            inputs: HashMap::new(),
            state,
            values: Vec::new(),
        };
        pair.settle();
        pair
    }

    pub fn settle(&mut self) {
        let width = |net: NetId| self.flat.module.net_ref(net).width;
        let input = |net| pack(&[self.inputs.get(&net).copied().unwrap_or(0)], width(net));
        self.values = settle(&self.flat, input, &self.state);
    }

    pub fn tick(&mut self) {
        self.state = tick(&self.flat, &self.values, &self.state);
        self.settle();
    }

    /// The port of a field; a field named like a Verilog keyword has an underscore more.
    fn port(&self, field: &str) -> NetId {
        let port = self.flat.port(field).or_else(|| self.flat.port(&format!("{field}_")));
        port.unwrap_or_else(|| panic!("no port {field}"))
    }

    pub fn is_output(&self, field: &str) -> bool {
        self.flat.module.net_ref(self.port(field)).kind == NetKind::Output
    }

    pub fn set(&mut self, field: &str, value: u64) {
        self.inputs.insert(self.port(field), value);
    }

    pub fn get(&self, field: &str) -> u64 {
        unpack(&self.values[self.port(field).0 as usize], 1)[0]
    }
}

/// A small generator of test values, corners among them.
pub enum Random {
    /// A stream that does not end.
    Seed(u64),
    /// Bytes that somebody else has drawn, one for each number, and zeros behind them: less bytes, smaller results.
    Bytes(std::vec::IntoIter<u8>),
}

impl Random {
    /// 32 bits.
    fn draw(&mut self) -> u64 {
        match self {
            Random::Seed(state) => {
                *state = state
                    .wrapping_mul(6364136223846793005)
                    .wrapping_add(1442695040888963407);
                *state >> 32
            }
            Random::Bytes(bytes) => u32::from_le_bytes([bytes.next().unwrap_or(0); 4]).into(),
        }
    }

    pub fn word(&mut self, width: u32) -> u64 {
        let mut next = || self.draw();
        let mask = u64::MAX >> (64 - width);
        match next() % 8 {
            0 => 0,
            1 => mask,
            2 => 1 & mask,
            3 => 1 << (next() % u64::from(width)),
            _ => (next() << 32 | next()) & mask,
        }
    }
}

/// Runs `cycles` clock cycles of random inputs through rust-hdl's own update functions and through the netlist;
/// combinational outputs are compared before and after the edge.
pub fn compare(top: impl Top + 'static, cycles: usize) {
    let mut netlist = Pair::new(&top);
    let mut kernel = RustHdl::new(Box::new(top));
    let ports = kernel.ports().to_vec();
    let (inputs, outputs): (Vec<_>, Vec<_>) = ports
        .iter()
        .enumerate()
        .partition(|(_, port)| !netlist.is_output(&port.name));
    // An asynchronous reset that is active low is asserted by the initial zeros.
    kernel.tick();
    netlist.tick();
    let mut random = Random::Seed(1);
    for cycle in 0..cycles {
        for (i, port) in &inputs {
            let value = random.word(port.width);
            kernel.set(*i, value);
            netlist.set(&port.name, value);
        }
        for edge in [false, true] {
            if edge {
                kernel.tick();
                netlist.tick();
            }
            kernel.settle();
            netlist.settle();
            for (i, port) in &outputs {
                let (actual, expected) = (netlist.get(&port.name), kernel.get(*i));
                assert_eq!(
                    actual, expected,
                    "{} in cycle {cycle}, after the edge: {edge}",
                    port.name
                );
            }
        }
    }
}
