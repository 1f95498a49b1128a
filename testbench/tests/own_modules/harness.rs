//! A module on the same random inputs in rust-hdl's own simulation, compiled, as a copy among many, and as text in Icarus Verilog.

use super::icarus::{Row, clock};
use lanesmith::hdl::{self, CheckOptions, CheckReport, Error};
use lanesmith::netlist::Design;
use lanesmith::rtl::Top;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::{Engine, Port, PortDirection};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Clocks of random inputs for each module.
pub const CLOCKS: usize = 512;

/// A module as its author wrote it.
pub struct Own {
    /// What it is.
    pub name: &'static str,
    /// A fresh one.
    pub make: fn() -> Box<dyn Top>,
    /// What the lowering says.
    pub verdict: Verdict,
    /// Outputs that may stay 0 under random inputs.
    pub quiet: &'static [&'static str],
    /// What stands in the emitted text.
    pub text: &'static [&'static str],
    /// A check with the solver's help.
    pub check: Option<Check>,
}

type Check = fn(&CheckOptions) -> Result<CheckReport, Error>;

/// What the lowering says of a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It has a netlist.
    Accepted,
    /// It has none, and this is the error's first line.
    Refused(&'static str),
}

pub const fn accepted(name: &'static str, make: fn() -> Box<dyn Top>) -> Own {
    Own {
        name,
        make,
        verdict: Verdict::Accepted,
        quiet: &[],
        text: &[],
        check: None,
    }
}

/// A module that is accepted, by its name and type.
macro_rules! own {
    ($name:literal, $block:ty) => {
        Own {
            check: Some(|options| lanesmith::hdl::check_report(<$block>::default, options)),
            ..$crate::own_modules::harness::accepted($name, || Box::new(<$block>::default()))
        }
    };
}
pub(super) use own;

pub const fn refused(name: &'static str, make: fn() -> Box<dyn Top>, why: &'static str) -> Own {
    Own {
        verdict: Verdict::Refused(why),
        ..accepted(name, make)
    }
}

impl Own {
    /// These outputs may stay 0: random inputs don't reach what sets them.
    pub const fn quiet(mut self, outputs: &'static [&'static str]) -> Self {
        self.quiet = outputs;
        self
    }

    /// The emitted text contains these words.
    pub const fn text(mut self, words: &'static [&'static str]) -> Self {
        self.text = words;
        self
    }
}

/// Stimulus with resets, corners, and times in which single bits are mostly set or mostly clear.
pub struct Stimulus {
    random: Random,
    moods: Vec<u32>,
}

impl Stimulus {
    pub fn new(seed: u64) -> Self {
        Stimulus {
            random: Random::new(seed),
            moods: Vec::new(),
        }
    }

    /// The inputs of one clock, in the order of the ports; `None` keeps the old value.
    pub fn next(&mut self, clock: usize, ports: &[Port]) -> Vec<Option<u64>> {
        if clock.is_multiple_of(32) {
            // In every other stretch all bits are even.
            let moods = if clock.is_multiple_of(64) { 1 } else { 5 };
            self.moods = ports.iter().map(|_| self.random.below(moods)).collect();
        }
        let mut next = Vec::new();
        for (i, port) in ports.iter().enumerate() {
            next.push(match port.direction {
                PortDirection::Output => None,
                PortDirection::Input => self.value(clock, port, self.moods[i]),
            });
        }
        next
    }

    fn value(&mut self, clock: usize, port: &Port, mood: u32) -> Option<u64> {
        if port.name.starts_with("reset") {
            let asserted = clock < 2 || self.random.one_in(40);
            return Some(u64::from(asserted != port.name.ends_with("_n")));
        }
        if port.width == 1 {
            return Some(u64::from(match mood {
                0 => self.random.flag(),
                1 => self.random.one_in(12),
                2 => !self.random.one_in(12),
                3 => false,
                _ => true,
            }));
        }
        let ones = u64::MAX >> (64 - port.width);
        match self.random.below(10) {
            0..=2 => None,
            3 => Some(0),
            4 => Some(ones),
            5 => Some(1 << self.random.below(port.width)),
            6 => Some(self.random.bits() & 7 & ones),
            _ => Some(self.random.bits() & ones),
        }
    }
}

