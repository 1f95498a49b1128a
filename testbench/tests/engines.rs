//! The engines agree with the meaning of the netlist, cycle by cycle.

#[path = "engines/blocks.rs"]
mod blocks;
#[path = "engines/state.rs"]
mod state;

use crate::emission::random;
use crate::emission::reference::State;
use crate::settings::first_seed;
use crate::skip::skipped;
use lanesmith::netlist::{Design, Flat, Instance, Module, ModuleId, NetId, NetKind};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::verilator::Verilated;
use lanesmith::sim::{Engine, EngineError, InstanceScope, Port, Sliced};

/// The ports but the clock.
fn ports(design: &Design) -> Vec<(NetId, u32, bool)> {
    let ports = design.top_module().ports().filter(|(_, net)| net.name != "clock");
    ports
        .map(|(id, net)| (id, net.width, net.kind == NetKind::Input))
        .collect()
}

/// Runs engines and the reference side by side on random inputs.
fn compare(design: &Design, engines: &mut [Box<dyn Engine>], cycles: usize, seed: u64) {
    let mut rng = Random::new(seed);
    let ports = ports(design);
    let mut state = State::new(design);
    for cycle in 0..cycles {
        for (i, (net, width, is_input)) in ports.iter().enumerate() {
            // Inputs keep their values now and then.
            if *is_input && rng.below(4) > 0 {
                let value = random::value(&mut rng, *width);
                state.set(*net, value);
                engines.iter_mut().for_each(|engine| engine.set(i, value));
            }
        }
        state.settle();
        for engine in &mut *engines {
            engine.settle();
            for (i, (net, ..)) in ports.iter().enumerate() {
                let name = &engine.ports()[i].name;
                assert_eq!(
                    engine.get(i),
                    state.get(*net),
                    "{}: {name}, cycle {cycle}, LANESMITH_SEED={seed}",
                    engine.name(),
                );
            }
            engine.tick();
        }
        state.tick();
    }
}

fn native(design: &Design, traced: bool) -> Box<dyn Engine> {
    Box::new(compiled(design, traced))
}

/// With the code for long runs.
fn optimised(design: &Design, traced: bool) -> Box<dyn Engine> {
    let mut native = compiled(design, traced);
    native.prepare_for_long_run();
    Box::new(native)
}

fn compiled(design: &Design, traced: bool) -> Native {
    let flat = Flat::new(design).expect("a sound design");
    let native = if traced {
        Native::traced(&flat)
    } else {
        Native::new(&flat)
    };
    native.expect("this processor is known")
}

/// One of many copies, the others on noise.
struct OneCopy {
    hardware: Sliced<3>,
    number: usize,
    noise: Random,
}

/// A copy of a design among others.
fn sliced(design: &Design) -> Box<dyn Engine> {
    Box::new(OneCopy {
        hardware: Sliced::new(&Flat::new(design).expect("a sound design")),
        number: 130,
        noise: Random::new(1),
    })
}

impl Engine for OneCopy {
    fn name(&self) -> &'static str {
        "sliced"
    }

    fn ports(&self) -> &[Port] {
        self.hardware.ports()
    }

    fn set(&mut self, port: usize, value: u64) {
        for copy in 0..Sliced::<3>::COPIES {
            let value = if copy == self.number { value } else { self.noise.bits() };
            self.hardware.set(copy, port, value);
        }
    }

    fn get(&self, port: usize) -> u64 {
        self.hardware.get(self.number, port)
    }

    fn settle(&mut self) {
        self.hardware.settle();
    }

    fn tick(&mut self) {
        self.hardware.tick();
    }

    fn hierarchy(&self) -> InstanceScope {
        InstanceScope::default()
    }

    fn watch(&self, _variable: usize) -> u64 {
        unreachable!("nothing can be watched")
    }
}

