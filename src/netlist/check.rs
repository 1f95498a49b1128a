//! What every netlist must satisfy, however it was made.

use super::ir::{Design, ExprId, ExprKind, Module, NetId, NetKind};
use std::collections::HashSet;
use std::fmt;

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// The module, or the top module for what concerns the whole hierarchy.
    pub module: String,
    /// The net, or the hierarchical path of one.
    pub net: String,
    /// What is wrong with it.
    pub message: String,
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "module {}: net {}: {}", self.module, self.net, self.message)
    }
}

impl std::error::Error for CheckError {}

/// Checks that every net has one driver of its width and that every instance connects all ports.
///
/// Combinational loops may run through several modules: [`Flat::new`](super::Flat::new) finds them.
pub fn check(design: &Design) -> Result<(), CheckError> {
    for module in &design.modules {
        check_module(design, module)?;
    }
    Ok(())
}

fn check_module(design: &Design, module: &Module) -> Result<(), CheckError> {
    let error = |net: &str, message: String| CheckError {
        module: module.name.clone(),
        net: net.to_string(),
        message,
    };
    let name = |net: NetId| module.net_ref(net).name.as_str();
    let mut names = HashSet::new();
    for net in &module.nets {
        if !names.insert(net.name.as_str()) {
            return Err(error(&net.name, "two nets of this name".to_string()));
        }
    }
    let fits = |what: &str, net: NetId, expr: ExprId| match (module.net_ref(net).width, module.width(expr)) {
        (net_width, width) if net_width != width => {
            Err(error(name(net), format!("{net_width} bits, but {what} has {width}")))
        }
        _ => Ok(()),
    };
    let bit = |what: &str, net: NetId, expr: ExprId| match module.width(expr) {
        1 => Ok(()),
        width => Err(error(name(net), format!("its {what} has {width} bits, not 1"))),
    };
    let mut drivers: Vec<Vec<String>> = vec![Vec::new(); module.nets.len()];
    for (net, expr) in &module.assigns {
        fits("its driver", *net, *expr)?;
        drivers[net.0 as usize].push("an assignment".to_string());
    }
    for register in &module.registers {
        fits("its next value", register.q, register.d)?;
        if let Some(enable) = register.enable {
            bit("enable", register.q, enable)?;
        }
        drivers[register.q.0 as usize].push("a register".to_string());
    }
    for memory in &module.memories {
        for write in &memory.writes {
            if module.width(write.data) != memory.width || module.width(write.enable) != 1 {
                return Err(error(&memory.name, "badly sized write port".to_string()));
            }
        }
        for read in &memory.reads {
            if module.net_ref(read.data).width != memory.width {
                return Err(error(
                    name(read.data),
                    format!("not of the {} bits of the memory", memory.width),
                ));
            }
            drivers[read.data.0 as usize].push(format!("memory {}", memory.name));
        }
    }
    for instance in &module.instances {
        let child = design.module(instance.module);
        let ports = |kind| child.ports().filter(move |(_, net)| net.kind == kind).map(|(id, _)| id);
        if !ports(NetKind::Input).eq(instance.inputs.iter().map(|input| input.0))
            || !ports(NetKind::Output).eq(instance.outputs.iter().map(|output| output.0))
        {
            return Err(error(
                &instance.name,
                format!("does not connect every port of {} in order", child.name),
            ));
        }
        for (port, expr) in &instance.inputs {
            if child.net_ref(*port).width != module.width(*expr) {
                let port = &child.net_ref(*port).name;
                return Err(error(
                    &instance.name,
                    format!("port {port} and its driver differ in width"),
                ));
            }
        }
        for (port, net) in &instance.outputs {
            if child.net_ref(*port).width != module.net_ref(*net).width {
                return Err(error(
                    name(*net),
                    "not of the width of the port that drives it".to_string(),
                ));
            }
            drivers[net.0 as usize].push(format!("instance {}", instance.name));
        }
    }
    for (net, drivers) in module.nets.iter().zip(&drivers) {
        let wanted = usize::from(net.kind != NetKind::Input);
        if drivers.len() < wanted {
            return Err(error(&net.name, "undriven".to_string()));
        }
        if drivers.len() > wanted {
            let outside = (net.kind == NetKind::Input).then(|| "the parent".to_string());
            let all: Vec<String> = outside.into_iter().chain(drivers.iter().cloned()).collect();
            return Err(error(&net.name, format!("driven by {}", all.join(" and "))));
        }
    }
    Ok(())
}

/// The nets that an expression reads, each once.
pub(super) fn reads(module: &Module, expr: ExprId) -> Vec<NetId> {
    let mut nets = Vec::new();
    let mut seen = HashSet::new();
    let mut stack = vec![expr];
    while let Some(expr) = stack.pop() {
        if !seen.insert(expr) {
            continue;
        }
        match &module.expr_ref(expr).kind {
            ExprKind::Const(_) => {}
            ExprKind::Net(net) => nets.push(*net),
            ExprKind::Unary(_, x) | ExprKind::Slice(x, _) => stack.push(*x),
            ExprKind::Binary(_, x, y) => stack.extend([*y, *x]),
            ExprKind::Mux(select, x, y) => stack.extend([*y, *x, *select]),
            ExprKind::Concat(parts) => stack.extend(parts.iter().rev()),
        }
    }
    nets
}
