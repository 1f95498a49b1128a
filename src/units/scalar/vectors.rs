//! Vector files on which NVIDIA's compiler and the manual differ.

use super::unit::{RESULTS, Scalar};
use lanesmith_unit::pipelined::vectors;
use lanesmith_unit::vectors::{Evaluator, Refusal, Table, VectorFileKind, VectorReport};

/// Results of NVIDIA's compiler, in two versions, beside the manual's.
pub static DEVIATIONS: VectorFileKind = VectorFileKind::of(
    "results of scalar video instructions beside the manual's",
    &["instruction", "a", "b", "c", "d", "d_second", "manual", "manual_s33"],
    deviations,
);

/// The manual decides: its column is the expected one.
fn deviations(table: &Table, evaluator: Evaluator, report: &mut VectorReport) -> Result<(), Refusal> {
    let columns = table.places(&DEVIATIONS);
    let read = |row: usize| -> Result<String, Refusal> {
        let values = columns[1..].iter().map(|column| table.number(row, *column));
        let values = values.collect::<Result<Vec<u32>, Refusal>>()?;
        let [a, b, c, _, _, manual, _] = values[..] else {
            unreachable!("as many as columns")
        };
        let text = table.cell(row, columns[0]);
        Ok(format!("\"{text}\",{a:#010x},{b:#010x},{c:#010x},{manual:#010x}\n"))
    };
    let rows = (0..table.len()).map(read).collect::<Result<String, Refusal>>()?;
    let text = format!("{}\n{rows}", RESULTS.columns.join(","));
    let manual = Table::parse(table.path().into(), text.into())?;
    vectors::check::<Scalar>(&manual, evaluator, report)
}
