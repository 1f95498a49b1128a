//! A report as JUnit XML: a suite for each configuration, a case for each job.

use super::junit_xml::{Finding, JunitCase, JunitReport, JunitSuite};
use super::report::{CrossReport, JobReport, RegressionReport};
use super::run::Status;
use std::time::Duration;

impl RegressionReport {
    /// The jobs as JUnit XML, with times if the report has them. With `required`, the coverage in percent that every cross must
    /// have, each cross is a case, too.
    pub fn junit(&self, required: Option<f64>) -> String {
        let mut suites: Vec<JunitSuite> = Vec::new();
        for configuration in &self.settings.configurations {
            let jobs = self.jobs.iter().enumerate();
            let jobs: Vec<(usize, &JobReport)> = jobs.filter(|(_, job)| job.configuration == *configuration).collect();
            if jobs.is_empty() {
                continue;
            }
            let time = |place: usize| {
                let times = self.times.as_ref();
                times.map(|times| Duration::from_secs_f64(times.jobs[place]))
            };
            let case = |(place, job): &(usize, &JobReport)| JunitCase {
                time: time(*place),
                ..test_case(configuration, &format!("{}/{}", job.engine, job.seed), finding(job))
            };
            suites.push(JunitSuite {
                name: configuration.clone(),
                time: jobs.iter().map(|(place, _)| time(*place)).sum(),
                cases: jobs.iter().map(case).collect(),
            });
        }
        if let Some(percent) = required {
            suites.push(coverage(&self.coverage, percent));
        }
        if self.interrupted {
            suites.push(interrupted_suite());
        }
        let report = JunitReport {
            name: format!("{} regress", self.tool),
            time: self.times.as_ref().map(|times| seconds(times.shards.iter().sum())),
            suites,
        };
        report.to_string()
    }
}

/// A suite with a case for each cross, which fails if less than `percent` of the bins were hit.
fn coverage(crosses: &[CrossReport], percent: f64) -> JunitSuite {
    let mut suite = JunitSuite::new("coverage");
    for cross in crosses {
        let message = format!("{} of {} bins hit, less than {percent} %", cross.hit, cross.bins);
        let missed = || Finding::failure(&message, &cross.holes.join("\n"));
        let finding = cross.is_short_of(percent).then(missed);
        let name = format!("{} {}", cross.module, cross.name);
        suite.cases.push(test_case("coverage", &name, finding));
    }
    suite
}

/// A case of a suite.
pub(crate) fn test_case(suite: &str, name: &str, finding: Option<Finding>) -> JunitCase {
    JunitCase {
        name: name.to_owned(),
        class: Some(suite.to_owned()),
        time: None,
        finding,
    }
}

/// A suite with an error, which marks the report of an interrupted run.
pub(crate) fn interrupted_suite() -> JunitSuite {
    let error = Finding::error("an interrupt ended the run; later cases are missing");
    let mut suite = JunitSuite::new("interrupted");
    suite.cases.push(JunitCase {
        name: "the run is complete".to_owned(),
        class: None,
        time: None,
        finding: Some(error),
    });
    suite
}

fn finding(job: &JobReport) -> Option<Finding> {
    let detail = job.detail.as_deref().unwrap_or_default();
    match job.status {
        Status::Passed => None,
        Status::Skipped => Some(Finding::skipped(detail)),
        Status::Failed => {
            let text = format!("{detail}\nrepeat: {}", job.repeat.as_deref().unwrap_or_default());
            Some(Finding::failure(text.lines().next().unwrap_or_default(), &text))
        }
    }
}

/// A time from a report; 0 if the number is not a valid time.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}
