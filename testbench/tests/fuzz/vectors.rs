//! Vector files: the CSV reader and every kind.

use super::corpus::{Bytes, edited};
use super::fuzz;
use lanesmith::units::{kinds, recognise};
use lanesmith::vectors::{Evaluator, Table, VectorReport};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn tokens() -> Vec<String> {
    let headers = kinds()
        .into_iter()
        .flat_map(|kind| kind.columns.iter().chain(kind.optional));
    let others = ", | ,, | \" | \"\" | yes | no | maybe | ok | invalid | nan | 0 | -1 | 4294967295 | 4294967296 | 0xffffffff | ffffffff | 00000000 | \
        +0000001 | f | 7 | 15 | +1 | 1132 | +132 | fff0 0001 | 100f | nop | vadd2.u32.u32.u32 r1, r2, r3, r4 | $r1 <- $r2 | \n | \r\n";
    let others = others.split(" | ");
    headers.copied().chain(others).map(str::to_string).collect()
}

/// The verdict on a vector file: a complete error that names the file, or a report about each of its rows.
fn check_vectors(bytes: Vec<u8>) {
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).count();
    let refused = |message: String| {
        let plain = anstream::adapter::strip_str(&message).to_string();
        assert!(plain.starts_with("error: ") && plain.contains("fuzz.csv"), "{plain}");
        let place = plain
            .split("fuzz.csv:")
            .nth(1)
            .and_then(|rest| rest.split(':').next()?.parse().ok());
        assert!(place.is_none_or(|line: usize| (1..=lines).contains(&line)), "{plain}");
    };
    let table = match Table::parse("fuzz.csv".into(), bytes) {
        Err(unreadable) => return refused(unreadable.0),
        Ok(table) => table,
    };
    let kind = match recognise(&table) {
        Err(unreadable) => return refused(unreadable.0),
        Ok(kind) => kind,
    };
    for evaluator in [Evaluator::Golden, Evaluator::GoldenSliced] {
        let mut report = VectorReport::new(2);
        match (kind.check)(&table, evaluator, &mut report) {
            Err(unreadable) => refused(unreadable.0),
            Ok(()) => {
                let skipped: usize = report.skipped().map(|(_, rows)| rows).sum();
                assert_eq!(
                    report.passed() + report.failed() + skipped,
                    table.len(),
                    "{}",
                    kind.name
                );
                assert_eq!(report.mismatches().len(), report.failed().min(2));
            }
        }
    }
}

#[test]
fn edited_vector_files_are_refused_or_every_row_is_counted() {
    fuzz(3000, edited("vectors", tokens()), |Bytes(input)| check_vectors(input));
}

/// Cells, quoted or not, with everything that needs quotes.
fn cell() -> impl Strategy<Value = (String, String)> {
    let piece = select(&["a", "1", " ", "é", "€", "\u{feff}", ",", "\"", "\n", "\r\n", ";"][..]);
    (vec(piece, 0..6), any::<bool>()).prop_map(|(pieces, quoted)| {
        let text = pieces.concat();
        let written = match quoted || text.contains([',', '"', '\n', '\r']) {
            true => format!("\"{}\"", text.replace('"', "\"\"")),
            false => text.clone(),
        };
        (text, written)
    })
}

#[test]
fn every_cell_of_any_table_is_read_as_it_was_written_and_found_again_in_the_file() {
    let end = select(&["\n", "\r\n", "\n\n"][..]);
    let rows = vec((vec(cell(), 3), end), 1..8);
    fuzz(1000, (rows, any::<bool>()), |(rows, mark)| {
        let mut file = String::from(if mark { "\u{feff}x,y,z\n" } else { "x,y,z\n" });
        let mut starts = Vec::new();
        for (cells, end) in &rows {
            starts.push(file.len());
            let written: Vec<&str> = cells.iter().map(|(_, written)| written.as_str()).collect();
            file += &written.join(",");
            file += end;
        }
        let table = Table::parse("fuzz.csv".into(), file.clone().into_bytes()).unwrap();
        assert_eq!((table.len(), table.column("x")), (rows.len(), Some(0)));
        for (row, (cells, _)) in rows.iter().enumerate() {
            let lines = |end: usize| file[..end].matches('\n').count() + 1;
            assert_eq!(table.line(row), lines(starts[row]), "{file:?}");
            let mut at = starts[row];
            for (column, (text, written)) in cells.iter().enumerate() {
                assert_eq!(table.cell(row, column), text);
                let drawn = table.cell_error(row, column, "message", "expected").0;
                let plain = anstream::adapter::strip_str(&drawn).to_string();
                let begin = at + usize::from(written.starts_with('"'));
                let line_start = file[..begin].rfind('\n').map_or(0, |i| i + 1);
                let number = file[line_start..begin].chars().count() + 1;
                let place = format!("fuzz.csv:{}:{number}\n", lines(begin));
                assert!(plain.contains(&place), "{place} {file:?} {plain}");
                at += written.len() + 1;
            }
        }
    });
}
