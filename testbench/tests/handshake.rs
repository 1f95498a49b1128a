//! Valid and ready under random gaps and back-pressure: nothing lost, duplicated, reordered or wrong.

use crate::model::{Faulty, Model, Plant};
use crate::skip::skipped;
use lanesmith::netlist::fault::{Fault, apply, faults};
use lanesmith::netlist::{Flat, ResetStyle};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{
    Bench, FaultyCopy, Profile, Summary, TestbenchFault, TestbenchFaultKind, TrafficSettings,
};
use lanesmith::sim::{Engine, EngineError, EngineKind};
use lanesmith::unit::pipelined::{self, CaseStyle, Independent, PipelinedScoreboard, RandomCopies, copy_seed};
use lanesmith::unit::{Job, Simulatable, Task, Verdict};
use lanesmith::units::video::rtl::{VideoConfig, design};
use lanesmith::units::video::testbench::RandomCases;
use lanesmith::units::video::{Video, VideoCore};

/// Runs `count` random instructions through `engine`, with a reset before.
fn run(
    engine: Box<dyn Engine>,
    config: VideoConfig,
    settings: TrafficSettings,
    count: usize,
) -> Result<Summary, TestbenchFault> {
    let mut bench = pipelined::bench(engine, settings);
    let mut source = Independent(RandomCases::new(config, settings.seed).take(count));
    let mut scoreboard = PipelinedScoreboard::new(Video::alu(config), &mut source, settings.seed);
    bench.reset(&mut scoreboard, 2)?;
    bench.run(&mut scoreboard, None)
}

fn settings(gaps: Profile, stalls: Profile, seed: u64) -> TrafficSettings {
    TrafficSettings { gaps, stalls, seed }
}

/// The fault that the testbench finds in a model with `plant`.
fn found(plant: Plant, latency: usize, stalls: Profile) -> Option<TestbenchFaultKind> {
    let engine = Box::new(Faulty::new(Model::new(latency), plant, 20));
    let config = VideoConfig::full(latency as u32);
    run(engine, config, settings(Profile::Rare, stalls, 1), 200)
        .err()
        .map(|fault| fault.kind)
}

#[test]
fn a_correct_pipeline_passes_under_every_profile() {
    for latency in 0..=5 {
        for stalls in Profile::ALL {
            let outcome = run(
                Box::new(Model::new(latency)),
                VideoConfig::full(latency as u32),
                settings(Profile::Bursts, stalls, 7),
                300,
            );
            assert_eq!(
                outcome.map(|summary| summary.retired),
                Ok(300),
                "latency {latency}, stalls {stalls}"
            );
        }
    }
}

#[test]
fn every_planted_fault_is_found_for_what_it_is() {
    for latency in 1..=3 {
        for stalls in [Profile::Rare, Profile::Heavy, Profile::Bursts] {
            let kind = |plant| found(plant, latency, stalls);
            let context = format!("latency {latency}, stalls {stalls}");
            assert_eq!(kind(Plant::Drop), Some(TestbenchFaultKind::WrongOrder), "{context}");
            assert!(
                matches!(
                    kind(Plant::Duplicate),
                    Some(TestbenchFaultKind::WrongOrder | TestbenchFaultKind::Unexpected)
                ),
                "{context}"
            );
            assert_eq!(kind(Plant::Reorder), Some(TestbenchFaultKind::WrongOrder), "{context}");
            assert_eq!(kind(Plant::Corrupt), Some(TestbenchFaultKind::WrongResult), "{context}");
            assert_eq!(kind(Plant::Unstable), Some(TestbenchFaultKind::Unstable), "{context}");
            assert_eq!(kind(Plant::Withdraw), Some(TestbenchFaultKind::Withdrawn), "{context}");
            assert_eq!(kind(Plant::Refuse), Some(TestbenchFaultKind::Stuck), "{context}");
        }
    }
}

#[test]
fn valid_that_waits_for_ready_and_a_wrong_number_of_results_are_found() {
    assert_eq!(
        found(Plant::WaitForReady, 2, Profile::Bursts),
        Some(TestbenchFaultKind::Stuck)
    );
    // The last result is missing, or comes twice.
    for (plant, kind) in [
        (Plant::Drop, TestbenchFaultKind::Stuck),
        (Plant::Duplicate, TestbenchFaultKind::Unexpected),
    ] {
        let engine = Box::new(Faulty::new(Model::new(3), plant, 49));
        let steady = settings(Profile::Always, Profile::Always, 1);
        let outcome = run(engine, VideoConfig::full(3), steady, 50);
        assert_eq!(outcome.map_err(|fault| fault.kind), Err(kind));
    }
}

