//! Faults in netlists, in a notation of their own: statements that edit a cell, which is named by a net that it drives.
//!
//! ```text
//! net.PORT = value              connects the port with the value: 0, 1, a net `name[bit]`, or what `net.PORT` is connected with
//! net:PARAMETER ^ number        changes the bits of a number
//! net:PARAMETER = word          sets a parameter to a word
//! net is KIND                   makes another cell of it; reset and set trade places
//! ```
//! A port of several bits has the number of one behind it: `DI/2`. Behind a port may stand another one, of the cell that drives it:
//! `step_q[3].DI.CIN`.

use lanesmith::gates::text::{Bit, Netlist, Setting};

/// Does statements.
pub fn edit<'a>(netlist: &mut Netlist, statements: impl IntoIterator<Item = &'a str>) {
    for statement in statements {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let [place, verb, value] = words[..] else {
            panic!("{statement}: three words")
        };
        match (verb, place.split_once(':')) {
            ("is", _) => {
                let cell = driver(netlist, bit(netlist, place));
                let cell = &mut netlist.instances[cell];
                cell.kind = value.to_owned();
                let (port, other) = if value.ends_with('R') { ("S", "R") } else { ("R", "S") };
                if let Some(bits) = cell.ports.remove(port) {
                    cell.ports.insert(other.to_owned(), bits);
                }
            }
            (_, Some((net, parameter))) => {
                let cell = driver(netlist, bit(netlist, net));
                let found = netlist.instances[cell].settings.get_mut(parameter);
                match (verb, found) {
                    ("=", Some(found)) => *found = Setting::Text(value.to_owned()),
                    ("^", Some(Setting::Bits(bits))) => {
                        let mask = u64::from_str_radix(value.trim_start_matches("0x"), 16).expect(statement);
                        let flipped = bits.iter_mut().enumerate().filter(|(i, _)| mask >> i & 1 != 0);
                        flipped.for_each(|(_, bit)| *bit = bit.map(|bit| !bit));
                    }
                    _ => panic!("{statement}: no such parameter"),
                }
            }
            _ => {
                let new = bit(netlist, value);
                let (net, port) = place.rsplit_once('.').expect(statement);
                let cell = driver(netlist, bit(netlist, net));
                let (port, i) = numbered(port);
                netlist.instances[cell].ports.get_mut(port).expect(statement)[i] = new;
            }
        }
    }
}

/// A port, and the number of its bit.
fn numbered(port: &str) -> (&str, usize) {
    let parts = port
        .split_once('/')
        .map(|(port, i)| (port, i.parse().expect("a number")));
    parts.unwrap_or((port, 0))
}

/// The bit that an expression names.
fn bit(netlist: &Netlist, text: &str) -> Bit {
    let mut parts = text.split('.');
    let name = parts.next().expect("a name");
    let named = |(wire, number): &(&lanesmith::gates::text::Wire, usize)| match wire.bits.len() {
        1 => wire.name == name,
        _ => format!("{}[{number}]", wire.name) == name,
    };
    let mut bits = netlist
        .wires
        .iter()
        .flat_map(|wire| (0..wire.bits.len()).map(move |i| (wire, i)));
    let mut found = match name {
        "0" => Bit::Constant(false),
        "1" => Bit::Constant(true),
        _ => bits
            .find(named)
            .map(|(wire, i)| wire.bits[i])
            .unwrap_or_else(|| panic!("no net {name}")),
    };
    for port in parts {
        let (port, i) = numbered(port);
        found = netlist.instances[driver(netlist, found)].ports[port][i];
    }
    found
}

/// The cell that drives a bit, itself or through assignments.
fn driver(netlist: &Netlist, mut bit: Bit) -> usize {
    const OUTPUTS: [&str; 8] = ["Q", "O", "Z", "CO", "COUT", "S0", "S1", "DO"];
    loop {
        let drives = |(port, bits): (&String, &Vec<Bit>)| {
            let is_output = OUTPUTS.contains(&&port[..]) || port.starts_with('P') || port == "RDATA";
            is_output && bits.contains(&bit)
        };
        if let Some(cell) = netlist.instances.iter().position(|cell| cell.ports.iter().any(drives)) {
            return cell;
        }
        let assigned = netlist.assigns.iter().find(|(left, ..)| Bit::Net(*left) == bit);
        bit = assigned.expect("a bit that a cell drives").1;
    }
}
