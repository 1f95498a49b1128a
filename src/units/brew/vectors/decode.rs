//! `word,length,status`: length and legality of Brew's first words.

use crate::brew::golden::BrewMachine;
use crate::brew::isa::decode;
use crate::brew::vectors::encoding::cell_words;
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport};

/// The kind.
pub static KIND: VectorFileKind = VectorFileKind::of(
    "lengths and verdicts of Brew words",
    &["word", "length", "status"],
    check,
);

/// A row holds if the decoder and the golden machine, with all registers 0 and INT32, both say so.
fn check(table: &Table, _: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let columns = ["word", "length", "status"].map(|name| table.column(name).expect("recognised"));
    let [word_column, length_column, status_column] = columns;
    for row in 0..table.len() {
        let [word] = cell_words(table, row, word_column)?[..] else {
            return Err(table.cell_error(row, word_column, "this is not one word", "four hexadecimal digits"));
        };
        let length = match table.cell(row, length_column).parse() {
            Ok(length @ 1..=3) => length,
            _ => return Err(table.cell_error(row, length_column, "this is not a length", "1, 2 or 3")),
        };
        let legal = match table.cell(row, status_column) {
            "ok" => true,
            "invalid" => false,
            _ => return Err(table.cell_error(row, status_column, "this is not a status", "`ok` or `invalid`")),
        };
        let program = [word, 0, 0];
        let decoded = decode(&program).map(|decoded| (decoded.length, decoded.is_legal()));
        let retired = BrewMachine::new(program.to_vec()).step();
        let retired = retired.map(|retire| (usize::from(retire.length), !retire.exception));
        if decoded == Some((length, legal)) && retired == decoded {
            report.pass();
        } else {
            report.fail(row, || {
                let place = format!("{}:{}: {word:04x}", table.path(), table.line(row));
                format!("{place}\nlength and legality: {length} {legal}, decoder {decoded:?}, machine {retired:?}")
            });
        }
    }
    Ok(())
}
