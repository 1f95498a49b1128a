//! Tables in the style of all commands.

use comfy_table::{CellAlignment, ContentArrangement, Row, Table, presets};
use std::io;
use std::ops::Range;
use terminal_size::{Width, terminal_size_of};

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

/// Like [`table`], without numbers. On a terminal that is too narrow, cells have several lines.
pub fn wrapped_table(header: impl Into<Row>) -> Table {
    let mut table = table(header, 0..0);
    if let Some((Width(width), _)) = terminal_size_of(io::stdout()) {
        table
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width);
    }
    table
}
