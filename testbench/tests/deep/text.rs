//! Faults as edits of the emitted text: the external way, which reads text, refutes each.

use super::library::{FULL, INTEGER, MULTIPLIER};
use super::refuting_claim;
use crate::skip::skipped;
use lanesmith::prove::external::{self, ExternalError};
use lanesmith::prove::read_back::read_back;
use lanesmith::prove::{Conclusion, Expected, Stop, Structure};
use lanesmith::unit::Unit;
use lanesmith::units::brew::Datapath;
use lanesmith::units::brew::claims as brew;
use lanesmith::units::brew::rtl::{DatapathConfig, design};
use lanesmith::verilog::{Banner, emit};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A fault: texts that stand once in a file, and what stands there instead.
struct Edit {
    name: &'static str,
    /// Configuration and hints as in the library.
    config: DatapathConfig,
    hints: &'static [&'static str],
    /// Not a function of inputs and state: the text is refused when it is read.
    is_about_clocks: bool,
    changes: &'static [(&'static str, &'static str, &'static str)],
}

const fn edit(
    name: &'static str,
    config: DatapathConfig,
    hints: &'static [&'static str],
    changes: &'static [(&'static str, &'static str, &'static str)],
) -> Edit {
    Edit {
        name,
        config,
        hints,
        is_about_clocks: false,
        changes,
    }
}

impl Edit {
    const fn about_clocks(mut self) -> Self {
        self.is_about_clocks = true;
        self
    }
}

const TOP: &str = "brew_datapath.v";

