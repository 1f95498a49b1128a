//! What units assume of their cores: every assumption that a core model breaks is reported by its monitor, and no other model is.

use crate::skip::skipped;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::sim::EngineError;
use lanesmith::units::riscv::assumptions::{VIOLATED, assumption_table, assumptions};
use lanesmith::units::riscv::claims::claims;
use lanesmith::units::riscv::demo::monitored;
use lanesmith::units::riscv::rtl::{Interface, RiscvConfig};
use std::fs;
use std::path::Path;
use std::process::Command;

const CV_X_IF_1: Interface = Interface::CvXIf1 { split: false };

const MODELS: [(Interface, &str); 5] = [
    (Interface::Pcpi, include_str!("../../riscv/pcpi_model.v")),
    (Interface::Cfu, include_str!("../../riscv/cfu_model.v")),
    (Interface::CvXIf, include_str!("../../riscv/cv_x_if_model.v")),
    (CV_X_IF_1, include_str!("../../riscv/cv_x_if_1_model.v")),
    (Interface::Neorv32, include_str!("../../riscv/neorv32_model.v")),
];

#[test]
fn each_of_twenty_four_faults_of_core_models_is_reported_by_the_monitor_of_the_assumption_that_it_breaks() {
    let mut count = 0;
    for (interface, model) in MODELS {
        let rows = assumptions(interface);
        let arguments: Vec<String> = (0..=rows.len()).map(|fault| format!("+fault={fault}")).collect();
        let printed = match monitored(interface, model, &arguments) {
            Err(EngineError::Unavailable(why)) => return skipped(why),
            printed => printed.expect("a run of the model"),
        };
        assert!(!printed[0].contains(VIOLATED), "{}", printed[0]);
        for (row, printed) in rows.iter().zip(&printed[1..]) {
            let lines: Vec<&str> = printed.lines().filter(|line| line.starts_with(VIOLATED)).collect();
            let first = lines.first().unwrap_or_else(|| panic!("nobody reports: {}", row.name));
            assert!(first.contains(row.name), "{interface:?}, {}: {first}", row.name);
            count += 1;
        }
    }
    assert_eq!(count, 24);
}

fn generate(folder: &Path, line: &str, status: i32) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanesmith"));
    let output = command
        .args(line.split(' '))
        .arg("--out")
        .arg(folder)
        .output()
        .expect("a run");
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!(output.status.code(), Some(status), "{said:?}");
    said.concat()
}

#[test]
fn monitors_and_wiring_are_generated_beside_the_unit_where_they_are_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let line = "generate --module riscv_cv_x_if --latency 1 --prefix left";
    generate(folder.path(), line, 0);
    let both = format!("{line} --assumptions --wiring");
    let unit = fs::read_to_string(folder.path().join("left_riscv_cv_x_if.v")).expect("the unit");
    generate(folder.path(), &both, 0);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("left_riscv_cv_x_if.v"), unit);
    assert!(read("left_riscv_cv_x_if_assumptions.v").contains("\nmodule left_riscv_cv_x_if_assumptions #("));
    let wiring = read("left_riscv_cv32e40x.sv");
    assert!(wiring.contains("\nmodule left_riscv_cv32e40x import") && wiring.contains("\n  left_riscv_cv_x_if unit ("));
    assert!(generate(folder.path(), &format!("{both} --check"), 0).contains("no file differs"));
    // Without the options they are removed.
    generate(folder.path(), line, 0);
    assert!(!folder.path().join("left_riscv_cv32e40x.sv").exists());
    let said = generate(
        folder.path(),
        "generate --module riscv_cv_x_if --cv-x-if 1.0 --wiring",
        2,
    );
    assert!(
        said.contains("riscv_cv_x_if_l3_xif1 does not have the option --wiring"),
        "{said}"
    );
    let said = generate(folder.path(), "generate --module video_alu --assumptions", 2);
    assert!(
        said.contains("video_alu does not have the option --assumptions"),
        "{said}"
    );
}

#[test]
fn monitors_pass_the_linters() {
    for options in [
        "riscv_pcpi",
        "riscv_cfu",
        "riscv_cv_x_if",
        "riscv_cv_x_if --cv-x-if 1.0",
        "neorv32_cfu",
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        generate(folder.path(), &format!("generate --module {options} --assumptions"), 0);
        let module = options.split(' ').next().expect("a module");
        let name = format!("{module}_assumptions");
        let found = crate::emission::complaints(folder.path(), &name, &[format!("{name}.v")]);
        assert!(found.is_empty(), "{found}");
    }
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
fn every_guarantee_on_the_pages_names_a_claim_that_is_proved() {
    for (interface, page, text) in pages() {
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
fn the_pages_have_every_assumption() {
    for (interface, page, text) in pages() {
        assert!(
            text.contains(&assumption_table(interface)),
            "{page}:\n{}",
            assumption_table(interface)
        );
    }
}
