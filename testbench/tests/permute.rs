//! The byte permute: vectors, claims, coverage and faults of a unit that the framework runs from a few answers.

use crate::seeded::decide;
use crate::skip::skipped;
use lanesmith::netlist::Flat;
use lanesmith::netlist::fault::{apply, faults};
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{EquivalenceVerdict, Provable};
use lanesmith::units::permute::Permute;
use lanesmith::units::permute::rtl::PermuteConfig;
use std::process::Command;

fn lanesmith(arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = command.args(arguments).output().expect("it runs");
    (output.status.code(), String::from_utf8(output.stdout).expect("text"))
}

#[test]
fn golden_and_hardware_give_the_results_of_the_manuals_table() {
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/testbench/vectors/prmt.csv");
    for engine in ["golden", "golden-sliced", "native", "rust-hdl"] {
        let (status, text) = lanesmith(&["check", vectors, "--engine", engine]);
        assert_eq!((status, text.trim()), (Some(0), "504 passed, 0 failed"), "{engine}");
    }
}

#[test]
fn random_permutes_under_stalls_and_a_reset_come_back_right_at_every_latency() {
    for latency in ["0", "1", "2"] {
        let options = ["simulate", "--module", "byte_permute", "--latency", latency];
        let work = [
            "--random",
            "100000",
            "--stalls",
            "bursts",
            "--gaps",
            "heavy",
            "--reset-at",
            "5000",
        ];
        let (status, text) = lanesmith(&[&options[..], &work].concat());
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains("no mismatch"), "{text}");
    }
}

#[test]
fn the_byte_permute_is_proved_both_ways_at_every_latency() {
    let method = match external::versions() {
        Ok(_) => "both",
        Err(ExternalError::Unavailable(why)) => {
            skipped(why);
            "built-in"
        }
        Err(ExternalError::Failed(why)) => panic!("{why}"),
    };
    for (latency, claims) in [("0", " 5 "), ("1", " 10 "), ("2", " 10 ")] {
        let module = ["prove", "--module", "byte_permute", "--latency", latency];
        let (status, text) = lanesmith(&[&module[..], &["--method", method]].concat());
        assert_eq!(status, Some(0), "{text}");
        let ways: Vec<&str> = text.lines().filter(|line| line.contains("byte_permute_l")).collect();
        let proved = |line: &&str| line.matches(claims).count() == 2 && line.trim_end().ends_with("proved");
        assert!(!ways.is_empty() && ways.iter().all(proved), "{text}");
    }
}

#[test]
fn every_fault_of_the_byte_permute_is_refuted_or_changes_nothing_that_can_be_seen() {
    let unit = Permute(PermuteConfig { latency: 1 });
    let flat = Flat::new(&unit.design().expect("a design")).expect("flat");
    let mut survivors = vec![];
    for fault in faults(&flat) {
        let Some(mutant) = apply(&flat, fault) else {
            continue;
        };
        let machine = NetlistMachine(&mutant.flat);
        let claims = unit.claims(&machine).expect("claims");
        let refuted = claims.iter().any(|claim| {
            let verdict = decide(&claim.obligation()).verdict;
            assert!(
                !matches!(verdict, EquivalenceVerdict::NotProved | EquivalenceVerdict::Vacuous),
                "{}",
                fault.describe(&flat)
            );
            matches!(verdict, EquivalenceVerdict::Refuted(_))
        });
        if !refuted {
            survivors.push(fault.describe(&flat));
        }
    }
    // Larger or smaller of two numbers: it does not matter which is taken of equal ones, nor whether a byte's number can be
    // the larger one where it is 0, or the smaller one where it is 3. Nor does it matter whether a mode is compared with a
    // code or is at most that code if the smaller ones were excluded before.
    let harmless =
        |text: &String| text.contains(" in source_") && (text.contains("becomes Le") || text.contains("stuck"));
    assert!(survivors.iter().all(harmless), "{survivors:#?}");
    assert!(survivors.len() < 20, "{survivors:#?}");
}

#[test]
fn regression_hits_every_bin_of_the_byte_permute() {
    let (status, text) = lanesmith(&[
        "regress",
        "--configuration",
        "byte_permute",
        "--engine",
        "native",
        "--seeds",
        "1",
    ]);
    assert_eq!(status, Some(0), "{text}");
    let holes = text
        .lines()
        .filter(|line| line.trim_start().starts_with("byte_permute ") && line.ends_with(" 0"));
    assert_eq!(holes.count(), 2, "{text}");
}

#[test]
fn a_wrong_operand_in_the_text_and_one_that_differs_from_its_column_are_told_with_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for (row, expected) in [
        ("\"prmt.b32.f4f d, a, b, c\",0,0,0,0", "`.f4f` does not fit `prmt.b32`"),
        (
            "\"prmt.b32 d, 5, b, c\",6,0,0,0",
            "the instruction's text says 0x00000005",
        ),
    ] {
        let path = folder.path().join("wrong.csv");
        std::fs::write(&path, format!("permute,a,b,c,d\n{row}\n")).expect("written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
        let output = command.arg("check").arg(&path).output().expect("it runs");
        let text = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(text.contains(expected) && text.contains("wrong.csv:2:"), "{text}");
    }
}

#[test]
fn a_permute_behind_a_guard_a_label_or_in_a_block_is_encoded_and_explained() {
    let (_, plain) = lanesmith(&["encode", "prmt.b32.f4e r1, r2, r3, r4"]);
    let word = plain.split_whitespace().next().expect("a control word").to_owned();
    for text in [
        "@p prmt.b32.f4e r1, r2, r3, r4",
        "@!p prmt.b32.f4e r1, r2, r3, r4",
        "here: prmt.b32.f4e r1, r2, r3, r4",
        "{ prmt.b32.f4e r1, r2, r3, r4; }",
    ] {
        let (status, encoded) = lanesmith(&["encode", text]);
        assert_eq!(status, Some(0), "{text}: {encoded}");
        assert!(encoded.starts_with(&word), "{text}: {encoded}");
        let (status, explained) = lanesmith(&["explain", text, "--a", "0x03020100", "--b", "0x07060504", "--c", "1"]);
        assert_eq!(status, Some(0), "{text}: {explained}");
        assert!(explained.contains("0x04030201"), "{text}: {explained}");
    }
}
