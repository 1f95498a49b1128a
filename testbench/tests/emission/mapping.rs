//! Synthesis turns the emitted registers and memories into the parts of the device that are made for them.

use super::tools::{Emitted, available, run};
use lanesmith::netlist::{
    BinaryOp, Design, MemoryRead, MemoryWrite, Module, ModuleId, NetKind, NetlistMemory, NetlistRegister, Reset,
    ResetStyle,
};

fn single(module: Module) -> Design {
    Design {
        modules: vec![module],
        top: ModuleId(0),
    }
}

/// How many cells of each kind `synthesis` makes of a design, as lines `KIND COUNT`.
fn cells(design: &Design, synthesis: &str) -> String {
    let emitted = Emitted::new(design);
    let top = &design.top_module().name;
    let script = format!("read_verilog {}; {synthesis} -top {top}; stat", emitted.names.join(" "));
    let (good, text) = run(emitted.folder.path(), &["yosys", "-p", &script], &[]);
    assert!(good, "{text}");
    let statistics = text.rsplit("Number of cells:").next().unwrap_or_default();
    let words = statistics
        .lines()
        .skip(1)
        .take_while(|line| !line.is_empty())
        .map(str::split_whitespace);
    words.map(|line| line.collect::<Vec<_>>().join(" ") + "\n").collect()
}

/// An 8-bit register with reset and enable.
fn register(style: ResetStyle) -> Design {
    let mut m = Module::new("hold", "");
    let [clock, reset, enable] = ["clock", "reset", "enable"].map(|name| m.net(name, 1, NetKind::Input, ""));
    let d = m.net("d", 8, NetKind::Input, "");
    let q = m.net("q", 8, NetKind::Output, "");
    let (d, enable) = (m.read(d), m.read(enable));
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
    single(m)
}

/// A memory with one write port and one read port.
fn memory(depth: u32, width: u32, synchronous: bool) -> Design {
    let mut m = Module::new("store", "");
    let [clock, write, read] = ["clock", "write", "read"].map(|name| m.net(name, 1, NetKind::Input, ""));
    let address_bits = depth.trailing_zeros();
    let [to, from] = ["to", "from"].map(|name| m.net(name, address_bits, NetKind::Input, ""));
    let d = m.net("d", width, NetKind::Input, "");
    let q = m.net("q", width, NetKind::Output, "");
    let [write, read, to, from, d] = [write, read, to, from, d].map(|net| m.read(net));
    m.memories.push(NetlistMemory {
        name: "words".into(),
        width,
        depth,
        contents: None,
        clock,
        read_clock: clock,
        writes: vec![MemoryWrite {
            enable: write,
            address: to,
            data: d,
        }],
        reads: vec![MemoryRead {
            data: q,
            address: from,
            synchronous: synchronous.then_some(Some(read)),
        }],
    });
    single(m)
}

#[test]
fn registers_become_flip_flops_with_reset_and_enable_and_no_logic() {
    if !available("yosys") {
        return;
    }
    for asynchronous in [false, true] {
        let found = cells(
            &register(ResetStyle {
                asynchronous,
                active_low: false,
            }),
            "synth_ecp5",
        );
        assert_eq!(found.trim(), "TRELLIS_FF 8", "asynchronous: {asynchronous}");
    }
}

#[test]
fn asynchronous_reads_become_distributed_memory() {
    if !available("yosys") {
        return;
    }
    let found = cells(&memory(16, 32, false), "synth_ecp5");
    assert!(found.contains("TRELLIS_DPR16X4 8\n"), "{found}");
    assert!(!found.contains("TRELLIS_FF"), "{found}");
}

#[test]
fn synchronous_reads_become_block_memory() {
    if !available("yosys") {
        return;
    }
    let found = cells(&memory(256, 16, true), "synth_ice40");
    assert!(found.contains("SB_RAM40_4K 1\n"), "{found}");
}

#[test]
fn multiplications_become_multiplier_blocks() {
    if !available("yosys") {
        return;
    }
    let mut m = Module::new("times", "");
    let [a, b] = ["a", "b"].map(|name| m.net(name, 16, NetKind::Input, ""));
    let product = m.net("product", 16, NetKind::Output, "");
    let (a, b) = (m.read(a), m.read(b));
    let value = m.binary(BinaryOp::Mul, a, b);
    m.assigns.push((product, value));
    let found = cells(&single(m), "synth_ecp5");
    assert!(found.contains("MULT18X18D 1\n"), "{found}");
}
