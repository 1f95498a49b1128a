//! Regression at scale: every configuration on every engine with many seeds, and what of the instructions was covered.

mod brew;
mod configurations;
mod cover;
mod coverage;
#[cfg(feature = "junit")]
mod junit;
mod merge;
mod plan;
mod report;
mod run;
mod video;

pub use brew::{Planned, Walk};
pub use configurations::configurations;
pub use cover::{Axis, BinSet, Cross, Rule};
pub use coverage::{Coverage, crosses};
pub use merge::merge;
pub use plan::{Job, Settings, Shard};
pub use report::{CrossReport, JobReport, Report, Status};
pub use run::{Done, Outcome, run};
