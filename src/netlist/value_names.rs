//! Finds nets whose values have names although their types do not have them.

use super::enumeration::{Enumeration, ValueName};
use super::ir::{BinaryOp, ExprId, ExprKind, Module, NetId};
use std::collections::BTreeMap;
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
        for (net, value) in &self.assigns {
            self.leaves(*value, found.entry(*net).or_default());
        }
        for register in &self.registers {
            self.leaves(register.d, found.entry(register.q).or_default());
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

    /// The named constants among which multiplexers choose.
    fn leaves(&self, id: ExprId, found: &mut Vec<(u64, Arc<ValueName>)>) {
        match &self.expr_ref(id).kind {
            ExprKind::Named(value, name) => found.push((*value, name.clone())),
            ExprKind::Mux(_, x, y) => {
                self.leaves(*x, found);
                self.leaves(*y, found);
            }
            _ => {}
        }
    }
}
