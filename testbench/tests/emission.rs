//! The emitted Verilog means what the netlist means, and no tool objects to it.

#[path = "emission/mapping.rs"]
mod mapping;
#[path = "emission/random.rs"]
pub mod random;
#[path = "emission/reference.rs"]
pub mod reference;
#[path = "emission/tools.rs"]
mod tools;

use crate::settings::first_seed;
use lanesmith::netlist::{BinaryOp, Design, ExprKind, Module, ModuleId, NetKind};
use lanesmith::sim::testbench::Random;
use lanesmith::verilog::{Banner, emit};
use reference::State;
use std::collections::BTreeSet;
pub use tools::{Emitted, available, complaints, run, simulate, simulate_in_verilator, yosys_models};

/// The outputs in each cycle by the reference evaluator.
pub fn expected(design: &Design, stimulus: &[Vec<u64>]) -> Vec<Vec<u64>> {
    let top = design.top_module();
    let inputs: Vec<_> = top
        .ports()
        .filter(|(_, net)| net.kind == NetKind::Input)
        .skip(1)
        .collect();
    let mut state = State::new(design);
    let cycle = |values: &Vec<u64>| {
        for ((net, _), value) in inputs.iter().zip(values) {
            state.set(*net, *value);
        }
        state.settle();
        let outputs = top.ports().filter(|(_, net)| net.kind == NetKind::Output);
        let outputs = outputs.map(|(net, _)| state.get(net)).collect();
        state.tick();
        outputs
    };
    stimulus.iter().map(cycle).collect()
}

/// The design of one module.
pub fn single(module: Module) -> Design {
    Design {
        modules: vec![module],
        top: ModuleId(0),
    }
}

/// Random inputs; the reset, which comes first, is asserted now and then.
pub fn stimulus(design: &Design, cycles: usize, rng: &mut Random) -> Vec<Vec<u64>> {
    let inputs: Vec<u32> = design
        .top_module()
        .ports()
        .filter(|(_, net)| net.kind == NetKind::Input)
        .skip(1)
        .map(|(_, net)| net.width)
        .collect();
    (0..cycles)
        .map(|_| inputs.iter().map(|width| random::value(rng, *width)).collect())
        .collect()
}

#[test]
fn random_designs_behave_in_iverilog_as_the_netlist_says() {
    if !available("iverilog") {
        return;
    }
    for seed in first_seed()..first_seed() + 30 {
        let design = random::design(seed);
        let stimulus = stimulus(&design, 60, &mut Random::new(seed));
        let shown = simulate(&design, &Emitted::new(&design), &stimulus);
        assert_eq!(shown, expected(&design, &stimulus), "LANESMITH_SEED={seed}");
    }
}

#[test]
fn random_designs_raise_no_warning() {
    for seed in first_seed()..first_seed() + 12 {
        let design = random::design(seed);
        let emitted = Emitted::new(&design);
        let found = complaints(emitted.folder.path(), "parent", &emitted.names);
        assert!(found.is_empty(), "LANESMITH_SEED={seed}\n{found}");
    }
}

/// What a design contains, in words.
fn forms(design: &Design, found: &mut BTreeSet<String>) {
    for module in &design.modules {
        for expr in module.exprs() {
            found.insert(match &expr.kind {
                ExprKind::Const(_) => "constant".into(),
                ExprKind::Named(..) => "named constant".into(),
                ExprKind::Net(_) => "net".into(),
                ExprKind::Unary(op, _) => format!("{op:?}"),
                ExprKind::Binary(op, ..) => format!("{op:?}"),
                ExprKind::Mux(..) => "choice".into(),
                ExprKind::Slice(..) => "slice".into(),
                ExprKind::Concat(_) => "concatenation".into(),
            });
        }
        for register in &module.registers {
            let style = register.reset.as_ref().map(|reset| reset.style);
            found.insert(format!("register, enable {}, {style:?}", register.enable.is_some()));
        }
        for memory in &module.memories {
            found.insert(format!("memory with {} write ports", memory.writes.len()));
            for read in &memory.reads {
                found.insert(format!("read {:?}", read.synchronous.map(|enable| enable.is_some())));
            }
        }
    }
}

#[test]
fn random_designs_hold_every_form_of_expression_register_and_memory() {
    let mut found = BTreeSet::new();
    for seed in first_seed()..first_seed() + 30 {
        forms(&random::design(seed), &mut found);
    }
    // 6 kinds without operator, 4 + 14 operators, 2 x 5 registers, 2 + 3 memory forms.
    assert_eq!(found.len(), 6 + 18 + 10 + 5, "{found:#?}");
}

/// Two targets, each with a sum of which the carry is taken.
fn carries(extra: bool) -> Design {
    let mut m = Module::new("carries", "");
    let nets: Vec<_> = ["a", "b", "c"].map(|name| m.net(name, 8, NetKind::Input, "")).into();
    let names = if extra {
        vec!["more", "left", "right"]
    } else {
        vec!["left", "right"]
    };
    for name in names {
        let target = m.net(name, 1, NetKind::Output, "");
        let wide: Vec<_> = nets
            .iter()
            .map(|net| {
                let x = m.read(*net);
                m.resize(x, 9)
            })
            .collect();
        let sum = m.binary(BinaryOp::Add, wide[0], wide[if name == "right" { 1 } else { 2 }]);
        let carry = m.slice(sum, 8, 1);
        m.assigns.push((target, carry));
    }
    single(m)
}

#[test]
fn a_new_net_renames_no_other() {
    let banner = Banner::default();
    let (before, after) = (emit(&carries(false), &banner), emit(&carries(true), &banner));
    let defined = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.contains(" = "));
        lines
            .filter(|line| !line.contains("more") && !line.contains("unused"))
            .map(str::to_string)
            .collect()
    };
    assert_eq!(defined(&before[0].text), defined(&after[0].text));
    assert!(
        before[0]
            .text
            .contains("  wire [8:0] left_sum = {1'b0, a} + {1'b0, c};\n  assign left = left_sum[8];\n")
    );
}
