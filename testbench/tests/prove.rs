//! Proofs: what is shipped is proved, what is broken is refuted, and a counterexample runs.

use super::seeded::decide;
use crate::deep::notation::{broken, entries};
use lanesmith::netlist::Flat;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::{
    Conclusion, Deferred, EquivalenceVerdict, Limits, ObligationOutcome, ProofPlan, Witness, verdicts,
};
use lanesmith::ptx::Instruction;
use lanesmith::rtl::device::Device;
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::unit::pipelined::{Case, CaseSource, Independent, PipelinedScoreboard, bench};
use lanesmith::unit::{Selection, Unit};
use lanesmith::units::shipped;
use lanesmith::units::video::claims::{alu_claims, core_claims};
use lanesmith::units::video::encoding::Control;
use lanesmith::units::video::rtl::{VideoConfig, core_design, design};
use lanesmith::units::video::testbench::{RandomCases, VideoCase};
use lanesmith::units::video::{Video, VideoCore};
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

/// Every claim about a configuration is proved by the built-in method.
fn is_proved(selection: &Selection) {
    let unit = selection.unit();
    let claims = verdicts(&*unit, &unit.design().unwrap(), &plan(true, false), &mut |_| ()).unwrap();
    assert!(claims.len() >= 10, "{}", selection.name());
    let open: Vec<_> = claims
        .iter()
        .filter(|claim| claim.verdict != Conclusion::Proved)
        .collect();
    assert!(open.is_empty(), "{}: {open:?}", selection.name());
}

#[test]
fn every_shipped_configuration_is_proved_from_its_netlist() {
    shipped().iter().for_each(is_proved);
}

#[test]
fn hardware_made_of_cells_is_proved_with_every_way_to_choose_clamp_and_add() {
    for device in [Device::Ecp5, Device::Ice40] {
        // The last adder on ECP5 merges at latency 3, if it accumulates.
        let without = VideoConfig {
            accumulate: false,
            ..VideoConfig::all(3)
        };
        for config in [VideoConfig::full(3), without, VideoConfig::all(4)] {
            is_proved(&VideoCore(VideoConfig { device, ..config }).selection());
        }
    }
}

/// Faults as people make them, in the ALU.
const BUGS: &str = "\
wrong rounding: halves toward minus infinity
    core.decode_signals_plus_one_unless_negative = core.decode_signals_absolute
missing sign extension of a
    core.decode_a_signed = 0
swapped digits of asel
    core.decode_a_select = {old[11:6], old[2:0], old[5:3]}
clamp off by one
    core.merge_2.kinds = old ^ 1
clamped to the range of the other type
    core.decode_signals_d_signed = ~old
no clamp of the upper half-word
    core.overflow_3_overflow = 0
absolute value of a negative difference missing
    core.decode_signals_absolute = 0
mask ignored
    core.decode.lane_on = 15
c merged with bytes exchanged
    core.c_selected_q = {old[31:24], old[7:0], old[15:8], old[23:16]}
half-words treated as bytes
    core.decode_signals_dual = 0
lost stall
    handshake_advance = 1
a tag runs ahead
    handshake.tag_2_q = handshake.tag_0_q
a valid bit does not wait
    without enable handshake.valid_1_q
a valid bit survives reset
    without reset handshake.valid_1_q
";

/// The same in comparisons and dot products.
const BUGS_OF_OTHER_FAMILIES: &str = "\
equality taken for the order
    core.decode_signals_negative_differ = 0
a signed half-word whose lower byte has the sign of the upper one
    core.dot.product_0.a_negative = core.dot.product_1.a_negative
products of half-words added as those of bytes
    core.dot.halves_product_q = 0
the upper bytes of b taken for the lower ones
    core.decode_dot_upper = 0
products added to the results of other instructions
    core.dot.active_product_q = 1
no truth in one byte
    core.lane_2.truth = 0
";

/// An idle clock in which the control word is 0 repeats valid.
const REPEATS: &str = "handshake.valid_0_q = old | in_control == 0 & ~in_valid & handshake.valid_0_q";

fn refuted<'a>(claims: impl IntoIterator<Item = Deferred<'a>>) -> Option<ObligationOutcome> {
    let mut outcomes = claims.into_iter().map(|claim| decide(&claim.obligation()));
    outcomes.find(|outcome| matches!(outcome.verdict, EquivalenceVerdict::Refuted(_)))
}

