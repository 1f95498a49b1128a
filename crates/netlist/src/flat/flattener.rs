//! Copies a hierarchy of instances into one module.

use super::FlatScope;
use crate::ir::{Design, Expr, ExprId, ExprKind, Instance, Module, ModuleId, Net, NetId, NetKind};
use std::collections::HashMap;

/// A flat module under construction.
pub struct Flattener<'a> {
    pub design: &'a Design,
    pub module: Module,
}

impl Flattener<'_> {
    /// Adds an instance. Its ports are the nets in `ports`; the others become new nets.
    pub fn instance(&mut self, id: ModuleId, name: &str, prefix: &str, ports: &HashMap<NetId, NetId>) -> FlatScope {
        let source = self.design.module(id);
        let top = prefix.is_empty();
        let path = |name: &str| format!("{prefix}{name}");
        let nets = source.nets.iter().zip((0..).map(NetId)).map(|(net, id)| {
            let kind = if top { net.kind } else { NetKind::Wire };
            let known = ports.get(&id).copied();
            known.unwrap_or_else(|| self.module.net(path(&net.name), net.width, kind, net.doc.clone()))
        });
        let nets: Vec<NetId> = nets.collect();
        let net = |id: NetId| nets[id.0 as usize];
        let named = source.enumerations.iter();
        self.module
            .enumerations
            .extend(named.map(|(id, names)| (net(*id), names.clone())));
        let exprs = self.expressions(source, net);
        let expr = |id: ExprId| exprs[id.0 as usize];
        let assigns = source.assigns.iter();
        let assigns = assigns.map(|(target, value)| (net(*target), expr(*value)));
        self.module.assigns.extend(assigns);
        let starts = source.starts.iter().map(|(q, start)| (net(*q), *start));
        self.module.starts.extend(starts);
        for mut register in source.registers.iter().cloned() {
            register.nets_mut().for_each(|id| *id = net(*id));
            register.exprs_mut().for_each(|id| *id = expr(*id));
            self.module.registers.push(register);
        }
        let mut memories = Vec::new();
        for mut memory in source.memories.iter().cloned() {
            memory.nets_mut().for_each(|id| *id = net(*id));
            memory.exprs_mut().for_each(|id| *id = expr(*id));
            let name = path(&memory.name);
            memories.push((std::mem::replace(&mut memory.name, name), self.module.memories.len()));
            self.module.memories.push(memory);
        }
        let mut children = Vec::new();
        for instance in &source.instances {
            let path = path(&instance.name);
            let mut ports = self.inputs(instance, &path, expr);
            ports.extend(instance.outputs.iter().map(|(port, target)| (*port, net(*target))));
            let child = self.instance(instance.module, &instance.name, &format!("{path}."), &ports);
            children.push(FlatScope {
                block: instance.block.clone(),
                ..child
            });
        }
        let named = |name: fn(&Net) -> &String| source.nets.iter().map(name).cloned().zip(nets.iter().copied());
        FlatScope {
            name: name.to_string(),
            block: String::new(),
            module: source.name.clone(),
            nets: named(|net| &net.name).collect(),
            signals: named(|net| &net.signal)
                .filter(|(signal, _)| !signal.is_empty())
                .collect(),
            memories,
            children,
        }
    }

    /// Adds the expressions of an instance whose nets are `net`; returns their new numbers, by old number.
    fn expressions(&mut self, source: &Module, net: impl Fn(NetId) -> NetId) -> Vec<ExprId> {
        // The arena lists operands before users, so one pass translates it.
        source.exprs().iter().fold(Vec::new(), |mut done, expr| {
            let Expr { width, kind } = expr;
            let kind = match kind {
                ExprKind::Named(value, _) => ExprKind::Const(*value),
                ExprKind::Net(id) => ExprKind::Net(net(*id)),
                kind => kind.clone().map(|id| done[id.0 as usize]),
            };
            done.push(self.module.expr(*width, kind));
            done
        })
    }

    /// The nets of the input ports of an inner instance, by port. Adds a net for each input that is not just a net.
    fn inputs(&mut self, instance: &Instance, path: &str, expr: impl Fn(ExprId) -> ExprId) -> HashMap<NetId, NetId> {
        let child = self.design.module(instance.module);
        let mut ports = HashMap::new();
        for (port, value) in &instance.inputs {
            let target = match self.module.expr_ref(expr(*value)).kind {
                ExprKind::Net(net) => net,
                _ => {
                    let Net { name, width, doc, .. } = child.net_ref(*port);
                    let target = self
                        .module
                        .net(format!("{path}.{name}"), *width, NetKind::Wire, doc.clone());
                    self.module.assigns.push((target, expr(*value)));
                    target
                }
            };
            ports.insert(*port, target);
        }
        ports
    }
}
