//! `assembly,words`: Brew assembly and its words.

use crate::brew::isa::{assemble, disassemble};
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport};

/// The kind.
pub static KIND: VectorFileKind = VectorFileKind::of("Brew assembly and words", &["assembly", "words"], check);

/// The number of exactly `digits` hexadecimal digits, 8 at most, and nothing else.
pub(super) fn hexadecimal(text: &str, digits: usize) -> Option<u32> {
    let fits = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(text, 16).ok().filter(|_| fits)
}

/// The 16-bit words of a cell, separated by blanks.
pub(super) fn cell_words(table: &Table, row: usize, column: usize) -> Result<Vec<u16>, Refusal> {
    const EXPECTED: &str = "words of four hexadecimal digits, separated by blanks";
    let word = |text: &str| hexadecimal(text, 4).map(|word| word as u16);
    let read: Option<Vec<u16>> = table.cell(row, column).split(' ').map(word).collect();
    read.ok_or_else(|| table.cell_error(row, column, "these are no words", EXPECTED))
}

/// A row holds if the text gives the words, and the words a text that gives them again.
fn check(table: &Table, _: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let [assembly, column] = ["assembly", "words"].map(|name| table.column(name).expect("recognised"));
    for row in 0..table.len() {
        let expected = cell_words(table, row, column)?;
        let text = table.cell(row, assembly);
        let place = || format!("{}:{}: {text}", table.path(), table.line(row));
        let found = match assemble(text) {
            Ok(statements) => statements.concat(),
            Err(errors) => {
                report.fail(row, || {
                    format!("should be accepted:\n{}", table.draw_in_cell(row, assembly, &errors[0]))
                });
                continue;
            }
        };
        if found != expected {
            report.fail(row, || {
                format!("{}\nshould give {expected:04x?}, gives {found:04x?}", place())
            });
            continue;
        }
        let back: Vec<String> = disassemble(&expected).into_iter().map(|line| line.text).collect();
        match assemble(&back.join("\n")) {
            Ok(statements) if statements.concat() == expected => report.pass(),
            _ => report.fail(row, || {
                format!("{}\ncomes back as {back:?}, which gives other words", place())
            }),
        }
    }
    Ok(())
}
