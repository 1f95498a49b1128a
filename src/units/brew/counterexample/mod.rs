//! A program that hardware executes otherwise than the golden machine.

mod program;

use crate::brew::isa::disassemble;
use crate::brew::options;
use crate::brew::testbench::{BrewProgram, Lockstep, LockstepMismatch};
use lanesmith_unit::{CASE, Counterexample, FailingWork, Hardware, create_folder, shell_word};
use std::path::Path;

/// The counterexample that a mismatch is, with its waves in `folder`: its program with the stalls under which it was
/// seen. `None` if fresh hardware executes the program as it should. Errors: the engine can't be had, the folder not
/// written.
pub fn datapath(
    hardware: &Hardware,
    found: &LockstepMismatch,
    folder: &Path,
) -> Result<Option<Counterexample>, String> {
    let Some(config) = options::selected(hardware.selection()) else {
        return Err("only the datapath runs programs".to_owned());
    };
    create_folder(folder)?;
    let engine = hardware.engine(true).map_err(|error| error.to_string())?;
    let waves = folder.join(CASE).with_extension("vcd");
    let (profile, seed) = (found.profile, found.seed);
    let mut lockstep = Lockstep::new(engine, config);
    lockstep.set_reset(found.reset_at);
    let (outcome, dumped) = lockstep
        .record(&found.program, profile, seed, &waves, 0..u64::MAX)
        .map_err(|error| error.to_string())?;
    let Err(mismatch) = outcome else {
        return Ok(None);
    };
    let name = format!("{CASE}.s");
    let reset = found
        .reset_at
        .map_or(String::new(), |cycle| format!(" --reset-at {cycle}"));
    Ok(Some(Counterexample {
        folder: folder.to_owned(),
        explanation: mismatch.to_string().trim_end().to_owned(),
        repeat: format!(
            "lanesmith run {} --engine {} {} --gaps {profile} --seed {seed}{reset} --no-counterexample",
            shell_word(&folder.join(&name)),
            hardware.kind(),
            hardware.run_options(),
        ),
        inputs: vec![(name, text(&mismatch.program))],
        dumped: Some(dumped),
        claim: None,
    }))
}

impl FailingWork for LockstepMismatch {
    fn counterexample(&self, hardware: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String> {
        datapath(hardware, self, folder)
    }
}

/// A program as assembly.
fn text(program: &BrewProgram) -> String {
    let lines = disassemble(&program.words())
        .into_iter()
        .map(|line| format!("{line}\n"));
    format!(
        "# All registers are 0 and INT32 at first.\n\n{}",
        lines.collect::<String>()
    )
}