const EDITS: [Edit; 21] = [
    edit(
        "retired again after a slow instruction",
        MULTIPLIER,
        &[".9.."],
        &[(
            TOP,
            "  assign retire_valid = retired_q;",
            "  reg [2:0] deep_q;
  always @(posedge clock) deep_q <= reset ? 3'b000 : {deep_q[1:0], slow_done};
  assign retire_valid = retired_q | deep_q[2];",
        )],
    ),
    edit(
        "retired behind a reset",
        INTEGER,
        &[],
        &[(
            TOP,
            "  assign retire_valid = retired_q;",
            "  reg deep_q;
  always @(posedge clock) deep_q <= reset & in_valid;
  assign retire_valid = retired_q | deep_q;",
        )],
    ),
    edit(
        "never issued with 0xbeef behind",
        MULTIPLIER,
        &[],
        &[
            (
                TOP,
                "  assign issue = ~is_slow & ~is_first_of_two;",
                "  reg deep_q;
  always @(posedge clock) deep_q <= ~reset & (deep_q | (offered & ~issue & (in_word0 == 16'hbeef)));
  assign issue = ~is_slow & ~is_first_of_two & ~deep_q;",
            ),
            (
                TOP,
                "execute_valid_q <= issue ? offered : ~slow_done;",
                "execute_valid_q <= issue ? offered : execute_valid_q & ~slow_done;",
            ),
        ],
    ),
    edit(
        "a type written after four holds",
        MULTIPLIER,
        &[],
        &[
            (
                TOP,
                "  assign issue = ~is_slow & ~is_first_of_two;",
                "  reg [1:0] deep_q;
  wire held = offered & ~issue & (in_word0 == 16'hbeef);
  always @(posedge clock) deep_q <= reset ? 2'b00 : held ? deep_q + 2'b01 : deep_q;
  assign issue = ~is_slow & ~is_first_of_two;",
            ),
            (TOP, ") | sets_late_type;", ") | sets_late_type | (held & (&deep_q));"),
        ],
    ),
    edit(
        "a register on the other edge",
        INTEGER,
        &[],
        &[(
            TOP,
            "  always @(posedge clock) begin\n    if (reset) begin\n      order_q",
            "  always @(negedge clock) begin\n    if (reset) begin\n      order_q",
        )],
    )
    .about_clocks(),
    edit(
        "a register clocked by data",
        INTEGER,
        &[],
        &[(
            TOP,
            "  always @(posedge clock) begin\n    if (reset) begin\n      instruction_valid_0_q",
            "  always @(posedge in_valid) begin\n    if (reset) begin\n      instruction_valid_0_q",
        )],
    )
    .about_clocks(),
    edit(
        "retire_order wraps early",
        INTEGER,
        &[],
        &[(
            TOP,
            "order_q <= order_q + 32'h1;",
            "order_q <= (order_q == 32'h0000ffff) ? 32'h0 : order_q + 32'h1;",
        )],
    ),
    edit(
        "retirement survives a reset",
        INTEGER,
        &[],
        &[(TOP, "      retired_q <= 1'b0;\n", "      retired_q <= finish;\n")],
    ),
    edit(
        "no forwarding of $r13",
        INTEGER,
        &[".1.."],
        &[(
            "operand_stage.v",
            "wire a_choice_forward = forward &",
            "wire a_choice_forward = forward & (forward_register != 4'hd) &",
        )],
    ),
    edit(
        "no bypass of $r7",
        INTEGER,
        &[".1.."],
        &[(
            "register_file_async.v",
            "assign b = (write &",
            "assign b = (write & (write_register != 4'h7) &",
        )],
    ),
    edit(
        "a type survives a reset",
        INTEGER,
        &[],
        &[(
            "type_file.v",
            "      codes_5_q <= 4'b0000;\n",
            "      codes_5_q <= codes_5_q;\n",
        )],
    ),
    edit(
        "type 10 is not reserved",
        INTEGER,
        &[".4.. by other"],
        &[(
            "type_rules.v",
            "(type_code > TYPE_CODE_SINT8X4S) &",
            "(type_code > TYPE_CODE_SINT8X4S) & (type_code != 4'd10) &",
        )],
    ),
    edit(
        "ties of subnormal numbers",
        FULL,
        &[".9.. by fp32", ".9.f **** **** by fp32"],
        &[(
            "float_round.v",
            "significand[2] & (significand[3] | (|significand[1:0]));",
            "significand[2] & (significand[3] | (|significand[1:0]) | (exponent == 9'h0));",
        )],
    ),
    edit(
        "the sign of a NaN",
        FULL,
        &[".4.. by fp32"],
        &[("float_round.v", "nan ? 32'h7fc00000 :", "nan ? {sign, 31'h7fc00000} :")],
    ),
    edit(
        "infinity minus infinity",
        FULL,
        &[".5.. by fp16x2"],
        &[(
            "float_order.v",
            "nans_0_q | nans_1_q | (specials_0_q & specials_1_q & signs_differ);",
            "nans_0_q | nans_1_q | (specials_0_q & specials_1_q & signs_differ & ~half);",
        )],
    ),
    edit(
        "in_ready waits for in_valid",
        MULTIPLIER,
        &[],
        &[(TOP, "assign in_ready = take;", "assign in_ready = take & in_valid;")],
    ),
    edit(
        "retire_b beside all ones",
        INTEGER,
        &[".1.."],
        &[(
            TOP,
            "assign retire_b = retire_q_b;",
            "assign retire_b = retire_q_b ^ {31'h0, &retire_q_a};",
        )],
    ),
    edit(
        "in_length by the second word",
        INTEGER,
        &[],
        &[(
            TOP,
            "assign in_length = decoder_length;",
            "assign in_length = (in_word1 == 16'habcd) ? 2'b01 : decoder_length;",
        )],
    ),
    edit(
        "a product a clock early",
        FULL,
        &[".9.. by uint8x4s"],
        &[(
            "slow_unit.v",
            ": LAST_OF_MULTIPLY;",
            ": (lanes == 4'b1110) ? LAST_OF_MULTIPLY - 4'd1 : LAST_OF_MULTIPLY;",
        )],
    ),
    edit(
        "a type out of range",
        INTEGER,
        &[".0c."],
        &[(
            TOP,
            "<= is_late & ~type_in_range;",
            "<= is_late & ~type_in_range & (execute_q_a[31:4] != 28'h10);",
        )],
    ),
    edit(
        POWER_UP,
        INTEGER,
        &[],
        &[(
            TOP,
            "  assign retire_exception = retire_q_exception;",
            "  reg rare_q;
  always @(posedge clock) if (in_word1 == 16'hbeef) rare_q <= 1'b0;
  assign retire_exception = rare_q ? ~retire_q_exception : retire_q_exception;",
        )],
    ),
];

/// A register that any synthesis but that of the proof keeps, and that may start at 1.
const POWER_UP: &str = "exceptions inverted until a rare word comes";

/// Writes the datapath's files with the edit into `folder`.
fn write(edit: &Edit, folder: &Path) -> Vec<PathBuf> {
    let mut files = emit(&design(&edit.config).unwrap(), &Banner::default());
    for (file, from, to) in edit.changes {
        let file = files.iter_mut().find(|other| other.name == *file).expect("a file");
        assert_eq!(file.text.matches(from).count(), 1, "{}: {from}", edit.name);
        file.text = file.text.replace(from, to);
    }
    let paths = files.iter().map(|file| {
        let path = folder.join(&file.name);
        std::fs::write(&path, &file.text).unwrap();
        path
    });
    paths.collect()
}

/// Whether a tool, where it is there, takes the files for a design.
fn lint(edit: &Edit, paths: &[PathBuf]) {
    let mut verilator = Command::new("verilator");
    verilator
        .args(["--lint-only", "--top-module", "brew_datapath"])
        .args(paths);
    let Ok(output) = verilator.output() else { return };
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("%Error:"), "{}: {text}", edit.name);
}

/// What refutes an edit; `None` where nothing does. An error is a missing tool.
fn refutation(edit: &Edit) -> Result<Option<String>, String> {
    let folder = tempfile::tempdir().unwrap();
    let paths = write(edit, folder.path());
    lint(edit, &paths);
    let paths: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    let expected = Expected::new(
        Datapath(edit.config).selection().unit().reset(),
        &design(&edit.config).unwrap(),
    );
    let read = match read_back(&paths, "brew_datapath", &expected) {
        Ok(read) => read,
        Err(ExternalError::Unavailable(why)) => return Err(why),
        Err(ExternalError::Failed(why)) => {
            assert!(edit.is_about_clocks, "{}: {why}", edit.name);
            return Ok(Some(why));
        }
    };
    assert!(
        !edit.is_about_clocks && read.structure == Structure::default(),
        "{}",
        edit.name
    );
    let machine = read.machine;
    let claims = brew::claims(&edit.config, &machine).unwrap();
    let Some(claim) = refuting_claim(&claims, edit.hints) else {
        return Ok(None);
    };
    match external::decide(&claim.obligation(), Duration::from_secs(60), 1, &Stop::default()) {
        Ok(conclusion) => assert_eq!(conclusion, Conclusion::Refuted, "{}: {}", edit.name, claim.name),
        Err(ExternalError::Unavailable(why)) => return Err(why),
        Err(ExternalError::Failed(why)) => panic!("{}: {why}", edit.name),
    }
    Ok(Some(claim.name.clone()))
}

#[test]
#[ignore = "takes minutes; the default suite has three of them"]
fn every_edit_of_the_emitted_text_is_refuted() {
    let only = std::env::var("LANESMITH_FAULT").ok();
    all_are_refuted(|_, edit| only.as_ref().is_none_or(|only| edit.name.contains(&only[..])));
}

#[test]
fn three_edits_of_the_emitted_text_are_refuted() {
    all_are_refuted(|number, _| number % 7 == 0);
}

#[test]
fn an_exception_that_is_inverted_from_power_up_until_a_rare_word_comes_is_refuted() {
    all_are_refuted(|_, edit| edit.name == POWER_UP);
}

fn all_are_refuted(is_wanted: impl Fn(usize, &Edit) -> bool) {
    let mut survivors = vec![];
    for (number, edit) in EDITS.iter().enumerate() {
        if !is_wanted(number, edit) {
            continue;
        }
        match refutation(edit) {
            Ok(Some(claim)) => println!("{}: {claim}", edit.name),
            Ok(None) => survivors.push(edit.name),
            Err(why) => {
                skipped(why);
                return;
            }
        }
    }
    assert!(survivors.is_empty(), "not refuted: {survivors:?}");
}
