//! The register-ISA datapath against the golden machine, the vectors and the instruction table.

use crate::brew_golden::vectors;
use crate::skip::skipped;
use lanesmith::mutate::apply;
use lanesmith::netlist::fault::faults;
use lanesmith::netlist::{Design, Flat};
use lanesmith::sim::native::Native;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::{Profile, Random};
use lanesmith::sim::verilator::Verilated;
use lanesmith::sim::{Engine, EngineError, EngineKind};
use lanesmith::units::brew::rtl::{DatapathConfig, RegisterFileForm, alu_design, datapath, design};
use lanesmith::units::brew::testbench::{BrewProgram, Lockstep, LockstepCopies, float_program, random_program};
use lanesmith::units::brew::vectors::results::{BrewVector, results};
use lanesmith::vectors::Evaluator;
use lanesmith::verilog::{Banner, emit};
use std::process::Command;

fn engine(design: &Design) -> Box<dyn Engine> {
    Box::new(Native::new(&Flat::new(design).unwrap()).unwrap())
}

fn native(config: &DatapathConfig) -> Lockstep {
    Lockstep::new(engine(&design(config).unwrap()), *config)
}

/// Each form of the pipeline with all units, with either multiplier; and without floats, without integer multiplication, without
/// both.
fn configurations() -> Vec<DatapathConfig> {
    use RegisterFileForm::{Asynchronous, Synchronous};
    let config = |register_file, [float, multiplier, serial_multiplier]: [bool; 3]| DatapathConfig {
        float,
        multiplier,
        serial_multiplier,
        register_file,
    };
    let forms = [Asynchronous, Synchronous].into_iter();
    let whole = forms.flat_map(|register_file| [false, true].map(|serial| config(register_file, [true, true, serial])));
    let parts = [
        config(Asynchronous, [false, true, false]),
        config(Asynchronous, [true, false, true]),
        config(Asynchronous, [false, false, false]),
        config(Synchronous, [false, false, false]),
    ];
    whole.chain(parts).collect()
}

/// Runs random programs until `instructions` have retired.
fn run_random(lockstep: &mut Lockstep, instructions: u64, seed: u64) {
    println!("seed {seed}");
    let mut random = Random::new(seed);
    let mut retired = 0;
    while retired < instructions {
        let program = match random.below(4) {
            0 => float_program(&mut random, 1000),
            _ => random_program(&mut random, 1000),
        };
        let profile = random.pick(&Profile::ALL);
        match lockstep.run(&program, profile, random.bits()) {
            Ok(statistics) => retired += statistics.instructions,
            Err(mismatch) => panic!("{mismatch}"),
        }
    }
}

/// Programs whose instructions depend on each other, and the cycles of their instructions.
fn dependent() -> [(BrewProgram, u64); 2] {
    let repeated = |chain: &[&[u16]], count: usize| {
        let mut program = BrewProgram::default();
        (0..15).for_each(|register| program.load(register, register.into()));
        program.set_type(1, 4);
        let loads = program.instructions.len() as u64;
        let chain = chain.iter().map(|words| words.to_vec());
        program.instructions.extend(chain.cycle().take(count));
        (program, loads)
    };
    // $r1 is source and destination of every instruction: + - ^ << swizzle bse tiny, and its type of itself.
    let chain: [&[u16]; 7] = [
        &[0x1421],
        &[0x1512],
        &[0x1121],
        &[0x16f1, 3],
        &[0x1af1, 0x1b],
        &[0x1051],
        &[0x1b12],
    ];
    let (integers, loads) = repeated(&chain, 1000);
    // Types of $r1 by the values of $r2 and $r4, which take a cycle more, each followed by a sum that works by it.
    let (types, _) = repeated(&[&[0x10c2], &[0x1431], &[0x10c4], &[0x1431]], 1000);
    [(integers, loads + 1000), (types, loads + 1500)]
}

#[test]
fn every_configuration_retires_what_golden_does_in_the_documented_cycles() {
    for (seed, config) in configurations().iter().enumerate() {
        println!("{config:?}");
        let mut lockstep = native(config);
        run_random(&mut lockstep, 20_000, seed as u64);
        for (program, cycles) in dependent() {
            let statistics = lockstep.run(&program, Profile::Always, 0).unwrap();
            assert_eq!(
                statistics.cycles,
                cycles + u64::from(DatapathConfig::DEPTH),
                "{config:?}"
            );
        }
    }
}

