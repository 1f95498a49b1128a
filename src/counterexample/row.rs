//! Counterexamples of failing rows of vector files.

use crate::sim::EngineKind;
use crate::unit::{CASE, Counterexample, create_folder, shell_word};
use crate::units::recognise;
use crate::vectors::{Evaluator, RowMismatch, Table};
use std::path::Path;

/// The counterexample of a failing row. A row of results has waves of the hardware in `folder`, on the evaluator's engine, or on
/// the native engine if the golden model computed the result. Rows about texts have no waves.
pub fn row(
    table: &Table,
    mismatch: &RowMismatch,
    evaluator: Evaluator,
    folder: &Path,
) -> Result<Counterexample, String> {
    create_folder(folder)?;
    let name = format!("{CASE}.csv");
    let kind = recognise(table).map_err(|error| error.to_string())?;
    let engine = evaluator.engine().unwrap_or(EngineKind::Native);
    let waves = folder.join(CASE).with_extension("vcd");
    let dumped = kind
        .waves
        .map(|leave| leave(table, mismatch.row, engine, &waves))
        .transpose()?;
    Ok(Counterexample {
        folder: folder.to_owned(),
        explanation: mismatch.text.clone(),
        repeat: format!(
            "lanesmith check --engine {evaluator} {} --no-counterexample",
            shell_word(&folder.join(&name))
        ),
        inputs: vec![(name, table.only(mismatch.row))],
        dumped,
        claim: None,
    })
}
