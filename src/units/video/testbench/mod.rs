//! The testbench of the SIMD video ALU.

mod case;
mod core;
mod program;
mod report;
mod run;
mod scoreboard;
mod view;

pub use case::{Case, Judged, Noise, RandomCases, executes, ignored};
pub use core::{record_core, run_core};
pub use program::{Program, Unset, Writer};
pub use report::describe;
pub use run::{Job, Verdict, run, run_interrupted};
pub use scoreboard::{Independent, Mismatch, Next, Pending, Source, VideoScoreboard};
pub use view::{helpers, view};

use crate::sim::Engine;
use crate::sim::testbench::{Bench, Settings};

/// Driver and monitor on the ports of `video_alu`.
pub fn bench(engine: Box<dyn Engine>, settings: Settings) -> Bench {
    let input = ("in_", &["control", "a", "b", "c", "tag"][..]);
    let output = ("out_", &["d", "tag"][..]);
    Bench::new(engine, input, output, settings)
}
