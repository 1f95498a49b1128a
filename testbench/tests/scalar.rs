//! The scalar video instructions: vectors, claims, coverage, seeded bugs, texts.

use crate::seeded::{broken, copy, flip, invert, refutations, set};
use crate::skip::skipped;
use lanesmith::netlist::{Flat, Module};
use lanesmith::prove::Provable;
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::units::scalar::Scalar;
use lanesmith::units::scalar::rtl::ScalarConfig;
use std::process::Command;

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = command.args(arguments).output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

fn vectors(name: &str) -> String {
    format!("{}/testbench/vectors/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_evaluator_gives_the_results_of_the_compiler_and_where_that_departs_the_manuals() {
    for engine in ["golden", "golden-sliced", "native", "verilator"] {
        for (file, rows) in [("ptx_scalar.csv", 12_000), ("ptx_scalar_deviations.csv", 1_500)] {
            let (status, text, error) = run(&["check", &vectors(file), "--engine", engine]);
            if status == Some(0) && text.contains("skipped") {
                skipped(format!("{engine}: {text}"));
                continue;
            }
            let expected = format!("{rows} passed, 0 failed");
            assert_eq!((status, text.trim()), (Some(0), &expected[..]), "{engine}: {error}");
        }
    }
}

#[test]
fn texts_are_accepted_where_the_assembler_accepts_them() {
    let (status, text, error) = run(&["check", &vectors("ptx_scalar_legality.csv")]);
    assert_eq!((status, text.trim()), (Some(0), "240 passed, 0 failed"), "{error}");
}

#[test]
fn a_wrong_result_of_either_kind_of_file_is_a_mismatch() {
    let folder = tempfile::tempdir().expect("a folder");
    for (header, row) in [
        ("instruction,a,b,c,d", "\"vadd.u32.u32.u32 r1, r2, r3\",1,2,0,4"),
        (
            "instruction,a,b,c,d,d_second,manual,manual_s33",
            "\"vadd.u32.u32.u32 r1, r2, r3\",1,2,0,3,3,4,3",
        ),
    ] {
        let path = folder.path().join("wrong.csv");
        std::fs::write(&path, format!("{header}\n{row}\n")).expect("written");
        let path = path.to_str().expect("a name");
        let (status, text, _) = run(&["check", path, "--no-counterexample"]);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("0 passed, 1 failed"), "{text}");
    }
}

#[test]
fn random_instructions_under_stalls_and_a_reset_come_back_right_at_every_latency() {
    for latency in ["1", "2", "3", "4"] {
        for mad in [&[][..], &["--mad"]] {
            let unit = ["simulate", "--module", "video_scalar", "--latency", latency];
            let work = [
                "--random",
                "50000",
                "--stalls",
                "bursts",
                "--gaps",
                "heavy",
                "--reset-at",
                "5000",
            ];
            let (status, text, error) = run(&[&unit[..], mad, &work].concat());
            assert_eq!(status, Some(0), "{text}{error}");
            assert!(text.contains("no mismatch"), "{text}");
        }
    }
}

#[test]
fn the_unit_is_proved_both_ways_at_the_lowest_and_the_highest_latency() {
    prove(&["1", "4"]);
}

#[test]
#[ignore = "takes a minute; the default suite has the lowest and the highest latency"]
fn the_unit_is_proved_both_ways_at_every_latency() {
    prove(&["1", "2", "3", "4"]);
}

fn prove(latencies: &[&str]) {
    let method = match external::versions() {
        Ok(_) => "both",
        Err(ExternalError::Unavailable(why)) => {
            skipped(why);
            "built-in"
        }
        Err(ExternalError::Failed(why)) => panic!("{why}"),
    };
    for latency in latencies {
        // That of vmad at latency 3 is a shipped certificate.
        for (mad, method) in [(&[][..], method), (&["--mad"], "built-in")] {
            let unit = [
                "prove",
                "--module",
                "video_scalar",
                "--latency",
                latency,
                "--method",
                method,
            ];
            let (status, text, error) = run(&[&unit[..], mad].concat());
            assert_eq!(status, Some(0), "{text}{error}");
            let ways: Vec<&str> = text.lines().filter(|line| line.contains("video_scalar_l")).collect();
            let proved = |line: &&str| line.matches(" 25 ").count() == 2 && line.trim_end().ends_with("proved");
            assert!(!ways.is_empty() && ways.iter().all(proved), "{text}");
        }
    }
}

