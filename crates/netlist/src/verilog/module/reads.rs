//! The reads of a module, and the list of its unused bits.

use super::{Writer, settings};
use crate::verilog::expression::bits;
use crate::verilog::layout::Doc;
use crate::verilog::legalise::Legal;
use crate::{ExprId, ExprKind, Module, NetId, NetKind, ValueName, mask};
use std::collections::BTreeSet;

/// The bits and named constants that a module reads.
pub(super) struct Reads {
    /// The bits of every net that are read.
    bits: Vec<u64>,
    /// The named constants and the named positions.
    pub named: BTreeSet<NamedConstant>,
}

/// A named constant, or the name of a position in a net. The order is that of the declarations.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NamedConstant {
    /// The Rust type or module of the constant, in lower case and as it is.
    pub group: [String; 2],
    pub value: u64,
    pub identifier: String,
    /// Bits; `None` for a position.
    pub width: Option<u32>,
}

impl NamedConstant {
    fn new(name: &ValueName, value: u64, width: Option<u32>) -> Self {
        NamedConstant {
            group: [name.group.to_lowercase(), name.group.clone()],
            value,
            identifier: name.item.clone(),
            width,
        }
    }
}

impl Reads {
    pub fn new(module: &Module) -> Self {
        Reads {
            bits: vec![0; module.nets.len()],
            named: BTreeSet::new(),
        }
    }

    pub fn legal(&mut self, legal: &Legal) {
        let module = &legal.module;
        for part in &legal.assigns {
            self.wires(module, &part.wires);
            self.expression(module, part.content.1);
        }
        for part in &legal.instances {
            self.wires(module, &part.wires);
            for (_, value) in &part.content.inputs {
                self.expression(module, *value);
            }
        }
        for part in &legal.registers {
            self.wires(module, &part.wires);
            let register = &part.content;
            self.net(register.clock);
            register.reset.iter().for_each(|reset| self.net(reset.net));
            let values = [register.d].into_iter().chain(register.enable);
            values.for_each(|value| self.expression(module, value));
        }
        legal.states.values().for_each(|state| self.expression(module, *state));
        for part in &legal.memories {
            self.wires(module, &part.wires);
            let memory = &part.content;
            if memory.is_clocked() {
                self.net(memory.clock);
            }
            memory.exprs().for_each(|value| self.expression(module, value));
        }
    }

    fn wires(&mut self, module: &Module, wires: &[(NetId, ExprId)]) {
        for (_, value) in wires {
            self.expression(module, *value);
        }
    }

    fn net(&mut self, net: NetId) {
        self.bits[net.0 as usize] = u64::MAX;
    }

    fn expression(&mut self, module: &Module, id: ExprId) {
        let expr = module.expr_ref(id);
        match &expr.kind {
            ExprKind::Const(_) => {}
            ExprKind::Named(value, name) => {
                self.named.insert(NamedConstant::new(name, *value, Some(expr.width)));
            }
            ExprKind::Net(net) => self.net(*net),

            ExprKind::Slice(x, lo) => {
                if let ExprKind::Net(net) = module.expr_ref(*x).kind {
                    self.bits[net.0 as usize] |= mask(expr.width) << lo;
                    if let Some(Some(name)) = module.positions.get(&(net, *lo)) {
                        self.named.insert(NamedConstant::new(name, u64::from(*lo), None));
                    }
                }
            }
            kind => kind.operands().for_each(|x| self.expression(module, x)),
        }
    }
}

impl Writer<'_> {
    /// Lists every unused bit in a reduction, so that linters accept it as intended.
    pub(super) fn unused(&mut self, reads: &Reads) {
        let module = &self.legal.module;
        let mut unread = vec![Doc::text("1'b0")];
        for (name, _) in settings(module) {
            unread.extend([Doc::text(","), Doc::Line, Doc::text(name.clone())]);
        }
        for (i, net) in module.nets.iter().enumerate() {
            let id = NetId(i as u32);
            if net.kind == NetKind::Output || self.legal.dropped.contains(&id) {
                continue;
            }
            let mut free = !reads.bits[i] & mask(net.width);
            while free != 0 {
                let lo = free.trailing_zeros();
                let width = (free >> lo).trailing_ones();
                unread.extend([Doc::text(","), Doc::Line]);
                unread.push(Doc::text(bits(module, id, lo, width)));
                free &= !(mask(width) << lo);
            }
        }
        if unread.len() == 1 {
            return;
        }
        let list = Doc::Join(vec![
            Doc::text("{"),
            Doc::Join(vec![Doc::Fold, Doc::Join(unread)]).nest(),
            Doc::Fold,
            Doc::text("}"),
        ]);
        let start = format!("  wire {} = &", self.legal.unused);
        let list = list.group().render(2, start.len());
        self.line(0, "");
        self.line(2, "// Bits that are not used here.");
        self.line(0, &format!("{start}{list};"));
    }
}
