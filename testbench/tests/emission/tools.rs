//! Writing a design to a folder and giving it to other people's tools.

use crate::own_modules::icarus::state;
use crate::skip::skipped;
use lanesmith::netlist::{Design, NetKind};
use lanesmith::verilog::{Banner, emit};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A design's files in a folder that goes away with it.
pub struct Emitted {
    pub folder: TempDir,
    pub names: Vec<String>,
}

impl Emitted {
    pub fn new(design: &Design) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let files = emit(design, &Banner::default());
        for file in &files {
            std::fs::write(folder.path().join(&file.name), &file.text).expect("the folder is writable");
        }
        let names = files.into_iter().map(|file| file.name).collect();
        Emitted { folder, names }
    }
}

/// The folder with yosys' simulation models of cells.
pub fn yosys_models() -> Option<&'static str> {
    let mut folders = ["/usr/share/yosys", "/usr/local/share/yosys"].into_iter();
    folders.find(|path| Path::new(path).is_dir())
}

/// Whether a tool can be started; says so when it can't.
pub fn available(tool: &str) -> bool {
    let found = Command::new(tool).arg("-V").output().is_ok();
    if !found {
        skipped(format_args!("{tool} not found"));
    }
    found
}

/// All that a tool says, and whether it succeeded.
pub fn run(folder: &Path, command: &[&str], files: &[String]) -> (bool, String) {
    let output = Command::new(command[0])
        .args(&command[1..])
        .args(files)
        .current_dir(folder)
        .output()
        .expect("the tool starts");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    (output.status.success(), text)
}

/// What linters say about a folder of Verilog; nothing if all is well.
pub fn complaints(folder: &Path, top: &str, files: &[String]) -> String {
    let mut found = String::new();
    if available("verilator") {
        let (good, text) = run(
            folder,
            &["verilator", "--lint-only", "-Wall", "--top-module", top],
            files,
        );
        if !good || !text.is_empty() {
            found += &text;
        }
    }
    if available("iverilog") {
        let (good, text) = run(folder, &["iverilog", "-Wall", "-g2005", "-tnull", "-s", top], files);
        if !good || !text.is_empty() {
            found += &text;
        }
    }
    if available("yosys") {
        let script = format!(
            "read_verilog {}; hierarchy -check -top {top}; proc; check -assert",
            files.join(" ")
        );
        let (good, text) = run(folder, &["yosys", "-p", &script], &[]);
        let warnings = text
            .lines()
            .filter(|line| line.contains("Warning") || line.contains("ERROR"));
        warnings.for_each(|line| writeln!(found, "yosys: {line}").expect("writing to a string"));
        assert!(good || !found.is_empty(), "{text}");
    }
    found
}

/// Writes a testbench that clears all state and shows the outputs in each cycle before the clock edge. `stimulus` holds the values of
/// all inputs but the first, which is the clock.
fn write_bench(design: &Design, emitted: &Emitted, stimulus: &[Vec<u64>]) {
    let top = design.top_module();
    let mut bench = String::from("module bench;\n  reg clock = 0;\n");
    let inputs: Vec<_> = top
        .ports()
        .filter(|(_, net)| net.kind == NetKind::Input)
        .skip(1)
        .collect();
    let outputs: Vec<_> = top.ports().filter(|(_, net)| net.kind == NetKind::Output).collect();
    for (_, net) in top.ports().filter(|(_, net)| net.name != "clock") {
        let kind = if net.kind == NetKind::Input { "reg" } else { "wire" };
        bench += &format!("  {kind} [{}:0] {};\n", net.width - 1, net.name);
    }
    let ports: Vec<String> = top.ports().map(|(_, net)| format!(".{0}({0})", net.name)).collect();
    bench += &format!("  {} dut ({});\n  initial begin\n", top.name, ports.join(", "));
    bench += "    #1;\n";
    for name in state(design, design.top, "dut") {
        bench += &format!("    {name} = 0;\n");
    }
    for cycle in stimulus {
        for ((_, net), value) in inputs.iter().zip(cycle) {
            bench += &format!("    {} = {}'h{value:x};\n", net.name, net.width);
        }
        let formats = vec!["%h"; outputs.len()].join(" ");
        let names: Vec<&str> = outputs.iter().map(|(_, net)| net.name.as_str()).collect();
        bench += &format!(
            "    #5 $display(\"{formats}\", {});\n    clock = 1; #5 clock = 0;\n",
            names.join(", ")
        );
    }
    bench += "    $finish;\n  end\nendmodule\n";
    std::fs::write(emitted.folder.path().join("bench.v"), bench).expect("the folder is writable");
}

/// Runs the top under Icarus Verilog, all state starting at 0, and returns the outputs in each cycle before the clock edge.
pub fn simulate(design: &Design, emitted: &Emitted, stimulus: &[Vec<u64>]) -> Vec<Vec<u64>> {
    write_bench(design, emitted, stimulus);
    let folder = emitted.folder.path();
    let compile = ["iverilog", "-g2005", "-s", "bench", "-o", "bench.vvp", "bench.v"];
    let (good, text) = run(folder, &compile, &emitted.names);
    assert!(good, "{text}");
    shown(run(folder, &["vvp", "-n", "bench.vvp"], &[]))
}

/// The same under Verilator.
pub fn simulate_in_verilator(design: &Design, emitted: &Emitted, stimulus: &[Vec<u64>]) -> Vec<Vec<u64>> {
    write_bench(design, emitted, stimulus);
    let folder = emitted.folder.path();
    let compile = [
        "verilator",
        "--binary",
        "-O0",
        "--timing",
        "-Wno-fatal",
        "--top-module",
        "bench",
        "bench.v",
    ];
    let (good, text) = run(folder, &compile, &emitted.names);
    assert!(good, "{text}");
    shown(run(folder, &["obj_dir/Vbench"], &[]))
}

/// The numbers that a testbench has printed.
fn shown((good, text): (bool, String)) -> Vec<Vec<u64>> {
    assert!(good, "{text}");
    let number = |word: &str| u64::from_str_radix(word, 16).unwrap_or_else(|_| panic!("unknown bits: {word}"));
    text.lines()
        .filter(|line| !line.contains("$finish"))
        .map(|line| line.split_whitespace().map(number).collect())
        .collect()
}
