//! The golden model's floats against IEEE 754 as other programs have it: the recorded comparison is of today's graphs, and the
//! comparison finds faults.

use crate::float_graphs::float_graphs;
use crate::pseudocode::faults::{Side, Symbolic, on, with_fault};
use crate::skip::skipped;
use lanesmith::algebra::{Bit, Edge, Graph, Int};
use lanesmith::prove::aiger;
use lanesmith::units::brew::golden::{BINARY16, BINARY32, FloatFormat};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::tempdir;

const RENEW: &str = "./testbench/run --long with LANESMITH_UPDATE=1 renews testbench/ieee/result.json";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testbench/ieee")
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn recorded() -> Value {
    let text = fs::read_to_string(folder().join("result.json")).expect("a recorded result");
    serde_json::from_str(&text).expect("JSON")
}

/// The digests that a result has of some files.
fn digests(result: &Value, field: &str) -> BTreeMap<String, String> {
    serde_json::from_value(result[field].clone()).expect("names and digests")
}

#[test]
fn the_recorded_comparison_with_the_standard_is_of_these_graphs_and_scripts() {
    if !folder().join("result.json").exists() {
        return skipped(format!("no comparison is recorded: {RENEW}"));
    }
    let result = recorded();
    let graphs = float_graphs().into_iter();
    let graphs: BTreeMap<_, _> = graphs
        .map(|graph| (format!("{}.aig", graph.name), digest(&graph.aiger)))
        .collect();
    assert_eq!(digests(&result, "golden"), graphs, "golden has changed: {RENEW}");
    let scripts = fs::read_dir(folder()).expect("scripts");
    let scripts = scripts.map(|entry| entry.expect("an entry").path());
    let scripts: BTreeMap<_, _> = scripts
        .filter(|path| path.extension().is_some_and(|extension| extension == "py"))
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (name, digest(&fs::read(&path).expect("readable")))
        })
        .collect();
    assert_eq!(digests(&result, "scripts"), scripts, "scripts have changed: {RENEW}");
    assert_eq!(
        (result["format_version"].as_u64(), result["verdict"].as_str()),
        (Some(1), Some("equal"))
    );
    let requirements = fs::read_to_string(folder().join("requirements.txt")).expect("readable");
    for line in requirements.lines() {
        let (package, version) = line.split_once("==").expect("a pinned version");
        assert_eq!(result["tools"][package], version, "{package}: {RENEW}");
    }
}

#[test]
fn every_operation_has_its_claims_and_all_hold() {
    let result = recorded();
    let claims = result["claims"].as_array().expect("claims");
    let mut names: Vec<&str> = claims
        .iter()
        .map(|claim| {
            assert_eq!(claim["verdict"], "holds", "{claim}");
            claim["claim"].as_str().expect("a name")
        })
        .collect();
    let steps = "parts significands rows ring top shifts range factors special rest occurs";
    for format in ["fp32", "fp16"] {
        let mut is_there = |start: String| {
            let place = names.iter().position(|name| name.starts_with(&start));
            names.remove(place.unwrap_or_else(|| panic!("no claim {start}")));
        };
        for operation in ["add", "sub", "equal", "less", "at_least"] {
            is_there(format!("{format} {operation}: Z3's theory"));
            match operation {
                "sub" => is_there(format!("{format} sub: the sum with")),
                _ => is_there(format!("{format} {operation}: Bitwuzla's theory")),
            }
        }
        for step in steps.split(' ') {
            is_there(format!("{format} mul, {step}:"));
        }
    }
    assert_eq!(names, Vec::<&str>::new());
}

/// Faulty operations: format, name of the file, the operation of golden that is wrong and which of these, and what is wrong. The
/// places of the bits that are lost follow from the order of golden's text.
const PLANTED: [(FloatFormat, &str, &str, usize, &str); 10] = [
    (BINARY16, "fp16_add", "indicator", 0, "the sticky bit of the alignment"),
    (BINARY16, "fp16_add", "indicator", 2, "rounding up"),
    (BINARY16, "fp16_add", "int 0x7e00", 0, "the pattern of NaN"),
    (
        BINARY16,
        "fp16_mul_rest",
        "indicator",
        0,
        "the sticky bit of a subnormal product",
    ),
    (BINARY16, "fp16_mul_rest", "indicator", 1, "rounding up"),
    (BINARY16, "fp16_mul_rest", "int 0x7e00", 0, "the pattern of NaN"),
    (BINARY32, "fp32_add", "indicator", 0, "the sticky bit of the alignment"),
    (BINARY32, "fp32_add", "indicator", 2, "rounding up"),
    (BINARY32, "fp32_mul_rest", "indicator", 1, "rounding up"),
    (BINARY32, "fp32_mul_rest", "int 0x7fc00000", 0, "the pattern of NaN"),
];

