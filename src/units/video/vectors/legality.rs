//! `instruction,accepted,reason`: which texts of SIMD video instructions an assembler takes.

use lanesmith_ptx::{PtxInstruction, Registers};
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport};

/// The kind.
pub static KIND: VectorFileKind =
    VectorFileKind::of("PTX texts and verdicts", &["instruction", "accepted", "reason"], check);

/// The declared registers of each text: all types, so that a wrong register is wrong because of its type.
pub const DECLARATIONS: &str = "\
    .reg .u32 r<8>; .reg .s32 s<8>; .reg .b32 w<8>; .reg .f32 f<8>; \
    .reg .u8 y<8>; .reg .u16 h<8>; .reg .s16 i<8>; .reg .b16 v<8>; \
    .reg .u64 rd<8>; .reg .s64 sd<8>; .reg .b64 bd<8>; .reg .pred p, q;";

const B1024: &str = "ptxas alone refuses the selector `.b1024`, because its lexer takes it for a type; accepted here";

fn check(table: &Table, _: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let [text, accepted, reason] = table.places(&KIND)[..] else {
        unreachable!("three columns")
    };
    let registers = Registers::parse(DECLARATIONS).expect("a constant text");
    for row in 0..table.len() {
        let expected = match table.cell(row, accepted) {
            "yes" => true,
            "no" => false,
            other => {
                let message = format!("`{other}` is not a verdict");
                return Err(table.cell_error(row, accepted, &message, "`yes` or `no`"));
            }
        };
        let why = table.cell(row, reason);
        match (PtxInstruction::parse(table.cell(row, text), Some(&registers)), expected) {
            (Ok(_), true) | (Err(_), false) => report.pass(),
            (Ok(_), false) if why.contains("'.b1024'") => report.skip(1, B1024),
            (Ok(_), false) => report.fail(row, || {
                let place = format!("{}:{}", table.path(), table.line(row));
                format!(
                    "{place}: {}\nshould be refused ({why}) and is accepted",
                    table.cell(row, text)
                )
            }),
            (Err(diagnostic), true) => {
                report.fail(row, || {
                    format!("should be accepted:\n{}", table.draw_in_cell(row, text, &diagnostic))
                });
            }
        }
    }
    Ok(())
}
