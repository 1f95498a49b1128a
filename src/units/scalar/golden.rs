//! The meaning of the scalar video instructions, as the PTX ISA has it.

use super::encoding::{CODES, field_of};
use lanesmith_algebra::Algebra;
use lanesmith_ptx::{
    REGISTER_PARTS, RegisterPart, SCALES, SECONDARY_OPERATIONS, ScalarFamily, ScalarOperation, SecondaryOperation,
};

/// An instruction's modifiers as words of an algebra.
#[derive(Clone, Debug)]
pub struct ScalarModifiers<A: Algebra> {
    /// Index into [`CODES`].
    pub op: A::Int,
    /// `.dtype` is `.s32`.
    pub d_signed: A::Cond,
    /// `.atype` is `.s32`.
    pub a_signed: A::Cond,
    /// `.btype` is `.s32`.
    pub b_signed: A::Cond,
    /// `.sat`.
    pub saturate: A::Cond,
    /// Index into [`REGISTER_PARTS`] of the part of `a`.
    pub asel: A::Int,
    /// The same for `b`.
    pub bsel: A::Int,
    /// The same for `d`; of `vmad` the index into [`SCALES`].
    pub dsel: A::Int,
    /// Index into [`SECONDARY_OPERATIONS`]; of `vmad` its signs, see [`lanesmith_ptx::MultiplyAddSign`].
    pub secondary: A::Int,
    /// `.wrap`.
    pub wrap: A::Cond,
}

impl<A: Algebra> ScalarModifiers<A> {
    /// The modifiers in a control word of 20 bits, an unsigned number.
    pub fn decode(control: &A::Int) -> Self {
        let field = |name| {
            let field = field_of(name);
            A::field(control, field.lo, field.bits)
        };
        let flag = |name| A::bit(control, field_of(name).lo);
        ScalarModifiers {
            op: field("op"),
            d_signed: flag("d_signed"),
            a_signed: flag("a_signed"),
            b_signed: flag("b_signed"),
            saturate: flag("saturate"),
            asel: field("asel"),
            bsel: field("bsel"),
            dsel: field("dsel"),
            secondary: field("secondary"),
            wrap: flag("wrap"),
        }
    }
}

/// The steps of an instruction.
#[derive(Clone, Debug)]
pub struct ScalarSteps<A: Algebra> {
    /// The selected and extended part of `a`.
    pub ta: A::Int,
    /// The selected and extended part of `b`.
    pub tb: A::Int,
    /// The exact result; of `vmad` the scaled sum.
    pub exact: A::Int,
    /// The result after `.sat`.
    pub clamped: A::Int,
    /// The register `d`.
    pub d: A::Int,
}

/// `d` for a control word of 20 bits and the 32-bit registers `a`, `b` and `c`, all unsigned numbers.
pub fn execute<A: Algebra>(control: &A::Int, registers: [&A::Int; 3]) -> A::Int {
    steps(&ScalarModifiers::<A>::decode(control), registers).d
}

/// All steps of an instruction.
pub fn steps<A: Algebra>(m: &ScalarModifiers<A>, [a, b, c]: [&A::Int; 3]) -> ScalarSteps<A> {
    let ta = part::<A>(a, &m.asel, &m.a_signed);
    // An amount is unsigned.
    let b_signed = A::both(&m.b_signed, &A::not(&belongs_to(m, ScalarFamily::Shift)));
    let tb = part::<A>(b, &m.bsel, &b_signed);
    let is_mad = belongs_to(m, ScalarFamily::MultiplyAdd);
    let is_signed = multiply_add_is_signed(m);
    let exact = A::choose(
        &is_mad,
        || multiply_add(m, &ta, &tb, &A::extend(c, 0, 32, &is_signed)),
        || primary(m, &ta, &tb),
    );
    let clamped = A::choose(
        &m.saturate,
        || {
            let in_part = || {
                A::case(&m.dsel, &REGISTER_PARTS, |part| {
                    clamp::<A>(&exact, part.bits, &m.d_signed)
                })
            };
            A::choose(&is_mad, || clamp::<A>(&exact, 32, &is_signed), in_part)
        },
        || exact.clone(),
    );
    let d = A::choose(&is_mad, || A::field(&clamped, 0, 32), || secondary(m, &clamped, c));
    ScalarSteps {
        ta,
        tb,
        exact,
        clamped,
        d,
    }
}