/// All rows of both vector files that follow the specification.
#[test]
fn vectors_retire_with_the_demanded_result_or_exception() {
    let rows: Vec<BrewVector> = ["brew_page.csv", "brew_alu.csv"]
        .into_iter()
        .flat_map(vectors)
        .collect();
    let rows: Vec<BrewVector> = rows.into_iter().filter(|row| row.agrees).collect();
    assert_eq!(rows.len(), 12_000 + 18_259);
    for engine in [EngineKind::Native, EngineKind::Verilator] {
        let found = match results(&rows, Evaluator::Hardware(engine)) {
            Ok(found) => found,
            Err(EngineError::Unavailable(why)) => return skipped(why),
            Err(EngineError::Failed(why)) => panic!("{why}"),
        };
        for (row, found) in rows.iter().zip(found) {
            assert!(row.accepts(found), "{row:x?}: {found:x?}");
        }
    }
}

#[test]
fn verilator_retires_random_programs_as_golden_does() {
    let config = DatapathConfig::full();
    match Verilated::new(&design(&config).unwrap()) {
        Ok(engine) => run_random(&mut Lockstep::new(Box::new(engine), config), 50_000, 2),
        Err(EngineError::Unavailable(why)) => skipped(why),
        Err(EngineError::Failed(why)) => panic!("{why}"),
    }
}

#[test]
fn rust_hdl_itself_retires_a_random_program_as_golden_does() {
    let config = DatapathConfig::full();
    let mut lockstep = Lockstep::new(Box::new(RustHdl::new(datapath(&config))), config);
    let program = random_program(&mut Random::new(3), 300);
    lockstep.run(&program, Profile::Bursts, 3).unwrap();
}

#[test]
fn the_emitted_verilog_of_every_configuration_raises_no_warning() {
    let folder = tempfile::tempdir().unwrap();
    let configurations = configurations().into_iter();
    let mut designs: Vec<(String, Design)> = configurations
        .map(|config| (format!("{config:?}"), design(&config).unwrap()))
        .collect();
    for registered in [false, true] {
        designs.push((format!("ALU {registered}"), alu_design(registered, true).unwrap()));
    }
    for (i, (name, design)) in designs.iter().enumerate() {
        let folder = folder.path().join(i.to_string());
        std::fs::create_dir(&folder).unwrap();
        let files = emit(design, &Banner::default());
        for file in &files {
            std::fs::write(folder.join(&file.name), &file.text).unwrap();
        }
        let mut verilator = Command::new("verilator");
        verilator.args(["--lint-only", "-Wall", "--top-module", &design.top_module().name]);
        verilator.args(files.iter().map(|file| folder.join(&file.name)));
        let Ok(output) = verilator.output() else {
            skipped("verilator not found");
            continue;
        };
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !text.contains("%Warning"), "{name}: {text}");
    }
}

#[test]
fn programs_on_copies_do_what_they_do_alone() {
    // All units and none.
    for (config, seed) in [&configurations()[0], &configurations()[6]].into_iter().zip(1..) {
        let flat = Flat::new(&design(config).unwrap()).unwrap();
        let mut random = Random::new(seed);
        let programs: Vec<BrewProgram> = (0..70)
            .map(|i| match i % 4 {
                0 => float_program(&mut random, 20),
                _ => random_program(&mut random, 10 + i),
            })
            .collect();
        let mut lockstep = native(config);
        for profile in Profile::ALL {
            let found = LockstepCopies::<2>::new(&flat, *config).run(&programs, profile, seed);
            let mut alone = |program| lockstep.run(program, profile, seed).unwrap();
            let expected: Vec<_> = programs.iter().step_by(9).map(&mut alone).collect();
            assert_eq!(found.len(), programs.len());
            assert_eq!(found.into_iter().step_by(9).collect::<Vec<_>>(), expected);
        }
    }
}

#[test]
fn the_first_program_that_goes_wrong_on_copies_is_the_first_that_does_alone() {
    let config = DatapathConfig::full();
    let flat = Flat::new(&design(&config).unwrap()).unwrap();
    let mut random = Random::new(3);
    let programs: Vec<BrewProgram> = (0..40).map(|_| random_program(&mut random, 20)).collect();
    let (mut at_once, mut later) = (0, 0);
    for fault in faults(&flat).into_iter().step_by(401) {
        let Some(mutant) = apply(&flat, fault) else { continue };
        let right = LockstepCopies::<1>::new(&mutant.flat, config).run(&programs, Profile::Rare, 9);
        let alone = |program: &BrewProgram| {
            let engine = Box::new(Native::new(&mutant.flat).unwrap());
            Lockstep::new(engine, config).first_mismatch(program, Profile::Rare, 9)
        };
        match programs.get(right.len()) {
            None => assert!(alone(&programs[39]).is_none()),
            Some(wrong) => {
                assert!(alone(wrong).is_some());
                if let Some(before) = right.len().checked_sub(1) {
                    assert!(alone(&programs[before]).is_none());
                    later += 1;
                } else {
                    at_once += 1;
                }
            }
        }
    }
    assert!(at_once > 0 && later > 5, "{at_once} {later}");
}
