//! Random designs with every kind of expression, register, memory and hierarchy.

use lanesmith::netlist::{
    BinaryOp, Design, ExprId, ExprKind, Instance, MemoryRead, MemoryWrite, Module, ModuleId, NetId, NetKind,
    NetlistMemory, NetlistRegister, Reset, ResetStyle, UnaryOp, ValueName,
};
use lanesmith::sim::testbench::Random;

/// A value of `width` bits, often one of the corners.
pub fn value(rng: &mut Random, width: u32) -> u64 {
    let ones = u64::MAX >> (64 - width);
    match rng.below(6) {
        0 => 0,
        1 => ones,
        2 => 1 << (width - 1),
        3 => rng.bits() & 7 & ones,
        _ => rng.bits() & ones,
    }
}

fn any_width(rng: &mut Random) -> u32 {
    rng.pick(&[1, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 31, 32, 33, 48, 63, 64])
}

/// A random expression of `width` bits over the nets `leaves`.
pub fn expression(rng: &mut Random, m: &mut Module, leaves: &[NetId], width: u32, depth: u32) -> ExprId {
    if depth == 0 || rng.one_in(8) {
        return leaf(rng, m, leaves, width);
    }
    let (choices, depth) = (if width == 1 { 14 } else { 8 }, depth - 1);
    match rng.below(choices) {
        0 => {
            let x = expression(rng, m, leaves, width, depth);
            m.unary(UnaryOp::Not, x)
        }
        1..=2 => {
            use BinaryOp::*;
            let op = [Add, Sub, Mul, And, Or, Xor][rng.below(6) as usize];
            let x = expression(rng, m, leaves, width, depth);
            let y = if rng.one_in(9) {
                x
            } else {
                expression(rng, m, leaves, width, depth)
            };
            m.binary(op, x, y)
        }
        3 => {
            let op = [BinaryOp::Shl, BinaryOp::Shr][rng.below(2) as usize];
            let x = expression(rng, m, leaves, width, depth);
            let amount_width = any_width(rng);
            let y = expression(rng, m, leaves, amount_width, depth);
            m.binary(op, x, y)
        }
        4 if rng.flag() => chain(rng, m, leaves, width, depth),
        4..=5 => {
            let select = expression(rng, m, leaves, 1, depth);
            let x = expression(rng, m, leaves, width, depth);
            let y = expression(rng, m, leaves, width, depth);
            m.mux(select, x, y)
        }
        6 => {
            let outer = (width + rng.below(12)).min(64);
            let x = expression(rng, m, leaves, outer, depth);
            let lo = rng.below(outer - width + 1);
            m.expr(width, ExprKind::Slice(x, lo))
        }
        7 if width > 1 => {
            let mut parts = Vec::new();
            let mut left = width;
            while left > 0 {
                let part = 1 + rng.below(left);
                let times = if rng.one_in(3) { (left / part).min(4) } else { 1 };
                let x = expression(rng, m, leaves, part, depth);
                parts.extend(std::iter::repeat_n(x, times as usize));
                left -= part * times;
            }
            m.concat(&parts)
        }
        8..=9 => {
            let op = [UnaryOp::All, UnaryOp::Any, UnaryOp::Parity][rng.below(3) as usize];
            let operand = any_width(rng);
            let x = expression(rng, m, leaves, operand, depth);
            m.unary(op, x)
        }
        _ => {
            use BinaryOp::*;
            let op = [Eq, Ne, Lt, Le, Gt, Ge][rng.below(6) as usize];
            let operand = any_width(rng);
            let x = expression(rng, m, leaves, operand, depth);
            let y = expression(rng, m, leaves, operand, depth);
            m.binary(op, x, y)
        }
    }
}

/// A choice by the value of a net, or of bits of it: some labels twice, some with one result.
fn chain(rng: &mut Random, m: &mut Module, leaves: &[NetId], width: u32, depth: u32) -> ExprId {
    let net = leaves[rng.below(leaves.len() as u32) as usize];
    let subject = m.read(net);
    let bits = m.width(subject).min(1 + rng.below(4));
    let subject = match rng.flag() {
        true => m.slice(subject, 0, bits),
        false => subject,
    };
    let bits = m.width(subject);
    let results: Vec<ExprId> = (0..3).map(|_| expression(rng, m, leaves, width, depth)).collect();
    let mut rest = expression(rng, m, leaves, width, depth);
    for _ in 0..2 + rng.below(5) {
        let mut test = m.constant(1, 0);
        for i in 0..1 + rng.below(2) {
            let label = value(rng, bits);
            let label = named(rng, m, bits, label);
            let holds = m.binary(BinaryOp::Eq, subject, label);
            test = if i == 0 {
                holds
            } else {
                m.binary(BinaryOp::Or, test, holds)
            };
        }
        rest = m.mux(test, results[rng.below(3) as usize], rest);
    }
    rest
}

/// A constant, mostly with a name: those of two types of one name among them.
fn named(rng: &mut Random, m: &mut Module, width: u32, value: u64) -> ExprId {
    if rng.one_in(3) {
        return m.constant(width, value);
    }
    let name = ValueName {
        group: rng.pick(&["Kind", "kind", "unused", ""]).to_owned(),
        item: format!("V{}", value % 100),
    };
    m.named(width, value, name.into())
}

fn leaf(rng: &mut Random, m: &mut Module, leaves: &[NetId], width: u32) -> ExprId {
    if rng.one_in(4) {
        let constant = value(rng, width);
        return named(rng, m, width, constant);
    }
    let net = leaves[rng.below(leaves.len() as u32) as usize];
    let x = m.read(net);
    let from = m.width(x);
    if from > width {
        let lo = rng.below(from - width + 1);
        return m.slice(x, lo, width);
    }
    m.resize(x, width)
}

