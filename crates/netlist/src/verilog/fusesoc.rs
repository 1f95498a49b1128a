//! A FuseSoC core description (CAPI2) of the emitted files, with targets to lint, elaborate and synthesize them.

use super::{EmittedFile, Manifest};

impl Manifest {
    /// The core `lanesmith:simd:NAME:VERSION` as a file, `NAME.core`. `cells` are the definitions of the
    /// device's cells, for the targets that do not synthesize; `testbench` is a Verilog source and its vectors, or nothing;
    /// `formal` are checker, harness and SymbiYosys's configuration, or nothing. `arch` is yosys's name of the device; portable
    /// designs use ECP5.
    pub fn fusesoc_core(
        &self,
        name: &str,
        version: &str,
        cells: &[EmittedFile],
        testbench: &[EmittedFile],
        formal: &[EmittedFile],
        arch: Option<&str>,
    ) -> EmittedFile {
        let arch = arch.unwrap_or("ecp5");
        let list = |names: &mut dyn Iterator<Item = &String>| -> String {
            names.map(|name| format!("      - {name}\n")).collect()
        };
        let files = list(&mut self.files.iter().map(|file| &file.name));
        let (models, meant, own) = match cells.is_empty() {
            true => (String::new(), "[rtl]", "[rtl]"),
            false => {
                let files = list(&mut cells.iter().map(|file| &file.name));
                let fileset = format!("  cells:\n    files:\n{files}    file_type: verilogSource-2005\n\n");
                // A design that depends on this core gets the cells from its own device.
                (fileset, "[rtl, cells]", "[rtl, \"is_toplevel ? (cells)\"]")
            }
        };
        let top = &self.top;
        let (rules, proof) = proof(top, meant, formal);
        let (fileset, sim) = simulation(top, meant, testbench);
        let description = serde_json::to_string(self.description.lines().next().unwrap_or(top)).expect("a string");
        // Every JSON string is a valid YAML string.
        let text = format!(
            "\
CAPI=2:

name: lanesmith:simd:{name}:{version}
description: {description}

filesets:
  rtl:
    files:
{files}    file_type: verilogSource-2005

{models}{fileset}{rules}targets:
  default:
    filesets: {own}
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]

  lint:
    filesets: {meant}
    toplevel: {top}
    flow: lint
    flow_options:
      tool: verilator
      verilator_options: [-Wall]

{sim}
  synth:
    filesets: [rtl]
    toplevel: {top}
    flow: generic
    flow_options:
      tool: yosys
      arch: {arch}
      output_format: json
{proof}"
        );
        EmittedFile::new(format!("{name}.core"), text)
    }
}

/// The fileset of the rules and the target that proves them.
fn proof(top: &str, meant: &str, formal: &[EmittedFile]) -> (String, String) {
    if formal.is_empty() {
        return Default::default();
    }
    let kind = |name: &str| match name.ends_with(".sv") {
        true => "systemVerilogSource",
        false => "sbyConfigTemplate",
    };
    let files = formal.iter().map(|file| &file.name);
    let files: String = files
        .map(|name| format!("      - {name}: {{file_type: {}}}\n", kind(name)))
        .collect();
    // The tool runs one task.
    let task = match formal.iter().any(|file| file.text.contains("\nprove\n")) {
        true => "prove",
        false => "bmc",
    };
    let target = format!(
        "
  formal:
    description: Proves the rules of the interface with SymbiYosys.
    filesets: {}, rules]
    toplevel: {top}_formal_top
    default_tool: symbiyosys
    tools:
      symbiyosys:
        tasknames: [{task}]
",
        meant.trim_end_matches(']')
    );
    (format!("  rules:\n    files:\n{files}\n"), target)
}

/// The fileset of the testbench and the target that runs it; without one the target compiles the design.
fn simulation(top: &str, meant: &str, testbench: &[EmittedFile]) -> (String, String) {
    let file = |file: &EmittedFile| match file.name.ends_with(".v") {
        true => format!("      - {}: {{file_type: verilogSource-2005}}\n", file.name),
        // Simulators read it from the folder that they run in.
        false => format!("      - {0}: {{file_type: user, copyto: {0}}}\n", file.name),
    };
    let files: String = testbench.iter().map(file).collect();
    let (fileset, description, meant, top) = match testbench {
        [] => {
            let description =
                "Compiles the design; depend on this core and name your testbench as the top level to run one.";
            (String::new(), description, meant.to_owned(), top.to_owned())
        }
        [source, ..] => {
            let fileset = format!("  tb:\n    files:\n{files}\n");
            let meant = format!("{}, tb]", meant.trim_end_matches(']'));
            let name = source.name.trim_end_matches(".v");
            (
                fileset,
                "Runs the testbench; it prints PASS or FAIL.",
                meant,
                name.to_owned(),
            )
        }
    };
    let target = format!(
        "  sim:
    description: {description}
    filesets: {meant}
    toplevel: {top}
    flow: sim
    flow_options:
      tool: icarus
      iverilog_options: [-g2005, -Wall]
      mode: binary
      verilator_options: [--timing, -Wall]
"
    );
    (fileset, target)
}
