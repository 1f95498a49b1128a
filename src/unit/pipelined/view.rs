//! Waves of a unit: its ports, and golden's result beside the hardware's.

use super::{Case, Pipelined};
use crate::sim::wave::{Helper, SignalGroup, SignalRow, ValueFormat, ValueNames, View};
use crate::sim::{Engine, Port};

/// The scopes of signals about the instruction at the input and about the result at the output.
const REQUEST: &str = "request";
const RESPONSE: &str = "response";
/// The name of an instruction in both.
const INSTRUCTION: &str = "instruction";

/// The signals that the testbench adds to waves.
pub(super) fn helpers<P: Pipelined>() -> Vec<Helper> {
    let helper = |(scope, name, width): (&'static str, &str, u32)| Helper {
        scope,
        name: name.to_owned(),
        width,
    };
    let signals = [
        (REQUEST, INSTRUCTION, P::NAME + 1),
        (RESPONSE, INSTRUCTION, P::NAME + 1),
        (RESPONSE, "expected", 32),
        (RESPONSE, "mismatch", 1),
    ];
    signals.map(helper).to_vec()
}

/// In place of the name's number where there is no instruction.
fn none<P: Pipelined>() -> u64 {
    1 << P::NAME
}

/// The values of [`helpers`]; `answered` is the case whose result is due next.
pub(super) fn helper_values<P: Pipelined>(answered: Option<&Case>, engine: &dyn Engine, values: &mut Vec<u64>) {
    let get = |name: &str| engine.get(engine.port(name));
    values.push(match get("in_valid") {
        0 => none::<P>(),
        _ => P::name_of(get("in_control")),
    });
    values.extend(match answered.filter(|_| get("out_valid") != 0) {
        Some(case) => {
            let expected = u64::from(case.result::<P>());
            [P::name_of(case.control), expected, u64::from(expected != get("out_d"))]
        }
        None => [none::<P>(), 0, 0],
    });
}

/// Rows of ports of the top module.
pub fn ports(engine: &dyn Engine, names: &[&str]) -> Vec<SignalRow> {
    let top = engine.hierarchy().name;
    let row = |name: &&str| {
        let port = engine.ports().iter().find(|port| port.name == **name);
        let width = port.map_or(1, |port: &Port| port.width);
        let format = if width == 1 { ValueFormat::Bit } else { ValueFormat::Hex };
        SignalRow::new(format!("{top}.{name}"), width, format)
    };
    names.iter().map(row).collect()
}

/// Clock, handshake, operands and result.
pub(super) fn view<P: Pipelined>(engine: &dyn Engine) -> View {
    let instruction = |scope| SignalRow::new(format!("{scope}.{INSTRUCTION}"), P::NAME + 1, ValueFormat::Names(0));
    let mut clock = vec![
        SignalRow::new("clock", 1, ValueFormat::Bit),
        SignalRow::new("cycle", 32, ValueFormat::Decimal),
    ];
    clock.extend(ports(engine, &["reset"]));
    let mut operands = vec![instruction(REQUEST)];
    operands.extend(ports(engine, &["in_control", "in_a", "in_b", "in_c", "in_tag"]));
    let mut result = vec![instruction(RESPONSE)];
    result.extend(ports(engine, &["out_d", "out_tag"]));
    result.push(SignalRow::new(format!("{RESPONSE}.expected"), 32, ValueFormat::Hex));
    result.push(SignalRow::new(format!("{RESPONSE}.mismatch"), 1, ValueFormat::Bit));
    let group = |name: &str, rows| SignalGroup {
        name: name.to_owned(),
        open: true,
        rows,
    };
    View {
        groups: vec![
            group("Clock", clock),
            group(
                "Handshake",
                ports(engine, &["in_valid", "in_ready", "out_valid", "out_ready"]),
            ),
            group("Operands", operands),
            group("Result", result),
        ],
        names: vec![ValueNames {
            unit: engine.hierarchy().name.into(),
            subject: INSTRUCTION.into(),
            width: P::NAME + 1,
            entries: P::instruction_names()
                .into_iter()
                .chain([(none::<P>(), "-".to_owned())])
                .collect(),
        }],
        result: Some((format!("{RESPONSE}.{INSTRUCTION}"), none::<P>())),
    }
}