/// What a module showed in rust-hdl's own simulation.
pub struct Record {
    pub design: Design,
    pub ports: Vec<Port>,
    pub rows: Vec<Row>,
}

fn outputs(ports: &[Port], direction: PortDirection) -> Vec<usize> {
    (0..ports.len()).filter(|i| ports[*i].direction == direction).collect()
}

/// Runs the kernel, and beside it the netlist. Errors say what was wrong.
pub fn record(own: &Own, seed: u64) -> Result<Record, String> {
    catch_unwind(AssertUnwindSafe(|| side_by_side(own, seed))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied());
        Err(format!("panic: {}", text.unwrap_or("of another type")))
    })
}

fn side_by_side(own: &Own, seed: u64) -> Result<Record, String> {
    let design = hdl::lower(&*(own.make)()).map_err(|error| error.to_string())?;
    let mut kernel = RustHdl::with_clock((own.make)(), clock(&design).as_deref().unwrap_or("clock"));
    let mut copies = hdl::simulate_copies(&design, 1).map_err(|error| error.to_string())?;
    let mut simulation = hdl::simulate(&design).map_err(|error| error.to_string())?;
    let netlist = simulation.engine();
    let ports = netlist.ports().to_vec();
    let fields = kernel.ports();
    let same = |(port, field): (&Port, &Port)| port.width == field.width && port.direction == field.direction;
    if ports.len() != fields.len() || !ports.iter().zip(fields).all(same) {
        return Err(format!("the ports are {ports:?}; top! lists {fields:?}"));
    }
    let given = outputs(&ports, PortDirection::Input);
    let shown = outputs(&ports, PortDirection::Output);
    let mut stimulus = Stimulus::new(seed);
    let mut inputs = vec![0; ports.len()];
    let mut rows = Vec::new();
    for clock in 0..CLOCKS {
        for (i, value) in stimulus.next(clock, &ports).into_iter().enumerate() {
            if let Some(value) = value {
                inputs[i] = value;
                kernel.set(i, value);
                netlist.set(i, value);
                copies
                    .set(0, &ports[i].name, value)
                    .map_err(|error| error.to_string())?;
            }
        }
        let mut halves = Vec::new();
        for after in [false, true] {
            if after {
                kernel.try_tick().map_err(|error| error.to_string())?;
                netlist.tick();
                copies.tick();
            } else {
                kernel.try_settle().map_err(|error| error.to_string())?;
            }
            netlist.settle();
            copies.settle();
            for i in &shown {
                let (expected, name) = (kernel.get(*i), &ports[*i].name);
                let copy = copies.get(0, name).map_err(|error| error.to_string())?;
                for (actual, form) in [(netlist.get(*i), "compiled"), (copy, "as a copy")] {
                    if expected != actual {
                        return Err(format!(
                            "{name} in clock {clock}, after the edge: {after}: {expected:#x} in rust-hdl's simulation, \
                             {actual:#x} {form}"
                        ));
                    }
                }
            }
            halves.push(shown.iter().map(|i| kernel.get(*i)).collect());
        }
        let [before, after] = <[Vec<u64>; 2]>::try_from(halves).expect("two");
        let inputs = given.iter().map(|i| inputs[*i]).collect();
        rows.push(Row {
            restart: clock == 0,
            inputs,
            before,
            after,
        });
    }
    Ok(Record { design, ports, rows })
}

impl Record {
    /// Outputs that showed one value only: on them nothing was compared.
    pub fn constant(&self) -> Vec<&str> {
        let names = outputs(&self.ports, PortDirection::Output);
        let stays = |i: usize| {
            let mut values = self.rows.iter().flat_map(|row| [row.before[i], row.after[i]]);
            let first = values.next();
            values.all(|value| Some(value) == first)
        };
        let constant = names.iter().enumerate().filter(|(i, _)| stays(*i));
        constant.map(|(_, port)| self.ports[*port].name.as_str()).collect()
    }
}
