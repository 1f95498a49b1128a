//! A CSV file in memory, with the position of every cell for error messages.

use super::VectorFileKind;
use lanesmith_text::diagnostic::Diagnostic;
use lanesmith_text::files;
use lanesmith_text::number;
use std::fmt;
use std::ops::Range;
use std::path::Path;

/// The reason why work could not be done, as a complete error message, with the place in the input if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal(pub String);

impl Refusal {
    /// An error message without a place.
    pub fn new(why: impl std::fmt::Display) -> Self {
        Refusal(format!("error: {why}"))
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// A CSV file with a header.
#[derive(Clone, Debug)]
pub struct Table {
    path: String,
    source: String,
    header: Row,
    rows: Vec<Row>,
}

/// A row of a [`Table`]: its cells and its position.
#[derive(Clone, Debug)]
struct Row {
    cells: csv::StringRecord,
    start: usize,
}

impl Table {
    /// Reads a file, or standard input for `-`. Its rows may not be longer or shorter than its header.
    pub fn read(path: &Path) -> Result<Self, Refusal> {
        let bytes = files::read(path)?;
        Self::parse(files::input_name(path), bytes)
    }

    /// Parses a file's bytes; `path` is for messages.
    pub fn parse(path: String, bytes: Vec<u8>) -> Result<Self, Refusal> {
        if bytes.is_empty() {
            return Err(Refusal(format!(
                "error: {path} is empty\nexpected a CSV file with a header"
            )));
        }
        let source = files::decode(&path, bytes)
            .map_err(|why| Refusal(format!("error: {why}\nexpected a CSV file in UTF-8")))?;
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(source.as_bytes());
        let mut rows = Vec::new();
        for record in reader.records() {
            let cells = record.map_err(|error| Refusal(format!("error: {path}: {error}")))?;
            let start = cells.position().map_or(0, |position| position.byte() as usize);
            // The reader's position is that of the line end before, where a row follows one, and of the byte order mark.
            let row = source[start..].strip_prefix('\u{feff}').filter(|_| start == 0);
            let row = row.unwrap_or(&source[start..]).trim_start_matches(['\r', '\n']);
            rows.push(Row {
                cells,
                start: source.len() - row.len(),
            });
        }
        if rows.is_empty() {
            return Err(Refusal(format!("error: {path} has no header")));
        }
        let header = rows.remove(0);
        let table = Table {
            path,
            source,
            header,
            rows,
        };
        for row in &table.rows {
            table.check_length(row)?;
        }
        Ok(table)
    }

    /// A file that comes with this crate.
    pub fn bundled(name: &str, text: &str) -> Self {
        Self::parse(name.into(), text.into()).expect("the bundled vectors are readable")
    }

    /// The file's name as given.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The names of the columns.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        self.header.cells.iter()
    }

    /// The name of a column.
    pub fn name(&self, column: usize) -> &str {
        &self.header.cells[column]
    }

    /// The index of an existing column.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns().position(|column| column == name)
    }

    /// The number of rows, without the header.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The text of a cell.
    pub fn cell(&self, row: usize, column: usize) -> &str {
        &self.rows[row].cells[column]
    }

    /// The number of 32 bits in a cell.
    pub fn number(&self, row: usize, column: usize) -> Result<u32, Refusal> {
        let read = number::parse_u32(self.cell(row, column));
        read.map_err(|message| self.cell_error(row, column, &message, number::EXPECTED_U32))
    }

    /// The indices of a kind's columns; panics if the file is not of this kind.
    pub fn places(&self, kind: &VectorFileKind) -> Vec<usize> {
        let place = |name: &&str| self.column(name).expect("a file of this kind");
        kind.columns.iter().map(place).collect()
    }

    /// A file with the header and this row only.
    pub fn only(&self, row: usize) -> String {
        let mut writer = csv::Writer::from_writer(vec![]);
        for record in [&self.header.cells, &self.rows[row].cells] {
            writer.write_record(record).expect("memory takes everything");
        }
        let bytes = writer.into_inner().expect("memory takes everything");
        String::from_utf8(bytes).expect("cells are text")
    }

    /// Line of a row, from 1.
    pub fn line(&self, row: usize) -> usize {
        self.source[..self.rows[row].start].matches('\n').count() + 1
    }

    /// An error about a cell.
    pub fn cell_error(&self, row: usize, column: usize, message: &str, expected: &str) -> Refusal {
        let span = 0..self.cell(row, column).len();
        self.error_in_cell(row, column, &Diagnostic::new(span, message, expected))
    }

    /// An error about a position in a cell's text.
    pub fn error_in_cell(&self, row: usize, column: usize, diagnostic: &Diagnostic) -> Refusal {
        Refusal(self.draw_in_cell(row, column, diagnostic))
    }

