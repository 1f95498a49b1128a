//! The first view of the datapath in a waveform viewer.

use crate::brew::golden::Retire;
use crate::brew::isa::{TYPES, disassemble, length};
use lanesmith_sim::wave::{Helper, LINE, SignalGroup, SignalRow, ValueFormat, ValueNames, View, clock, rows};
use lanesmith_sim::{Engine, Port};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The scopes of the instruction that is offered and of the one that retires, and the name of the signal in them: its
/// words, the first one lowest, which the viewer shows as assembled.
const INSTRUCTIONS: [&str; 2] = ["offered", "retiring"];
const INSTRUCTION: &str = "instruction";
/// Three words, and [`NONE`].
const INSTRUCTION_BITS: u32 = 49;
/// In place of the words where there is no instruction.
const NONE: u64 = 1 << 48;

/// The number of the table of types; the tables of instructions follow.
const TYPE: usize = 0;

/// The scope of the golden machine's record of the retiring instruction.
const EXPECTED: &str = "expected";

/// The signals that [`expected_values`] gives, in its order, with how they are shown.
const HELPERS: [(&str, u32, ValueFormat); 7] = [
    ("mismatch", 1, ValueFormat::Bit),
    ("exception", 1, ValueFormat::Bit),
    ("register", 4, ValueFormat::Decimal),
    ("write", 1, ValueFormat::Bit),
    ("value", 32, ValueFormat::Hex),
    ("old_type", 4, ValueFormat::Names(TYPE)),
    ("type", 4, ValueFormat::Names(TYPE)),
];

/// The signals that the testbench adds to the waves: the instructions and the expected results.
pub(super) fn helpers() -> Vec<Helper> {
    let first = ValueFormat::Names(TYPE + 1);
    let instructions = INSTRUCTIONS.map(|scope| Helper::new(scope, INSTRUCTION, INSTRUCTION_BITS, first));
    let expected = HELPERS.map(|(name, width, format)| Helper::new(EXPECTED, name, width, format));
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

/// The instructions of a program as assembled, each in lines that views show completely.
fn texts(program: &[u16]) -> BTreeMap<u64, Vec<String>> {
    let lines = disassemble(program).into_iter();
    lines.map(|line| (packed(&line.words), broken(&line.text))).collect()
}

fn broken(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The names of all type codes; those of codes without a type are numbers, as in assembly.
fn types() -> Vec<(u64, String)> {
    TYPES.iter().map(|row| (row.code.into(), row.spelling())).collect()
}

/// The input and retire ports of the datapath that `engine` runs, and the expected values.
pub(super) fn view(engine: &dyn Engine, program: &[u16]) -> View {
    let top = engine.hierarchy().name;
    let texts = texts(program);
    // A row for each line of the longest instruction.
    let lines = texts.values().map(Vec::len).max().unwrap_or(1);
    let helpers = helpers();
    let instruction = |scope: &str| -> Vec<SignalRow> {
        let [first] = &rows(&helpers, scope)[..] else {
            unreachable!("one signal in the scope of an instruction")
        };
        let row = |line| SignalRow {
            format: ValueFormat::Names(TYPE + line),
            label: (line > 1).then(|| format!("line {line}")),
            ..first.clone()
        };
        (1..=lines).map(row).collect()
    };
    let port = |port: &Port| {
        let format = match port.name.as_str() {
            "retire_old_type" | "retire_type" | "retire_operand_type" => ValueFormat::Names(TYPE),
            "retire_order" | "retire_register" | "in_length" | "retire_length" => ValueFormat::Decimal,
            _ => ValueFormat::of_width(port.width),
        };
        SignalRow::new(format!("{top}.{}", port.name), port.width, format)
    };
    let ports = |prefix: &'static str| engine.ports().iter().filter(move |port| port.name.starts_with(prefix));
    let names = |subject: Cow<'static, str>, width, entries| ValueNames {
        subject,
        width,
        entries,
    };
    let line = |line: usize| {
        let none = (NONE, if line == 0 { "-" } else { "" });
        let texts = texts
            .iter()
            .map(|(value, text)| (*value, text.get(line).map_or("", String::as_str)));
        let entries = texts.chain([none]).map(|(value, text)| (value, text.to_owned()));
        let subject = match line {
            0 => INSTRUCTION.into(),
            line => format!("{INSTRUCTION}{}", line + 1).into(),
        };
        names(subject, INSTRUCTION_BITS, entries.collect())
    };
    let mut offered = instruction(INSTRUCTIONS[0]);
    offered.extend(ports("in_").map(port));
    // The expected values are in the same order.
    let order = |port: &&Port| {
        let name = port.name.trim_start_matches("retire_");
        let expected = HELPERS.iter().position(|(expected, ..)| *expected == name);
        if name == "valid" { Some(0) } else { expected }
    };
    let (mut compared, other): (Vec<&Port>, Vec<&Port>) = ports("retire_").partition(|port| order(port).is_some());
    compared.sort_by_key(order);
    let mut retired = instruction(INSTRUCTIONS[1]);
    retired.extend(compared.into_iter().map(port));
    let groups = vec![
        clock(engine),
        SignalGroup::open("Offered", offered),
        SignalGroup::open("Retired", retired),
        SignalGroup::open("Expected", rows(&helpers, EXPECTED)),
        SignalGroup::open("Retired in detail", other.into_iter().map(port).collect()),
    ];
    View {
        groups,
        names: [names("type".into(), 4, types())]
            .into_iter()
            .chain((0..lines).map(line))
            .collect(),
        result: Some((format!("{top}.retire_valid"), 0)),
    }
}
