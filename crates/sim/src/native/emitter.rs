//! Expressions as machine instructions.
//!
//! The bits of a word above its width may be garbage: sums, logic and left shifts do not need clean operands, so only
//! comparisons, right shifts, concatenations and stores mask. The emitter tracks how many bits may be set, so that a sum of
//! two bytes in ten bits is never masked.

use super::drivers::{Driver, NetCone, combinational};
use super::layout::Layout;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types::I64};
use cranelift_frontend::FunctionBuilder;
use lanesmith_netlist::{BinaryOp, ExprId, ExprKind, Flat, NetId, UnaryOp, mask};

/// A value whose set bits are below `bits`; bits at and above the expression's width are garbage.
#[derive(Clone, Copy, Debug)]
pub(super) struct EmittedWord {
    pub value: Value,
    pub bits: u32,
}

impl EmittedWord {
    pub fn new(value: Value, bits: u32) -> Self {
        EmittedWord { value, bits }
    }
}

/// A truth value: `value` is nonzero, or zero if `negated`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Truth {
    pub value: Value,
    pub negated: bool,
}

impl Truth {
    /// The targets for a nonzero and for a zero `value`.
    pub fn order<T>(self, then: T, otherwise: T) -> (T, T) {
        if self.negated {
            (otherwise, then)
        } else {
            (then, otherwise)
        }
    }
}

/// A remembered result, for [`Emitter::leave`].
enum Memo {
    Expr(ExprId),
    Net(NetId),
}

pub(super) struct Emitter<'a, 'f> {
    pub flat: &'a Flat,
    pub drivers: &'a [Driver],
    pub layout: &'a Layout,
    pub builder: FunctionBuilder<'f>,
    state: Value,
    exprs: Vec<Option<EmittedWord>>,
    nets: Vec<Option<EmittedWord>>,
    log: Vec<Memo>,
}

/// Whether an instruction can hold the constant.
pub(super) fn is_immediate(value: u64) -> bool {
    value <= i32::MAX as u64
}

impl<'a, 'f> Emitter<'a, 'f> {
    /// An emitter into the builder's current block; `state` is the address of the state array.
    pub fn new(
        flat: &'a Flat,
        drivers: &'a [Driver],
        layout: &'a Layout,
        builder: FunctionBuilder<'f>,
        state: Value,
    ) -> Self {
        Emitter {
            flat,
            drivers,
            layout,
            builder,
            state,
            exprs: vec![None; flat.module.exprs().len()],
            nets: vec![None; flat.module.nets.len()],
            log: Vec::new(),
        }
    }

    /// Marks the beginning of a block that does not dominate what follows it.
    pub fn enter(&self) -> usize {
        self.log.len()
    }

    /// Forgets the results since [`enter`](Self::enter).
    pub fn leave(&mut self, mark: usize) {
        for memo in self.log.drain(mark..) {
            match memo {
                Memo::Expr(id) => self.exprs[id.0 as usize] = None,
                Memo::Net(id) => self.nets[id.0 as usize] = None,
            }
        }
    }

    /// Loads a word of the state array.
    pub fn load(&mut self, slot: u32) -> Value {
        let offset = (slot * 8) as i32;
        self.builder
            .ins()
            .load(I64, MemFlagsData::trusted(), self.state, offset)
    }

    /// Stores a word of the state array.
    pub fn store(&mut self, slot: u32, value: Value) {
        let offset = (slot * 8) as i32;
        self.builder
            .ins()
            .store(MemFlagsData::trusted(), value, self.state, offset);
    }

    /// A constant.
    pub fn constant(&mut self, value: u64) -> Value {
        self.builder.ins().iconst(I64, value as i64)
    }

    /// Whether the value of a net is remembered.
    pub fn is_known(&self, net: NetId) -> bool {
        self.nets[net.0 as usize].is_some()
    }

    /// Remembers the value of a net.
    pub fn define(&mut self, net: NetId, word: EmittedWord) {
        if self.nets[net.0 as usize].replace(word).is_none() {
            self.log.push(Memo::Net(net));
        }
    }

