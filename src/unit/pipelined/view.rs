//! Waves of a unit: its ports, and golden's result beside the hardware's.

use crate::sim::wave::{Helper, SignalGroup, SignalRow, ValueFormat, View};
use crate::sim::{Engine, Port};

/// The scope of signals about the result at the output.
const RESPONSE: &str = "response";

/// The signals that the testbench adds to waves.
pub(super) fn helpers() -> Vec<Helper> {
    let helper = |(name, width): (&str, u32)| Helper {
        scope: RESPONSE,
        name: name.to_owned(),
        width,
    };
    [("expected", 32), ("mismatch", 1)].map(helper).to_vec()
}

/// The values of [`helpers`]; `expected` is golden's result of the instruction whose result is due next.
pub(super) fn helper_values(expected: Option<u32>, engine: &dyn Engine, values: &mut Vec<u64>) {
    let get = |name: &str| engine.get(engine.port(name));
    let expected = expected.filter(|_| get("out_valid") != 0).map(u64::from);
    let differs = expected.is_some_and(|expected| expected != get("out_d"));
    values.extend([expected.unwrap_or(0), differs.into()]);
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
pub(super) fn view(engine: &dyn Engine) -> View {
    let mut clock = vec![
        SignalRow::new("clock", 1, ValueFormat::Bit),
        SignalRow::new("cycle", 32, ValueFormat::Decimal),
    ];
    clock.extend(ports(engine, &["reset"]));
    let mut result = ports(engine, &["out_d", "out_tag"]);
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
            group(
                "Operands",
                ports(engine, &["in_control", "in_a", "in_b", "in_c", "in_tag"]),
            ),
            group("Result", result),
        ],
        names: vec![],
    }
}
