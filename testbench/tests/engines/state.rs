//! Registers and memories, each form by hand: what they show is written down here, not computed by an evaluator.

use super::{native, sliced, verilated};
use lanesmith::netlist::{
    BinaryOp, Design, ExprId, MemoryRead, MemoryWrite, Module, ModuleId, NetId, NetKind, NetlistMemory,
    NetlistRegister, Reset, ResetStyle,
};
use lanesmith::sim::Engine;

fn design(module: Module) -> Design {
    Design {
        modules: vec![module],
        top: ModuleId(0),
    }
}

/// A module with a clock and inputs of the given widths.
fn module(name: &str, inputs: &[(&str, u32)]) -> (Module, NetId, Vec<NetId>) {
    let mut module = Module::new(name, "A hand-made module.");
    let clock = module.net("clock", 1, NetKind::Input, "");
    let inputs = inputs
        .iter()
        .map(|(name, width)| module.net(*name, *width, NetKind::Input, ""))
        .collect();
    (module, clock, inputs)
}

/// The engines that run hand-made designs, which no rust-hdl block describes.
fn engines(design: &Design) -> Vec<Box<dyn Engine>> {
    let mut engines = vec![native(design, false), native(design, true), sliced(design)];
    engines.extend(verilated(design));
    engines
}

/// Sets inputs by name and lets them act.
fn drive(engine: &mut dyn Engine, inputs: &[(&str, u64)]) {
    for (name, value) in inputs {
        engine.set(engine.port(name), *value);
    }
    engine.settle();
}

fn edge(engine: &mut dyn Engine) {
    engine.tick();
    engine.settle();
}

fn show(engine: &dyn Engine, name: &str) -> u64 {
    engine.get(engine.port(name))
}

const fn style(asynchronous: bool, active_low: bool) -> ResetStyle {
    ResetStyle {
        asynchronous,
        active_low,
    }
}

const STYLES: [ResetStyle; 4] = [
    style(false, false),
    style(false, true),
    style(true, false),
    style(true, true),
];

/// For each reset style a register `q0` … `q3` of 8 bits with enable, on resets `reset0` … `reset3`.
fn registers() -> Design {
    let inputs = [
        ("reset0", 1),
        ("reset1", 1),
        ("reset2", 1),
        ("reset3", 1),
        ("enable", 1),
        ("d", 8),
    ];
    let (mut module, clock, inputs) = module("registers", &inputs);
    let (enable, d) = (module.read(inputs[4]), module.read(inputs[5]));
    for (i, style) in STYLES.into_iter().enumerate() {
        let q = module.net(format!("q{i}"), 8, NetKind::Output, "");
        module.registers.push(NetlistRegister {
            clock,
            q,
            d,
            enable: Some(enable),
            reset: Some(Reset {
                net: inputs[i],
                style,
                value: 0xa0 + i as u64,
            }),
        });
    }
    design(module)
}

fn all(engine: &dyn Engine) -> [u64; 4] {
    ["q0", "q1", "q2", "q3"].map(|name| show(engine, name))
}

/// The levels that assert no reset, with one changed.
fn resets(asserted: Option<usize>) -> Vec<(&'static str, u64)> {
    let names = ["reset0", "reset1", "reset2", "reset3"];
    let level = |i: usize| u64::from(STYLES[i].active_low != (asserted == Some(i)));
    (0..4).map(|i| (names[i], level(i))).collect()
}

