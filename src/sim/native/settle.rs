//! Within a cycle: from inputs and state to outputs.

use super::emitter::{Emitter, Word};
use crate::netlist::Step;
use cranelift_codegen::ir::InstBuilder;
use cranelift_frontend::FunctionBuilder;

/// Lets asynchronous resets act, then computes every stored combinational net, in order of dependence.
pub(super) fn settle<'f>(mut emitter: Emitter<'_, 'f>) -> FunctionBuilder<'f> {
    let flat = emitter.flat;
    // Everything else sees the state that the resets leave.
    for step in &flat.steps {
        if let Step::Register(register) = step {
            reset(&mut emitter, *register);
        }
    }
    for step in &flat.steps {
        let net = match *step {
            Step::Assign(i) => flat.module.assigns[i].0,
            Step::Read(i, j) => flat.module.memories[i].reads[j].data,
            Step::Register(_) => continue,
        };
        if let Some(slot) = emitter.layout.slot(net) {
            let value = emitter.evaluate_net(net);
            emitter.store(slot, value);
        }
    }
    emitter.builder
}

/// Lets an asynchronous reset act on its register.
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
    emitter.define(register.q, Word { value, bits });
}
