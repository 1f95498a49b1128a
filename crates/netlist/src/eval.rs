//! Evaluation of a flat design over any kind of bit: 64 vectors at a time, or symbolically for proofs.

use super::flat::{Flat, FlatStep};
use super::ir::{BinaryOp, ExprId, ExprKind, NetId, NetKind, NetlistMemory, UnaryOp};
use lanesmith_algebra::Bit;

/// The value of every net, least significant bit first, by [`NetId`].
pub type NetValues<B> = Vec<Vec<B>>;

/// A memory's words, and what each synchronous read port holds (empty for others).
pub type Contents<B> = (Vec<Vec<B>>, Vec<Vec<B>>);

/// The contents of registers and memories.
#[derive(Clone, Debug)]
pub struct DesignState<B> {
    /// By index of `module.registers`.
    pub registers: Vec<Vec<B>>,
    /// By index of `module.memories`.
    pub memories: Vec<Contents<B>>,
}

impl<B: Bit> DesignState<B> {
    /// A state made of the bits that `next` yields; their number is [`DesignState::bits`].
    pub fn from_bits(flat: &Flat, mut next: impl FnMut() -> B) -> Self {
        let module = &flat.module;
        let mut word = |width: u32| (0..width).map(|_| next()).collect::<Vec<B>>();
        let registers = module.registers.iter().map(|register| module.net_ref(register.q).width);
        let registers = registers.map(&mut word).collect();
        let memories = module.memories.iter().map(|memory| {
            let words = (0..memory.depth).map(|_| word(memory.width)).collect();
            let reads = memory.reads.iter();
            let held = reads.map(|read| word(if read.synchronous.is_some() { memory.width } else { 0 }));
            (words, held.collect())
        });
        DesignState {
            registers,
            memories: memories.collect(),
        }
    }

    /// The state at power-up in engines: 0, unless the design defines another value.
    pub fn power_up(flat: &Flat) -> Self {
        let mut bits = flat.power_up_bits().into_iter();
        Self::from_bits(flat, || B::constant(bits.next().unwrap_or(false)))
    }

    /// All bits, in the order that [`DesignState::from_bits`] takes them.
    pub fn to_bits(&self) -> Vec<B> {
        let memories = self.memories.iter().flat_map(|(words, held)| words.iter().chain(held));
        self.registers.iter().chain(memories).flatten().cloned().collect()
    }

    /// The number of state bits of a design.
    pub fn bits(flat: &Flat) -> u32 {
        flat.state_words().map(|(_, width)| width).sum()
    }
}

/// Settles the combinational logic: `inputs` gives the value of each input port.
pub fn settle<B: Bit>(flat: &Flat, inputs: impl Fn(NetId) -> Vec<B>, state: &DesignState<B>) -> NetValues<B> {
    let module = &flat.module;
    let mut values: NetValues<B> = vec![vec![]; module.nets.len()];
    for (i, net) in module.nets.iter().enumerate() {
        if net.kind == NetKind::Input {
            values[i] = inputs(NetId(i as u32));
        }
    }
    for (register, value) in module.registers.iter().zip(&state.registers) {
        values[register.q.0 as usize] = value.clone();
    }
    for (memory, (_, held)) in module.memories.iter().zip(&state.memories) {
        for (read, value) in memory.reads.iter().zip(held) {
            values[read.data.0 as usize] = value.clone();
        }
    }
    let mut cache = vec![None; module.exprs().len()];
    for step in &flat.steps {
        match *step {
            FlatStep::Assign(i) => {
                let (net, value) = module.assigns[i];
                values[net.0 as usize] = evaluate(flat, value, &values, &mut cache);
            }
            FlatStep::Register(i) => {
                let register = &module.registers[i];
                if let Some(reset) = &register.reset {
                    let asserted = asserted(&values[reset.net.0 as usize][0], reset.style.active_low);
                    let value = &values[register.q.0 as usize];
                    values[register.q.0 as usize] = mux(&asserted, &constant(reset.value, value.len() as u32), value);
                }
            }
            FlatStep::Read(i, j) => {
                let read = &module.memories[i].reads[j];
                let address = evaluate(flat, read.address, &values, &mut cache);
                values[read.data.0 as usize] = lookup(&state.memories[i].0, &address);
            }
        }
    }
    values
}