#[test]
fn a_register_holds_unless_enabled_and_a_reset_wins_over_the_enable() {
    for mut engine in engines(&registers()) {
        let engine = &mut *engine;
        drive(engine, &resets(None));
        drive(engine, &[("enable", 1), ("d", 0x55)]);
        assert_eq!(all(engine), [0; 4], "{}: before the edge", engine.name());
        edge(engine);
        assert_eq!(all(engine), [0x55; 4], "{}: enabled", engine.name());
        drive(engine, &[("enable", 0), ("d", 0x66)]);
        edge(engine);
        assert_eq!(all(engine), [0x55; 4], "{}: not enabled", engine.name());
        for (i, style) in STYLES.iter().enumerate() {
            for enable in [0, 1] {
                let name = engine.name();
                drive(engine, &resets(None));
                drive(engine, &[("enable", 1), ("d", 0x55)]);
                edge(engine);
                drive(engine, &[("enable", enable), ("d", 0x77)]);
                drive(engine, &resets(Some(i)));
                let at_once = if style.asynchronous { 0xa0 + i as u64 } else { 0x55 };
                assert_eq!(all(engine)[i], at_once, "{name}: reset {i} before the edge");
                edge(engine);
                let other = if enable == 1 { 0x77 } else { 0x55 };
                let expected: [u64; 4] = std::array::from_fn(|k| if k == i { 0xa0 + i as u64 } else { other });
                assert_eq!(all(engine), expected, "{name}: reset {i}, enable {enable}");
                drive(engine, &resets(None));
                assert_eq!(all(engine), expected, "{name}: reset {i} released");
            }
        }
    }
}

#[test]
fn an_asynchronous_reset_reaches_the_logic_behind_the_register_at_once() {
    let (mut module, clock, inputs) = module("behind", &[("reset", 1)]);
    let out = module.net("out", 8, NetKind::Output, "");
    let q = module.net("q", 8, NetKind::Wire, "");
    let (held, one) = (module.read(q), module.constant(8, 1));
    let next = module.binary(BinaryOp::Add, held, one);
    module.assigns.push((out, next));
    module.registers.push(NetlistRegister {
        clock,
        q,
        d: next,
        enable: None,
        reset: Some(Reset {
            net: inputs[0],
            style: STYLES[2],
            value: 0x40,
        }),
    });
    for mut engine in engines(&design(module)) {
        let engine = &mut *engine;
        drive(engine, &[("reset", 0)]);
        assert_eq!(show(engine, "out"), 1);
        edge(engine);
        assert_eq!(show(engine, "out"), 2);
        drive(engine, &[("reset", 1)]);
        assert_eq!(show(engine, "out"), 0x41, "{}", engine.name());
        edge(engine);
        assert_eq!(show(engine, "out"), 0x41, "{}", engine.name());
        drive(engine, &[("reset", 0)]);
        edge(engine);
        assert_eq!(show(engine, "out"), 0x42, "{}", engine.name());
    }
}

#[test]
fn registers_that_feed_each_other_change_at_the_same_moment() {
    let (mut module, clock, inputs) = module("exchange", &[("load", 1), ("d", 4)]);
    let nets: Vec<NetId> = (0..4)
        .map(|i| module.net(format!("q{i}"), 4, NetKind::Output, ""))
        .collect();
    let (load, d) = (module.read(inputs[0]), module.read(inputs[1]));
    // A ring of two, and two more that follow it: in this order, the reverse one, and with different enables.
    let sources = [1, 0, 1, 2];
    for (i, source) in sources.into_iter().enumerate() {
        let source = module.read(nets[source]);
        let next = if i == 0 { module.mux(load, d, source) } else { source };
        module.registers.push(NetlistRegister {
            clock,
            q: nets[i],
            d: next,
            enable: (i == 3).then_some(load),
            reset: None,
        });
    }
    for mut engine in engines(&design(module)) {
        let engine = &mut *engine;
        drive(engine, &[("load", 1), ("d", 5)]);
        edge(engine);
        assert_eq!(all(engine), [5, 0, 0, 0], "{}", engine.name());
        drive(engine, &[("d", 6)]);
        edge(engine);
        assert_eq!(all(engine), [6, 5, 0, 0], "{}", engine.name());
        drive(engine, &[("load", 0)]);
        edge(engine);
        assert_eq!(all(engine), [5, 6, 5, 0], "{}", engine.name());
        drive(engine, &[("load", 1), ("d", 7)]);
        edge(engine);
        assert_eq!(all(engine), [7, 5, 6, 5], "{}", engine.name());
    }
}

