//! The kernels in `sim/kernels/`: golden and hardware leave the expected results in their buffers.

use crate::skip::skipped;
use lanesmith::execution::{ArgumentValue, Kernel, KernelReport, Launch};
use lanesmith::sim::EngineKind;
use lanesmith::sim::testbench::{Profile, TrafficSettings};
use lanesmith::unit::{Hardware, RunOptions};
use std::fs;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/sim/kernels");

/// The bytes of a file of words.
fn bytes(file: &str) -> Vec<u8> {
    let text = fs::read_to_string(Path::new(FOLDER).join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let words = text
        .split_whitespace()
        .map(|word| u32::from_str_radix(word, 16).expect(file));
    words.flat_map(u32::to_le_bytes).collect()
}

fn dimensions(cell: &str) -> [u32; 3] {
    let numbers: Vec<u32> = cell.split(' ').map(|number| number.parse().expect(cell)).collect();
    numbers.try_into().expect(cell)
}

fn argument(cell: &str) -> (String, ArgumentValue) {
    let (name, value) = cell.split_once('=').expect(cell);
    let value = match (value.strip_prefix('@'), value.strip_prefix("zeros:")) {
        (Some(file), _) => ArgumentValue::Bytes(bytes(file)),
        (_, Some(count)) => ArgumentValue::Bytes(vec![0; count.parse().expect(cell)]),
        _ => ArgumentValue::Number(value.to_owned()),
    };
    (name.to_owned(), value)
}

/// Runs each kernel of the table that `is_chosen`, and compares the buffers with the expected ones. Returns the number of kernels.
fn check(is_chosen: impl Fn(&str) -> bool, engine: Option<EngineKind>) -> usize {
    let mut table = csv::Reader::from_path(Path::new(FOLDER).join("kernels.csv")).expect("a table");
    let rows = table.records().map(Result::unwrap).filter(|row| is_chosen(&row[0]));
    rows.map(|row| {
        let name = &row[0];
        let source = fs::read_to_string(Path::new(FOLDER).join(name).with_extension("ptx")).expect(name);
        let launch = Launch {
            entry: None,
            grid: dimensions(&row[1]),
            block: Some(dimensions(&row[2])),
            arguments: row[3].split(' ').map(argument).collect(),
            shared: 0,
            limit: 100_000_000,
        };
        let report = run(name, &source, launch, engine);
        assert!(!report.units.is_empty(), "{name}");
        for output in row[4].split(' ') {
            let (buffer, file) = output.split_once('=').expect(output);
            let buffer = report.buffers.iter().find(|one| one.name == buffer).expect(output);
            assert!(buffer.bytes == bytes(file), "{name} on {engine:?}: {output}");
        }
    })
    .count()
}

fn run(name: &str, source: &str, launch: Launch, engine: Option<EngineKind>) -> KernelReport {
    let kernel = Kernel::read(name, source).unwrap_or_else(|error| panic!("{error:?}"));
    let mut prepared = kernel.prepare(launch, &[]).unwrap_or_else(|error| panic!("{error:?}"));
    let Some(engine) = engine else {
        return prepared.golden(&|_| {}).unwrap_or_else(|error| panic!("{error:?}"));
    };
    let selection = prepared.selection().expect("it needs a unit");
    let hardware = Hardware::new(selection, engine, None).expect("no fault");
    let options = RunOptions {
        traffic: TrafficSettings {
            gaps: Profile::Rare,
            stalls: Profile::Rare,
            seed: 1,
        },
        reset_at: None,
        waves: None,
        is_one: true,
        progress: &|_| {},
        remark: &|_| {},
    };
    let report = prepared.on_hardware(&hardware, &options, &|_| {});
    let report = report.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    let ran = report.hardware.as_ref().expect("a comparison");
    assert!(ran.fault.is_none(), "{name}: {:?}", ran.fault);
    let issued: u64 = report.units.iter().map(|(_, count)| count).sum();
    assert_eq!(ran.instructions, issued, "{name}");
    report
}

#[test]
fn every_kernel_has_its_expected_results_on_golden() {
    assert_eq!(check(|_| true, None), 29);
    let entries = fs::read_dir(FOLDER)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path());
    let modules = entries.filter(|path| path.extension().is_some_and(|extension| extension == "ptx"));
    assert_eq!(modules.count(), 29, "each module is in the table");
}

#[test]
fn every_kernel_has_its_expected_results_with_its_units_on_hardware() {
    assert_eq!(check(|_| true, Some(EngineKind::Native)), 29);
}

#[test]
fn a_kernel_has_its_expected_results_with_its_units_in_verilator() {
    if std::process::Command::new("verilator")
        .arg("--version")
        .output()
        .is_err()
    {
        return skipped("verilator not found");
    }
    assert_eq!(check(|name| name == "frame_difference", Some(EngineKind::Verilator)), 1);
}
