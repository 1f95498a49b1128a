//! A report as JUnit XML: a suite for each configuration, a case for each job.

use super::report::{CrossReport, JobReport, RegressionReport};
use super::run::Status;
use quick_junit as junit;
use std::time::Duration;

impl RegressionReport {
    /// The jobs as JUnit XML, with times if the report has them. With `required`, the coverage in percent that every cross must
    /// have, each cross is a case, too.
    pub fn junit(&self, required: Option<f64>) -> String {
        let mut suites: Vec<junit::TestSuite> = Vec::new();
        let mut report = junit::Report::new(format!("{} regress", self.tool));
        for configuration in &self.settings.configurations {
            let jobs = self.jobs.iter().enumerate();
            let own: Vec<(usize, &JobReport)> = jobs.filter(|(_, job)| job.configuration == *configuration).collect();
            if own.is_empty() {
                continue;
            }
            let mut suite = junit::TestSuite::new(configuration.as_str());
            let time = |place: usize| {
                self.times
                    .as_ref()
                    .map(|times| Duration::from_secs_f64(times.jobs[place]))
            };
            for (place, job) in &own {
                let mut case = test_case(configuration, &format!("{}/{}", job.engine, job.seed), status(job));
                case.time = time(*place);
                suite.add_test_case(case);
            }
            suite.time = own.iter().map(|(place, _)| time(*place)).sum();
            suites.push(suite);
        }
        if let Some(percent) = required {
            suites.push(coverage(&self.coverage, percent));
        }
        if self.interrupted {
            suites.push(interrupted_suite());
        }
        report.time = self.times.as_ref().map(|times| seconds(times.shards.iter().sum()));
        report.add_test_suites(suites);
        report.to_string().expect("text that comes from strings")
    }
}

/// A suite with a case for each cross, which fails if less than `percent` of the bins were hit.
fn coverage(crosses: &[CrossReport], percent: f64) -> junit::TestSuite {
    let mut suite = junit::TestSuite::new("coverage");
    for cross in crosses {
        let message = format!("{} of {} bins hit, less than {percent} %", cross.hit, cross.bins);
        let status = match cross.is_short_of(percent) {
            true => non_success(junit::NonSuccessKind::Failure, &message, &cross.holes.join("\n")),
            false => junit::TestCaseStatus::success(),
        };
        let name = format!("{} {}", cross.module, cross.name);
        suite.add_test_case(test_case("coverage", &name, status));
    }
    suite
}

/// A case of a suite.
pub(crate) fn test_case(suite: &str, name: &str, status: junit::TestCaseStatus) -> junit::TestCase {
    let mut case = junit::TestCase::new(name, status);
    case.set_classname(suite);
    case
}

/// The status of a case that was not run, with the reason.
pub(crate) fn skipped(why: &str) -> junit::TestCaseStatus {
    let mut status = junit::TestCaseStatus::skipped();
    status.set_message(why);
    status
}

/// The status of a case that went wrong; an empty description is left out.
pub(crate) fn non_success(kind: junit::NonSuccessKind, message: &str, description: &str) -> junit::TestCaseStatus {
    let mut status = junit::TestCaseStatus::non_success(kind);
    status.set_message(message);
    if !description.is_empty() {
        status.set_description(description);
    }
    status
}

/// A suite with an error, which marks the report of an interrupted run.
pub(crate) fn interrupted_suite() -> junit::TestSuite {
    let message = "an interrupt ended the run; later cases are missing";
    let status = non_success(junit::NonSuccessKind::Error, message, "");
    let mut suite = junit::TestSuite::new("interrupted");
    suite.add_test_case(junit::TestCase::new("the run is complete", status));
    suite
}

fn status(job: &JobReport) -> junit::TestCaseStatus {
    let detail = job.detail.as_deref().unwrap_or_default();
    match job.status {
        Status::Passed => junit::TestCaseStatus::success(),
        Status::Skipped => skipped(detail),
        Status::Failed => {
            let text = format!("{detail}\nrepeat: {}", job.repeat.as_deref().unwrap_or_default());
            non_success(
                junit::NonSuccessKind::Failure,
                text.lines().next().unwrap_or_default(),
                &text,
            )
        }
    }
}

/// A time from a report; `None` if the number is not a valid time.
fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}
