//! What the instructions do to the lanes of 32-bit registers, type by type.

use super::float::{BINARY16, BINARY32, Format};
use crate::algebra::Algebra;
use crate::units::brew::isa::{Arithmetic, Operation, Type};

/// What becomes of one lane.
#[derive(Clone, Debug)]
pub(super) struct Lane<A: Algebra> {
    /// The operands as the operation takes them: integers as numbers of the type's sign, floats and what is shifted as
    /// bits.
    pub x: A::Int,
    /// Likewise.
    pub y: A::Int,
    /// The result before it is clipped; of floats after rounding.
    pub exact: A::Int,
    /// The result, of which the lane's low bits count.
    pub result: A::Int,
}

/// `operation` on the lanes of `x` and `y`, both unsigned numbers below 2^32 (for [`Operation::AddToAll`] `y` is signed).
pub(super) fn by_lanes<A: Algebra>(operation: Operation, kind: Type, x: &A::Int, y: &A::Int) -> A::Int {
    let bits = kind.lane_bits();
    (0..)
        .zip(lanes::<A>(operation, kind, x, y))
        .fold(A::int(0), |word, (i, lane)| {
            A::or(&word, &A::shl(&A::field(&lane.result, 0, bits), i * bits))
        })
}

/// Likewise lane by lane, lane 0 first.
pub(super) fn lanes<A: Algebra>(operation: Operation, kind: Type, x: &A::Int, y: &A::Int) -> Vec<Lane<A>> {
    let bits = kind.lane_bits();
    let lanes = (0..kind.lanes).map(|i| {
        let x = A::field(x, i * bits, bits);
        let y = match operation {
            Operation::ShiftLeft | Operation::ShiftRight | Operation::ShiftRightArithmetic => A::field(y, 0, 5),
            Operation::AddToAll => y.clone(),
            _ => A::field(y, i * bits, bits),
        };
        lane::<A>(operation, kind, &x, &y)
    });
    lanes.collect()
}

/// One lane; `x` and `y` are its bits as unsigned numbers.
fn lane<A: Algebra>(operation: Operation, kind: Type, x: &A::Int, y: &A::Int) -> Lane<A> {
    let bits = kind.lane_bits();
    let signed = |x: &A::Int| A::signed_field(x, 0, bits);
    let moved = match operation {
        Operation::ShiftLeft => A::shl_by(&signed(x), y, 5),
        Operation::ShiftRight => A::shr_by(x, y, 5),
        Operation::ShiftRightArithmetic => A::shr_by(&signed(x), y, 5),
        Operation::ExtendByte if bits > 8 => A::signed_field(x, 0, 8),
        Operation::ExtendHalf if bits > 16 => A::signed_field(x, 0, 16),
        Operation::ExtendByte | Operation::ExtendHalf => x.clone(),
        _ => match kind.arithmetic {
            Arithmetic::Float => float_lane::<A>(operation, format(kind), x, y),
            _ => return integer_lane::<A>(operation, kind, x, y),
        },
    };
    Lane {
        x: x.clone(),
        y: y.clone(),
        exact: moved.clone(),
        result: moved,
    }
}

fn integer_lane<A: Algebra>(operation: Operation, kind: Type, x: &A::Int, y: &A::Int) -> Lane<A> {
    let bits = kind.lane_bits();
    let signed = |x: &A::Int| A::signed_field(x, 0, bits);
    let number = |x: &A::Int| match kind.arithmetic {
        Arithmetic::Unsigned => x.clone(),
        _ => signed(x),
    };
    let (x, y) = match operation {
        Operation::Equal | Operation::NotEqual | Operation::Less | Operation::AtLeast => (x.clone(), y.clone()),
        Operation::SignedLess | Operation::SignedAtLeast => (signed(x), signed(y)),
        Operation::AddToAll => (number(x), y.clone()),
        _ => (number(x), number(y)),
    };
    let exact = match operation {
        Operation::Add | Operation::AddToAll => A::add(&x, &y),
        Operation::Sub => A::sub(&x, &y),
        Operation::Mul => A::mul(&x, &y),
        Operation::Negate => A::sub(&A::int(0), &x),
        Operation::Equal => predicate::<A>(&A::equal(&x, &y)),
        Operation::NotEqual => predicate::<A>(&A::not(&A::equal(&x, &y))),
        Operation::SignedLess | Operation::Less => predicate::<A>(&A::less(&x, &y)),
        Operation::SignedAtLeast | Operation::AtLeast => predicate::<A>(&A::not(&A::less(&x, &y))),
        _ => A::int(0),
    };
    let result = match operation.is_arithmetic() {
        true => fit::<A>(kind, &exact),
        false => exact.clone(),
    };
    Lane { x, y, exact, result }
}

fn float_lane<A: Algebra>(operation: Operation, format: Format, x: &A::Int, y: &A::Int) -> A::Int {
    match operation {
        Operation::Add => format.add::<A>(x, y),
        Operation::Sub => format.sub::<A>(x, y),
        Operation::Mul => format.mul::<A>(x, y),
        Operation::Negate => format.negate::<A>(x),
        Operation::Equal => predicate::<A>(&format.equal::<A>(x, y)),
        Operation::NotEqual => predicate::<A>(&A::not(&format.equal::<A>(x, y))),
        Operation::SignedLess | Operation::Less => predicate::<A>(&format.less::<A>(x, y)),
        Operation::SignedAtLeast | Operation::AtLeast => predicate::<A>(&format.at_least::<A>(x, y)),
        _ => A::int(0),
    }
}

/// The exact result in the type's range: saturating types clip, wrapping types leave it to the lane's width.
fn fit<A: Algebra>(kind: Type, exact: &A::Int) -> A::Int {
    match kind.clip() {
        Some((low, high)) => A::clamp(exact, &A::int(low), &A::int(high)),
        None => exact.clone(),
    }
}

/// All ones where `c` holds, else zero.
fn predicate<A: Algebra>(c: &A::Cond) -> A::Int {
    A::select(c, &A::int(-1), &A::int(0))
}

fn format(kind: Type) -> Format {
    match kind.lanes {
        1 => BINARY32,
        _ => BINARY16,
    }
}

/// Byte `i` of the result is the byte of `x` that bits `2i+1:2i` of `choice` name.
pub(super) fn swizzle<A: Algebra>(x: &A::Int, choice: &A::Int) -> A::Int {
    (0..4).fold(A::int(0), |word, i| {
        let source = A::field(choice, 2 * i, 2);
        let byte = A::case(&source, &[0, 1, 2, 3], |j| A::field(x, 8 * j, 8));
        A::or(&word, &A::shl(&byte, 8 * i))
    })
}
