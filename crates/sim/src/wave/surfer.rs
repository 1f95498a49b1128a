//! A view as a Surfer command file, and its name tables as Surfer mapping files.

use super::gtkw::visible_cycles;
use super::{PERIOD, ROOT, ValueFormat, ValueNames, View};
use std::fmt::Write;
use std::ops::Range;

/// The name under which Surfer knows a name table; also the name of its file. Waves of several units may share a folder.
pub fn mapping_name(names: &ValueNames) -> String {
    format!("lanesmith_{}_{}", names.unit, names.subject)
}

/// The mapping file of a name table.
pub fn mapping_file(names: &ValueNames) -> String {
    let mut text = format!("Name = {}\nBits = {}\n", mapping_name(names), names.width);
    for (value, name) in &names.entries {
        let name = if name.is_empty() { "." } else { name };
        let _ = writeln!(text, "{value} {name}");
    }
    text
}

/// The command file: dividers and signals of the unfolded groups, in order, and the cursor at the cycle `cursor` of `cycles` with as many
/// cycles around it as GTKWave's window shows.
pub fn command_file(view: &View, cycles: &Range<u64>, cursor: Option<u64>) -> String {
    let mut lines = Vec::new();
    for group in view.groups.iter().filter(|group| group.open) {
        lines.push(format!("divider_add {}", group.name));
        if lines.len() == 1 {
            // A format is set for the item with the focus, which moves to added items once one has it.
            lines.push("item_focus a".to_owned());
        }
        for row in &group.rows {
            lines.push(format!("variable_add {ROOT}.{}", row.path));
            if let ValueFormat::Names(table) = row.format {
                lines.push(format!("item_set_format {}", mapping_name(&view.names[table])));
            }
        }
    }
    lines.extend(["item_unfocus", "zoom_fit"].map(str::to_owned));
    if let Some(cursor) = cursor {
        // Each halves the cycles in view.
        let halvings = ((cycles.end - cycles.start) / visible_cycles(view)).checked_ilog2();
        lines.extend((0..halvings.unwrap_or(0)).map(|_| "zoom_in".to_owned()));
        lines.push(format!("cursor_set {}", cursor * PERIOD));
    }
    lines.join("\n") + "\n"
}
