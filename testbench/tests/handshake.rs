//! Valid and ready under random gaps and back-pressure: nothing lost, duplicated, reordered or wrong.

use crate::model::{Faulty, Model, Plant};
use lanesmith::rtl::video::Config;
use lanesmith::sim::Engine;
use lanesmith::sim::testbench::video::{self, Independent, RandomCases, VideoScoreboard};
use lanesmith::sim::testbench::{Bench, Fault, FaultKind, Profile, Settings, Summary};

/// Runs `count` random instructions through `engine`, with a reset before.
fn run(engine: Box<dyn Engine>, config: Config, settings: Settings, count: usize) -> Result<Summary, Fault> {
    let mut bench = video::bench(engine, settings);
    let mut source = Independent(RandomCases::new(config, settings.seed).take(count));
    let mut scoreboard = VideoScoreboard::new(config, &mut source, settings.seed);
    bench.reset(&mut scoreboard, 2)?;
    bench.run(&mut scoreboard, None)
}

fn settings(gaps: Profile, stalls: Profile, seed: u64) -> Settings {
    Settings { gaps, stalls, seed }
}

/// The fault that the testbench finds in a model with `plant`.
fn found(plant: Plant, latency: usize, stalls: Profile) -> Option<FaultKind> {
    let engine = Box::new(Faulty::new(Model::new(latency), plant, 20));
    let config = Config::full(latency as u32);
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
                Config::full(latency as u32),
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
            assert_eq!(kind(Plant::Drop), Some(FaultKind::WrongOrder), "{context}");
            assert!(
                matches!(
                    kind(Plant::Duplicate),
                    Some(FaultKind::WrongOrder | FaultKind::Unexpected)
                ),
                "{context}"
            );
            assert_eq!(kind(Plant::Reorder), Some(FaultKind::WrongOrder), "{context}");
            assert_eq!(kind(Plant::Corrupt), Some(FaultKind::WrongResult), "{context}");
            assert_eq!(kind(Plant::Unstable), Some(FaultKind::Unstable), "{context}");
            assert_eq!(kind(Plant::Withdraw), Some(FaultKind::Withdrawn), "{context}");
            assert_eq!(kind(Plant::Refuse), Some(FaultKind::Stuck), "{context}");
        }
    }
}

#[test]
fn valid_that_waits_for_ready_is_found() {
    assert_eq!(found(Plant::WaitForReady, 2, Profile::Bursts), Some(FaultKind::Stuck));
}

#[test]
fn the_last_result_missing_is_found() {
    let engine = Box::new(Faulty::new(Model::new(3), Plant::Drop, 49));
    let outcome = run(
        engine,
        Config::full(3),
        settings(Profile::Always, Profile::Always, 1),
        50,
    );
    assert_eq!(outcome.map_err(|fault| fault.kind), Err(FaultKind::Stuck));
}

#[test]
fn a_surplus_result_after_the_last_one_is_found() {
    let engine = Box::new(Faulty::new(Model::new(3), Plant::Duplicate, 49));
    let outcome = run(
        engine,
        Config::full(3),
        settings(Profile::Always, Profile::Always, 1),
        50,
    );
    assert_eq!(outcome.map_err(|fault| fault.kind), Err(FaultKind::Unexpected));
}

/// Runs for 40 cycles, resets in the middle of traffic, and runs on to the end of 200 instructions.
fn interrupted(engine: Box<dyn Engine>, config: Config) -> Result<(), Fault> {
    let settings = settings(Profile::Rare, Profile::Heavy, 3);
    let mut bench: Bench = video::bench(engine, settings);
    let mut source = Independent(RandomCases::new(config, 3).take(200));
    let mut scoreboard = VideoScoreboard::new(config, &mut source, 3);
    bench.reset(&mut scoreboard, 2)?;
    bench.run(&mut scoreboard, Some(40))?;
    bench.reset(&mut scoreboard, 2)?;
    bench.run(&mut scoreboard, None).map(|_| ())
}

#[test]
fn a_reset_in_the_middle_of_traffic_clears_everything_in_flight() {
    for latency in 0..=5 {
        assert_eq!(
            interrupted(Box::new(Model::new(latency)), Config::full(latency as u32)),
            Ok(())
        );
    }
    let stubborn = Box::new(Faulty::new(Model::new(3), Plant::IgnoreReset, 0));
    let kind = interrupted(stubborn, Config::full(3)).map_err(|fault| fault.kind);
    assert_eq!(kind, Err(FaultKind::ValidInReset));
}

#[test]
fn without_gaps_and_stalls_one_instruction_retires_per_cycle_after_exactly_the_latency() {
    for latency in 0..=5 {
        let config = Config::full(latency as u32);
        let settings = settings(Profile::Always, Profile::Always, 11);
        let mut bench = video::bench(Box::new(Model::new(latency)), settings);
        let mut source = Independent(RandomCases::new(config, 11));
        let mut scoreboard = VideoScoreboard::new(config, &mut source, 11);
        bench.reset(&mut scoreboard, 2).expect("a correct reset");
        let summary = bench.run(&mut scoreboard, Some(500)).expect("a correct pipeline");
        let latency = latency as u64;
        assert_eq!((summary.accepted, summary.retired), (500, 500 - latency));
        assert_eq!(scoreboard.latencies(), Some((latency, latency)));
    }
}

#[test]
fn scratch() {
    for kind in [lanesmith::sim::EngineKind::RustHdl, lanesmith::sim::EngineKind::Native] {
        for latency in 0..=5 {
            let config = Config::full(latency);
            match kind.video_alu(&config, true) {
                Ok(engine) => {
                    let t = std::time::Instant::now();
                    let n = if kind == lanesmith::sim::EngineKind::Native { 100000 } else { 300 };
                    let r = run(engine, config, settings(Profile::Rare, Profile::Bursts, 5), n);
                    println!("{kind} {latency} {r:?} {:?}", t.elapsed());
                }
                Err(error) => println!("{kind} {latency} {error}"),
            }
        }
    }
}