/// Golden's result with a planted fault: the graph and the bits of the result.
fn faulty(format: FloatFormat, file: &str, wrong: &str, nth: usize) -> (Graph, Vec<Edge>) {
    let build = || {
        let graph = Graph::new();
        let [x, y] = [(); 2].map(|()| Int::unsigned(graph.inputs(format.bits())));
        let result = on(Side::Golden, || {
            if file.ends_with("add") {
                return format.add::<Symbolic>(&x, &y);
            }
            let p = Int::unsigned(graph.inputs(2 * format.fraction_bits + 2));
            format.mul_by::<Symbolic>(&x, &y, |_, _| p)
        });
        (graph, result.low(format.bits()))
    };
    let (_, operations) = with_fault(Side::Golden, usize::MAX - 1, build);
    let mut places = operations.iter().enumerate().filter(|(_, name)| *name == wrong);
    let (place, _) = places.nth(nth).expect("such an operation");
    with_fault(Side::Golden, place, build).0
}

/// The comparison of a folder of graphs: exit status and text. Skipped without the programs that it needs.
fn compare(graphs: &Path, arguments: &[&str]) -> Option<(Option<i32>, String)> {
    let python = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/ieee/bin/python");
    let has_abc = Command::new("yosys-abc").arg("-h").output().is_ok();
    if !python.is_file() || !has_abc {
        skipped("no yosys-abc, or no Z3 and Bitwuzla in target/ieee: ./testbench/run --long installs them");
        return None;
    }
    let mut command = Command::new(python);
    command
        .arg("-B")
        .arg(folder().join("compare.py"))
        .arg(graphs)
        .args(arguments);
    let output = command.output().expect("it starts");
    let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    Some((output.status.code(), text.concat()))
}

fn write_graphs(folder: &Path) {
    for graph in float_graphs() {
        fs::write(folder.join(format!("{}.aig", graph.name)), graph.aiger).expect("written");
    }
}

#[test]
#[ignore = "takes minutes, and Z3, Bitwuzla and ABC"]
fn long_run_of_floats_against_the_standard() {
    let graphs = tempdir().expect("a folder");
    write_graphs(graphs.path());
    let json = graphs.path().join("result.json");
    let arguments = ["--json", json.to_str().expect("a name")];
    let Some((status, text)) = compare(graphs.path(), &arguments) else {
        return;
    };
    println!("{text}");
    assert_eq!(status, Some(0), "{text}");
    if std::env::var_os("LANESMITH_UPDATE").is_some() {
        fs::copy(&json, folder().join("result.json")).expect("written");
    }
}

#[test]
#[ignore = "takes minutes, and Z3, Bitwuzla and ABC"]
fn long_run_in_which_wrong_floats_are_refuted() {
    let is_refuted = |graphs: &Path, arguments: &[&str], what: &str| {
        let Some((status, text)) = compare(graphs, arguments) else {
            return;
        };
        println!("{what}: {text}");
        assert_eq!(status, Some(1), "{what}: {text}");
        assert!(text.starts_with("refuted "), "{what}: {text}");
    };
    for (format, file, wrong, nth, what) in PLANTED {
        let graphs = tempdir().expect("a folder");
        write_graphs(graphs.path());
        let (graph, wrong) = faulty(format, file, wrong, nth);
        fs::write(graphs.path().join(format!("{file}.aig")), aiger::write(&graph, &wrong)).expect("written");
        let (format, operation) = file.split_once('_').expect("a format");
        let only = match operation {
            "add" => format!("{format} add: Z3"),
            _ => format!("{format} mul, rest"),
        };
        is_refuted(graphs.path(), &["--only", &only], what);
    }
    let graphs = tempdir().expect("a folder");
    write_graphs(graphs.path());
    for fault in ["rounding", "sticky", "nan"] {
        for only in ["fp32 add: Z3", "fp16 sub: Z3"] {
            is_refuted(graphs.path(), &["--fault", fault, "--only", only], fault);
        }
    }
    // A wrong bit at Bitwuzla's side of the comparison.
    let wrong = graphs.path().join("fp16_add.aig");
    let graph = Graph::new();
    let [x, y] = [(); 2].map(|()| Int::unsigned(graph.inputs(16)));
    let mut bits = BINARY16.add::<Symbolic>(&x, &y).low(16);
    bits[0] = bits[0].xor(&bits[9]);
    fs::write(wrong, aiger::write(&graph, &bits)).expect("written");
    is_refuted(graphs.path(), &["--only", "fp16 add: Bitwuzla"], "a wrong bit");
}