    /// The value of an expression without garbage bits.
    pub fn evaluate(&mut self, root: ExprId) -> Value {
        self.prepare(&[root], |_| true);
        self.clean(root)
    }

    /// The value of a net without garbage bits.
    pub fn evaluate_net(&mut self, net: NetId) -> Value {
        if let Driver::Assign(root) = self.drivers[net.0 as usize] {
            self.prepare(&[root], |_| true);
        }
        self.clean_net(net)
    }

    /// The value of a net without garbage bits, if all its dependencies are remembered.
    pub fn clean_net(&mut self, net: NetId) -> Value {
        let word = self.net(net);
        self.trim(word, self.flat.module.net_ref(net).width)
    }

    /// The truth of a 1-bit expression.
    pub fn evaluate_truth(&mut self, root: ExprId) -> Truth {
        self.prepare(&[root], |_| true);
        self.truth(root)
    }

    /// Evaluates the nets below `roots` that `wanted` selects, in order of dependence. This avoids deep recursion for long chains
    /// of nets.
    pub fn prepare(&mut self, roots: &[ExprId], wanted: impl Fn(NetId) -> bool) {
        let cone = NetCone::new(&self.flat.module, self.drivers, roots, |net| self.is_known(net)).nets;
        for (net, _) in combinational(self.flat) {
            if cone[net.0 as usize] && wanted(net) {
                self.net(net);
            }
        }
    }

    /// The value of a net, from the remembered ones, the state array or its driver.
    pub fn net(&mut self, net: NetId) -> EmittedWord {
        if let Some(word) = self.nets[net.0 as usize] {
            return word;
        }
        let word = match self.drivers[net.0 as usize] {
            Driver::Assign(expr) => self.word(expr),
            Driver::Read(i, j) => self.memory_word(i, self.flat.module.memories[i].reads[j].address),
            Driver::Input | Driver::State => {
                let bits = self.flat.module.net_ref(net).width;
                match self.layout.slot(net) {
                    Some(slot) => EmittedWord::new(self.load(slot), bits),
                    // The clock is not data: a design that reads it sees it low.
                    None => self.constant_word(0),
                }
            }
        };
        self.define(net, word);
        word
    }

    /// The word of a memory at an address; 0 beyond its depth.
    pub fn memory_word(&mut self, memory: usize, address: ExprId) -> EmittedWord {
        let depth = u64::from(self.flat.module.memories[memory].depth);
        let index = self.clean(address);
        let index = if depth <= mask(self.flat.module.width(address)) {
            let beyond = self.constant(depth);
            self.builder.ins().umin(index, beyond)
        } else {
            index
        };
        let (address, offset) = self.memory_address(memory, index);
        let value = self.builder.ins().load(I64, MemFlagsData::trusted(), address, offset);
        EmittedWord::new(value, self.flat.module.memories[memory].width)
    }

    /// The address of a memory's word as base and offset.
    pub fn memory_address(&mut self, memory: usize, index: Value) -> (Value, i32) {
        let bytes = self.builder.ins().ishl_imm_u(index, 3);
        let address = self.builder.ins().iadd(self.state, bytes);
        (address, (self.layout.memory(memory) * 8) as i32)
    }

    /// The value of an expression, with garbage bits.
    pub fn word(&mut self, id: ExprId) -> EmittedWord {
        if let Some(word) = self.exprs[id.0 as usize] {
            return word;
        }
        let word = self.compute(id);
        self.exprs[id.0 as usize] = Some(word);
        self.log.push(Memo::Expr(id));
        word
    }

    /// The value of an expression without garbage bits.
    pub fn clean(&mut self, id: ExprId) -> Value {
        let word = self.word(id);
        self.trim(word, self.flat.module.width(id))
    }

    fn trim(&mut self, word: EmittedWord, width: u32) -> Value {
        if word.bits <= width {
            return word.value;
        }
        self.builder.ins().band_imm_u(word.value, mask(width) as i64)
    }

