//! `lanesmith regress` and `lanesmith report merge`: coverage, shards, reports, faults, bad input.

use crate::program::{has, lanesmith};
use lanesmith::regress::{RegressionReport, RegressionSettings, Shard, Status, configurations, crosses, run};
use lanesmith::sim::EngineKind;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// A regression of a second: both modules with a handshake or pipeline and the core, two engines, two seeds.
const SMALL: [&str; 9] = [
    "regress",
    "--configuration",
    "video_alu_l1,video_core_l0,brew_datapath_d3_nofloat",
    "--engine",
    "native,rust-hdl",
    "--seeds",
    "7..9",
    "--instructions",
    "2000",
];

fn small(folder: &Path, more: &[&str]) -> (i32, String, String) {
    lanesmith(folder, &[&SMALL[..], more].concat())
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

fn report(folder: &Path, name: &str) -> RegressionReport {
    RegressionReport::parse(&read(folder, name)).expect("a report")
}

#[test]
#[ignore = "takes a minute; the default suite has the byte permute's bins"]
fn the_native_engine_alone_hits_every_bin_that_instructions_have() {
    let settings = RegressionSettings {
        configurations: configurations()
            .into_iter()
            .filter(|selection| {
                [
                    "video_alu_l3_vset_dot",
                    "brew_datapath_d3",
                    "brew_datapath_d3_nofloat_nomultiplier",
                ]
                .contains(&selection.name().as_str())
            })
            .collect(),
        engines: vec![EngineKind::Native],
        verilate_all: false,
        seeds: 1..5,
        instructions: 150_000,
        fault: None,
    };
    let jobs = settings.jobs();
    assert_eq!(jobs.len(), 12);
    let done: Vec<_> = jobs
        .into_iter()
        .map(|job| (job.clone(), run(&job, &settings)))
        .collect();
    let report = RegressionReport::new(&settings, Shard::WHOLE, &done, Duration::ZERO);
    assert!(report.is_good());
    assert_eq!((report.totals.passed, report.totals.jobs), (12, 12));
    for cross in &report.coverage {
        println!("{} {}: {} of {}", cross.module, cross.name, cross.hit, cross.bins);
        assert!(cross.contradictions.is_empty(), "{:?}", cross.contradictions);
        assert!(cross.holes.is_empty(), "{:?}", cross.holes);
    }
    assert_eq!(report.coverage.len(), 9);
}

#[test]
fn shards_merge_into_the_report_of_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let files = |json, junit| ["-o", json, "--junit", junit, "--no-times"];
    let (status, out, err) = small(folder, &files("whole.json", "whole.xml"));
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    for shard in ["1/3", "2/3", "3/3"] {
        let name = format!("{}.json", &shard[..1]);
        let (status, _, err) = small(folder, &["--shard", shard, "-o", &name, "--no-times"]);
        assert_eq!((status, err.as_str()), (0, ""));
        let part = report(folder, &name);
        assert_eq!((part.totals.jobs, part.settings.jobs), (4, 12));
        assert_ne!(part.digest, report(folder, "whole.json").digest);
    }
    let merge = ["report", "merge", "2.json", "3.json", "1.json"];
    let (status, merged, err) = lanesmith(folder, &[&merge[..], &files("merged.json", "merged.xml")].concat());
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(read(folder, "merged.json"), read(folder, "whole.json"));
    assert_eq!(read(folder, "merged.xml"), read(folder, "whole.xml"));
    assert_eq!(merged, out);
    // Times change neither the digest nor anything before them.
    small(folder, &["-o", "timed.json", "--junit", "timed.xml", "--jobs", "1"]);
    let (timed, whole) = (report(folder, "timed.json"), report(folder, "whole.json"));
    assert_eq!(timed.digest, whole.digest);
    assert_eq!(timed.times.map(|times| times.jobs.len()), Some(12));
    let before = read(folder, "timed.json");
    let before = before.split(",\n  \"times\"").next().expect("a beginning");
    assert_eq!(format!("{before}\n}}\n"), read(folder, "whole.json"));
    assert!(read(folder, "timed.xml").contains(" time=") && !read(folder, "whole.xml").contains(" time="));
}

