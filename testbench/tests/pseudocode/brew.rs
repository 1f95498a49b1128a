//! The Brew instructions: the ISA author's page with the definitions of types from the ISA's overview. Floating-point
//! arithmetic is left to whoever calls: here it has a name and its operands.

use super::number::*;
use lanesmith::algebra::Algebra;

/// The operands of an instruction: values of the registers that FIELD_A and FIELD_B name, and the fields themselves.
#[derive(Clone, Debug)]
pub struct Operands<A: Algebra> {
    pub a: Exact<A>,
    pub b: Exact<A>,
    /// FIELD_A as a number of 4 bits.
    pub field_a: Exact<A>,
    /// FIELD_E as a number of 16 or 32 bits.
    pub field_e: Exact<A>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Add,
    Sub,
    Mul,
}

#[derive(Clone, Copy, Debug)]
pub enum Float {
    Arithmetic(Op),
    Compare(Cmp),
}

/// What `$rD` becomes.
#[derive(Clone, Debug)]
pub enum Value<A: Algebra> {
    Bits(Exact<A>),
    /// The operation of the standard on each lane of the two words.
    Ieee(Float, Exact<A>, Exact<A>),
    Kept,
    /// As `Bits`, and invalid where the condition does not hold.
    KeptIf(Truth<A>),
}

/// The type that `$rD` has afterwards.
#[derive(Clone, Debug)]
pub enum Type<A: Algebra> {
    OfA,
    OfB,
    Int32,
    Kept,
    /// 0…14 set, 15 leaves the type.
    Set(Exact<A>),
    /// The nibbles of a word, each as `Set`, for the registers from this one on.
    SetEach(Exact<A>, u32),
}

#[derive(Clone, Debug)]
pub enum Outcome<A: Algebra> {
    Result(Value<A>, Type<A>),
    Invalid,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Wraps,
    ClipsUnsigned,
    ClipsSigned,
    Float,
}

/// The table of types: lanes, and their arithmetic. The others are reserved.
fn type_of(code: u32) -> Option<(u32, Kind)> {
    match code {
        0 => Some((1, Kind::Wraps)),
        1 => Some((2, Kind::Wraps)),
        2 => Some((4, Kind::Wraps)),
        3 => Some((2, Kind::ClipsUnsigned)),
        4 => Some((2, Kind::ClipsSigned)),
        5 => Some((4, Kind::ClipsUnsigned)),
        6 => Some((4, Kind::ClipsSigned)),
        8 => Some((1, Kind::Float)),
        9 => Some((2, Kind::Float)),
        _ => None,
    }
}

/// A function of a lane of each word, lane by lane.
fn lanes<A: Algebra>(
    count: u32,
    x: &Exact<A>,
    y: &Exact<A>,
    signed: bool,
    f: impl Fn(&Exact<A>, &Exact<A>) -> Exact<A>,
) -> Exact<A> {
    let width = 32 / count;
    let signed = Truth::of(signed);
    let lane = |x: &Exact<A>, i: u32| x.bits(width * i + width - 1, width * i).extended(width, &signed);
    let results = (0..count).map(|i| f(&lane(x, i), &lane(y, i)).bits(width - 1, 0) << (width * i));
    results.fold(Exact::from(0), |all, lane| all | lane)
}

