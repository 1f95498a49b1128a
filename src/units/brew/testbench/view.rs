//! The first view of the datapath in a waveform viewer.

use crate::sim::Engine;
use crate::sim::wave::{Helper, SignalGroup, SignalRow, ValueFormat, ValueNames, View};
use crate::units::brew::golden::Retire;
use crate::units::brew::isa::{disassemble, length, type_names};
use std::collections::BTreeMap;

/// The scopes of the instruction that is offered and of the one that retires, and the name of the signal in them: its
/// words, the first one lowest, which the viewer shows as assembled.
const INSTRUCTIONS: [&str; 2] = ["offered", "retiring"];
const INSTRUCTION: &str = "instruction";
/// Three words, and [`NONE`].
const INSTRUCTION_BITS: u32 = 49;
/// In place of the words where there is no instruction.
const NONE: u64 = 1 << 48;

/// The scope of the golden machine's record of the retiring instruction.
const EXPECTED: &str = "expected";

/// The signals that [`expected_values`] gives, in its order, with how they are shown.
const HELPERS: [(&str, u32, ValueFormat); 7] = [
    ("mismatch", 1, ValueFormat::Bit),
    ("exception", 1, ValueFormat::Bit),
    ("register", 4, ValueFormat::Decimal),
    ("write", 1, ValueFormat::Bit),
    ("value", 32, ValueFormat::Hex),
    ("old_type", 4, ValueFormat::Names(1)),
    ("type", 4, ValueFormat::Names(1)),
];

/// The signals that the testbench adds to the waves: the instructions, and in lock-step the expected results.
pub(super) fn helpers(lockstep: bool) -> Vec<Helper> {
    let helper = |scope, name: &str, width| Helper {
        scope,
        name: name.to_owned(),
        width,
    };
    let instructions = INSTRUCTIONS.map(|scope| helper(scope, INSTRUCTION, INSTRUCTION_BITS));
    let expected = HELPERS.map(|(name, width, _)| helper(EXPECTED, name, width));
    let expected = expected.into_iter().filter(|_| lockstep);
    instructions.into_iter().chain(expected).collect()
}

/// Appends the values of the instructions: their words, as far as they belong to them.
pub(super) fn instruction_values(instructions: [Option<[u16; 3]>; 2], values: &mut Vec<u64>) {
    values.extend(instructions.map(|words| words.map_or(NONE, |words| packed(&words[..length(words[0])]))));
}

fn packed(words: &[u16]) -> u64 {
    words
        .iter()
        .rev()
        .fold(0, |packed, word| packed << 16 | u64::from(*word))
}

/// Appends the expected values of this cycle: all 0 while nothing retires.
pub(super) fn expected_values(expected: Option<&Retire>, mismatch: bool, values: &mut Vec<u64>) {
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

/// The instructions of a program as assembled.
fn texts(program: &[u16]) -> Vec<(u64, String)> {
    let lines = disassemble(program).into_iter();
    let texts: BTreeMap<u64, String> = lines.map(|line| (packed(&line.words), line.text)).collect();
    texts.into_iter().chain([(NONE, "-".to_owned())]).collect()
}

/// The front end's and the retirement's ports of the datapath that `engine` runs; in `lockstep` with what is expected.
pub(super) fn view(engine: &dyn Engine, program: &[u16], lockstep: bool) -> View {
    let top = engine.hierarchy().name;
    let group = |name: &str, scope: &str, prefix: &str| {
        let instruction = SignalRow::new(
            format!("{scope}.{INSTRUCTION}"),
            INSTRUCTION_BITS,
            ValueFormat::Names(0),
        );
        let ports = engine.ports().iter().filter(|port| port.name.starts_with(prefix));
        let row = |port: &crate::sim::Port| {
            let format = match port.name.as_str() {
                "retire_old_type" | "retire_type" => ValueFormat::Names(1),
                "retire_order" | "retire_register" | "in_length" | "retire_length" => ValueFormat::Decimal,
                _ if port.width == 1 => ValueFormat::Bit,
                _ => ValueFormat::Hex,
            };
            SignalRow::new(format!("{top}.{}", port.name), port.width, format)
        };
        SignalGroup {
            name: name.to_owned(),
            open: true,
            rows: [instruction].into_iter().chain(ports.map(row)).collect(),
        }
    };
    let names = |subject: &'static str, width, entries| ValueNames {
        unit: "brew_datapath".into(),
        subject: subject.into(),
        width,
        entries,
    };
    let clock = vec![
        SignalRow::new("clock", 1, ValueFormat::Bit),
        SignalRow::new("cycle", 32, ValueFormat::Decimal),
        SignalRow::new(format!("{top}.reset"), 1, ValueFormat::Bit),
    ];
    let titled = |name: &str, rows| SignalGroup {
        name: name.to_owned(),
        open: true,
        rows,
    };
    let mut groups = vec![titled("clock", clock), group("instructions in", INSTRUCTIONS[0], "in_")];
    if lockstep {
        let rows = HELPERS.map(|(name, width, format)| SignalRow::new(format!("{EXPECTED}.{name}"), width, format));
        groups.push(titled("expected of what retires", rows.into()));
    }
    groups.push(group("retired", INSTRUCTIONS[1], "retire_"));
    View {
        groups,
        names: vec![
            names(INSTRUCTION, INSTRUCTION_BITS, texts(program)),
            names("type", 4, type_names()),
        ],
    }
}
