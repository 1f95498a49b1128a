//! Asynchronous resets, which act without a clock edge.

use super::FlatStep;
use crate::check::CheckError;
use crate::ir::{ExprId, ExprKind, Module, NetId, NetKind, UnaryOp};
use std::collections::HashMap;

/// An asynchronous reset that a register drives. It acts right behind the clock edge at which this register changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrivenReset {
    /// The register that is reset, as an index of `module.registers`.
    pub register: usize,
    /// The register that drives the reset.
    pub source: usize,
    /// The bit of the source that is the reset.
    pub bit: u32,
    /// The value of this bit that asserts the reset.
    pub level: bool,
}

/// The asynchronous resets that registers drive, each after those that act on its source.
///
/// Error: an asynchronous reset made by logic. Where two inputs of logic change at one time, its output may have a wrong value for a
/// moment. Simulators of Verilog differ in whether a register sees this moment.
pub(super) fn driven_resets(module: &Module, steps: &[FlatStep]) -> Result<Vec<DrivenReset>, CheckError> {
    let drivers: HashMap<NetId, ExprId> = module.assigns.iter().copied().collect();
    let states = (0..).zip(&module.registers).map(|(i, register)| (register.q, i));
    let states: HashMap<NetId, usize> = states.collect();
    let mut found = vec![];
    for step in steps {
        let FlatStep::Register(register) = *step else { continue };
        let Some(reset) = &module.registers[register].reset else {
            continue;
        };
        let Some(origin) = origin(module, &drivers, reset.net) else {
            let message = format!(
                "the asynchronous reset of {} is made by logic, which may glitch: an input port or a register must drive it, \
                 directly or inverted",
                module.net_ref(module.registers[register].q).name
            );
            return Err(CheckError::new(module, &module.net_ref(reset.net).name, message));
        };
        if let Some((net, bit, inverted)) = origin
            && let Some(source) = states.get(&net)
        {
            found.push(DrivenReset {
                register,
                source: *source,
                bit,
                level: inverted == reset.style.active_low,
            });
        }
    }
    Ok(found)
}

/// The net and the bit that a net of one bit is, and whether it is inverted. `Some(None)`: a constant. `None`: made by logic.
fn origin(module: &Module, drivers: &HashMap<NetId, ExprId>, net: NetId) -> Option<Option<(NetId, u32, bool)>> {
    let (mut net, mut bit, mut inverted) = (net, 0, false);
    loop {
        let Some(driver) = drivers.get(&net) else {
            let is_state = module.registers.iter().any(|register| register.q == net);
            let is_input = module.net_ref(net).kind == NetKind::Input;
            return (is_state || is_input).then_some(Some((net, bit, inverted)));
        };
        let mut expr = *driver;
        net = loop {
            match module.expr_ref(expr).kind {
                ExprKind::Net(source) => break source,
                ExprKind::Const(_) => return Some(None),
                ExprKind::Unary(UnaryOp::Not, x) => (expr, inverted) = (x, !inverted),
                ExprKind::Slice(x, lo) => (expr, bit) = (x, bit + lo),
                _ => return None,
            }
        };
    }
}
