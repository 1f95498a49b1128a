//! Waves of a unit: the decoded control word, and golden's result beside the hardware's.

use super::text::write;
use super::{Case, Pipelined};
use lanesmith_sim::Engine;
use lanesmith_sim::wave::{BLANK, Helper, SignalGroup, ValueFormat, ValueNames, View, clock, ports, rows};

/// The scopes of signals about the instruction at the input and about the result at the output.
const REQUEST: &str = "request";
const RESPONSE: &str = "response";

/// A part of an instruction that waves show by name.
#[derive(Clone, Copy, Debug)]
pub struct NamedField {
    /// The signal's name.
    pub name: &'static str,
    /// The bits of the control word that decide the value, as a mask.
    pub bits: u64,
    /// The name of the value of a control word.
    pub text: fn(u64) -> String,
}

impl NamedField {
    /// The signal's width in bits.
    pub fn width(&self) -> u32 {
        self.bits.count_ones() + 1
    }

    /// The signal's value in cycles without an instruction.
    pub fn none(&self) -> u64 {
        1 << self.bits.count_ones()
    }

    /// The signal's value for a control word: the bits of [`bits`](Self::bits), side by side.
    pub fn value(&self, control: u64) -> u64 {
        let places = (0..).zip(self.places());
        places.fold(0, |value, (i, place)| value | (control >> place & 1) << i)
    }

    /// The signal in a scope; `table` is the index of its names.
    pub fn helper(&self, scope: &'static str, table: usize) -> Helper {
        Helper::new(scope, self.name, self.width(), ValueFormat::Names(table))
    }

    /// The names of all values.
    pub fn names(&self) -> ValueNames {
        let name = |value: u64| {
            let bits = self.places().enumerate();
            let control = bits.fold(0, |control, (i, place)| control | (value >> i & 1) << place);
            (value, (self.text)(control))
        };
        ValueNames {
            subject: self.name.into(),
            width: self.width(),
            entries: (0..self.none())
                .map(name)
                .chain([(self.none(), "-".to_owned())])
                .collect(),
        }
    }

    fn places(&self) -> impl Iterator<Item = u32> {
        let bits = self.bits;
        (0..u64::BITS).filter(move |place| bits >> place & 1 != 0)
    }
}

/// The first word of an instruction's text, as its only part.
pub(super) fn mnemonic<P: Pipelined>() -> Vec<NamedField> {
    let text = |control| {
        let text = write::<P>(&Case::new(control, [0; 3]));
        text.split(' ').next().unwrap_or_default().to_owned()
    };
    vec![NamedField {
        name: "instruction",
        bits: (1 << P::CONTROL) - 1,
        text,
    }]
}

/// The signals that the testbench adds to the waves of a unit.
#[derive(Clone, Copy, Debug)]
pub struct WaveSignals {
    /// The parts of an instruction that are shown by name, the operation first.
    pub fields: fn() -> Vec<NamedField>,
    /// Names and widths of intermediate results, which are shown beside the result.
    pub steps: &'static [(&'static str, u32)],
    /// Their values for a case.
    pub values: fn(&Case) -> Vec<u64>,
}

/// The ports of hardware in waves.
#[derive(Clone, Copy, Debug)]
pub struct PortNames {
    /// The heading of the ports that let instructions pass.
    pub title: &'static str,
    /// These ports.
    pub control: &'static [&'static str],
    /// The instruction and its operands.
    pub operands: &'static [&'static str],
    /// The result.
    pub result: &'static [&'static str],
}

/// The ports of the valid/ready handshake.
pub const HANDSHAKE: PortNames = PortNames {
    title: "Handshake",
    control: &["in_valid", "in_ready", "out_valid", "out_ready"],
    operands: &["in_control", "in_a", "in_b", "in_c", "in_tag"],
    result: &["out_d", "out_tag"],
};

/// The ports of hardware that an enable stalls.
pub const ENABLE: PortNames = PortNames {
    title: "Enable",
    control: &["enable"],
    operands: &["control", "a", "b", "c"],
    result: &["d"],
};

/// The signals that the testbench adds to waves.
pub fn helpers<P: Pipelined>() -> Vec<Helper> {
    let fields = (P::SIGNALS.fields)();
    let request = fields.iter().enumerate();
    let request = request.map(|(table, field)| field.helper(REQUEST, table));
    let response = [
        Helper::new(RESPONSE, "expected", 32, ValueFormat::Hex),
        Helper::new(RESPONSE, "mismatch", 1, ValueFormat::Bit),
    ];
    let steps = P::SIGNALS.steps.iter();
    let steps = steps.map(|(name, width)| Helper::new(RESPONSE, *name, *width, ValueFormat::Hex));
    let instruction = fields.first().map(|field| field.helper(RESPONSE, 0));
    request.chain(instruction).chain(response).chain(steps).collect()
}

/// Appends the values of [`helpers`] in this cycle: `offered` is the control word at the input, `answered` the case whose result
/// is `d`.
pub fn helper_values<P: Pipelined>(offered: Option<u64>, answered: Option<&Case>, d: u64, values: &mut Vec<u64>) {
    let fields = (P::SIGNALS.fields)();
    let number =
        |field: &NamedField, control: Option<u64>| control.map_or(field.none(), |control| field.value(control));
    values.extend(fields.iter().map(|field| number(field, offered)));
    let control = answered.map(|case| case.control);
    values.extend(fields.first().map(|field| number(field, control)));
    match answered {
        Some(case) => {
            let expected = u64::from(case.result::<P>());
            values.extend([expected, u64::from(expected != d)]);
            values.extend((P::SIGNALS.values)(case));
        }
        None => {
            values.extend([BLANK, 0]);
            values.extend(P::SIGNALS.steps.iter().map(|_| BLANK));
        }
    }
}

/// Clock, handshake, operands and result.
pub fn view<P: Pipelined>(engine: &dyn Engine, names: &PortNames) -> View {
    let (helpers, fields) = (helpers::<P>(), (P::SIGNALS.fields)());
    let mut operands = rows(&helpers, REQUEST);
    operands.extend(ports(engine, names.operands));
    let mut result = rows(&helpers, RESPONSE);
    result.splice(1..1, ports(engine, names.result));
    View {
        groups: vec![
            clock(engine),
            SignalGroup::open(names.title, ports(engine, names.control)),
            SignalGroup::open("Operands", operands),
            SignalGroup::open("Result", result),
        ],
        names: fields.iter().map(NamedField::names).collect(),
        result: fields
            .first()
            .map(|field| (format!("{RESPONSE}.{}", field.name), field.none())),
    }
}