type Bug = (&'static str, Box<dyn Fn(&mut Module)>);

/// Bugs as people make them.
fn bugs() -> Vec<Bug> {
    vec![
        (
            "the sign of a whole register is lost",
            Box::new(set("core.select_a.top", 0)),
        ),
        ("a shift is taken for a subtraction", Box::new(set("core.is_shift", 0))),
        (
            "a byte of the wrong half-word",
            Box::new(invert("core.select_a.takes_upper")),
        ),
        (
            "a half-word is extended like a byte",
            Box::new(set("core.select_b.is_byte", 1)),
        ),
        (
            "the upper part of a byte is 0",
            Box::new(set("core.select_a.middle", 0)),
        ),
        (
            "shifts by 32 and more are not seen",
            Box::new(set("core.primary.held_far_q", 0)),
        ),
        (
            "the sign is not shifted in",
            Box::new(set("core.primary.shifter.fill", 0)),
        ),
        (
            "the absolute difference is off by one",
            Box::new(flip("core.primary.below", 1)),
        ),
        (
            "vset.lt is true of equal parts",
            Box::new(copy("core.primary.less", "core.primary.at_most")),
        ),
        ("no .sat", Box::new(set("core.clamp.forced", 0))),
        (".sat to the range of a word", Box::new(set("core.clamp.is_byte", 0))),
        (
            "the sign of a limit is inverted",
            Box::new(invert("core.clamp.limit_sign")),
        ),
        ("c of .min is unsigned", Box::new(set("core.merge.top", 0))),
        (".min and .max exchanged", Box::new(invert("core.merge.less"))),
        (
            "a merge changes the bytes beside it",
            Box::new(set("core.merge.kept", 0)),
        ),
        (
            "the excess of a negative factor is lost",
            Box::new(set("core.product_0.a_excess", 0)),
        ),
        (
            "minus signs of vmad are lost",
            Box::new(set("core.multiply_add_0.opposite", 0)),
        ),
        ("the sign of c is lost", Box::new(set("core.product_0.filled", 0))),
        (
            "no complement behind a negated product",
            Box::new(set("core.multiply_add_0.held_complement_q", 0)),
        ),
        ("ready while a result waits", Box::new(set("in_ready", 1))),
    ]
}

#[test]
fn every_seeded_bug_is_refuted() {
    // Of this configuration a certificate is shipped: the hardware without a bug is proved.
    let unit = Scalar(ScalarConfig { latency: 3, mad: true });
    let sound = Flat::new(&unit.design().expect("a design")).expect("flat");
    for (name, edit) in bugs() {
        let broken = broken(&sound, &edit);
        let machine = NetlistMachine(&broken);
        let claims = unit.claims(&machine).expect("claims");
        assert!(refutations(&claims).next().is_some(), "{name}");
    }
}

#[test]
fn regression_hits_every_bin() {
    let (status, text, error) = run(&[
        "regress",
        "--configuration",
        "video_scalar",
        "--engine",
        "native",
        "--seeds",
        "1",
    ]);
    assert_eq!(status, Some(0), "{text}{error}");
    let crosses: Vec<&str> = text
        .lines()
        .filter(|line| line.trim_start().starts_with("video_scalar "))
        .collect();
    assert_eq!(crosses.len(), 6, "{text}");
    let full = crosses.iter().filter(|line| line.trim_end().ends_with(" 0"));
    assert_eq!(full.count(), 6, "{text}");
}

#[test]
fn an_instruction_is_explained_step_by_step() {
    let text = "@p vmad.u32.s32.u32.sat.shr7 %r1, -%r2.h1, %r3, 5;";
    let (status, out, error) = run(&["explain", text, "--a", "0x80001234", "--b", "77"]);
    assert_eq!((status, &error[..]), (Some(0), ""));
    let expected = [
        text,
        "a = %r2 = 0x80001234, b = %r3 = 0x0000004d, c = 5 = 0x00000005",
        "ta = %r2.h1, signed = -32768",
        "tb = %r3, unsigned = 77",
        "( -( ta * tb ) + c ) >> 7 = 19712",
        "within -2147483648 .. 2147483647",
        "d = 0x00004d00: the low 32 bits",
    ];
    assert_eq!(out.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_control_word_of_the_unit_is_decoded_to_the_text_that_it_came_from() {
    for text in [
        "vadd.s32.u32.s32.sat r1.b2, r2.h1, r3.b0, r4;",
        "vmad.u32.u32.u32.po.sat.shr15 r1, r2, r3, r4;",
        "vset.u32.s32.ge.max r1, r2, r3, r4;",
        "vshl.u32.u32.u32.wrap r1, r2, r3, r4;",
    ] {
        let (status, out, error) = run(&["encode", text]);
        assert_eq!((status, &error[..]), (Some(0), ""), "{text}");
        let word = out.split_whitespace().next().expect("a word");
        let (status, out, error) = run(&["decode", "--module", "video_scalar", word]);
        assert_eq!((status, &error[..], out.trim()), (Some(0), "", text));
    }
    let (status, _, error) = run(&["decode", "--module", "video_scalar", "0x100000"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("20 bits"), "{error}");
    let (status, _, error) = run(&["decode", "--module", "brew_datapath", "1"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("video_scalar"), "{error}");
}
