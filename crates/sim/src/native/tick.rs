//! A clock edge: computes the next state from settled values.

use super::drivers::NetCone;
use super::emitter::{Emitter, Truth};
use super::schedule::{Condition, Group, Schedule, Update, UpdateSource};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value};
use cranelift_frontend::FunctionBuilder;
use lanesmith_netlist::{DrivenReset, MemoryWrite, NetId, mask};

/// Number of expressions that cost less than an unpredictable branch.
const CHEAP: usize = 12;

/// Updates registers and memories in place.
pub(super) fn tick<'f>(mut emitter: Emitter<'_, 'f>) -> FunctionBuilder<'f> {
    let schedule = Schedule::new(emitter.flat, emitter.drivers);
    for net in &schedule.read_first {
        emitter.evaluate_net(*net);
    }
    // Memories change last, because every reader sees the old words.
    let memories = emitter.flat.module.memories.iter().enumerate();
    let ports = memories.flat_map(|(i, memory)| memory.writes.iter().map(move |port| (i, port)));
    let writes: Vec<Write> = ports.map(|(i, port)| Write::new(&mut emitter, i, port)).collect();
    let shared = shared(&emitter, &schedule.groups);
    for group in &schedule.groups {
        update(&mut emitter, group, &shared);
    }
    for write in writes {
        write.store(&mut emitter);
    }
    let flat = emitter.flat;
    for driven in &flat.driven_resets {
        reset(&mut emitter, driven);
    }
    emitter.builder
}

/// Applies an asynchronous reset that a register drives, from the register's new value.
fn reset(emitter: &mut Emitter, driven: &DrivenReset) {
    let [source, register] = [driven.source, driven.register].map(|i| &emitter.flat.module.registers[i]);
    let slots = (emitter.layout.slot(source.q), emitter.layout.slot(register.q));
    let ((Some(from), Some(to)), Some(reset)) = (slots, &register.reset) else {
        return;
    };
    let source = emitter.load(from);
    let bit = emitter.builder.ins().ushr_imm_u(source, i64::from(driven.bit));
    let active = Truth {
        value: emitter.builder.ins().band_imm_u(bit, 1),
        negated: !driven.level,
    };
    let (value, held) = (emitter.constant(reset.value), emitter.load(to));
    let value = select(emitter, active, value, held);
    emitter.store(to, value);
}

/// The nets that several groups use; computed once, outside the groups' branches.
fn shared(emitter: &Emitter, groups: &[Group]) -> Vec<bool> {
    let mut uses = vec![0_u32; emitter.flat.module.nets.len()];
    for group in groups {
        let cone = NetCone::new(&emitter.flat.module, emitter.drivers, &group.roots(), |_| false);
        for (uses, needed) in uses.iter_mut().zip(cone.nets) {
            *uses += u32::from(needed);
        }
    }
    uses.into_iter().map(|uses| uses > 1).collect()
}

fn update(emitter: &mut Emitter, group: &Group, shared: &[bool]) {
    let roots = group.roots();
    emitter.prepare(&roots, |net| shared[net.0 as usize]);
    let Condition { reset, enable } = group.condition;
    let active = reset.map(|(net, active_low)| Truth {
        value: emitter.evaluate_net(net),
        negated: active_low,
    });
    let enable = enable.map(|enable| emitter.evaluate_truth(enable));
    let known = |net: NetId| emitter.is_known(net);
    let cheap = NetCone::new(&emitter.flat.module, emitter.drivers, &roots, known).size <= CHEAP;
    if cheap || (active.is_none() && enable.is_none()) {
        for update in &group.updates {
            update_by_selection(emitter, update, active, enable);
        }
        return;
    }
    let end = emitter.builder.create_block();
    if let Some(active) = active {
        let (resets, otherwise) = (emitter.builder.create_block(), emitter.builder.create_block());
        emitter.builder.set_cold_block(resets);
        branch(emitter, active, resets, otherwise);
        emitter.builder.switch_to_block(resets);
        for update in &group.updates {
            let value = emitter.constant(update.reset_value);
            put(emitter, update.q, value);
        }
        emitter.builder.ins().jump(end, &[]);
        emitter.builder.switch_to_block(otherwise);
    }
    if let Some(enable) = enable {
        let loads = emitter.builder.create_block();
        branch(emitter, enable, loads, end);
        emitter.builder.switch_to_block(loads);
    }
    let mark = emitter.enter();
    for update in &group.updates {
        let value = next(emitter, update);
        put(emitter, update.q, value);
    }
    emitter.leave(mark);
    emitter.builder.ins().jump(end, &[]);
    emitter.builder.switch_to_block(end);
}

fn update_by_selection(emitter: &mut Emitter, update: &Update, active: Option<Truth>, enable: Option<Truth>) {
    let mut value = next(emitter, update);
    if let Some(enable) = enable {
        let held = emitter.evaluate_net(update.q);
        value = select(emitter, enable, value, held);
    }
    if let Some(active) = active {
        let reset = emitter.constant(update.reset_value);
        value = select(emitter, active, reset, value);
    }
    put(emitter, update.q, value);
}

fn next(emitter: &mut Emitter, update: &Update) -> Value {
    match update.source {
        UpdateSource::Expr(d) => emitter.evaluate(d),
        UpdateSource::Word(memory, address) => {
            emitter.evaluate(address);
            emitter.memory_word(memory, address).value
        }
    }
}

fn put(emitter: &mut Emitter, net: NetId, value: Value) {
    if let Some(slot) = emitter.layout.slot(net) {
        emitter.store(slot, value);
    }
}

fn branch(emitter: &mut Emitter, condition: Truth, then: Block, otherwise: Block) {
    let (then, otherwise) = condition.order(then, otherwise);
    emitter.builder.ins().brif(condition.value, then, &[], otherwise, &[]);
}

fn select(emitter: &mut Emitter, condition: Truth, then: Value, otherwise: Value) -> Value {
    let (then, otherwise) = condition.order(then, otherwise);
    emitter.builder.ins().select(condition.value, then, otherwise)
}

/// A write port with its operands.
struct Write {
    memory: usize,
    enable: Value,
    index: Value,
    data: Value,
}

impl Write {
    fn new(emitter: &mut Emitter, memory: usize, port: &MemoryWrite) -> Self {
        let mut enable = emitter.evaluate(port.enable);
        let index = emitter.evaluate(port.address);
        let data = emitter.evaluate(port.data);
        let depth = u64::from(emitter.flat.module.memories[memory].depth);
        if depth <= mask(emitter.flat.module.width(port.address)) {
            let depth = emitter.constant(depth);
            let ins = emitter.builder.ins();
            let exists = ins.icmp(IntCC::UnsignedLessThan, index, depth);
            let nowhere = emitter.constant(0);
            enable = emitter.builder.ins().select(exists, enable, nowhere);
        }
        Write {
            memory,
            enable,
            index,
            data,
        }
    }

    fn store(self, emitter: &mut Emitter) {
        let (write, end) = (emitter.builder.create_block(), emitter.builder.create_block());
        emitter.builder.ins().brif(self.enable, write, &[], end, &[]);
        emitter.builder.switch_to_block(write);
        let (address, offset) = emitter.memory_address(self.memory, self.index);
        let flags = MemFlagsData::trusted();
        emitter.builder.ins().store(flags, self.data, address, offset);
        emitter.builder.ins().jump(end, &[]);
        emitter.builder.switch_to_block(end);
    }
}
