//! Reports of subcommands that check something: their cases as JSON and JUnit XML, also after an interrupt.

use super::data::{Data, pretty};
use super::{Failure, check_files, lock, say};
use crate::files::{self, OnInterrupt};
use crate::regress::junit::{interrupted_suite, test_case};
use crate::regress::junit_xml::{Finding, JunitReport, JunitSuite};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The version of the report format.
const FORMAT_VERSION: u32 = 1;

/// Flatten this into a subcommand.
#[derive(Args, Clone, Debug)]
pub struct CaseReports {
    #[command(flatten)]
    data: Data,
    /// Writes the checked cases as JUnit XML to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
}

/// Result of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CaseStatus {
    Passed,
    Failed,
    Skipped,
    /// An interrupt ended it.
    Interrupted,
}

/// One checked case.
#[derive(Clone, Debug, Serialize)]
struct Case {
    suite: String,
    name: String,
    status: CaseStatus,
    /// What is wrong, or why it was skipped, in several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    /// Numbers and names that belong to this subcommand.
    values: Value,
}

#[derive(Serialize)]
struct CaseDocument<'a> {
    format_version: u32,
    tool: String,
    command: &'static str,
    /// Whether an interrupt ended the run, so that later cases are missing.
    interrupted: bool,
    totals: Value,
    cases: &'a [Case],
}

/// The cases so far.
#[derive(Default)]
struct Progress {
    cases: Vec<Case>,
    /// Suite, name and executed instructions of the case that is being checked.
    running: Option<(String, String, u64)>,
}

impl Progress {
    /// Ends the running case, if there is one.
    fn end(&mut self, status: CaseStatus, detail: Option<String>, values: Value) {
        self.cases.extend(self.running.take().map(|(suite, name, _)| Case {
            suite,
            name,
            status,
            detail,
            values,
        }));
    }
}

/// Collects cases. An interrupt during its lifetime writes the reports of the cases so far.
pub struct CaseRecorder {
    command: &'static str,
    reports: CaseReports,
    progress: Arc<Mutex<Progress>>,
    on_interrupt: OnInterrupt,
}

impl CaseReports {
    /// Whether JSON replaces the text.
    pub fn is_json(&self) -> bool {
        self.data.json
    }

    /// Checks the files of a command, and begins its report. With `--json` findings are not printed from now on.
    pub fn begin(
        &self,
        command: &'static str,
        inputs: impl IntoIterator<Item: AsRef<Path>>,
        outputs: &[PathBuf],
    ) -> Result<CaseRecorder, Failure> {
        let own = self.data.file().into_iter().chain(self.junit.as_deref());
        check_files(inputs, outputs.iter().map(PathBuf::as_path).chain(own))?;
        if self.data.json {
            say::be_silent();
        }
        let progress: Arc<Mutex<Progress>> = Arc::default();
        let (reports, shared) = (self.clone(), progress.clone());
        let on_interrupt = OnInterrupt::new(move || reports.interrupted(command, &mut lock(&shared)));
        Ok(CaseRecorder {
            command,
            reports: self.clone(),
            progress,
            on_interrupt,
        })
    }

    /// Writes the reports of an interrupted run. Errors go to standard error, because the process ends.
    fn interrupted(&self, command: &'static str, progress: &mut Progress) {
        let values = match progress.running {
            Some((.., instructions)) if instructions > 0 => json!({ "instructions": instructions }),
            _ => json!({}),
        };
        progress.end(CaseStatus::Interrupted, None, values);
        if let Err(Failure(text)) = self.write(command, true, &progress.cases) {
            let _ = writeln!(anstream::stderr(), "{text}");
        }
    }

    fn write(&self, command: &'static str, interrupted: bool, cases: &[Case]) -> Result<(), Failure> {
        let count = |status| cases.iter().filter(|case| case.status == status).count();
        let document = CaseDocument {
            format_version: FORMAT_VERSION,
            tool: crate::tool(),
            command,
            interrupted,
            totals: json!({
                "cases": cases.len(),
                "passed": count(CaseStatus::Passed),
                "failed": count(CaseStatus::Failed),
                "skipped": count(CaseStatus::Skipped),
            }),
            cases,
        };
        self.data.give(|| pretty(&document))?;
        if let Some(path) = &self.junit {
            files::write(path, junit(command, interrupted, cases).as_bytes())?;
        }
        Ok(())
    }
}

impl CaseRecorder {
    /// Names the case that is being checked from now on.
    pub fn start(&self, suite: impl Into<String>, name: impl Into<String>) {
        lock(&self.progress).running = Some((suite.into(), name.into(), 0));
    }

    /// Adds executed instructions to the case that is being checked.
    pub fn count(&self, instructions: u64) {
        if let Some((_, _, count)) = &mut lock(&self.progress).running {
            *count += instructions;
        }
    }

    /// Ends the case that is being checked; it failed if there is a `fault`.
    pub fn end(&self, fault: Option<String>, values: Value) {
        let status = match fault {
            Some(_) => CaseStatus::Failed,
            None => CaseStatus::Passed,
        };
        self.end_as(status, fault, values);
    }

    /// Ends the case that is being checked. `values` is a JSON object.
    pub fn end_as(&self, status: CaseStatus, detail: Option<String>, values: Value) {
        lock(&self.progress).end(status, detail, values);
    }

    /// Writes the reports.
    pub fn finish(self) -> Result<(), Failure> {
        drop(self.on_interrupt);
        self.reports.write(self.command, false, &lock(&self.progress).cases)
    }
}

/// The cases as JUnit XML. An interrupted run has an error in it, so that nobody takes it for a complete one.
fn junit(command: &str, interrupted: bool, cases: &[Case]) -> String {
    let mut suites: Vec<JunitSuite> = vec![];
    for case in cases {
        let shown = test_case(&case.suite, &case.name, finding(case));
        match suites.iter_mut().find(|suite| suite.name == case.suite) {
            Some(suite) => suite.cases.push(shown),
            None => suites.push(JunitSuite {
                cases: vec![shown],
                ..JunitSuite::new(&case.suite)
            }),
        }
    }
    if interrupted {
        suites.push(interrupted_suite());
    }
    let report = JunitReport {
        name: format!("{} {command}", crate::tool()),
        time: None,
        suites,
    };
    report.to_string()
}

fn finding(case: &Case) -> Option<Finding> {
    let detail = case.detail.as_deref().unwrap_or_default();
    let line = detail.lines().next().unwrap_or_default();
    match case.status {
        CaseStatus::Passed => None,
        CaseStatus::Skipped => Some(Finding::skipped(line)),
        CaseStatus::Failed => Some(Finding::failure(line, detail)),
        CaseStatus::Interrupted => Some(Finding::error("an interrupt ended this case")),
    }
}