/// The state after a rising edge of the clock, from settled values.
pub fn tick<B: Bit>(flat: &Flat, values: &NetValues<B>, state: &DesignState<B>) -> DesignState<B> {
    let module = &flat.module;
    let mut cache = vec![None; module.exprs().len()];
    let mut value = |id: ExprId| evaluate(flat, id, values, &mut cache);
    let mut next = state.clone();
    for (register, slot) in module.registers.iter().zip(&mut next.registers) {
        let mut loaded = value(register.d);
        if let Some(enable) = register.enable {
            loaded = mux(&value(enable)[0], &loaded, &values[register.q.0 as usize]);
        }
        if let Some(reset) = &register.reset {
            let asserted = asserted(&values[reset.net.0 as usize][0], reset.style.active_low);
            loaded = mux(&asserted, &constant(reset.value, loaded.len() as u32), &loaded);
        }
        *slot = loaded;
    }
    for (i, memory) in module.memories.iter().enumerate() {
        let (words, held) = &mut next.memories[i];
        let before = &state.memories[i].0;
        read_memory(memory, before, held, &mut value);
        write_memory(memory, words, &mut value);
    }
    for driven in &flat.driven_resets {
        let reset = module.registers[driven.register].reset.as_ref();
        let asserted = asserted(&next.registers[driven.source][driven.bit as usize], !driven.level);
        let slot = &mut next.registers[driven.register];
        let value = constant(reset.map_or(0, |reset| reset.value), slot.len() as u32);
        *slot = mux(&asserted, &value, slot);
    }
    next
}

fn read_memory<B: Bit>(
    memory: &NetlistMemory,
    before: &[Vec<B>],
    held: &mut [Vec<B>],
    value: &mut impl FnMut(ExprId) -> Vec<B>,
) {
    for (held, read) in held.iter_mut().zip(&memory.reads) {
        if let Some(enable) = read.synchronous {
            let word = lookup(before, &value(read.address));
            *held = match enable {
                Some(enable) => mux(&value(enable)[0], &word, held),
                None => word,
            };
        }
    }
}

fn write_memory<B: Bit>(memory: &NetlistMemory, words: &mut [Vec<B>], value: &mut impl FnMut(ExprId) -> Vec<B>) {
    for write in &memory.writes {
        let (enable, address, data) = (value(write.enable), value(write.address), value(write.data));
        for (k, word) in words.iter_mut().enumerate() {
            let hit = enable[0].and(&equals(&address, k as u64));
            *word = mux(&hit, &data, word);
        }
    }
}

fn asserted<B: Bit>(reset: &B, active_low: bool) -> B {
    if active_low { reset.not() } else { reset.clone() }
}

fn constant<B: Bit>(value: u64, width: u32) -> Vec<B> {
    (0..width).map(|i| B::constant(value >> i & 1 != 0)).collect()
}

fn mux<B: Bit>(select: &B, x: &[B], y: &[B]) -> Vec<B> {
    x.iter().zip(y).map(|(x, y)| select.mux(x, y)).collect()
}

fn equals<B: Bit>(word: &[B], value: u64) -> B {
    let bits = word.iter().enumerate();
    bits.fold(
        B::constant(value >> word.len().min(63) == 0 || word.len() == 64),
        |all, (i, bit)| {
            let bit = if value >> i & 1 != 0 { bit.clone() } else { bit.not() };
            all.and(&bit)
        },
    )
}

/// The word at `address`; 0 beyond the last word.
fn lookup<B: Bit>(words: &[Vec<B>], address: &[B]) -> Vec<B> {
    let zero = vec![B::constant(false); words[0].len()];
    let mut level = words.to_vec();
    for bit in address {
        let pairs = level.chunks(2);
        level = pairs
            .map(|pair| mux(bit, pair.get(1).unwrap_or(&zero), &pair[0]))
            .collect();
    }
    level.swap_remove(0)
}

