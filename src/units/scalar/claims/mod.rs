//! The claims about the unit.

use crate::algebra::{Bitwise, Edge, Graph, Int};
use crate::netlist::ResetStyle;
use crate::prove::machine::TransitionSystem;
use crate::prove::{Deferred, HandshakeProtocol, Obligation};
use crate::ptx::ScalarOperation;
use crate::units::scalar::encoding::{CODES, CONTROL_BITS, field_of};
use crate::units::scalar::golden::execute;
use crate::units::scalar::rtl::ScalarConfig;

/// A claim for each code of operations (from any state, the golden model's result of an instruction with this code leaves the
/// pipeline `latency` clocks after it entered), and the claims about the handshake.
pub(in crate::units::scalar) fn claims<'a>(
    config: &'a ScalarConfig,
    machine: &'a dyn TransitionSystem,
) -> Vec<Deferred<'a>> {
    let handshake = HandshakeProtocol {
        machine,
        latency: config.latency,
        reset: ResetStyle::default(),
        control: CONTROL_BITS,
    };
    let transfers = (0..CODES.len()).map(|code| {
        let executed = executed(config, code);
        let row = CODES[executed].row();
        let name = if executed == code {
            format!("transfer {}{}", row.mnemonic, row.comparison)
        } else {
            format!("transfer of code {code} as {}{}", row.mnemonic, row.comparison)
        };
        Deferred::new(name, move || transfer(&handshake, code, executed))
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

/// The claim about instructions with `code`, for which the golden model executes those with the code `executed`.
fn transfer(handshake: &HandshakeProtocol, code: usize, executed: usize) -> Obligation {
    let graph = Graph::new();
    let mut control = graph.inputs(CONTROL_BITS);
    let operands: [Vec<Edge>; 3] = std::array::from_fn(|_| graph.inputs(32));
    let op = field_of("op");
    let with_code = |control: &mut Vec<Edge>, code: usize| {
        for i in 0..op.bits {
            control[(op.lo + i) as usize] = Edge::Constant(code >> i & 1 != 0);
        }
    };
    with_code(&mut control, executed);
    let words = operands.clone().map(Int::unsigned);
    let d = execute::<Bitwise<Edge>>(
        &Int::unsigned(control.iter().cloned()),
        [&words[0], &words[1], &words[2]],
    );
    with_code(&mut control, code);
    let mut obligation = Obligation::new("", &graph);
    let [a, b, c] = operands;
    let words = [control, a, b, c];
    for (name, word) in ["control", "a", "b", "c"].iter().zip(&words) {
        obligation.name_word(name, word);
    }
    handshake.transfer(obligation, words, &d.low(32))
}
