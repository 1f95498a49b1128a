//! The register-ISA datapath against the golden machine, the vectors and the instruction table.

use super::brew_isa::rows;
use crate::skip::skipped;
use lanesmith::mutate::apply;
use lanesmith::netlist::fault::faults;
use lanesmith::netlist::{Design, Flat};
use lanesmith::sim::native::Native;
use lanesmith::sim::rust_hdl::RustHdl;
use lanesmith::sim::testbench::{Profile, Random};
use lanesmith::sim::verilator::Verilated;
use lanesmith::sim::{Engine, EngineError};
use lanesmith::units::brew::rtl::{DatapathConfig, RegisterFileForm, alu_design, datapath, design};
use lanesmith::units::brew::testbench::{BrewProgram, Lockstep, LockstepCopies, float_program, random_program};
use lanesmith::verilog::{Banner, emit};
use std::process::Command;

fn engine(design: &Design) -> Box<dyn Engine> {
    Box::new(Native::new(&Flat::new(design).unwrap()).unwrap())
}

fn native(config: &DatapathConfig) -> Lockstep {
    Lockstep::new(engine(&design(config).unwrap()), *config)
}

/// All configurations but those without floats and with the same pipeline.
fn configurations() -> Vec<DatapathConfig> {
    use RegisterFileForm::{Asynchronous, Synchronous};
    let mut all = Vec::new();
    for (depth, register_file) in [(2, Asynchronous), (3, Asynchronous), (3, Synchronous)] {
        for (multiplier, float) in [(false, false), (false, true), (true, false), (true, true)] {
            for serial_multiplier in [false, true] {
                let config = DatapathConfig {
                    float,
                    multiplier,
                    serial_multiplier,
                    depth,
                    register_file,
                };
                if serial_multiplier && !float && !multiplier {
                    continue;
                }
                config.validate().unwrap();
                all.push(config);
            }
        }
    }
    all
}

/// Runs random programs until `instructions` have retired.
fn run_random(lockstep: &mut Lockstep, instructions: u64, seed: u64) {
    println!("seed {seed}");
    let mut random = Random::new(seed);
    let mut retired = 0;
    while retired < instructions {
        let program = random_program(&mut random, 1000);
        let profile = random.pick(&Profile::ALL);
        match lockstep.run(&program, profile, random.bits()) {
            Ok(statistics) => retired += statistics.instructions,
            Err(mismatch) => panic!("{mismatch}"),
        }
    }
}

#[test]
fn every_configuration_retires_random_instructions_as_the_golden_machine_does() {
    for (seed, config) in configurations().iter().enumerate() {
        println!("{config:?}");
        run_random(&mut native(config), 50_000, seed as u64);
    }
}

/// A program that sets the registers of the rows and executes them, and what `$r1` must be: type and value.
fn vectors(rows: impl Iterator<Item = csv::StringRecord>) -> (BrewProgram, Vec<Option<(u8, u32)>>) {
    let number = |text: &str| u32::from_str_radix(text, 16).unwrap();
    let mut program = BrewProgram::default();
    let mut expected = Vec::new();
    for row in rows {
        program.load(1, 0);
        program.set_type(1, 0);
        for (register, column) in [(2, 1), (3, 3)] {
            if !row[column].is_empty() {
                program.load(register, number(&row[column + 1]));
                program.set_type(register, number(&row[column]) as u8);
            }
        }
        let words = row[0].split(' ').map(|word| number(word) as u16);
        program.instructions.push(words.collect());
        expected.resize(program.instructions.len(), None);
        let outcome = (&row[6] != "invalid").then(|| (number(&row[5]) as u8, number(&row[6])));
        *expected.last_mut().unwrap() = outcome;
    }
    (program, expected)
}

/// Executes the rows of both vector files.
fn run_vectors(lockstep: &mut Lockstep) {
    let page = rows("brew_page.csv");
    assert_eq!(page.len(), 12_000);
    let author: Vec<_> = rows("brew_alu.csv")
        .into_iter()
        .filter(|row| &row[7] == "yes")
        .collect();
    assert_eq!(author.len(), 18_259);
    for rows in [page, author] {
        let count = rows.len();
        let any_nan: Vec<bool> = rows
            .iter()
            .map(|row| {
                row.get(8)
                    .is_some_and(|notes| notes.split(';').any(|note| note == "nan"))
            })
            .collect();
        let (program, expected) = vectors(rows.into_iter());
        let mut results = Vec::new();
        let outcome = lockstep.watch(&program, Profile::Always, 0, |observed| {
            let retire = &observed.retire;
            results.push((!retire.exception).then_some((retire.new_type, retire.value)));
        });
        outcome.unwrap_or_else(|mismatch| panic!("{mismatch}"));
        let mut row = 0;
        for (i, words) in program.instructions.iter().enumerate() {
            // The last instruction of a row stands before the load of $r1 that begins the next one.
            if i + 1 == expected.len() || program.instructions[i + 1] == [0x100f, 0, 0] {
                // Signs and payloads of NaNs in the author's results are its host's; golden has the specification's.
                if !any_nan[row] {
                    assert_eq!(results[i], expected[i], "row {row}: {words:04x?}");
                }
                row += 1;
            }
        }
        assert_eq!(row, count);
    }
}

