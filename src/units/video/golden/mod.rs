//! The SIMD video instructions, as the PTX manual's pseudo-code has them.

pub mod explain;

use crate::video::encoding::{Control, OperationCode, control as fields};
use lanesmith_algebra::{Algebra, Concrete};
use lanesmith_ptx::{FAMILIES, Family, Instruction, Mode, OPERATIONS, Operation, OperationRow, WIDTHS, Width};
use lanesmith_unit::ControlField;

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
    /// `.sat`; without effect where results are accumulated.
    pub saturate: A::Cond,
    /// `.add`.
    pub accumulate: A::Cond,
    /// Bit `i`: lane `i` takes part.
    pub mask: A::Int,
    /// Selector digits, lane 0 lowest: 3 bits each for `vop4`, 2 bits each for `vop2`.
    pub asel: A::Int,
    /// The same for the second operand.
    pub bsel: A::Int,
}

/// The steps of one lane.
#[derive(Clone, Debug)]
pub struct VideoLane<A: Algebra> {
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
    let has_lanes = A::less(&m.operation, &A::int(lane_operations().len() as i64));
    let by_lanes = || {
        A::case(&m.width, &WIDTHS, |width| {
            secondary(m, width, &lanes(m, width, a, b), c)
        })
    };
    A::choose(&has_lanes, by_lanes, || {
        A::field(&A::add(c, &A::sum(products(m, a, b))), 0, 32)
    })
}

/// The rows of operations that work lane by lane, which are the first ones.
pub fn lane_operations() -> &'static [OperationRow] {
    let count = OPERATIONS.iter().filter(|row| row.family.has_lanes()).count();
    &OPERATIONS[..count]
}

/// The exact products that a dot product adds to `c`, the products of the lower half-word of `a` first.
pub fn products<A: Algebra>(m: &Modifiers<A>, a: &A::Int, b: &A::Int) -> Vec<A::Int> {
    let product = |lo: u32, bits: u32, byte: u32| {
        let part = A::extend(a, lo, bits, &m.a_signed);
        A::mul(&part, &A::extend(b, 8 * byte, 8, &m.b_signed))
    };
    let dots = &OPERATIONS[lane_operations().len()..];
    let first = A::int(lane_operations().len() as i64);
    let which = A::field(&A::sub(&m.operation, &first), 0, dots.len().ilog2() + 1);
    let half = |half: u32| {
        A::case(&which, dots, |row| match row.operation {
            Operation::Dp2aLo => product(16 * half, 16, half),
            Operation::Dp2aHi => product(16 * half, 16, 2 + half),
            _ => half_products::<A>(a, b, half, &m.a_signed, &m.b_signed),
        })
    };
    vec![half(0), half(1)]
}

/// The sums of the exact products of bytes, a sum for each half-word, the lower one first.
pub(crate) fn byte_products<A: Algebra>(a: &A::Int, b: &A::Int, a_signed: &A::Cond, b_signed: &A::Cond) -> Vec<A::Int> {
    [0, 1]
        .map(|half| half_products::<A>(a, b, half, a_signed, b_signed))
        .into()
}

fn half_products<A: Algebra>(a: &A::Int, b: &A::Int, half: u32, a_signed: &A::Cond, b_signed: &A::Cond) -> A::Int {
    let [low, high] = [2 * half, 2 * half + 1].map(|byte| {
        let part = A::extend(a, 8 * byte, 8, a_signed);
        A::mul(&part, &A::extend(b, 8 * byte, 8, b_signed))
    });
    A::add(&low, &high)
}

