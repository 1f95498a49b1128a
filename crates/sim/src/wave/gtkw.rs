//! A view as a GTKWave save file, and its name tables as GTKWave translate filter files.

use super::{LINE, PERIOD, ROOT, SignalGroup, SignalRow, ValueFormat, ValueNames, View};
use std::fmt::Write;

/// Flags of a trace, as GTKWave's save files have them.
mod flag {
    pub const HEX: u32 = 1 << 1;
    pub const DECIMAL: u32 = 1 << 2;
    pub const BINARY: u32 = 1 << 3;
    pub const RIGHT_JUSTIFIED: u32 = 1 << 5;
    pub const BLANK: u32 = 1 << 9;
    pub const FILE_TRANSLATED: u32 = 1 << 13;
    pub const CLOSED: u32 = 1 << 22;
    pub const GROUP_BEGIN: u32 = 1 << 23;
    pub const GROUP_END: u32 = 1 << 24;
}

/// GTKWave's colour number for signals that are shown by name.
const NAMED_COLOUR: u32 = 3;

/// The save file for the dump `dump`. `filters` holds the file of each of the view's name tables; all names are
/// relative to the save file `name`. `marker` is a time in nanoseconds to show.
pub fn save_file(view: &View, name: &str, dump: &str, filters: &[String], start: u64, marker: Option<u64>) -> String {
    // GTKWave resolves names relative to the save file only if the file contains its own name.
    let mut text = format!("[dumpfile] \"{dump}\"\n[savefile] \"{name}\"\n[timestart] {start}\n");
    // Beside their names GTKWave shows the values of signals at the marker.
    let values = marker.map_or(0, |_| values_width(view));
    let _ = writeln!(text, "[size] {} {HEIGHT}\n[pos] -1 -1", WIDTH + values);
    let marker = marker.map_or(-1, |time| time as i64);
    let _ = writeln!(text, "*-{:.6} {marker}{}", zoom(view), " -1".repeat(26));
    let signals = names_width(view) + values;
    let _ = writeln!(
        text,
        "[treeopen] {ROOT}.\n[sst_width] {TREE}\n[signals_width] {signals}\n[sst_expanded] 0"
    );
    for group in &view.groups {
        let closed = if group.open { 0 } else { flag::CLOSED };
        let _ = writeln!(text, "@{:x}\n-{}", flag::BLANK | flag::GROUP_BEGIN | closed, group.name);
        for row in &group.rows {
            trace(&mut text, row, filters);
        }
        let _ = writeln!(text, "@{:x}\n-{}", flag::BLANK | flag::GROUP_END | closed, group.name);
    }
    text
}

/// Pixels: of the window without the values at the marker, of the widest screen, of the tree, of the frames around the columns, of a
/// character in waves and of the frame around a value there, and of a character in the column of signals.
const WIDTH: u64 = 1500;
const HEIGHT: u64 = 1210;
const SCREEN: u64 = 3840;
const TREE: u64 = 60;
const FRAMES: u64 = 40;
const CHARACTER: u64 = 7;
const FRAME: u64 = 8;
const SIGNAL_CHARACTER: u64 = 8;

/// The width of the names of signals and groups, in pixels.
fn names_width(view: &View) -> u64 {
    let group = |group: &SignalGroup| {
        let rows = group.rows.iter().map(|row| match &row.label {
            Some(label) => label.chars().count(),
            None => {
                let name = row.path.rsplit('.').next().unwrap_or_default();
                name.chars().count() + range(row.width).len()
            }
        });
        // A brace stands before or behind the name of a group.
        rows.chain([group.name.chars().count() + 2]).max()
    };
    let longest = view.groups.iter().filter_map(group).max();
    (SIGNAL_CHARACTER * longest.unwrap_or(0) as u64 + FRAMES).min(WIDTH / 2)
}

/// The width of the values of signals in the column of signals, in pixels.
fn values_width(view: &View) -> u64 {
    let value = |row: &SignalRow| match row.format {
        ValueFormat::Bit | ValueFormat::Binary => row.width as usize,
        ValueFormat::Hex => row.width.div_ceil(4) as usize,
        ValueFormat::Decimal => (u64::MAX >> (64 - row.width)).to_string().len(),
        ValueFormat::Names(table) => longest(&view.names[table]),
    };
    let rows = view.groups.iter().flat_map(|group| &group.rows);
    // `=` stands before a value.
    SIGNAL_CHARACTER * (rows.map(value).max().unwrap_or(0) as u64 + 1)
}

/// The characters of the longest name of a value.
fn longest(names: &ValueNames) -> usize {
    let names = names.entries.iter().map(|(_, name)| name.chars().count());
    names.max().unwrap_or(0)
}

/// The width of a cycle that shows every name of the view completely, in pixels.
fn cycle_width(view: &View) -> u64 {
    let longest = view.names.iter().map(longest).max();
    CHARACTER * longest.unwrap_or(0).clamp(9, LINE) as u64 + FRAME
}

/// GTKWave's zoom: the binary logarithm of the nanoseconds in 200 pixels, in steps of 0.1.
fn zoom(view: &View) -> f64 {
    let nanoseconds = (200 * PERIOD) as f64 / cycle_width(view) as f64;
    // Below 10 ns in 200 pixels the grid would not be that of the clock.
    ((10.0 * nanoseconds.log2()).floor() / 10.0).max(3.321929)
}

/// The number of cycles that the window shows.
pub fn visible_cycles(view: &View) -> u64 {
    // GTKWave cuts the nanoseconds to an integer.
    let cycle = 200 * PERIOD / zoom(view).exp2() as u64;
    (WIDTH - TREE - FRAMES - names_width(view)) / cycle
}

/// The number of cycles that a window as wide as the widest screen shows at most.
pub fn longest_page(view: &View) -> u64 {
    SCREEN / cycle_width(view) + 1
}

fn trace(text: &mut String, row: &SignalRow, filters: &[String]) {
    let format = match row.format {
        ValueFormat::Bit | ValueFormat::Binary => flag::BINARY,
        ValueFormat::Hex => flag::HEX,
        ValueFormat::Decimal => flag::DECIMAL,
        ValueFormat::Names(_) => flag::HEX | flag::FILE_TRANSLATED,
    };
    let _ = writeln!(text, "@{:x}", format | flag::RIGHT_JUSTIFIED);
    if let ValueFormat::Names(table) = row.format {
        let _ = writeln!(text, "^{} {}\n[color] {NAMED_COLOUR}", table + 1, filters[table]);
    }
    let label = row.label.iter().map(|label| format!("+{{{label}}} "));
    let label: String = label.collect();
    let _ = writeln!(text, "{label}{ROOT}.{}{}", row.path, range(row.width));
}

fn range(width: u32) -> String {
    match width {
        1 => String::new(),
        width => format!("[{}:0]", width - 1),
    }
}

/// The translate filter file of a name table: hexadecimal digits as the viewer prints them, then the name.
pub fn filter_file(names: &ValueNames) -> String {
    let digits = names.width.div_ceil(4) as usize;
    let mut text = format!("# {}\n", names.subject);
    for (value, name) in &names.entries {
        // GTKWave ignores a line without a name, and shows digits.
        let name = if name.is_empty() { "\u{a0}" } else { name };
        let _ = writeln!(text, "{value:0digits$X} {name}");
    }
    text
}
