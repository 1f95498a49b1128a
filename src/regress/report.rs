//! The report of a regression, as JSON; reports of shards can be merged.
//!
//! A report depends on the program version, the settings and the shard only, except for [`RegressionReport::times`], its last field.

use super::plan::{RegressionJob, RegressionSettings, Shard};
use super::run::{JobResult, Status};
use crate::sim::EngineKind;
use crate::sim::cover::{BinSet, Cross};
use crate::sim::verilator;
use crate::text::diagnostic::Diagnostic;
use crate::tool;
use crate::unit::Selection;
use crate::units::crosses;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::time::Duration;

/// The version of the report format.
pub const FORMAT_VERSION: u32 = 2;

/// A report.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegressionReport {
    /// The version of this format.
    pub format_version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The settings.
    pub settings: SettingsReport,
    /// The shard that was run.
    pub shard: Shard,
    /// Whether an interrupt ended the run, so that jobs of the shard are missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// Counts over all jobs of the shard.
    pub totals: Totals,
    /// The jobs of the shard, in the order of their numbers.
    pub jobs: Vec<JobReport>,
    /// The crosses of the selected modules.
    pub coverage: Vec<CrossReport>,
    /// SHA-256 of this report in compact JSON, with an empty digest and without the times. Equal digests mean equal
    /// reports.
    pub digest: String,
    /// The times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<RegressionTimes>,
}

/// The settings of a regression, by name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsReport {
    /// Configurations.
    pub configurations: Vec<String>,
    /// Engines.
    pub engines: Vec<String>,
    /// Whether Verilator runs more than the shipped configurations.
    pub verilate_all: bool,
    /// The version of Verilator, if selected and installed.
    pub verilator: Option<String>,
    /// The first seed, and the last seed plus one.
    pub seeds: [u64; 2],
    /// Instructions of a job; engine `rust-hdl` has fewer.
    pub instructions: u64,
    /// The number of a planted fault.
    pub fault: Option<usize>,
    /// The number of jobs in all shards.
    pub jobs: usize,
}

/// Counts over jobs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// Jobs.
    pub jobs: usize,
    /// Jobs without a fault.
    pub passed: usize,
    /// Jobs with a fault.
    pub failed: usize,
    /// Jobs whose engine is not available.
    pub skipped: usize,
    /// Instructions with correct results.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
}

/// One job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobReport {
    /// The place in the list of all jobs, from 1.
    pub number: usize,
    /// Configuration.
    pub configuration: String,
    /// Engine.
    pub engine: String,
    /// Seed.
    pub seed: u64,
    /// Profile of the gaps at the input.
    pub gaps: String,
    /// Profile of the stalls at the output.
    pub stalls: String,
    /// The result.
    pub status: Status,
    /// Description of the fault, or the reason for skipping.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The command that repeats a failed job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
    /// Instructions with correct results.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
}

/// One cross.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossReport {
    /// Its module.
    pub module: String,
    /// Its name.
    pub name: String,
    /// The names of its axes.
    pub axes: Vec<String>,
    /// Number of combinations that are not excluded.
    pub bins: usize,
    /// Number of bins that some engine has hit.
    pub hit: usize,
    /// Names of the bins that no engine has hit.
    pub holes: Vec<String>,
    /// Excluded combinations that were hit: a rule is wrong.
    pub contradictions: Vec<String>,
    /// The hits of each engine.
    pub engines: BTreeMap<String, HitReport>,
}

/// The hits of one engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HitReport {
    /// Number of bins.
    pub hit: usize,
    /// The numbers of the combinations, such as `0-41,43`.
    pub combinations: String,
}

/// Times in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegressionTimes {
    /// Total of each shard.
    pub shards: Vec<f64>,
    /// Each job, in the order of `jobs`.
    pub jobs: Vec<f64>,
}

/// The bins that each engine hit, for each of [`crosses`].
pub(super) type Hits = BTreeMap<String, Vec<BinSet>>;

