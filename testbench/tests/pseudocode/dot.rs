//! `dp4a`, `dp2a`: pseudo-code of the PTX manual.

use super::number::*;
use lanesmith::algebra::Algebra;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dot {
    Dp4a,
    Dp2aLo,
    Dp2aHi,
}

/// `extractAndSignOrZeroExt( x, type )` into so many parts.
fn parts<A: Algebra>(x: &Exact<A>, count: u32, signed: &Truth<A>) -> Vec<Exact<A>> {
    let width = 32 / count;
    let places = (0..count).map(|i| width * i);
    places
        .map(|low| x.bits(low + width - 1, low).extended(width, signed))
        .collect()
}

/// `d` of 32 bits.
pub fn result<A: Algebra>(
    op: Dot,
    (atype_signed, btype_signed): (&Truth<A>, &Truth<A>),
    a: &Exact<A>,
    b: &Exact<A>,
    c: &Exact<A>,
) -> Exact<A> {
    let mut d = c.clone();
    match op {
        Dot::Dp4a => {
            let va = parts(a, 4, atype_signed);
            let vb = parts(b, 4, btype_signed);
            for i in 0..4 {
                d = d + &va[i] * &vb[i];
            }
        }
        Dot::Dp2aLo | Dot::Dp2aHi => {
            let va = parts(a, 2, atype_signed);
            let vb = parts(b, 4, btype_signed);
            let b_select = if op == Dot::Dp2aLo { 0 } else { 2 };
            for i in 0..2 {
                d = d + &va[i] * &vb[b_select + i];
            }
        }
    }
    d.bits(31, 0)
}
