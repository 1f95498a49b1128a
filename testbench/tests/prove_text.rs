//! Proofs of Verilog text by yosys and ABC: emitted text is proved, edited text is refuted or refused.

use super::prove::plan;
use crate::skip::skipped;
use lanesmith::netlist::Flat;
use lanesmith::prove::agreement::agree;
use lanesmith::prove::external::ExternalError;
use lanesmith::prove::machine::NetlistMachine;
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::{CLOCKING, Conclusion, DRIVING, Expected, Proof, ProofPlan, Structure, prove};
use lanesmith::rtl::device::Device;
use lanesmith::text::sources::SourceText;
use lanesmith::unit::{Emission, Selection, Unit};
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::rtl as brew;
use lanesmith::units::shipped;
use lanesmith::units::video::rtl::VideoConfig;
use lanesmith::units::video::{Video, VideoCore};
use lanesmith::verilog::with_written_names;
use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

/// A text that occurs in a file, and its replacement.
type Edit<'a> = (&'a str, &'a str);

fn source(name: String, text: String) -> SourceText {
    SourceText { name, text }
}

/// Makes a module's Verilog with `edits`, and proves the text; `None` where yosys is missing.
fn prove_text(selection: &Selection, edits: &[Edit], plan: &ProofPlan) -> Option<Result<Proof, String>> {
    let mut files = selection.files().unwrap();
    let list = files.iter().find(|file| file.name.ends_with(".f")).unwrap();
    let list = list.text.clone();
    files.retain(|file| list.lines().any(|name| name == file.name));
    for (old, new) in edits {
        let with = files.iter_mut().rev().find(|file| file.text.contains(old));
        let file = with.unwrap_or_else(|| panic!("no `{old}`"));
        file.text = file.text.replacen(old, new, 1);
    }
    let emission = Emission::from(*selection);
    let sources = files.iter().map(|file| source(file.name.clone(), file.text.clone()));
    let proof = match edits {
        [] => prove(&emission, &files, plan, &mut |_| ()),
        _ => lanesmith::prove::prove_text(&emission, &sources.collect::<Vec<_>>(), plan, &mut |_| ()),
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

fn core(device: Device) -> Selection {
    let config = VideoConfig {
        device,
        ..VideoConfig::full(3)
    };
    VideoCore(config).selection()
}

fn asynchronous() -> Selection {
    let mut config = VideoConfig::full(1);
    config.reset.asynchronous = true;
    Video::alu(config).selection()
}

/// The reset goes to a net that nothing uses.
fn without_registers() -> Selection {
    let mut config = VideoConfig::full(0);
    config.reset.asynchronous = true;
    Video::alu(config).selection()
}

fn datapath() -> Selection {
    let config = brew::DatapathConfig {
        float: false,
        multiplier: false,
        ..brew::DatapathConfig::full()
    };
    Datapath(config).selection()
}

#[test]
fn emitted_text_is_proved_by_yosys_and_abc_with_cells_and_any_reset() {
    for selection in [small(), core(Device::Ecp5), asynchronous(), without_registers()] {
        let Some(proof) = prove_text(&selection, &[], &plan(false, true)) else {
            return;
        };
        let certificate = proof.unwrap().certificate;
        assert_eq!(certificate.verdict, Conclusion::Proved, "{}", selection.name());
    }
}

const DECLARED: &str = "wire handshake_advance;";
const RESULT: &str = "assign out_d = core_d;";

#[test]
fn edited_text_is_refuted_by_the_claim_that_it_breaks() {
    let tags = "always @(posedge clock) begin\n    if (advance) begin\n      tag_0_q";
    let reset = "always @(posedge clock or posedge in_valid) begin\n    if (in_valid) begin tag_0_q <= 8'd0; tag_1_q <= 8'd0; end else \
                 if (advance) begin\n      tag_0_q";
    let bubble = "wire handshake_out_valid;\n  wire bubble = in_valid | (~(|in_control) & handshake_out_valid);";
    let words = "wire handshake_advance;\n  reg [31:0] words [0:2];\n  wire [31:0] word;\n  assign word = words[2'b11];\n  \
                 always @(posedge clock) words[in_tag[1:0]] <= 32'd0;";
    let cases: [(Selection, &[Edit], &str); 11] = [
        (small(), &[("halved = {", "halved = ~{")], "transfer"),
        (core(Device::Ice40), &[("16'he4aa", "16'he4ab")], "transfer"),
        // Wrong in stalls only: a register is reset although the pipeline does not advance.
        (core(Device::Ecp5), &[("no_c = enable & ", "no_c = ")], ""),
        (
            small(),
            &[
                ("wire handshake_out_valid;", bubble),
                (".in_valid  (in_valid),", ".in_valid  (bubble),"),
            ],
            "valid and tag of any control word",
        ),
        (
            datapath(),
            &[("assign b = (write &", "assign b = (write & (write_register != 4'h7) &")],
            "",
        ),
        // Clocks and resets.
        (small(), &[(tags, reset)], CLOCKING),
        (
            small(),
            &[("out_tag = tag_4", "out_tag = {tag_4[7:1], clock}")],
            CLOCKING,
        ),
        (asynchronous(), &[(" or posedge reset", "")], CLOCKING),
        // Text that is right only for some values at power-up: a register that inverts the result until a rare operand comes, two registers
        // that load the same, a read beyond the last word of a memory.
        (
            small(),
            &[
                (
                    DECLARED,
                    "wire handshake_advance;\n  reg rare_q;\n  always @(posedge clock) if (in_a == 32'h12345678) rare_q <= 1'b0;",
                ),
                (RESULT, "assign out_d = rare_q ? ~core_d : core_d;"),
            ],
            "",
        ),
        (
            small(),
            &[
                (
                    DECLARED,
                    "wire handshake_advance;\n  reg one_q;\n  reg other_q;\n  always @(posedge clock) begin\n    \
                            one_q <= in_tag[0];\n    other_q <= in_tag[0];\n  end",
                ),
                (RESULT, "assign out_d = core_d ^ {32{one_q ^ other_q}};"),
            ],
            "",
        ),
        (
            small(),
            &[(DECLARED, words), (RESULT, "assign out_d = core_d ^ word;")],
            "",
        ),
    ];
    for (selection, edits, claim) in &cases {
        let Some(proof) = prove_text(selection, edits, &plan(false, true)) else {
            return;
        };
        let proof = proof.unwrap_or_else(|why| panic!("{edits:?}: {why}"));
        let found = &proof.refutations[0].claim;
        let is_structural = [CLOCKING, DRIVING].contains(&&found[..]);
        assert!(
            found.starts_with(claim) && is_structural == (*claim == CLOCKING),
            "{edits:?}: {found}"
        );
    }
}

#[test]
fn edited_text_that_is_no_design_for_the_claims_is_an_error() {
    let own_cell = "module PFUMX (input A, output Z); assign Z = A; endmodule\nmodule video_core (";
    let top = datapath().files().unwrap();
    let top = top.iter().find(|file| file.name == "brew_datapath.v").unwrap();
    let renamed = vec![("execute_valid_q", "busy"); top.text.matches("execute_valid_q").count()];
    let cases: [(Selection, &[Edit], &str); 3] = [
        (
            core(Device::Ecp5),
            &[(".INJECT1_0 (\"NO\")", ".INJECT1_0 (\"YES\")")],
            "other words as parameters of `CCU2C`",
        ),
        (
            core(Device::Ecp5),
            &[("module video_core (", own_cell)],
            "the text defines the device's cell `PFUMX`",
        ),
        (datapath(), &renamed, "no register called execute_valid_q"),
    ];
    for (selection, edits, words) in &cases {
        let Some(proof) = prove_text(selection, edits, &plan(false, true)) else {
            return;
        };
        let why = proof.expect_err(words);
        assert!(why.contains(words), "{why}");
    }
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
        let read = |name: &str| source(name.into(), std::fs::read_to_string(folder.join(name)).unwrap());
        let files: Vec<SourceText> = list.lines().map(read).collect();
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

#[test]
fn registers_without_effect_are_proved_in_edited_text_and_refused_in_emitted_text() {
    let counted = "wire handshake_advance;\n  reg [3:0] count_q;\n  always @(posedge clock) if (handshake_advance) count_q <= count_q + 4'd1;";
    let Some(proof) = prove_text(&small(), &[(DECLARED, counted)], &plan(false, true)) else {
        return;
    };
    assert_eq!(proof.unwrap().certificate.verdict, Conclusion::Proved);

    let mut files = small().files().unwrap();
    files.retain(|file| file.name.ends_with(".v"));
    for file in &mut files {
        file.text = file.text.replace(DECLARED, counted);
    }
    let emission = Emission::from(small());
    let why = prove(&emission, &files, &plan(false, true), &mut |_| ()).expect_err("an error");
    assert_eq!(
        why,
        "the text is not that of its netlist: only one has the state bit count_q[0]"
    );
}
