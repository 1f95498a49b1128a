//! Tables in the style of all commands.

use comfy_table::{CellAlignment, Row, Table, presets};
use std::ops::Range;

/// A table without lines, whose columns `numbers` are aligned to the right.
pub fn table(header: impl Into<Row>, numbers: Range<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for column in numbers {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}
