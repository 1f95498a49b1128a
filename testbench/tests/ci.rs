//! The workflow file that is an example for continuous integration.

use crate::skip::skipped;
use std::path::Path;
use std::process::Command;

const WORKFLOW: &str = include_str!("../../examples/ci/lanesmith.yml");
const PAGE: &str = include_str!("../../docs/tutorial-first-ci.md");

/// The commands of the workflow that run lanesmith, with a number in the place of each expression.
fn commands() -> Vec<String> {
    let mut text = String::new();
    let mut parts = WORKFLOW.split("${{");
    text += parts.next().expect("a part");
    for part in parts {
        let (_, rest) = part.split_once("}}").expect("an expression ends");
        text += "1";
        text += rest;
    }
    let lines = text.lines().map(|line| line.trim().trim_start_matches("- run: "));
    let lines = lines.flat_map(|line| line.split(" && "));
    lines
        .filter(|line| line.starts_with("lanesmith "))
        .map(str::to_owned)
        .collect()
}

/// Why a command line cannot be parsed. An option that does not exist stands behind it, so that it is only parsed; one that exists
/// before that ends the last value, which is then read.
fn refusal(line: &str) -> Option<String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = command
        .args(line.split_whitespace().skip(1))
        .args(["--quiet", "--no-such-option"]);
    let error = String::from_utf8(output.output().expect("lanesmith runs").stderr).expect("text");
    (!error.contains("unexpected argument '--no-such-option'")).then_some(error)
}

#[test]
fn every_command_of_the_workflow_is_one_that_lanesmith_has() {
    let commands = commands();
    assert_eq!(commands.len(), 4, "{commands:?}");
    for line in &commands {
        assert_eq!(refusal(line), None, "{line}");
    }
    // The check itself: a wrong option and a wrong value are seen.
    for line in [
        "lanesmith regress --seed 1",
        "lanesmith regress --shard 5/4",
        "lanesmith doctor --require verilater",
    ] {
        assert!(refusal(line).is_some(), "{line}");
    }
}

#[test]
fn the_page_explains_every_job_and_command_of_the_workflow() {
    let jobs = WORKFLOW.split_once("\njobs:\n").expect("jobs").1.lines();
    let jobs: Vec<&str> = jobs
        .filter(|line| line.starts_with("  ") && line.ends_with(':') && !line[2..].starts_with([' ', '#']))
        .map(|line| line.trim().trim_end_matches(':'))
        .collect();
    assert_eq!(jobs, ["files", "regress", "report"]);
    for job in jobs {
        assert!(PAGE.contains(&format!("| `{job}` |")), "{job}");
    }
    for line in commands() {
        let words: Vec<&str> = line.split_whitespace().take(2).collect();
        assert!(PAGE.contains(&words.join(" ")), "{line}");
    }
}

#[test]
fn the_workflow_is_valid_yaml_with_steps_in_every_job() {
    let script = "import sys, yaml; jobs = yaml.safe_load(open(sys.argv[1]))['jobs']; \
                  print(*(f'{name} {len(job[\"steps\"])}' for name, job in jobs.items()), sep='\\n')";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/ci/lanesmith.yml");
    let has_yaml = Command::new("python3").args(["-c", "import yaml"]).output();
    if !has_yaml.is_ok_and(|output| output.status.success()) {
        return skipped("no Python with its package yaml");
    }
    let output = Command::new("python3")
        .args(["-c", script])
        .arg(path)
        .output()
        .expect("python3");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{err}");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "files 4\nregress 6\nreport 5\n"
    );
}
