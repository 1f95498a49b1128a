//! One design in all forms, step by step.

use crate::hdl_memories::icarus;
use lanesmith::algebra::{Slice, pack, unpack};
use lanesmith::hdl;
use lanesmith::hdl::prelude::*;
use lanesmith::netlist::eval::{DesignState, settle, tick_clocks};
use lanesmith::netlist::{Design, Flat};
use lanesmith::sim::native::Native;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::{Port, PortDirection};
use std::fmt::Write;

/// The same design in all forms but text. Every step settles, and compares all outputs.
pub struct Together {
    pub design: Design,
    pub flat: Flat,
    pub kernel: RustHdl,
    pub natives: [Native; 2],
    pub state: DesignState<Slice<1>>,
    pub ports: Vec<Port>,
    pub clocks: Vec<String>,
    /// What Icarus Verilog has to do, and what it shows then.
    pub script: String,
    pub shown: Vec<Vec<u64>>,
}

impl Together {
    pub fn new(block: Box<dyn Top>) -> Self {
        let design = hdl::lower(&*block).unwrap_or_else(|why| panic!("{why}"));
        let flat = Flat::with_clocks(&design).expect("sound");
        let name = |net| flat.module.net_ref(net).name.clone();
        let clocks: Vec<String> = flat.clocks.iter().map(|clock| name(*clock)).collect();
        let kernel = RustHdl::with_clocks(block, clocks.clone());
        Together {
            natives: [Native::new(&flat), Native::traced(&flat)].map(|native| native.expect("a known processor")),
            state: DesignState::power_up(&flat),
            ports: kernel.ports().to_vec(),
            kernel,
            clocks,
            flat,
            design,
            script: String::new(),
            shown: vec![],
        }
    }

    pub fn index(&self, name: &str) -> usize {
        self.ports.iter().position(|port| port.name == name).expect("a port")
    }

    pub fn set(&mut self, port: usize, value: u64) {
        self.kernel.set(port, value);
        self.natives.iter_mut().for_each(|native| native.set(port, value));
        let Port { name, width, .. } = &self.ports[port];
        write!(self.script, "{name} = {width}'h{value:x}; ").expect("a string");
    }

    pub fn get(&self, name: &str) -> u64 {
        self.kernel.get(self.index(name))
    }

    pub fn values(&self) -> Vec<Vec<Slice<1>>> {
        let input = |net| {
            let net = self.flat.module.net_ref(net);
            let port = self.ports.iter().position(|port| port.name == net.name);
            pack(&[port.map_or(0, |port| self.kernel.get(port))], net.width)
        };
        settle(&self.flat, input, &self.state)
    }

    pub fn settle(&mut self, at: &str) {
        self.kernel.settle();
        self.natives.iter_mut().for_each(|native| native.settle());
        let values = self.values();
        let mut row = vec![];
        for (i, port) in self.ports.iter().enumerate() {
            let expected = self.kernel.get(i);
            for native in &self.natives {
                assert_eq!(native.get(i), expected, "native: {}, {at}", port.name);
            }
            if port.direction == PortDirection::Output {
                let net = self.flat.port(&port.name).expect("a port");
                let found = unpack(&values[net.0 as usize], 1)[0];
                assert_eq!(found, expected, "netlist: {}, {at}", port.name);
                row.push(expected);
            }
        }
        self.shown.push(row);
        self.script += "#1 show; ";
    }

    pub fn tick(&mut self, rises: impl Fn(usize) -> bool + Copy) {
        let values = self.values();
        let number = |clock| {
            self.flat
                .clocks
                .iter()
                .position(|other| *other == clock)
                .expect("a clock")
        };
        self.state = tick_clocks(&self.flat, &values, &self.state, |clock| rises(number(clock)));
        self.kernel.try_tick_clocks(rises).expect("stable");
        self.natives.iter_mut().for_each(|native| native.tick_clocks(rises));
        let levels = (0..self.clocks.len())
            .rev()
            .map(|clock| u8::from(rises(clock)).to_string());
        let levels: String = levels.collect();
        // All edges of a step are at one time.
        writeln!(self.script, "clocks = 'b{levels}; #1 clocks = 0;").expect("a string");
    }

