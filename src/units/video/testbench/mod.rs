//! The testbench of the SIMD video ALU.

mod case;
mod copies;
mod core;
mod program;
mod random_cases;
mod report;
mod run;
mod scoreboard;
mod view;

pub use case::{Case, Judged, Noise, executes, ignored, remedies};
pub use copies::{COPIES, RandomCopies, copy_seed};
pub use core::{record_core, run_core};
pub use program::{Program, Unset, Writer};
pub use random_cases::RandomCases;
pub use report::describe;
pub use run::{Job, Verdict, run, run_interrupted};
pub use scoreboard::{Independent, Mismatch, Next, Pending, Source, VideoScoreboard};
pub use view::{helpers, view};

use crate::sim::Engine;
use crate::sim::testbench::{Bench, Settings, StreamNames};

/// The streams of `video_alu`.
const INPUT: StreamNames = ("in_", &["control", "a", "b", "c", "tag"]);
const OUTPUT: StreamNames = ("out_", &["d", "tag"]);
/// Cycles of reset before a run.
const RESET: u32 = 2;

/// Driver and monitor on the ports of `video_alu`.
pub fn bench(engine: Box<dyn Engine>, settings: Settings) -> Bench {
    Bench::new(engine, INPUT, OUTPUT, settings)
}