/// The hits of an engine, none at first.
pub(super) fn no_hits(hits: &mut Hits, engine: String) -> &mut Vec<BinSet> {
    let none = || vec![BinSet::default(); crosses().count()];
    hits.entry(engine).or_insert_with(none)
}

impl RegressionReport {
    /// The report of a shard whose jobs were run.
    pub fn new(
        settings: &RegressionSettings,
        shard: Shard,
        done: &[(RegressionJob, JobResult)],
        wall: Duration,
    ) -> Self {
        let mut hits = Hits::new();
        for (job, done) in done {
            let sets = no_hits(&mut hits, job.engine.to_string());
            for (cross, hit) in job.selection.crosses().iter().zip(&done.task.hits) {
                let place = crosses().position(|other| std::ptr::eq(other, cross));
                sets[place.expect("a cross of the table")].unite(hit);
            }
        }
        let times = RegressionTimes {
            shards: vec![wall.as_secs_f64()],
            jobs: done.iter().map(|(_, done)| done.time.as_secs_f64()).collect(),
        };
        let jobs = done
            .iter()
            .map(|(job, done)| JobReport::new(settings, job, done))
            .collect();
        RegressionReport::build(SettingsReport::new(settings), shard, jobs, &hits, Some(times))
    }

    /// Counts, coverage and digest of jobs and hits.
    pub(super) fn build(
        settings: SettingsReport,
        shard: Shard,
        jobs: Vec<JobReport>,
        hits: &Hits,
        times: Option<RegressionTimes>,
    ) -> Self {
        let mut report = RegressionReport {
            format_version: FORMAT_VERSION,
            tool: tool(),
            shard,
            interrupted: false,
            totals: Totals::of(&jobs),
            jobs,
            coverage: coverage(&settings, hits),
            settings,
            digest: String::new(),
            times: None,
        };
        report.digest = report.digest();
        report.times = times;
        report
    }

    /// The correct value of [`RegressionReport::digest`](field@Report::digest).
    pub(super) fn digest(&self) -> String {
        let bare = RegressionReport {
            digest: String::new(),
            times: None,
            ..self.clone()
        };
        let text = serde_json::to_string(&bare).expect("strings and numbers");
        let bytes = Sha256::digest(text.as_bytes());
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The report as text, with a line end.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).expect("strings and numbers") + "\n"
    }

    /// Reads the text of a report.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        /// The fields of every version of the format.
        #[derive(Deserialize)]
        struct Form {
            format_version: u32,
        }
        let expected = "a report of `lanesmith regress --json` or `lanesmith report merge --json`";
        let wrong = |error: serde_json::Error| {
            let lines = text.split_inclusive('\n').take(error.line().saturating_sub(1));
            let start = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
            let start = text.floor_char_boundary(start);
            let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
            Diagnostic::new(start..end, format!("not a report: {error}"), expected)
        };
        let form: Form = serde_json::from_str(text).map_err(wrong)?;
        if form.format_version != FORMAT_VERSION {
            let at = text.find("\"format_version\"").unwrap_or(0);
            let message = format!("a report of format {}", form.format_version);
            let expected = format!("format {FORMAT_VERSION}");
            return Err(Diagnostic::new(at..at + 16, message, expected));
        }
        serde_json::from_str(text).map_err(wrong)
    }

    /// The same report with the mark of an interrupted run.
    pub fn into_interrupted(mut self) -> Self {
        self.interrupted = true;
        self.digest = self.digest();
        self
    }

    /// The crosses of which less than `percent` of the bins were hit.
    pub fn short_of(&self, percent: f64) -> impl Iterator<Item = &CrossReport> {
        self.coverage.iter().filter(move |cross| cross.is_short_of(percent))
    }

    /// Whether no job failed and no rule of the coverage was contradicted.
    pub fn is_good(&self) -> bool {
        self.totals.failed == 0 && self.coverage.iter().all(|cross| cross.contradictions.is_empty())
    }
}