#[test]
fn all_vectors_retire_with_the_demanded_result_or_exception() {
    run_vectors(&mut native(&DatapathConfig::full()));
}

#[test]
fn verilator_retires_random_programs_and_all_vectors_as_the_golden_machine_does() {
    let config = DatapathConfig::full();
    match Verilated::new(&design(&config).unwrap()) {
        Ok(engine) => {
            let mut lockstep = Lockstep::new(Box::new(engine), config);
            run_random(&mut lockstep, 100_000, 2);
            run_vectors(&mut lockstep);
        }
        Err(EngineError::Unavailable(why)) => skipped(why),
        Err(EngineError::Failed(why)) => panic!("{why}"),
    }
}

#[test]
fn rust_hdl_itself_retires_a_random_program_as_the_golden_machine_does() {
    let config = DatapathConfig::full();
    let mut lockstep = Lockstep::new(Box::new(RustHdl::new(datapath(&config))), config);
    let program = random_program(&mut Random::new(3), 300);
    lockstep.run(&program, Profile::Bursts, 3).unwrap();
}

#[test]
fn floating_point_results_are_those_of_the_golden_machine() {
    let mut lockstep = native(&DatapathConfig::full());
    let mut random = Random::new(4);
    for _ in 0..100 {
        let program = float_program(&mut random, 1000);
        lockstep
            .run(&program, Profile::Always, 0)
            .unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
}

#[test]
fn dependent_integer_instructions_retire_one_per_cycle() {
    let mut program = BrewProgram::default();
    for register in 0..15 {
        program.load(register, 0x0102_0304 * (u32::from(register) + 1));
    }
    program.set_type(1, 4);
    let prologue = program.instructions.len() as u64;
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
    for i in 0..10_000 {
        program.instructions.push(chain[i % chain.len()].to_vec());
    }
    let total = prologue + 10_000;
    for config in configurations() {
        let statistics = native(&config).run(&program, Profile::Always, 0).unwrap();
        assert_eq!(statistics.instructions, total);
        // One cycle in each stage for the first one, then one per cycle.
        assert_eq!(statistics.cycles, total + u64::from(config.depth), "{config:?}");
    }
}

#[test]
fn a_type_from_a_value_takes_a_cycle_more_and_the_next_instruction_finds_it() {
    let mut program = BrewProgram::default();
    for register in 0..15 {
        program.load(register, u32::from(register));
    }
    let prologue = program.instructions.len() as u64;
    // Types of $r1 by the values of $r2 and $r4, each followed by a sum that works by it.
    for chain in [[0x10c2, 0x1431], [0x10c4, 0x1431]].iter().cycle().take(1000) {
        program.instructions.extend(chain.map(|word| vec![word]));
    }
    for config in configurations() {
        let statistics = native(&config).run(&program, Profile::Always, 0).unwrap();
        assert_eq!(
            statistics.cycles,
            prologue + 3 * 1000 + u64::from(config.depth),
            "{config:?}"
        );
    }
}

#[test]
fn the_emitted_verilog_of_every_configuration_raises_no_warning() {
    let directory = tempfile::tempdir().unwrap();
    let keep = std::env::var_os("LANESMITH_BREW_VERILOG").map(std::path::PathBuf::from);
    let root = keep.as_deref().unwrap_or(directory.path());
    let mut designs: Vec<(String, Design)> = configurations()
        .iter()
        .map(|config| {
            let form = if config.register_file == RegisterFileForm::Synchronous {
                "sync"
            } else {
                "async"
            };
            let name = format!(
                "d{}_{form}_m{}_f{}",
                config.depth,
                u8::from(config.multiplier),
                u8::from(config.float)
            );
            (name, design(config).unwrap())
        })
        .collect();
    designs.push(("alu0".to_string(), alu_design(false, true).unwrap()));
    designs.push(("alu2".to_string(), alu_design(true, true).unwrap()));
    for (name, design) in &designs {
        let folder = root.join(name);
        std::fs::create_dir_all(&folder).unwrap();
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
    for (config, seed) in configurations().iter().zip(1..) {
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
