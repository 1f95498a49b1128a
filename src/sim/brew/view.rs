//! What a waveform viewer shows of the datapath first.

use crate::golden::brew::Retire;
use crate::isa::brew::{first_word_names, type_names};
use crate::sim::Engine;
use crate::sim::wave::{Format, Group, Helper, Names, Row, View};

/// The scope of what the golden machine says of the instruction that retires.
const EXPECTED: &str = "expected";

/// The signals that [`helper_values`] gives, in its order, with how they are shown.
const HELPERS: [(&str, u32, Format); 7] = [
    ("mismatch", 1, Format::Bit),
    ("exception", 1, Format::Bit),
    ("register", 4, Format::Decimal),
    ("write", 1, Format::Bit),
    ("value", 32, Format::Hex),
    ("old_type", 4, Format::Names(1)),
    ("type", 4, Format::Names(1)),
];

/// What the testbench adds to the waves of a run in lock-step.
pub(super) fn helpers() -> Vec<Helper> {
    let helper = |(name, width, _): (&str, u32, Format)| Helper {
        scope: EXPECTED,
        name: name.to_owned(),
        width,
    };
    HELPERS.map(helper).into()
}

/// Appends the values of [`helpers`] in this cycle: all 0 while nothing retires.
pub(super) fn helper_values(expected: Option<&Retire>, mismatch: bool, values: &mut Vec<u64>) {
    let expected = expected.copied().unwrap_or_default();
    values.extend::<[u64; HELPERS.len()]>([
        mismatch.into(),
        expected.exception.into(),
        expected.register.into(),
        expected.writes.into(),
        expected.value.into(),
        expected.old_type.into(),
        expected.new_type.into(),
    ]);
}

/// The front end's and the retirement's ports of the datapath that `engine` runs; in `lockstep` with what is expected.
pub(super) fn view(engine: &dyn Engine, lockstep: bool) -> View {
    let top = engine.hierarchy().name;
    let group = |name: &str, prefix: &str| {
        let ports = engine.ports().iter().filter(|port| port.name.starts_with(prefix));
        let row = |port: &crate::sim::Port| {
            let format = match port.name.as_str() {
                "in_word0" | "retire_word0" => Format::Names(0),
                "retire_old_type" | "retire_type" => Format::Names(1),
                "retire_order" | "retire_register" | "in_length" | "retire_length" => Format::Decimal,
                _ if port.width == 1 => Format::Bit,
                _ => Format::Hex,
            };
            Row::new(format!("{top}.{}", port.name), port.width, format)
        };
        Group {
            name: name.to_owned(),
            open: true,
            rows: ports.map(row).collect(),
        }
    };
    let names = |subject, width, entries| Names {
        unit: "brew_datapath",
        subject,
        width,
        entries,
    };
    let clock = vec![
        Row::new("clock", 1, Format::Bit),
        Row::new("cycle", 32, Format::Decimal),
        Row::new(format!("{top}.reset"), 1, Format::Bit),
    ];
    let titled = |name: &str, rows| Group {
        name: name.to_owned(),
        open: true,
        rows,
    };
    let mut groups = vec![titled("clock", clock), group("instructions in", "in_")];
    if lockstep {
        let rows = HELPERS.map(|(name, width, format)| Row::new(format!("{EXPECTED}.{name}"), width, format));
        groups.push(titled("expected of what retires", rows.into()));
    }
    groups.push(group("retired", "retire_"));
    View {
        groups,
        names: vec![
            names("instruction", 16, first_word_names()),
            names("type", 4, type_names()),
        ],
    }
}