/// The lanes of `width`, lane 0 first, up to the secondary operation.
pub fn lanes<A: Algebra>(m: &Modifiers<A>, width: Width, a: &A::Int, b: &A::Int) -> Vec<VideoLane<A>> {
    let bits = width.bits();
    let elements: Vec<A::Int> = [a, b]
        .into_iter()
        .flat_map(|register| (0..width.lanes()).map(move |i| A::field(register, i * bits, bits)))
        .collect();
    let references: Vec<&A::Int> = elements.iter().collect();
    let element = |selector: &A::Int, i: u32, signed: &A::Cond| {
        let digit = A::field(selector, i * width.digit_bits(), width.digit_bits());
        A::extend(&A::case(&digit, &references, A::Int::clone), 0, bits, signed)
    };
    (0..width.lanes())
        .map(|i| {
            let va = element(&m.asel, i, &m.a_signed);
            let vb = element(&m.bsel, i, &m.b_signed);
            let exact = primary::<A>(&m.operation, &va, &vb);
            let t = A::choose(
                &A::both(&m.saturate, &A::not(&m.accumulate)),
                || clamp::<A>(&exact, width, &m.d_signed),
                || exact.clone(),
            );
            let on = A::bit(&m.mask, i);
            VideoLane { va, vb, exact, t, on }
        })
        .collect()
}

/// The exact lane result `t[i]` before saturation.
fn primary<A: Algebra>(operation: &A::Int, va: &A::Int, vb: &A::Int) -> A::Int {
    let steps = LaneSteps::<A>::new(va, vb);
    A::case(operation, lane_operations(), |row| steps.result(row.operation, va, vb))
}

/// The exact result of an operation on one lane.
pub(crate) fn lane_result<A: Algebra>(operation: Operation, va: &A::Int, vb: &A::Int) -> A::Int {
    LaneSteps::<A>::new(va, vb).result(operation, va, vb)
}

/// Intermediate results that the operations on two elements share.
struct LaneSteps<A: Algebra> {
    sum: A::Int,
    difference: A::Int,
    less: A::Cond,
}

impl<A: Algebra> LaneSteps<A> {
    fn new(va: &A::Int, vb: &A::Int) -> Self {
        let difference = A::sub(va, vb);
        LaneSteps {
            sum: A::add(va, vb),
            less: A::is_negative(&difference),
            difference,
        }
    }

    fn result(&self, operation: Operation, va: &A::Int, vb: &A::Int) -> A::Int {
        let LaneSteps { sum, difference, less } = self;
        match operation {
            Operation::Add => sum.clone(),
            Operation::Sub => difference.clone(),
            Operation::Avrg => A::choose(
                &A::is_negative(sum),
                || A::shr(sum, 1),
                || A::shr(&A::add(sum, &A::int(1)), 1),
            ),
            Operation::AbsDiff => A::abs(difference),
            Operation::Min => A::select(less, va, vb),
            Operation::Max => A::select(less, vb, va),
            Operation::SetLt => A::indicator(less),
            Operation::SetGe => A::indicator(&A::not(less)),
            Operation::SetLe => A::indicator(&A::not(&A::less(vb, va))),
            Operation::SetGt => A::indicator(&A::less(vb, va)),
            Operation::SetEq => A::indicator(&A::equal(va, vb)),
            Operation::SetNe => A::indicator(&A::not(&A::equal(va, vb))),
            Operation::Dp4a | Operation::Dp2aLo | Operation::Dp2aHi => unreachable!("no operation on lanes"),
        }
    }
}

/// `CLAMP( t, MAX, MIN )` to the lane's range in the destination type.
fn clamp<A: Algebra>(t: &A::Int, width: Width, d_signed: &A::Cond) -> A::Int {
    let limits = |signed| clamp_to::<A>(t, width.range(signed));
    A::choose(d_signed, || limits(true), || limits(false))
}

/// A number limited to a range.
pub(crate) fn clamp_to<A: Algebra>(t: &A::Int, (low, high): (i64, i64)) -> A::Int {
    A::clamp(t, &A::int(low), &A::int(high))
}

/// The word whose lanes are the low bits of these numbers, lane 0 first.
pub(crate) fn join_lanes<A: Algebra>(width: Width, lanes: impl IntoIterator<Item = A::Int>) -> A::Int {
    (0..).zip(lanes).fold(A::int(0), |word, (i, lane)| {
        let bits = width.bits();
        A::or(&word, &A::shl(&A::field(&lane, 0, bits), i * bits))
    })
}