/// `x op y` as values of a type.
fn arithmetic<A: Algebra>(op: Op, code: u32, x: &Exact<A>, y: &Exact<A>) -> Option<Value<A>> {
    let (count, kind) = type_of(code)?;
    let exact = |x: &Exact<A>, y: &Exact<A>| match op {
        Op::Add => x + y,
        Op::Sub => x - y,
        Op::Mul => x * y,
    };
    let clipped = |signed: bool| {
        lanes(count, x, y, signed, |x, y| {
            saturate(&exact(x, y), 32 / count, &Truth::of(signed))
        })
    };
    Some(match kind {
        Kind::Wraps => Value::Bits(lanes(count, x, y, true, exact)),
        Kind::ClipsUnsigned => Value::Bits(clipped(false)),
        Kind::ClipsSigned => Value::Bits(clipped(true)),
        Kind::Float => Value::Ieee(Float::Arithmetic(op), x.clone(), y.clone()),
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shift {
    Left,
    Right,
    RightArithmetic,
}

/// `x` shifted by the low 5 bits of `amount`; floats are integer lanes.
fn shift<A: Algebra>(way: Shift, code: u32, x: &Exact<A>, amount: &Exact<A>) -> Option<Value<A>> {
    let (count, _) = type_of(code)?;
    let amount = amount.bits(4, 0);
    let signed = way == Shift::RightArithmetic;
    Some(Value::Bits(lanes(count, x, x, signed, |x, _| match way {
        Shift::Left => x.shifted_left(&amount, 5),
        Shift::Right | Shift::RightArithmetic => x.shifted_right(&amount, 5),
    })))
}

/// Lanes all ones where `x cmp y`.
fn compare<A: Algebra>(cmp: Cmp, signed: bool, code: u32, x: &Exact<A>, y: &Exact<A>) -> Option<Value<A>> {
    let (count, kind) = type_of(code)?;
    if kind == Kind::Float {
        return Some(Value::Ieee(Float::Compare(cmp), x.clone(), y.clone()));
    }
    let ones = |x: &Exact<A>, y: &Exact<A>| cmp.holds(x, y).then(-1, 0);
    Some(Value::Bits(lanes(count, x, y, signed, ones)))
}

fn is_float(code: u32) -> bool {
    type_of(code).is_some_and(|(_, kind)| kind == Kind::Float)
}

/// What an instruction does, by the words of its row in the page's table, for registers of these types.
pub fn outcome<A: Algebra>(words: &str, a_type: u32, b_type: u32, operands: &Operands<A>) -> Outcome<A> {
    use Outcome::{Invalid, Result};
    use Value::Bits;
    let Operands { a, b, field_a, field_e } = operands;
    let lanewise = |value: Option<Value<A>>, of: Type<A>| match value {
        Some(value) => Result(value, of),
        None => Invalid,
    };
    // FIELD_E of 16 bits, sign-extended; the 32 bits are what counts.
    let sext = field_e.extended(16, &Truth::of(true)).bits(31, 0);
    // Four bits in one's complement.
    let constant = field_a.bit(3).then(-(!field_a.clone()).bits(3, 0), field_a);
    let value = field_e.bits(31, 0);
    let zero = Exact::from(0);
    match words {
        // Register and register.
        "0x.1.." => Result(Bits(xor(a, b)), Type::OfA),
        "0x.2.." => Result(Bits(a.clone() | b), Type::OfA),
        "0x.3.." => Result(Bits(a.clone() & b), Type::OfA),
        "0x.a.." => Result(Bits((!a.clone() & b).bits(31, 0)), Type::OfA),
        "0x.4.." => lanewise(arithmetic(Op::Add, a_type, a, b), Type::OfA),
        "0x.5.." => lanewise(arithmetic(Op::Sub, a_type, a, b), Type::OfA),
        "0x.9.." => lanewise(arithmetic(Op::Mul, a_type, a, b), Type::OfA),
        "0x.6.." => lanewise(shift(Shift::Left, a_type, a, b), Type::OfA),
        "0x.7.." => lanewise(shift(Shift::Right, a_type, a, b), Type::OfA),
        "0x.8.." => lanewise(shift(Shift::RightArithmetic, a_type, a, b), Type::OfA),
        "0x.b.." => match type_of(b_type) {
            None | Some((_, Kind::Float)) => Invalid,
            // The constant is added to every lane, exactly.
            Some((count, kind)) => {
                let signed = kind != Kind::ClipsUnsigned;
                let sum = lanes(count, b, b, signed, |lane, _| {
                    let sum = lane + &constant;
                    match kind {
                        Kind::Wraps => sum,
                        _ => saturate(&sum, 32 / count, &Truth::of(signed)),
                    }
                });
                Result(Bits(sum), Type::OfB)
            }
        },
        // Short.
        "0x.1f. 0x****" => Result(Bits(xor(&sext, a)), Type::OfA),
        "0x.2f. 0x****" => Result(Bits(sext | a), Type::OfA),
        "0x.3f. 0x****" => Result(Bits(sext & a), Type::OfA),
        "0x.4f. 0x****" | "0x.5f. 0x****" | "0x.9f. 0x****" if is_float(a_type) => Invalid,
        "0x.4f. 0x****" => lanewise(arithmetic(Op::Add, a_type, &sext, a), Type::OfA),
        "0x.5f. 0x****" => lanewise(arithmetic(Op::Sub, a_type, &sext, a), Type::OfA),
        "0x.9f. 0x****" => lanewise(arithmetic(Op::Mul, a_type, &sext, a), Type::OfA),
        "0x.6f. 0x****" => lanewise(shift(Shift::Left, a_type, a, &sext), Type::OfA),
        "0x.7f. 0x****" => lanewise(shift(Shift::Right, a_type, a, &sext), Type::OfA),
        "0x.8f. 0x****" => lanewise(shift(Shift::RightArithmetic, a_type, a, &sext), Type::OfA),
        "0x.af. 0x****" => {
            let byte = |i: u32| {
                let source = field_e.bits(2 * i + 1, 2 * i);
                let sources: Vec<_> = (0..4u32).map(|k| (source.is(i64::from(k)), k)).collect();
                switch(&sources, |k| a.bits(8 * k + 7, 8 * k)) << (8 * i)
            };
            Result(Bits(byte(0) | byte(1) | byte(2) | byte(3)), Type::OfA)
        }
        // Long.
        "0x.1.f 0x**** 0x****" => Result(Bits(xor(&value, b)), Type::OfB),
        "0x.2.f 0x**** 0x****" => Result(Bits(value | b), Type::OfB),
        "0x.3.f 0x**** 0x****" => Result(Bits(value & b), Type::OfB),
        "0x.4.f 0x**** 0x****" => lanewise(arithmetic(Op::Add, b_type, &value, b), Type::OfB),
        "0x.5.f 0x**** 0x****" => lanewise(arithmetic(Op::Sub, b_type, &value, b), Type::OfB),
        "0x.9.f 0x**** 0x****" => lanewise(arithmetic(Op::Mul, b_type, &value, b), Type::OfB),
        "0x.6.f 0x**** 0x****" => lanewise(shift(Shift::Left, b_type, &value, b), Type::OfB),
        "0x.7.f 0x**** 0x****" => lanewise(shift(Shift::Right, b_type, &value, b), Type::OfB),
        "0x.8.f 0x**** 0x****" => lanewise(shift(Shift::RightArithmetic, b_type, &value, b), Type::OfB),
        // Loads of constants.
        "0x.01." => Result(Bits(constant.bits(31, 0)), Type::Kept),
        "0x.0f0 0x****" => Result(Bits(sext), Type::Kept),
        "0x.00f 0x**** 0x****" => Result(Bits(value), Type::Kept),
        // One operand.
        "0x.03." => match type_of(a_type) {
            None => Invalid,
            Some((count, Kind::Float)) => {
                let signs = if count == 1 { 0x8000_0000 } else { 0x8000_8000 };
                Result(Bits(xor(a, &Exact::from(signs))), Type::OfA)
            }
            Some(_) => lanewise(arithmetic(Op::Sub, a_type, &zero, a), Type::OfA),
        },
        "0x.04." => Result(Bits((!a.clone()).bits(31, 0)), Type::OfA),
        "0x.05." | "0x.06." => match type_of(a_type) {
            None => Invalid,
            Some((count, _)) => {
                let low = if words == "0x.05." { 8 } else { 16 };
                let width = low.min(32 / count);
                let extended = lanes(count, a, a, false, |lane, _| lane.extended(width, &Truth::of(true)));
                Result(Bits(extended), Type::OfA)
            }
        },
        // Types.
        "0x.0c." => Result(Value::KeptIf(!Exact::from(15).less(a)), Type::Set(a.bits(3, 0))),
        "0x.0d." => Result(Bits(Exact::from(i64::from(a_type))), Type::Int32),
        "0x.0e." => Result(Value::Kept, Type::Set(field_a.clone())),
        "0x80ef 0x**** 0x****" => Result(Value::Kept, Type::SetEach(value, 0)),
        "0x90ef 0x**** 0x****" => Result(Value::Kept, Type::SetEach(value, 8)),
        // Comparisons with 0, always signed.
        "0xfff0 0x.00." => lanewise(compare(Cmp::Eq, true, a_type, a, &zero), Type::Int32),
        "0xfff0 0x.01." => lanewise(compare(Cmp::Ne, true, a_type, a, &zero), Type::Int32),
        "0xfff0 0x.02." => lanewise(compare(Cmp::Lt, true, a_type, a, &zero), Type::Int32),
        "0xfff0 0x.03." => lanewise(compare(Cmp::Ge, true, a_type, a, &zero), Type::Int32),
        "0xfff0 0x.04." => lanewise(compare(Cmp::Gt, true, a_type, a, &zero), Type::Int32),
        "0xfff0 0x.05." => lanewise(compare(Cmp::Le, true, a_type, a, &zero), Type::Int32),
        // Comparisons of two registers.
        "0xfff0 0x.1.." => lanewise(compare(Cmp::Eq, true, a_type, b, a), Type::Int32),
        "0xfff0 0x.2.." => lanewise(compare(Cmp::Ne, true, a_type, b, a), Type::Int32),
        "0xfff0 0x.3.." => lanewise(compare(Cmp::Lt, true, a_type, b, a), Type::Int32),
        "0xfff0 0x.4.." => lanewise(compare(Cmp::Ge, true, a_type, b, a), Type::Int32),
        "0xfff0 0x.5.." => lanewise(compare(Cmp::Lt, false, a_type, b, a), Type::Int32),
        "0xfff0 0x.6.." => lanewise(compare(Cmp::Ge, false, a_type, b, a), Type::Int32),
        // Assembled, but not executed here.
        _ => Invalid,
    }
}

fn xor<A: Algebra>(x: &Exact<A>, y: &Exact<A>) -> Exact<A> {
    Exact(A::xor(&x.0, &y.0))
}
