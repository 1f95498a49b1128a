//! `instruction,word`: packed instructions as assembler text, and their words.

use crate::riscv::isa::{assemble, disassemble};
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport};

/// The kind.
pub static KIND: VectorFileKind =
    VectorFileKind::of("packed RISC-V instructions and words", &["instruction", "word"], check);

/// The column `word` of a table of this kind, 32 bits each.
pub(super) fn words(table: &Table) -> Result<Vec<u32>, Refusal> {
    let column = table.column("word").expect("recognised");
    (0..table.len()).map(|row| table.number(row, column)).collect()
}

/// A row passes if assembling the text gives the word, and disassembling the word gives a text for the same word.
fn check(table: &Table, _: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let column = table.column("instruction").expect("recognised");
    for (row, word) in words(table)?.into_iter().enumerate() {
        let text = table.cell(row, column);
        let place = || format!("{}:{}: {text}", table.path(), table.line(row));
        match assemble(text) {
            Err(error) => report.fail(row, || {
                format!("should be accepted:\n{}", table.draw_in_cell(row, column, &error))
            }),
            Ok(found) if found != word => report.fail(row, || {
                format!("{}\nshould give {word:#010x}, gives {found:#010x}", place())
            }),
            Ok(_) => match disassemble(word).map(|back| (assemble(&back), back)) {
                Some((Ok(found), _)) if found == word => report.pass(),
                back => report.fail(row, || {
                    let back = back.map_or("no instruction".to_owned(), |(_, text)| format!("`{text}`"));
                    format!("{}\n{word:#010x} comes back as {back}", place())
                }),
            },
        }
    }
    Ok(())
}
