//! Simplification of a hierarchy in which every instance has a module of its own.
//!
//! Constants are propagated through nets and out of modules. Then everything is removed on which no output of the top module depends.
//! Children come before their parents and the top module last, as in a design.

use super::check::visit_reads;
use super::ir::{
    Cell, Expr, ExprId, ExprKind, Instance, MemoryWrite, Module, Net, NetId, NetKind, NetlistMemory, NetlistRegister,
};
use std::collections::{HashMap, HashSet};

/// Replaces nets that are constant by their values, in all expressions.
pub fn fold(modules: Vec<Module>) -> Vec<Module> {
    let mut done: Vec<Module> = Vec::with_capacity(modules.len());
    for module in modules {
        let mut constants = HashMap::new();
        for instance in &module.instances {
            let child = &done[instance.module.0 as usize];
            for (port, net) in &instance.outputs {
                let driver = child.assigns.iter().find(|(target, _)| target == port);
                if let Some(constant) = driver.and_then(|(_, value)| constant(child, *value)) {
                    constants.insert(*net, constant);
                }
            }
        }
        done.push(fold_module(&module, constants));
    }
    done
}

fn fold_module(module: &Module, mut constants: HashMap<NetId, ExprKind>) -> Module {
    loop {
        let mut folded = Module::new(module.name.clone(), module.doc.clone());
        folded.nets = module.nets.clone();
        folded.cell = module.cell.clone();
        folded.enumerations = module.enumerations.clone();
        folded.positions = module.positions.clone();
        let nets = (0..module.nets.len() as u32).map(|i| match constants.get(&NetId(i)) {
            Some(constant) => Some(ReplacedBy::Constant(constant.clone())),
            None => Some(ReplacedBy::Net(NetId(i))),
        });
        let mut copier = Copier {
            source: module,
            nets: nets.collect(),
            done: HashMap::new(),
            target: folded,
        };
        copier.contents(|_| true);
        for instance in &module.instances {
            let mut instance = instance.clone();
            let inputs = instance.inputs.iter_mut();
            inputs.for_each(|(_, value)| *value = copier.expr(*value));
            copier.target.instances.push(instance);
        }
        let folded = copier.target;
        let count = constants.len();
        let assigns = folded.assigns.iter();
        constants.extend(assigns.filter_map(|(net, value)| Some((*net, constant(&folded, *value)?))));
        if constants.len() == count {
            return folded;
        }
    }
}

/// A constant expression, with its name if it has one.
fn constant(module: &Module, id: ExprId) -> Option<ExprKind> {
    let kind = &module.expr_ref(id).kind;
    module.known(id).map(|_| kind.clone())
}

/// The nets on which outputs of the top module depend, by module.
pub struct Live(Vec<HashSet<NetId>>);

impl Live {
    /// Whether an output of the top module depends on a net.
    pub fn contains(&self, module: usize, net: NetId) -> bool {
        self.0[module].contains(&net)
    }
}

/// Finds the live nets. The outputs `unused` of the top module do not count.
pub fn live(modules: &[Module], unused: &[&str]) -> Live {
    let drivers: Vec<_> = modules.iter().map(drivers).collect();
    let mut parents = HashMap::new();
    for (i, module) in modules.iter().enumerate() {
        for instance in &module.instances {
            parents.insert(instance.module.0 as usize, (i, instance));
        }
    }
    let mut live = vec![HashSet::new(); modules.len()];
    let mut seen = vec![HashSet::new(); modules.len()];
    let top = modules.len() - 1;
    let is_used = |net: &Net| !unused.contains(&net.name.as_str());
    let outputs = modules[top]
        .ports()
        .filter(|(_, net)| net.kind == NetKind::Output && is_used(net));
    let mut open: Vec<(usize, NetId)> = outputs.map(|(net, _)| (top, net)).collect();
    while let Some((i, net)) = open.pop() {
        if !live[i].insert(net) {
            continue;
        }
        let mut read = |i: usize, expr: ExprId| {
            let mut found = Vec::new();
            visit_reads(&modules[i], expr, &mut seen[i], |net| found.push((i, net)));
            found
        };
        let driver = drivers[i].get(&net);
        for driver in driver.into_iter().flatten() {
            match driver {
                Driver::Net(net) => open.push((i, *net)),
                Driver::Expr(expr) => open.extend(read(i, *expr)),
                Driver::Instance(instance, port) => {
                    let child = instance.module.0 as usize;
                    open.push((child, *port));
                    if modules[child].cell.is_some() {
                        // The vendor's module has all of its ports, read or not.
                        open.extend(modules[child].ports().map(|(port, _)| (child, port)));
                        open.extend(instance.outputs.iter().map(|(_, target)| (i, *target)));
                    }
                }
            }
        }
        if let Some((parent, instance)) = parents.get(&i) {
            let input = instance.inputs.iter().find(|(port, _)| *port == net);
            open.extend(input.into_iter().flat_map(|(_, value)| read(*parent, *value)));
        }
    }
    Live(live)
}

