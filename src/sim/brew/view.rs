//! What a waveform viewer shows of the datapath first.

use crate::isa::brew::{first_word_names, type_names};
use crate::sim::Engine;
use crate::sim::wave::{Format, Group, Names, Row, View};

/// The front end's and the retirement's ports of the datapath that `engine` runs.
pub(super) fn view(engine: &dyn Engine) -> View {
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
        subject,
        width,
        entries,
    };
    View {
        groups: vec![group("instructions in", "in_"), group("retired", "retire_")],
        names: vec![
            names("instruction", 16, first_word_names()),
            names("type", 4, type_names()),
        ],
    }
}
