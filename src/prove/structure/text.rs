//! The structure of Verilog text, from the flat design that yosys reads, before yosys changes its registers.

use super::{Expected, Structure};
use serde_json::{Map, Value};
use std::collections::{HashMap, HashSet};

/// Cells that are functions of their inputs.
const LOGIC: &[&str] = &[
    "$not",
    "$pos",
    "$neg",
    "$and",
    "$or",
    "$xor",
    "$xnor",
    "$reduce_and",
    "$reduce_or",
    "$reduce_xor",
    "$reduce_xnor",
    "$reduce_bool",
    "$logic_not",
    "$logic_and",
    "$logic_or",
    "$shl",
    "$shr",
    "$sshl",
    "$sshr",
    "$shift",
    "$shiftx",
    "$lt",
    "$le",
    "$eq",
    "$ne",
    "$eqx",
    "$nex",
    "$ge",
    "$gt",
    "$add",
    "$sub",
    "$mul",
    "$div",
    "$mod",
    "$divfloor",
    "$modfloor",
    "$pow",
    "$mux",
    "$pmux",
    "$bmux",
    "$demux",
    "$bwmux",
    "$bweqx",
    "$slice",
    "$concat",
    "$lut",
    "$sop",
    "$alu",
    "$macc",
    "$fa",
    "$lcu",
    "$meminit",
    "$meminit_v2",
    "$scopeinfo",
];

/// A bit of the flat design: a number, or `0`, `1`, `x`, `z`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Bit {
    Net(u64),
    Constant(char),
}

struct Cell<'a> {
    name: &'a str,
    kind: &'a str,
    parameters: &'a Map<String, Value>,
    source: &'a str,
    /// Port, whether it is an input, bits.
    ports: Vec<(&'a str, bool, Vec<Bit>)>,
}

struct Text<'a> {
    cells: Vec<Cell<'a>>,
    /// Port, whether it is an input, bits.
    ports: Vec<(&'a str, bool, Vec<Bit>)>,
    /// The readable names of the bits.
    names: HashMap<u64, String>,
}

/// The violations of the design `top` in yosys's JSON. Error: the JSON or the ports are not what was expected.
pub(in crate::prove) fn of_text(json: &str, top: &str, expected: &Expected) -> Result<Structure, String> {
    let design: Value = serde_json::from_str(json).map_err(|error| format!("yosys's design: {error}"))?;
    let text = design
        .get("modules")
        .and_then(|modules| modules.get(top))
        .and_then(Text::new);
    let text = text.ok_or_else(|| format!("cannot read the module {top} in yosys's design"))?;
    text.has_ports(expected)?;
    Ok(Structure {
        clocking: text.clocking(expected),
        driving: text.driving(),
    })
}

fn bits(value: &Value) -> Option<Vec<Bit>> {
    let bit = |bit: &Value| match bit {
        Value::String(text) => Some(Bit::Constant(text.chars().next()?)),
        number => number.as_u64().map(Bit::Net),
    };
    value.as_array()?.iter().map(bit).collect()
}

impl<'a> Text<'a> {
    fn new(module: &'a Value) -> Option<Self> {
        let object = |value: &'a Value, key: &str| value.get(key).and_then(Value::as_object);
        let is_input = |direction: &Value| Some(direction.as_str()? == "input");
        let mut ports = vec![];
        for (name, port) in object(module, "ports")? {
            ports.push((&name[..], is_input(port.get("direction")?)?, bits(port.get("bits")?)?));
        }
        let mut cells = vec![];
        for (name, cell) in object(module, "cells")? {
            let directions = object(cell, "port_directions")?;
            let mut ports = vec![];
            for (port, connection) in object(cell, "connections")? {
                ports.push((&port[..], is_input(directions.get(port)?)?, bits(connection)?));
            }
            let source = cell.get("attributes").and_then(|attributes| attributes.get("src"));
            cells.push(Cell {
                name,
                kind: cell.get("type")?.as_str()?,
                parameters: object(cell, "parameters")?,
                source: source.and_then(Value::as_str).unwrap_or(""),
                ports,
            });
        }
        let mut names: HashMap<u64, String> = HashMap::new();
        for (name, net) in object(module, "netnames")? {
            let hidden = net.get("hide_name").and_then(Value::as_u64) == Some(1);
            let bits = bits(net.get("bits")?)?;
            let several = bits.len() > 1;
            for (i, bit) in bits.iter().enumerate() {
                if let (Bit::Net(number), false) = (bit, hidden) {
                    let named = if several { format!("{name}[{i}]") } else { name.clone() };
                    names.entry(*number).or_insert(named);
                }
            }
        }
        Some(Text { cells, ports, names })
    }