fn evaluate<B: Bit>(flat: &Flat, id: ExprId, values: &NetValues<B>, cache: &mut Vec<Option<Vec<B>>>) -> Vec<B> {
    if let Some(value) = &cache[id.0 as usize] {
        return value.clone();
    }
    let expr = flat.module.expr_ref(id);
    let mut at = |id: &ExprId| evaluate(flat, *id, values, cache);
    let value = match &expr.kind {
        ExprKind::Const(value) | ExprKind::Named(value, _) => constant(*value, expr.width),
        ExprKind::Net(net) => return values[net.0 as usize].clone(),
        ExprKind::Unary(op, x) => {
            let x = at(x);
            match op {
                UnaryOp::Not => x.iter().map(B::not).collect(),
                UnaryOp::All => vec![x.iter().fold(B::constant(true), |all, bit| all.and(bit))],
                UnaryOp::Any => vec![x.iter().fold(B::constant(false), |any, bit| any.or(bit))],
                UnaryOp::Parity => vec![x.iter().fold(B::constant(false), |odd, bit| odd.xor(bit))],
            }
        }
        ExprKind::Binary(op, x, y) => binary(*op, &at(x), &at(y)),
        ExprKind::Mux(select, x, y) => mux(&at(select)[0], &at(x), &at(y)),
        ExprKind::Slice(x, lo) => at(x)[*lo as usize..(*lo + expr.width) as usize].to_vec(),
        ExprKind::Concat(parts) => parts.iter().rev().flat_map(at).collect(),
    };
    cache[id.0 as usize] = Some(value.clone());
    value
}

fn binary<B: Bit>(op: BinaryOp, x: &[B], y: &[B]) -> Vec<B> {
    let zip = |f: fn(&B, &B) -> B| x.iter().zip(y).map(|(x, y)| f(x, y)).collect();
    let one = |bit: B| vec![bit];
    match op {
        BinaryOp::And => zip(B::and),
        BinaryOp::Or => zip(B::or),
        BinaryOp::Xor => zip(B::xor),
        BinaryOp::Add => add(x, y, false).0,
        BinaryOp::Sub => add(x, &complement(y), true).0,
        BinaryOp::Mul => B::product(x, y),
        BinaryOp::Shl | BinaryOp::Shr => shift(op == BinaryOp::Shl, x, y),
        BinaryOp::Eq => one(different(x, y).not()),
        BinaryOp::Ne => one(different(x, y)),
        BinaryOp::Lt => one(add(x, &complement(y), true).1.not()),
        BinaryOp::Ge => one(add(x, &complement(y), true).1),
        BinaryOp::Gt => one(add(y, &complement(x), true).1.not()),
        BinaryOp::Le => one(add(y, &complement(x), true).1),
    }
}

fn complement<B: Bit>(x: &[B]) -> Vec<B> {
    x.iter().map(B::not).collect()
}

/// Sum and carry out.
fn add<B: Bit>(x: &[B], y: &[B], carry: bool) -> (Vec<B>, B) {
    let mut carry = B::constant(carry);
    let mut sum = Vec::with_capacity(x.len());
    for (x, y) in x.iter().zip(y) {
        let differ = x.xor(y);
        sum.push(differ.xor(&carry));
        carry = x.and(y).or(&differ.and(&carry));
    }
    (sum, carry)
}

fn different<B: Bit>(x: &[B], y: &[B]) -> B {
    let bits = x.iter().zip(y);
    bits.fold(B::constant(false), |any, (x, y)| any.or(&x.xor(y)))
}

fn shift<B: Bit>(left: bool, x: &[B], amount: &[B]) -> Vec<B> {
    let zero = B::constant(false);
    let width = x.len();
    amount.iter().enumerate().fold(x.to_vec(), |x, (k, select)| {
        let distance = 1usize.checked_shl(k as u32).filter(|d| *d < width).unwrap_or(width);
        let source = |i: usize| match left {
            true => i.checked_sub(distance),
            false => Some(i + distance),
        };
        let moved = |i: usize| source(i).and_then(|i| x.get(i)).unwrap_or(&zero);
        (0..width).map(|i| select.mux(moved(i), &x[i])).collect()
    })
}
#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_algebra::{Slice, pack, unpack};

    #[test]
    fn bitwise_operators_agree_with_those_on_numbers() {
        use BinaryOp::*;
        let mut seed = 1u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed >> 17
        };
        for width in [1, 2, 3, 8, 13, 32] {
            let vectors: Vec<(u64, u64)> = (0..64)
                .map(|_| (random() % (1 << width), (random() % (1 << width)) >> (random() % 2 * 4)))
                .collect();
            let x: Vec<Slice<1>> = pack(&vectors.iter().map(|v| v.0).collect::<Vec<_>>(), width);
            let y: Vec<Slice<1>> = pack(&vectors.iter().map(|v| v.1).collect::<Vec<_>>(), width);
            for op in [Add, Sub, Mul, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge] {
                let expected: Vec<u64> = vectors.iter().map(|(x, y)| op.apply(width, *x, *y)).collect();
                assert_eq!(unpack(&binary(op, &x, &y), 64), expected, "{op:?} at {width} bits");
            }
        }
    }
}
