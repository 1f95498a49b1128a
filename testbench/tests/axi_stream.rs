//! Units behind AXI-Stream ports: the Verilog is proved, and faults in its wiring are found.

use crate::emission::complaints;
use crate::program::{cases, lanesmith_line, lanesmith_line_merged, names};
use crate::skip::skipped;
use std::fs;
use std::path::Path;
use std::process::Command;
use tempfile::tempdir;

const PERMUTE: &str = "--module byte_permute --stream axi";

/// Generates the byte permute, with edits of the module around it.
fn edited(folder: &Path, edits: &[(&str, &str)]) {
    let (status, _, err) = lanesmith_line(folder, &format!("generate {PERMUTE} --force --out ."));
    assert_eq!(status, 0, "{err}");
    let file = folder.join("byte_permute_axis.v");
    let mut text = fs::read_to_string(&file).unwrap();
    for (old, new) in edits {
        assert_eq!(text.matches(old).count(), 1, "{old}: {text}");
        text = text.replace(old, new);
    }
    fs::write(file, text).unwrap();
}

#[test]
fn the_claims_of_the_unit_hold_of_the_module_around_it() {
    let folder = tempdir().unwrap();
    for options in ["--latency 0", "--latency 2", "--latency 1 --prefix left"] {
        let (status, out, err) = lanesmith_line(folder.path(), &format!("prove {PERMUTE} {options}"));
        assert_eq!(status, 0, "{options}: {out}{err}");
    }
    for options in [
        "",
        "--latency 5 --reset async --reset-active low",
        "--reset-active low",
        "--module video_scalar",
    ] {
        let line = format!("prove --method built-in --stream axi {options}");
        let (status, out, err) = lanesmith_line(folder.path(), &line);
        assert_eq!(status, 0, "{options}: {out}{err}");
    }
}

#[test]
fn a_certificate_of_the_module_is_valid() {
    let folder = tempdir().unwrap();
    edited(folder.path(), &[]);
    cases(
        folder.path(),
        &format!(
            "prove {PERMUTE} --out . => 0: byte_permute_l1_axis\nverify . => 0: byte_permute_axis.proof.json\ngenerate {PERMUTE} --check --out . => 0"
        ),
    );
}

#[test]
fn no_tool_objects_to_the_module() {
    for options in ["", "--latency 0 --module byte_permute", "--module video_scalar"] {
        let folder = tempdir().unwrap();
        let (status, out, err) = lanesmith_line(folder.path(), &format!("generate --stream axi {options} --out ."));
        assert_eq!(status, 0, "{out}{err}");
        let files = names(folder.path()).into_iter();
        let files: Vec<String> = files.filter(|name| name.ends_with(".v")).collect();
        let top = files.iter().find_map(|name| name.strip_suffix("_axis.v")).unwrap();
        assert_eq!(complaints(folder.path(), &format!("{top}_axis"), &files), "");
    }
}

#[test]
fn wrong_wiring_is_refuted() {
    if Command::new("yosys").arg("-V").output().is_err() {
        return skipped("yosys not found");
    }
    let folder = tempdir().unwrap();
    for (edits, claim) in [
        (
            &[("m_axis_tlast = last_0_q", "m_axis_tlast = s_axis_tlast")][..],
            "valid and tag",
        ),
        (
            &[("if (s_axis_tready)", "if (s_axis_tvalid)")],
            "a stalled clock changes no state",
        ),
        (&[("~aresetn", "aresetn")], "reset empties the pipeline"),
        (
            &[
                ("in_a       (s_axis_tdata[31:0])", "in_a (s_axis_tdata[63:32])"),
                ("in_b       (s_axis_tdata[63:32])", "in_b (s_axis_tdata[31:0])"),
            ],
            "transfer of any instruction",
        ),
    ] {
        edited(folder.path(), edits);
        let (status, out) = lanesmith_line_merged(folder.path(), "prove --text . --all");
        assert_eq!(status, 1, "{edits:?}: {out}");
        assert!(out.contains(&format!("refuted: {claim}")), "{edits:?}: {out}");
    }
}

#[test]
fn a_wide_port_is_read_in_parts_that_cover_it() {
    let folder = tempdir().unwrap();
    for edit in [
        ("s_axis_tdata[31:0]", "s_axis_tdata[32:1]"),
        (", s_axis_tdata[103:99]", ""),
    ] {
        edited(folder.path(), &[edit]);
        let (status, out) = lanesmith_line_merged(folder.path(), "prove --text .");
        assert_eq!(status, 2, "{edit:?}: {out}");
        assert!(out.contains("not read in parts that cover it"), "{edit:?}: {out}");
    }
}

#[test]
fn other_units_and_files_are_refused() {
    let folder = tempdir().unwrap();
    cases(
        folder.path(),
        "generate --stream axi --core --out rtl => 2: video_core has no valid/ready handshake
generate --stream axi --module riscv_cfu --out rtl => 2: riscv_cfu has no valid/ready handshake
generate --stream axi --testbench --out rtl => 2: leave out --stream axi or --testbench
generate --stream axi --reset async --out rtl => 2: add --reset-active low
generate --stream axi --shipped --out rtl => 2: --stream
prove --stream axi --fault 1 => 2: leave out --stream
generate --stream apb --out rtl => 2: axi",
    );
    assert_eq!(names(folder.path()), Vec::<String>::new());
}
