//! `lanesmith bench`.

use crate::skip::skipped;
use lanesmith::sim::EngineError;
use lanesmith::units::video::bench::Reference;
use lanesmith::units::video::rtl::{VideoConfig, design};
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
    assert_eq!(names("golden").len(), 4);
    let engines = ["native", "native, traced", "rust-hdl", "verilator"];
    assert_eq!(names("engines"), engines);
    assert_eq!(
        names("checked"),
        [&engines[..], &["256 copies", "C++ around verilator"]].concat()
    );
}

#[test]
fn the_reference_testbench_passes_right_hardware_and_finds_wrong_one() {
    for latency in 0..2 {
        let mut config = VideoConfig::full(latency);
        (config.vset, config.dot) = (latency == 1, latency == 1);
        config.reset.active_low = latency == 1;
        let design = design(&config).expect("a design");
        let reference = match Reference::new(&design, &config, 5) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            reference => reference.expect("a harness"),
        };
        assert_eq!(
            (reference.piece(), reference.piece()),
            (Ok(1024), Ok(1024)),
            "latency {latency}"
        );
    }
    // The hardware of the comparisons, asked about dot products.
    let mut config = VideoConfig::full(3);
    config.vset = true;
    let design = design(&config).expect("a design");
    config.dot = true;
    let reference = Reference::new(&design, &config, 5).expect("a harness");
    assert!(reference.piece().is_err_and(|wrong| (1..1024).contains(&wrong)));
}