/// What a net depends on.
enum Driver<'a> {
    Net(NetId),
    Expr(ExprId),
    /// A port of an instance.
    Instance(&'a Instance, NetId),
}

/// What each net depends on within its module.
fn drivers(module: &Module) -> HashMap<NetId, Vec<Driver<'_>>> {
    let mut drivers: HashMap<NetId, Vec<Driver>> = HashMap::new();
    for (net, value) in &module.assigns {
        drivers.entry(*net).or_default().push(Driver::Expr(*value));
    }
    for register in &module.registers {
        let entry = drivers.entry(register.q).or_default();
        entry.extend([Driver::Net(register.clock), Driver::Expr(register.d)]);
        entry.extend(register.enable.map(Driver::Expr));
        entry.extend(register.reset.iter().map(|reset| Driver::Net(reset.net)));
    }
    for memory in &module.memories {
        for port in &memory.reads {
            let entry = drivers.entry(port.data).or_default();
            entry.push(Driver::Net(memory.clock));
            let writes = memory.writes.iter().flat_map(MemoryWrite::exprs);
            entry.extend(writes.chain(port.exprs()).map(Driver::Expr));
        }
    }
    for instance in &module.instances {
        for (port, net) in &instance.outputs {
            drivers.entry(*net).or_default().push(Driver::Instance(instance, *port));
        }
    }
    drivers
}

/// Removes nets that are not live. The top module keeps its ports except the `unused` ones. Modules of which nothing is left stay as
/// empty modules without instances. An output that is live only within its own module becomes a wire.
pub fn compact(modules: &[Module], live: &Live, unused: &[&str]) -> Vec<Module> {
    let mut seen = vec![HashSet::new(); modules.len()];
    for (i, module) in modules.iter().enumerate() {
        for instance in &module.instances {
            let outputs = instance.outputs.iter().filter(|(_, net)| live.contains(i, *net));
            seen[instance.module.0 as usize].extend(outputs.map(|(port, _)| *port));
        }
    }
    let mut done: Vec<Module> = Vec::with_capacity(modules.len());
    let mut maps: Vec<Vec<Option<NetId>>> = Vec::with_capacity(modules.len());
    for (i, module) in modules.iter().enumerate() {
        let top = i + 1 == modules.len();
        let mut target = Module::new(module.name.clone(), module.doc.clone());
        let mut map = vec![None; module.nets.len()];
        // Ports come first, so an output that becomes a wire moves behind them.
        for pass in [true, false] {
            for (id, net) in module.nets.iter().enumerate() {
                let hidden = !top && net.kind == NetKind::Output && !seen[i].contains(&NetId(id as u32));
                let kind = if hidden { NetKind::Wire } else { net.kind };
                let is_port = top && kind != NetKind::Wire && !unused.contains(&net.name.as_str());
                let stays = live.contains(i, NetId(id as u32)) || is_port;
                if stays && pass == (kind != NetKind::Wire) {
                    target.nets.push(Net { kind, ..net.clone() });
                    map[id] = Some(NetId(target.nets.len() as u32 - 1));
                }
            }
        }
        let mut copier = Copier {
            source: module,
            nets: map.iter().map(|net| net.map(ReplacedBy::Net)).collect(),
            done: HashMap::new(),
            target,
        };
        copier.contents(|net| live.contains(i, net));
        for instance in &module.instances {
            let child = &maps[instance.module.0 as usize];
            let inner = |port: &NetId| child[port.0 as usize];
            let outputs = instance.outputs.iter();
            let outputs: Vec<_> = outputs
                .filter_map(|(port, net)| Some((inner(port)?, map[net.0 as usize]?)))
                .collect();
            if outputs.is_empty() {
                continue;
            }
            let inputs = instance.inputs.iter();
            let inputs = inputs
                .filter_map(|(port, value)| Some((inner(port)?, copier.expr(*value))))
                .collect();
            copier.target.instances.push(Instance {
                inputs,
                outputs,
                ..instance.clone()
            });
        }
        copier.target.cell = module.cell.as_ref().map(|cell| Cell {
            parameters: cell.parameters.iter().filter_map(|net| map[net.0 as usize]).collect(),
            ..cell.clone()
        });
        let named = module.enumerations.iter();
        let named = named.filter_map(|(net, names)| Some((map[net.0 as usize]?, names.clone())));
        copier.target.enumerations = named.collect();
        let positions = module.positions.iter();
        let positions = positions.filter_map(|((net, lo), name)| Some(((map[net.0 as usize]?, *lo), name.clone())));
        copier.target.positions = positions.collect();
        done.push(copier.target);
        maps.push(map);
    }
    done
}

