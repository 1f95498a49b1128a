//! Random instructions through the testbench: drawn, offered under gaps and stalls, every result compared with golden's.

use crate::bench::Subject;
use crate::netlist::Flat;
use crate::sim::Engine;
use crate::sim::testbench::{Bench, Profile, Settings};
use crate::units::video::rtl::Config;
use crate::units::video::testbench::{COPIES, Independent, Judged, RandomCases, RandomCopies, VideoScoreboard, bench};

const _: () = assert!(COPIES == 256, "the name of what is measured");
/// Instructions per piece of work.
const PIECE: usize = 1024;

fn settings(seed: u64) -> Settings {
    Settings {
        gaps: Profile::Rare,
        stalls: Profile::Rare,
        seed,
    }
}

/// A testbench with its hardware and its stimulus.
pub(super) struct Checked {
    config: Config,
    seed: u64,
    bench: Bench,
    cases: Judged<RandomCases>,
}

impl Checked {
    pub fn new(engine: Box<dyn Engine>, config: Config, seed: u64) -> Self {
        Checked {
            config,
            seed,
            bench: bench(engine, settings(seed)),
            cases: Judged::new(RandomCases::new(config, seed)),
        }
    }

    /// Works through a piece. Errors: the fault that was found.
    pub fn piece(&mut self) -> Result<u64, String> {
        let mut source = Independent(self.cases.by_ref().take(PIECE));
        let mut scoreboard = VideoScoreboard::new(self.config, &mut source, self.seed);
        let reset = self.bench.reset(&mut scoreboard, 1);
        let ran = reset.and_then(|()| self.bench.run(&mut scoreboard, None));
        ran.map(|summary| summary.retired).map_err(|fault| fault.to_string())
    }

    /// Measures it; a fault counts as no work done.
    pub fn subject(mut self) -> Subject {
        Subject::new(move || self.piece().unwrap_or(0))
    }
}

/// The same through many copies of the ALU at once.
pub(super) struct CheckedCopies(RandomCopies);

impl CheckedCopies {
    pub fn new(flat: &Flat, config: Config, seed: u64) -> Self {
        CheckedCopies(RandomCopies::new(flat, config, settings(seed)))
    }

    /// Works through a piece on every copy: as many instructions as are worth drawing the copies' state up. Errors: the fault
    /// that was found.
    pub fn piece(&mut self) -> Result<u64, String> {
        let ran = self.0.run(|_| 4 * PIECE as u64, |_| {});
        let ran = ran.map_err(|(copy, fault)| format!("copy {copy}: {fault}"))?;
        Ok(ran.iter().map(|summary| summary.retired).sum())
    }

    /// Measures it; a fault counts as no work done.
    pub fn subject(mut self) -> Subject {
        Subject::new(move || self.piece().unwrap_or(0))
    }
}
