//! The operations on the lanes of 32-bit registers, type by type.

use super::float::FloatFormat;
use crate::brew::isa::{Arithmetic, BrewOperation, BrewType};
use lanesmith_algebra::Algebra;

/// The operation on one lane.
#[derive(Clone, Debug)]
pub(super) struct BrewLane<A: Algebra> {
    /// The first operand: an integer with the sign of its type; of floats and shifts the bits as an unsigned number.
    pub x: A::Int,
    /// The second operand, in the same form.
    pub y: A::Int,
    /// The result before it is clipped; of floats after rounding.
    pub exact: A::Int,
    /// The result; only its low bits, as many as the lane has, are used.
    pub result: A::Int,
}

/// `operation` on the lanes of `x` and `y`, both unsigned numbers below 2^32 (for [`BrewOperation::AddToAll`] `y` is signed).
pub(super) fn by_lanes<A: Algebra>(operation: BrewOperation, kind: BrewType, x: &A::Int, y: &A::Int) -> A::Int {
    let bits = kind.lane_bits();
    (0..)
        .zip(lanes::<A>(operation, kind, x, y))
        .fold(A::int(0), |word, (i, lane)| {
            A::or(&word, &A::shl(&A::field(&lane.result, 0, bits), i * bits))
        })
}

/// The same lane by lane, lane 0 first.
pub(super) fn lanes<A: Algebra>(
    operation: BrewOperation,
    kind: BrewType,
    x: &A::Int,
    y: &A::Int,
) -> impl Iterator<Item = BrewLane<A>> {
    let bits = kind.lane_bits();
    (0..kind.lanes).map(move |i| {
        let x = A::field(x, i * bits, bits);
        let y = match operation {
            BrewOperation::ShiftLeft | BrewOperation::ShiftRight | BrewOperation::ShiftRightArithmetic => {
                A::field(y, 0, 5)
            }
            BrewOperation::AddToAll => y.clone(),
            _ => A::field(y, i * bits, bits),
        };
        lane::<A>(operation, kind, &x, &y)
    })
}

/// One lane; `x` and `y` are its bits as unsigned numbers.
fn lane<A: Algebra>(operation: BrewOperation, kind: BrewType, x: &A::Int, y: &A::Int) -> BrewLane<A> {
    let bits = kind.lane_bits();
    let signed = |x: &A::Int| A::signed_field(x, 0, bits);
    let moved = match operation {
        BrewOperation::ShiftLeft => A::shl_by(&signed(x), y, 5),
        BrewOperation::ShiftRight => A::shr_by(x, y, 5),
        BrewOperation::ShiftRightArithmetic => A::shr_by(&signed(x), y, 5),
        BrewOperation::ExtendByte if bits > 8 => A::signed_field(x, 0, 8),
        BrewOperation::ExtendHalf if bits > 16 => A::signed_field(x, 0, 16),
        BrewOperation::ExtendByte | BrewOperation::ExtendHalf => x.clone(),
        _ => match kind.arithmetic {
            Arithmetic::Float => float_lane::<A>(operation, FloatFormat::of(kind), x, y),
            _ => return integer_lane::<A>(operation, kind, x, y),
        },
    };
    BrewLane {
        x: x.clone(),
        y: y.clone(),
        exact: moved.clone(),
        result: moved,
    }
}

/// A lane of integers: saturating types clip the exact result, wrapping types leave it to the lane's width.
fn integer_lane<A: Algebra>(operation: BrewOperation, kind: BrewType, x: &A::Int, y: &A::Int) -> BrewLane<A> {
    let bits = kind.lane_bits();
    let signed = |x: &A::Int| A::signed_field(x, 0, bits);
    let number = |x: &A::Int| match kind.arithmetic {
        Arithmetic::Unsigned => x.clone(),
        _ => signed(x),
    };
    let (x, y) = match operation {
        BrewOperation::Equal | BrewOperation::NotEqual | BrewOperation::Less | BrewOperation::AtLeast => {
            (x.clone(), y.clone())
        }
        BrewOperation::SignedLess | BrewOperation::SignedAtLeast => (signed(x), signed(y)),
        BrewOperation::AddToAll => (number(x), y.clone()),
        _ => (number(x), number(y)),
    };
    let exact = match operation {
        BrewOperation::Add | BrewOperation::AddToAll => A::add(&x, &y),
        BrewOperation::Sub => A::sub(&x, &y),
        BrewOperation::Mul => A::mul(&x, &y),
        BrewOperation::Negate => A::sub(&A::int(0), &x),
        BrewOperation::Equal => predicate::<A>(&A::equal(&x, &y)),
        BrewOperation::NotEqual => predicate::<A>(&A::not(&A::equal(&x, &y))),
        BrewOperation::SignedLess | BrewOperation::Less => predicate::<A>(&A::less(&x, &y)),
        BrewOperation::SignedAtLeast | BrewOperation::AtLeast => predicate::<A>(&A::not(&A::less(&x, &y))),
        _ => A::int(0),
    };
    let clips = kind.clip().filter(|_| operation.is_arithmetic());
    let result = clips.map_or_else(
        || exact.clone(),
        |(low, high)| A::clamp(&exact, &A::int(low), &A::int(high)),
    );
    BrewLane { x, y, exact, result }
}

fn float_lane<A: Algebra>(operation: BrewOperation, format: FloatFormat, x: &A::Int, y: &A::Int) -> A::Int {
    match operation {
        BrewOperation::Add => format.add::<A>(x, y),
        BrewOperation::Sub => format.sub::<A>(x, y),
        BrewOperation::Mul => format.mul::<A>(x, y),
        BrewOperation::Negate => format.negate::<A>(x),
        BrewOperation::Equal => predicate::<A>(&format.equal::<A>(x, y)),
        BrewOperation::NotEqual => predicate::<A>(&A::not(&format.equal::<A>(x, y))),
        BrewOperation::SignedLess | BrewOperation::Less => predicate::<A>(&format.less::<A>(x, y)),
        BrewOperation::SignedAtLeast | BrewOperation::AtLeast => predicate::<A>(&format.at_least::<A>(x, y)),
        _ => A::int(0),
    }
}

/// All ones where `c` holds, else zero.
fn predicate<A: Algebra>(c: &A::Cond) -> A::Int {
    A::select(c, &A::int(-1), &A::int(0))
}

/// Byte `i` of the result is the byte of `x` that bits `2i+1:2i` of `choice` name.
pub(super) fn swizzle<A: Algebra>(x: &A::Int, choice: &A::Int) -> A::Int {
    (0..4).fold(A::int(0), |word, i| {
        let source = A::field(choice, 2 * i, 2);
        let byte = A::case(&source, &[0, 1, 2, 3], |j| A::field(x, 8 * j, 8));
        A::or(&word, &A::shl(&byte, 8 * i))
    })
}
