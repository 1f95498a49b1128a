//! Every combination of options that `generate` accepts has a proof, and a header that compiles. There are too many to walk all of them,
//! so these tests walk sets in which each value of an option occurs, or each pair of values of two options.

use crate::riscv::header::STRICT;
use crate::skip::skipped;
use lanesmith::prove::{Conclusion, ProofPlan, verdicts};
use lanesmith::sim::testbench::Random;
use lanesmith::unit::{ConfigOption, OptionForm, Selection, UnitEntry};
use lanesmith::units::UNITS;
use lanesmith::units::riscv::Riscv;
use lanesmith::units::riscv::emulation::c_header;
use lanesmith::units::riscv::encoding::{Features, with_prefix};
use std::collections::HashSet;
use std::io::ErrorKind;
use std::process::Command;
use std::time::Duration;

/// The words of an option; `None`: it is not given. Of a range those at its ends, where pipelines differ most.
fn words(option: &ConfigOption) -> Vec<Option<String>> {
    match option.form {
        OptionForm::Count { first, last, .. } => {
            let mut counts = vec![first, (first + 1).min(last), last];
            counts.dedup();
            counts.iter().map(|count| Some(count.to_string())).collect()
        }
        OptionForm::Part | OptionForm::Extra { .. } => vec![None, Some(String::new())],
        OptionForm::Word { words, .. } => words.iter().map(|(word, _)| Some((*word).to_owned())).collect(),
    }
}

/// A combination that is accepted: the place of each option's word, and the configuration.
type Combination = (Vec<usize>, Selection);

fn combinations(entry: &'static UnitEntry) -> Vec<Combination> {
    let words: Vec<Vec<Option<String>>> = entry.options.iter().map(words).collect();
    let count: usize = words.iter().map(Vec::len).product();
    let combination = |mut number: usize| {
        let places: Vec<usize> = (words.iter())
            .map(|words| {
                let place = number % words.len();
                number /= words.len();
                place
            })
            .collect();
        let given = entry.options.iter().zip(&words).zip(&places);
        let given = given.filter_map(|((option, words), place)| Some((option.option, words[*place].as_deref()?)));
        let selection = Selection::of_options(entry, given).ok()?;
        Some((places, selection))
    };
    (0..count).filter_map(combination).collect()
}

/// Some of the combinations, in which every accepted value of an option, or pair of values of two options, occurs.
fn covering(all: &[Combination], pairs: bool) -> Vec<Selection> {
    let tuples = |(places, _): &Combination| -> Vec<u64> {
        let values: Vec<u64> = (0..)
            .zip(places)
            .map(|(option, place)| option << 3 | *place as u64)
            .collect();
        let others = |i: usize| if pairs { &values[..i] } else { &values[i..=i] };
        let tuples = values.iter().enumerate();
        let tuples = tuples.flat_map(|(i, value)| others(i).iter().map(move |other| value << 16 | other));
        tuples.collect()
    };
    let mut order: Vec<&Combination> = all.iter().collect();
    Random::new(1).shuffle(&mut order);
    let mut known = HashSet::new();
    let adds = |combination: &&Combination| {
        let before = known.len();
        known.extend(tuples(combination));
        known.len() > before
    };
    order
        .into_iter()
        .filter(adds)
        .map(|(_, selection)| *selection)
        .collect()
}

/// Proves sets of combinations of these modules by the built-in method.
fn prove(entries: impl Iterator<Item = &'static UnitEntry>, pairs: bool) {
    let plan = ProofPlan {
        built_in: true,
        external: false,
        time: Duration::from_secs(600),
        seed: 1,
        all: true,
    };
    for entry in entries {
        let all = combinations(entry);
        let chosen = covering(&all, pairs);
        println!("{}: {} of {} combinations", entry.module.name, chosen.len(), all.len());
        for selection in chosen {
            let unit = selection.unit();
            let design = unit
                .design()
                .unwrap_or_else(|why| panic!("{}: {why}", selection.name()));
            let claims = verdicts(&*unit, &design, &plan, &mut |_| ()).expect("claims");
            assert!(claims.len() > 3, "{}", selection.name());
            for claim in claims {
                assert_eq!(
                    claim.verdict,
                    Conclusion::Proved,
                    "{} of {}",
                    claim.claim,
                    selection.name()
                );
            }
        }
    }
}

#[test]
fn every_value_of_an_option_is_proved() {
    // The datapath's have a test of their own.
    prove(
        UNITS.into_iter().filter(|entry| entry.module.name != "brew_datapath"),
        false,
    );
}

#[test]
#[ignore = "takes minutes; the default suite has every value of an option"]
fn pairs_of_options_are_proved() {
    prove(UNITS.into_iter(), true);
}

/// The features of all units in RISC-V cores in these combinations.
fn features(select: impl Fn(Vec<Combination>) -> Vec<Selection>) -> Vec<Features> {
    let with_header = UNITS.into_iter().filter(|entry| {
        let selection = Selection::new(entry, entry.defaults());
        Riscv::of(&selection).is_some()
    });
    let selections = with_header.flat_map(|entry| select(combinations(entry)));
    let mut known = HashSet::new();
    selections
        .filter_map(|selection| Riscv::of(&selection))
        .map(|Riscv(config)| config.features)
        .filter(|features| known.insert(*features))
        .collect()
}

/// The headers of several units in one program compile without warnings, as C and as C++, for this computer and for RISC-V.
fn compile(all: &[Features]) {
    let riscv = ["-march=rv32im", "-mabi=ilp32", "-ffreestanding"];
    let compilers: [(&str, &[&str]); 4] = [
        ("cc", &["-xc", "-std=c99"]),
        ("c++", &["-xc++", "-std=c++11"]),
        ("riscv64-unknown-elf-gcc", &["-xc", "-std=c99"]),
        ("riscv64-unknown-elf-g++", &["-xc++", "-std=c++11"]),
    ];
    for units in all.chunks(8) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut program = String::from("#define U0_RISCV_NAMES\n#define U1_SHORT_NAMES\n");
        for (i, features) in units.iter().enumerate() {
            let header = c_header(features, "a test");
            let header = match i {
                7 => header,
                _ => with_prefix(&header, &format!("u{i}")),
            };
            std::fs::write(folder.path().join(format!("{i}.h")), header).expect("writable");
            program += &format!("#include \"{i}.h\"\n");
        }
        std::fs::write(folder.path().join("program"), program).expect("writable");
        for (compiler, language) in compilers {
            let machine = if compiler.starts_with("riscv") { &riscv[..] } else { &[] };
            let compiled = Command::new(compiler)
                .args(machine)
                .args(&STRICT[1..])
                .args(language)
                .args(["-fsyntax-only", "program"])
                .current_dir(folder.path())
                .output();
            match compiled {
                Err(error) if error.kind() == ErrorKind::NotFound => skipped(format!("{compiler} not found")),
                compiled => {
                    let said = compiled.expect("a compiler").stderr;
                    assert!(
                        said.is_empty(),
                        "{units:?}: {compiler}: {}",
                        String::from_utf8_lossy(&said)
                    );
                }
            }
        }
    }
}

#[test]
fn headers_of_every_value_of_an_option_compile_together() {
    compile(&features(|all| covering(&all, false)));
}

#[test]
#[ignore = "takes minutes; the default suite has every value of an option"]
fn headers_of_all_combinations_compile_together() {
    let all = features(|all| all.into_iter().map(|(_, selection)| selection).collect());
    println!("{} headers", all.len());
    compile(&all);
}
