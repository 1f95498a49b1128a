//! The engines agree with the meaning of the netlist, cycle by cycle.

use crate::emission::reference::State;
use crate::emission::{random, single};
use crate::settings::first_seed;
use crate::skip::skipped;
use lanesmith::netlist::{BinaryOp, Design, Flat, MemoryRead, MemoryWrite, Module, NetId, NetKind, NetlistMemory};
use lanesmith::sim::native::Native;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::Random;
use lanesmith::sim::verilator::Verilated;
use lanesmith::sim::{Engine, EngineError, InstanceScope};
use lanesmith::units::video::rtl as video;
use lanesmith::units::video::rtl::VideoConfig;
use std::collections::HashMap;

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

#[test]
fn native_runs_random_designs_as_the_netlist_says() {
    for seed in first_seed()..first_seed() + 24 {
        let design = random::design(seed);
        let mut engines = vec![];
        for traced in [false, true] {
            engines.push(native(&design, traced));
            // This code takes far longer to make.
            if seed % 8 == 0 {
                engines.push(optimised(&design, traced));
            }
        }
        compare(&design, &mut engines, 60, seed);
    }
}

/// The Verilator engine, or `None` with a word where the tools are missing.
fn verilated(design: &Design) -> Option<Box<dyn Engine>> {
    match Verilated::new(design) {
        Ok(engine) => Some(Box::new(engine)),
        Err(why @ EngineError::Unavailable(_)) => {
            skipped(why);
            None
        }
        Err(why) => panic!("{why}"),
    }
}

#[test]
fn verilator_runs_a_random_design_as_the_netlist_says() {
    let seed = first_seed();
    let design = random::design(seed);
    if let Some(engine) = verilated(&design) {
        compare(&design, &mut [engine], 300, seed);
    }
}

#[test]
fn beyond_the_depth_nothing_is_written_and_the_compiled_simulation_reads_0() {
    // Hardware may show anything there, so this is about `native` alone.
    let mut module = Module::new("memory", "");
    let clock = module.net("clock", 1, NetKind::Input, "");
    let [address, data] =
        [("address", 3), ("data", 8)].map(|(name, width)| module.net(name, width, NetKind::Input, ""));
    let [now, next] = ["now", "next"].map(|name| module.net(name, 8, NetKind::Output, ""));
    let (enable, address, value) = (module.constant(1, 1), module.read(address), module.read(data));
    let read = |data, synchronous| MemoryRead {
        data,
        address,
        synchronous,
    };
    module.memories.push(NetlistMemory {
        name: "words".into(),
        width: 8,
        depth: 5,
        contents: None,
        clock,
        writes: vec![MemoryWrite {
            enable,
            address,
            data: value,
        }],
        reads: vec![read(now, None), read(next, Some(None))],
    });
    let design = single(module);
    for mut engine in [native(&design, false), native(&design, true)] {
        for (address, data, shown) in [(5, 1, 0), (6, 2, 0), (7, 3, 0), (4, 0, 0), (0, 0, 0), (4, 9, 9)] {
            engine.set(0, address);
            engine.set(1, data);
            for _ in 0..2 {
                engine.settle();
                engine.tick();
            }
            engine.settle();
            assert_eq!([engine.get(2), engine.get(3)], [shown; 2], "word {address}");
        }
    }
}

#[test]
fn a_chain_of_twenty_thousand_nets_overflows_no_stack() {
    let mut module = Module::new("chain", "");
    let x = module.net("x", 32, NetKind::Input, "");
    let y = module.net("y", 32, NetKind::Output, "");
    let mut last = x;
    let mut expected: u32 = 0x1234_5678;
    for i in 0..20_000 {
        let value = module.read(last);
        let half = module.slice(value, 1, 31);
        let half = module.resize(half, 32);
        let sum = module.binary(BinaryOp::Sub, half, value);
        last = module.net(format!("n{i}"), 32, NetKind::Wire, "");
        module.assigns.push((last, sum));
        expected = (expected >> 1).wrapping_sub(expected);
    }
    let value = module.read(last);
    module.assigns.push((y, value));
    let mut engine = native(&single(module), false);
    engine.set(0, 0x1234_5678);
    engine.settle();
    assert_eq!(engine.get(1), u64::from(expected));
}

/// Every watchable net by its path.
fn paths(scope: &InstanceScope, prefix: &str, found: &mut HashMap<String, (u32, usize)>) {
    for variable in &scope.variables {
        found.insert(format!("{prefix}{}", variable.name), (variable.width, variable.index));
    }
    for child in &scope.children {
        paths(child, &format!("{prefix}{}.", child.name), found);
    }
}

#[test]
fn ports_are_watched_by_name_in_every_engine_and_all_nets_in_a_traced_one() {
    let config = VideoConfig::full(3);
    let design = video::design(&config).expect("a netlist");
    let block = video::alu(&config).expect("a block");
    let mut engines = vec![
        native(&design, false),
        native(&design, true),
        Box::new(RustHdl::new(block)),
    ];
    engines.extend(verilated(&design));
    for (number, mut engine) in engines.into_iter().enumerate() {
        let mut found = HashMap::new();
        paths(&engine.hierarchy(), "", &mut found);
        engine.set(engine.port("in_a"), 0x1234_5678);
        engine.settle();
        for (i, port) in engine.ports().iter().enumerate() {
            let (width, index) = found[&port.name];
            let shown = (width, engine.watch(index));
            assert_eq!(shown, (port.width, engine.get(i)), "{}", engine.name());
        }
        assert_eq!(engine.watch(found["in_a"].1), 0x1234_5678);
        if number == 1 {
            assert_eq!(found.len(), nets(&design, design.top_module()));
        }
    }
}

/// The nets of a module and its instances, clocks at ports left out.
fn nets(design: &Design, module: &Module) -> usize {
    let named = module
        .nets
        .iter()
        .filter(|net| net.kind != NetKind::Input || net.name != "clock");
    let children = module.instances.iter();
    named.count()
        + children
            .map(|instance| nets(design, design.module(instance.module)))
            .sum::<usize>()
}
