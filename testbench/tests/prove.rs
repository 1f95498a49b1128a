//! Proofs: what is shipped is proved, what is broken is refuted, and a counterexample runs.

use super::seeded::{broken, copy, decide, drive, exchange, flip, invert, read, register, set};
use crate::skip::skipped;
use lanesmith::netlist::{BinaryOp, Flat, Module, UnaryOp};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{
    Conclusion, EquivalenceVerdict, Limits, Obligation, ObligationOutcome, ProofPlan, Witness, external, prove,
};
use lanesmith::ptx::Instruction;
use lanesmith::rtl::device::Device;
use lanesmith::sim::Engine;
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, TestbenchFaultKind, TrafficSettings};
use lanesmith::unit::Unit;
use lanesmith::unit::pipelined::{Case, CaseSource, Independent, PipelinedScoreboard, bench};
use lanesmith::unit::{Emission, Selection};
use lanesmith::units::shipped;
use lanesmith::units::video::claims::{alu_obligations, core_obligations};
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::rtl::{VideoConfig, core_design, design};
use lanesmith::units::video::testbench::{RandomCases, VideoCase, run_core};
use lanesmith::units::video::{Video, VideoCore};
use std::path::{Path, PathBuf};
use std::time::Duration;

pub fn plan(built_in: bool, external: bool) -> ProofPlan {
    ProofPlan {
        built_in,
        external,
        time: Duration::from_secs(300),
        seed: 1,
        all: false,
    }
}

#[test]
fn every_shipped_video_alu_is_proved_from_the_netlist() {
    let proved = |selection: &Selection| Video::of(selection).is_some();
    for selection in shipped().iter().filter(|selection| proved(selection)) {
        let proof = prove(
            &Emission::from(*selection),
            Path::new("."),
            &[],
            &plan(true, false),
            &mut |_| (),
        )
        .unwrap();
        let method = &proof.certificate.methods[0];
        assert_eq!(
            method.verdict,
            Conclusion::Proved,
            "{}: {:?}",
            selection.name(),
            method.open
        );
        assert!(method.claims >= 64);
    }
}

#[test]
fn hardware_made_of_cells_is_proved_with_every_way_to_choose_clamp_and_add() {
    let configs = [Device::Ecp5, Device::Ice40].into_iter().flat_map(|device| {
        let full = VideoConfig::full(3);
        let vset = VideoConfig { vset: true, ..full };
        let dot = VideoConfig {
            selectors: false,
            dot: true,
            ..full
        };
        // The last adder on ECP5 merges at latency 3, if it accumulates.
        let without = VideoConfig {
            accumulate: false,
            ..dot
        };
        let late = VideoConfig::all(4);
        [full, vset, dot, without, late].map(|config| VideoConfig { device, ..config })
    });
    for config in configs {
        let core = VideoCore(config).selection();
        let proof = prove(
            &Emission::from(core),
            Path::new("."),
            &[],
            &plan(true, false),
            &mut |_| (),
        );
        let method = &proof.unwrap().certificate.methods[0];
        assert_eq!(method.verdict, Conclusion::Proved, "{}: {:?}", core.name(), method.open);
    }
}

/// Runs `lanesmith verify` on a folder: exit status and output.
fn verify(folder: &Path) -> (Option<i32>, String) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_lanesmith"))
        .arg("verify")
        .arg(folder)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

fn rtl_out() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl_out")
}

/// A copy of a shipped module's folder.
fn shipped_copy(name: &str) -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(rtl_out().join(name)).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, copy.path().join(path.file_name().unwrap())).unwrap();
    }
    copy
}

#[test]
fn shipped_certificates_verify() {
    let (status, text) = verify(&rtl_out());
    assert_eq!(status, Some(0), "{text}");
    assert_eq!(text.matches("proved").count(), shipped().len(), "{text}");
    assert_eq!(verify(shipped_copy("video_alu_l3").path()).0, Some(0));
    assert_eq!(verify(&rtl_out().join("video_alu_l3/video_alu.v")).0, Some(2));
}

#[test]
fn tools_that_are_there_tell_their_versions() {
    match external::versions() {
        Ok(versions) => assert!(versions[0].starts_with("Yosys"), "{versions:?}"),
        Err(external::ExternalError::Unavailable(why)) => skipped(why),
        Err(external::ExternalError::Failed(why)) => panic!("{why}"),
    }
}

