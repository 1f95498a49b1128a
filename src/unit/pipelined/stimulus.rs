//! Cases on hardware: runs, waves, and the shortest one that goes wrong.

use super::scoreboard::Results;
use super::{Case, INPUTS, OUTPUTS, Pipelined, vectors};
use crate::files;
use crate::sim::cover::Cross;
use crate::sim::testbench::{Bench, Fault, Profile, Random, Settings};
use crate::sim::wave::{Dump, Dumped, Format, Keep, Row, View};
use crate::sim::{Engine, EngineKind};
use crate::unit::{CASE, Counterexample, FailingWork, Hardware, make, repeat, word};
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

/// Cycles of reset before a run.
const RESET: u32 = 2;
/// So many cases before a fault are kept: the fault shows again on them alone, wherever they stand in the run.
const KEPT: u64 = 4096;

/// Cases of the unit `P` and how they are offered.
pub(super) struct Stimulus<P> {
    pub cases: Vec<Case>,
    pub settings: Settings,
    reset_at: Option<u64>,
    unit: PhantomData<P>,
}

/// What a run showed.
pub(super) struct Verdict {
    pub offered: u64,
    pub right: u64,
    pub cycles: u64,
    pub was_reset: bool,
    pub fault: Option<String>,
    pub dumped: Option<Dumped>,
}

impl<P> Clone for Stimulus<P> {
    fn clone(&self) -> Self {
        Stimulus {
            cases: self.cases.clone(),
            ..*self
        }
    }
}

impl<P> fmt::Debug for Stimulus<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {:?}", self.settings, self.cases)
    }
}

/// Random cases without end.
pub(super) fn random<P: Pipelined>(seed: u64) -> impl Iterator<Item = Case> {
    let mut random = Random::new(seed);
    std::iter::from_fn(move || Some(P::draw(&mut random)))
}

/// Cases that walk the bins of the first cross, in an order that the seed decides; every third one is random.
pub(super) struct Walk<P> {
    random: Random,
    bins: Vec<usize>,
    count: usize,
    unit: PhantomData<P>,
}

impl<P: Pipelined> Walk<P> {
    pub fn new(seed: u64, crosses: &[Cross]) -> Self {
        let mut random = Random::new(seed);
        let mut bins: Vec<usize> = crosses[0].bins().collect();
        random.shuffle(&mut bins);
        Walk {
            random,
            bins,
            count: 0,
            unit: PhantomData,
        }
    }
}

impl<P: Pipelined> Iterator for Walk<P> {
    type Item = Case;

    fn next(&mut self) -> Option<Case> {
        self.count += 1;
        if self.count.is_multiple_of(3) {
            return Some(P::draw(&mut self.random));
        }
        let bin = self.bins[self.count % self.bins.len()];
        Some(P::aim(bin, &mut self.random))
    }
}

/// Driver and monitor on the ports.
pub(super) fn bench(engine: Box<dyn Engine>, settings: Settings) -> Bench {
    Bench::new(engine, ("in_", &INPUTS), ("out_", &OUTPUTS), settings)
}

impl<P: Pipelined> Stimulus<P> {
    pub fn new(cases: Vec<Case>, settings: Settings, reset_at: Option<u64>) -> Self {
        Stimulus {
            cases,
            settings,
            reset_at,
            unit: PhantomData,
        }
    }

    /// Without gaps, stalls and reset.
    pub fn steady(cases: Vec<Case>) -> Self {
        let settings = Settings {
            gaps: Profile::Always,
            stalls: Profile::Always,
            seed: 1,
        };
        Stimulus::new(cases, settings, None)
    }

    /// The last ones of the first `offered` cases.
    pub fn last(&self, offered: u64) -> Self {
        let skipped = offered.saturating_sub(KEPT) as usize;
        let cases = self.cases[skipped..offered as usize].to_vec();
        Stimulus { cases, ..*self }
    }

