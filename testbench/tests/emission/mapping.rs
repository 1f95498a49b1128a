//! Synthesis turns the emitted registers and memories into the parts of the device that are made for them.

use super::single;
use super::tools::{Emitted, available, run};
use lanesmith::netlist::{
    BinaryOp, MemoryRead, MemoryWrite, Module, NetKind, NetlistMemory, NetlistRegister, Reset, ResetStyle,
};

/// How many cells of each kind `synthesis` makes of a module, as lines `KIND COUNT`.
fn cells(module: Module, synthesis: &str) -> String {
    let top = module.name.clone();
    let emitted = Emitted::new(&single(module));
    let script = format!("read_verilog {}; {synthesis} -top {top}; stat", emitted.names.join(" "));
    let (good, text) = run(emitted.folder.path(), &["yosys", "-p", &script], &[]);
    assert!(good, "{text}");
    let statistics = text.rsplit("Number of cells:").next().unwrap_or_default();
    let lines = statistics.lines().skip(1).take_while(|line| !line.is_empty());
    let words = lines.map(str::split_whitespace);
    words.map(|line| line.collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// An 8-bit register with reset and enable.
fn register(asynchronous: bool) -> Module {
    let mut m = Module::new("hold", "");
    let [clock, reset, enable] = ["clock", "reset", "enable"].map(|name| m.net(name, 1, NetKind::Input, ""));
    let d = m.net("d", 8, NetKind::Input, "");
    let q = m.net("q", 8, NetKind::Output, "");
    let (d, enable) = (m.read(d), m.read(enable));
    let style = ResetStyle {
        asynchronous,
        active_low: false,
    };
    m.registers.push(NetlistRegister {
        clock,
        q,
        d,
        enable: Some(enable),
        reset: Some(Reset {
            net: reset,
            style,
            value: 0,
        }),
    });
    m
}

/// A memory with one write port and one read port.
fn memory(depth: u32, width: u32, synchronous: bool) -> Module {
    let mut m = Module::new("store", "");
    let [clock, write, read] = ["clock", "write", "read"].map(|name| m.net(name, 1, NetKind::Input, ""));
    let [to, from] = ["to", "from"].map(|name| m.net(name, depth.trailing_zeros(), NetKind::Input, ""));
    let d = m.net("d", width, NetKind::Input, "");
    let data = m.net("q", width, NetKind::Output, "");
    let [enable, read, to, address, d] = [write, read, to, from, d].map(|net| m.read(net));
    m.memories.push(NetlistMemory {
        name: "words".into(),
        width,
        depth,
        contents: None,
        clock,
        writes: vec![MemoryWrite {
            enable,
            address: to,
            data: d,
        }],
        reads: vec![MemoryRead {
            data,
            address,
            synchronous: synchronous.then_some(Some(read)),
        }],
    });
    m
}

/// A product of 16 bits.
fn multiplier() -> Module {
    let mut m = Module::new("times", "");
    let [a, b] = ["a", "b"].map(|name| m.net(name, 16, NetKind::Input, ""));
    let product = m.net("product", 16, NetKind::Output, "");
    let (a, b) = (m.read(a), m.read(b));
    let value = m.binary(BinaryOp::Mul, a, b);
    m.assigns.push((product, value));
    m
}

#[test]
fn registers_memories_and_products_become_the_cells_made_for_them() {
    if !available("yosys") {
        return;
    }
    // A register needs no cells but its flip-flops, and distributed memory none.
    for (module, synthesis, cell, only) in [
        (register(false), "synth_ecp5", "TRELLIS_FF 8\n", true),
        (register(true), "synth_ecp5", "TRELLIS_FF 8\n", true),
        (memory(16, 32, false), "synth_ecp5", "TRELLIS_DPR16X4 8\n", false),
        (memory(256, 16, true), "synth_ice40", "SB_RAM40_4K 1\n", false),
        (multiplier(), "synth_ecp5", "MULT18X18D 1\n", false),
    ] {
        let found = cells(module, synthesis);
        assert!(found.contains(cell) && (!only || found == cell), "{cell}{found}");
        assert!(only || !found.contains("TRELLIS_FF"), "{found}");
    }
}
