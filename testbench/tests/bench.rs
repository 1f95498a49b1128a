//! `lanesmith bench`.

use serde_json::Value;
use std::process::Command;

fn bench(arguments: &[&str]) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    command
        .arg("bench")
        .args(arguments)
        .output()
        .expect("the binary starts")
}

#[test]
fn every_subject_has_a_rate_or_a_reason() {
    let output = bench(&["--seconds", "0", "--seed", "7", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a JSON report");
    assert_eq!((&report["format_version"], &report["seed"]), (&2.into(), &7.into()));
    let names = |table: &str| -> Vec<String> {
        let rows = report[table].as_array().expect("a table");
        for row in rows {
            assert!(row["rate"].is_number() != row["skipped"].is_string(), "{row}");
            assert!(row["rate"].as_f64().is_none_or(|rate| rate > 0.0), "{row}");
        }
        rows.iter()
            .map(|row| row["name"].as_str().expect("a name").to_owned())
            .collect()
    };
    assert_eq!(names("golden"), ["concrete", "sliced"]);
    let engines = ["native", "native, traced", "rust-hdl", "verilator"];
    assert_eq!(names("engines"), engines);
    assert_eq!(names("checked"), [&engines[..], &["256 copies"]].concat());
}

#[test]
fn a_bad_option_is_refused() {
    for arguments in [
        ["--seconds", "-1"],
        ["--seconds", "x"],
        ["--latency", "6"],
        ["--seed", "?"],
    ] {
        let output = bench(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}
