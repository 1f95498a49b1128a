//! The emitted Verilog means what the netlist means, and no tool objects to it.

#[path = "emission/random.rs"]
pub mod random;
#[path = "emission/reference.rs"]
pub mod reference;
#[path = "emission/tools.rs"]
mod tools;

use lanesmith::netlist::{Design, NetKind};
use lanesmith::verilog::{Banner, emit};
use random::Rng;
use reference::State;
use tools::{Emitted, available, complaints, simulate};

/// The first seed of the random designs; `LANESMITH_SEED` sets another one.
fn first_seed() -> u64 {
    let seed = std::env::var("LANESMITH_SEED").ok().and_then(|seed| seed.parse().ok());
    seed.unwrap_or(1)
}

/// The outputs in each cycle by the reference evaluator.
fn expected(design: &Design, stimulus: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let top = design.top_module();
    let inputs: Vec<_> = top
        .ports()
        .filter(|(_, net)| net.kind == NetKind::Input)
        .skip(1)
        .collect();
    let mut state = State::new(design, design.top);
    let cycle = |values: &Vec<u64>| {
        for ((net, _), value) in inputs.iter().zip(values) {
            state.set(*net, *value);
        }
        state.settle(design);
        let outputs = top.ports().filter(|(_, net)| net.kind == NetKind::Output);
        let outputs = outputs.map(|(net, _)| state.get(net)).collect();
        state.tick(design);
        outputs
    };
    stimulus.iter().map(cycle).collect()
}

/// Random inputs; the reset, which comes first, is asserted now and then.
fn stimulus(design: &Design, cycles: usize, rng: &mut Rng) -> Vec<Vec<u64>> {
    let inputs: Vec<u32> = design
        .top_module()
        .ports()
        .filter(|(_, net)| net.kind == NetKind::Input)
        .skip(1)
        .map(|(_, net)| net.width)
        .collect();
    (0..cycles)
        .map(|_| inputs.iter().map(|width| rng.value(*width)).collect())
        .collect()
}

#[test]
fn random_designs_behave_in_iverilog_as_the_netlist_says() {
    if !available("iverilog") {
        return;
    }
    for seed in first_seed()..first_seed() + 60 {
        let design = random::design(seed);
        let stimulus = stimulus(&design, 60, &mut Rng(seed));
        let shown = simulate(&design, &Emitted::new(&design), &stimulus);
        assert_eq!(shown, expected(&design, &stimulus), "LANESMITH_SEED={seed}");
    }
}

#[test]
fn random_designs_raise_no_warning() {
    for seed in first_seed()..first_seed() + 25 {
        let design = random::design(seed);
        let emitted = Emitted::new(&design);
        let found = complaints(emitted.folder.path(), "parent", &emitted.names);
        assert!(found.is_empty(), "LANESMITH_SEED={seed}\n{found}");
    }
}

#[test]
fn equal_designs_give_equal_bytes() {
    let banner = Banner::default();
    assert_eq!(emit(&random::design(5), &banner), emit(&random::design(5), &banner));
}
