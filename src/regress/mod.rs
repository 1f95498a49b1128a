//! Regression: every configuration on every engine with many seeds, and functional coverage.

pub(crate) mod junit;
pub(crate) mod junit_xml;
mod merge;
mod plan;
mod report;
mod run;

pub use crate::sim::cover::{BinSet, Cross};
pub use crate::units::{configurations, crosses};
pub use merge::merge;
pub use plan::{RegressionJob, RegressionSettings, Shard};
pub use report::{CrossReport, JobReport, RegressionReport};
pub use run::{JobResult, Status, run};