    /// The message of a [`Diagnostic`] about a cell's text.
    pub fn draw_in_cell(&self, row: usize, column: usize, diagnostic: &Diagnostic) -> String {
        let row = &self.rows[row];
        let place = |offset| self.place(row, column, offset);
        self.draw(place(diagnostic.span.start)..place(diagnostic.span.end), diagnostic)
    }

    /// An error about the header.
    pub fn header_error(&self, message: &str, expected: &str) -> Refusal {
        let line = self.header.start..self.line_end(self.header.start);
        Refusal(self.draw(line.clone(), &Diagnostic::new(line, message, expected)))
    }

    fn draw(&self, span: Range<usize>, diagnostic: &Diagnostic) -> String {
        Diagnostic::new(span, &diagnostic.message, &diagnostic.expected).render(&self.path, &self.source, true)
    }

    fn check_length(&self, row: &Row) -> Result<(), Refusal> {
        let (wanted, found) = (self.header.cells.len(), row.cells.len());
        let columns = self.columns().collect::<Vec<_>>().join(",");
        let expected = format!("{wanted} columns: {columns}");
        let (span, message) = if found < wanted {
            let last = row.cells.iter().next_back().map_or(0, str::len);
            let end = self.line_end(self.place(row, found.max(1) - 1, last));
            let missing = &self.header.cells[found];
            (end..end, format!("column `{missing}` is missing in this row"))
        } else if found > wanted {
            let start = self.place(row, wanted, 0);
            (start..self.line_end(start), format!("this row has {found} columns"))
        } else {
            return Ok(());
        };
        Err(Refusal(
            self.draw(span.clone(), &Diagnostic::new(span, message, expected)),
        ))
    }

    /// The end of the line that contains `from`; a row with line ends within quotes has several lines.
    fn line_end(&self, from: usize) -> usize {
        let length = self.source[from..].find(['\r', '\n']);
        length.map_or(self.source.len(), |length| from + length)
    }

    /// The position in the file of the character at `offset` of a cell's text; the file has quotes, the text has none.
    fn place(&self, row: &Row, column: usize, offset: usize) -> usize {
        let mut at = row.start;
        for cell in row.cells.iter().take(column) {
            let (end, quoted) = self.end_of_text(at, cell.len());
            at = end + usize::from(quoted) + 1;
        }
        self.end_of_text(at, offset).0.min(self.source.len())
    }

    /// The place right after the first `length` bytes of the text of the cell that begins at `at`, and whether that is
    /// within quotes. Behind the closing quote a cell goes on as text without quotes.
    fn end_of_text(&self, at: usize, length: usize) -> (usize, bool) {
        let quote = |at: usize| self.source.as_bytes().get(at) == Some(&b'"');
        let quoted = quote(at);
        (0..length).fold((at + usize::from(quoted), quoted), |(at, quoted), _| {
            match (quoted, quote(at), quote(at + 1)) {
                (true, true, true) => (at + 2, true),
                (true, true, false) => (at + 2, false),
                _ => (at + 1, quoted),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(source: &str) -> Result<Table, Refusal> {
        Table::parse("x.csv".into(), source.as_bytes().to_vec())
    }

    #[test]
    fn every_cell_is_found_again_in_the_file_behind_quotes_and_blank_lines() {
        let table = table("a,b,c\r\n\r\n\"x, \"\"y\"\"\",2,é\r\n1,\"\",7").unwrap();
        let (first, second) = (&table.rows[0], &table.rows[1]);
        for (row, column, offset, rest) in [
            (first, 0, 0, "x, \"\""),
            (first, 0, 4, "y\"\""),
            (first, 1, 0, "2,"),
            (first, 2, 0, "é\r"),
            (second, 0, 0, "1,"),
            (second, 1, 0, "\",7"),
            (second, 2, 1, ""),
        ] {
            let place = table.place(row, column, offset);
            assert!(table.source[place..].starts_with(rest), "{column} {offset} {place}");
        }
        assert_eq!((table.line(0), table.line(1)), (3, 4));
    }

    #[test]
    fn a_row_of_another_length_than_the_header_is_refused_where_it_differs() {
        let short = table("a,b\n1,2\n3\n").unwrap_err().0;
        assert!(
            short.contains("column `b` is missing") && short.contains("x.csv:3:2"),
            "{short}"
        );
        let long = table("a,b\n1,2,3\n").unwrap_err().0;
        assert!(long.contains("3 columns") && long.contains("x.csv:2:5"), "{long}");
    }

    #[test]
    fn what_is_not_text_is_refused_with_its_place() {
        let binary = Table::parse("x".into(), b"a,b\n1,\0".to_vec()).unwrap_err().0;
        assert!(binary.contains("x:2:3") && binary.contains("0x00"), "{binary}");
        let latin = Table::parse("x".into(), b"a,\xe9".to_vec()).unwrap_err().0;
        assert!(latin.contains("x:1:3") && latin.contains("0xe9"), "{latin}");
        assert!(table("").is_err() && table("\n\n").is_err());
    }
}