/// The secondary operation: accumulate into `c`, or merge with `c`.
fn secondary<A: Algebra>(m: &Modifiers<A>, width: Width, lanes: &[VideoLane<A>], c: &A::Int) -> A::Int {
    let accumulate = || {
        let results = lanes.iter().map(|lane| A::select(&lane.on, &lane.t, &A::int(0)));
        let sum = results.reduce(|sum, t| A::add(&sum, &t)).expect("at least two lanes");
        A::field(&A::add(c, &sum), 0, 32)
    };
    let merge = || {
        let merged = (0..).zip(lanes).map(|(i, lane)| {
            let result = A::field(&lane.t, 0, width.bits());
            let kept = A::field(c, i * width.bits(), width.bits());
            A::select(&lane.on, &result, &kept)
        });
        join_lanes::<A>(width, merged)
    };
    A::choose(&m.accumulate, accumulate, merge)
}

impl<A: Algebra> Modifiers<A> {
    /// The modifiers of one instruction, all known.
    pub fn of(instruction: &Instruction) -> Self {
        let width = instruction.width;
        let flag = |on: bool| A::bit(&A::int(on.into()), 0);
        let digits = |selector| A::int(fields::selector_word(width, selector) as i64);
        Modifiers {
            operation: A::int(instruction.operation as i64),
            width: A::int(width as i64),
            d_signed: flag(instruction.d_signed),
            a_signed: flag(instruction.a_signed),
            b_signed: flag(instruction.b_signed),
            saturate: flag(instruction.mode == Mode::Saturate),
            accumulate: flag(instruction.mode == Mode::Accumulate),
            mask: A::int(instruction.mask.into()),
            asel: digits(&instruction.asel),
            bsel: digits(&instruction.bsel),
        }
    }

    /// The modifiers in an instruction's control word of [`Control::BITS`] bits, an unsigned number.
    pub fn decode(control: &A::Int) -> Self {
        Self::decode_for(control, &FAMILIES)
    }

    /// The same if the instruction belongs to one of these families.
    pub fn decode_for(control: &A::Int, families: &[Family]) -> Self {
        let field = |field: ControlField| A::field(control, field.lo, field.bits);
        let flag = |field: ControlField| A::bit(control, field.lo);
        let codes: Vec<u64> = (0..1 << fields::OP.bits).collect();
        let operation = A::case(&field(fields::OP), &codes, |op| {
            let rows: Vec<&OperationCode> = OperationCode::of(families).filter(|code| code.op == op).collect();
            rows.iter().rev().fold(A::int(0), |others, code| {
                let bits = code.set.iter().map(|bit| flag(*bit));
                let fits = bits.fold(A::known(true), |fits, bit| A::both(&fits, &bit));
                A::choose(&fits, || A::int(code.operation as i64), || others.clone())
            })
        });
        // The families behind the first have no type of d and no `.sat`.
        let typed = OPERATIONS.iter().filter(|row| row.family.has_destination_type());
        let is_typed = A::less(&operation, &A::int(typed.count() as i64));
        Modifiers {
            operation,
            width: field(fields::WIDTH),
            d_signed: A::both(&is_typed, &flag(fields::D_SIGNED)),
            a_signed: flag(fields::A_SIGNED),
            b_signed: flag(fields::B_SIGNED),
            saturate: A::both(&is_typed, &flag(fields::SATURATE)),
            accumulate: flag(fields::ACCUMULATE),
            mask: field(fields::MASK),
            asel: field(fields::ASEL),
            bsel: field(fields::BSEL),
        }
    }
}

/// `d` of one instruction on one set of register values; a number in its text is its own value.
pub fn evaluate(instruction: &Instruction, a: u32, b: u32, c: u32) -> u32 {
    let [a, b, c] = instruction.sources([a, b, c]);
    evaluate_modifiers(&Modifiers::of(instruction), a, b, c)
}

/// `d` of the instruction of a control word.
pub fn evaluate_control(control: Control, a: u32, b: u32, c: u32) -> u32 {
    evaluate_modifiers(&Modifiers::decode(&(control.0 as i64)), a, b, c)
}

fn evaluate_modifiers(m: &Modifiers<Concrete>, a: u32, b: u32, c: u32) -> u32 {
    execute(m, &a.into(), &b.into(), &c.into()) as u32
}
