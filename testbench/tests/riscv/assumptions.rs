//! What units assume of their cores: an assertion reports every assumption that a core model breaks, and nothing else.

use super::header::compiler;
use crate::program::{cases, lanesmith_line as lanesmith};
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::units::riscv::claims::claims;
use lanesmith::units::riscv::interfaces::{bound_rules, table};
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig, design};
use lanesmith::verilog::{Banner, emit};
use std::fs;
use std::path::Path;

const CV_X_IF_1: Interface = Interface::CvXIf1 { split: false };

const MODELS: [(Interface, &str); 5] = [
    (Interface::Pcpi, include_str!("../../riscv/pcpi_model.v")),
    (Interface::Cfu, include_str!("../../riscv/cfu_model.v")),
    (Interface::CvXIf, include_str!("../../riscv/cv_x_if_model.v")),
    (CV_X_IF_1, include_str!("../../riscv/cv_x_if_1_model.v")),
    (Interface::Neorv32, include_str!("../../riscv/neorv32_model.v")),
];

/// Clock and reset of a model.
const TOP: &str = "
module top;
  reg clk = 0, resetn = 0;
  wire trap;
  always #5 clk = !clk;
  initial #100 resetn = 1;
  machine machine (.clk(clk), .resetn(resetn), .trap(trap));
endmodule
";

/// Compiles a model of a core with a unit of latency 2 and the rules of its interface.
fn compile(interface: Interface, model: &str, folder: &Path) {
    let config = RiscvConfig::all(interface, 2);
    let files = emit(&design(&config).expect("a design"), &Banner::default());
    for file in &files {
        fs::write(folder.join(&file.name), &file.text).expect("writable");
    }
    let machine = bound_rules(&config).expect("rules") + model + TOP;
    fs::write(folder.join("machine.sv"), machine).expect("writable");
    let options = "--binary --timing --assert -O0 -Wno-lint -Wno-style --top-module top -o model";
    let names = files.iter().map(|file| &file.name[..]).chain(["machine.sv"]);
    let (compiles, said) = compiler("verilator", folder, options.split(' ').chain(names)).expect("Verilator");
    assert!(compiles, "{said}");
}

#[test]
#[ignore = "compiles five models of cores with Verilator; ./testbench/run --long runs it"]
fn each_of_24_faults_of_core_models_breaks_the_rule_about_its_assumption() {
    if !crate::emission::available("verilator") {
        return;
    }
    let mut count = 0;
    for (interface, model) in MODELS {
        let folder = tempfile::tempdir().expect("a folder");
        compile(interface, model, folder.path());
        let play = |fault: usize| {
            compiler("obj_dir/model", folder.path(), [&format!("+fault={fault}")[..]]).expect("a run of the model")
        };
        let (passes, printed) = play(0);
        assert!(passes, "{interface:?}: {printed}");
        for (row, fault) in table(interface).assumptions.iter().zip(1..) {
            let (passes, printed) = play(fault);
            let first = printed
                .lines()
                .find(|line| line.contains("Assertion failed"))
                .unwrap_or_default();
            assert!(
                !passes && first.contains(row.rule),
                "{interface:?}, {}: {printed}",
                row.name
            );
            count += 1;
        }
    }
    assert_eq!(count, 24);
}

fn generate(folder: &Path, line: &str) -> String {
    let (status, said, errors) = lanesmith(folder, &format!("{line} --out ."));
    assert_eq!(status, 0, "{errors}");
    said + &errors
}

#[test]
fn wiring_is_generated_beside_the_unit_if_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "generate --module riscv_cv_x_if --latency 1 --prefix left";
    generate(folder.path(), line);
    let wired = format!("{line} --wiring");
    let unit = fs::read_to_string(folder.path().join("left_riscv_cv_x_if.v")).expect("the unit");
    generate(folder.path(), &wired);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("left_riscv_cv_x_if.v"), unit);
    let wiring = read("left_riscv_cv32e40x.sv");
    assert!(wiring.contains("\nmodule left_riscv_cv32e40x import") && wiring.contains("\n  left_riscv_cv_x_if unit ("));
    assert!(generate(folder.path(), &format!("{wired} --check")).contains("no file differs"));
    // Without the option it is removed.
    generate(folder.path(), line);
    assert!(!folder.path().join("left_riscv_cv32e40x.sv").exists());
    cases(
        folder.path(),
        "
generate --module riscv_cv_x_if --cv-x-if 1.0 --wiring --out . => 2: riscv_cv_x_if_l3_xif1 does not have the option --wiring
generate --module video_alu --wiring --out . => 2: video_alu does not have the option --wiring
",
    );
}

/// The page of each interface.
fn pages() -> [(Interface, &'static str, String); 5] {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    [
        (Interface::Pcpi, "riscv-picorv32.md"),
        (Interface::Cfu, "riscv-vexriscv.md"),
        (Interface::CvXIf, "riscv-cv32e40x.md"),
        (CV_X_IF_1, "riscv.md"),
        (Interface::Neorv32, "riscv-neorv32.md"),
    ]
    .map(|(interface, page)| (interface, page, fs::read_to_string(docs.join(page)).expect("a page")))
}

#[test]
fn the_pages_have_every_assumption_and_their_guarantees_name_claims() {
    for (interface, page, text) in pages() {
        let rows = table(interface).assumptions.iter();
        let rows = rows.map(|row| format!("| {} | {} |\n", row.name, row.otherwise));
        let assumptions = "| the unit assumes | if violated |\n| --- | --- |\n".to_owned() + &rows.collect::<String>();
        assert!(text.contains(&assumptions), "{page}:\n{assumptions}");
        let config = RiscvConfig::all(interface, 1);
        let flat = super::flat(&config);
        let machine = NetlistMachine(&flat);
        let claims = claims(&config, &machine).expect("claims");
        let names: Vec<String> = claims.into_iter().map(|claim| claim.name).collect();
        let (_, table) = text
            .split_once("| the unit guarantees | claim |\n| --- | --- |\n")
            .expect("a table");
        let rows: Vec<&str> = table.lines().take_while(|line| line.starts_with('|')).collect();
        assert!(rows.len() > 5, "{page}");
        for row in rows {
            let name = row.trim_end_matches("* |").rsplit('*').next().expect("a name");
            assert!(names.iter().any(|claim| claim == name), "{page}: no claim {name}");
        }
    }
}

#[test]
fn every_assumption_has_a_rule_that_is_asserted_and_but_for_reset_assumed() {
    for (interface, _) in MODELS {
        let rules = bound_rules(&RiscvConfig::all(interface, 1)).expect("rules");
        for row in table(interface).assumptions {
            let has = |kind: &str| rules.contains(&format!("{}: {kind} (", row.rule));
            assert!(
                has("assert") && (has("assume") || row.rule == "reset_comes_first"),
                "{}",
                row.rule
            );
        }
    }
}
