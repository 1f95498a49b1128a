//! Reports for other programs: JSON, JUnit XML, required coverage, and runs that an interrupt ends.

use crate::program::lanesmith_line as lanesmith;
use crate::signals::is_ignored;
use lanesmith::regress::{BinSet, RegressionReport};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::tempdir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const GOOD: &str = "instruction,a,b,c,d\n\"vadd2.u32.u32.u32 r1, r2, r3, r4\",1,2,0,3\n";
const BAD: &str = "instruction,a,b,c,d\n\"vadd2.u32.u32.u32 r1, r2, r3, r4\",1,2,0,4\n";

fn json(text: &str) -> Value {
    let report: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(report["format_version"], 1);
    report
}

/// A folder with vector files, one of them wrong.
fn folder() -> tempfile::TempDir {
    let folder = tempdir().expect("a folder");
    fs::write(folder.path().join("good.csv"), GOOD).expect("writable");
    fs::write(folder.path().join("bad.csv"), BAD).expect("writable");
    folder
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn check_reports_each_file_as_a_case_in_json_and_junit() {
    let folder = folder();
    let line = "check good.csv bad.csv --json --junit report.xml --no-counterexample";
    let (status, out, _) = lanesmith(folder.path(), line);
    assert_eq!(status, 1);
    let report = json(&out);
    assert_eq!(report["command"], "check");
    assert_eq!(report["interrupted"], false);
    let totals = serde_json::json!({"cases": 2, "passed": 1, "failed": 1, "skipped": 0});
    assert_eq!(report["totals"], totals);
    let [good, bad] = [0, 1].map(|i| &report["cases"][i]);
    assert_eq!((&good["name"], &good["status"]), (&"good.csv".into(), &"passed".into()));
    assert_eq!((&bad["name"], &bad["status"]), (&"bad.csv".into(), &"failed".into()));
    assert_eq!(bad["values"]["mismatches"][0]["line"], 2);
    let xml = read(folder.path(), "report.xml");
    assert!(
        xml.contains("tests=\"2\" skipped=\"0\" failures=\"1\" errors=\"0\""),
        "{xml}"
    );
    assert!(xml.contains("<failure message=\"0 passed, 1 failed\""), "{xml}");
    // The file holds what is printed, and the text stays.
    let (_, text, _) = lanesmith(
        folder.path(),
        "check good.csv bad.csv -o report.json --no-counterexample",
    );
    assert_eq!(json(&read(folder.path(), "report.json")), report);
    assert!(text.ends_with("1 passed, 1 failed\n"), "{text}");
}

#[test]
fn simulate_reports_its_run_and_the_command_that_repeats_a_mismatch() {
    let folder = folder();
    let ran = |line: &str| {
        let (status, out, _) = lanesmith(folder.path(), line);
        (status, json(&out)["cases"][0].clone())
    };
    let (status, case) = ran("simulate --random 500 --seed 7 --json");
    assert_eq!((status, &case["status"]), (0, &"passed".into()));
    let values = &case["values"];
    assert_eq!((&values["instructions"], &values["seed"]), (&500.into(), &7.into()));
    let (status, case) = ran("simulate --fault 100 --random 1000 --no-counterexample --json --junit r.xml");
    assert_eq!((status, &case["status"]), (1, &"failed".into()));
    let repeat = case["values"]["repeat"].as_str().expect("a command");
    let repeat = repeat.strip_prefix("lanesmith ").expect("its name");
    assert_eq!(lanesmith(folder.path(), repeat).0, 1);
    assert!(read(folder.path(), "r.xml").contains("<failure message="));
}

#[test]
fn verify_reports_each_design_and_what_is_wrong_with_it() {
    let folder = tempdir().expect("a folder");
    let copy = folder.path().join("copy");
    fs::create_dir(&copy).expect("a folder");
    for entry in fs::read_dir(Path::new(ROOT).join("rtl_out/byte_permute_l1")).expect("shipped") {
        let path = entry.expect("an entry").path();
        fs::copy(&path, copy.join(path.file_name().expect("a name"))).expect("a copy");
    }
    let status = |report: &Value, name: &str| {
        let cases = report["cases"].as_array().expect("cases").iter();
        let mut statuses = cases
            .filter(|case| case["name"] == name)
            .map(|case| case["status"].clone());
        statuses.next().unwrap_or_else(|| panic!("no case {name}"))
    };
    fs::write(copy.join("extra.txt"), "x").expect("writable");
    let (code, out, _) = lanesmith(folder.path(), "verify copy --json --junit r.xml");
    let report = json(&out);
    assert_eq!((code, status(&report, "no foreign files")), (1, "failed".into()));
    fs::remove_file(copy.join("extra.txt")).expect("removable");
    let verilog = copy.join("byte_permute.v");
    let text = fs::read_to_string(&verilog).expect("readable");
    fs::write(&verilog, format!("{text}\n")).expect("writable");
    let report = json(&lanesmith(folder.path(), "verify copy --json").1);
    assert_eq!(status(&report, "no foreign files"), "passed");
    assert_eq!(status(&report, "byte_permute.proof.json"), "failed");
    assert!(read(folder.path(), "r.xml").contains("failures="));
}

const SHORT: &str = "regress --configuration video_core_l3 --engine native --seeds 1 --instructions 50";

#[test]
fn too_little_coverage_is_a_failure_that_names_crosses_and_holes() {
    let folder = folder();
    let run = |more: &str| lanesmith(folder.path(), &format!("{SHORT} {more}"));
    let (status, out, _) = run("--require-coverage 60 -o r.json --junit r.xml");
    assert_eq!(status, 1, "{out}");
    let report = RegressionReport::parse(&read(folder.path(), "r.json")).expect("a report");
    let mut short = 0;
    for cross in &report.coverage {
        let line = format!("coverage of {} {} is below 60 %", cross.module, cross.name);
        let is_short = 10 * cross.hit < 6 * cross.bins;
        assert_eq!(out.contains(&line), is_short, "{line}\n{out}");
        short += usize::from(is_short);
        assert_eq!(cross.holes.len(), cross.bins - cross.hit);
        let hits: BinSet = cross.engines["native"].combinations.parse().expect("bins");
        assert_eq!(hits.iter().count(), cross.hit);
        assert!(out.contains(&format!("holes of {} {} (", cross.module, cross.name)));
        assert!(out.contains(&cross.holes[0]));
    }
    assert!(short > 0);
    let xml = read(folder.path(), "r.xml");
    let failures = format!("<testsuite name=\"coverage\" tests=\"{}\"", report.coverage.len());
    assert!(xml.contains(&failures), "{xml}");
    assert_eq!(xml.matches("<failure ").count(), short);
    assert_eq!(run("--require-coverage 0").0, 0);
    assert_eq!(run("--require-coverage 100.5").0, 2);
    assert_eq!(run("--require-coverage NaN").0, 2);
    // Merging judges the whole.
    assert_eq!(
        lanesmith(folder.path(), "report merge r.json --require-coverage 60").0,
        1
    );
    assert_eq!(lanesmith(folder.path(), "report merge r.json").0, 0);
    let all = "regress --configuration byte_permute_l1 --engine native --seeds 1..3 --instructions 20000";
    assert_eq!(lanesmith(folder.path(), &format!("{all} --require-coverage 100")).0, 0);
}

/// Starts a command, interrupts it after `wait`, and gives its exit status and standard error.
#[cfg(unix)]
fn interrupted(folder: &Path, line: &str, signal: &str, wait: Duration) -> (std::process::ExitStatus, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .args(line.split_whitespace())
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    std::thread::sleep(wait);
    let id = child.id().to_string();
    let sent = Command::new("kill")
        .args([&format!("-{signal}"), &id])
        .status()
        .expect("kill");
    assert!(sent.success(), "it has not ended yet");
    let output = child.wait_with_output().expect("it ends");
    (output.status, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
#[cfg(unix)]
fn an_interrupted_regression_leaves_a_marked_report_of_the_jobs_that_ran() {
    use std::os::unix::process::ExitStatusExt;
    if is_ignored("INT") {
        return;
    }
    let folder = tempdir().expect("a folder");
    let line = "regress --configuration byte_permute_l1 --engine native --seeds 1..100001 --instructions 2000 \
                -o r.json --junit r.xml";
    let (status, err) = interrupted(folder.path(), line, "INT", Duration::from_secs(2));
    assert_eq!(status.signal(), Some(2), "{status}");
    let report = RegressionReport::parse(&read(folder.path(), "r.json")).expect("a report");
    assert!(report.interrupted);
    let ran = report.jobs.len();
    assert!((1..100_000).contains(&ran), "{ran}");
    assert!(err.contains(&format!("interrupted: {ran} of 100000 jobs ran")), "{err}");
    assert!(report.jobs.windows(2).all(|pair| pair[0].number < pair[1].number));
    assert!(read(folder.path(), "r.xml").contains("<error message=\"an interrupt ended the run"));
    let (status, _, err) = lanesmith(folder.path(), "report merge r.json");
    assert_eq!(status, 2);
    assert!(err.contains("an interrupt ended the run that wrote r.json"), "{err}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
}

#[test]
#[cfg(unix)]
fn an_interrupted_simulation_reports_the_instructions_so_far() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempdir().expect("a folder");
    let line = "simulate --random 1000000000000 --one-run -o r.json --junit r.xml";
    let (status, _) = interrupted(folder.path(), line, "TERM", Duration::from_secs(2));
    assert_eq!(status.signal(), Some(15), "{status}");
    let report = json(&read(folder.path(), "r.json"));
    assert_eq!(report["interrupted"], true);
    let case = &report["cases"][0];
    assert_eq!(case["status"], "interrupted");
    assert!(
        case["values"]["instructions"].as_u64().is_some_and(|count| count > 0),
        "{case}"
    );
    assert!(read(folder.path(), "r.xml").contains("errors=\"2\""));
}

#[test]
#[cfg(unix)]
#[ignore = "takes half a minute; the default suite interrupts a regression and a simulation"]
fn an_interrupted_proof_mutation_or_benchmark_leaves_a_marked_report_of_what_is_finished() {
    use std::os::unix::process::ExitStatusExt;
    let folder = tempdir().expect("a folder");
    let report = |line: &str, seconds| -> Value {
        let (status, err) = interrupted(folder.path(), line, "TERM", Duration::from_secs(seconds));
        assert_eq!(status.signal(), Some(15), "{line}: {status}: {err}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "{line}");
        serde_json::from_str(&read(folder.path(), "r.json")).expect("JSON")
    };
    let proof = report("prove --module brew_datapath --method built-in -o r.json", 6);
    assert_eq!(
        proof,
        serde_json::json!([{"interrupted": true, "module": "brew_datapath_d3"}])
    );
    let mutation = report("mutate --mutants 100000 --instructions 100 --latency 0 -o r.json", 8);
    assert_eq!(mutation["interrupted"], true);
    let ran = mutation["mutants"].as_array().expect("a list").len();
    assert!((1..10_000).contains(&ran), "{ran}");
    let measured = report("bench --module byte_permute --seconds 600 -o r.json", 8);
    assert_eq!(
        (&measured["interrupted"], &measured["format_version"]),
        (&Value::from(true), &Value::from(2))
    );
}
