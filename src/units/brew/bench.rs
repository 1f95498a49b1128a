//! The benchmarks of the register-ISA datapath: the golden machine, and the engines in lock-step with it.

use super::Datapath;
use super::golden::BrewMachine;
use super::rtl::{self, DatapathConfig};
use super::testbench::{BrewProgram, Lockstep, LockstepCopies, random_program};
use crate::brew::isa::Subset;
use lanesmith_netlist::Flat;
use lanesmith_sim::testbench::{Profile, Random};
use lanesmith_sim::{Engine, EngineKind};
use lanesmith_unit::bench::{BenchError, Benchmark, BenchmarkSubject, Entry, on_engines};
use lanesmith_unit::{Measurable, Simulatable};
use std::fmt::Display;
use std::hint::black_box;
use std::rc::Rc;

/// Programs that take turns, and the instructions of each.
const PROGRAMS: usize = 16;
const LENGTH: usize = 500;
/// 64-bit words in a plane of the copies.
const WORDS: usize = 16;
const _: () = assert!(LockstepCopies::<WORDS>::COUNT == 1024, "the name of what is measured");
/// Programs for the engine that is slow.
const FEW: usize = 1;

impl Measurable for Datapath {
    /// Golden's machine alone, and every engine in lock-step with it, on random programs without gaps.
    fn benchmarks(&self, seed: u64) -> Result<Vec<Benchmark>, BenchError> {
        let config = &self.0;
        let mut random = Random::new(seed);
        let programs: Rc<[BrewProgram]> = (0..PROGRAMS).map(|_| random_program(&mut random, LENGTH)).collect();
        let words: Vec<Vec<u16>> = programs.iter().map(BrewProgram::words).collect();
        let (subset, mut next) = (Subset::from(config), 0);
        let machine = BenchmarkSubject::new(move || {
            let mut machine = BrewMachine::new(words[next].clone());
            next = (next + 1) % PROGRAMS;
            while let Some(retire) = machine.step_within(subset) {
                black_box(retire);
            }
            machine.retired
        });
        let golden = Benchmark {
            name: "golden",
            title: format!("Golden machine, seed {seed}"),
            unit: "instructions/s",
            reference: "to itself",
            subjects: vec![Entry {
                name: "machine",
                subject: Ok(machine),
                reference: Some(0),
            }],
        };
        let mut subjects = on_engines(
            |kind, traced| self.engine(kind, traced),
            |name, kind, engine| {
                let count = if kind == EngineKind::RustHdl { FEW } else { PROGRAMS };
                lockstep(name, engine, config, programs[..count].into())
            },
        )?;
        subjects.push(Entry::beside_engines("1024 copies", Ok(copies(config, seed)?)));
        let lockstep = Benchmark {
            name: "engines",
            title: format!(
                "Engines in lock-step with golden on the datapath of depth {}",
                DatapathConfig::DEPTH
            ),
            unit: "instructions/s",
            reference: "to verilator",
            subjects,
        };
        Ok(vec![golden, lockstep])
    }
}

fn lockstep(
    name: &str,
    mut engine: Box<dyn Engine>,
    config: &DatapathConfig,
    programs: Rc<[BrewProgram]>,
) -> Result<BenchmarkSubject, BenchError> {
    engine.prepare_for_long_run();
    let mut lockstep = Lockstep::new(engine, *config);
    let mut run = move |program: &BrewProgram| lockstep.run(program, Profile::Always, 0);
    for program in programs.iter() {
        run(program).map_err(|_| BenchError::Disagreement(name.to_owned(), "golden".to_owned()))?;
    }
    let mut next = 0;
    Ok(BenchmarkSubject::new(move || {
        let outcome = run(&programs[next]);
        next = (next + 1) % programs.len();
        outcome.expect("the programs ran right before").instructions
    }))
}

/// A program on each of many copies of the netlist.
fn copies(config: &DatapathConfig, seed: u64) -> Result<BenchmarkSubject, BenchError> {
    let flat = Flat::new(&rtl::design(config).map_err(failed)?).map_err(failed)?;
    let mut random = Random::new(seed);
    let programs: Vec<BrewProgram> = (0..LockstepCopies::<WORDS>::COUNT)
        .map(|_| random_program(&mut random, LENGTH))
        .collect();
    let copies = LockstepCopies::<WORDS>::new(&flat, *config);
    let count = programs.len();
    let run = move || copies.run(&programs, Profile::Always, 0);
    if run().len() < count {
        return Err(BenchError::Disagreement("1024 copies".to_owned(), "golden".to_owned()));
    }
    Ok(BenchmarkSubject::new(move || {
        run().iter().map(|statistics| statistics.instructions).sum()
    }))
}

fn failed(error: impl Display) -> BenchError {
    BenchError::Failed(error.to_string())
}
