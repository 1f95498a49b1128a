//! `dp4a`, `dp2a`: pseudo-code of the PTX manual.

use super::number::*;
use lanesmith::algebra::Algebra;

/// `extractAndSignOrZeroExt( x, type )` into so many parts.
fn parts<A: Algebra>(x: &Exact<A>, count: u32, signed: &Truth<A>) -> Vec<Exact<A>> {
    let width = 32 / count;
    let places = (0..count).map(|i| width * i);
    places
        .map(|low| x.bits(low + width - 1, low).extended(width, signed))
        .collect()
}

/// `d` of 32 bits, of `dp4a`, `dp2a.lo` or `dp2a.hi`.
pub fn result<A: Algebra>(
    op: &str,
    (atype_signed, btype_signed): (&Truth<A>, &Truth<A>),
    a: &Exact<A>,
    b: &Exact<A>,
    c: &Exact<A>,
) -> Exact<A> {
    let (count, b_select) = match op {
        "dp4a" => (4, 0),
        "dp2a.lo" => (2, 0),
        "dp2a.hi" => (2, 2),
        other => panic!("no transcription of {other}"),
    };
    let (va, vb) = (parts(a, count, atype_signed), parts(b, 4, btype_signed));
    let products = (0..count as usize).map(|i| &va[i] * &vb[b_select + i]);
    products.fold(c.clone(), |d, product| d + product).bits(31, 0)
}
