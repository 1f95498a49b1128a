//! The model of the unit in the C header: the golden model, translated to C.

use super::c_source::{CExpression, CSource, statements};
use crate::riscv::encoding::{Features, THIRD};
use crate::riscv::golden::{UnitState, execute};
use lanesmith_algebra::Algebra;
use std::fmt::Write;

/// The statements that execute an instruction without the packed ones. They read the variables `function`, `rs1`, `rs2`, `rs3`,
/// `configuration` and `c`, and write the state and `d`.
pub(super) fn effect(features: &Features) -> String {
    let [function, rs1, rs2, rs3, configuration, c] =
        ["function", "rs1", "rs2", "rs3", "configuration", "c"].map(CExpression::variable);
    let state = UnitState {
        configuration,
        c,
        ..UnitState::reset(features)
    };
    // Without the bits that tell packed instructions.
    let function = CSource::field(&function, 0, THIRD + 1);
    let effect = execute::<CSource>(features, &function, [&rs1, &rs2, &rs3], &state);
    let (lines, values) = statements(&[&effect.rd, &effect.state.configuration, &effect.state.c]);
    let places = ["d", "lanesmith_configuration", "lanesmith_c"];
    let writes = places
        .into_iter()
        .zip(values)
        .map(|(place, value)| format!("{place} = {value};"));
    lines.into_iter().chain(writes).fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "    {line}");
        text
    })
}
