//! Work on which the SIMD video ALU, or its core, goes wrong.

mod search;

pub(in crate::units::video) use search::{describe, search};

use crate::sim::EngineKind;
use crate::sim::testbench::{Profile, Settings};
use crate::sim::wave::Keep;
use crate::unit::{CASE, Counterexample, FailingWork, Hardware, make, repeat, word};
use crate::units::video::Video;
use crate::units::video::testbench::{Case, Independent, Job, Next, Source, Verdict, record_core, run_interrupted};
use crate::units::video::vectors::results as video_results;
use std::path::Path;

/// Cases and how they are offered.
#[derive(Clone, Debug)]
pub struct Stimulus {
    /// The cases, in order.
    pub cases: Vec<Case>,
    /// Gaps, stalls and seed.
    pub settings: Settings,
    /// The cycle, counted from the end of the first reset, in which there is another one; only for the ALU.
    pub reset_at: Option<u64>,
}

/// A source that keeps the cases it gave.
pub struct Noted<'s> {
    source: &'s mut dyn Source,
    cases: Vec<Case>,
}

impl<'s> Noted<'s> {
    /// Notes the cases of `source`.
    pub fn new(source: &'s mut dyn Source) -> Self {
        Noted { source, cases: vec![] }
    }

    /// What it gave.
    pub fn into_cases(self) -> Vec<Case> {
        self.cases
    }
}

impl Source for Noted<'_> {
    fn next_case(&mut self) -> Next {
        let next = self.source.next_case();
        if let Next::Case(case) = &next {
            self.cases.push(case.clone());
        }
        next
    }

    fn result(&mut self, d: u32) {
        self.source.result(d);
    }
}

impl FailingWork for Stimulus {
    fn counterexample(&self, hardware: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String> {
        stimulus(hardware, self, folder)
    }
}

/// How many cases may be offered while a stimulus is made shorter.
fn budget(kind: EngineKind) -> usize {
    match kind {
        EngineKind::RustHdl => 10_000,
        EngineKind::Native | EngineKind::Verilator => 1_000_000,
    }
}

/// The counterexample that `found` is, as short as could be found, with its waves in `folder`. The hardware goes wrong on
/// `found` or on its last cases alone; `None` if it does not. Errors: the engine can't be had, the folder not written.
pub fn stimulus(hardware: &Hardware, found: &Stimulus, folder: &Path) -> Result<Option<Counterexample>, String> {
    let Some(shortest) = shorten(hardware, found)? else {
        return Ok(None);
    };
    make(folder)?;
    let verdict = shortest.run(hardware, Some(&folder.join(CASE).with_extension("vcd")))?;
    let (Some((_, explanation)), Some(dumped)) = (verdict.fault, verdict.dumped) else {
        return Ok(None);
    };
    let name = format!("{CASE}.csv");
    let work = format!("--vectors {}", word(&folder.join(&name)));
    Ok(Some(Counterexample {
        folder: folder.to_owned(),
        explanation,
        repeat: repeat(hardware, &work, shortest.settings, shortest.reset_at),
        inputs: vec![(name, vectors(&shortest.cases))],
        dumped: Some(dumped),
        claim: None,
    }))
}

/// Cases as a vector file.
pub(in crate::units) fn vectors(cases: &[Case]) -> String {
    let rows = cases.iter().map(|case| {
        let (instruction, d) = (case.instruction(), case.d());
        let [a, b, c] = instruction.columns([case.a, case.b, case.c]);
        format!("\"{instruction}\",{a:#010x},{b:#010x},{c:#010x},{d:#010x}\n")
    });
    format!(
        "{}\n{}",
        video_results::KIND.columns.join(","),
        rows.collect::<String>()
    )
}

/// So many cases before a fault are kept: the fault shows again on them alone, wherever they stand in the run.
const KEPT: u64 = 4096;

impl Stimulus {
    /// The last ones of the first `offered` cases.
    pub fn last(cases: impl Iterator<Item = Case>, offered: u64, settings: Settings) -> Self {
        let skipped = offered.saturating_sub(KEPT);
        Stimulus {
            cases: cases
                .skip(skipped as usize)
                .take((offered - skipped) as usize)
                .collect(),
            settings,
            reset_at: None,
        }
    }

    /// Runs it on fresh hardware, with waves in a file if there is one.
    pub(crate) fn run(&self, hardware: &Hardware, waves: Option<&Path>) -> Result<Verdict, String> {
        let engine = hardware.engine(waves.is_some()).map_err(|error| error.to_string())?;
        let cases = self.cases.iter().cloned();
        let job = |config| Job {
            config,
            settings: self.settings,
            waves: waves.map(|path| (path, Keep::Window(0..u64::MAX))),
        };
        let Some(unit) = Video::of(hardware.selection()) else {
            return Err(format!("{} does not run these vectors", hardware.selection().name()));
        };
        match unit.is_core {
            false => run_interrupted(engine, &job(unit.config()), &mut Independent(cases), self.reset_at),
            true => record_core(engine, &job(unit.config()), cases),
        }
        .map_err(|error| error.to_string())
    }

    fn tail(&self, count: usize, settings: Settings) -> Stimulus {
        Stimulus {
            cases: self.cases[self.cases.len() - count..].to_vec(),
            settings,
            reset_at: self.reset_at,
        }
    }
}

/// A stimulus that still fails: the last case alone without gaps and stalls if that will do, else as few of the last
/// cases as could be found.
fn shorten(hardware: &Hardware, found: &Stimulus) -> Result<Option<Stimulus>, String> {
    let mut left = budget(hardware.kind());
    let mut fails = |stimulus: &Stimulus| {
        left = left.saturating_sub(stimulus.cases.len());
        let verdict = (left > 0 || stimulus.cases.len() == found.cases.len()).then(|| stimulus.run(hardware, None));
        verdict
            .transpose()
            .map(|verdict| verdict.is_some_and(|verdict| verdict.fault.is_some()))
    };
    let steady = Settings {
        gaps: Profile::Always,
        stalls: Profile::Always,
        seed: found.settings.seed,
    };
    let all = found.cases.len();
    let counts = std::iter::successors(Some(1), |count| Some(count * 4)).take_while(|count| *count < all);
    let mut shortest = None;
    'found: for count in counts.chain([all]) {
        for settings in [steady, found.settings] {
            let last = found.tail(count, settings);
            if fails(&last)? {
                shortest = Some(last);
                break 'found;
            }
        }
    }
    let Some(mut shortest) = shortest else {
        return Ok(None);
    };
    let mut chunk = shortest.cases.len() / 2;
    while chunk > 0 {
        let mut start = 0;
        while start < shortest.cases.len() && shortest.cases.len() > 1 {
            let end = (start + chunk).min(shortest.cases.len());
            let mut shorter = shortest.clone();
            shorter.cases.drain(start..end);
            if !shorter.cases.is_empty() && fails(&shorter)? {
                shortest = shorter;
            } else {
                start = end;
            }
        }
        chunk /= 2;
    }
    Ok(Some(shortest))
}
