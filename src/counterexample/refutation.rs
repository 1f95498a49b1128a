//! Counterexamples of refuted claims.

use super::replay::replay;
use crate::prove::Refutation;
use crate::unit::{Counterexample, Hardware, create_folder};
use std::path::Path;

/// The counterexample of a refuted claim, in `folder`: a failing run from reset, if one is found, and the waves of the claim's own
/// clocks, which may begin in any state. Without a failing run, the command repeats the proof.
pub fn refutation(hardware: &Hardware, refuted: &Refutation, folder: &Path) -> Result<Counterexample, String> {
    create_folder(folder)?;
    let work = hardware.selection().unit().search(hardware, refuted, folder)?;
    let replayed = replay(hardware, refuted, &folder.join("claim.vcd"))?;
    let mut made = work.unwrap_or_else(|| Counterexample {
        folder: folder.to_owned(),
        explanation: "lanesmith found no failing run from reset".to_owned(),
        repeat: format!(
            "lanesmith prove {} --method built-in --no-counterexample",
            hardware.options()
        ),
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
