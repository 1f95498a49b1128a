//! FuseSoC runs every target of the cores.

use super::{lanesmith, missing, root, run, tool};
use crate::program::names;
use crate::skip::skipped;
use crate::verilog_testbench::pass;
use lanesmith::units::shipped;
use std::fs;
use std::path::Path;
use tempfile::tempdir;

const TOOLS: [&str; 8] = [
    "fusesoc",
    "verilator",
    "iverilog",
    "yosys",
    "sby",
    "yosys-abc",
    "yices-smt2",
    "make",
];

/// The targets that a core describes.
fn targets(core: &str) -> Vec<String> {
    let (_, targets) = core.split_once("\ntargets:\n").expect("targets");
    let names = targets
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.strip_suffix(':'));
    names.filter(|name| !name.starts_with(' ')).map(str::to_owned).collect()
}

/// Runs all targets of the cores in a folder whose folders have one of these names.
fn every_target_passes(cores: &Path, is_meant: impl Fn(&str) -> bool) {
    if let Some(program) = missing(&TOOLS) {
        return skipped(format_args!("{program} not found"));
    }
    let work = tempdir().expect("a temporary folder");
    let mut count = 0;
    for name in names(cores) {
        let folder = cores.join(&name);
        if !folder.is_dir() || !is_meant(&name) {
            continue;
        }
        let file = names(&folder).into_iter().find(|name| name.ends_with(".core"));
        let core = fs::read_to_string(folder.join(file.expect("a core"))).expect("text");
        let whole = core
            .lines()
            .find_map(|line| line.strip_prefix("name: "))
            .expect("a name");
        for target in targets(&core) {
            let mut command = tool("fusesoc");
            command.arg("--cores-root").arg(cores);
            command.args(["run", "--target", &target, whole]);
            let (good, said) = run(&mut command, work.path());
            assert!(good && !said.contains("%Warning"), "{name}, {target}: {said}");
            let shipped = shipped().into_iter().find(|selection| selection.name() == name);
            if let (Some(pass), "sim") = (shipped.as_ref().and_then(pass), &target[..]) {
                assert!(said.contains(&pass), "{name}: {said}");
            }
            count += 1;
        }
    }
    assert!(count >= 4, "{count} targets");
}

#[test]
#[ignore = "takes minutes"]
fn every_target_of_every_shipped_core_passes() {
    every_target_passes(&root().join("rtl_out"), |_| true);
}

#[test]
#[ignore = "takes minutes"]
fn every_target_of_a_core_for_a_device_with_a_prefix_passes() {
    for device in ["ecp5", "ice40"] {
        let folder = tempdir().expect("a temporary folder");
        let options = format!("generate --formal --latency 1 --device {device} --prefix left --out cores/own");
        fs::create_dir(folder.path().join("cores")).expect("a folder");
        lanesmith(&options, folder.path());
        every_target_passes(&folder.path().join("cores"), |_| true);
    }
}

#[test]
fn the_library_description_names_every_shipped_core() {
    if let Some(program) = missing(&["fusesoc"]) {
        return skipped(format_args!("{program} not found"));
    }
    let (good, said) = run(tool("fusesoc").args(["core", "list"]), &root().join("rtl_out"));
    assert!(good, "{said}");
    for configuration in lanesmith::units::shipped() {
        let name = format!("lanesmith:simd:{}:", configuration.name());
        assert!(said.contains(&name), "{name}: {said}");
    }
}
