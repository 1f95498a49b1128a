//! Proofs of Verilog text by yosys and ABC: what claims say of it, and what its clocks and drivers must be.

use super::prove::plan;
use crate::skip::skipped;
use lanesmith::prove::external::ExternalError;
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::{CLOCKING, Conclusion, DRIVING, Expected, Plan, Proof, Structure, prove};
use lanesmith::rtl::device::Device;
use lanesmith::units::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::rtl as brew;
use lanesmith::units::video::Video;
use lanesmith::units::video::rtl::Config;
use lanesmith::units::{Emission, Selection};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What stands in a text once, and what takes its place.
type Edit<'a> = (&'a str, &'a str);
/// Edits, the claim that they refute, and words of what is wrong.
type Case<'a> = (&'a [Edit<'a>], &'a str, &'a str);

/// Writes a module's Verilog with `edits`, and proves the text; `None`
/// where yosys is missing.
fn prove_text(selection: &Selection, edits: &[Edit], plan: &Plan) -> Option<Result<Proof, String>> {
    let folder = tempfile::tempdir().unwrap();
    let mut files = selection.files().unwrap();
    let list = files
        .iter()
        .find(|file| file.name.ends_with(".f"))
        .unwrap()
        .text
        .clone();
    files.retain(|file| list.lines().any(|name| name == file.name));
    for (old, new) in edits {
        let with = files.iter_mut().rev().find(|file| file.text.contains(old));
        let file = with.unwrap_or_else(|| panic!("no `{old}`"));
        file.text = file.text.replacen(old, new, 1);
    }
    for file in &files {
        std::fs::write(folder.path().join(&file.name), &file.text).unwrap();
    }
    let proof = match prove(&Emission::from(*selection), folder.path(), &files, plan, &mut |_| ()) {
        Ok(proof) => proof,
        Err(why) => return Some(Err(why)),
    };
    let method = &proof.certificate.methods[0];
    if method.verdict == Conclusion::Skipped {
        skipped(&method.description);
        return None;
    }
    assert_eq!(method.verdict == Conclusion::Refuted, !proof.refutations.is_empty());
    Some(Ok(proof))
}

fn small() -> Selection {
    let mut config = Config::full(2);
    config.selectors = false;
    Video::alu(config).selection()
}

#[test]
fn emitted_text_read_back_is_proved_and_with_one_character_changed_it_is_refuted() {
    let plan = plan(false, true);
    let Some(proof) = prove_text(&small(), &[], &plan) else {
        return;
    };
    assert_eq!(proof.unwrap().certificate.verdict, Conclusion::Proved);
    let broken = prove_text(&small(), &[("halved = {", "halved = ~{")], &plan).expect("tools");
    assert_eq!(broken.unwrap().certificate.verdict, Conclusion::Refuted);
}

#[test]
fn text_that_instantiates_cells_is_proved_with_what_yosys_knows_of_them_and_with_one_bit_of_a_table_changed_refuted() {
    let plan = plan(false, true);
    for (device, table, changed) in [
        (Device::Ecp5, "16'h35ca", "16'h35cb"),
        (Device::Ice40, "16'he4aa", "16'he4ab"),
    ] {
        let config = Config {
            device,
            ..Config::full(3)
        };
        let core = Video::core(config).selection();
        let Some(proof) = prove_text(&core, &[], &plan) else {
            return;
        };
        assert_eq!(proof.unwrap().certificate.verdict, Conclusion::Proved);
        let broken = prove_text(&core, &[(table, changed)], &plan).expect("tools");
        assert_eq!(broken.unwrap().certificate.verdict, Conclusion::Refuted);
    }
}

#[test]
fn a_cell_that_the_text_defines_itself_is_an_error() {
    for (device, cell) in [(Device::Ecp5, "PFUMX"), (Device::Ice40, "SB_LUT4")] {
        let config = Config {
            device,
            ..Config::full(3)
        };
        let own = format!("module {cell} (input A, output Z); assign Z = A; endmodule\nmodule video_core (");
        let edits = [("module video_core (", own.as_str())];
        let Some(proof) = prove_text(&Video::core(config).selection(), &edits, &plan(false, true)) else {
            return;
        };
        let error = proof.expect_err("an error");
        assert_eq!(error, format!("the text defines {cell} itself, which the device has"));
    }
}

#[test]
fn a_bubble_that_becomes_a_result_is_refuted_in_the_text_too() {
    let edit = (
        "valid_0_q <= in_valid;",
        "valid_0_q <= (~in_valid & ~(|in_control) & valid_0_q) ? 1'b1 : in_valid;",
    );
    let Some(proof) = prove_text(&small(), &[edit], &plan(false, true)) else {
        return;
    };
    let claims: Vec<String> = proof
        .unwrap()
        .refutations
        .into_iter()
        .map(|refuted| refuted.claim)
        .collect();
    assert_eq!(claims, ["valid and tag of any control word"]);
}

#[test]
fn text_is_not_proved_without_time() {
    let mut plan = plan(false, true);
    plan.time = Duration::ZERO;
    let Some(proof) = prove_text(&small(), &[], &plan) else {
        return;
    };
    let method = &proof.unwrap().certificate.methods[0];
    // Two claims are about the structure, for which nothing is decided.
    assert_eq!((method.verdict, method.proved), (Conclusion::NotProved, 2));
}

#[test]
fn registers_with_another_edge_or_clock_and_nets_without_one_driver_are_refuted_by_name() {
    let tags = "always @(posedge clock) begin\n    if (advance) begin\n      tag_0_q";
    let replaced = |head: &str| tags.replace("always @(posedge clock)", head);
    let [falling, data, inverted, gated, latch, reset] = [
        "always @(negedge clock)",
        "always @(posedge in_valid)",
        "always @(posedge not_clock)",
        "always @(posedge gated)",
        "always @*",
        "always @(posedge clock or posedge in_valid) if (in_valid) tag_0_q <= 8'd0; else",
    ]
    .map(replaced);
    let declare = (
        "wire advance;",
        "wire advance;\n  wire not_clock = ~clock;\n  wire gated = clock & in_valid;",
    );
    let cases: &[Case] = &[
        (&[(tags, &falling)], CLOCKING, "loads at the falling edge"),
        (&[(tags, &data)], CLOCKING, "is clocked by in_valid"),
        (&[declare, (tags, &inverted)], CLOCKING, "loads at the falling edge"),
        (&[declare, (tags, &gated)], CLOCKING, "is clocked by gated"),
        (
            &[(tags, &latch), ("tag_0_q <=", "tag_0_q =")],
            CLOCKING,
            "neither logic nor a register",
        ),
        (
            &[(tags, &reset)],
            CLOCKING,
            "is reset without a clock edge, by in_valid at 1",
        ),
        (
            &[("out_valid = last_valid", "out_valid = last_valid & (clock | in_valid)")],
            CLOCKING,
            "reads the clock as data",
        ),
        (
            &[("out_tag = tag_4_q", "out_tag = {tag_4_q[7:1], clock}")],
            CLOCKING,
            "output out_tag is the clock",
        ),
        (
            &[("wire advance;", "wire advance;\n  assign advance = in_valid;")],
            DRIVING,
            "driven",
        ),
        (&[("assign advance =", "// ")], DRIVING, "advance is driven by nothing"),
        (
            &[("valid_0_q <= in_valid;", "valid_0_q <= in_valid ? 1'b1 : 1'bx;")],
            DRIVING,
            "the constant x",
        ),
    ];
    for (edits, claim, words) in cases {
        let Some(proof) = prove_text(&small(), edits, &plan(false, true)) else {
            return;
        };
        let proof = proof.unwrap_or_else(|why| panic!("{edits:?}: {why}"));
        let open = proof.certificate.methods[0].open.join("\n");
        assert!(
            open.contains(&format!("{claim}: refuted: ")) && open.contains(words),
            "{edits:?}: {open}"
        );
        assert_eq!(proof.refutations[0].claim, *claim);
    }
}

#[test]
fn the_way_and_the_level_of_a_reset_are_part_of_what_is_compared() {
    let mut config = Config::full(1);
    config.reset.asynchronous = true;
    let Some(proof) = prove_text(&Video::alu(config).selection(), &[], &plan(false, true)) else {
        return;
    };
    assert_eq!(proof.unwrap().certificate.verdict, Conclusion::Proved);
    let edits = [(" or posedge reset", "")];
    let proof = prove_text(&Video::alu(config).selection(), &edits, &plan(false, true))
        .expect("tools")
        .unwrap();
    let claims: Vec<&str> = proof.refutations.iter().map(|refuted| refuted.claim.as_str()).collect();
    assert_eq!(claims, [CLOCKING]);
}

#[test]
fn a_register_of_the_datapath_that_has_lost_its_name_is_asked_for_by_name() {
    let config = brew::Config {
        float: false,
        multiplier: false,
        ..brew::Config::full()
    };
    let selection = Datapath(config).selection();
    let files = selection.files().unwrap();
    let top = files.iter().find(|file| file.name == "brew_datapath.v").unwrap();
    let count = top.text.matches("execute_valid_q").count();
    let edits = vec![("execute_valid_q", "busy"); count];
    let Some(proof) = prove_text(&selection, &edits, &plan(false, true)) else {
        return;
    };
    let why = proof.expect_err("a name is missing");
    assert!(
        why.contains("no state bit called execute_valid_q[0]") && why.contains("by their names"),
        "{why}"
    );
}

#[test]
fn the_shipped_datapath_has_one_clock_and_one_driver_for_each_net() {
    let selection = Datapath(brew::Config::full()).selection();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("rtl_out")
        .join(selection.name());
    let files: Vec<PathBuf> = (selection.files().unwrap().iter())
        .filter(|file| file.name.ends_with(".v"))
        .map(|file| folder.join(&file.name))
        .collect();
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    let expected = Expected::new(&*selection.unit(), &selection.design().unwrap());
    match read_back(&files, selection.module().name, &expected) {
        Ok(read) => assert_eq!(read.structure, Structure::default()),
        Err(ExternalError::Unavailable(why)) => skipped(why),
        Err(ExternalError::Failed(why)) => panic!("{why}"),
    }
}
