//! The scalar video instructions: vectors, claims, coverage, seeded bugs, texts.

use crate::program::{lanesmith, lanesmith_line};
use crate::seeded::{broken, copy, flip, invert, refutations, set};
use crate::skip::skipped;
use lanesmith::netlist::{Flat, Module};
use lanesmith::prove::Provable;
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::units::scalar::Scalar;
use lanesmith::units::scalar::rtl::ScalarConfig;
use std::path::Path;

fn run(line: &str) -> (i32, String, String) {
    lanesmith_line(Path::new(env!("CARGO_MANIFEST_DIR")), line)
}

#[test]
fn golden_and_hardware_give_the_results_of_the_compiler_and_else_the_manuals() {
    check(&["golden-sliced", "native"]);
}

#[test]
#[ignore = "compiles with Verilator"]
fn verilator_gives_the_results_of_the_compiler_and_else_the_manuals() {
    check(&["verilator"]);
}

fn check(engines: &[&str]) {
    for engine in engines {
        for (file, rows) in [("ptx_scalar.csv", 12_000), ("ptx_scalar_deviations.csv", 1_500)] {
            let (status, text, error) = run(&format!("check src/units/vectors/{file} --engine {engine}"));
            let expected = format!("{rows} passed, 0 failed");
            assert_eq!((status, text.trim()), (0, &expected[..]), "{engine}: {error}");
        }
    }
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
        std::fs::write(folder.path().join("wrong.csv"), format!("{header}\n{row}\n")).expect("written");
        let (status, text, _) = lanesmith_line(folder.path(), "check wrong.csv --no-counterexample");
        assert_eq!(status, 1, "{text}");
        assert!(text.contains("0 passed, 1 failed"), "{text}");
    }
}

#[test]
fn random_instructions_under_stalls_and_a_reset_come_back_right() {
    for options in ["--latency 1", "--latency 4 --mad"] {
        let (status, text, error) = run(&format!(
            "simulate --module video_scalar {options} --random 50000 --stalls bursts --gaps heavy --reset-at 5000"
        ));
        assert_eq!(status, 0, "{text}{error}");
        assert!(text.contains("no mismatch"), "{text}");
    }
}

#[test]
#[ignore = "takes a minute; the default suite proves the shipped configuration, which has vmad and latency 3"]
fn the_unit_is_proved_both_ways_at_every_latency() {
    let method = match external::versions() {
        Ok(_) => "both",
        Err(ExternalError::Unavailable(why)) => {
            skipped(why);
            "built-in"
        }
        Err(ExternalError::Failed(why)) => panic!("{why}"),
    };
    for latency in 1..=4 {
        for (mad, method) in [("", method), ("--mad", "built-in")] {
            let line = format!("prove --module video_scalar --latency {latency} {mad} --method {method}");
            let (status, text, error) = run(&line);
            assert_eq!(status, 0, "{text}{error}");
            let ways: Vec<&str> = text.lines().filter(|line| line.contains("video_scalar_l")).collect();
            let proved = |line: &&str| line.matches(" 25 ").count() == 2 && line.trim_end().ends_with("proved");
            assert!(!ways.is_empty() && ways.iter().all(proved), "{text}");
        }
    }
}

type Bug = (&'static str, Box<dyn Fn(&mut Module)>);

fn bug(name: &'static str, edit: impl Fn(&mut Module) + 'static) -> Bug {
    (name, Box::new(edit))
}

/// Bugs as people make them.
fn bugs() -> Vec<Bug> {
    vec![
        bug("the sign of a whole register is lost", set("core.select_a.top", 0)),
        bug("a shift is taken for a subtraction", set("core.is_shift", 0)),
        bug("a byte of the wrong half-word", invert("core.select_a.takes_upper")),
        bug("a half-word is extended like a byte", set("core.select_b.is_byte", 1)),
        bug("the upper part of a byte is 0", set("core.select_a.middle", 0)),
        bug("shifts by 32 and more are not seen", set("core.primary.held_far_q", 0)),
        bug("the sign is not shifted in", set("core.primary.shifter.fill", 0)),
        bug("the absolute difference is off by one", flip("core.primary.below", 1)),
        bug(
            "vset.lt is true of equal parts",
            copy("core.primary.less", "core.primary.at_most"),
        ),
        bug("no .sat", set("core.clamp.forced", 0)),
        bug(".sat to the range of a word", set("core.clamp.is_byte", 0)),
        bug("the sign of a limit is inverted", invert("core.clamp.limit_sign")),
        bug("c of .min is unsigned", set("core.merge.top", 0)),
        bug(".min and .max exchanged", invert("core.merge.less")),
        bug("a merge changes the bytes beside it", set("core.merge.kept", 0)),
        bug(
            "the excess of a negative factor is lost",
            set("core.product_0.a_excess", 0),
        ),
        bug("minus signs of vmad are lost", set("core.multiply_add_0.opposite", 0)),
        bug("the sign of c is lost", set("core.product_0.filled", 0)),
        bug(
            "no complement behind a negated product",
            set("core.multiply_add_0.held_complement_q", 0),
        ),
        bug("ready while a result waits", set("in_ready", 1)),
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
    let (status, text, error) = run("regress --configuration video_scalar --engine native --seeds 1");
    assert_eq!(status, 0, "{text}{error}");
    let crosses = text
        .lines()
        .filter(|line| line.trim_start().starts_with("video_scalar "));
    let full: Vec<bool> = crosses.map(|line| line.trim_end().ends_with(" 0")).collect();
    assert_eq!(full, [true; 5], "{text}");
}

#[test]
fn an_instruction_is_explained_step_by_step() {
    let text = "@p vmad.u32.s32.u32.sat.shr7 %r1, -%r2.h1, %r3, 5;";
    let (status, out, error) = lanesmith(".", &["explain", text, "--a", "0x80001234", "--b", "77"]);
    assert_eq!((status, &error[..]), (0, ""));
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
        let (status, out, error) = lanesmith(".", &["encode", text]);
        assert_eq!((status, &error[..]), (0, ""), "{text}");
        let word = out.split_whitespace().next().expect("a word");
        let (status, out, error) = run(&format!("decode --module video_scalar {word}"));
        assert_eq!((status, &error[..], out.trim()), (0, "", text));
    }
    for (line, told) in [
        ("decode --module video_scalar 0x100000", "20 bits"),
        ("decode --module brew_datapath 1", "video_scalar"),
    ] {
        let (status, _, error) = run(line);
        assert!(status == 2 && error.contains(told), "{error}");
    }
}
