//! Scalar instructions and the accesses to their configuration.

use super::{UnitEffect, UnitState};
use crate::algebra::Algebra;
use crate::ptx::{ScalarFamily, ScalarOperation};
use crate::units::riscv::encoding::{Features, StateAccess, scalar_bits, scalar_control};
use crate::units::scalar::encoding::{CODES, field_of};
use crate::units::scalar::golden::execute as execute_scalar;

/// Executes the scalar instruction, or the access to the scalar configuration, with this function.
pub(super) fn execute<A: Algebra>(
    features: &Features,
    function: &A::Int,
    [rs1, rs2, _]: [&A::Int; 3],
    state: &UnitState<A>,
) -> UnitEffect<A> {
    let bit = |name| A::bit(function, field_of(name).lo);
    let code = A::field(function, 0, 4);
    let any = |conditions: &[A::Cond]| {
        let conditions = conditions.iter();
        conditions.fold(A::known(false), |any, one| A::either(&any, one))
    };
    // Foreign are functions with a type or `.sat` that the operation does not have, and `vmad` in a unit without it.
    let is_operation = A::case(&code, &CODES, |operation| {
        let wrong = match operation.family() {
            ScalarFamily::Comparison => any(&[bit("d_signed"), bit("saturate")]),
            ScalarFamily::Shift => bit("b_signed"),
            ScalarFamily::MultiplyAdd => A::known(!features.mad),
            _ => A::known(false),
        };
        A::indicator(&A::not(&wrong))
    });
    let is = |access: StateAccess| A::equal(&code, &A::int(access as i64));
    let [reads, swaps] = [
        is(StateAccess::ReadScalarConfiguration),
        is(StateAccess::SwapScalarConfiguration),
    ];
    let is_access_code = A::either(&reads, &swaps);
    let there = A::both(&A::known(features.custom && features.scalar), &A::not(&is_access_code));
    let operation = A::both(&A::bit(&is_operation, 0), &there);
    let plain = A::equal(&A::field(function, 4, 6), &A::int(0));
    let access = A::both(
        &A::known(features.custom && features.scalar),
        &A::both(&is_access_code, &plain),
    );

    let d = execute_scalar::<A>(&scalar_control::<A>(function, &state.scalar), [rs1, rs2, &state.c]);
    let rd = A::select(&operation, &d, &A::select(&access, &state.scalar, &A::int(0)));
    let secondary = A::field(function, 8, 2);
    let is_mad = A::case(&code, &CODES, |operation| {
        A::indicator(&A::known(operation == ScalarOperation::Mad))
    });
    let uses_c = A::either(&A::bit(&is_mad, 0), &A::not(&A::equal(&secondary, &A::int(0))));
    let chained = A::both(&operation, &A::both(&uses_c, &A::bit(&state.field("chain"), 0)));
    let written = A::field(rs1, 0, scalar_bits());
    UnitEffect {
        rd,
        state: UnitState {
            c: A::select(&chained, &d, &state.c),
            scalar: A::select(&A::both(&access, &swaps), &written, &state.scalar),
            ..state.clone()
        },
        operation,
        access,
    }
}
