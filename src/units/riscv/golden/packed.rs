//! The results of packed instructions, as the pseudo-code of the RISC-V P extension defines them. The arithmetic of lanes, the clamping and
//! the products are those of the SIMD video instructions.

use super::{UnitEffect, UnitState};
use crate::riscv::encoding::{FeatureSet, Features, PackedWord};
use crate::riscv::isa::{
    ElementResult, PackedConstant, PackedMeaning, PackedRow, SecondElements, ShiftAmount, ShiftKind, SumBase,
    VXSAT_ACCESSES, VxsatAccess, VxsatWrite,
};
use crate::video::golden::{byte_products, clamp_to, join_lanes, lane_result};
use lanesmith_algebra::Algebra;
use lanesmith_ptx::{Operation, Width};
use std::cell::OnceCell;

/// The result of a packed instruction.
#[derive(Clone, Debug)]
pub struct PackedResult<A: Algebra> {
    /// rd, 32 bits.
    pub d: A::Int,
    /// A result was clamped, so `vxsat` becomes 1.
    pub saturated: A::Cond,
}

/// Executes the instruction of a row on rs1, rs2 and the old value of rd. The word supplies only the immediate.
pub fn execute_row<A: Algebra>(row: &PackedRow, word: &A::Int, [a, b, c]: [&A::Int; 3]) -> PackedResult<A> {
    let plain = |d| PackedResult {
        d,
        saturated: A::known(false),
    };
    let width = row.width;
    let (bits, lanes) = (width.bits(), 0..width.lanes());
    let element = |word: &A::Int, i: u32, signed: bool| A::extend(word, i * bits, bits, &A::known(signed));
    let second = |second: SecondElements, i: u32, signed: bool| match second {
        SecondElements::Own => element(b, i, signed),
        SecondElements::First => element(b, 0, signed),
        SecondElements::Zero => A::int(0),
    };
    let base = |base: SumBase| match base {
        SumBase::Zero => A::int(0),
        SumBase::Rs2 => b.clone(),
        SumBase::Rd => c.clone(),
    };
    match row.meaning {
        PackedMeaning::Elements {
            operation,
            signed,
            second: elements,
            result,
        } => {
            let exact = lanes.map(|i| {
                let exact = lane_result::<A>(operation, &element(a, i, signed), &second(elements, i, signed));
                finish::<A>(result, &exact, width, signed)
            });
            join(width, exact.collect())
        }
        PackedMeaning::Crossed { upper, result } => {
            let lower = match upper {
                Operation::Add => Operation::Sub,
                _ => Operation::Add,
            };
            let exact = [lower, upper].into_iter().zip(lanes).map(|(operation, i)| {
                let exact = lane_result::<A>(operation, &element(a, i, true), &element(b, 1 - i, true));
                finish::<A>(result, &exact, width, true)
            });
            join(width, exact.collect())
        }
        PackedMeaning::Sum {
            operation,
            signed,
            second: elements,
            base: start,
        } => {
            let results =
                lanes.map(|i| lane_result::<A>(operation, &element(a, i, signed), &second(elements, i, signed)));
            plain(A::field(&A::add(&base(start), &A::sum(results.collect())), 0, 32))
        }
        PackedMeaning::Products {
            a_signed,
            b_signed,
            base: start,
        } => {
            let products = byte_products::<A>(a, b, &A::known(a_signed), &A::known(b_signed));
            plain(A::field(&A::add(&base(start), &A::sum(products)), 0, 32))
        }
        PackedMeaning::Constant(constant) => {
            let element = constant_element::<A>(constant, word);
            plain(join_lanes::<A>(width, lanes.map(|_| element.clone())))
        }
        PackedMeaning::Shift { kind, amount } => {
            let digits = bits.ilog2();
            let amount = match amount {
                ShiftAmount::Immediate => A::field(word, 20, digits),
                ShiftAmount::Register => A::field(b, 0, digits),
            };
            let shifted = lanes.map(|i| match kind {
                ShiftKind::Left => A::shl_by(&element(a, i, false), &amount, digits),
                ShiftKind::RightLogical => A::shr_by(&element(a, i, false), &amount, digits),
                ShiftKind::RightArithmetic => A::shr_by(&element(a, i, true), &amount, digits),
            });
            plain(join_lanes::<A>(width, shifted))
        }
        PackedMeaning::Pair { a_odd, b_odd } => {
            let moved = lanes.map(|i| match i % 2 {
                0 => element(a, i + u32::from(a_odd), false),
                _ => element(b, i - 1 + u32::from(b_odd), false),
            });
            plain(join_lanes::<A>(width, moved))
        }
    }
}

