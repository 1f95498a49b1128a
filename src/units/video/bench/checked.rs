//! Random instructions through the testbench: drawn, offered under gaps and stalls, every result compared with golden's.

use crate::bench::Subject;
use crate::sim::Engine;
use crate::sim::testbench::{Bench, Profile, Settings};
use crate::units::video::rtl::Config;
use crate::units::video::testbench::{Independent, Judged, RandomCases, VideoScoreboard, bench};

/// Instructions per piece of work.
const PIECE: usize = 1024;

/// A testbench with its hardware and its stimulus.
pub(super) struct Checked {
    config: Config,
    seed: u64,
    bench: Bench,
    cases: Judged<RandomCases>,
}

impl Checked {
    pub fn new(engine: Box<dyn Engine>, config: Config, seed: u64) -> Self {
        let settings = Settings {
            gaps: Profile::Rare,
            stalls: Profile::Rare,
            seed,
        };
        Checked {
            config,
            seed,
            bench: bench(engine, settings),
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
