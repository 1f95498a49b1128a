//! Within a cycle: computes outputs from inputs and state.

use super::drivers::{NetCone, combinational};
use super::emitter::{EmittedWord, Emitter};
use cranelift_codegen::ir::InstBuilder;
use cranelift_frontend::FunctionBuilder;
use lanesmith_netlist::{ExprId, FlatStep, NetId};

/// Applies asynchronous resets, then computes every stored combinational net, in order of dependence.
pub(super) fn settle<'f>(mut emitter: Emitter<'_, 'f>) -> FunctionBuilder<'f> {
    let flat = emitter.flat;
    // All other nets see the state after the resets.
    for step in &flat.steps {
        if let FlatStep::Register(register) = step {
            reset(&mut emitter, *register);
        }
    }
    let stored = |net: NetId| emitter.layout.slot(net).is_some();
    let roots = combinational(flat).filter(|(net, _)| stored(*net));
    let roots: Vec<ExprId> = roots.map(|(_, root)| root).collect();
    let needed = NetCone::new(&flat.module, emitter.drivers, &roots, |_| false).nets;
    for (net, _) in combinational(flat) {
        if let Some(slot) = emitter.layout.slot(net) {
            let value = emitter.clean_net(net);
            emitter.store(slot, value);
        } else if needed[net.0 as usize] {
            emitter.net(net);
        }
    }
    emitter.builder
}

/// Applies an asynchronous reset to its register.
fn reset(emitter: &mut Emitter, register: usize) {
    let register = &emitter.flat.module.registers[register];
    let (Some(reset), Some(slot)) = (&register.reset, emitter.layout.slot(register.q)) else {
        return;
    };
    let active = emitter.evaluate_net(reset.net);
    let (held, value) = (emitter.load(slot), emitter.constant(reset.value));
    let (then, otherwise) = if reset.style.active_low {
        (held, value)
    } else {
        (value, held)
    };
    let value = emitter.builder.ins().select(active, then, otherwise);
    emitter.store(slot, value);
    let bits = emitter.flat.module.net_ref(register.q).width;
    emitter.define(register.q, EmittedWord::new(value, bits));
}
