//! The claims about the unit.

use super::Scalar;
use super::encoding::{CODES, field_of};
use super::rtl::ScalarConfig;
use lanesmith_algebra::Edge;
use lanesmith_prove::Deferred;
use lanesmith_prove::machine::TransitionSystem;
use lanesmith_ptx::ScalarOperation;
use lanesmith_unit::pipelined::{protocol, transfer};

/// A claim for each code of operations (from any state, the golden model's result of an instruction with this code leaves the
/// pipeline `latency` clocks after it entered), and the claims about the handshake.
pub(super) fn claims<'a>(unit: &'a Scalar, machine: &'a dyn TransitionSystem) -> Vec<Deferred<'a>> {
    let handshake = protocol(unit, machine);
    let transfers = (0..CODES.len()).map(|code| {
        let executed = executed(&unit.0, code);
        let row = CODES[executed].row();
        let name = if executed == code {
            format!("transfer {}{}", row.mnemonic, row.comparison)
        } else {
            format!("transfer of code {code} as {}{}", row.mnemonic, row.comparison)
        };
        let [of_golden, given] = [executed, code].map(|code| move |control: &mut [Edge]| set_code(control, code));
        Deferred::new(name, move || transfer::<Scalar>(&handshake, of_golden, given))
    });
    let transfers: Vec<Deferred> = transfers.collect();
    transfers.into_iter().chain(handshake.claims()).collect()
}

/// The code whose operation the hardware executes for `code`: hardware without `vmad` executes `vadd` for the code of `vmad`.
fn executed(config: &ScalarConfig, code: usize) -> usize {
    let is = |operation: ScalarOperation| CODES.iter().position(|one| *one == operation).expect("it has a code");
    match CODES[code] {
        ScalarOperation::Mad if !config.mad => is(ScalarOperation::Add),
        operation => is(operation),
    }
}

/// Gives a control word a code.
fn set_code(control: &mut [Edge], code: usize) {
    let op = field_of("op");
    for i in 0..op.bits {
        control[(op.lo + i) as usize] = Edge::Constant(code >> i & 1 != 0);
    }
}
