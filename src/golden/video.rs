//! The SIMD video instructions, as the PTX manual's pseudo-code has them.

use crate::algebra::{Algebra, Concrete};
use crate::isa::ptx::{Instruction, Mode, OPERATIONS, Operation, WIDTHS, Width};

/// An instruction's modifiers as words of an algebra: each may be known, differ per vector, or be symbolic.
#[derive(Clone, Debug)]
pub struct Modifiers<A: Algebra> {
    /// Index into [`OPERATIONS`].
    pub operation: A::Int,
    /// Index into [`WIDTHS`].
    pub width: A::Int,
    /// `.dtype` is `.s32`.
    pub d_signed: A::Cond,
    /// `.atype` is `.s32`.
    pub a_signed: A::Cond,
    /// `.btype` is `.s32`.
    pub b_signed: A::Cond,
    /// `.sat`.
    pub saturate: A::Cond,
    /// `.add`.
    pub accumulate: A::Cond,
    /// Bit `i`: lane `i` takes part.
    pub mask: A::Int,
    /// Selector digits, lane 0 lowest: 3 bits each for `vop4`, 2 bits each for `vop2`.
    pub asel: A::Int,
    /// Likewise for the second operand.
    pub bsel: A::Int,
}

/// What became of one lane, step by step.
#[derive(Clone, Debug)]
pub struct Lane<A: Algebra> {
    /// The selected and extended first element, `Va[i]`.
    pub va: A::Int,
    /// The selected and extended second element, `Vb[i]`.
    pub vb: A::Int,
    /// The exact result.
    pub exact: A::Int,
    /// The result after `.sat`, `t[i]`.
    pub t: A::Int,
    /// Whether the lane takes part.
    pub on: A::Cond,
}

/// `d` for the 32-bit registers `a`, `b` and `c`, all unsigned numbers below 2^32.
pub fn execute<A: Algebra>(m: &Modifiers<A>, a: &A::Int, b: &A::Int, c: &A::Int) -> A::Int {
    A::case(&m.width, &WIDTHS, |width| {
        secondary(m, width, &lanes(m, width, a, b), c)
    })
}

/// The lanes of `width`, lane 0 first, up to the secondary operation.
pub fn lanes<A: Algebra>(m: &Modifiers<A>, width: Width, a: &A::Int, b: &A::Int) -> Vec<Lane<A>> {
    let elements = |register: &A::Int| {
        (0..width.lanes())
            .map(|i| A::field(register, i * width.bits(), width.bits()))
            .collect::<Vec<_>>()
    };
    let elements = [elements(a), elements(b)].concat();
    let element = |selector: &A::Int, i: u32, signed: &A::Cond| {
        let digit = A::field(selector, i * width.digit_bits(), width.digit_bits());
        let references: Vec<&A::Int> = elements.iter().collect();
        let picked = A::case(&digit, &references, A::Int::clone);
        A::extend(&picked, 0, width.bits(), signed)
    };
    (0..width.lanes())
        .map(|i| {
            let va = element(&m.asel, i, &m.a_signed);
            let vb = element(&m.bsel, i, &m.b_signed);
            let exact = A::case(&m.operation, &OPERATIONS, |row| primary::<A>(row.operation, &va, &vb));
            let clamped = clamp::<A>(&exact, width, &m.d_signed);
            Lane {
                t: A::select(&m.saturate, &clamped, &exact),
                on: A::bit(&m.mask, i),
                va,
                vb,
                exact,
            }
        })
        .collect()
}

/// The exact lane result `t[i]` before saturation.
fn primary<A: Algebra>(operation: Operation, va: &A::Int, vb: &A::Int) -> A::Int {
    match operation {
        Operation::Add => A::add(va, vb),
        Operation::Sub => A::sub(va, vb),
        Operation::Avrg => {
            let sum = A::add(va, vb);
            let rounded = A::add(&sum, &A::int(1));
            A::select(&A::is_negative(&sum), &A::shr(&sum, 1), &A::shr(&rounded, 1))
        }
        Operation::AbsDiff => A::abs(&A::sub(va, vb)),
        Operation::Min => A::min(va, vb),
        Operation::Max => A::max(va, vb),
    }
}

/// `CLAMP( t, MAX, MIN )` to the lane's range in the destination type.
fn clamp<A: Algebra>(t: &A::Int, width: Width, d_signed: &A::Cond) -> A::Int {
    let limits = |low: i64, high: i64| A::clamp(t, &A::int(low), &A::int(high));
    let half = 1 << (width.bits() - 1);
    A::select(d_signed, &limits(-half, half - 1), &limits(0, 2 * half - 1))
}

/// The secondary operation: accumulate into `c`, or merge with `c`.
fn secondary<A: Algebra>(m: &Modifiers<A>, width: Width, lanes: &[Lane<A>], c: &A::Int) -> A::Int {
    let added = lanes.iter().map(|lane| A::select(&lane.on, &lane.t, &A::int(0)));
    let sum = A::add(c, &A::sum(added.collect()));
    let merged = lanes.iter().zip(0..).map(|(lane, i)| {
        let lo = i * width.bits();
        let kept = A::field(c, lo, width.bits());
        let result = A::field(&lane.t, 0, width.bits());
        A::shl(&A::select(&lane.on, &result, &kept), lo)
    });
    let merged = merged.fold(A::int(0), |merged, lane| A::or(&merged, &lane));
    A::field(&A::select(&m.accumulate, &sum, &merged), 0, 32)
}

impl<A: Algebra> Modifiers<A> {
    /// The modifiers of one instruction, all known.
    pub fn of(instruction: &Instruction) -> Self {
        let digits = |selector: &[u8; 4]| {
            let bits = instruction.width.digit_bits();
            let word =
                (0..instruction.width.lanes()).fold(0, |word, i| word | i64::from(selector[i as usize]) << (i * bits));
            A::int(word)
        };
        Modifiers {
            operation: A::int(instruction.operation as i64),
            width: A::int(instruction.width as i64),
            d_signed: A::known(instruction.d_signed),
            a_signed: A::known(instruction.a_signed),
            b_signed: A::known(instruction.b_signed),
            saturate: A::known(instruction.mode == Mode::Saturate),
            accumulate: A::known(instruction.mode == Mode::Accumulate),
            mask: A::int(i64::from(instruction.mask)),
            asel: digits(&instruction.asel),
            bsel: digits(&instruction.bsel),
        }
    }
}

/// `d` of one instruction on one set of register values.
pub fn evaluate(instruction: &Instruction, a: u32, b: u32, c: u32) -> u32 {
    let m = Modifiers::<Concrete>::of(instruction);
    execute(&m, &i64::from(a), &i64::from(b), &i64::from(c)) as u32
}