/// Whether the operation is of this family.
fn belongs_to<A: Algebra>(m: &ScalarModifiers<A>, family: ScalarFamily) -> A::Cond {
    let codes = (0..).zip(&CODES).filter(|(_, operation)| operation.family() == family);
    codes.fold(A::known(false), |any, (code, _)| {
        A::either(&any, &A::equal(&m.op, &A::int(code)))
    })
}

/// `partSelectSignExtend( a, atype, asel )`
fn part<A: Algebra>(register: &A::Int, selector: &A::Int, signed: &A::Cond) -> A::Int {
    A::case(selector, &REGISTER_PARTS, |part| {
        A::extend(register, part.lo, part.bits, signed)
    })
}

/// The exact result of any instruction but `vmad`.
fn primary<A: Algebra>(m: &ScalarModifiers<A>, ta: &A::Int, tb: &A::Int) -> A::Int {
    let difference = A::sub(ta, tb);
    let less = A::is_negative(&difference);
    let equal = A::equal(ta, tb);
    // The amount of a shift is the selected part as an unsigned number.
    let amount = A::field(tb, 0, 32);
    let amount = A::choose(&m.wrap, || A::field(&amount, 0, 5), || A::min(&amount, &A::int(32)));
    A::case(&m.op, &CODES, |operation| match operation {
        ScalarOperation::Add => A::add(ta, tb),
        ScalarOperation::Sub => difference.clone(),
        ScalarOperation::AbsDiff => A::abs(&difference),
        ScalarOperation::Min => A::select(&less, ta, tb),
        ScalarOperation::Max => A::select(&less, tb, ta),
        // The manual's result is a signed number of 34 bits.
        ScalarOperation::Shl => A::signed_field(&A::shl_by(ta, &amount, 6), 0, 34),
        ScalarOperation::Shr => A::shr_by(ta, &amount, 6),
        ScalarOperation::SetEq => A::indicator(&equal),
        ScalarOperation::SetNe => A::indicator(&A::not(&equal)),
        ScalarOperation::SetLt => A::indicator(&less),
        ScalarOperation::SetGe => A::indicator(&A::not(&less)),
        ScalarOperation::SetLe => A::indicator(&A::either(&less, &equal)),
        ScalarOperation::SetGt => A::indicator(&A::not(&A::either(&less, &equal))),
        // Has a sum of its own; here nothing asks for it.
        ScalarOperation::Mad => A::int(0),
    })
}

/// Whether `vmad` negates its product, and whether it negates `c`; both signs at once are `.po`.
fn signs<A: Algebra>(m: &ScalarModifiers<A>) -> (A::Cond, A::Cond, A::Cond) {
    let (product, addend) = (A::bit(&m.secondary, 0), A::bit(&m.secondary, 1));
    let plus_one = A::both(&product, &addend);
    let only = |sign: &A::Cond, other: &A::Cond| A::both(sign, &A::not(other));
    (only(&product, &addend), only(&addend, &product), plus_one)
}

/// Whether the result of `vmad` is a signed number: one of its factors is, or something is negated.
fn multiply_add_is_signed<A: Algebra>(m: &ScalarModifiers<A>) -> A::Cond {
    let (product, addend, _) = signs(m);
    A::either(&A::either(&m.a_signed, &m.b_signed), &A::either(&product, &addend))
}