#[test]
fn a_planted_fault_fails_with_counterexamples_and_a_line_that_repeats_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (status, out, err) = small(folder.path(), &["--fault", "3", "-o", "r.json", "--junit", "r.xml"]);
    assert_eq!((status, err.as_str()), (1, ""));
    let report = report(folder.path(), "r.json");
    let (xml, totals) = (read(folder.path(), "r.xml"), report.totals);
    assert!(totals.failed > 0 && totals.failed < totals.jobs);
    for (part, count) in [("<testcase ", totals.jobs), ("<failure ", totals.failed)] {
        assert_eq!(xml.matches(part).count(), count, "{part}");
    }
    has(
        xml,
        &[&format!("tests=\"{}\"", totals.jobs), "repeat: lanesmith regress "],
    );
    let failed: Vec<_> = report.jobs.iter().filter(|job| job.status == Status::Failed).collect();
    assert!(failed.iter().all(|job| job.engine == "native"));
    for job in &failed[..3] {
        assert!(out.contains(&format!("{}: FAILED", job.name())), "{out}");
        let line = job.repeat.as_deref().expect("a line");
        assert!(out.contains(line));
        let words: Vec<&str> = line.split(' ').skip(1).chain(["--no-counterexample"]).collect();
        let (status, again, _) = lanesmith(folder.path(), &words);
        assert_eq!(status, 1, "{line}");
        assert!(
            again.contains(job.detail.as_deref().expect("words").trim_end()),
            "{again}"
        );
        let left = Path::new("sim/out/counterexample").join(job.name().replace('/', "_"));
        for file in ["explanation.txt", "case.vcd", "case.gtkw"] {
            assert!(
                folder.path().join(&left).join(file).exists(),
                "{} {file}",
                left.display()
            );
        }
        let text = read(folder.path(), left.join("explanation.txt").to_str().expect("a path"));
        let line = text.lines().find_map(|line| line.strip_prefix("repeat: lanesmith "));
        let words: Vec<&str> = line.expect("a line").split(' ').collect();
        assert_eq!(lanesmith(folder.path(), &words).0, 1, "{words:?}");
    }
}

#[test]
fn without_verilator_its_jobs_are_skipped_and_the_others_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let arguments = "regress --configuration byte_permute_l0 --instructions 100 --seeds 1 -o r.json --junit r.xml";
    let output = command
        .current_dir(folder.path())
        .env("PATH", folder.path())
        .args(arguments.split(' '))
        .output()
        .expect("a run");
    assert_eq!(output.status.code(), Some(0));
    let report = report(folder.path(), "r.json");
    let totals = report.totals;
    assert_eq!((totals.passed, totals.failed, totals.skipped), (2, 0, 1));
    let skipped = report
        .jobs
        .iter()
        .find(|job| job.status == Status::Skipped)
        .expect("a job");
    assert_eq!(
        (skipped.engine.as_str(), skipped.detail.as_deref()),
        ("verilator", Some("verilator not found"))
    );
    assert_eq!(report.settings.verilator, None);
    assert!(read(folder.path(), "r.xml").contains("<skipped message=\"verilator not found\"/>"));
}

