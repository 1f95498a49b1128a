//! Proofs of Verilog text by yosys and ABC: what claims say of it, and what its clocks and drivers must be.

use super::prove::plan;
use crate::skip::skipped;
use lanesmith::netlist::Flat;
use lanesmith::prove::agreement::agree;
use lanesmith::prove::external::ExternalError;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::{CLOCKING, Conclusion, DRIVING, Expected, Proof, ProofPlan, Structure, prove};
use lanesmith::rtl::device::Device;
use lanesmith::unit::{Emission, Selection, Unit};
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::rtl as brew;
use lanesmith::units::shipped;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::{Video, VideoCore};
use lanesmith::verilog::with_written_names;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What stands in a text once, and what takes its place.
type Edit<'a> = (&'a str, &'a str);
/// Edits, the claim that they refute, and words of what is wrong.
type Case<'a> = (&'a [Edit<'a>], &'a str, &'a str);

/// Writes a module's Verilog with `edits`, and proves the text; `None`
/// where yosys is missing.
fn prove_text(selection: &Selection, edits: &[Edit], plan: &ProofPlan) -> Option<Result<Proof, String>> {
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
    let emission = Emission::from(*selection);
    let paths: Vec<PathBuf> = files.iter().map(|file| folder.path().join(&file.name)).collect();
    let proof = match edits {
        [] => prove(&emission, folder.path(), &files, plan, &mut |_| ()),
        _ => lanesmith::prove::prove_text(&emission, &paths, plan, &mut |_| ()),
    };
    let proof = match proof {
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
    let mut config = VideoConfig::full(2);
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
fn text_with_cells_is_proved_with_what_yosys_knows_of_them_and_refuted_with_a_parameter_or_an_enable_changed() {
    let plan = plan(false, true);
    let ecp5 = [
        ("16'h35ca", "16'h35cb"),
        // Wrong in stalls only: a register is reset although the pipeline does not advance.
        ("no_c = enable & ", "no_c = "),
    ];
    for (device, changes) in [
        (Device::Ecp5, ecp5.as_slice()),
        (Device::Ice40, &[("16'he4aa", "16'he4ab")]),
    ] {
        let config = VideoConfig {
            device,
            ..VideoConfig::full(3)
        };
        let core = VideoCore(config).selection();
        let Some(proof) = prove_text(&core, &[], &plan) else {
            return;
        };
        assert_eq!(proof.unwrap().certificate.verdict, Conclusion::Proved);
        for change in changes {
            let broken = prove_text(&core, &[*change], &plan).expect("tools");
            assert_eq!(broken.unwrap().certificate.verdict, Conclusion::Refuted);
        }
    }
    let core = VideoCore(VideoConfig {
        device: Device::Ecp5,
        ..VideoConfig::full(3)
    });
    let other = (".INJECT1_0 (\"NO\")", ".INJECT1_0 (\"YES\")");
    let proof = prove_text(&core.selection(), &[other], &plan).expect("tools");
    let why = proof.expect_err("another cell");
    assert!(why.contains("other words as parameters of `CCU2C`"), "{why}");
}

#[test]
fn a_cell_that_the_text_defines_itself_is_an_error() {
    for (device, cell) in [(Device::Ecp5, "PFUMX"), (Device::Ice40, "SB_LUT4")] {
        let config = VideoConfig {
            device,
            ..VideoConfig::full(3)
        };
        let own = format!("module {cell} (input A, output Z); assign Z = A; endmodule\nmodule video_core (");
        let edits = [("module video_core (", own.as_str())];
        let Some(proof) = prove_text(&VideoCore(config).selection(), &edits, &plan(false, true)) else {
            return;
        };
        let error = proof.expect_err("an error");
        assert!(
            error.contains(&format!("the text defines the device's cell `{cell}`")),
            "{error}"
        );
    }
}

#[test]
fn a_bubble_that_becomes_a_result_is_refuted_in_the_text_too() {
    let edits = [
        (
            "wire handshake_out_valid;",
            "wire handshake_out_valid;\n  wire bubble = in_valid | (~(|in_control) & handshake_out_valid);",
        ),
        (".in_valid  (in_valid),", ".in_valid  (bubble),"),
    ];
    let Some(proof) = prove_text(&small(), &edits, &plan(false, true)) else {
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
fn registers_with_another_edge_or_clock_and_nets_without_one_driver_are_refused_or_refuted() {
    let tags = "always @(posedge clock) begin\n    if (advance) begin\n      tag_0_q";
    let replaced = |head: &str| tags.replace("always @(posedge clock)", head);
    let [falling, data, inverted, gated, latch, reset] = [
        "always @(negedge clock)",
        "always @(posedge in_valid)",
        "always @(posedge not_clock)",
        "always @(posedge gated)",
        "always @*",
        "always @(posedge clock or posedge in_valid)",
    ]
    .map(replaced);
    let reset = reset.replace(
        "if (advance)",
        "if (in_valid) begin tag_0_q <= 8'd0; tag_1_q <= 8'd0; end else if (advance)",
    );
    let declare = (
        "reg valid_0_q;",
        "reg valid_0_q;\n  wire not_clock = ~clock;\n  wire gated = clock & in_valid;",
    );
    let cases: &[Case] = &[
        (&[(tags, &falling)], "", "unexpected `negedge`; expected `posedge`"),
        (&[(tags, &data)], "", "a second clock beside clock"),
        (&[declare, (tags, &inverted)], "", "a clock that is no input"),
        (&[declare, (tags, &gated)], "", "a clock that is no input"),
        (&[(tags, &latch)], "", "unexpected `if`; expected `case`"),
        (&[(tags, &reset)], CLOCKING, "is reset without a clock edge"),
        (
            &[("out_valid = valid_1_q", "out_valid = valid_1_q & (clock | in_valid)")],
            CLOCKING,
            "reads clock as data",
        ),
        (
            &[("out_tag = tag_4", "out_tag = {tag_4[7:1], clock}")],
            CLOCKING,
            "reads clock as data",
        ),
        (
            &[("reg valid_0_q;", "reg valid_0_q;\n  assign advance = in_valid;")],
            "",
            "`advance` has another driver",
        ),
        (&[("assign advance =", "// ")], "", "`advance` has no driver"),
        (
            &[("valid_0_q <= in_valid;", "valid_0_q <= in_valid & in_tag[9];")],
            "",
            "not bits of a net of 8 bits",
        ),
    ];
    for (edits, claim, words) in cases {
        let Some(proof) = prove_text(&small(), edits, &plan(false, true)) else {
            return;
        };
        let found = match proof {
            Ok(proof) => {
                assert_eq!(proof.refutations[0].claim, *claim, "{edits:?}");
                proof.certificate.methods[0].open.join("\n")
            }
            Err(why) => {
                assert_eq!(*claim, "", "{why}");
                why
            }
        };
        assert!(found.contains(words), "{edits:?}: {found}");
    }
}

#[test]
fn the_way_and_the_level_of_a_reset_are_part_of_what_is_compared() {
    let mut config = VideoConfig::full(1);
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
    let config = brew::DatapathConfig {
        float: false,
        multiplier: false,
        ..brew::DatapathConfig::full()
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
        why.contains("no register called execute_valid_q") && why.contains("by their names"),
        "{why}"
    );
}

#[test]
fn reader_yosys_and_netlist_agree_about_a_shipped_configuration_of_each_module() {
    let mut configurations = shipped();
    let mut modules = HashSet::new();
    // The last of each module has the most registers and options.
    configurations.reverse();
    configurations.retain(|selection| modules.insert(selection.module().name));
    compare_readings(configurations);
}

#[test]
#[ignore = "takes a minute; the default suite has a configuration of each module"]
fn reader_yosys_and_netlist_agree_about_every_shipped_configuration() {
    compare_readings(shipped());
}

fn compare_readings(configurations: Vec<Selection>) {
    for selection in configurations {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("rtl_out")
            .join(selection.name());
        let list = std::fs::read_to_string(folder.join(format!("{}.f", selection.module().name))).unwrap();
        let files: Vec<PathBuf> = list.lines().map(|name| folder.join(name)).collect();
        let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        let design = selection.design().unwrap();
        let expected = Expected::new(selection.unit().reset(), &design);
        let read = match read_back(&files, selection.module().name, &expected) {
            Ok(read) => read,
            Err(ExternalError::Unavailable(why)) => return skipped(why),
            Err(ExternalError::Failed(why)) => panic!("{}: {why}", selection.name()),
        };
        let flat = Flat::new(&with_written_names(&design)).unwrap();
        assert_eq!(read.structure, Structure::default(), "{}", selection.name());
        assert_eq!(
            agree(&NetlistMachine(&flat), &NetlistMachine(&read.flat)),
            Ok(()),
            "{}",
            selection.name()
        );
    }
}

/// Of a small ALU: a register beside it, and what its result is made of instead.
fn with_register(declared: &'static str, result: &'static str) -> [Edit<'static>; 2] {
    [
        ("wire handshake_advance;", declared),
        ("assign out_d = core_d;", result),
    ]
}

#[test]
fn text_that_is_right_only_for_some_values_at_power_up_is_refuted() {
    let cases = [
        // Inverts the result until a rare operand comes.
        (
            "wire handshake_advance;\n  reg rare_q;\n  always @(posedge clock) if (in_a == 32'h12345678) rare_q <= 1'b0;",
            "assign out_d = rare_q ? ~core_d : core_d;",
        ),
        // Never changes.
        (
            "wire handshake_advance;\n  reg kept_q;\n  always @(posedge clock) kept_q <= kept_q;",
            "assign out_d = kept_q ? ~core_d : core_d;",
        ),
        // Only ever becomes 1.
        (
            "wire handshake_advance;\n  reg set_q;\n  always @(posedge clock) if (in_valid) set_q <= 1'b1;",
            "assign out_d = set_q ? core_d : ~core_d;",
        ),
        // Two that load the same, but need not start the same.
        (
            "wire handshake_advance;\n  reg one_q;\n  reg other_q;\n  always @(posedge clock) if (&in_b) begin\n    one_q <= in_tag[0];\n    \
             other_q <= in_tag[0];\n  end",
            "assign out_d = core_d ^ {32{one_q ^ other_q}};",
        ),
        // A word that is never written.
        (
            "wire handshake_advance;\n  reg [31:0] words [0:3];\n  always @(posedge clock) if (in_tag[0]) words[{1'b0, in_tag[1]}] <= 32'd0;\n  wire [31:0] word;\n  assign word = words[2'd3];",
            "assign out_d = core_d ^ word;",
        ),
        // Words that are written with 0 only.
        (
            "wire handshake_advance;\n  reg [31:0] words [0:3];\n  always @(posedge clock) if (&in_tag) words[in_tag[1:0]] <= 32'd0;\n  wire [31:0] word;\n  assign word = words[in_tag[1:0]];",
            "assign out_d = core_d ^ word;",
        ),
        // A read beyond the last word.
        (
            "wire handshake_advance;\n  reg [31:0] words [0:2];\n  always @(posedge clock) words[in_tag[1:0]] <= 32'd0;\n  wire [31:0] word;\n  assign word = words[2'b11];",
            "assign out_d = core_d ^ word;",
        ),
    ];
    for (declared, result) in cases {
        let edits = with_register(declared, result);
        let Some(proof) = prove_text(&small(), &edits, &plan(false, true)) else {
            return;
        };
        let proof = proof.unwrap_or_else(|why| panic!("{declared}: {why}"));
        let claims: Vec<&str> = proof.refutations.iter().map(|refuted| &refuted.claim[..]).collect();
        let structural = claims.iter().any(|claim| [CLOCKING, DRIVING].contains(claim));
        assert!(!claims.is_empty() && !structural, "{declared}: {claims:?}");
    }
}

#[test]
fn registers_that_do_not_matter_are_kept_and_proved_in_text_that_people_edited_and_refused_in_emitted_text() {
    let counted = "wire handshake_advance;\n  reg [3:0] count_q;\n  always @(posedge clock) if (handshake_advance) count_q <= count_q + 4'd1;";
    let edits = with_register(counted, "assign out_d = core_d;");
    let Some(proof) = prove_text(&small(), &edits, &plan(false, true)) else {
        return;
    };
    assert_eq!(proof.unwrap().certificate.verdict, Conclusion::Proved);

    let folder = tempfile::tempdir().unwrap();
    let mut files = small().files().unwrap();
    files.retain(|file| file.name.ends_with(".v"));
    for file in &mut files {
        file.text = file.text.replace("wire handshake_advance;", counted);
        std::fs::write(folder.path().join(&file.name), &file.text).unwrap();
    }
    let emission = Emission::from(small());
    let why = prove(&emission, folder.path(), &files, &plan(false, true), &mut |_| ()).expect_err("an error");
    assert_eq!(
        why,
        "the text is not that of its netlist: only one has the state bit count_q[0]"
    );
}

#[test]
fn a_memory_that_nothing_reads_is_an_error_by_name() {
    let unread =
        "wire handshake_advance;\n  reg [7:0] unread [0:3];\n  always @(posedge clock) unread[in_tag[1:0]] <= in_tag;";
    let edits = with_register(unread, "assign out_d = core_d;");
    let Some(proof) = prove_text(&small(), &edits, &plan(false, true)) else {
        return;
    };
    let why = proof.expect_err("an error");
    assert!(why.contains("nothing reads `unread`"), "{why}");
}