    /// Repeats all steps on Icarus Verilog: bits that it knows must be these. Returns how many it knew, of how many.
    pub fn icarus(&self, at: &str) -> Option<(u64, u64)> {
        let mut bench = String::from("module bench;\n");
        writeln!(bench, "  reg [{}:0] clocks = 0;", self.clocks.len() - 1).expect("a string");
        let clocks = self.clocks.iter().enumerate();
        let mut connections: Vec<String> = clocks.map(|(i, clock)| format!(".{clock}(clocks[{i}])")).collect();
        let (mut formats, mut names) = (vec![], vec![]);
        for Port { name, width, direction } in &self.ports {
            connections.push(format!(".{name}({name})"));
            let range = format!("[{}:0] {name}", width - 1);
            match direction {
                PortDirection::Input => writeln!(bench, "  reg {range} = 0;"),
                PortDirection::Output => {
                    formats.push("%b");
                    names.push(name.as_str());
                    writeln!(bench, "  wire {range};")
                }
            }
            .expect("a string");
        }
        let (top, connections) = (&self.design.top_module().name, connections.join(", "));
        let (formats, names) = (formats.join(" "), names.join(", "));
        writeln!(
            bench,
            "  {top} dut ({connections});\n  task show; $display(\"{formats}\", {names}); endtask"
        )
        .expect("a string");
        writeln!(bench, "  initial begin\n{}\n  end\nendmodule", self.script).expect("a string");
        let said = icarus(&self.design, &bench)?;
        assert_eq!(said.lines().count(), self.shown.len(), "{at}");
        let (mut known, mut all) = (0, 0);
        for (step, (line, row)) in said.lines().zip(&self.shown).enumerate() {
            for (word, expected) in line.split(' ').zip(row) {
                for (i, bit) in word.chars().rev().enumerate() {
                    all += 1;
                    if let Some(bit) = bit.to_digit(2) {
                        known += 1;
                        assert_eq!(u64::from(bit), expected >> i & 1, "{at}, step {step}: {line}, {row:x?}");
                    }
                }
            }
        }
        Some((known, all))
    }
}

/// Which clocks rise, by chance: mostly one, sometimes several at once.
pub fn chance(random: &mut Random, clocks: usize) -> u32 {
    match random.below(3) {
        0 => 1 + random.below((1 << clocks) - 1),
        _ => 1 << random.below(clocks as u32),
    }
}

/// Random inputs and clocks for a design in all its forms.
pub fn agree(name: &str, block: Box<dyn Top>, steps: usize, seed: u64) -> Together {
    let mut all = Together::new(block);
    let (mut random, clocks) = (Random::new(seed), all.clocks.len());
    let mut changed = vec![false; all.ports.len()];
    // First a reset, if there is one: nothing is unknown in an event simulator then.
    let resets = ["reset", "clear"].map(|name| all.ports.iter().position(|port| port.name == name));
    resets.into_iter().flatten().for_each(|port| all.set(port, 1));
    for step in 0..2 {
        all.settle(&format!("{name}, step {step} of reset"));
        all.tick(|_| true);
    }
    for step in 0..steps {
        for (i, port) in all.ports.clone().iter().enumerate() {
            if port.direction == PortDirection::Input && random.one_in(2) {
                // Requests come and go in phases, so that FIFOs fill and empty.
                let often = (step / 600 + i) % 4;
                all.set(
                    i,
                    match port.width {
                        1 => u64::from((random.below(3) as usize) < often),
                        width => random.bits() & (u64::MAX >> (64 - width)),
                    },
                );
            }
        }
        let at = format!("{name}, step {step}, seed {seed}");
        all.settle(&at);
        for (i, changed) in changed.iter_mut().enumerate() {
            *changed |= all.kernel.get(i) != 0;
        }
        let rising = chance(&mut random, clocks);
        all.tick(|clock| rising >> clock & 1 != 0);
    }
    // An output that is always 0 compares nothing; these are errors that need not happen.
    let quiet = ["underflow", "overflow"];
    let silent = all.ports.iter().zip(changed).filter(|(_, changed)| !changed);
    for (port, _) in silent {
        assert!(
            quiet.contains(&port.name.as_str()),
            "{name}: {} was 0 all the time, seed {seed}",
            port.name
        );
    }
    all
}
