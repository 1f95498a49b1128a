//! Rows of nets, whose values may have names.

use super::{SignalGroup, SignalRow, ValueFormat, ValueNames, View};
use lanesmith_netlist::{Enumeration, Flat, NetId};

impl View {
    /// Adds a folded group of the nets whose values have names, ports left out.
    pub fn add_named(&mut self, title: &str, flat: &Flat) {
        let ports: Vec<NetId> = flat.ports().map(|(id, _)| id).collect();
        let nets = flat.module.enumerations.keys().filter(|net| !ports.contains(net));
        let rows: Vec<SignalRow> = nets.map(|net| net_row(&mut self.names, flat, *net)).collect();
        if !rows.is_empty() {
            self.groups.push(SignalGroup::new(title, false, rows));
        }
    }
}

/// The row of a net, with the names of its values, whose table is made if there is none.
pub fn net_row(tables: &mut Vec<ValueNames>, flat: &Flat, id: NetId) -> SignalRow {
    let net = flat.module.net_ref(id);
    let format = match flat.module.enumerations.get(&id) {
        Some(names) => ValueFormat::Names(table(tables, names, net.width)),
        None => ValueFormat::of_width(net.width),
    };
    SignalRow::new(format!("{}.{}", flat.scope.name, net.name), net.width, format)
}

/// The number of the table with these names, which is made if there is none.
fn table(tables: &mut Vec<ValueNames>, names: &Enumeration, width: u32) -> usize {
    let entries: Vec<(u64, String)> = names.values.clone().into_iter().collect();
    // Types of different modules may have one name.
    let subjects = (1..).map(|number| match number {
        1 => names.name.clone(),
        _ => format!("{}_{number}", names.name),
    });
    for subject in subjects {
        match tables.iter().position(|table| table.subject == subject) {
            Some(at) if tables[at].entries == entries => return at,
            Some(_) => {}
            None => {
                tables.push(ValueNames {
                    subject: subject.into(),
                    width,
                    entries,
                });
                break;
            }
        }
    }
    tables.len() - 1
}