    fn name(&self, bit: &Bit) -> String {
        match bit {
            Bit::Net(number) => self
                .names
                .get(number)
                .cloned()
                .unwrap_or_else(|| "a net without a name".into()),
            Bit::Constant(value) => format!("the constant {value}"),
        }
    }

    /// The readable name of a register or memory port, with its place in the text.
    fn describe(&self, cell: &Cell) -> String {
        let memory = cell.parameters.get("MEMID").and_then(Value::as_str);
        let place = if cell.source.is_empty() {
            String::new()
        } else {
            format!(" ({})", cell.source)
        };
        match (memory, cell.port("Q").and_then(<[Bit]>::first)) {
            (Some(memory), _) => format!("memory {}{place}", memory.trim_start_matches('\\')),
            (None, Some(bit)) => {
                let name = self.name(bit);
                format!("register {}{place}", name.strip_suffix("[0]").unwrap_or(&name))
            }
            (None, None) => format!("cell {} of kind {}{place}", cell.name, cell.kind),
        }
    }

    fn has_ports(&self, expected: &Expected) -> Result<(), String> {
        let tell = |name: &str, input: bool, width: u32| {
            let direction = if input { "input" } else { "output" };
            format!("{direction} {name} of {width} bits")
        };
        let found: Vec<(&str, bool, u32)> = self
            .ports
            .iter()
            .map(|(name, input, bits)| (*name, *input, bits.len() as u32))
            .collect();
        for (name, input, width) in &expected.ports {
            if !found.contains(&(name, *input, *width)) {
                return Err(format!("the claims need the port {}", tell(name, *input, *width)));
            }
        }
        let known = |name: &str| expected.ports.iter().any(|(port, ..)| port == name);
        match found.iter().find(|(name, ..)| !known(name)) {
            Some((name, input, width)) => Err(format!(
                "the claims do not know the port {}",
                tell(name, *input, *width)
            )),
            None => Ok(()),
        }
    }

    fn port(&self, name: &str) -> Option<Bit> {
        let port = self.ports.iter().find(|(port, input, _)| *port == name && *input);
        port.and_then(|(.., bits)| bits.first().cloned())
    }

    fn clocking(&self, expected: &Expected) -> Vec<String> {
        let clock = self.port(expected.clock);
        let reset = expected
            .asynchronous
            .and_then(|(port, low)| Some((self.port(port)?, low)));
        let mut wrong = vec![];
        // Inputs that may be the clock or the asynchronous reset.
        let mut allowed: HashSet<(usize, &str)> = HashSet::new();
        for (i, cell) in self.cells.iter().enumerate() {
            let mut tell = |what: String| wrong.push(format!("{} {what}", self.describe(cell)));
            let mut edge = |tell: &mut dyn FnMut(String)| {
                allowed.insert((i, "CLK"));
                match cell.port("CLK") {
                    Some([bit]) if Some(bit) == clock.as_ref() => {
                        if !cell.is_set("CLK_POLARITY") {
                            tell("loads at the falling edge".into());
                        }
                    }
                    Some([bit]) => tell(format!("is clocked by {}", self.name(bit))),
                    _ => tell("has no clock".into()),
                }
            };
            match cell.kind {
                kind if LOGIC.contains(&kind) => {}
                "$dff" | "$dffe" | "$sdff" | "$sdffe" | "$sdffce" => edge(&mut tell),
                "$adff" | "$adffe" => {
                    edge(&mut tell);
                    allowed.insert((i, "ARST"));
                    let by = cell.port("ARST").and_then(<[Bit]>::first);
                    let low = !cell.is_set("ARST_POLARITY");
                    match (&reset, by) {
                        (Some((reset, active_low)), Some(by)) if reset == by && *active_low == low => {}
                        (_, Some(by)) => {
                            let level = if low { 0 } else { 1 };
                            tell(format!(
                                "is reset without a clock edge, by {} at {level}",
                                self.name(by)
                            ));
                        }
                        (_, None) => tell("is reset by nothing".into()),
                    }
                }
                "$memrd" | "$memrd_v2" if !cell.is_set("CLK_ENABLE") => {
                    // A port that this read takes no notice of.
                    allowed.insert((i, "CLK"));
                }
                "$memrd" | "$memrd_v2" | "$memwr" | "$memwr_v2" if cell.is_set("CLK_ENABLE") => edge(&mut tell),
                "$memwr" | "$memwr_v2" => tell("is written without a clock".into()),
                kind => tell(format!("is neither logic nor a register with a clock edge, but {kind}")),
            }
        }
        let mut data = |bit: &Bit, what: &str| {
            for (i, cell) in self.cells.iter().enumerate() {
                let reads = |(port, input, bits): &(&str, bool, Vec<Bit>)| {
                    *input && !allowed.contains(&(i, *port)) && bits.contains(bit)
                };
                if cell.ports.iter().any(reads) {
                    wrong.push(format!("{} reads {what} as data", self.describe(cell)));
                }
            }
            for (port, input, bits) in &self.ports {
                if !input && bits.contains(bit) {
                    wrong.push(format!("output {port} is {what}"));
                }
            }
        };
        if let Some(clock) = &clock {
            data(clock, "the clock");
        }
        if let Some((reset, _)) = &reset {
            data(reset, "the asynchronous reset");
        }
        wrong
    }