/// The replacement of a net in the copy.
enum ReplacedBy {
    Net(NetId),
    Constant(ExprKind),
}

/// Copies a module's contents, simplifying expressions.
struct Copier<'a> {
    source: &'a Module,
    /// By net of the source; `None` for those left out.
    nets: Vec<Option<ReplacedBy>>,
    done: HashMap<ExprId, ExprId>,
    target: Module,
}

impl Copier<'_> {
    fn net(&self, net: NetId) -> NetId {
        match &self.nets[net.0 as usize] {
            Some(ReplacedBy::Net(net)) => *net,
            // A clock, reset or target keeps its net though its value is known.
            _ => net,
        }
    }

    fn expr(&mut self, id: ExprId) -> ExprId {
        if let Some(done) = self.done.get(&id) {
            return *done;
        }
        let Expr { width, kind } = self.source.expr_ref(id).clone();
        let kind = match kind {
            ExprKind::Net(net) => match &self.nets[net.0 as usize] {
                Some(ReplacedBy::Constant(kind)) => kind.clone(),
                _ => ExprKind::Net(self.net(net)),
            },
            kind => kind.map(|operand| self.expr(operand)),
        };
        let copy = self.target.fold(width, kind);
        self.done.insert(id, copy);
        copy
    }

    /// Assignments, registers and memories whose nets are kept.
    fn contents(&mut self, keep: impl Fn(NetId) -> bool) {
        for (net, value) in self.source.assigns.iter().filter(|(net, _)| keep(*net)) {
            let value = self.expr(*value);
            let net = self.net(*net);
            self.target.assigns.push((net, value));
        }
        for register in self.source.registers.iter().filter(|register| keep(register.q)) {
            let start = self.source.starts.get(&register.q);
            let register = self.register(register);
            self.target.starts.extend(start.map(|start| (register.q, *start)));
            self.target.registers.push(register);
        }
        for memory in &self.source.memories {
            if memory.reads.iter().any(|read| keep(read.data)) {
                let memory = self.memory(memory, &keep);
                self.target.memories.push(memory);
            }
        }
    }

    fn register(&mut self, register: &NetlistRegister) -> NetlistRegister {
        let mut register = register.clone();
        register.exprs_mut().for_each(|expr| *expr = self.expr(*expr));
        register.enable = register.enable.filter(|enable| self.target.known(*enable) != Some(1));
        register.reset = register.reset.filter(|reset| match &self.nets[reset.net.0 as usize] {
            Some(ReplacedBy::Constant(ExprKind::Const(value) | ExprKind::Named(value, _))) => {
                *value != u64::from(reset.style.active_low)
            }
            _ => true,
        });
        register.nets_mut().for_each(|net| *net = self.net(*net));
        register
    }

    fn memory(&mut self, memory: &NetlistMemory, keep: impl Fn(NetId) -> bool) -> NetlistMemory {
        let mut memory = memory.clone();
        memory.reads.retain(|read| keep(read.data));
        memory.nets_mut().for_each(|net| *net = self.net(*net));
        memory.exprs_mut().for_each(|expr| *expr = self.expr(*expr));
        for enable in memory.reads.iter_mut().filter_map(|read| read.synchronous.as_mut()) {
            *enable = enable.filter(|enable| self.target.known(*enable) != Some(1));
        }
        memory
    }
}