    pub(super) fn constant_word(&mut self, value: u64) -> EmittedWord {
        EmittedWord::new(self.constant(value), 64 - value.leading_zeros())
    }

    /// The value of a constant expression.
    pub fn known(&self, id: ExprId) -> Option<u64> {
        self.flat.module.known(id)
    }

    fn compute(&mut self, id: ExprId) -> EmittedWord {
        let flat = self.flat;
        let expr = flat.module.expr_ref(id);
        match &expr.kind {
            ExprKind::Const(value) | ExprKind::Named(value, _) => self.constant_word(*value),
            ExprKind::Net(net) => self.net(*net),
            ExprKind::Unary(UnaryOp::Not, x) => self.complement(*x, expr.width),
            ExprKind::Unary(UnaryOp::Parity, x) => {
                let x = self.clean(*x);
                let ones = self.builder.ins().popcnt(x);
                EmittedWord::new(ones, 7)
            }
            ExprKind::Unary(UnaryOp::All | UnaryOp::Any, _) => self.truth_word(id),
            ExprKind::Binary(op, ..) if op.is_comparison() => self.truth_word(id),
            ExprKind::Binary(op, x, y) => self.binary(*op, *x, *y, expr.width),
            ExprKind::Mux(select, x, y) => self.mux(*select, *x, *y),
            ExprKind::Slice(x, lo) => self.slice(*x, *lo),
            ExprKind::Concat(parts) => self.concat(parts),
        }
    }

    fn complement(&mut self, x: ExprId, width: u32) -> EmittedWord {
        if is_immediate(mask(width)) {
            let word = self.word(x);
            let value = self.builder.ins().bxor_imm_u(word.value, mask(width) as i64);
            let bits = word.bits.max(width);
            return EmittedWord::new(value, bits);
        }
        let x = self.word(x);
        let value = self.builder.ins().bnot(x.value);
        EmittedWord::new(value, 64)
    }