/// `( ±( ta * tb ) ± tc + lsb ) >> scale`, the result of `vmad`.
///
/// An exact sum does not depend on its order; this one is in the order of adders behind multipliers of half-words, so that proofs
/// find the same sums on both sides. A negative factor is its low 32 bits less 2^32, and those are two half-words. With `~x`
/// for `-1 - x`: `-tc` is `~tc + 1`, and `-p + tc` is `~( p + ~tc )`.
fn multiply_add<A: Algebra>(m: &ScalarModifiers<A>, ta: &A::Int, tb: &A::Int, tc: &A::Int) -> A::Int {
    let (negated_product, negated_addend, plus_one) = signs(m);
    let complement = |on: &A::Cond, word: &A::Int| A::select(on, &A::sub(&A::int(-1), word), word);
    let opposite = A::either(&negated_product, &negated_addend);
    let lsb = A::indicator(&A::either(&negated_addend, &plus_one));
    let tc = complement(&opposite, tc);
    let [al, ah] = [0, 16].map(|lo| A::field(ta, lo, 16));
    let [bl, bh] = [0, 16].map(|lo| A::field(tb, lo, 16));
    let outer = A::add(&A::mul(&al, &bl), &A::shl(&A::mul(&ah, &bh), 32));
    let inner = A::add(&A::mul(&al, &bh), &A::mul(&ah, &bl));
    let (a_negative, b_negative) = (A::is_negative(ta), A::is_negative(tb));
    let low = |word: &A::Int, on: &A::Cond| A::select(on, &A::field(word, 0, 32), &A::int(0));
    let excess = A::add(&low(tb, &a_negative), &low(ta, &b_negative));
    let both = A::shl(&A::indicator(&A::both(&a_negative, &b_negative)), 32);
    let upper = A::sub(&A::add(&A::shr(&tc, 32), &both), &excess);
    let addend = A::add(&A::field(&tc, 0, 32), &A::shl(&upper, 32));
    let sum = A::add(&A::add(&A::add(&outer, &addend), &lsb), &A::shl(&inner, 16));
    let sum = complement(&negated_product, &sum);
    A::case(&m.dsel, &SCALES, |(_, shift)| A::shr(&sum, shift))
}

/// `CLAMP( t, MAX, MIN )` to the range of a number of this many bits.
fn clamp<A: Algebra>(t: &A::Int, bits: u32, signed: &A::Cond) -> A::Int {
    let limits = |low: i64, high: i64| A::clamp(t, &A::int(low), &A::int(high));
    A::choose(
        signed,
        || limits(-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        || limits(0, (1 << bits) - 1),
    )
}

/// The secondary operation with `c`, or the merge into a part of `c`.
fn secondary<A: Algebra>(m: &ScalarModifiers<A>, t: &A::Int, c: &A::Int) -> A::Int {
    // The result of a comparison is unsigned, and so is c.
    let c_signed = A::both(&m.d_signed, &A::not(&belongs_to(m, ScalarFamily::Comparison)));
    let tc = A::extend(c, 0, 32, &c_signed);
    let whole = || {
        let result = A::case(&m.secondary, &SECONDARY_OPERATIONS, |(operation, _)| match operation {
            SecondaryOperation::None => t.clone(),
            SecondaryOperation::Add => A::add(t, &tc),
            SecondaryOperation::Min => A::min(t, &tc),
            SecondaryOperation::Max => A::max(t, &tc),
        });
        A::field(&result, 0, 32)
    };
    A::case(&m.dsel, &REGISTER_PARTS, |RegisterPart { lo, bits, .. }| match bits {
        32 => whole(),
        _ => {
            let kept = A::sub(c, &A::shl(&A::field(c, lo, bits), lo));
            A::or(&kept, &A::shl(&A::field(t, 0, bits), lo))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanesmith_algebra::ConcreteWide;

    #[test]
    fn the_sum_in_the_order_of_adders_is_the_manuals() {
        let values = [
            0,
            1,
            2,
            0x7f,
            0x8000,
            0xffff,
            0x1_0000,
            0x7fff_ffff,
            0x8000_0000,
            0xdead_beef,
            0xffff_ffff_u32,
        ];
        for control in [0_i128, 0x20, 0x40, 0x60].map(|types| 7 | types | 0b110_110 << 8) {
            for sign in 0..4_i128 {
                let m = ScalarModifiers::<ConcreteWide>::decode(&(control | sign << 17));
                for (a, b, c) in values
                    .iter()
                    .flat_map(|a| values.iter().flat_map(move |b| values.map(|c| (*a, *b, c))))
                {
                    let extended = |word: u32, signed: bool| if signed { i128::from(word as i32) } else { word.into() };
                    let product = extended(a, m.a_signed) * extended(b, m.b_signed);
                    let tc = extended(c, multiply_add_is_signed(&m));
                    let expected = match sign {
                        0 => product + tc,
                        1 => -product + tc,
                        2 => product - tc,
                        _ => product + tc + 1,
                    };
                    let steps = steps(&m, [&a.into(), &b.into(), &c.into()]);
                    assert_eq!(steps.exact, expected, "{control:#x} {sign} {a:#x} {b:#x} {c:#x}");
                }
            }
        }
    }
}
