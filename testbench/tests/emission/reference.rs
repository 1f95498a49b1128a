//! The meaning of a netlist, evaluated as its documentation has it and without regard to speed.

use lanesmith::netlist::{BinaryOp, Design, ExprKind, Module, ModuleId, NetId, UnaryOp};

/// The state of an instance; everything starts at 0.
pub struct State {
    module: ModuleId,
    nets: Vec<u64>,
    memories: Vec<Vec<u64>>,
    children: Vec<State>,
}

impl State {
    pub fn new(design: &Design, module: ModuleId) -> Self {
        let content = design.module(module);
        State {
            module,
            nets: vec![0; content.nets.len()],
            memories: content
                .memories
                .iter()
                .map(|memory| vec![0; memory.depth as usize])
                .collect(),
            children: content
                .instances
                .iter()
                .map(|instance| State::new(design, instance.module))
                .collect(),
        }
    }

    pub fn set(&mut self, net: NetId, value: u64) {
        self.nets[net.0 as usize] = value;
    }

    pub fn get(&self, net: NetId) -> u64 {
        self.nets[net.0 as usize]
    }

    /// Repeats all assignments until nothing changes. An asserted asynchronous reset acts here.
    pub fn settle(&mut self, design: &Design) {
        let module = design.module(self.module);
        loop {
            let before = self.nets.clone();
            let values = self.values(module);
            let value = |id: lanesmith::netlist::ExprId| values[id.0 as usize];
            for (net, expr) in &module.assigns {
                self.nets[net.0 as usize] = value(*expr);
            }
            for (memory, words) in module.memories.iter().zip(&self.memories) {
                for read in memory.reads.iter().filter(|read| read.synchronous.is_none()) {
                    self.nets[read.data.0 as usize] = words.get(value(read.address) as usize).copied().unwrap_or(0);
                }
            }
            for register in &module.registers {
                if let Some(reset) = register.reset.as_ref().filter(|reset| reset.style.asynchronous)
                    && (before[reset.net.0 as usize] == 0) == reset.style.active_low
                {
                    self.nets[register.q.0 as usize] = reset.value;
                }
            }
            for (instance, child) in module.instances.iter().zip(&mut self.children) {
                for (port, expr) in &instance.inputs {
                    child.set(*port, value(*expr));
                }
                child.settle(design);
                for (port, net) in &instance.outputs {
                    self.nets[net.0 as usize] = child.get(*port);
                }
            }
            if self.nets == before {
                return;
            }
        }
    }

    /// A rising clock edge after `settle`.
    pub fn tick(&mut self, design: &Design) {
        let module = design.module(self.module);
        let values = self.values(module);
        let value = |id: lanesmith::netlist::ExprId| values[id.0 as usize];
        let enabled = |enable: Option<lanesmith::netlist::ExprId>| enable.is_none_or(|enable| value(enable) == 1);
        let before = self.nets.clone();
        for register in &module.registers {
            let reset = register.reset.as_ref();
            let reset = reset.filter(|reset| (before[reset.net.0 as usize] == 0) == reset.style.active_low);
            if let Some(reset) = reset {
                self.nets[register.q.0 as usize] = reset.value;
            } else if enabled(register.enable) {
                self.nets[register.q.0 as usize] = value(register.d);
            }
        }
        for (memory, words) in module.memories.iter().zip(&mut self.memories) {
            for read in &memory.reads {
                if read.synchronous.is_some_and(enabled) {
                    self.nets[read.data.0 as usize] = words.get(value(read.address) as usize).copied().unwrap_or(0);
                }
            }
            for write in &memory.writes {
                if let (1, Some(word)) = (value(write.enable), words.get_mut(value(write.address) as usize)) {
                    *word = value(write.data);
                }
            }
        }
        for child in &mut self.children {
            child.tick(design);
        }
    }

    /// The values of all expressions; operands come before their users.
    fn values(&self, module: &Module) -> Vec<u64> {
        let mut values: Vec<u64> = Vec::with_capacity(module.exprs().len());
        for expr in module.exprs() {
            let mask = u64::MAX >> (64 - expr.width);
            let value = |id: lanesmith::netlist::ExprId| values[id.0 as usize];
            let wide = |id: lanesmith::netlist::ExprId| u64::MAX >> (64 - module.width(id));
            let result = match &expr.kind {
                ExprKind::Const(value) | ExprKind::Named(value, _) => *value,
                ExprKind::Net(net) => self.get(*net),
                ExprKind::Unary(UnaryOp::Not, x) => !value(*x),
                ExprKind::Unary(UnaryOp::All, x) => u64::from(value(*x) == wide(*x)),
                ExprKind::Unary(UnaryOp::Any, x) => u64::from(value(*x) != 0),
                ExprKind::Unary(UnaryOp::Parity, x) => u64::from(value(*x).count_ones() % 2 == 1),
                ExprKind::Binary(op, x, y) => binary(*op, value(*x), value(*y)),
                ExprKind::Mux(select, x, y) => value(if value(*select) == 1 { *x } else { *y }),
                ExprKind::Slice(x, lo) => value(*x) >> lo,
                ExprKind::Concat(parts) => parts.iter().fold(0u64, |word, part| {
                    word.checked_shl(module.width(*part)).unwrap_or(0) | value(*part)
                }),
            };
            values.push(result & mask);
        }
        values
    }
}

fn binary(op: BinaryOp, x: u64, y: u64) -> u64 {
    let amount = u32::try_from(y).unwrap_or(u32::MAX);
    match op {
        BinaryOp::Add => x.wrapping_add(y),
        BinaryOp::Sub => x.wrapping_sub(y),
        BinaryOp::Mul => x.wrapping_mul(y),
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Shl => x.checked_shl(amount).unwrap_or(0),
        BinaryOp::Shr => x.checked_shr(amount).unwrap_or(0),
        BinaryOp::Eq => u64::from(x == y),
        BinaryOp::Ne => u64::from(x != y),
        BinaryOp::Lt => u64::from(x < y),
        BinaryOp::Le => u64::from(x <= y),
        BinaryOp::Gt => u64::from(x > y),
        BinaryOp::Ge => u64::from(x >= y),
    }
}
