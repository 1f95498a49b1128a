//! Waves of a unit: the decoded control word, and golden's result beside the hardware's.

use super::{Case, Pipelined};
use crate::sim::Engine;
use crate::sim::wave::{BLANK, Helper, SignalGroup, ValueFormat, ValueNames, View, clock, ports, rows};

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
    pub fn names(&self, unit: &str) -> ValueNames {
        let name = |value: u64| {
            let bits = self.places().enumerate();
            let control = bits.fold(0, |control, (i, place)| control | (value >> i & 1) << place);
            (value, (self.text)(control))
        };
        ValueNames {
            unit: unit.to_owned().into(),
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

/// The signals that the testbench adds to waves.
pub(super) fn helpers<P: Pipelined>() -> Vec<Helper> {
    let fields = P::named_fields();
    let request = fields.iter().enumerate();
    let request = request.map(|(table, field)| field.helper(REQUEST, table));
    let response = [
        Helper::new(RESPONSE, "expected", 32, ValueFormat::Hex),
        Helper::new(RESPONSE, "mismatch", 1, ValueFormat::Bit),
    ];
    let steps = P::STEPS.iter();
    let steps = steps.map(|(name, width)| Helper::new(RESPONSE, *name, *width, ValueFormat::Hex));
    let instruction = fields.first().map(|field| field.helper(RESPONSE, 0));
    request.chain(instruction).chain(response).chain(steps).collect()
}

/// The values of [`helpers`]; `answered` is the case whose result is due next.
pub(super) fn helper_values<P: Pipelined>(answered: Option<&Case>, engine: &dyn Engine, values: &mut Vec<u64>) {
    let get = |name: &str| engine.get(engine.port(name));
    let fields = P::named_fields();
    let number =
        |field: &NamedField, control: Option<u64>| control.map_or(field.none(), |control| field.value(control));
    let offered = (get("in_valid") != 0).then(|| get("in_control"));
    values.extend(fields.iter().map(|field| number(field, offered)));
    let answered = answered.filter(|_| get("out_valid") != 0);
    let control = answered.map(|case| case.control);
    values.extend(fields.first().map(|field| number(field, control)));
    match answered {
        Some(case) => {
            let expected = u64::from(case.result::<P>());
            values.extend([expected, u64::from(expected != get("out_d"))]);
            values.extend(P::steps(case));
        }
        None => {
            values.extend([BLANK, 0]);
            values.extend(P::STEPS.iter().map(|_| BLANK));
        }
    }
}

/// Clock, handshake, operands and result.
pub(super) fn view<P: Pipelined>(engine: &dyn Engine) -> View {
    let (helpers, fields) = (helpers::<P>(), P::named_fields());
    let mut operands = rows(&helpers, REQUEST);
    operands.extend(ports(engine, &["in_control", "in_a", "in_b", "in_c", "in_tag"]));
    let mut result = rows(&helpers, RESPONSE);
    result.splice(1..1, ports(engine, &["out_d", "out_tag"]));
    let handshake = ports(engine, &["in_valid", "in_ready", "out_valid", "out_ready"]);
    let unit = engine.hierarchy().name;
    View {
        groups: vec![
            clock(engine),
            SignalGroup::open("Handshake", handshake),
            SignalGroup::open("Operands", operands),
            SignalGroup::open("Result", result),
        ],
        names: fields.iter().map(|field| field.names(&unit)).collect(),
        result: fields
            .first()
            .map(|field| (format!("{RESPONSE}.{}", field.name), field.none())),
    }
}