type Bug = (&'static str, Box<dyn Fn(&mut Module)>);

/// Faults as people make them, in the ALU at latency 3.
fn bugs() -> Vec<Bug> {
    vec![
        (
            "wrong rounding: halves toward minus infinity",
            Box::new(copy(
                "core.decode_signals_plus_one_unless_negative",
                "core.decode_signals_absolute",
            )),
        ),
        (
            "wrong rounding: negative sums too",
            Box::new(copy(
                "core.decode_signals_plus_one",
                "core.decode_signals_plus_one_unless_negative",
            )),
        ),
        ("missing sign extension of a", Box::new(set("core.decode_a_signed", 0))),
        ("missing sign extension of b", Box::new(set("core.decode_b_signed", 0))),
        ("a is always signed", Box::new(set("core.decode_a_signed", 1))),
        (
            "swapped digits of asel",
            Box::new(exchange("core.decode_a_select", 3, 0, 1)),
        ),
        (
            "swapped digits of bsel",
            Box::new(exchange("core.decode_b_select", 3, 2, 3)),
        ),
        ("clamp off by one", Box::new(flip("core.merge_2.kinds", 1))),
        (
            "clamped to the range of the other type",
            Box::new(invert("core.decode_signals_d_signed")),
        ),
        (
            "no clamp of the upper half-word",
            Box::new(set("core.overflow_3_overflow", 0)),
        ),
        ("no saturation at all", Box::new(set("core.decode_signals_saturate", 0))),
        (
            "absolute value of a negative difference missing",
            Box::new(set("core.decode_signals_absolute", 0)),
        ),
        (
            "sign lost where lanes are accumulated",
            Box::new(set("core.lane_3_exact_bit_9", 0)),
        ),
        ("mask ignored", Box::new(set("core.decode.lane_on", 0xf))),
        (
            "c merged with bytes exchanged",
            Box::new(exchange("core.c_selected_q", 8, 0, 2)),
        ),
        (
            "sum plus one taken for the sum",
            Box::new(copy("core.adder_0_high_sums_plain", "core.adder_0_high_sums_plus")),
        ),
        (
            "half-words treated as bytes",
            Box::new(set("core.decode_signals_dual", 0)),
        ),
        ("accumulate drops c's top bit", Box::new(flip("core.c_added", 1 << 31))),
        ("lost stall", Box::new(set("handshake_advance", 1))),
        ("ready while a result waits", Box::new(set("in_ready", 1))),
        (
            "a valid bit does not wait",
            Box::new(register("handshake.valid_1_q", |register| register.enable = None)),
        ),
        (
            "a tag runs ahead",
            Box::new(copy("handshake.tag_2_q", "handshake.tag_0_q")),
        ),
        (
            "a valid bit survives reset",
            Box::new(register("handshake.valid_1_q", |register| register.reset = None)),
        ),
        ("valid is inverted", Box::new(invert("out_valid"))),
        (REPEATS, Box::new(repeat_valid)),
    ]
}

/// Likewise in comparisons and dot products.
fn bugs_of_the_other_families() -> Vec<Bug> {
    vec![
        (
            "equality taken for the order",
            Box::new(set("core.decode_signals_negative_differ", 0)),
        ),
        (
            "the order without equality taken for that with it",
            Box::new(copy("core.decode_signals_negative_plus", "core.decode_subtract")),
        ),
        (
            "a signed half-word whose lower byte has the sign of the upper one",
            Box::new(copy("core.dot.product_0.a_negative", "core.dot.product_1.a_negative")),
        ),
        (
            "products of half-words added as those of bytes",
            Box::new(set("core.dot.halves_product_q", 0)),
        ),
        (
            "the upper bytes of b taken for the lower ones",
            Box::new(set("core.decode_dot_upper", 0)),
        ),
        (
            "a byte's sign lost in its product",
            Box::new(set("core.dot.product_1.a_negative", 0)),
        ),
        (
            "products added to the results of other instructions",
            Box::new(set("core.dot.active_product_q", 1)),
        ),
        (
            "a dot product added to nothing",
            Box::new(set("core.decode_signals_keep_c", 0)),
        ),
        (
            "a truth in both bytes of a half-word",
            Box::new(copy("core.decode_signals_set", "core.decode.lane_on")),
        ),
        ("a truth in no lane", Box::new(set("core.decode_signals_set", 0))),
        (
            "a truth that is not inverted",
            Box::new(set("core.decode_signals_invert_truth", 0)),
        ),
        ("no truth in one byte", Box::new(set("core.lane_2.truth", 0))),
        (
            "the unsigned comparison of signed elements",
            Box::new(set("core.decode_a_signed", 0)),
        ),
    ]
}

const REPEATS: &str = "an idle clock in which the control word is 0 repeats valid";

fn repeat_valid(module: &mut Module) {
    let [control, valid, before] = ["in_control", "in_valid", "handshake.valid_0_q"].map(|name| read(module, name));
    let something = module.unary(UnaryOp::Any, control);
    let offered = module.binary(BinaryOp::Or, something, valid);
    let idle = module.unary(UnaryOp::Not, offered);
    let again = module.binary(BinaryOp::And, idle, before);
    drive(module, "handshake.valid_0_q", |module, old| {
        module.binary(BinaryOp::Or, again, old)
    });
}

fn refuted(obligations: impl Iterator<Item = Obligation>) -> Option<ObligationOutcome> {
    let mut outcomes = obligations.map(|obligation| decide(&obligation));
    outcomes.find(|outcome| matches!(outcome.verdict, EquivalenceVerdict::Refuted(_)))
}

fn refute(flat: &Flat, config: &VideoConfig) -> Option<ObligationOutcome> {
    refuted(alu_obligations(config, &NetlistMachine(flat)))
}

#[test]
fn a_bubble_that_becomes_a_result_refutes_valid_of_any_control_word() {
    for latency in 1..=3 {
        let config = VideoConfig::full(latency);
        let broken = broken(&Flat::new(&design(&config).unwrap()).unwrap(), &repeat_valid);
        let outcome = refute(&broken, &config).expect("a refutation");
        assert_eq!(outcome.name, "valid and tag of any control word");
        let mut random = Independent(RandomCases::new(config, 5).take(500));
        assert!(
            fails(&broken, &config, Profile::Bursts, &mut random),
            "latency {latency}"
        );
    }
}

#[test]
fn a_core_whose_result_is_zero_without_enable_is_refuted_and_fails_in_simulation() {
    let config = VideoConfig::full(2);
    let sound = Flat::new(&core_design(&config).unwrap()).unwrap();
    let zeroed = broken(&sound, &|module| {
        let enable = read(module, "enable");
        drive(module, "d", |module, old| {
            let zero = module.constant(32, 0);
            module.mux(enable, old, zero)
        });
    });
    let settings = TrafficSettings {
        gaps: Profile::Always,
        stalls: Profile::Rare,
        seed: 5,
    };
    let run = |flat: &Flat| {
        let engine = Box::new(Native::new(flat).unwrap());
        let cases = RandomCases::new(config, 5).take(500);
        run_core(engine, &Video::alu(config), settings, cases).map_err(|fault| fault.kind)
    };
    let claim = |flat: &Flat, is_wanted: fn(&str) -> bool| {
        let machine = NetlistMachine(flat);
        let claims = core_obligations(&config, &machine).filter(|claim| is_wanted(&claim.name));
        refuted(claims).map(|outcome| outcome.name)
    };
    let is_transfer = |name: &str| name.starts_with("transfer");
    assert!(run(&sound).is_ok());
    assert_eq!(claim(&sound, |_| true), None);
    assert_eq!(run(&zeroed), Err(TestbenchFaultKind::Unstable));
    assert!(claim(&zeroed, |_| true).is_some_and(|name| is_transfer(&name)));
    let alone = claim(&zeroed, |name| !name.starts_with("transfer"));
    assert_eq!(alone.as_deref(), Some("d depends on the state alone"));
}

#[test]
fn a_core_that_gives_something_for_an_unused_code_is_refuted_by_a_word_that_gives_it() {
    let some = VideoConfig {
        vset: true,
        accumulate: false,
        ..VideoConfig::full(1)
    };
    for config in [VideoConfig::full(0), some, VideoConfig::all(3)] {
        let sound = Flat::new(&core_design(&config).unwrap()).unwrap();
        let claim = |flat: &Flat| {
            let machine = NetlistMachine(flat);
            let claims = core_obligations(&config, &machine);
            refuted(claims.filter(|claim| claim.name.starts_with("transfer unused")))
        };
        assert!(claim(&sound).is_none());
        let natural = broken(&sound, &set("decode.unused", 0));
        let outcome = claim(&natural).expect("a refutation");
        let d = |flat: &Flat| {
            let mut engine = Native::new(flat).unwrap();
            for (input, value) in &outcome.counterexample {
                if let "control" | "a" | "b" | "c" = &input.to_string()[..] {
                    let port = engine.port(input.name());
                    engine.set(port, *value);
                }
            }
            let [enable, d] = ["enable", "d"].map(|name| engine.port(name));
            engine.set(enable, 1);
            for _ in 0..config.latency {
                engine.settle();
                engine.tick();
            }
            engine.settle();
            engine.get(d)
        };
        assert_eq!(d(&sound), 0);
        assert_ne!(d(&natural), 0, "{}", outcome.name);
    }
}

#[test]
fn what_is_offered_in_a_reset_clock_does_not_come_out() {
    let config = VideoConfig::full(3);
    let sound = Flat::new(&design(&config).unwrap()).unwrap();
    let taken = broken(&sound, &|module| {
        let [reset, valid] = ["reset", "in_valid"].map(|name| read(module, name));
        let both = module.binary(BinaryOp::And, reset, valid);
        drive(module, "handshake.valid_0_q", |module, old| {
            module.binary(BinaryOp::Or, both, old)
        });
        register("handshake.valid_0_q", |register| register.reset = None)(module);
    });
    let machine = NetlistMachine(&taken);
    let claims = alu_obligations(&config, &machine).filter(|claim| claim.name == "reset empties the pipeline");
    let outcome = refuted(claims).expect("a refutation");
    let value = |name: &str| {
        outcome
            .counterexample
            .iter()
            .find(|(word, _)| word.to_string() == name)
            .map(|(_, value)| *value)
    };
    assert_eq!(value("in_valid@0"), Some(1));
}

#[test]
fn every_claim_of_every_reset_style_and_latency_has_a_witness_and_holds() {
    for (latency, style) in (0..=5).flat_map(|latency| (0..4).map(move |style| (latency, style))) {
        let mut config = VideoConfig::full(latency);
        (config.reset.asynchronous, config.reset.active_low) = (style & 1 != 0, style & 2 != 0);
        let flat = Flat::new(&design(&config).unwrap()).unwrap();
        let machine = NetlistMachine(&flat);
        // The arithmetic is that of the shipped modules.
        let claims = alu_obligations(&config, &machine).filter(|claim| !claim.name.starts_with("transfer"));
        for claim in claims {
            let context = format!("{} of {config:?}", claim.name);
            let witness = claim.witness(Limits::default(), 1);
            assert!(matches!(witness, Witness::Found(_)), "{context}");
            assert_eq!(
                claim.decide(Limits::default(), 1).verdict,
                EquivalenceVerdict::Proved,
                "{context}"
            );
        }
    }
}

/// Whether a run with a reset in the middle finds a fault.
fn fails(flat: &Flat, config: &VideoConfig, stalls: Profile, source: &mut dyn CaseSource) -> bool {
    let settings = TrafficSettings {
        gaps: stalls,
        stalls,
        seed: 5,
    };
    let mut bench = bench(Box::new(Native::new(flat).unwrap()), settings);
    let mut scoreboard = PipelinedScoreboard::new(Video::alu(*config), source, 5);
    let mut run = || {
        bench.reset(&mut scoreboard, 4)?;
        bench.run(&mut scoreboard, Some(100))?;
        bench.reset(&mut scoreboard, 1)?;
        bench.run(&mut scoreboard, None)
    };
    run().is_err()
}

#[test]
fn seeded_bugs_are_refuted_and_their_counterexamples_run() {
    assert!(bugs().len() >= 20);
    refuted_and_reproduced(VideoConfig::full(3), bugs());
}

#[test]
fn seeded_bugs_of_comparisons_and_dot_products_are_refuted_and_their_counterexamples_run() {
    refuted_and_reproduced(VideoConfig::all(3), bugs_of_the_other_families());
}

fn refuted_and_reproduced(config: VideoConfig, bugs: Vec<Bug>) {
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    assert!(refute(&flat, &config).is_none());
    for (name, edit) in bugs {
        let broken = broken(&flat, &edit);
        let outcome = refute(&broken, &config).unwrap_or_else(|| panic!("{name}: not refuted"));
        let value = |word: &str| {
            outcome
                .counterexample
                .iter()
                .find(|(name, _)| name.to_string() == word)
                .map(|(_, value)| *value)
        };
        // A transfer counterexample is an instruction, and runs as it is; a handshake one is a state, and random traffic
        // with stalls gets there.
        let reproduced = match value("control") {
            Some(control) => {
                let instruction = Instruction::try_from(Control(control)).unwrap();
                let operands = ["a", "b", "c"].map(|word| value(word).unwrap() as u32);
                let case = Case::of(&instruction, operands);
                fails(
                    &broken,
                    &config,
                    Profile::Always,
                    &mut Independent(std::iter::repeat_n(case, 4)),
                )
            }
            None => false,
        };
        let random = || Independent(RandomCases::new(config, 5).take(5000));
        let handshake = value("control").is_none() || outcome.name.starts_with("transfer") && !reproduced;
        assert!(
            reproduced || handshake && fails(&broken, &config, Profile::Bursts, &mut random()),
            "{name}: {} is refuted, but the hardware runs without a fault",
            outcome.name
        );
    }
}