    fn binary(&mut self, op: BinaryOp, x: ExprId, y: ExprId, width: u32) -> EmittedWord {
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            return self.shift(op, x, y, width);
        }
        let (x, y) = (self.word(x), self.word(y));
        let ins = self.builder.ins();
        let (value, bits) = match op {
            BinaryOp::Add => (ins.iadd(x.value, y.value), x.bits.max(y.bits) + 1),
            BinaryOp::Sub => (ins.isub(x.value, y.value), 64),
            BinaryOp::Mul => (ins.imul(x.value, y.value), x.bits + y.bits),
            BinaryOp::And => (ins.band(x.value, y.value), x.bits.min(y.bits)),
            BinaryOp::Or => (ins.bor(x.value, y.value), x.bits.max(y.bits)),
            _ => (ins.bxor(x.value, y.value), x.bits.max(y.bits)),
        };
        EmittedWord::new(value, bits.min(64))
    }

    fn shift(&mut self, op: BinaryOp, x: ExprId, amount: ExprId, width: u32) -> EmittedWord {
        let left = op == BinaryOp::Shl;
        if let Some(amount) = self.known(amount) {
            if amount >= u64::from(width) {
                return self.constant_word(0);
            }
            return if left {
                let x = self.word(x);
                let value = self.builder.ins().ishl_imm_u(x.value, amount as i64);
                EmittedWord::new(value, (x.bits + amount as u32).min(64))
            } else {
                let x = self.clean(x);
                EmittedWord::new(self.builder.ins().ushr_imm_u(x, amount as i64), width - amount as u32)
            };
        }
        let amount_width = self.flat.module.width(amount);
        let amount = self.clean(amount);
        let (value, bits) = if left {
            let x = self.word(x);
            (self.builder.ins().ishl(x.value, amount), 64)
        } else {
            let x = self.clean(x);
            (self.builder.ins().ushr(x, amount), width)
        };
        // The processor takes amounts modulo 64.
        if amount_width <= 6 {
            return EmittedWord::new(value, bits);
        }
        let fits = self.builder.ins().icmp_imm_u(IntCC::UnsignedLessThan, amount, 64);
        let zero = self.constant(0);
        EmittedWord::new(self.builder.ins().select(fits, value, zero), bits)
    }

    fn mux(&mut self, select: ExprId, x: ExprId, y: ExprId) -> EmittedWord {
        // A 1-bit choice against a constant is cheaper as logic. Constants mask the garbage bits of the other arm.
        if self.flat.module.width(x) == 1 {
            let (known_x, known_y) = (self.known(x), self.known(y));
            match (known_x, known_y) {
                (Some(1), Some(0)) => return self.word(select),
                (Some(0), Some(1)) => return self.complement(select, 1),
                (None, Some(0)) => return self.binary(BinaryOp::And, select, x, 1),
                (Some(1), None) => return self.binary(BinaryOp::Or, select, y, 1),
                _ => {}
            }
        }
        let truth = self.truth(select);
        let (x, y) = (self.word(x), self.word(y));
        let (then, otherwise) = truth.order(x, y);
        EmittedWord::new(
            self.builder.ins().select(truth.value, then.value, otherwise.value),
            x.bits.max(y.bits),
        )
    }

    fn slice(&mut self, x: ExprId, lo: u32) -> EmittedWord {
        let x = self.word(x);
        if x.bits <= lo {
            return self.constant_word(0);
        }
        if lo == 0 {
            return x;
        }
        EmittedWord::new(self.builder.ins().ushr_imm_u(x.value, i64::from(lo)), x.bits - lo)
    }

    /// A 1-bit expression that is a condition, as a number.
    fn truth_word(&mut self, id: ExprId) -> EmittedWord {
        let Truth { value, negated } = self.truth(id);
        let flag = if negated {
            self.builder.ins().icmp_imm_u(IntCC::Equal, value, 0)
        } else if self.builder.func.dfg.value_type(value) == I64 {
            self.builder.ins().icmp_imm_u(IntCC::NotEqual, value, 0)
        } else {
            value
        };
        EmittedWord::new(self.builder.ins().uextend(I64, flag), 1)
    }

    /// A 1-bit expression as a condition.
    pub fn truth(&mut self, id: ExprId) -> Truth {
        let flat = self.flat;
        let plain = |value| Truth { value, negated: false };
        match &flat.module.expr_ref(id).kind {
            ExprKind::Unary(UnaryOp::Not, x) => {
                let truth = self.truth(*x);
                Truth {
                    value: truth.value,
                    negated: !truth.negated,
                }
            }
            ExprKind::Unary(UnaryOp::Any, x) => plain(self.clean(*x)),
            ExprKind::Unary(UnaryOp::All, x) => {
                let all = self.constant(mask(flat.module.width(*x)));
                let x = self.clean(*x);
                plain(self.builder.ins().icmp(IntCC::Equal, x, all))
            }
            ExprKind::Binary(op, x, y) if op.is_comparison() => {
                let condition = match op {
                    BinaryOp::Eq => IntCC::Equal,
                    BinaryOp::Ne => IntCC::NotEqual,
                    BinaryOp::Lt => IntCC::UnsignedLessThan,
                    BinaryOp::Le => IntCC::UnsignedLessThanOrEqual,
                    BinaryOp::Gt => IntCC::UnsignedGreaterThan,
                    _ => IntCC::UnsignedGreaterThanOrEqual,
                };
                let (x, y) = (self.clean(*x), self.clean(*y));
                plain(self.builder.ins().icmp(condition, x, y))
            }
            // A single bit is tested without shifting.
            ExprKind::Slice(x, lo) if is_immediate(1 << lo) && self.exprs[id.0 as usize].is_none() => {
                let word = self.word(*x);
                plain(self.builder.ins().band_imm_u(word.value, 1 << lo))
            }
            _ => plain(self.clean(id)),
        }
    }
}
