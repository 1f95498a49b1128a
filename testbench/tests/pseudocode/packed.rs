//! Packed integer instructions: the PTX manual's text, section "Integer Arithmetic Instructions".

use super::number::*;
use lanesmith::algebra::Algebra;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packed {
    Add,
    Sub,
    Min,
    Max,
    Neg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    None,
    Sat,
    Relu,
}

/// `d` of 32 bits, for `lanes` 4 or 2; `neg` reads `a` alone.
pub fn result<A: Algebra>(op: Packed, lanes: u32, signed: bool, limit: Limit, a: &Exact<A>, b: &Exact<A>) -> Exact<A> {
    let (width, signed) = (32 / lanes, Truth::of(signed));
    let mut d = Exact::from(0);
    for i in 0..lanes {
        let low = width * i;
        let element = |x: &Exact<A>| x.bits(low + width - 1, low).extended(width, &signed);
        let (x, y) = (element(a), element(b));
        let exact = match op {
            Packed::Add => x + y,
            Packed::Sub => x - y,
            Packed::Min => MIN(&x, &y),
            Packed::Max => MAX(&x, &y),
            Packed::Neg => -x,
        };
        let limited = match limit {
            Limit::None => exact,
            // MININT..MAXINT of the type.
            Limit::Sat => saturate(&exact, width, &signed),
            // Clamped to 0 if negative.
            Limit::Relu => MAX(&exact, &Exact::from(0)),
        };
        d = d | (limited.bits(width - 1, 0) << low);
    }
    d
}
