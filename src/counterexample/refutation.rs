//! Claims that do not hold.

use super::replay::replay;
use crate::prove::Refutation;
use crate::unit::{Counterexample, Hardware, make};
use std::path::Path;

/// The counterexample of a refuted claim, in `folder`: work from reset on that goes wrong, if some is found, and the waves
/// of the claim's own clocks, which may begin in any state. Where no work is found the line proves again.
pub fn refutation(hardware: &Hardware, refuted: &Refutation, folder: &Path) -> Result<Counterexample, String> {
    make(folder)?;
    let work = hardware.selection().unit().search(hardware, refuted, folder)?;
    let replayed = replay(hardware, refuted, &folder.join("claim.vcd"))?;
    let mut made = work.unwrap_or_else(|| Counterexample {
        folder: folder.to_owned(),
        explanation: "no work from reset on was found that goes wrong".to_owned(),
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
    for (name, value) in &refuted.inputs {
        text += &format!("{name} = {value:#x}\n");
    }
    if let Some((dumped, differences)) = replayed {
        text += &format!("\n{differences}");
        made.claim = Some(dumped);
    }
    made.inputs.push(("claim.txt".to_owned(), text));
    Ok(made)
}