    /// Runs it as far as the first fault. An error is about writing the waves.
    pub fn run(
        &self,
        engine: Box<dyn Engine>,
        waves: Option<(&Path, Keep)>,
        progress: &dyn Fn(u64),
    ) -> Result<Verdict, files::Error> {
        let rows = vec![
            Row::new("clock", 1, Format::Bit),
            Row::new("cycle", 32, Format::Decimal),
        ];
        let view = View::with_ports(&*engine, ("Clock", rows), ["Operands", "Result"]);
        let mut bench = bench(engine, self.settings);
        let mut dump = None;
        if let Some((path, keep)) = waves {
            let (file, recorder) = Dump::create(path, bench.clock().engine(), &[], view, keep)?;
            bench.clock().record(recorder);
            dump = Some(file);
        }
        let mut scoreboard = Results::<P>::new(&self.cases, progress);
        let mut was_reset = false;
        let mut work = || -> Result<(), Fault> {
            bench.reset(&mut scoreboard, RESET)?;
            let first = bench.run(&mut scoreboard, self.reset_at)?;
            was_reset = self.reset_at == Some(first.cycles);
            if !was_reset {
                return Ok(());
            }
            bench.reset(&mut scoreboard, 1)?;
            bench.run(&mut scoreboard, None).map(|_| ())
        };
        let fault = work().err();
        let marker = fault.as_ref().map(|fault| fault.cycle);
        let dumped = match (dump, bench.clock().take_waves()) {
            (Some(file), Some(recorder)) => Some(file.finish(recorder, marker)?),
            _ => None,
        };
        let explained = scoreboard.explanation.take();
        Ok(Verdict {
            offered: scoreboard.offered,
            right: scoreboard.results.len() as u64,
            cycles: bench.clock().cycle(),
            was_reset,
            fault: fault.map(|fault| match explained {
                Some(explained) => format!("{fault}\n{explained}"),
                None => fault.to_string(),
            }),
            dumped,
        })
    }

    fn fails(&self, hardware: &Hardware) -> Result<bool, String> {
        let engine = hardware.engine(false).map_err(|error| error.to_string())?;
        let verdict = self.run(engine, None, &|_| ()).map_err(|error| error.to_string())?;
        Ok(verdict.fault.is_some())
    }

    /// One that still fails: as few of the last cases as could be found, without gaps and stalls if that will do.
    fn shorten(&self, hardware: &Hardware) -> Result<Option<Self>, String> {
        let tries = if hardware.kind() == EngineKind::RustHdl {
            100
        } else {
            2000
        };
        let all = self.cases.len();
        let counts = std::iter::successors(Some(1), |count| Some(count * 4)).take_while(|count| *count < all);
        let mut shortest = None;
        'found: for count in counts.chain([all]) {
            let last = self.cases[all - count..].to_vec();
            for one in [Stimulus::steady(last.clone()), Stimulus { cases: last, ..*self }] {
                if one.fails(hardware)? {
                    shortest = Some(one);
                    break 'found;
                }
            }
        }
        let Some(mut shortest) = shortest else {
            return Ok(None);
        };
        let (mut chunk, mut tried) = (shortest.cases.len() / 2, 0);
        while chunk > 0 {
            let mut start = 0;
            while start < shortest.cases.len() && shortest.cases.len() > 1 && tried < tries {
                let end = (start + chunk).min(shortest.cases.len());
                let mut shorter = shortest.clone();
                shorter.cases.drain(start..end);
                tried += 1;
                match !shorter.cases.is_empty() && shorter.fails(hardware)? {
                    true => shortest = shorter,
                    false => start = end,
                }
            }
            chunk /= 2;
        }
        Ok(Some(shortest))
    }
}

impl<P: Pipelined> FailingWork for Stimulus<P> {
    fn counterexample(&self, hardware: &Hardware, folder: &Path) -> Result<Option<Counterexample>, String> {
        let Some(shortest) = self.shorten(hardware)? else {
            return Ok(None);
        };
        make(folder)?;
        let engine = hardware.engine(true).map_err(|error| error.to_string())?;
        let waves = folder.join(CASE).with_extension("vcd");
        let keep = Keep::Window(0..u64::MAX);
        let verdict = shortest
            .run(engine, Some((&waves, keep)), &|_| ())
            .map_err(|error| error.to_string())?;
        let Some(explanation) = verdict.fault else {
            return Ok(None);
        };
        let name = format!("{CASE}.csv");
        let work = format!("--vectors {}", word(&folder.join(&name)));
        Ok(Some(Counterexample {
            folder: folder.to_owned(),
            explanation,
            repeat: repeat(hardware, &work, shortest.settings, shortest.reset_at),
            inputs: vec![(name, vectors::text::<P>(&shortest.cases))],
            dumped: verdict.dumped,
            claim: None,
        }))
    }
}
