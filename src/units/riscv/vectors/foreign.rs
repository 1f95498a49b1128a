//! `instruction,word,xlen`: words of other instructions of the P extension.

use super::encoding::words;
use crate::riscv::isa::{InstructionClass, assemble, packed_row};
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport};

/// The kind.
pub static KIND: VectorFileKind = VectorFileKind::of(
    "words of other RISC-V instructions",
    &["instruction", "word", "xlen"],
    check,
);

/// A row passes if its word is no instruction of class A or B, and is an instruction of class C (constants, shifts, moves) exactly if its
/// text is one with this word.
fn check(table: &Table, _: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let column = table.column("instruction").expect("recognised");
    for (row, word) in words(table)?.into_iter().enumerate() {
        let text = table.cell(row, column);
        let found = packed_row(word);
        let is_right = match found {
            None => assemble(text).is_err(),
            Some(found) => found.class == InstructionClass::C && assemble(text) == Ok(word),
        };
        match is_right {
            true => report.pass(),
            false => report.fail(row, || {
                let found = found.map_or("no packed instruction", |row| row.name);
                format!("{}:{}: {text}: {word:#010x} is {found}", table.path(), table.line(row))
            }),
        }
    }
    Ok(())
}