/// Runs for 40 cycles, resets in the middle of traffic, and runs on to the end of 200 instructions.
fn interrupted(engine: Box<dyn Engine>, config: VideoConfig) -> Result<(), TestbenchFault> {
    let settings = settings(Profile::Rare, Profile::Heavy, 3);
    let mut bench: Bench = pipelined::bench(engine, settings);
    let mut source = Independent(RandomCases::new(config, 3).take(200));
    let mut scoreboard = PipelinedScoreboard::new(Video::alu(config), &mut source, 3);
    bench.reset(&mut scoreboard, 2)?;
    bench.run(&mut scoreboard, Some(40))?;
    bench.reset(&mut scoreboard, 2)?;
    bench.run(&mut scoreboard, None).map(|_| ())
}

#[test]
fn a_reset_in_the_middle_of_traffic_clears_everything_in_flight() {
    for latency in 0..=5 {
        assert_eq!(
            interrupted(Box::new(Model::new(latency)), VideoConfig::full(latency as u32)),
            Ok(())
        );
    }
    for config in variants(2).into_iter().chain([VideoConfig::full(0)]) {
        let engine = Video::alu(config).engine(EngineKind::Native, false).expect("the ALU");
        assert_eq!(interrupted(engine, config), Ok(()), "{config:?}");
    }
    let stubborn = Box::new(Faulty::new(Model::new(3), Plant::IgnoreReset, 0));
    let kind = interrupted(stubborn, VideoConfig::full(3)).map_err(|fault| fault.kind);
    assert_eq!(kind, Err(TestbenchFaultKind::ValidInReset));
}

/// Runs without gaps and stalls for 500 cycles: one instruction per cycle, each after exactly the latency.
fn full_throughput(engine: Box<dyn Engine>, config: VideoConfig) {
    let settings = settings(Profile::Always, Profile::Always, 11);
    let mut bench = pipelined::bench(engine, settings);
    let mut source = Independent(RandomCases::new(config, 11));
    let mut scoreboard = PipelinedScoreboard::new(Video::alu(config), &mut source, 11);
    bench.reset(&mut scoreboard, 2).expect("a correct reset");
    let summary = bench.run(&mut scoreboard, Some(500)).expect("a correct pipeline");
    let latency = u64::from(config.latency);
    assert_eq!((summary.accepted, summary.retired), (500, 500 - latency));
}

#[test]
fn without_gaps_and_stalls_one_instruction_retires_per_cycle_after_exactly_the_latency() {
    for latency in 0..=5 {
        full_throughput(Box::new(Model::new(latency)), VideoConfig::full(latency as u32));
        let config = VideoConfig::full(latency as u32);
        full_throughput(
            Video::alu(config).engine(EngineKind::Native, false).expect("the ALU"),
            config,
        );
    }
}

/// The full unit, and it with each option changed.
fn variants(latency: u32) -> Vec<VideoConfig> {
    let full = VideoConfig::full(latency);
    let reset = |asynchronous, active_low| VideoConfig {
        reset: ResetStyle {
            asynchronous,
            active_low,
        },
        ..full
    };
    vec![
        full,
        VideoConfig {
            selectors: false,
            ..full
        },
        VideoConfig {
            accumulate: false,
            ..full
        },
        VideoConfig { dual: false, ..full },
        reset(false, true),
        reset(true, false),
        reset(true, true),
    ]
}

/// Runs `count` instructions in each configuration under each stall profile; says how many, or that the engine is
/// missing.
fn regress(kind: EngineKind, configs: &[VideoConfig], count: usize) {
    let mut total = 0;
    for (config, seed) in configs.iter().zip(1..) {
        for (stalls, gaps) in
            Profile::ALL
                .into_iter()
                .zip([Profile::Bursts, Profile::Always, Profile::Rare, Profile::Heavy])
        {
            let engine = match Video::alu(*config).engine(kind, false) {
                Err(EngineError::Unavailable(why)) => return skipped(why),
                engine => engine.expect("the ALU"),
            };
            let outcome = run(engine, *config, settings(gaps, stalls, seed), count);
            let retired = outcome.map(|summary| summary.retired);
            assert_eq!(
                retired,
                Ok(count as u64),
                "{config:?}, gaps {gaps}, stalls {stalls}, seed {seed}"
            );
            total += count;
        }
    }
    println!("{kind}: {total} instructions, no difference");
}

#[test]
fn ten_configurations_agree_with_golden_under_every_stall_profile() {
    let configs = [0, 3, 5].map(VideoConfig::full).into_iter().chain(variants(2));
    regress(EngineKind::Native, &configs.collect::<Vec<_>>(), 1000);
    regress(EngineKind::RustHdl, &[VideoConfig::full(0), VideoConfig::full(3)], 30);
    regress(EngineKind::Verilator, &[VideoConfig::full(3)], 2000);
}

#[test]
#[ignore = "takes a minute; the default suite has a few latencies"]
fn a_million_instructions_survive_every_latency_option_and_stall_profile() {
    let configs: Vec<VideoConfig> = (0..=5).flat_map(variants).collect();
    regress(EngineKind::Native, &configs, 6000);
}