fn refute(flat: &Flat, config: &VideoConfig) -> Option<ObligationOutcome> {
    refuted(alu_claims(config, &NetlistMachine(flat)))
}

#[test]
fn a_bubble_that_becomes_a_result_refutes_valid_of_any_control_word() {
    for latency in 1..=3 {
        let config = VideoConfig::full(latency);
        let broken = broken(&Flat::new(&design(&config).unwrap()).unwrap(), REPEATS);
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
fn cores_with_a_wrong_enable_or_a_result_for_an_unused_code_are_refuted() {
    let some = VideoConfig {
        vset: true,
        accumulate: false,
        ..VideoConfig::full(1)
    };
    for (config, statements, claim) in [
        (
            VideoConfig::full(2),
            "d = enable ? old : 0",
            "d depends on the state alone",
        ),
        (VideoConfig::full(0), "decode.unused = 0", "transfer unused"),
        (some, "decode.unused = 0", "transfer unused"),
    ] {
        let sound = Flat::new(&core_design(&config).unwrap()).unwrap();
        let is_refuted = |flat: &Flat| {
            let machine = NetlistMachine(flat);
            let claims = core_claims(&config, &machine).into_iter();
            refuted(claims.filter(|other| other.name.starts_with(claim))).is_some()
        };
        assert!(
            !is_refuted(&sound) && is_refuted(&broken(&sound, statements)),
            "{statements}"
        );
    }
}

#[test]
fn what_is_offered_in_a_reset_clock_does_not_come_out() {
    let config = VideoConfig::full(3);
    let sound = Flat::new(&design(&config).unwrap()).unwrap();
    let fired = "handshake.valid_0_q = old | reset & in_valid; without reset handshake.valid_0_q";
    let fired = broken(&sound, fired);
    let machine = NetlistMachine(&fired);
    let claims = alu_claims(&config, &machine).into_iter();
    let claims = claims.filter(|claim| claim.name == "reset empties the pipeline");
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
    for (latency, style) in [0, 1, 2, 5]
        .into_iter()
        .flat_map(|latency| (0..4).map(move |style| (latency, style)))
    {
        let mut config = VideoConfig::full(latency);
        (config.reset.asynchronous, config.reset.active_low) = (style & 1 != 0, style & 2 != 0);
        let flat = Flat::new(&design(&config).unwrap()).unwrap();
        let machine = NetlistMachine(&flat);
        // The arithmetic is that of the shipped modules.
        let claims = alu_claims(&config, &machine).into_iter();
        for claim in claims.filter(|claim| !claim.name.starts_with("transfer")) {
            let claim = claim.obligation();
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
    for (config, bugs) in [
        (VideoConfig::full(3), BUGS),
        (VideoConfig::all(3), BUGS_OF_OTHER_FAMILIES),
    ] {
        let flat = Flat::new(&design(&config).unwrap()).unwrap();
        assert!(refute(&flat, &config).is_none());
        for (name, statements) in entries(bugs) {
            refuted_and_reproduced(config, name, &broken(&flat, &statements.join(";")));
        }
    }
}

fn refuted_and_reproduced(config: VideoConfig, name: &str, broken: &Flat) {
    let outcome = refute(broken, &config).unwrap_or_else(|| panic!("{name}: not refuted"));
    let words = outcome.counterexample.iter();
    let value = |word: &str| {
        words
            .clone()
            .find(|(name, _)| name.to_string() == word)
            .map(|(_, value)| *value)
    };
    // A transfer counterexample is an instruction, and runs as it is; a handshake one is a state, and random traffic
    // with stalls gets there.
    let reproduced = value("control").is_some_and(|control| {
        let instruction = Instruction::try_from(Control(control)).unwrap();
        let operands = ["a", "b", "c"].map(|word| value(word).unwrap() as u32);
        let cases = std::iter::repeat_n(Case::of(&instruction, operands), 4);
        fails(broken, &config, Profile::Always, &mut Independent(cases))
    });
    let handshake = value("control").is_none() || outcome.name.starts_with("transfer");
    let mut random = Independent(RandomCases::new(config, 5).take(5000));
    assert!(
        reproduced || handshake && fails(broken, &config, Profile::Bursts, &mut random),
        "{name}: {} is refuted, but the hardware runs without a fault",
        outcome.name
    );
}