/// An element of rd (the caller takes its low bits), and whether it was clamped.
fn finish<A: Algebra>(result: ElementResult, exact: &A::Int, width: Width, signed: bool) -> (A::Int, A::Cond) {
    let never = A::known(false);
    match result {
        ElementResult::Low => (exact.clone(), never),
        ElementResult::Halved => (A::shr(exact, 1), never),
        // The exact result of a comparison is 0 or 1; a mask is its negative, 0 or all ones.
        ElementResult::Mask => (A::sub(&A::int(0), exact), never),
        ElementResult::Saturated => {
            let clamped = clamp_to::<A>(exact, width.range(signed));
            let changed = A::not(&A::equal(&clamped, exact));
            (clamped, changed)
        }
    }
}

fn join<A: Algebra>(width: Width, elements: Vec<(A::Int, A::Cond)>) -> PackedResult<A> {
    let (values, clamped): (Vec<_>, Vec<_>) = elements.into_iter().unzip();
    PackedResult {
        d: join_lanes::<A>(width, values),
        saturated: (clamped.iter()).fold(A::known(false), |any, one| A::either(&any, one)),
    }
}

/// The value of each element for a constant in the word.
fn constant_element<A: Algebra>(constant: PackedConstant, word: &A::Int) -> A::Int {
    match constant {
        PackedConstant::Byte => A::field(word, 16, 8),
        PackedConstant::Half => A::or(&A::field(word, 16, 9), &A::shl(&A::signed_field(word, 15, 1), 9)),
        PackedConstant::UpperHalf => {
            let ten = A::or(&A::shl(&A::field(word, 15, 9), 1), &A::field(word, 24, 1));
            A::shl(&ten, 6)
        }
    }
}

/// Executes the packed instruction, or the access to `vxsat`, with this function.
pub(super) fn execute<A: Algebra>(
    features: &Features,
    function: &A::Int,
    registers: [&A::Int; 3],
    state: &UnitState<A>,
) -> UnitEffect<A> {
    let word = PackedWord::bits_of::<A>(function);
    let mut operation = A::known(false);
    let (mut d, mut saturated) = (A::int(0), A::known(false));
    for row in features.packed_rows() {
        let here = PackedWord::matches::<A>(function, row.word, row.mask);
        let done = OnceCell::new();
        let done = || -> &PackedResult<A> { done.get_or_init(|| execute_row(row, &word, registers)) };
        d = A::choose(&here, || done().d.clone(), || d.clone());
        let now = A::choose(&here, || A::indicator(&done().saturated), || A::int(0));
        saturated = A::either(&saturated, &A::bit(&now, 0));
        operation = A::either(&operation, &here);
    }

    let mut access = A::known(false);
    let mut written = state.vxsat.clone();
    for row in VXSAT_ACCESSES.iter().filter(|_| features.vxsat) {
        let here = PackedWord::matches::<A>(function, row.word, VxsatAccess::MASK);
        let operand = match row.immediate {
            true => A::field(&word, 15, 1),
            false => A::field(registers[0], 0, 1),
        };
        let sets = A::bit(&operand, 0);
        let value = match row.write {
            VxsatWrite::Write => operand,
            VxsatWrite::Set => A::select(&sets, &A::int(1), &state.vxsat),
            VxsatWrite::Clear => A::select(&sets, &A::int(0), &state.vxsat),
        };
        written = A::select(&here, &value, &written);
        access = A::either(&access, &here);
    }
    let sets = A::both(&saturated, &A::known(features.vxsat));
    UnitEffect {
        rd: A::select(&access, &state.vxsat, &d),
        state: UnitState {
            vxsat: A::select(&sets, &A::int(1), &written),
            ..state.clone()
        },
        operation,
        access,
    }
}
