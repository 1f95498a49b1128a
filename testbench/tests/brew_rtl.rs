//! The register-ISA datapath against the golden machine, the vectors and the instruction table.

use super::brew_isa::rows;
use lanesmith::isa::brew::{PREFIX, decode};
use lanesmith::netlist::{Design, Flat};
use lanesmith::rtl::brew::{Config, RegisterFileForm, alu_design, decoder_design, design};
use lanesmith::sim::brew::{Lockstep, Program, random_program};
use lanesmith::sim::native::Native;
use lanesmith::sim::testbench::{Profile, Random};
use lanesmith::sim::verilator::Verilated;
use lanesmith::sim::{Engine, EngineError};
use lanesmith::verilog::{Banner, emit};
use std::process::Command;

fn engine(design: &Design) -> Box<dyn Engine> {
    Box::new(Native::new(&Flat::new(design).unwrap()).unwrap())
}

fn native(config: &Config) -> Lockstep {
    Lockstep::new(engine(&design(config).unwrap()), *config)
}

/// All configurations but those without floats and with the same pipeline.
fn configurations() -> Vec<Config> {
    use RegisterFileForm::{Asynchronous, Synchronous};
    let mut all = Vec::new();
    for (depth, register_file) in [(2, Asynchronous), (3, Asynchronous), (3, Synchronous)] {
        for (multiplier, float) in [(false, false), (false, true), (true, false), (true, true)] {
            let config = Config {
                float,
                multiplier,
                depth,
                register_file,
            };
            config.validate().unwrap();
            all.push(config);
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
fn a_million_random_instructions_retire_as_in_the_golden_machine() {
    run_random(&mut native(&Config::full()), 1_000_000, 1);
}

#[test]
fn every_configuration_retires_random_instructions_as_the_golden_machine_does() {
    for (seed, config) in configurations().iter().enumerate() {
        println!("{config:?}");
        run_random(&mut native(config), 50_000, seed as u64);
    }
}

#[test]
fn verilator_retires_a_hundred_thousand_random_instructions_as_the_golden_machine_does() {
    let config = Config::full();
    match Verilated::new(&design(&config).unwrap()) {
        Ok(engine) => run_random(&mut Lockstep::new(Box::new(engine), config), 100_000, 2),
        Err(EngineError::Unavailable(why)) => println!("skipped: {why}"),
        Err(EngineError::Failed(why)) => panic!("{why}"),
    }
}

/// A program that sets the registers of the rows and executes them, and what `$r1` must be: type and value.
fn vectors(rows: impl Iterator<Item = csv::StringRecord>) -> (Program, Vec<Option<(u8, u32)>>) {
    let number = |text: &str| u32::from_str_radix(text, 16).unwrap();
    let mut program = Program::default();
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

#[test]
fn all_vectors_retire_with_the_demanded_result_or_exception() {
    let page = rows("brew_page.csv");
    assert_eq!(page.len(), 12_000);
    let author: Vec<_> = rows("brew_alu.csv")
        .into_iter()
        .filter(|row| &row[7] == "yes")
        .collect();
    assert_eq!(author.len(), 18_259);
    // NaNs of the author's simulator have its host's sign and payload; golden gives the specification's.
    let author = author
        .into_iter()
        .filter(|row| !row[8].split(';').any(|note| note == "nan"));
    let mut lockstep = native(&Config::full());
    for rows in [page, author.collect()] {
        let count = rows.len();
        let lines: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
        let (program, expected) = vectors(rows.into_iter());
        let mut results = Vec::new();
        let outcome = lockstep.watch(&program, Profile::Always, 0, |observed| {
            let retire = &observed.retire;
            results.push((!retire.exception).then_some((retire.new_type, retire.value)));
        });
        outcome.unwrap_or_else(|mismatch| panic!("{mismatch}"));
        let mut line = 0;
        for (i, words) in program.instructions.iter().enumerate() {
            // Only the last instruction of a row has $r1 as destination and reads $r2 or $r3.
            let is_row = i + 1 == expected.len() || program.instructions[i + 1] == [0x100f, 0, 0];
            if is_row {
                assert_eq!(results[i], expected[i], "{words:04x?} {}", lines[line]);
                line += 1;
            }
        }
        assert_eq!(line, count);
    }
}

#[test]
fn every_first_word_and_every_word_after_the_prefix_decodes_as_in_the_instruction_table() {
    let mut decoder = engine(&decoder_design().unwrap());
    let [word0, word1, length, legal] = ["word0", "word1", "length", "legal"].map(|name| decoder.port(name));
    for word in 0..=u16::MAX {
        for words in [[word, 0, 0], [PREFIX, word, 0]] {
            let decoded = decode(&words).unwrap();
            decoder.set(word0, u64::from(words[0]));
            decoder.set(word1, u64::from(words[1]));
            decoder.settle();
            let expected = (decoded.length as u64, u64::from(decoded.is_legal()));
            assert_eq!((decoder.get(length), decoder.get(legal)), expected, "{words:04x?}");
        }
    }
}

#[test]
fn dependent_integer_instructions_retire_one_per_cycle() {
    let mut program = Program::default();
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
            println!("skipped: verilator not found");
            continue;
        };
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !text.contains("%Warning"), "{name}: {text}");
    }
}
