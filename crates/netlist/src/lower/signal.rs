//! Reads of signals by the paths and names of a kernel.

use super::error::Result;
use super::kernel::KernelLowering;
use super::layout::{LIMB, inner_field, width_of};
use super::scope::NameMeaning;
use super::value::LoweredValue;
use crate::ir::{BinaryOp, ExprId};
use crate::kernel::{KernelConstant, KernelExpr, KernelExprKind, KernelType, Path, PathStep};
use rust_hdl_core::prelude::TypeDescriptor;

/// The most elements of an array from which a signal chooses.
const MOST_ELEMENTS: u64 = 1 << 12;

impl KernelLowering<'_> {
    /// The value of a signal or of a field in it.
    pub(super) fn signal(&mut self, path: &Path, field: Option<(&KernelExpr, &[&str])>) -> Result<LoweredValue> {
        let elements = self.elements(path)?;
        let mut values = Vec::new();
        for (holds, name) in elements {
            values.push((holds, self.signal_called(path, &name, field)?));
        }
        let expr = KernelExpr::new(path.at, KernelExprKind::Signal(path.clone()));
        // Behind the last element Rust panics: any value serves there.
        let mut values = values.into_iter().rev();
        let Some((_, mut result)) = values.next() else {
            return self.fault(&expr, "an array without elements");
        };
        for (holds, value) in values {
            result = match holds {
                Some(holds) => self.merged(&expr, holds, value, result)?,
                None => value,
            };
        }
        Ok(result)
    }

    fn signal_called(
        &mut self,
        path: &Path,
        name: &str,
        field: Option<(&KernelExpr, &[&str])>,
    ) -> Result<LoweredValue> {
        let scope = self.scope;
        match scope.look_up(name) {
            Err(message) => self.fault_at(path.at, message),
            Ok(NameMeaning::Constant(kind, bits)) => {
                let (lo, kind) = self.field_in(&kind, field)?;
                let (descriptor, width) = (kind.clone(), width_of(kind));
                let bits = bits.iter().skip(lo as usize).take(width as usize).copied().collect();
                Ok(self.constant(&KernelConstant::Logic(KernelType { descriptor, width }, bits)))
            }
            Ok(NameMeaning::Wires(wires)) => {
                let (lo, kind) = self.field_in(&wires.descriptor, field)?;
                Ok(self.bits_of(wires, lo, kind))
            }
        }
    }

    /// Offset and type of a field of a field.
    fn field_in<'b>(
        &self,
        kind: &'b TypeDescriptor,
        field: Option<(&KernelExpr, &[&str])>,
    ) -> Result<(u32, &'b TypeDescriptor)> {
        match field {
            None => Ok((0, kind)),
            Some((expr, names)) => inner_field(kind, names).or_else(|message| self.fault(expr, message)),
        }
    }

    /// The signals that a path may mean, with the condition of each: several where a signal chooses an element.
    pub(super) fn elements(&mut self, path: &Path) -> Result<Vec<(Option<ExprId>, String)>> {
        let mut found: Vec<(Option<ExprId>, String)> = vec![(None, String::new())];
        for step in &path.steps {
            match step {
                PathStep::Field(name) => found.iter_mut().for_each(|(_, path)| {
                    if !path.is_empty() {
                        path.push('$');
                    }
                    path.push_str(name);
                }),
                PathStep::Element(index) => match self.index(index)? {
                    LoweredValue::Integer(i, _) => {
                        for (_, name) in &mut found {
                            name.push_str(&format!("${i}"));
                            if !self.scope.has_element(name) {
                                return self.fault(index, format!("the array has no element {i}"));
                            }
                        }
                    }
                    value => {
                        let chosen = self.one(index, value)?;
                        let mut all = Vec::new();
                        for (holds, name) in found {
                            self.choose(holds, &name, chosen, &mut all);
                        }
                        if all.is_empty() {
                            return self.fault(index, "an array without elements");
                        }
                        found = all;
                    }
                },
            }
        }
        Ok(found)
    }

    fn choose(&mut self, outer: Option<ExprId>, name: &str, chosen: ExprId, all: &mut Vec<(Option<ExprId>, String)>) {
        let width = self.module.width(chosen).min(LIMB);
        let most = crate::mask(width).min(MOST_ELEMENTS);
        for i in 0..=most {
            let element = format!("{name}${i}");
            if !self.scope.has_element(&element) {
                break;
            }
            let number = self.module.constant(width, i);
            let mut holds = self.module.fold_binary(BinaryOp::Eq, chosen, number);
            if let Some(outer) = outer {
                holds = self.module.fold_binary(BinaryOp::And, outer, holds);
            }
            all.push((Some(holds), element));
        }
    }
}