/// A design of a parent with two instances of one child, both with state.
pub fn design(seed: u64) -> Design {
    let mut rng = Random::new(seed);
    let style = ResetStyle {
        asynchronous: rng.flag(),
        active_low: rng.flag(),
    };
    let child = module(&mut rng, "child", style, None);
    let parent = module(&mut rng, "parent", style, Some(&child));
    Design {
        modules: vec![child, parent],
        top: ModuleId(1),
    }
}

fn module(rng: &mut Random, name: &str, style: ResetStyle, child: Option<&Module>) -> Module {
    let mut m = Module::new(name, "A random module.\nIts second line of documentation.");
    let clock = m.net("clock", 1, NetKind::Input, "Rising edge.");
    let reset = m.net("reset", 1, NetKind::Input, "Reset.");
    let mut leaves: Vec<NetId> = (0..5)
        .map(|i| {
            let width = any_width(rng);
            m.net(format!("in{i}"), width, NetKind::Input, format!("Input {i}."))
        })
        .collect();
    let outputs: Vec<NetId> = (0..4)
        .map(|i| {
            let width = any_width(rng);
            m.net(format!("out{i}"), width, NetKind::Output, "")
        })
        .collect();
    let states: Vec<NetId> = (0..4)
        .map(|i| {
            let width = any_width(rng);
            m.net(format!("state{i}"), width, NetKind::Wire, "")
        })
        .collect();
    let inputs = leaves.clone();
    leaves.extend(&states);
    if rng.flag() {
        memory(rng, &mut m, clock, &mut leaves);
    }
    if let Some(child) = child {
        // The first one is called as a net inside it.
        for name in ["child_wire0", "child1"] {
            instance(rng, &mut m, child, name.to_string(), [clock, reset], &mut leaves);
        }
    }
    for i in 0..3 {
        let width = any_width(rng);
        let value = expression(rng, &mut m, &leaves, width, 4);
        let net = m.net(format!("{name}_wire{i}"), width, NetKind::Wire, "");
        m.assigns.push((net, value));
        leaves.push(net);
    }
    for q in states.into_iter().chain([outputs[0]]) {
        let width = m.net_ref(q).width;
        let d = expression(rng, &mut m, &leaves, width, 4);
        let enable = (rng.flag()).then(|| enable(rng, &mut m, &inputs));
        let reset = (rng.below(3) > 0).then(|| Reset {
            net: reset,
            style,
            value: value(rng, width),
        });
        m.registers.push(NetlistRegister {
            clock,
            q,
            d,
            enable,
            reset,
        });
    }
    for net in &outputs[1..] {
        let width = m.net_ref(*net).width;
        let value = expression(rng, &mut m, &leaves, width, 5);
        m.assigns.push((*net, value));
    }
    m
}

/// An input's bit or its complement: state with a constant enable or address would have no driver.
fn enable(rng: &mut Random, m: &mut Module, inputs: &[NetId]) -> ExprId {
    let input = m.read(inputs[rng.below(5) as usize]);
    let bit = m.slice(input, 0, 1);
    if rng.flag() { bit } else { m.unary(UnaryOp::Not, bit) }
}

fn memory(rng: &mut Random, m: &mut Module, clock: NetId, leaves: &mut Vec<NetId>) {
    let depth = [1, 2, 5, 16, 20][rng.below(5) as usize];
    let width = any_width(rng);
    let inputs = leaves.clone();
    let writes = (0..1 + rng.below(2))
        .map(|_| {
            let address_width = 1 + rng.below(7);
            let address: Vec<ExprId> = (0..address_width).map(|_| enable(rng, m, &inputs)).collect();
            MemoryWrite {
                enable: enable(rng, m, &inputs),
                address: m.concat(&address),
                data: expression(rng, m, &inputs, width, 2),
            }
        })
        .collect();
    let reads = (0..2)
        .map(|i| {
            // A read beyond the depth may give anything, so it does not happen here.
            let address = expression(rng, m, &inputs, 5, 2);
            let last = m.constant(5, u64::from(depth - 1));
            let within = m.binary(BinaryOp::Le, address, last);
            let address = m.mux(within, address, last);
            let synchronous = match rng.below(3) {
                0 => None,
                1 => Some(None),
                _ => Some(Some(enable(rng, m, &inputs))),
            };
            let data = m.net(format!("word{i}"), width, NetKind::Wire, "");
            leaves.push(data);
            MemoryRead {
                data,
                address,
                synchronous,
            }
        })
        .collect();
    m.memories.push(NetlistMemory {
        name: "words".into(),
        width,
        depth,
        contents: None,
        clock,
        writes,
        reads,
    });
}

fn instance(
    rng: &mut Random,
    m: &mut Module,
    child: &Module,
    name: String,
    shared: [NetId; 2],
    leaves: &mut Vec<NetId>,
) {
    let mut inputs = Vec::new();
    let mut outputs = Vec::new();
    let before = leaves.clone();
    for (port, net) in child.ports() {
        if net.kind == NetKind::Input {
            let value = match port.0 {
                0 | 1 => m.read(shared[port.0 as usize]),
                _ => expression(rng, m, &before, net.width, 2),
            };
            inputs.push((port, value));
        } else {
            let target = m.net(format!("{name}_{}", net.name), net.width, NetKind::Wire, "");
            outputs.push((port, target));
            leaves.push(target);
        }
    }
    m.instances.push(Instance {
        block: String::new(),
        name,
        module: ModuleId(0),
        inputs,
        outputs,
    });
}
