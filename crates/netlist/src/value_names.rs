//! Finds nets whose values have names although their types do not have them.

use super::enumeration::{Enumeration, ValueName};
use super::ir::{BinaryOp, ExprId, ExprKind, Module, NetId};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

impl Module {
    /// Gives nets of no enumeration the names of the constants that the kernel compares them with or assigns to them, where all
    /// are of one group.
    pub(super) fn name_values(&mut self) {
        let mut found: BTreeMap<NetId, Vec<(u64, Arc<ValueName>)>> = BTreeMap::new();
        for expr in self.exprs() {
            if let ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, x, y) = expr.kind
                && let ExprKind::Net(net) = self.expr_ref(x).kind
                && let ExprKind::Named(value, name) = &self.expr_ref(y).kind
            {
                found.entry(net).or_default().push((*value, name.clone()));
            }
        }
        let leads = self.leads_to_names();
        let registers = self.registers.iter().map(|register| (register.q, register.d));
        for (net, value) in self.assigns.iter().copied().chain(registers) {
            self.leaves(value, &leads, found.entry(net).or_default());
        }
        for (net, names) in found {
            let Some((_, first)) = names.first() else { continue };
            let group = first.group.clone();
            let values: BTreeMap<u64, String> = names.iter().map(|(value, name)| (*value, name.item.clone())).collect();
            let agree = |(value, name): &(u64, Arc<ValueName>)| name.group == group && values[value] == name.item;
            if !group.is_empty() && names.iter().all(agree) {
                let names = Enumeration { name: group, values };
                self.enumerations.entry(net).or_insert(names);
            }
        }
    }

    /// For each expression, whether it is a named constant, or multiplexers that may choose one.
    fn leads_to_names(&self) -> Vec<bool> {
        let mut leads: Vec<bool> = Vec::with_capacity(self.exprs().len());
        for expr in self.exprs() {
            leads.push(match expr.kind {
                ExprKind::Named(..) => true,
                ExprKind::Mux(_, x, y) => leads[x.0 as usize] || leads[y.0 as usize],
                _ => false,
            });
        }
        leads
    }

    /// The named constants among which multiplexers choose.
    fn leaves(&self, id: ExprId, leads: &[bool], found: &mut Vec<(u64, Arc<ValueName>)>) {
        let (mut open, mut seen) = (vec![id], HashSet::new());
        while let Some(id) = open.pop() {
            if !leads[id.0 as usize] || !seen.insert(id) {
                continue;
            }
            match &self.expr_ref(id).kind {
                ExprKind::Named(value, name) => found.push((*value, name.clone())),
                ExprKind::Mux(_, x, y) => open.extend([*y, *x]),
                _ => {}
            }
        }
    }
}
