//! The driver of each net, and the cone of an expression.

use lanesmith_netlist::{ExprId, ExprKind, Flat, FlatStep, Module, NetId};

/// The driver of a net of a flat design.
#[derive(Clone, Copy, Debug)]
pub(super) enum Driver {
    /// The testbench.
    Input,
    /// A combinational expression.
    Assign(ExprId),
    /// The asynchronous read `memories[i].reads[j]`.
    Read(usize, usize),
    /// A register or a synchronous read.
    State,
}

/// The driver of every net.
pub(super) fn drivers(flat: &Flat) -> Vec<Driver> {
    let module = &flat.module;
    let mut drivers = vec![Driver::Input; module.nets.len()];
    let mut drive = |net: NetId, driver| drivers[net.0 as usize] = driver;
    for (net, expr) in &module.assigns {
        drive(*net, Driver::Assign(*expr));
    }
    for register in &module.registers {
        drive(register.q, Driver::State);
    }
    for (i, memory) in module.memories.iter().enumerate() {
        for (j, read) in memory.reads.iter().enumerate() {
            let driver = match read.synchronous {
                None => Driver::Read(i, j),
                Some(_) => Driver::State,
            };
            drive(read.data, driver);
        }
    }
    drivers
}

/// The combinational nets in order of dependence, each with the expression or the address of a memory that drives it.
pub(super) fn combinational(flat: &Flat) -> impl Iterator<Item = (NetId, ExprId)> {
    flat.steps.iter().filter_map(|step| match *step {
        FlatStep::Assign(i) => Some(flat.module.assigns[i]),
        FlatStep::Read(i, j) => {
            let read = &flat.module.memories[i].reads[j];
            Some((read.data, read.address))
        }
        FlatStep::Register(_) => None,
    })
}

/// The nets that some expressions depend on within a cycle.
pub(super) struct NetCone {
    /// By net.
    pub nets: Vec<bool>,
    /// Expressions met, a measure of work.
    pub size: usize,
}

impl NetCone {
    /// The cone of `roots`, through combinational nets up to inputs and state. `stop` ends the walk at further nets,
    /// which are still part of the cone.
    pub fn new(module: &Module, drivers: &[Driver], roots: &[ExprId], stop: impl Fn(NetId) -> bool) -> Self {
        let mut nets = vec![false; module.nets.len()];
        let mut seen = vec![false; module.exprs().len()];
        let mut size = 0;
        let mut open = roots.to_vec();
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            size += 1;
            let kind = &module.expr_ref(id).kind;
            open.extend(kind.operands());
            if let ExprKind::Net(net) = kind {
                nets[net.0 as usize] = true;
                match drivers[net.0 as usize] {
                    _ if stop(*net) => {}
                    Driver::Assign(expr) => open.push(expr),
                    Driver::Read(i, j) => open.push(module.memories[i].reads[j].address),
                    Driver::Input | Driver::State => {}
                }
            }
        }
        NetCone { nets, size }
    }
}
