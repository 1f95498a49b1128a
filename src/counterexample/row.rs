//! Rows of vector files that are computed otherwise than the file says.

use super::{CASE, Counterexample, Hardware, Stimulus, make, word};
use crate::catalog::{DEFAULT_LATENCY, Selection};
use crate::rtl;
use crate::sim::EngineKind;
use crate::sim::brew::Lockstep;
use crate::sim::testbench::video::Case;
use crate::sim::testbench::{Profile, Settings};
use crate::sim::wave::Dumped;
use crate::vectors::{Evaluator, Mismatch, Table, brew_results, recognise, video_results};
use std::path::Path;

/// The counterexample that a row is. Rows of results come with waves of the hardware on that row, in `folder`: on the
/// evaluator's engine, or on the compiled netlist where golden itself computed the result. Rows about texts have none.
pub fn row(table: &Table, mismatch: &Mismatch, evaluator: Evaluator, folder: &Path) -> Result<Counterexample, String> {
    make(folder)?;
    let name = format!("{CASE}.csv");
    let kind = recognise(table).map_err(|error| error.to_string())?;
    let engine = evaluator.engine().unwrap_or(EngineKind::Native);
    let waves = folder.join(CASE).with_extension("vcd");
    let dumped = match kind.name {
        name if name == video_results::KIND.name => Some(video(table, mismatch.row, engine, &waves)?),
        name if name == brew_results::KIND.name => Some(brew(table, mismatch.row, engine, &waves)?),
        _ => None,
    };
    Ok(Counterexample {
        folder: folder.to_owned(),
        explanation: mismatch.text.clone(),
        repeat: format!(
            "lanesmith check --engine {evaluator} {} --no-counterexample",
            word(&folder.join(&name))
        ),
        inputs: vec![(name, table.only(mismatch.row))],
        dumped,
        claim: None,
    })
}

fn video(table: &Table, row: usize, engine: EngineKind, waves: &Path) -> Result<Dumped, String> {
    let rows = video_results::rows(table).map_err(|error| error.to_string())?;
    let selection = Selection::VideoAlu(rtl::video::Config::full(DEFAULT_LATENCY));
    let hardware = Hardware::new(selection, engine, None).map_err(|error| error.to_string())?;
    let stimulus = Stimulus {
        cases: vec![Case::from(&rows[row])],
        settings: Settings {
            gaps: Profile::Always,
            stalls: Profile::Always,
            seed: 0,
        },
        reset_at: None,
    };
    let verdict = stimulus.run(&hardware, Some(waves))?;
    verdict.dumped.ok_or_else(|| "the run left no waves".to_owned())
}

fn brew(table: &Table, row: usize, engine: EngineKind, waves: &Path) -> Result<Dumped, String> {
    let rows = brew_results::rows(table).map_err(|error| error.to_string())?;
    let config = rtl::brew::Config::full();
    let engine = engine.brew_datapath(&config, true).map_err(|error| error.to_string())?;
    Lockstep::new(engine, config)
        .record(&rows[row].program(), Profile::Always, 0, waves, 0..u64::MAX)
        .map(|(_, dumped)| dumped)
        .map_err(|error| error.to_string())
}