#[test]
fn native_and_sliced_run_random_designs_as_the_netlist_says() {
    for seed in first_seed()..first_seed() + 120 {
        let design = random::design(seed);
        let mut engines = vec![sliced(&design)];
        for traced in [false, true] {
            engines.push(native(&design, traced));
            // This code takes far longer to make.
            if seed % 4 == 0 {
                engines.push(optimised(&design, traced));
            }
        }
        compare(&design, &mut engines, 100, seed);
    }
}

#[test]
fn better_code_for_a_long_run_goes_on_from_the_state_that_the_quick_code_left() {
    let seed = first_seed();
    let design = random::design(seed);
    let mut engines = [native(&design, false), optimised(&design, false)];
    let mut rng = Random::new(seed);
    let ports = ports(&design);
    // The code is replaced in clock 2^20.
    for clock in 0..(1 << 20) + 1000 {
        let is_noisy = clock % 1024 > 1000 || clock >= 1 << 20;
        let values: Vec<u64> = ports
            .iter()
            .map(|(_, width, _)| random::value(&mut rng, *width))
            .collect();
        for engine in &mut engines {
            for (i, value) in values.iter().enumerate().filter(|(i, _)| is_noisy && ports[*i].2) {
                engine.set(i, *value);
            }
            engine.settle();
        }
        let outputs = |engine: &dyn Engine| (0..ports.len()).map(|i| engine.get(i)).collect::<Vec<u64>>();
        let [quick, optimised] = [&engines[0], &engines[1]].map(|engine| outputs(&**engine));
        assert_eq!(quick, optimised, "clock {clock}, LANESMITH_SEED={seed}");
        engines.iter_mut().for_each(|engine| engine.tick());
    }
}

/// The Verilator engine, or `None` with a word where the tools are missing.
pub fn verilated(design: &Design) -> Option<Box<dyn Engine>> {
    match Verilated::new(design) {
        Ok(engine) => Some(Box::new(engine)),
        Err(why @ EngineError::Unavailable(_)) => {
            skipped(why);
            None
        }
        Err(why) => panic!("{why}"),
    }
}

/// Several designs side by side in one, with prefixed ports and a common clock and reset.
pub fn together(designs: &[Design]) -> Design {
    let mut modules: Vec<Module> = Vec::new();
    let mut top = Module::new("together", "Several designs.");
    let clock = top.net("clock", 1, NetKind::Input, "");
    for (i, design) in designs.iter().enumerate() {
        for (_, net) in design.top_module().ports().filter(|(_, net)| net.name != "clock") {
            top.net(format!("d{i}_{}", net.name), net.width, net.kind, "");
        }
    }
    for (i, design) in designs.iter().enumerate() {
        let base = modules.len() as u32;
        modules.extend(design.modules.iter().cloned().map(|mut module| {
            module.name = format!("d{i}_{}", module.name);
            for instance in &mut module.instances {
                instance.module.0 += base;
            }
            module
        }));
        let mut instance = Instance {
            block: String::new(),
            name: format!("d{i}"),
            module: ModuleId(base + design.top.0),
            inputs: Vec::new(),
            outputs: Vec::new(),
        };
        for (port, net) in design.top_module().ports() {
            let outer = format!("d{i}_{}", net.name);
            let outer = top.nets.iter().position(|net| net.name == outer);
            let outer = outer.map_or(clock, |outer| NetId(outer as u32));
            match net.kind {
                NetKind::Input => {
                    let value = top.read(outer);
                    instance.inputs.push((port, value));
                }
                _ => instance.outputs.push((port, outer)),
            }
        }
        top.instances.push(instance);
    }
    modules.push(top);
    Design {
        top: ModuleId(modules.len() as u32 - 1),
        modules,
    }
}

#[test]
fn verilator_runs_random_designs_as_the_netlist_says() {
    let seed = first_seed();
    let designs: Vec<Design> = (seed..seed + 5).map(random::design).collect();
    let design = together(&designs);
    if let Some(engine) = verilated(&design) {
        compare(&design, &mut [engine, native(&design, false)], 300, seed);
    }
}
