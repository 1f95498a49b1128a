//! The meaning of a netlist, evaluated number by number and without regard to speed.

use lanesmith::netlist::{Design, ExprId, ExprKind, Flat, FlatStep, NetId, mask};

/// The values of nets and memories; everything starts at 0.
pub struct State {
    flat: Flat,
    nets: Vec<u64>,
    memories: Vec<Vec<u64>>,
}

impl State {
    pub fn new(design: &Design) -> Self {
        let flat = Flat::new(design).expect("a sound design");
        let words = flat.module.memories.iter().map(|memory| vec![0; memory.depth as usize]);
        State {
            nets: vec![0; flat.module.nets.len()],
            memories: words.collect(),
            flat,
        }
    }

    /// Sets a port.
    pub fn set(&mut self, net: NetId, value: u64) {
        self.nets[net.0 as usize] = value;
    }

    /// The value of a port.
    pub fn get(&self, net: NetId) -> u64 {
        self.nets[net.0 as usize]
    }

    /// Settles the combinational logic. An asserted asynchronous reset acts here.
    pub fn settle(&mut self) {
        for i in 0..self.flat.steps.len() {
            let module = &self.flat.module;
            let (net, value) = match self.flat.steps[i] {
                FlatStep::Assign(i) => (module.assigns[i].0, self.value(module.assigns[i].1)),
                FlatStep::Register(i) => {
                    let q = module.registers[i].q;
                    (q, self.reset(i).unwrap_or(self.get(q)))
                }
                FlatStep::Read(i, j) => {
                    let read = &module.memories[i].reads[j];
                    (read.data, self.word(i, read.address))
                }
            };
            self.set(net, value);
        }
    }

    /// A rising clock edge after `settle`.
    pub fn tick(&mut self) {
        let module = &self.flat.module;
        let enabled = |enable: Option<ExprId>| enable.is_none_or(|enable| self.value(enable) == 1);
        let mut nets = Vec::new();
        for (i, register) in module.registers.iter().enumerate() {
            let loaded = enabled(register.enable).then(|| self.value(register.d));
            nets.extend(self.reset(i).or(loaded).map(|value| (register.q, value)));
        }
        let mut words = Vec::new();
        for (i, memory) in module.memories.iter().enumerate() {
            for read in memory.reads.iter().filter(|read| read.synchronous.is_some_and(enabled)) {
                nets.push((read.data, self.word(i, read.address)));
            }
            for write in memory.writes.iter().filter(|write| self.value(write.enable) == 1) {
                words.push((i, self.value(write.address) as usize, self.value(write.data)));
            }
        }
        nets.into_iter().for_each(|(net, value)| self.set(net, value));
        for (memory, address, value) in words {
            if let Some(word) = self.memories[memory].get_mut(address) {
                *word = value;
            }
        }
    }

    /// The value that a register's reset gives it, if the reset is asserted.
    fn reset(&self, register: usize) -> Option<u64> {
        let reset = self.flat.module.registers[register].reset.as_ref()?;
        ((self.get(reset.net) == 0) == reset.style.active_low).then_some(reset.value)
    }

    /// The word of a memory; 0 beyond the last one.
    fn word(&self, memory: usize, address: ExprId) -> u64 {
        let word = self.memories[memory].get(self.value(address) as usize);
        word.copied().unwrap_or(0)
    }

    fn value(&self, id: ExprId) -> u64 {
        let module = &self.flat.module;
        let expr = module.expr_ref(id);
        match &expr.kind {
            ExprKind::Const(value) | ExprKind::Named(value, _) => *value,
            ExprKind::Net(net) => self.get(*net),
            ExprKind::Unary(op, x) => op.apply(module.width(*x), self.value(*x)),
            ExprKind::Binary(op, x, y) => op.apply(module.width(*x), self.value(*x), self.value(*y)),
            ExprKind::Mux(select, x, y) => self.value(if self.value(*select) == 1 { *x } else { *y }),
            ExprKind::Slice(x, lo) => self.value(*x) >> lo & mask(expr.width),
            ExprKind::Concat(parts) => parts.iter().fold(0u64, |word, part| {
                word.checked_shl(module.width(*part)).unwrap_or(0) | self.value(*part)
            }),
        }
    }
}
