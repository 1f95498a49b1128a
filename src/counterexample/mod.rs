//! Counterexamples: minimised failing cases, with waves and a command that repeats them.

mod replay;

use crate::prove::Refutation;
use crate::sim::EngineKind;
use crate::unit::{CASE, Counterexample, Hardware, create_folder, shell_word};
use crate::units::recognise;
use crate::vectors::{Evaluator, RowMismatch, Table};
use replay::replay;
use std::path::Path;

/// The counterexample of a refuted claim, in `folder`: a failing run from reset, if one is found, and the waves of the claim's own
/// clocks, which may begin in any state. Without a failing run, the command repeats the proof.
pub fn refutation(hardware: &Hardware, refuted: &Refutation, folder: &Path) -> Result<Counterexample, String> {
    create_folder(folder)?;
    let work = hardware.selection().unit().search(hardware, refuted, folder)?;
    let replayed = replay(hardware, refuted, &folder.join("claim.vcd"))?;
    let options = hardware.options();
    let mut made = work.unwrap_or_else(|| Counterexample {
        folder: folder.to_owned(),
        explanation: "lanesmith found no failing run from reset".to_owned(),
        repeat: format!("lanesmith prove {options} --method built-in --no-counterexample"),
        inputs: vec![],
        dumped: None,
        claim: None,
    });
    let name = hardware.selection().name();
    made.explanation = format!("refuted: {} of {name}\n{}", refuted.claim, made.explanation);
    let mut text = format!("{} of {name} does not hold for:\n\n", refuted.claim);
    let flat = hardware.flat().map_err(|error| error.to_string())?;
    for (input, value) in &refuted.inputs {
        text += &format!("{input} = {}\n", flat.value_text(input.name(), *value));
    }
    if let Some((dumped, differences)) = replayed {
        text += &format!("\n{differences}");
        made.claim = Some(dumped);
    }
    made.inputs.push(("claim.txt".to_owned(), text));
    Ok(made)
}

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
    let leave = kind.waves.map(|leave| leave(table, mismatch.row, engine, &waves));
    let (dumped, file) = (leave.transpose()?, shell_word(&folder.join(&name)));
    Ok(Counterexample {
        folder: folder.to_owned(),
        explanation: mismatch.text.clone(),
        repeat: format!("lanesmith check --engine {evaluator} {file} --no-counterexample"),
        inputs: vec![(name, table.only(mismatch.row))],
        dumped,
        claim: None,
    })
}
