//! The byte permute: vectors, claims, coverage and faults of a unit that the framework runs from a few answers.

use crate::program::{has, lanesmith, lanesmith_line};
use crate::seeded::decide;
use crate::skip::skipped;
use lanesmith::netlist::Flat;
use lanesmith::netlist::fault::{apply, faults};
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{EquivalenceVerdict, Provable};
use lanesmith::units::permute::Permute;
use lanesmith::units::permute::rtl::PermuteConfig;
use std::path::Path;

fn run(line: &str) -> (i32, String, String) {
    lanesmith_line(Path::new(env!("CARGO_MANIFEST_DIR")), line)
}

#[test]
fn golden_and_hardware_give_the_results_of_the_manuals_table() {
    for engine in ["golden-sliced", "native", "rust-hdl"] {
        let (status, text, error) = run(&format!("check src/units/vectors/prmt.csv --engine {engine}"));
        assert_eq!((status, text.trim()), (0, "504 passed, 0 failed"), "{engine}: {error}");
    }
}

#[test]
fn random_permutes_under_stalls_and_a_reset_come_back_right_at_every_latency() {
    for latency in 0..=2 {
        let (status, text, error) = run(&format!(
            "simulate --module byte_permute --latency {latency} --random 20000 --stalls bursts --gaps heavy --reset-at 5000"
        ));
        assert_eq!(status, 0, "{text}{error}");
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
    for (latency, claims) in [(0, " 5 "), (1, " 10 "), (2, " 10 ")] {
        let (status, text, error) = run(&format!(
            "prove --module byte_permute --latency {latency} --method {method}"
        ));
        assert_eq!(status, 0, "{text}{error}");
        let ways: Vec<&str> = text.lines().filter(|line| line.contains("byte_permute_l")).collect();
        let proved = |line: &&str| line.matches(claims).count() == 2 && line.trim_end().ends_with("proved");
        assert!(!ways.is_empty() && ways.iter().all(proved), "{text}");
    }
}

/// One fault of so many is planted.
const SAMPLE: usize = 5;

#[test]
fn faults_of_the_byte_permute_are_refuted_or_change_nothing_that_can_be_seen() {
    let unit = Permute(PermuteConfig { latency: 1 });
    let flat = Flat::new(&unit.design().expect("a design")).expect("flat");
    let mut survivors = vec![];
    for fault in faults(&flat).into_iter().step_by(SAMPLE) {
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
    assert!(survivors.len() < 10, "{survivors:#?}");
}

#[test]
fn regression_hits_every_bin_of_the_byte_permute() {
    let (status, text, error) = run("regress --configuration byte_permute --engine native --seeds 1");
    assert_eq!(status, 0, "{text}{error}");
    let crosses = text
        .lines()
        .filter(|line| line.trim_start().starts_with("byte_permute "));
    let full: Vec<bool> = crosses.map(|line| line.trim_end().ends_with(" 0")).collect();
    assert_eq!(full, [true; 2], "{text}");
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
        std::fs::write(folder.path().join("wrong.csv"), format!("permute,a,b,c,d\n{row}\n")).expect("written");
        let (status, _, error) = lanesmith_line(folder.path(), "check wrong.csv");
        assert_eq!(status, 2, "{error}");
        has(error, &[expected, "wrong.csv:2:"]);
    }
}

#[test]
fn a_permute_behind_a_guard_a_label_or_in_a_block_is_encoded_and_explained() {
    let (_, plain, _) = lanesmith(".", &["encode", "prmt.b32.f4e r1, r2, r3, r4"]);
    let word = plain.split_whitespace().next().expect("a control word");
    for text in [
        "@!p prmt.b32.f4e r1, r2, r3, r4",
        "here: prmt.b32.f4e r1, r2, r3, r4",
        "{ prmt.b32.f4e r1, r2, r3, r4; }",
    ] {
        let (status, encoded, error) = lanesmith(".", &["encode", text]);
        assert!(status == 0 && encoded.starts_with(word), "{text}: {encoded}{error}");
        let operands = ["--a", "0x03020100", "--b", "0x07060504", "--c", "1"];
        let (status, explained, error) = lanesmith(".", &[&["explain", text][..], &operands].concat());
        assert!(
            status == 0 && explained.contains("0x04030201"),
            "{text}: {explained}{error}"
        );
    }
}
