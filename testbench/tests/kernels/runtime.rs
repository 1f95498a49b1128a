//! What a batch of kernels does when it runs: rust-hdl's simulation beside the netlist, and a testbench for Icarus Verilog. It
//! is compiled once and linked to every batch.

#[path = "../own_modules/icarus.rs"]
pub mod icarus;

use icarus::{Bench, Row};
use lanesmith::algebra::{Slice, pack, unpack};
use lanesmith::hdl;
use lanesmith::netlist::eval::{DesignState, settle, tick};
use lanesmith::netlist::{Flat, NetId, fault};
use lanesmith::rtl::Top;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::{Engine, PortDirection};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Runs from reset, and the clocks of each.
const RUNS: usize = 5;
const CLOCKS: usize = 8;

/// A kernel in its shell.
pub struct Kernel {
    pub id: usize,
    pub make: fn() -> Box<dyn Top>,
}

/// The values of ports that are enums are below these limits.
pub type Limits = &'static [(&'static str, u64)];

/// What came of a kernel: a line of the report.
enum Outcome {
    Same { panics: usize },
    Refused(String),
    Differs(String),
}

/// Runs all kernels. Arguments: seed, folder, and `faults` for netlists with one fault each.
pub fn main(kernels: &[Kernel], limits: Limits) {
    let arguments: Vec<String> = std::env::args().collect();
    let seed: u64 = arguments[1].parse().expect("a seed");
    let folder = Path::new(&arguments[2]);
    let with_faults = arguments.get(3).is_some_and(|word| word == "faults");
    std::panic::set_hook(Box::new(|_| {}));
    let mut bench = Bench::default();
    for kernel in kernels {
        let outcome = catch_unwind(AssertUnwindSafe(|| run(kernel, limits, seed, with_faults, &mut bench)));
        let id = kernel.id;
        match outcome.unwrap_or_else(|panic| Outcome::Differs(format!("lowering panics: {}", said(&panic)))) {
            Outcome::Same { panics } => println!("{id} same {panics}"),
            Outcome::Refused(why) => println!("{id} refused {}", why.replace('\n', " / ")),
            Outcome::Differs(how) => println!("{id} differs {}", how.replace('\n', " / ")),
        }
    }
    bench.write(folder);
}

fn said(panic: &Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?").to_owned()
}

fn run(kernel: &Kernel, limits: Limits, seed: u64, with_fault: bool, bench: &mut Bench) -> Outcome {
    let design = match hdl::lower(&*(kernel.make)()) {
        Ok(design) => design,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    let mut random = Random::new(seed ^ (kernel.id as u64) << 32);
    let mut flat = match Flat::new(&design) {
        Ok(flat) => flat,
        Err(error) => return Outcome::Refused(error.to_string()),
    };
    if with_fault {
        let faults = fault::faults(&flat);
        let Some(mutant) = faults.get(random.below(faults.len().max(1) as u32) as usize) else {
            return Outcome::Same { panics: 0 };
        };
        match fault::apply(&flat, *mutant) {
            Some(mutant) => flat = mutant.flat,
            None => return Outcome::Same { panics: 0 },
        }
    }
    let ports = RustHdl::new((kernel.make)()).ports().to_vec();
    let nets: Vec<(NetId, u32)> = flat
        .ports()
        .filter(|(_, net)| net.name != "clock")
        .map(|(id, net)| (id, net.width))
        .collect();
    if nets.len() != ports.len() || nets.iter().zip(&ports).any(|((_, width), port)| *width != port.width) {
        return Outcome::Differs("the ports differ".to_owned());
    }
    let (mut rows, mut panics) = (Vec::new(), 0);
    for _ in 0..RUNS {
        let mut engine = RustHdl::new((kernel.make)());
        let mut state = DesignState::<Slice<1>>::power_up(&flat);
        let mut inputs: HashMap<NetId, u64> = HashMap::new();
        for clock in 0..CLOCKS {
            for (i, (net, width)) in nets.iter().enumerate() {
                if ports[i].direction == PortDirection::Input && (clock == 0 || !random.one_in(4)) {
                    let limit = limits.iter().find(|(name, _)| *name == ports[i].name);
                    let value = word(&mut random, *width);
                    let value = limit.map_or(value, |(_, limit)| value % limit);
                    inputs.insert(*net, value);
                    engine.set(i, value);
                }
            }
            let given = |net: NetId| {
                let value = inputs.get(&net).copied().unwrap_or(0);
                pack(&[value], flat.module.net_ref(net).width)
            };
            let mut halves = Vec::new();
            let mut values = settle(&flat, given, &state);
            for after in [false, true] {
                let step = catch_unwind(AssertUnwindSafe(|| match after {
                    false => engine.try_settle(),
                    true => engine.try_tick(),
                }));
                match step {
                    Err(_) => break,
                    Ok(Err(error)) => return Outcome::Differs(error.to_string()),
                    Ok(Ok(())) => {}
                }
                if after {
                    state = tick(&flat, &values, &state);
                    values = settle(&flat, given, &state);
                }
                let mut shown = Vec::new();
                for (i, (net, _)) in nets.iter().enumerate() {
                    if ports[i].direction == PortDirection::Output {
                        let (expected, actual) = (engine.get(i), unpack(&values[net.0 as usize], 1)[0]);
                        if expected != actual {
                            let given: Vec<String> = nets
                                .iter()
                                .zip(&ports)
                                .filter_map(|((net, _), port)| Some(format!("{}={:#x}", port.name, inputs.get(net)?)))
                                .collect();
                            return Outcome::Differs(format!(
                                "{} in clock {clock}, after the edge {after}: {expected:#x} in rust-hdl's simulation, \
                                 {actual:#x} in the netlist; {}",
                                ports[i].name,
                                given.join(" ")
                            ));
                        }
                        shown.push(expected);
                    }
                }
                halves.push(shown);
            }
            let Ok([before, after]) = <[Vec<u64>; 2]>::try_from(halves) else {
                panics += 1;
                break;
            };
            let of = |i: usize| inputs.get(&nets[i].0).copied().unwrap_or(0);
            let given = (0..ports.len()).filter(|i| ports[*i].direction == PortDirection::Input);
            rows.push(Row {
                restart: clock == 0,
                inputs: given.map(of).collect(),
                before,
                after,
            });
        }
    }
    if !rows.is_empty() && !with_fault {
        bench.add_design(kernel.id, &design, &ports, &rows);
    }
    Outcome::Same { panics }
}

/// A number of `width` bits in which corners are frequent.
fn word(random: &mut Random, width: u32) -> u64 {
    let ones = u64::MAX >> (64 - width);
    match random.below(8) {
        0 => 0,
        1 => ones,
        2 => 1,
        3 => 1 << random.below(width),
        4 => random.bits() & 7 & ones,
        _ => random.bits() & ones,
    }
}
