//! The table of all modules.

use super::harness::{Own, Record, Verdict, record};
use super::icarus::Bench;
use crate::emission::{available, run};
use crate::settings::first_seed;
use lanesmith::hdl::{self, CheckOptions, Design};
use std::time::Duration;

const GROUPS: [&[Own]; 8] = [
    super::buses::MODULES,
    super::corners::MODULES,
    super::memories::MODULES,
    super::names::MODULES,
    super::no_verilog::MODULES,
    super::other_values::MODULES,
    super::state::MODULES,
    super::structure::MODULES,
];

pub fn modules() -> impl Iterator<Item = &'static Own> {
    GROUPS.into_iter().flatten()
}

/// Everything that is not as the table says.
#[test]
fn modules_of_users_are_accepted_or_refused_as_the_table_says_and_compute_what_rust_hdl_simulates() {
    let seed = first_seed();
    let mut faults = Vec::new();
    let mut records: Vec<(&Own, Record)> = Vec::new();
    for own in modules() {
        match (own.verdict, record(own, seed)) {
            (Verdict::Accepted, Ok(record)) => {
                for output in record.constant() {
                    // Another seed may miss it.
                    if seed == 1 && !own.quiet.contains(&output) {
                        faults.push(format!("{}: {output} is constant", own.name));
                    }
                }
                let text: String = hdl::emit(&record.design).into_iter().map(|file| file.text).collect();
                for words in own.text.iter().filter(|words| !text.contains(**words)) {
                    faults.push(format!("{}: no `{words}` in\n{text}", own.name));
                }
                records.push((own, record));
            }
            // Behind the first line is the place in the source.
            (Verdict::Refused(why), Err(said)) if said.lines().next() == Some(why) => {}
            (verdict, said) => faults.push(format!("{}: {verdict:?}, but {:?}", own.name, said.err())),
        }
    }
    if available("iverilog") {
        faults.extend(in_icarus(&records));
    }
    for (own, record) in &records {
        let said = lint(&record.design);
        if !said.is_empty() {
            faults.push(format!("{}: {said}", own.name));
        }
    }
    assert!(faults.is_empty(), "LANESMITH_SEED={seed}\n{}", faults.join("\n"));
}

#[test]
#[ignore = "the solver looks for inputs for every branch: minutes"]
fn every_branch_that_is_reached_does_what_rust_hdl_simulates() {
    let options = CheckOptions {
        search_clocks: 12,
        search_time: Duration::from_secs(5),
        ..CheckOptions::default()
    };
    let faults = modules().filter_map(|own| {
        let error = (own.check?)(&options).err()?;
        Some(format!("{}: {error}", own.name))
    });
    let faults: Vec<String> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What Icarus Verilog shows otherwise than it should; module by module where it refuses their text.
fn in_icarus(records: &[(&Own, Record)]) -> Vec<String> {
    let mut bench = Bench::default();
    for (i, (_, record)) in records.iter().enumerate() {
        bench.add_design(i, &record.design, &record.ports, &record.rows);
    }
    let folder = tempfile::tempdir().expect("a folder");
    match (bench.run(folder.path()), records) {
        (Ok(shown), _) => {
            let named = shown.into_iter().filter_map(|(i, shown)| match shown {
                Ok(()) => None,
                Err(first) => Some(format!("{}: in Icarus Verilog {first}", records[i].0.name)),
            });
            named.collect()
        }
        (Err(said), [(own, _)]) => vec![format!("{}: Icarus Verilog says {said}", own.name)],
        (Err(_), _) => records.chunks(1).flat_map(in_icarus).collect(),
    }
}

/// What Verilator says of the emitted files, if it is there.
pub fn lint(design: &Design) -> String {
    if !available("verilator") {
        return String::new();
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = hdl::emit(design);
    for file in &files {
        std::fs::write(folder.path().join(&file.name), &file.text).expect("writable");
    }
    let list = files.iter().find(|file| file.name.ends_with(".f"));
    let list = list.expect("a file list").name.clone();
    let lint = [
        "verilator",
        "--lint-only",
        "-Wall",
        "--top-module",
        &design.top_module().name,
        "-f",
    ];
    run(folder.path(), &lint, &[list]).1
}
