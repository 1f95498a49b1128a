//! `lanesmith bench`.

use crate::program::lanesmith_line;
use serde_json::Value;
use std::path::Path;

#[test]
fn every_subject_has_a_rate_or_a_reason() {
    let line = "bench --module byte_permute --seconds 0 --seed 7 --json";
    let (status, out, err) = lanesmith_line(Path::new("."), line);
    assert_eq!(status, 0, "{err}");
    let report: Value = serde_json::from_str(&out).expect("a JSON report");
    assert_eq!((&report["format_version"], &report["seed"]), (&2.into(), &7.into()));
    let engines = ["native", "native, traced", "rust-hdl", "verilator"];
    for (table, subjects) in [
        ("golden", vec!["concrete", "sliced"]),
        ("engines", engines.to_vec()),
        ("checked", [&engines[..], &["256 copies"]].concat()),
    ] {
        let rows = report[table].as_array().expect("a table");
        for row in rows {
            assert!(row["rate"].is_number() != row["skipped"].is_string(), "{row}");
            assert!(row["rate"].as_f64().is_none_or(|rate| rate > 0.0), "{row}");
        }
        let names: Vec<&str> = rows.iter().filter_map(|row| row["name"].as_str()).collect();
        assert_eq!(names, subjects);
    }
}