impl SettingsReport {
    fn new(settings: &RegressionSettings) -> Self {
        let verilated = settings.engines.contains(&EngineKind::Verilator);
        SettingsReport {
            configurations: settings.configurations.iter().map(Selection::name).collect(),
            engines: settings.engines.iter().map(EngineKind::to_string).collect(),
            verilate_all: settings.verilate_all,
            verilator: verilated.then(verilator::version).and_then(Result::ok),
            seeds: [settings.seeds.start, settings.seeds.end],
            instructions: settings.instructions,
            fault: settings.fault,
            jobs: settings.jobs().len(),
        }
    }
}

impl Totals {
    fn of(jobs: &[JobReport]) -> Self {
        let count = |status| jobs.iter().filter(|job| job.status == status).count();
        Totals {
            jobs: jobs.len(),
            passed: count(Status::Passed),
            failed: count(Status::Failed),
            skipped: count(Status::Skipped),
            instructions: jobs.iter().map(|job| job.instructions).sum(),
            cycles: jobs.iter().map(|job| job.cycles).sum(),
        }
    }
}

impl JobReport {
    fn new(settings: &RegressionSettings, job: &RegressionJob, done: &JobResult) -> Self {
        let (status, traffic) = (done.status, job.traffic());
        JobReport {
            number: job.number,
            configuration: job.selection.name(),
            engine: job.engine.to_string(),
            seed: job.seed,
            gaps: traffic.gaps.to_string(),
            stalls: traffic.stalls.to_string(),
            status,
            detail: done.task.fault.as_ref().map(|(text, _)| text.clone()),
            repeat: (status == Status::Failed).then(|| settings.repetition(job)),
            instructions: done.task.right,
            cycles: done.task.cycles,
        }
    }

    /// The job's name, such as `video_alu_l3/native/1`.
    pub fn name(&self) -> String {
        format!("{}/{}/{}", self.configuration, self.engine, self.seed)
    }
}

/// The crosses of the selected modules.
fn coverage(settings: &SettingsReport, hits: &Hits) -> Vec<CrossReport> {
    let asked = |cross: &Cross| {
        let mut names = settings.configurations.iter();
        names.any(|name| name.starts_with(cross.module))
    };
    let empty = BinSet::default();
    let report = |(i, cross)| {
        let sets = settings.engines.iter().map(|engine| {
            let set = hits.get(engine).and_then(|sets| sets.get(i));
            (engine.clone(), set.unwrap_or(&empty))
        });
        CrossReport::new(cross, sets.collect())
    };
    let crosses = crosses().enumerate().filter(|(_, cross)| asked(cross));
    crosses.map(report).collect()
}

impl CrossReport {
    /// The bins that were hit, in percent of all.
    pub fn percent(&self) -> f64 {
        100.0 * self.hit as f64 / self.bins.max(1) as f64
    }

    /// Whether less than `percent` of the bins were hit.
    pub fn is_short_of(&self, percent: f64) -> bool {
        // Without a division, so that 100 % needs every bin.
        100.0 * (self.hit as f64) < percent * self.bins as f64
    }

    fn new(cross: &Cross, engines: Vec<(String, &BinSet)>) -> Self {
        let mut all = BinSet::default();
        engines.iter().for_each(|(_, set)| all.unite(set));
        let holes = cross.bins().filter(|bin| !all.contains(*bin));
        let holes: Vec<String> = holes.map(|bin| cross.describe(bin)).collect();
        let hits = |(engine, set): (String, &BinSet)| {
            let report = HitReport {
                hit: set.iter().filter(|index| cross.excluded(*index).is_none()).count(),
                combinations: set.to_string(),
            };
            (engine, report)
        };
        let bins = cross.bins().count();
        let contradictions = all.iter().filter(|index| cross.excluded(*index).is_some());
        CrossReport {
            module: cross.module.to_owned(),
            name: cross.name.to_owned(),
            axes: cross.axes.iter().map(|axis| axis.name.to_owned()).collect(),
            bins,
            hit: bins - holes.len(),
            holes,
            contradictions: contradictions.map(|index| cross.describe(index)).collect(),
            engines: engines.into_iter().map(hits).collect(),
        }
    }
}