#[test]
fn right_results_of_the_core_are_noted_for_coverage() {
    for latency in [0, 3] {
        let unit = VideoCore(VideoConfig::full(latency));
        let engine = unit.engine(EngineKind::Native, false).expect("the core");
        let task = Task {
            instructions: 500,
            seed: 3,
            traffic: settings(Profile::Always, Profile::Rare, 3),
        };
        let outcome = unit.regress(engine, &task);
        assert!(outcome.fault.is_none(), "{:?}", outcome.fault);
        assert_eq!(outcome.instructions, 500);
        let [operands, digits, ..] = &outcome.hits[..] else {
            panic!("crosses of operands and digits")
        };
        assert!(
            operands.iter().count() > 300 && digits.iter().count() > 100,
            "{} {}",
            operands.iter().count(),
            digits.iter().count()
        );
    }
}

#[test]
fn the_core_follows_its_enable() {
    for latency in [0, 1, 3] {
        let config = VideoConfig::full(latency);
        let core = |config: &VideoConfig| VideoCore(*config).engine(EngineKind::Native, false).expect("the core");
        let cases = || RandomCases::new(config, 13).take(500);
        for stalls in Profile::ALL {
            let settings = settings(Profile::Always, stalls, 13);
            let run = |hardware: &VideoConfig| {
                let mut cases = Independent(cases());
                let verdict = VideoCore(config).drive(core(hardware), &Job::new(settings), &mut cases);
                verdict.expect("no waves")
            };
            let Verdict { fault, cycles, .. } = run(&config);
            assert!(fault.is_none(), "{fault:?}");
            let least = 500 + u64::from(latency);
            assert!(
                cycles >= least && (cycles == least) == (stalls == Profile::Always),
                "{cycles}"
            );
            // Results taken at another latency belong to other instructions.
            let other = VideoConfig::full((latency + 1) % 6);
            let kind = run(&other).fault.map(|(fault, _)| fault.kind);
            // A core without a pipeline does not keep `d` either.
            let found = matches!(
                kind,
                Some(TestbenchFaultKind::WrongResult | TestbenchFaultKind::Unstable)
            );
            assert!(found, "{kind:?}");
        }
    }
}

/// The traffic of one copy.
fn of_copy(settings: TrafficSettings, copy: usize) -> TrafficSettings {
    TrafficSettings {
        seed: copy_seed(settings.seed, copy),
        ..settings
    }
}

fn alone(flat: &Flat) -> Box<dyn Engine> {
    Box::new(Native::new(flat).expect("this processor is known"))
}

#[test]
fn every_copy_goes_through_the_cycles_of_a_bench_of_its_own() {
    let count = |copy: usize| 30 + copy as u64 % 7;
    let configs = [0, 2, 5].map(VideoConfig::full).into_iter().chain(variants(2).pop());
    for (config, stalls) in configs.zip(Profile::ALL) {
        let flat = Flat::new(&design(&config).unwrap()).unwrap();
        let settings = settings(Profile::Bursts, stalls, u64::MAX - 5);
        let mut copies = RandomCopies::new(&flat, Video::alu(config), settings);
        let ran = copies.run(count, |_| {}).expect("right hardware");
        for copy in [0, 1, 9, 63, 64, 200, 255] {
            let single = run(alone(&flat), config, of_copy(settings, copy), count(copy) as usize);
            assert_eq!(Ok(ran[copy]), single, "{config:?}, copy {copy}");
        }
    }
}

#[test]
fn what_a_copy_does_wrong_it_does_wrong_alone() {
    let config = VideoConfig::full(3);
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    let settings = settings(Profile::Rare, Profile::Heavy, 11);
    let mut kinds = vec![];
    let mut latest = 0;
    let is_of_shell = |fault: &Fault| {
        ["valid", "ready", "tag"]
            .iter()
            .any(|name| fault.describe(&flat).contains(name))
    };
    let (shell, core): (Vec<Fault>, Vec<Fault>) = faults(&flat).into_iter().partition(is_of_shell);
    assert!(shell.len() > 20, "{}", shell.len());
    for fault in shell.into_iter().chain(core.into_iter().step_by(31)) {
        let Some(mutant) = apply(&flat, fault) else { continue };
        let mut copies = RandomCopies::new(&mutant.flat, Video::alu(config), settings);
        match copies.run(|_| 60, |_| {}) {
            Ok(_) => (0..256).step_by(50).for_each(|copy| {
                let single = run(alone(&mutant.flat), config, of_copy(settings, copy), 60);
                assert!(single.is_ok(), "{single:?}");
            }),
            Err(FaultyCopy(copy)) => {
                latest = latest.max(copy);
                let single = run(alone(&mutant.flat), config, of_copy(settings, copy), 60);
                kinds.push(single.expect_err("it goes wrong alone").kind);
            }
        }
    }
    for kind in [
        TestbenchFaultKind::WrongResult,
        TestbenchFaultKind::WrongOrder,
        TestbenchFaultKind::Stuck,
    ] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    assert!(latest > 100, "a fault that most copies do not meet: {latest}");
}