#[test]
fn shards_that_do_not_go_together_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let arguments = "regress --configuration video_core_l0 --engine native --seeds 1..5";
    let shard = |more: &str| {
        let words: Vec<&str> = arguments.split(' ').chain(more.split(' ')).collect();
        assert_eq!(lanesmith(folder, &words).0, 0);
    };
    shard("--shard 1/2 -o 1.json --instructions 50");
    shard("--shard 2/2 -o 2.json --instructions 50");
    shard("--shard 2/3 -o other.json --instructions 50");
    shard("--shard 2/2 -o longer.json --instructions 60");
    let text = read(folder, "2.json");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("a file");
    write("changed.json", &text.replacen("\"passed\": 2", "\"passed\": 3", 1));
    write(
        "version.json",
        &text.replacen("\"format_version\": 2", "\"format_version\": 3", 1),
    );
    write(
        "tool.json",
        &text.replacen("\"tool\": \"lanesmith ", "\"tool\": \"lanesmith 9.", 1),
    );
    write("cut.json", &text[..text.len() / 2]);
    write("empty.json", "");
    write("list.json", "[]\n");
    let before = fs::read_dir(folder).expect("a folder").count();
    for (files, message) in [
        (&["1.json"][..], "missing shards: 2/2"),
        (&["1.json", "1.json", "2.json"], "1.json and 1.json are both shard 1/2"),
        (
            &["1.json", "other.json"],
            "other.json belongs to another regression than 1.json: 2 shards and 3",
        ),
        (&["1.json", "longer.json"], "instructions 50 and 60"),
        (&["1.json", "changed.json"], "somebody edited changed.json"),
        (&["1.json", "version.json"], "version.json:2:3"),
        (&["1.json", "tool.json"], "wrote tool.json; this is lanesmith"),
        (&["1.json", "cut.json"], "not a report"),
        (&["1.json", "empty.json"], "not a report"),
        (&["1.json", "list.json"], "list.json:1:2"),
        (&["1.json", "nowhere.json"], "cannot read nowhere.json"),
        (
            &["1.json", "2.json", "-o", "nowhere/x.json"],
            "there is no folder nowhere",
        ),
    ] {
        let (status, out, err) = lanesmith(folder, &[&["report", "merge", "--junit", "m.xml"], files].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{files:?}");
        assert!(err.contains(message), "{files:?}: {err}");
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), before, "{files:?}");
    }
    assert_eq!(lanesmith(folder, &["report", "merge", "1.json", "2.json"]).0, 0);
}

#[test]
fn bad_options_are_refused_and_leave_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    for (arguments, message) in [
        (&["--shard", "0/3"][..], "is not K/N with K from 1 to N"),
        (&["--shard", "4/3"], "is not K/N with K from 1 to N"),
        (&["--seeds", "5..5"], "expected A..B with A below B"),
        (&["--seeds", "0"], "expected A..B with A below B"),
        (&["--seeds", "many"], "expected A..B with A below B"),
        (
            &["--configuration", "everything"],
            "there is no such configuration; expected all, shipped",
        ),
        (&["--engine", "quantum"], "possible values: native, rust-hdl, verilator"),
        (&["--instructions", "0"], "--instructions"),
        (&["--jobs", "0"], "--jobs"),
        (&["-o", "nowhere/r.json"], "there is no folder nowhere"),
        (&["--junit", "nowhere/r.xml"], "there is no folder nowhere"),
        // A list of jobs has no report.
        (&["--list", "-o", "r.json"], "cannot be used with"),
        (&["--list", "--junit", "r.xml"], "cannot be used with"),
        (&["--list", "--json"], "cannot be used with"),
        (&["--list", "--no-times"], "cannot be used with"),
        (&["--list", "--require-coverage", "100"], "cannot be used with"),
    ] {
        let (status, out, err) = lanesmith(folder.path(), &[&["regress"], arguments].concat());
        assert_eq!((status, out.as_str()), (2, ""), "{arguments:?}");
        assert!(err.contains(message), "{arguments:?}: {err}");
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            0,
            "{arguments:?}"
        );
    }
}

#[test]
fn the_list_of_jobs_is_that_of_its_shards() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = |shard: &str| small(folder.path(), &["--list", "--shard", shard]).1;
    let whole = list("1/1");
    let shards = ["1/2", "2/2"].map(list);
    let mut united: Vec<&str> = Vec::new();
    for i in 0..whole.lines().count() {
        united.extend(shards[i % 2].lines().nth(i / 2));
    }
    assert_eq!(united, whole.lines().collect::<Vec<_>>());
    assert_eq!(united[0], "video_alu_l1/native/7");
}

#[test]
fn the_documentation_has_every_cross_with_its_bins_and_every_rule() {
    let text = include_str!("../../docs/regression.md")
        .replace('\n', " ")
        .replace("   ", " ")
        .replace("  ", " ");
    for cross in crosses() {
        let row = format!("| `{}` | {} |", cross.name, cross.bins().count());
        assert!(text.contains(&row), "{row}");
        for rule in &cross.rules {
            let reason = rule.reason.trim_end_matches('.');
            assert!(text.contains(reason), "{}: {reason}", cross.name);
        }
    }
}
