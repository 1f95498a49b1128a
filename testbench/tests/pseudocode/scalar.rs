//! The scalar video instructions: pseudo-code of the PTX manual, section "Scalar Video Instructions", with its helper
//! functions `partSelectSignExtend`, `optSaturate`, `optSecondaryOp` and `optMerge`.

use super::number::*;
use lanesmith::algebra::Algebra;

/// A selector: none, a byte, a half-word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Whole,
    B(u32),
    H(u32),
}

impl Part {
    pub const ALL: [Part; 7] = [
        Part::Whole,
        Part::B(0),
        Part::B(1),
        Part::B(2),
        Part::B(3),
        Part::H(0),
        Part::H(1),
    ];

    /// The lowest bit and the width.
    fn place(self) -> (u32, u32) {
        match self {
            Part::Whole => (0, 32),
            Part::B(n) => (8 * n, 8),
            Part::H(n) => (16 * n, 16),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secondary {
    None,
    Add,
    Min,
    Max,
    Merge(Part),
}

/// What stands beside an operation. `wrap` is for shifts, which are `.clamp` otherwise.
#[derive(Clone, Debug)]
pub struct Modifiers<A: Algebra> {
    pub dtype_signed: Truth<A>,
    pub atype_signed: Truth<A>,
    pub btype_signed: Truth<A>,
    pub asel: Vec<(Truth<A>, Part)>,
    pub bsel: Vec<(Truth<A>, Part)>,
    pub sat: Truth<A>,
    pub wrap: Truth<A>,
    pub secondary: Secondary,
}

fn part_select_sign_extend<A: Algebra>(x: &Exact<A>, signed: &Truth<A>, sel: &Choice<A, Part>) -> Exact<A> {
    switch(sel, |part| {
        let (low, width) = part.place();
        x.bits(low + width - 1, low).extended(width, signed)
    })
}

fn opt_saturate<A: Algebra>(tmp: &Exact<A>, sat: &Truth<A>, signed: &Truth<A>, dsel: Part) -> Exact<A> {
    sat.then(saturate(tmp, dsel.place().1, signed), tmp)
}

fn opt_secondary_op<A: Algebra>(op: Secondary, tmp: &Exact<A>, c: &Exact<A>) -> Exact<A> {
    match op {
        Secondary::Add => tmp + c,
        Secondary::Min => MIN(tmp, c),
        Secondary::Max => MAX(tmp, c),
        Secondary::None | Secondary::Merge(_) => tmp.clone(),
    }
}

fn opt_merge<A: Algebra>(dsel: Part, tmp: &Exact<A>, c: &Exact<A>) -> Exact<A> {
    let (low, width) = dsel.place();
    let ones = ((1i64 << width) - 1) << low;
    (tmp.bits(width - 1, 0) << low) | (c.clone() & (0xffff_ffff & !ones))
}

/// `d` of 32 bits; `op` is a mnemonic, with the comparison of `vset`.
pub fn result<A: Algebra>(op: &str, m: &Modifiers<A>, a: &Exact<A>, b: &Exact<A>, c: &Exact<A>) -> Exact<A> {
    let dsel = match m.secondary {
        Secondary::Merge(part) => part,
        _ => Part::Whole,
    };
    let ta = part_select_sign_extend(a, &m.atype_signed, &m.asel);
    let shift = matches!(op, "vshl" | "vshr");
    let unsigned = Truth::of(false);
    let mut tb = part_select_sign_extend(b, if shift { &unsigned } else { &m.btype_signed }, &m.bsel);
    if shift {
        let clamped = Exact::from(32).less(&tb).then(32, &tb);
        tb = m.wrap.then(tb.bits(4, 0), clamped);
    }
    let tmp = match op {
        "vadd" => &ta + &tb,
        "vsub" => &ta - &tb,
        "vabsdiff" => ABS(&(&ta - &tb)),
        "vmin" => MIN(&ta, &tb),
        "vmax" => MAX(&ta, &tb),
        // The manual's `tmp` has 34 bits, which loses bits of this result alone.
        "vshl" => ta.shifted_left(&tb, 6).extended(34, &Truth::of(true)),
        "vshr" => ta.shifted_right(&tb, 6),
        vset => Cmp::of(vset).holds(&ta, &tb).then(1, 0),
    };
    // The result of vset is unsigned, and it has no `.sat`: there `sat` and `dtype_signed` do not hold.
    let tmp = opt_saturate(&tmp, &m.sat, &m.dtype_signed, dsel);
    let c = c.extended(32, &m.dtype_signed);
    let d = match m.secondary {
        Secondary::Merge(part) => opt_merge(part, &tmp, &c),
        op => opt_secondary_op(op, &tmp, &c),
    };
    d.bits(31, 0)
}

/// What stands beside `vmad`. At most one of `plus_one`, an odd number of negated factors, and `c_negated` holds.
#[derive(Clone, Debug)]
pub struct Vmad<A: Algebra> {
    pub atype_signed: Truth<A>,
    pub btype_signed: Truth<A>,
    pub asel: Vec<(Truth<A>, Part)>,
    pub bsel: Vec<(Truth<A>, Part)>,
    pub product_negated: Truth<A>,
    pub c_negated: Truth<A>,
    pub plus_one: Truth<A>,
    /// The bits that the sum is shifted to the right.
    pub scale: Vec<(Truth<A>, u32)>,
    pub sat: Truth<A>,
}

/// The factors of `vmad`.
pub fn factors<A: Algebra>(m: &Vmad<A>, a: &Exact<A>, b: &Exact<A>) -> [Exact<A>; 2] {
    let ta = part_select_sign_extend(a, &m.atype_signed, &m.asel);
    let tb = part_select_sign_extend(b, &m.btype_signed, &m.bsel);
    [ta, tb]
}

/// `d` of 32 bits, of `vmad`, from the product of its factors. `tmp` is exact: where the manual prints widths of 128 and 64
/// bits, no bit that counts is lost.
pub fn vmad<A: Algebra>(m: &Vmad<A>, product: Exact<A>, c: &Exact<A>) -> Exact<A> {
    let signed_final =
        m.atype_signed.clone() | m.btype_signed.clone() | m.product_negated.clone() | m.c_negated.clone();
    let tmp = product;
    let lsb = (m.plus_one.clone() | m.product_negated.clone() | m.c_negated.clone()).then(1, 0);
    let tmp = m.product_negated.then(!tmp.clone(), tmp);
    let c = m.c_negated.then((!c.clone()).bits(31, 0), c);
    let c128 = c.extended(32, &signed_final);
    let tmp = tmp + c128 + lsb;
    let result = switch(&m.scale, |bits| tmp.clone() >> *bits);
    m.sat.then(saturate(&result, 32, &signed_final), result).bits(31, 0)
}