/// Five words of 8 bits, two write ports on one enable, and read ports `now`, `next` and, with its enable, `held`.
fn memory() -> Design {
    let inputs = [
        ("write", 1),
        ("read", 1),
        ("address", 3),
        ("d0", 8),
        ("d1", 8),
        ("second", 3),
    ];
    let (mut module, clock, inputs) = module("memory", &inputs);
    let values: Vec<ExprId> = inputs.iter().map(|net| module.read(*net)).collect();
    let [write, read, address, d0, d1, second] = values[..] else {
        unreachable!()
    };
    let port = |data, synchronous| MemoryRead {
        data,
        address,
        synchronous,
    };
    let reads = [("now", None), ("next", Some(None)), ("held", Some(Some(read)))];
    let reads = reads.map(|(name, synchronous)| port(module.net(name, 8, NetKind::Output, ""), synchronous));
    let write = |address, data| MemoryWrite {
        enable: write,
        address,
        data,
    };
    module.memories.push(NetlistMemory {
        name: "words".into(),
        width: 8,
        depth: 5,
        contents: None,
        clock,
        read_clock: clock,
        writes: vec![write(address, d0), write(second, d1)],
        reads: reads.into(),
    });
    design(module)
}

#[test]
fn a_synchronous_read_shows_the_word_before_a_write_of_the_same_edge() {
    for mut engine in engines(&memory()) {
        let engine = &mut *engine;
        let reads = |engine: &dyn Engine| ["now", "next", "held"].map(|name| show(engine, name));
        drive(
            engine,
            &[("write", 1), ("read", 1), ("address", 3), ("d0", 0x11), ("second", 0)],
        );
        assert_eq!(reads(engine), [0, 0, 0]);
        edge(engine);
        assert_eq!(reads(engine), [0x11, 0, 0], "{}", engine.name());
        drive(engine, &[("d0", 0x22), ("read", 0)]);
        edge(engine);
        assert_eq!(reads(engine), [0x22, 0x11, 0], "{}", engine.name());
        drive(engine, &[("write", 0), ("d0", 0x33), ("read", 1)]);
        edge(engine);
        assert_eq!(reads(engine), [0x22, 0x22, 0x22], "{}", engine.name());
    }
}

#[test]
fn the_later_of_two_writes_to_one_word_wins() {
    for mut engine in engines(&memory()) {
        let engine = &mut *engine;
        drive(
            engine,
            &[("write", 1), ("address", 2), ("second", 2), ("d0", 0x44), ("d1", 0x55)],
        );
        edge(engine);
        assert_eq!(show(engine, "now"), 0x55, "{}", engine.name());
    }
}

#[test]
fn beyond_the_depth_nothing_is_written_and_the_simulator_reads_0() {
    // Hardware may show anything beyond the depth, so this is about `native` alone.
    let design = memory();
    for mut engine in [native(&design, false), native(&design, true)] {
        let engine = &mut *engine;
        for address in 5..8 {
            drive(
                engine,
                &[
                    ("write", 1),
                    ("read", 1),
                    ("address", address),
                    ("second", address),
                    ("d0", 0x66),
                    ("d1", 0x77),
                ],
            );
            edge(engine);
            edge(engine);
            assert_eq!(
                [show(engine, "now"), show(engine, "next"), show(engine, "held")],
                [0; 3]
            );
        }
        drive(engine, &[("write", 0)]);
        for address in 0..5 {
            drive(engine, &[("address", address)]);
            assert_eq!(show(engine, "now"), 0, "word {address}");
        }
    }
}

#[test]
fn a_chain_of_twenty_thousand_nets_overflows_no_stack() {
    let (mut module, _, inputs) = module("chain", &[("x", 32)]);
    let y = module.net("y", 32, NetKind::Output, "");
    let mut last = inputs[0];
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
    let mut engine = native(&design(module), false);
    drive(&mut *engine, &[("x", 0x1234_5678)]);
    assert_eq!(show(&*engine, "y"), u64::from(expected));
}
