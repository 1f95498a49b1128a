//! `vop2`, `vop4`, `vset2`, `vset4`: pseudo-code of the PTX manual, sections "SIMD Video Instructions".

use super::number::*;
use lanesmith::algebra::Algebra;

/// What stands beside an operation, for `lanes` 4 or 2; `asel[i]`, `bsel[i]` are the digits that feed lane i.
#[derive(Clone, Debug)]
pub struct Modifiers<A: Algebra> {
    pub lanes: u32,
    pub sat: bool,
    pub add: bool,
    pub dtype_signed: Truth<A>,
    pub atype_signed: Truth<A>,
    pub btype_signed: Truth<A>,
    pub mask: Vec<Truth<A>>,
    pub asel: Vec<Exact<A>>,
    pub bsel: Vec<Exact<A>>,
}

/// `extractAndSignExt( a, b, sel, type )`: elements are numbered from `a`'s lowest to `b`'s highest.
fn extract_and_sign_ext<A: Algebra>(
    a: &Exact<A>,
    b: &Exact<A>,
    sel: &[Exact<A>],
    signed: &Truth<A>,
    lanes: u32,
) -> Vec<Exact<A>> {
    let width = 32 / lanes;
    let element = |k: u32| {
        let register = if k < lanes { a } else { b };
        let low = width * (k % lanes);
        register.bits(low + width - 1, low)
    };
    let selected = sel.iter().map(|digit| {
        let cases: Vec<_> = (0..2 * lanes).map(|k| (digit.is(i64::from(k)), k)).collect();
        switch(&cases, |k| element(*k)).extended(width, signed)
    });
    selected.collect()
}

/// `d` of 32 bits; `op` is a mnemonic without its digit, with the comparison of `vset`.
#[allow(clippy::needless_range_loop, reason = "the loops are those of the manual")]
pub fn result<A: Algebra>(op: &str, m: &Modifiers<A>, a: &Exact<A>, b: &Exact<A>, c: &Exact<A>) -> Exact<A> {
    let (lanes, width) = (m.lanes as usize, 32 / m.lanes);
    let va = extract_and_sign_ext(a, b, &m.asel, &m.atype_signed, m.lanes);
    let vb = extract_and_sign_ext(a, b, &m.bsel, &m.btype_signed, m.lanes);
    let mut t = vec![];
    for i in 0..lanes {
        let sum = &va[i] + &vb[i];
        let mut result = match op {
            "vadd" => sum,
            "vsub" => &va[i] - &vb[i],
            "vavrg" => (!sum.less(0)).then((&sum + 1) >> 1, sum >> 1),
            "vabsdiff" => ABS(&(&va[i] - &vb[i])),
            "vmin" => MIN(&va[i], &vb[i]),
            "vmax" => MAX(&va[i], &vb[i]),
            vset => Cmp::of(vset).holds(&va[i], &vb[i]).then(1, 0),
        };
        if m.sat {
            result = saturate(&result, width, &m.dtype_signed);
        }
        t.push(result);
    }
    let mut d;
    if m.add {
        d = c.clone();
        for i in 0..lanes {
            d = d + m.mask[i].then(&t[i], 0);
        }
    } else {
        d = Exact::from(0);
        for i in 0..lanes {
            let low = width * i as u32;
            let vc = c.bits(low + width - 1, low);
            d = d | (m.mask[i].then(&t[i], vc).bits(width - 1, 0) << low);
        }
    }
    d.bits(31, 0)
}