    fn driving(&self) -> Vec<String> {
        let mut wrong = vec![];
        let mut drivers: HashMap<&Bit, u32> = HashMap::new();
        let mut readers: HashMap<&Bit, Vec<Reader>> = HashMap::new();
        for (_, input, bits) in &self.ports {
            for bit in bits {
                match input {
                    true => *drivers.entry(bit).or_default() += 1,
                    false => readers.entry(bit).or_default().push(Reader::Port),
                }
            }
        }
        for (i, cell) in self.cells.iter().enumerate() {
            for (port, input, bits) in &cell.ports {
                for bit in bits {
                    match input {
                        true => readers.entry(bit).or_default().push(Reader::Cell(i, port)),
                        false => *drivers.entry(bit).or_default() += 1,
                    }
                }
            }
        }
        for (bit, count) in &drivers {
            match bit {
                Bit::Net(_) if *count > 1 => wrong.push(format!("{} is driven {count} times", self.name(bit))),
                Bit::Constant(_) => wrong.push(format!("{} is driven", self.name(bit))),
                Bit::Net(_) => {}
            }
        }
        for bit in readers.keys() {
            if matches!(bit, Bit::Net(_)) && !drivers.contains_key(bit) {
                wrong.push(format!("{} has no driver", self.name(bit)));
            }
        }
        for unknown in ['x', 'z'].map(Bit::Constant) {
            for reader in readers.get(&unknown).into_iter().flatten() {
                match reader {
                    Reader::Port => wrong.push(format!("an output is unknown ({})", self.name(&unknown))),
                    Reader::Cell(i, _) if !self.is_harmless(*reader, &readers, 0) => {
                        wrong.push(format!(
                            "{} reads {}",
                            self.describe(&self.cells[*i]),
                            self.name(&unknown)
                        ));
                    }
                    Reader::Cell(..) => {}
                }
            }
        }
        wrong.sort();
        wrong.dedup();
        wrong
    }

    /// Whether an unknown value at `reader` has no effect. yosys leaves the address and the word of a memory's write port unknown in
    /// clocks in which the port does not write.
    fn is_harmless(&self, reader: Reader, readers: &HashMap<&Bit, Vec<Reader>>, depth: u32) -> bool {
        const DEEPEST: u32 = 8;
        let Reader::Cell(i, port) = reader else { return false };
        let cell = &self.cells[i];
        match (cell.kind, port) {
            ("$memwr" | "$memwr_v2", "ADDR" | "DATA") => true,
            // Of a read that takes no notice of them.
            ("$memrd" | "$memrd_v2", "CLK" | "EN") => !cell.is_set("CLK_ENABLE"),
            ("$mux", "A" | "B") if depth < DEEPEST => {
                let outputs = cell.port("Y").unwrap_or(&[]).iter();
                let mut all = outputs.flat_map(|bit| readers.get(bit).into_iter().flatten());
                all.all(|reader| self.is_harmless(*reader, readers, depth + 1))
            }
            _ => false,
        }
    }
}

/// A reader of a bit.
#[derive(Clone, Copy)]
enum Reader<'a> {
    /// An output port.
    Port,
    /// A cell by number, with its port.
    Cell(usize, &'a str),
}

impl Cell<'_> {
    fn port(&self, name: &str) -> Option<&[Bit]> {
        self.ports
            .iter()
            .find(|(port, ..)| *port == name)
            .map(|(.., bits)| &bits[..])
    }

    /// Whether a parameter, written as binary digits, is not 0.
    fn is_set(&self, parameter: &str) -> bool {
        match self.parameters.get(parameter) {
            Some(Value::String(digits)) => digits.contains('1'),
            Some(value) => value.as_u64().is_some_and(|value| value != 0),
            None => false,
        }
    }
}
