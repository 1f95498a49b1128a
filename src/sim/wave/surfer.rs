//! A view as a Surfer command file, and its name tables as Surfer mapping files.

use super::{ROOT, ValueFormat, ValueNames, View};
use std::fmt::Write;

/// The name under which Surfer knows a name table; also the name of its file. Waves of several units may share a folder.
pub fn mapping_name(names: &ValueNames) -> String {
    format!("lanesmith_{}_{}", names.unit, names.subject)
}

/// The mapping file of a name table.
pub fn mapping_file(names: &ValueNames) -> String {
    let mut text = format!("Name = {}\nBits = {}\n", mapping_name(names), names.width);
    for (value, name) in &names.entries {
        let _ = writeln!(text, "{value} {name}");
    }
    text
}

/// The command file: dividers and signals of the unfolded groups, in order.
pub fn command_file(view: &View) -> String {
    let mut lines = Vec::new();
    for group in view.groups.iter().filter(|group| group.open) {
        lines.push(format!("divider_add {}", group.name));
        for row in &group.rows {
            lines.push(format!("variable_add {ROOT}.{}", row.path));
            if let ValueFormat::Names(table) = row.format {
                lines.push(format!("item_set_format {}", mapping_name(&view.names[table])));
            }
        }
    }
    lines.push("zoom_fit".to_owned());
    lines.join("\n") + "\n"
}
